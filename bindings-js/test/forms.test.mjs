// The generator of the glue on every form of type: a component that returns its arguments (`tests/forms`) is called through our glue
// and through the glue of jco. Both must return the arguments unchanged, and our glue must pass the TypeScript compiler.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { transpile } from "@bytecodealliance/jco";
import { build } from "esbuild";

const FORMS = fileURLToPath(new URL("../../target/forms", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "scrubjay-forms-"));
const runtime = {};
let ourGlue;
let jcoGlue;

before(async () => {
  const contents = `export * from "${FORMS}/generated/glue.ts"; export * from "../src/guest/abi.ts";`;
  const stdin = { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) };
  await build({ stdin, bundle: true, format: "esm", target: "node20", outfile: join(folder, "ours.mjs"), logLevel: "error" });
  Object.assign(runtime, await import(pathToFileURL(join(folder, "ours.mjs"))));
  const core = new WebAssembly.Module(readFileSync(join(FORMS, "forms.core.wasm")));
  const { exports } = new WebAssembly.Instance(core, {});
  ourGlue = runtime.bind(new runtime.Abi(exports), exports).echo;

  const { files } = await transpile(readFileSync(join(FORMS, "forms.wasm")), { name: "theirs", instantiation: { tag: "sync" }, noTypescript: true });
  for (const [name, text] of Object.entries(files)) if (!name.includes("/")) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const { instantiate } = await import(pathToFileURL(join(folder, "theirs.js")));
  jcoGlue = instantiate((name) => new WebAssembly.Module(readFileSync(join(folder, name))), {}).echo;
});

after(() => rmSync(folder, { recursive: true }));

const ok = (value) => ({ kind: "ok", ...(value !== undefined && { value }) });
const err = (value) => ({ kind: "err", ...(value !== undefined && { value }) });
const someOf = (value) => ({ kind: "some", value });
const none = { kind: "none" };
const flags = (letter, length, set) => Object.fromEntries(Array.from({ length }, (_, place) => [`${letter}${place}`, set(place)]));

const LEAVES = [{ name: "", size: 0n }, { name: "🐦".repeat(50), size: 2n ** 64n - 1n }];
const FEW = [
  { read: false, writeTwice: false, run: false },
  { read: true, writeTwice: false, run: true },
  { read: true, writeTwice: true, run: true },
];
const NARROW = [
  { kind: "whole", value: -(2 ** 31) },
  { kind: "whole", value: 2 ** 31 - 1 },
  { kind: "part", value: -0.5 },
  { kind: "part", value: Number.NEGATIVE_INFINITY },
];
const WIDE = [
  none,
  { kind: "text", value: "" },
  { kind: "text", value: "Größe 数" },
  { kind: "double", value: -0.1 },
  { kind: "double", value: Number.MAX_VALUE },
  { kind: "single", value: 1.5 },
  { kind: "long", value: -(2n ** 63n) },
  { kind: "long", value: 2n ** 63n - 1n },
  { kind: "short", value: -1 },
  { kind: "letter", value: "🐦" },
  { kind: "words", value: Uint32Array.of(0, 1, 2 ** 32 - 1) },
  ...NARROW.map((value) => ({ kind: "inner", value })),
  { kind: "when", value: undefined },
  { kind: "when", value: -1n },
  { kind: "both", value: [2 ** 32 - 1, "both"] },
  ...LEAVES.map((value) => ({ kind: "leaf", value })),
];
const MIN = {
  truth: false,
  byte: 0,
  small: -128,
  short: 0,
  signedShort: -(2 ** 15),
  whole: 0,
  signedWhole: -(2 ** 31),
  long: 0n,
  signedLong: -(2n ** 63n),
  part: -0,
  double: Number.MIN_VALUE,
  letter: "\0",
  text: "",
  bytes: new Uint8Array(),
  words: new Uint32Array(),
  shorts: [],
  longs: [],
  lists: [],
  colour: "red",
  colours: [],
  few: FEW[0],
  several: flags("a", 9, () => false),
  many: flags("b", 32, () => false),
  bare: { kind: "here" },
  wide: WIDE[0],
  wides: [],
  when: undefined,
  maybeText: undefined,
  maybeLeaf: undefined,
  maybes: [],
  nested: none,
  pair: [0, ""],
  pairs: [],
  outcome: ok(0),
  empty: ok(),
  outcomes: [],
};
const MAX = {
  truth: true,
  byte: 255,
  small: 127,
  short: 2 ** 16 - 1,
  signedShort: 2 ** 15 - 1,
  whole: 2 ** 32 - 1,
  signedWhole: 2 ** 31 - 1,
  long: 2n ** 64n - 1n,
  signedLong: 2n ** 63n - 1n,
  part: Number.POSITIVE_INFINITY,
  double: Number.NaN,
  letter: "\u{10ffff}",
  text: "\0 Größe 数 🐦",
  bytes: Uint8Array.of(0, 255),
  words: Uint32Array.of(2 ** 32 - 1),
  shorts: [-(2 ** 15), 0, 2 ** 15 - 1],
  longs: [0n, 2n ** 64n - 1n],
  lists: [[], ["a", ""], ["b"]],
  colour: "light_green",
  colours: ["light_green", "red"],
  few: FEW[2],
  several: flags("a", 9, () => true),
  many: flags("b", 32, () => true),
  bare: { kind: "not_there" },
  wide: WIDE[2],
  wides: WIDE,
  when: 0n,
  maybeText: "",
  maybeLeaf: LEAVES[1],
  maybes: [undefined, 0, 255],
  nested: someOf(undefined),
  pair: [2 ** 32 - 1, "pair"],
  pairs: [["", undefined], ["a", -1n]],
  outcome: err("why"),
  empty: err(),
  outcomes: [ok(), err("red")],
};

/** Arguments of each function, which it must return unchanged. */
const ECHOED = {
  aBool: [true, false],
  aU8: [0, 255],
  aS8: [-128, -1, 127],
  aU16: [0, 2 ** 16 - 1],
  aS16: [-(2 ** 15), -1, 2 ** 15 - 1],
  aU32: [0, 2 ** 31, 2 ** 32 - 1],
  aS32: [-(2 ** 31), -1, 2 ** 31 - 1],
  aU64: [0n, 2n ** 63n, 2n ** 64n - 1n],
  aS64: [-(2n ** 63n), -1n, 2n ** 63n - 1n],
  aF32: [0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY],
  aF64: [0, -0, 0.1, Number.NaN, Number.NEGATIVE_INFINITY, Number.MIN_VALUE],
  aChar: ["a", "\0", "数", "🐦", "\ud7ff", "\ue000", "\u{10ffff}"],
  aText: ["", "a", "Größe 数 🐦", "x".repeat(100_000)],
  aTimestamp: [-(2n ** 63n), 0n],
  bytes: [new Uint8Array(), Uint8Array.of(0, 255)],
  words: [new Uint32Array(), Uint32Array.of(0, 2 ** 32 - 1)],
  lists: [[], [[], [-1n, 2n ** 63n - 1n]]],
  letters: [[], ["a", "🐦"]],
  aColour: ["red", "light_green"],
  colours: [[], ["red", "light_green"]],
  aFew: FEW,
  aSeveral: [flags("a", 9, (place) => place === 8), flags("a", 9, (place) => place < 8)],
  aMany: [flags("b", 32, (place) => place === 31), flags("b", 32, (place) => place % 3 === 0)],
  aBare: [{ kind: "here" }, { kind: "not_there" }],
  aNarrow: NARROW,
  aWide: WIDE,
  anOnly: [{ field: 0 }, { field: 2 ** 16 - 1 }],
  aSingle: [[-128], [127]],
  aPair: [[0, ""], [2 ** 32 - 1, "pair"]],
  maybeTime: [undefined, 0n, -(2n ** 63n)],
  maybeText: [undefined, "", "text"],
  maybeLeaf: [undefined, ...LEAVES],
  maybeWide: [undefined, ...WIDE],
  maybeMaybe: [none, someOf(undefined), someOf(0), someOf(7)],
  maybes: [[], [undefined, "", "text"]],
  outcomes: [[], [ok(), err(""), err("why")]],
  manyThings: [[], [MIN, MAX, MIN]],
  allAtOnce: [MIN, MAX],
};

/** Arguments that the glue must refuse: the name in the error, the function, and the argument. */
const REFUSED = [
  ["value", "aBool", 1],
  ["value", "aU8", 256],
  ["value", "aU8", -1],
  ["value", "aS8", 128],
  ["value", "aU16", 0.5],
  ["value", "aS16", 2 ** 15],
  ["value", "aS32", 2 ** 31],
  ["value", "aS32", "1"],
  ["value", "aU64", 1],
  ["value", "aS64", 2n ** 63n],
  ["value", "aF32", "1"],
  ["value", "aChar", ""],
  ["value", "aChar", "ab"],
  ["value", "aChar", "\ud800"],
  ["value", "letters", ["ab"]],
  ["value", "aColour", "green"],
  ["run", "aFew", { read: true, writeTwice: true }],
  ["value", "aFew", null],
  ["value", "aBare", { kind: "elsewhere" }],
  ["value", "aBare", undefined],
  ["part", "aNarrow", { kind: "part", value: "1" }],
  ["size", "aWide", { kind: "leaf", value: { name: "a", size: 1 } }],
  ["both", "aWide", { kind: "both", value: [1] }],
  ["field", "anOnly", { field: 2 ** 16 }],
  ["value", "aPair", [1, "a", 2]],
  ["value", "maybeTime", 1],
  ["value", "maybeLeaf", null],
  ["some", "maybeMaybe", someOf("7")],
  ["value", "maybes", [null]],
  ["err", "anOutcome", err(1)],
  ["value", "anOutcome", { kind: "neither" }],
  ["signedLong", "manyThings", [{ ...MIN, signedLong: 1 }]],
  ["nested", "allAtOnce", { ...MIN, nested: 1 }],
  ["lists", "allAtOnce", { ...MIN, lists: [[1]] }],
];

test("the glue of every form is sound TypeScript", () => {
  const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  execFileSync(process.execPath, [compiler, "-p", fileURLToPath(new URL("forms", import.meta.url))], { stdio: "inherit" });
});

for (const [name, values] of Object.entries(ECHOED)) {
  test(`${name} comes back as it went in`, () => {
    for (const value of values) checkBoth(name, [value], value);
  });
}

test("a result inside a value comes back", () => {
  for (const value of [ok(0), ok(2 ** 32 - 1), err(""), err("why")]) checkBoth("anOutcome", [value], [value]);
});

test("arguments that are too many for numbers come back", () => {
  for (const wide of WIDE) {
    const given = [-1n, "m", 7n, wide, FEW[1], [7, "pair"], NARROW[2], { kind: "not_there" }];
    checkBoth("gathered", given, given);
  }
});

test("a function may return nothing", () => checkBoth("nothing", ["text"], undefined));

test("a refusal is thrown with what it carries, if anything", () => {
  checkBoth("either", [undefined], undefined);
  checkRefused("either", ["why"], undefined);
  checkBoth("onlyRefused", [undefined], undefined);
  for (const wide of WIDE) checkRefused("onlyRefused", [wide], wide);
  checkBoth("onlyDone", ["done"], "done");
  checkRefused("onlyDone", [undefined], undefined);
  checkBoth("doneOrRefused", [ok(LEAVES[1])], LEAVES[1]);
  checkRefused("doneOrRefused", [err("light_green")], "light_green");
});

test("what is not of its type is refused by the name of the argument, or of the member", () => {
  for (const [argument, name, value] of REFUSED) {
    assert.throws(() => ourGlue[name](value), (error) => error instanceof runtime.BadArgument && error.argument === argument, `${name} ${argument}`);
  }
});

function checkBoth(name, given, expected) {
  assert.deepEqual(ourGlue[name](...given), expected, `ours: ${name}`);
  assert.deepEqual(plain(jcoGlue[name](...given.map(asJcoHas))), plain(asJcoHas(expected)), `theirs: ${name}`);
}

function checkRefused(name, given, expected) {
  assert.throws(() => ourGlue[name](...given), (error) => error instanceof runtime.Refused && (assert.deepEqual(error.payload, expected), true));
  const isSamePayload = (error) => (assert.deepEqual(plain(error.payload), plain(asJcoHas(expected))), true);
  assert.throws(() => jcoGlue[name](...given.map(asJcoHas)), isSamePayload);
}

/** Cases with a hyphen in the WIT: our spelling, and that of jco. */
const HYPHENED = new Map([["light_green", "light-green"], ["not_there", "not-there"]]);
/** Our names of the members of a variant, and those of jco. */
const OF_VARIANTS = new Map([["kind", "tag"], ["value", "val"]]);

function asJcoHas(value) {
  if (typeof value === "string") return HYPHENED.get(value) ?? value;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(asJcoHas);
  const named = (name) => ("kind" in value ? OF_VARIANTS.get(name) : undefined) ?? name;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [named(name), asJcoHas(item)]));
}

/** A copy without undefined members, and with arrays of numbers in place of typed ones. */
function plain(value) {
  if (ArrayBuffer.isView(value)) return [...value];
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : [[name, plain(item)]])));
}
