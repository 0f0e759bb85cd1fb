// Installs the packed packages of npm into empty projects, from no registry, and uses them as their page says.
//
// On the search path are Node, npm and a shell, and nothing that compiles. Arguments: the two tarballs, the page, the example's
// project.

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const [library, platform, page, project] = process.argv.slice(2).map((path) => resolve(path));
const AREA = mkdtempSync(join(tmpdir(), "scrubjay-installed-"));
const PROGRAM = "node_modules/@scrubjay/cli-linux-x64/bin/scrubjay";
const LAUNCHER = "node_modules/.bin/scrubjay";
const VERSION = `scrubjay ${JSON.parse(readFileSync(join(dirname(page), "package.json"), "utf8")).version}\n`;

const env = { PATH: bare(), HOME: AREA, SCRUBJAY_HOME: join(AREA, "home"), NO_COLOR: "1", npm_config_cache: join(AREA, "cache") };

/** Makes a folder for the search path with only Node, npm, npx and a shell. */
function bare() {
  const folder = join(AREA, "bin");
  mkdirSync(folder);
  const places = process.env.PATH.split(delimiter);
  const pathOf = (name) => realpathSync(places.map((place) => join(place, name)).find((path) => existsSync(path)));
  for (const [name, path] of [["node", process.execPath], ["sh", "/bin/sh"], ["npm", pathOf("npm")], ["npx", pathOf("npx")]]) symlinkSync(path, join(folder, name));
  return folder;
}

/** Makes a project with the example's files, and installs some tarballs in it. */
function installed(name, ...tarballs) {
  const folder = join(AREA, name);
  cpSync(project, folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  writeFileSync(join(folder, ".gitignore"), "node_modules/\nexample.mjs\n");
  execFileSync(join(env.PATH, "npm"), ["install", "--offline", "--no-audit", "--no-fund", "--loglevel", "error", ...tarballs], { cwd: folder, env, encoding: "utf8", stdio: "pipe" });
  return folder;
}

/** Runs a program of a project to its end. */
function run(folder, program, words, input = "") {
  const path = program.includes("/") ? join(folder, program) : join(env.PATH, program);
  const { status, signal, stdout, stderr } = spawnSync(path, words, { cwd: folder, env, input, encoding: "utf8", timeout: 60_000 });
  return { status, signal, stdout, stderr };
}

const npx = (folder, ...words) => run(folder, "npx", ["--offline", "scrubjay", ...words]);

function equal(actual, expected, what) {
  const [actualText, expectedText] = [actual, expected].map((value) => JSON.stringify(value));
  if (actualText !== expectedText) throw new Error(`${what}: ${actualText}, and ${expectedText} was expected`);
}

const wholeProject = installed("whole", library, platform);
const libraryProject = installed("alone", library);

const CHECKS = {
  "the program answers its version": () => equal(npx(wholeProject, "--version").stdout, VERSION, "npx scrubjay --version"),

  "the program is for everybody to run, and needs nothing beside it": () => {
    equal(statSync(join(wholeProject, PROGRAM)).mode & 0o111, 0o111, "its rights");
    mkdirSync(join(AREA, "elsewhere"));
    copyFileSync(join(wholeProject, PROGRAM), join(AREA, "elsewhere/scrubjay"));
    chmodSync(join(AREA, "elsewhere/scrubjay"), 0o755);
    equal(run(AREA, "elsewhere/scrubjay", ["--version"]).stdout, VERSION, "a copy of it");
  },

  "a project is indexed and asked": () => {
    equal(npx(wholeProject, "index").status, 0, "npx scrubjay index");
    equal(npx(wholeProject, "find", "add").stdout, "shelf.py:10  method Shelf.add  def add(self, title: str) -> None\n", "npx scrubjay find add");
    const tools = JSON.parse(npx(wholeProject, "mcp", "--tools", "--json").stdout).tools;
    if (!tools.some((tool) => tool.name === "callers")) throw new Error(`npx scrubjay mcp --tools lacks callers: ${tools}`);
  },

  "arguments, streams and exit codes are those of the program": () => {
    const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } } });
    for (const [words, input] of [[["find", "no such thing"]], [["--no-such-flag"]], [["find", "", "--json"]], [["find", "add", "--json"]], [["find", "'\"$ä *\\"]], [["mcp"], `${request}\n`]]) {
      const direct = run(wholeProject, PROGRAM, words, input);
      equal(run(wholeProject, LAUNCHER, words, input), direct, `scrubjay ${words}`);
    }
    equal(run(wholeProject, LAUNCHER, ["find", "no such thing"]).status, 3, "nothing found");
  },

  "a signal ends the launcher as it ends the program, and leaves nothing running": async () => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1"]) {
      const direct = await ending(PROGRAM, signal);
      equal(await ending(LAUNCHER, signal), direct, signal);
    }
  },

  "the package's page is true": () => {
    const text = readFileSync(page, "utf8");
    const [, example, expected] = /```js\n(.*?)```\n\n```text\n(.*?)```/s.exec(text) ?? [];
    writeFileSync(join(wholeProject, "example.mjs"), example);
    equal(run(wholeProject, "node", ["example.mjs"]).stdout, expected, "the example");
    equal(readFileSync(join(wholeProject, "node_modules/scrubjay/README.md"), "utf8"), text, "the page in the package");
  },

  "licences and notices come with both": () => {
    for (const name of ["scrubjay", "@scrubjay/cli-linux-x64"]) {
      for (const file of ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-NOTICES.txt", "README.md"]) {
        if (!existsSync(join(wholeProject, "node_modules", name, file))) throw new Error(`${name} lacks ${file}`);
      }
      const notices = readFileSync(join(wholeProject, "node_modules", name, "THIRD-PARTY-NOTICES.txt"), "utf8");
      for (const linked of ["hashbrown ", "tree-sitter-python ", "redb "]) if (!notices.includes(linked)) throw new Error(`${name}'s notices lack ${linked}`);
    }
  },

  "without the program's package the library works, and the command says what to do": () => {
    const { status, stderr } = npx(libraryProject, "--version");
    equal(status, 1, "npx scrubjay --version");
    if (!stderr.includes("error: the program is in a package of its own, @scrubjay/cli-linux-x64, which is not in node_modules\n")) throw new Error(stderr);
    const ask = "import { open } from 'scrubjay'; const memory = await open({ root: '.' }); await memory.index(); console.log((await memory.graph.find('add')).hits.length); await memory.close();";
    equal(run(libraryProject, "node", ["--input-type=module", "-e", ask]).stdout, "1\n", "the library");
  },
};

/** How a server ends after a signal that it gets once it has answered, and which of its child processes are left. */
async function ending(program, signal) {
  const child = spawn(join(wholeProject, program), ["mcp"], { cwd: wholeProject, env, stdio: ["pipe", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.on("exit", (...how) => resolve(how)));
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } } })}\n`);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const childPids = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").split(" ").filter(Boolean);
  child.kill(signal);
  const [code, endSignal] = await Promise.race([ended, sleep(10_000, ["still running"])]);
  const leftPids = childPids.filter((pid) => existsSync(`/proc/${pid}`));
  child.kill("SIGKILL");
  return { code, endSignal, leftPids };
}

let nFailed = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  let fault;
  try {
    await check();
  } catch (error) {
    fault = error.message;
  }
  console.log(`${name} ... ${fault === undefined ? "ok" : `FAILED\n${fault}`}`);
  nFailed += fault === undefined ? 0 : 1;
}
rmSync(AREA, { recursive: true });
console.log(`test result: ${nFailed === 0 ? "ok" : "FAILED"}. ${Object.keys(CHECKS).length - nFailed} passed; ${nFailed} failed;`);
process.exitCode = nFailed === 0 ? 0 : 1;
