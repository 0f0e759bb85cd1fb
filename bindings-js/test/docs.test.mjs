// Runs the examples of `docs/guide/javascript.md` that state their output, and compares.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const page = readFileSync(pathOf("../../docs/guide/javascript.md"), "utf8");
const examples = [...page.matchAll(/```js\n((?:(?!```).*\n)*)```\n\n```text\n((?:(?!```).*\n)*)```/g)];

test("each example of the page prints what it says", () => {
  assert.equal(examples.length, page.match(/```text/g).length);
  assert.ok(examples.length >= 3, `${examples.length}`);
  for (const [, example, expected] of examples) {
    const base = mkdtempSync(join(tmpdir(), "scrubjay-docs-"));
    try {
      const folder = join(base, "project");
      cpSync(pathOf("../../examples/embed-rust/project"), folder, { recursive: true });
      mkdirSync(join(base, "node_modules"));
      symlinkSync(pathOf(".."), join(base, "node_modules/scrubjay"));
      writeFileSync(join(folder, "example.mjs"), example);
      const env = { ...process.env, SCRUBJAY_HOME: join(base, "home"), NO_COLOR: "1" };
      assert.equal(execFileSync(process.execPath, ["example.mjs"], { cwd: folder, env, encoding: "utf8" }), expected, example);
    } finally {
      rmSync(base, { recursive: true });
    }
  }
});
