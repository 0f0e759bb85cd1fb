// The package in one script that a bundler made for Node.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const PROGRAM = `
  import { open } from "scrubjay";
  const memory = await open({ files: new Map([["a.py", "def one():\\n    pass\\n"]]) });
  await memory.index();
  console.log((await memory.graph.find("one")).hits[0].symbol.id);
`;

test("a bundled program finds the modules in the package that it was bundled from", async () => {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-bundled-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(PACKAGE, join(folder, "node_modules/scrubjay"));
    const script = join(folder, "program.mjs");
    await build({ stdin: { contents: PROGRAM, resolveDir: folder }, bundle: true, platform: "node", format: "esm", outfile: script, logLevel: "error" });
    assert.equal(String(execFileSync(process.execPath, [script])).trim(), "a.py#one");
    await build({ stdin: { contents: `(async () => {${PROGRAM.replace("import { open } from", "const { open } = require(").replace('";', '");')}})()`, resolveDir: folder }, bundle: true, platform: "node", format: "cjs", outfile: join(folder, "program.cjs"), logLevel: "error" });
    assert.equal(String(execFileSync(process.execPath, [join(folder, "program.cjs")])).trim(), "a.py#one");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// Bundlers include a module only if its URL is written out in full.
test("Node's entries spell out the address of each module", () => {
  for (const entry of ["node.mjs", "node.cjs"]) {
    const text = readFileSync(new URL(`../dist/${entry}`, import.meta.url), "utf8");
    assert.deepEqual(text.match(/new URL\(`/g), null, entry);
    assert.equal(text.match(/new URL\("\.\/[a-z/]+\.wasm"/g)?.length, 8, entry);
  }
});
