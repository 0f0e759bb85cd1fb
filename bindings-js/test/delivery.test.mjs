// Deliveries in JavaScript: runs the example of the documentation unchanged.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

test("the documentation's example tells an open task and lists that it was told", (t) => {
  const page = readFileSync(new URL("../../docs/delivery.md", import.meta.url), "utf8");
  const [, example] = /```js\n(.*?)```/s.exec(page);
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-delivery-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const source = example.replace('"scrubjay"', JSON.stringify(new URL("../dist/node.mjs", import.meta.url).href));
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", source], { cwd: folder, encoding: "utf8" });
  assert.match(output, /> open task, .*: mend the shelf\n> task shelf, active\n\n1\n$/);
});
