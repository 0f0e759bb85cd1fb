// A link, pipe, socket or folder at the path of each of Scrubjay's own files and folders. Nothing in Node may wait for it, follow it, or
// change anything outside. Each name is tried in a process of its own, so that a hang is noticed.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, existsSync, ftruncateSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { ScrubjayError, open } from "../dist/node.js";

/** The milliseconds after which a process counts as hanging: many times as long as a process takes. */
const FOR_EVER = 120_000;
const isUnix = process.platform !== "win32";
const repository = fileURLToPath(new URL("../..", import.meta.url));
const program = join(process.env.CARGO_TARGET_DIR ?? join(repository, "target"), "debug", "scrubjay");

/** Creates each kind of thing at a path; links lead to the folder `outside`. */
const KINDS = {
  "a link to a file": (name, outside) => symlinkSync(join(outside, "full"), name),
  "a link to an empty file": (name, outside) => symlinkSync(join(outside, "empty"), name),
  "a link to nothing": (name, outside) => symlinkSync(join(outside, "new"), name),
  "a link to a folder": (name, outside) => symlinkSync(join(outside, "folder"), name),
  "a link to zeros": (name) => symlinkSync("/dev/zero", name),
  "a pipe": (name) => void execFileSync("mkfifo", [name]),
  "a folder": (name) => mkdirSync(name),
  "a socket": (name) => new Promise((resolve) => createServer().listen(name, resolve).unref()),
  "a huge file": (name) => {
    const fd = openSync(name, "w");
    ftruncateSync(fd, 2 ** 40);
    closeSync(fd);
  },
};

const OF_PROJECT = [
  ".scrubjay", ".scrubjay/.gitignore", ".scrubjay/mark", ".scrubjay/id", ".scrubjay/index.redb", ".scrubjay/index.redb.new", ".scrubjay/index.lock",
  ".scrubjay/index.lock.js", ".scrubjay/index.turn", ".scrubjay/index.turn.new", ".git", ".git/config", ".git/info", ".git/info/exclude",
  ".git/scrubjay-mark", ".git/commondir", ".gitignore", ".scrubjayignore",
];
const OF_USER = ["stamps", "projects", "whose.lock", "config.json", "cache", "cache/indexes"];
const OF_MEMORY = [
  "memory.redb", "memory.lock", "memory.lock.takeover", "memory.turn", "memory.spool", "memory.spool/00.of.1.1.0.batch",
  "memory.spool/00.of.1.1.0.draft", "memory.backups", "memory.before-1.redb", "memory.redb.erased.1.1.0", "root", "whose",
];

/** Makes a project, a user's folder, and a folder outside that no call may change; `end` removes them. */
function world() {
  const [project, home, outsideFolder] = ["project", "home", "outside"].map((name) => mkdtempSync(join(tmpdir(), `scrubjay-${name}-`)));
  process.env.SCRUBJAY_HOME = home;
  for (const [file, text] of [[join(project, "a.py"), "def good():\n    return 1\n"], [join(project, ".git/HEAD"), "x\n"], [join(outsideFolder, "full"), "theirs\n"], [join(outsideFolder, "empty"), ""], [join(outsideFolder, "folder/theirs"), "theirs\n"]]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { project, home, outside: outsideFolder, end: () => [project, home, outsideFolder].forEach((folder) => rmSync(folder, { recursive: true, force: true })) };
}

function canary(outsideFolder) {
  const files = readdirSync(outsideFolder, { recursive: true }).sort();
  return files.map((name) => [name, statSync(join(outsideFolder, name)).mtimeMs, lstatSync(join(outsideFolder, name)).isFile() ? readFileSync(join(outsideFolder, name), "utf8") : ""]);
}

/** The calls that are tried; any error must be a `ScrubjayError`. */
const CALLS = {
  index: (memory) => memory.index(),
  find: (memory) => memory.graph.find("good"),
  remember: (memory) => memory.remember("a note"),
  notes: (memory) => memory.notes(),
  erase: (memory) => memory.erase([]),
};

async function tried(call) {
  try {
    return await call();
  } catch (error) {
    assert.ok(error instanceof ScrubjayError, error?.stack);
    return error;
  }
}

async function useAll(root) {
  for (const call of Object.values(CALLS)) {
    const memory = await tried(() => open({ root }));
    if (memory instanceof ScrubjayError) continue;
    await tried(() => call(memory));
    await tried(() => memory.close());
  }
}

/** Puts each kind of thing at the path of one name, and tries all calls. Runs in a process of its own. */
async function check(name) {
  for (const [kind, make] of Object.entries(KINDS)) {
    const { project, home, outside, end } = world();
    try {
      if (OF_MEMORY.includes(name)) await useAll(project);
      const folder = OF_PROJECT.includes(name) ? project : OF_USER.includes(name) ? home : join(home, "projects", readdirSync(join(home, "projects"))[0]);
      const canaryBefore = canary(outside);
      const path = join(folder, name);
      rmSync(path, { recursive: true, force: true });
      mkdirSync(dirname(path), { recursive: true });
      await make(path, outside);
      await useAll(project);
      assert.deepEqual(canary(outside), canaryBefore, `${kind} as ${name}`);
    } finally {
      end();
    }
  }
}

const child = process.env.SCRUBJAY_TEST_NAME;
if (child !== undefined) await check(child).then(() => process.exit(0));

for (const name of [...OF_PROJECT, ...OF_USER, ...OF_MEMORY]) {
  test(`nothing in the place of ${name} is followed or waited for`, { skip: !isUnix }, () => {
    const env = { ...process.env, SCRUBJAY_TEST_NAME: name };
    delete env.NODE_TEST_CONTEXT;
    const { status, signal, stderr } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { env, encoding: "utf8", timeout: FOR_EVER, killSignal: "SIGKILL" });
    assert.deepEqual([status, signal], [0, null], stderr);
  });
}

/** Runs `use` in a new world, and removes its folders. */
async function inWorld(use) {
  const homeBefore = process.env.SCRUBJAY_HOME;
  const madeWorld = world();
  try {
    await use(madeWorld);
  } finally {
    if (homeBefore === undefined) delete process.env.SCRUBJAY_HOME;
    else process.env.SCRUBJAY_HOME = homeBefore;
    madeWorld.end();
  }
}

async function remember(root, text) {
  const memory = await open({ root });
  await memory.remember(text).finally(() => memory.close());
}

const textsOf = async (root) => {
  const memory = await open({ root });
  const { notes } = await memory.notes().finally(() => memory.close());
  return notes.map(({ text }) => text);
};

test("rules of our folder that are a link are refused by name", { skip: !isUnix }, () => inWorld(async ({ project, outside }) => {
  mkdirSync(join(project, ".scrubjay"));
  const path = join(project, ".scrubjay/.gitignore");
  symlinkSync(join(outside, "empty"), path);
  const memory = await open({ root: project });
  await assert.rejects(memory.index(), (error) => error.code === "link" && error.details.path === path);
  await memory.close();
}));

// Once, Node refused the link, while the command line said that another user had made the index.
test("an index whose stamps lie behind a link is not known, and a run refuses the link by name, as on the command line", { skip: !isUnix }, () => inWorld(async ({ project, home, outside }) => {
  const memory = await open({ root: project });
  await memory.index();
  await memory.close();
  const stamps = join(home, "stamps");
  renameSync(stamps, join(outside, "stamps"));
  symlinkSync(join(outside, "stamps"), stamps);
  const canaryBefore = canary(outside);
  const readIndex = () => open({ root: project, purpose: "reading" }).then((reader) => reader.graph.find("good"));
  await assert.rejects(readIndex, { code: "foreign" });
  const runIndex = () => open({ root: project }).then((writer) => writer.index());
  await assert.rejects(runIndex, (error) => error.code === "link" && error.details.path === stamps);
  const native = (...words) => JSON.parse(spawnSync(program, ["--json", "--root", project, ...words], { encoding: "utf8" }).stdout).error.code;
  assert.deepEqual([native("find", "good", "--as-is"), native("index")], ["foreign", "link"]);
  assert.deepEqual(canary(outside), canaryBefore);
}));

test("a mark that says nothing is left anew, and no id of an older release is believed", () =>
  inWorld(async ({ project, home }) => {
    const path = join(project, ".git/scrubjay-mark");
    await remember(project, "first");
    const mark = readFileSync(path, "utf8");
    for (const text of ["", "\n", "nonsense\n", "0".repeat(100_000)]) {
      writeFileSync(path, text);
      assert.deepEqual(await textsOf(project), ["first"]);
      assert.equal(readFileSync(path, "utf8"), mark);
    }
    writeFileSync(join(project, ".git/scrubjay-id"), "0".repeat(32));
    assert.deepEqual(await textsOf(project), ["first"]);
    assert.equal(readdirSync(join(home, "projects")).length, 1);
  }));

test("a git file leads only to a repository that says the same", () => inWorld(async ({ project, outside }) => {
  const otherGit = join(outside, "folder/.git");
  mkdirSync(join(otherGit, "info"), { recursive: true });
  writeFileSync(join(otherGit, "info/exclude"), "a.py\n");
  const canaryBefore = canary(outside);
  rmSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(project, "evil"));
  writeFileSync(join(project, ".git"), "gitdir: evil\n");
  writeFileSync(join(project, "evil/commondir"), otherGit);
  writeFileSync(join(project, "evil/gitdir"), join(project, ".git"));
  await remember(project, "mine");
  const memory = await open({ root: project });
  await memory.index();
  assert.equal((await memory.graph.find("good")).hits.length, 1, "rules of another repository held");
  await memory.close();
  assert.deepEqual(canary(outside), canaryBefore);
}));

test("a relative home is refused, and nothing is made in the working folder", () => inWorld(async ({ project }) => {
  process.env.SCRUBJAY_HOME = "a-relative-home";
  await assert.rejects(remember(project, "a note"), (error) => error.message.includes("set SCRUBJAY_HOME"));
  assert.ok(!existsSync("a-relative-home"));
}));

test("what killed processes left beside a memory goes with the next note", () => inWorld(async ({ project, home }) => {
  await remember(project, "first");
  const folder = join(home, "projects", readdirSync(join(home, "projects"))[0]);
  const leftovers = ["memory.lock.draft.2147483632.1.0.k2", "memory.redb.erased.2147483632.1.0", "memory.spool/00.of.2147483632.1.0.draft"];
  for (const name of leftovers) writeFileSync(join(folder, name), "words of a note");
  await remember(project, "second");
  assert.deepEqual(leftovers.filter((name) => existsSync(join(folder, name))), []);
}));
