// The rules of `.gitignore`, held to git itself.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

import { diskFiles } from "../dist/files/disk.js";

/** Makes a folder of these files, and compares what is found below `root` with what git would take. */
function check(files, { root = "", isRepository = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-rules-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    execFileSync("git", ["init", "-q"], { cwd: folder });
    const options = { cwd: join(folder, root), encoding: "utf8" };
    const said = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], options);
    const expected = said.split("\0").filter((path) => path !== "").sort();
    if (!isRepository) rmSync(join(folder, ".git"), { recursive: true });
    const found = diskFiles(join(folder, root)).list().files.map(({ path }) => path).sort();
    assert.deepEqual(found, expected);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const NAMES = ["a.py", "b.log", "build/x.py", "src/build/y.py", "src/a.log", "src/deep/er/z.py", "src/[x].py", "doc/frotz/a", "#hash", "!bang", "x y ", "keep.log"];
const files = (rules) => ({ ...Object.fromEntries(NAMES.map((name) => [name, ""])), ".gitignore": rules });

const RULES = {
  "a name fits at any depth": "build\n*.log\n",
  "a slash ties a pattern to its folder": "/build\nsrc/a.log\n",
  "a slash at the end means folders": "build/\na.py/\n",
  "a later line takes an earlier one back": "*.log\n!keep.log\n",
  "nothing below an ignored folder comes back": "src/\n!src/a.log\n",
  "two stars stand for any folders": "src/**/z.py\n**/y.py\ndoc/**\n",
  "two stars between letters are one": "b**.log\n",
  "a question mark is one letter, not a slash": "?.py\nsrc?build\n",
  "sets of letters": "[a-b].py\n[!a].log\n",
  "what is escaped stands for itself": "\\#hash\n\\!bang\nsrc/\\[x\\].py\nx\\ y\\ \n",
  "comments, empty lines and spaces at the end": "# a.py\n\n*.log   \n",
  "an anchored star": "/*\n!/src\n",
  "a set without an end means nothing": "[a\n",
};
for (const [name, rules] of Object.entries(RULES)) test(name, () => check(files(rules)));

test("rules nearer to a file win", () => check({ ...files("*.log\n"), "src/.gitignore": "!a.log\n" }));
test("rules above the folder hold in a repository", () => check(files("src/a.log\n/deep\nz.py\n"), { root: "src" }));
test("a folder outside any repository obeys its own rules", () => check(files("*.log\n"), { isRepository: false }));

test("a hostile pattern takes no time", () => {
  const started = performance.now();
  check({ [`${"a".repeat(200)}.py`]: "", ".gitignore": `${"*a".repeat(100)}b\n` });
  assert.ok(performance.now() - started < 5_000);
});
