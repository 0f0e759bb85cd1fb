// Runs the installed package in small programs as its users write them, and prints one line for each.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { createServer } from "vite";

import { fileOf, launch, serve } from "../page.mjs";
import { FOUND, LEFT, copied, esbuildInline, leftBehind, rollupInline, webpackInline, webpackProgram } from "./bundlers.mjs";
import { goesOn, killed } from "./killed.mjs";
import { begunAnew, refused, reloaded, withoutRoom } from "./pages.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "../../..");
/** A copy of the project outside the checkout, so that it gets an index of its own. */
const COPY = mkdtempSync(join(tmpdir(), "scrubjay-consumer-"));
cpSync(join(ROOT, "examples/embed-rust/project"), COPY, { recursive: true });
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const GUIDE = readFileSync(join(ROOT, "docs/guide/javascript.md"), "utf8");
const INSTALLED = dirname(fileURLToPath(import.meta.resolve("scrubjay/package.json")));
const BIN = join(HERE, "../node_modules/.bin");
const TARBALL = process.argv[2];

const run = (program, ...words) => execFileSync(program, words, { cwd: HERE, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
const node = (...words) => run(process.execPath, ...words).trim();

/** The output of each program that uses `scrubjay/window`. */
const WINDOW = "true true true";

const CONSUMERS = {
  "node, ESM": ["2 shop.py#restock", () => node("esm.mjs", COPY)],
  "node, CJS": ["2 shop.py#restock", () => node("cjs.cjs", COPY)],
  "TypeScript, strict": ["2 shelf.py#Shelf.add number", typed],
  "TypeScript, however it looks for modules": ["", resolved],
  "README": [undefined, readme],
  "vite": ["shop.py#restock unknown, shop.py#restock unknown", vite],
  "vite's own server": ["shop.py#restock unknown, shop.py#restock unknown", viteServer],
  "esbuild, a strict page": ["a.py#one", esbuild],
  "esbuild, modules elsewhere": ["load true, a.py#one, a.py#one", plain],
  "windows in node, ESM": [WINDOW, () => node("window/esm.mjs")],
  "windows in node, CJS": [WINDOW, () => node("window/cjs.cjs")],
  "windows, bundled for node": [WINDOW, bundledWindow],
  "windows, vite": [WINDOW, viteWindow],
  "windows, esbuild, a strict page": [WINDOW, strictWindow],
  "node, bundled by webpack": [FOUND, () => webpackProgram(COPY)],
  "node, bundled by webpack with inline modules": [FOUND, () => webpackInline(COPY)],
  "node, bundled by rollup with inline modules": [FOUND, () => rollupInline(COPY)],
  "node, bundled by esbuild with inline modules": [FOUND, () => esbuildInline(COPY)],
  "node, bundled without its modules": [LEFT, () => leftBehind(COPY)],
  "node, bundled, and the modules copied": [`${FOUND}, ${FOUND}`, () => copied(COPY)],
  "a host of one's own": ["component, package scrubjay:memory", embedded],
  "bad input to a page and to a worker": ["", refused],
  "a page's store that is missing, or damaged": ["not_indexed 0 damaged damaged 1 whole a.py#one 7000 store.redb store.redb.set-aside", begunAnew],
  "a page without room": ["20 disk_full true 2020", withoutRoom],
  "a page that is reloaded in mid-write": ["true true 400", reloaded],
  "a worker that is killed": ["20 locked 200 true 420 0", killed],
  "a worker that is killed, and another one started": ["component true old1.py#f1 420 closed answered answered component component", goesOn],
  "attw, Node's entries": [undefined, () => attw("--profile", "node16", "--entrypoints", ".", "node", "inline", "window", "window/inline", "ai-sdk")],
  "attw, entries of pages": [undefined, () => attw("--profile", "esm-only", "--entrypoints", "browser", "worker", "worker-thread")],
  "publint": [undefined, () => run(join(BIN, "publint"), TARBALL, "--strict")],
};

function typed() {
  run(join(BIN, "tsc"), "-p", "typed");
  return node("typed/out/main.mjs", COPY);
}

/** Compiles a program for Node without the DOM's types, and a page without Node's, with each module resolution. */
function resolved() {
  for (const [module, resolution] of [["node16", "node16"], ["nodenext", "nodenext"], ["esnext", "bundler"]]) {
    for (const side of ["program", "page"]) {
      run(join(BIN, "tsc"), "-p", `resolved/${side}.json`, "--module", module, "--moduleResolution", resolution);
    }
  }
  return "";
}

function readme() {
  const example = /```js\n(.*?)```/s.exec(README)?.[1];
  if (example === undefined) throw new Error("the README has no example in JavaScript");
  writeFileSync(join(HERE, "out.readme.mjs"), example);
  const said = execFileSync(process.execPath, [join(HERE, "out.readme.mjs")], { cwd: COPY, encoding: "utf8" });
  if (!said.includes("shop.py:10 shop.py#restock")) throw new Error(`the README's example said ${said}`);
}

async function vite() {
  run(join(BIN, "vite"), "build", "vite", "--outDir", "../out.vite", "--emptyOutDir", "--logLevel", "error", "--base", "./");
  return said(join(HERE, "out.vite"));
}

/** Serves a project by vite's own server, with the package in its `node_modules` and the option that the guide names. */
async function viteServer() {
  const option = /`(optimizeDeps: .*?)`/.exec(GUIDE)?.[1];
  if (option === undefined) throw new Error("the guide does not say how vite's own server is used");
  const project = mkdtempSync(join(tmpdir(), "scrubjay-vite-"));
  cpSync(join(HERE, "vite"), project, { recursive: true });
  cpSync(INSTALLED, join(project, "node_modules/scrubjay"), { recursive: true });
  writeFileSync(join(project, "vite.config.mjs"), `export default { ${option} };\n`);
  const server = await createServer({ root: project, logLevel: "error", server: { port: 0 } });
  try {
    await server.listen();
    return await saidAt(server.resolvedUrls.local[0]);
  } finally {
    await server.close();
    rmSync(project, { recursive: true });
  }
}

async function esbuild() {
  const out = join(HERE, "out.esbuild");
  run(join(BIN, "esbuild"), "esbuild/main.js", "--bundle", "--splitting", "--format=esm", "--log-level=error", `--outdir=${out}`);
  writeFileSync(join(out, "index.html"), readFileSync(join(HERE, "esbuild/index.html")));
  return said(out);
}

function bundledWindow() {
  const out = join(HERE, "out.window.mjs");
  run(join(BIN, "esbuild"), "window/esm.mjs", "--bundle", "--platform=node", "--format=esm", "--log-level=error", `--outfile=${out}`);
  return node(out);
}

async function viteWindow() {
  run(join(BIN, "vite"), "build", "window", "--outDir", "../out.window", "--emptyOutDir", "--logLevel", "error", "--base", "./");
  return said(join(HERE, "out.window"));
}

async function strictWindow() {
  const out = join(HERE, "out.strict");
  run(join(BIN, "esbuild"), "window/strict.js", "--bundle", "--splitting", "--format=esm", "--log-level=error", `--outdir=${out}`);
  writeFileSync(join(out, "index.html"), readFileSync(join(HERE, "window/strict.html")));
  return said(out);
}

/** Checks the component and its interface, which the package has for hosts that embed it. */
function embedded() {
  const bytes = readFileSync(fileURLToPath(import.meta.resolve("scrubjay/component.wasm")));
  const world = readFileSync(fileURLToPath(import.meta.resolve("scrubjay/wit/world.wit")), "utf8");
  // The version of a component, where a core module has 1.
  const kind = bytes.readUInt16LE(4) === 13 && bytes.readUInt16LE(6) === 1 ? "component" : "no component";
  return `${kind}, ${/^package [^@;]+/m.exec(world)?.[0]}`;
}

async function plain() {
  const out = join(HERE, "out.plain");
  run(join(BIN, "esbuild"), "plain/main.js", "plain/thread.js", "--bundle", "--format=esm", "--log-level=error", `--outdir=${out}`);
  writeFileSync(join(out, "index.html"), readFileSync(join(HERE, "plain/index.html")));
  for (const name of ["scrubjay.wasm", "store/store.wasm", "parsers/python.wasm"]) {
    cpSync(fileURLToPath(import.meta.resolve(`scrubjay/${name}`)), join(out, "modules", name));
  }
  return said(out);
}

function attw(...words) {
  run(join(BIN, "attw"), TARBALL, "--no-emoji", "--no-color", ...words);
}

/** The value of `said` that the page in a folder sets. */
async function said(folder) {
  const { server, address } = await serve((path) => fileOf(folder, path));
  try {
    return await saidAt(`${address}/`);
  } finally {
    server.close();
  }
}

/** The value of `said` that the page at an address sets. */
async function saidAt(address) {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(error));
    await page.goto(address);
    await page.waitForFunction(() => "said" in globalThis, undefined, { timeout: 20_000 }).catch((error) => {
      throw faults[0] ?? error;
    });
    return await page.evaluate(() => globalThis.said);
  } finally {
    await browser.close();
  }
}

/** All consumers, or those whose name contains the word in the arguments. */
const WANTED = Object.entries(CONSUMERS).filter(([name]) => name.includes(process.argv[3] ?? ""));

let nFailed = 0;
for (const [name, [expected, consume]] of WANTED) {
  const started = performance.now();
  let fault;
  try {
    const answer = await consume();
    if (expected !== undefined && answer !== expected) fault = `${expected} was expected, and this came: ${answer}`;
  } catch (error) {
    fault = [error.message, error.stdout, error.stderr].filter(Boolean).join("\n");
  }
  console.log(`${name} ... ${fault === undefined ? "ok" : "FAILED"} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (fault !== undefined) console.log(fault);
  nFailed += fault === undefined ? 0 : 1;
}
rmSync(COPY, { recursive: true });
for (const out of ["out.readme.mjs", "out.vite", "out.esbuild", "out.plain", "out.window", "out.window.mjs", "out.strict", "typed/out"]) rmSync(join(HERE, out), { recursive: true, force: true });
const verdict = nFailed === 0 ? "ok" : "FAILED";
console.log(`test result: ${verdict}. ${WANTED.length - nFailed} passed; ${nFailed} failed;`);
process.exitCode = nFailed === 0 ? 0 : 1;
