// Which folder above a folder may be its project: the table that the native host is tested with too, and the notes that follow.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { test } from "node:test";

import { open } from "../dist/node.js";
import { isSystemFolder, possibleProjectFolders } from "../dist/records/reach.js";

const TABLE = JSON.parse(readFileSync(new URL("../../tests/reach.json", import.meta.url), "utf8"));

function inFolder(run) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "scrubjay-reach-")));
  try {
    return run(base);
  } finally {
    rmSync(base, { recursive: true });
  }
}

assert.ok(TABLE.length > 5);
for (const { says, home, from, git_folders, git_files, reached } of TABLE) {
  test(says, () =>
    inFolder((base) => {
      for (const folder of [home, from, ...git_folders.map((at) => `${at}/.git`)]) mkdirSync(join(base, folder), { recursive: true });
      for (const gitFolder of git_files) writeFileSync(join(base, gitFolder, ".git"), "gitdir: x");
      const folders = possibleProjectFolders(join(base, from), join(base, home)).filter((folder) => folder === base || folder.startsWith(base + sep));
      assert.deepEqual(folders.map((folder) => relative(base, folder).replaceAll(sep, "/")), reached);
    }),
  );
}

test("the folders of a system are no projects", () => {
  const table = JSON.parse(readFileSync(new URL("../../tests/system_folders.json", import.meta.url), "utf8"));
  assert.deepEqual([table.no_project.filter((folder) => !isSystemFolder(folder)), table.may_be_one.filter(isSystemFolder)], [[], []]);
});

test("a repository in a folder with notes has its own", async () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "scrubjay-reach-")));
  const homeBefore = process.env.SCRUBJAY_HOME;
  process.env.SCRUBJAY_HOME = join(base, "home");
  try {
    const [outer, inner] = [join(base, "outer"), join(base, "outer/inner")];
    mkdirSync(join(inner, ".git"), { recursive: true });
    const memory = await open({ root: outer });
    await memory.remember("of the outer folder");
    await memory.close();
    const innerMemory = await open({ root: inner });
    assert.deepEqual((await innerMemory.notes({})).notes, []);
    await innerMemory.close();
  } finally {
    if (homeBefore === undefined) delete process.env.SCRUBJAY_HOME;
    else process.env.SCRUBJAY_HOME = homeBefore;
    rmSync(base, { recursive: true });
  }
});
