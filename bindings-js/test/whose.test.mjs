// Which memory a folder has, in Node: marks and ids in a copy, a clone or an archive do not choose one, and a project that is moved or changed
// keeps its own. The command line and the server decide alike; `bindings-python/tests/test_belonging.py` tests Python.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { OtherProjectError, open } from "../dist/node.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(repository, "target");
const program = join(target, "debug", "scrubjay");
const onUnix = { skip: process.platform === "win32" };

/** Runs `use` as a user with a repository and a plain folder, each with a note in its memory. */
async function inWorld(use) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "scrubjay-whose-")));
  const homeBefore = process.env.SCRUBJAY_HOME;
  process.env.SCRUBJAY_HOME = join(top, "data");
  const shell = (line) => execFileSync("sh", ["-ec", line], { cwd: join(top, "work"), encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  try {
    mkdirSync(join(top, "work/shop"), { recursive: true });
    mkdirSync(join(top, "work/attic"));
    shell("git init -q shop; git -C shop -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m one");
    const pathAt = (name) => join(top, "work", name);
    await remember(pathAt("shop"), "of the shop");
    await remember(pathAt("attic"), "of the attic");
    await use({ at: pathAt, shell, data: join(top, "data") });
  } finally {
    if (homeBefore === undefined) delete process.env.SCRUBJAY_HOME;
    else process.env.SCRUBJAY_HOME = homeBefore;
    rmSync(top, { recursive: true, force: true });
  }
}

async function within(root, use) {
  const memory = await open({ root });
  try {
    return await use(memory);
  } finally {
    await memory.close();
  }
}

const remember = (root, text) => within(root, (memory) => memory.remember(text));
const textsOf = (root) => within(root, async (memory) => (await memory.notes({ limit: 100 })).notes.map(({ text }) => text));
const ids = (data) => readdirSync(join(data, "projects")).sort();
const idOf = (data, root) => ids(data).find((id) => readFileSync(join(data, "projects", id, "root"), "utf8") === root);

/**
 * Folders that must have the memory of neither project: a name, the shell command that makes each, and its path if it
 * is not `other`.
 */
const OTHER_PROJECTS = [
  ["a copy of a repository", () => "cp -r shop other"],
  ["a copy of a repository by hard links", () => "cp -al shop other"],
  ["a copy of a folder", () => "cp -a attic other"],
  ["an archive of a folder", () => "mkdir other; tar c -C attic . | tar x -C other"],
  ["a clone", () => "git clone -q shop other"],
  ["an id of a repository", ({ shop }) => `mkdir -p other/.scrubjay; echo ${shop} > other/.scrubjay/id`],
  ["an id of a folder in a clone", ({ attic }) => `git clone -q shop other; mkdir other/.scrubjay; echo ${attic} > other/.scrubjay/id; echo ${attic} > other/.git/scrubjay-id`],
  ["a git file that names the repository", () => "mkdir other; echo gitdir: $PWD/shop/.git > other/.git"],
  ["another folder at the place of one", () => "rm -rf attic; mkdir attic", "attic"],
  ["a repository at the place of a folder", () => "rm -rf attic; git init -q attic", "attic"],
  ["another repository at the place of one", () => "rm -rf shop; git init -q shop", "shop"],
];

const SAME_PROJECT = [
  ["a repository is renamed", "mv shop moved", "moved", "of the shop"],
  ["a folder is renamed", "mv attic moved", "moved", "of the attic"],
  ["a folder is restored to its place", "cp -r attic aside; rm -rf attic; mv aside attic", "attic", "of the attic"],
  ["our folder is removed", "rm -rf attic/.scrubjay", "attic", "of the attic"],
  ["our folder is removed, and asked from below", "rm -rf attic/.scrubjay; mkdir attic/below", "attic/below", "of the attic"],
  ["our folder is removed from a repository", "rm -rf shop/.scrubjay shop/.git/scrubjay-*", "shop", "of the shop"],
  ["a folder becomes a repository", "git init -q attic; rm -rf attic/.scrubjay", "attic", "of the attic"],
  ["a work tree is added", "git -C shop worktree add -q ../tree", "tree", "of the shop"],
  ["two projects change their places", "mv shop x; mv attic shop; mv x attic", "attic", "of the shop"],
];

test("what a clone, an archive or a copy carries chooses no memory", onUnix, async () => {
  const fell = [];
  for (const [name, line, place = "other"] of OTHER_PROJECTS) {
    await inWorld(async ({ at, shell, data }) => {
      shell(line({ shop: idOf(data, at("shop")), attic: idOf(data, at("attic")) }));
      const textsBefore = await textsOf(at(place));
      await remember(at(place), "of another one");
      const otherPlaces = ["shop", "attic"].filter((one) => one !== place);
      const otherTexts = (await Promise.all(otherPlaces.map((one) => textsOf(at(one))))).flat();
      if (textsBefore.length > 0 || (await textsOf(at(place))).length !== 1 || otherTexts.includes("of another one")) fell.push(name);
    });
  }
  assert.deepEqual(fell, []);
});

test("a project that is moved, restored or cleaned has the memory that it had", onUnix, async () => {
  const fell = [];
  for (const [name, line, place, text] of SAME_PROJECT) {
    await inWorld(async ({ at, shell }) => {
      shell(line);
      const textsBefore = await textsOf(at(place));
      await remember(at(place), "one more");
      if (textsBefore.join() !== text || (await textsOf(at(place))).join() !== `one more,${text}`) fell.push(`${name}: ${textsBefore}`);
    });
  }
  assert.deepEqual(fell, []);
});

test("Node, the command line, the server and hooks say the same of a folder", { ...onUnix, timeout: 240_000 }, async () => {
  const stories = [...SAME_PROJECT, ["a copy", "cp -r attic other", "other"], ["nothing", "true", "shop"]];
  // Each takes a second: every third, unless all are asked for.
  const toldStories = process.env.FOLDER_STORIES === "all" ? stories : stories.filter((_, at) => at % 3 === 0);
  for (const [name, line, place] of toldStories) {
    await inWorld(async ({ at, shell }) => {
      shell(line);
      const folder = at(place);
      // Each host is the first to look in a world of its own; here each looks after the others have.
      await remember(folder, "said in Node");
      const textsByHost = { node: await textsOf(folder) };
      const run = (words, input = "") => spawnSync(program, words, { cwd: folder, encoding: "utf8", input }).stdout;
      textsByHost.shell = JSON.parse(run(["--json", "notes"])).notes.map(({ text }) => text);
      const lines = [
        { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } } },
        { method: "notifications/initialized" },
        { id: 2, method: "tools/call", params: { name: "notes", arguments: {} } },
      ];
      const served = run(["mcp", "--root", folder, "--toolset", "all"], lines.map((one) => JSON.stringify({ jsonrpc: "2.0", ...one }) + "\n").join(""));
      textsByHost.server = textsByHost.node.filter((text) => served.includes(text));
      run(["hook", "UserPromptSubmit"], JSON.stringify({ session_id: "s", cwd: folder, hook_event_name: "UserPromptSubmit", prompt: "hello" }));
      for (const [host, texts] of Object.entries(textsByHost)) assert.deepEqual(texts, textsByHost.node, `${name}: ${host}`);
      assert.equal(textsByHost.node[0], "said in Node");
      run(["remember", "said in a shell"]);
      assert.equal((await textsOf(folder))[0], "said in a shell", name);
    });
  }
});

test("of many that begin at one moment all have one memory", onUnix, () =>
  inWorld(async ({ at, shell, data }) => {
    shell("mkdir fresh; git init -q young");
    for (const name of ["fresh", "young"]) {
      const folder = at(name);
      const natives = Array.from({ length: 6 }, (_, n) => spawn(program, ["remember", `native ${n}`], { cwd: folder, stdio: "ignore" }));
      const exits = natives.map((child) => new Promise((resolve) => child.once("exit", resolve)));
      await Promise.all(Array.from({ length: 6 }, (_, n) => remember(folder, `node ${n}`)));
      assert.deepEqual([...new Set(await Promise.all(exits))], [0]);
      assert.equal((await textsOf(folder)).length, 12);
    }
    assert.equal(ids(data).length, 4);
  }));

test("a file in the place of another project's memory is refused by both hosts", onUnix, () =>
  inWorld(async ({ at, data }) => {
    const [shop, attic] = ["shop", "attic"].map((name) => idOf(data, at(name)));
    const file = (id) => join(data, "projects", id, "memory.redb");
    copyFileSync(file(attic), file(shop));
    const isRefused = (error) => error instanceof OtherProjectError && error.details.project === shop && error.details.found === attic && error.message.includes("attach");
    await assert.rejects(textsOf(at("shop")), isRefused);
    await assert.rejects(remember(at("shop"), "one more"), isRefused);
    for (const words of [["notes"], ["remember", "one more"]]) {
      const output = spawnSync(program, ["--json", ...words], { cwd: at("shop"), encoding: "utf8" });
      assert.equal(output.status, 1);
      assert.ok((output.stdout + output.stderr).includes(attic) && (output.stdout + output.stderr).includes(shop), output.stderr);
    }
    assert.deepEqual(await textsOf(at("attic")), ["of the attic"]);
  }));

test("what is recorded of a project may be damaged, and is written anew as far as it says enough", onUnix, () =>
  inWorld(async ({ at, data }) => {
    const entry = join(data, "projects", idOf(data, at("attic")), "whose");
    const damages = [
      (text) => text.replace(/^mark.*$/m, "mark zzz"),
      (text) => text.replace(/^inode.*$/m, "inode -1"),
      (text) => text.slice(0, -20),
      (text) => `${text}\nrubbish\n`,
    ];
    for (const damage of damages) {
      const text = readFileSync(entry, "utf8");
      writeFileSync(entry, damage(text));
      assert.deepEqual(await textsOf(at("attic")), ["of the attic"]);
      assert.equal(readFileSync(entry, "utf8").replace(/mark .*/, ""), text.replace(/mark .*/, ""));
    }
    appendFileSync(entry, "x".repeat(1 << 20));
    await textsOf(at("shop"));
    assert.deepEqual(await textsOf(at("shop")), ["of the shop"]);
    assert.ok(existsSync(entry));
  }));

test("the system's own folders are no projects", onUnix, async () => {
  const { no_project: refusedFolders } = JSON.parse(readFileSync(join(repository, "tests/system_folders.json"), "utf8"));
  for (const root of refusedFolders.filter((folder) => existsSync(folder) && realpathSync(folder) === folder)) await assert.rejects(open({ root }), { code: "no_folder" });
});
