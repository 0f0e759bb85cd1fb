// No files of the package import each other in a circle. Imports of types count.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const src = fileURLToPath(new URL("../src/", import.meta.url));

/** The paths of the files from which a file imports or re-exports. */
function importsOf(path, text) {
  const importMatches = text.matchAll(/(?:\bfrom|\bimport\(|^import)\s*"(\.[^"]+)\.js"/gm);
  return [...importMatches].map(([, to]) => `${posix.join(posix.dirname(path), to)}.ts`);
}

/** The first circle of imports: its paths in order, the first one again at the end. Undefined if there is none. */
function circleIn(imports) {
  const doneFiles = new Set();
  const follow = (path, way) => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (doneFiles.has(path)) return undefined;
    for (const imported of imports.get(path) ?? []) {
      const circle = follow(imported, [...way, path]);
      if (circle !== undefined) return circle;
    }
    doneFiles.add(path);
    return undefined;
  };
  for (const path of imports.keys()) {
    const circle = follow(path, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

test("a circle is found and named", () => {
  const texts = { "a.ts": 'import { b } from "./in/b.js";', "in/b.ts": 'import type {\n  C,\n} from "../c.js";', "c.ts": 'const a = await import("./a.js");' };
  const imports = (texts) => new Map(Object.entries(texts).map(([path, text]) => [path, importsOf(path, text)]));
  assert.deepEqual(circleIn(imports(texts)), ["a.ts", "in/b.ts", "c.ts", "a.ts"]);
  assert.equal(circleIn(imports({ ...texts, "c.ts": 'import "node:fs";' })), undefined);
});

test("no file imports one that imports it", () => {
  const files = readdirSync(src, { recursive: true }).filter((name) => name.endsWith(".ts"));
  assert.ok(files.length > 100, `${files.length} files`);
  const imports = new Map(files.map((name) => name.replaceAll("\\", "/")).map((path) => [path, importsOf(path, readFileSync(`${src}${path}`, "utf8"))]));
  assert.ok([...imports.values()].flat().length > 500);
  assert.equal(circleIn(imports)?.join(" → "), undefined);
});
