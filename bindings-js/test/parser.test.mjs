// Trees equal those of the native host word for word, for the files of every story and of this repository.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Parser } from "../dist/parser.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(repository, "target");
/** The output of the program that parses as the native host does (`tests/trees/main.rs`). */
const native = (...words) => execFileSync(join(target, "debug", "trees"), words, { encoding: "utf8", maxBuffer: 1 << 28 });

const languages = new Map(JSON.parse(native("languages")).map((language) => [language.name, language]));
const module = (name) => readFileSync(new URL(`../dist/parsers/${name}.wasm`, import.meta.url));
const load = async (name, language = name) => new Parser(await WebAssembly.compile(module(name)), languages.get(language));

/** Parses every file of a folder that the native host parses, and compares the trees. */
async function compare(folder) {
  const parsers = new Map();
  const lines = native("files", folder).trim().split("\n");
  for (const line of lines) {
    const [expected, flags, language, path] = /^(\S+) (\d) (\S+) (.*)$/.exec(line).slice(1);
    if (!parsers.has(language)) parsers.set(language, await load(language));
    const tree = parsers.get(language).parse(readFileSync(join(folder, path)));
    assert.equal(createHash("sha256").update(tree.nodes).digest("hex"), expected, path);
    assert.equal(Number(tree.hasErrors) + 2 * Number(tree.cutShort), Number(flags), path);
  }
  return { nFiles: lines.length, languages: [...parsers.keys()].sort() };
}

function temporary(use) {
  const folder = mkdtempSync(join(tmpdir(), "scrubjay-trees-"));
  const clear = () => rmSync(folder, { recursive: true });
  return Promise.resolve(use(folder)).finally(clear);
}

test("the files of every story have the native host's trees", () =>
  temporary(async (folder) => {
    native("stories", folder);
    const { nFiles, languages: met } = await compare(folder);
    assert.ok(nFiles > 100, `${nFiles} files`);
    assert.deepEqual(met, [...languages.keys()].sort(), "every language has a story");
  }));

test("a repository has the native host's trees", async () => {
  const { nFiles } = await compare(repository);
  assert.ok(nFiles > 200, `${nFiles} files`);
});

test("letters of any script, line ends of any kind and no text at all have the native host's trees", () =>
  temporary(async (folder) => {
    const texts = {
      "a.py": "größe = 'ß'\ndef 数える(物):\r\n\treturn f'{物!r:>{größe}} 🐦'\n\u00a0\n",
      "b.js": "const größe = `🐦 ${1}`\u2028let 物 = 1\n/* \u00a0 */ x\u00a0= 2\n</div>\n",
      "c.ts": "let é: string = 'é'\u2029type 物<T> = T extends infer U ? U : never\n",
      "d.tsx": "const a = <p>\u00a0é 物 &nbsp;🐦</p>;\n",
      "e.rs": "fn größe<'ä>(物: &'ä str) -> char { r#\"🐦\"#; 'ß' }\n",
      "empty.py": "",
      "deep.py": `${"(".repeat(20_000)}1`,
      "broken.rs": "fn fn fn {{{ impl",
    };
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    assert.equal((await compare(folder)).nFiles, Object.keys(texts).length);
  }));

test("bytes that are not UTF-8 and modules of another language are refused, and the parser goes on", async () => {
  const parser = await load("python");
  assert.equal(parser.parse(Uint8Array.of(0x66, 0xff, 0xfe)), undefined);
  assert.ok(parser.parse(new TextEncoder().encode("def f(): pass\n")).nodes.length > 0);
  await assert.rejects(load("rust", "python"), { message: "the module is not a parser of python" });
});

test("a parser that traps is made anew, and a file that stops it three times is refused", async () => {
  let nInstances = 0;
  const { Instance } = WebAssembly;
  let nTraps = 0;
  // No text is known that stops a grammar: instances are made here that stop when they are told to.
  WebAssembly.Instance = function (compiled, imports) {
    nInstances += 1;
    const { exports } = new Instance(compiled, imports);
    const parse = (...words) => {
      if (nTraps === 0) return exports.parse(...words);
      nTraps -= 1;
      throw new WebAssembly.RuntimeError("unreachable");
    };
    return { exports: { ...exports, parse } };
  };
  try {
    const parser = await load("python");
    const text = new TextEncoder().encode("x = 1\n");
    nTraps = 2;
    assert.ok(parser.parse(text).nodes.length > 0, "the third try succeeds");
    assert.equal(nInstances, 3);
    nTraps = 3;
    assert.throws(() => parser.parse(text), { message: "the parser of python stopped" });
    assert.ok(parser.parse(text).nodes.length > 0);
  } finally {
    WebAssembly.Instance = Instance;
  }
});

test("every list of languages names the same ones, for each of which there is a module", () => {
  const text = (name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
  const allNames = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();
  const features = allNames(text("parser/Cargo.toml").split("[features]")[1], /^([a-z]+) = \[/gm);
  assert.deepEqual(allNames(text("dist/addresses.js"), /parsers\/([a-z]+)\.wasm/g), features);
  assert.deepEqual(allNames(text("dist/inline.js"), /inline\/([a-z]+)\.wasm\.js/g), [...features, "scrubjay"].sort());
  assert.deepEqual(readdirSync(new URL("../dist/parsers", import.meta.url)).map((name) => name.replace(".wasm", "")).sort(), features);
});
