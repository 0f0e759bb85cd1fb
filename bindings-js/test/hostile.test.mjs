// Pipes, devices, endless rules, and links out of the folder: no run in Node waits for them, follows them or runs out of memory, and the
// report names each.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { diskFiles } from "../dist/files/disk.js";
import { Rules } from "../dist/files/rules.js";
import { open } from "../dist/node.js";

const GOOD = "def good():\n    return 1\n";
/** Every file that has ignore rules, or that names one. */
const RULES = [".gitignore", ".scrubjayignore", ".git/config", ".git/info/exclude", "in/.gitignore"];

/** Runs `use` in a repository of these texts by path and two good files. */
async function folderOf(files, use) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-hostile-"));
  try {
    for (const [path, text] of Object.entries({ ".git/info/x": "", "in/good.py": GOOD, "good.py": GOOD, ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const pipe = (file) => void execFileSync("mkfifo", [file]);
const pathsOf = (listed) => listed.map(({ path }) => path).sort();
const isUnix = process.platform !== "win32";

const KINDS = {
  "a pipe": pipe,
  "a link to what has no end": (file) => symlinkSync("/dev/zero", file),
  "a link to a file beside it": (file) => symlinkSync("good.py", file),
  "a socket": (file) => new Promise((resolve) => createServer().listen(file, resolve).unref()),
};
for (const [kind, make] of Object.entries(KINDS)) {
  test(`rules in ${kind} are told of and not waited for`, { skip: !isUnix }, async () => {
    for (const path of RULES) {
      await folderOf({}, async (folder) => {
        await make(join(folder, path));
        const { files, unreachable } = diskFiles(folder).list();
        assert.deepEqual([pathsOf(files), pathsOf(unreachable)], [["good.py", "in/good.py"], [path]]);
      });
    }
  });
}

test("files that turn into pipes and links are refused, and so are those behind a link", { skip: !isUnix }, () =>
  folderOf({ "a.py": GOOD, "b.py": GOOD }, async (folder) => {
    const files = diskFiles(folder);
    assert.equal(files.list().files.length, 4);
    for (const name of ["a.py", "b.py"]) unlinkSync(join(folder, name));
    pipe(join(folder, "a.py"));
    symlinkSync("/etc/hostname", join(folder, "b.py"));
    renameSync(join(folder, "in"), join(folder, "out"));
    symlinkSync("out", join(folder, "in"));
    for (const [path, why] of [["a.py", /not an ordinary file/], ["b.py", /is a link/], ["in/good.py", /a link leads to it/]]) {
      assert.throws(() => files.read(path), why, path);
    }
    assert.deepEqual(pathsOf(files.list().files), ["good.py", "out/good.py"]);
  }));

test("files that turn into pipes during a run do not stop it", { skip: !isUnix }, () =>
  folderOf({ "a.py": GOOD, "b.py": GOOD }, async (folder) => {
    const memory = await open({ root: folder, store: "memory" });
    const onProgress = ({ stage }) => {
      if (stage !== "walked") return;
      unlinkSync(join(folder, "a.py"));
      pipe(join(folder, "a.py"));
    };
    const { problems } = await memory.index({ onProgress });
    assert.deepEqual(problems.map(({ path, kind }) => [path, kind]), [["a.py", "unreadable"]]);
    unlinkSync(join(folder, "b.py"));
    pipe(join(folder, "b.py"));
    await memory.prepare("good");
    await memory.close();
  }));

test("of rules without measure the first ones hold, and the rest are told of", () => {
  const manyRules = Array.from({ length: 200_000 }, (_, place) => `foo${place}/**/bar*\n`).join("");
  return folderOf({ ".gitignore": `in/\n${manyRules}good.py\n`, ".scrubjayignore": `/${"x".repeat(10_000)}\n` }, (folder) => {
    const { files, unreachable } = diskFiles(folder).list();
    assert.deepEqual(pathsOf(files), [".gitignore", ".scrubjayignore", "good.py"]);
    assert.deepEqual(pathsOf(unreachable), [".gitignore", ".scrubjayignore"]);
  });
});

test("rules beyond the most that hold are counted, with those above them", () => {
  const appliedCounts = [];
  const noteCount = ({ nApplied }) => appliedCounts.push(nApplied);
  const text = Array.from({ length: 10_007 }, (_, place) => `foo${place}/**/bar*\n`).join("");
  const rules = Rules.none().with(".gitignore", "", text, "", noteCount).with(".gitignore", "in/", "a\nb\n", "", noteCount).with(".scrubjayignore", "in/", "a\n", "", noteCount);
  assert.deepEqual(appliedCounts, [10_000, 0]);
  assert.deepEqual(["foo0/in/bar.py", "foo10000/in/bar.py", "in/a"].map((path) => rules.ignores(path, false)), [true, false, true]);
});

test("a path about which rules cannot decide is undecided before long", () => {
  const path = `${"aa/".repeat(200)}${"a".repeat(200)}`;
  for (const line of ["*a*a*a*a*a*a*a*a*a[b]", "**/a*/**/a*/**/a*/**/[b]", "**/**/**/**/**/**/**/**/[b]", "[a-z]*[a-z]*[a-z]*[0-9]"]) {
    const rules = Rules.none().with(".gitignore", "", `${line}\n`.repeat(500));
    assert.deepEqual([rules.ignores(path, false), rules.ignores("c", false)], [undefined, false], line);
  }
});
