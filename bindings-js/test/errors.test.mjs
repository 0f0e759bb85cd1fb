// Classes of errors: `instanceof` holds even if a process has loaded the package twice; messages are those of the native host.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import * as imported from "../dist/node.mjs";

const required = createRequire(import.meta.url)("../dist/node.cjs");

const failed = (call) => call.then(() => assert.fail("it was not refused"), (error) => error);

// A program may import the package and have a dependency that requires it: then two copies are loaded.
test("a failure of one copy of the package is one of the other, by its class too", async () => {
  for (const [thrower, otherCopy] of [[imported, required], [required, imported]]) {
    const error = await failed(thrower.open({ root: 7 }));
    assert.ok(error instanceof otherCopy.ScrubjayError && error instanceof otherCopy.InvalidError);
    assert.ok(!(error instanceof otherCopy.UnknownError) && !(error instanceof otherCopy.ClosedError));
    const memory = await thrower.open({ files: new Map() });
    await memory.close();
    assert.ok((await failed(memory.status())) instanceof otherCopy.ClosedError);
  }
});

// Once, an uncaught error of a minified page was called `We`.
test("a failure has its class's name also where a bundler has given the class another one", async () => {
  const { outputFiles } = await build({ entryPoints: [fileURLToPath(new URL("../dist/errors.js", import.meta.url))], bundle: true, minify: true, format: "esm", write: false });
  const minified = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
  for (const { createError } of [minified, await import("../dist/errors.js")]) {
    const error = createError("newer_format", 7, "it is newer");
    assert.equal(String(error), "NewerFormatError: it is newer");
    assert.equal(error.toJSON().name, "NewerFormatError");
  }
  for (const [name, errorClass] of Object.entries(imported).filter(([name]) => /^[A-Z].*Error$/.test(name) && name !== "ScrubjayError")) {
    const code = name.slice(0, -"Error".length).replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    assert.equal(new errorClass(code, undefined, "why").name, name);
  }
});

test("what is no failure of the package is not taken for one, and classes of a caller's own stay apart", async () => {
  class Own extends imported.InvalidError {}
  const error = await failed(imported.open({ root: 7 }));
  assert.ok(!(error instanceof Own));
  assert.ok(new Own("invalid", { argument: "a", why: "b" }, "a: b") instanceof Own);
  for (const value of [undefined, null, 7, "invalid", new Error("invalid"), { code: "invalid" }]) {
    assert.ok(!(value instanceof imported.ScrubjayError) && !(value instanceof imported.InvalidError));
  }
});

/** The native host's message for each refusal, with the names of its values in braces. */
function wordsOfNative() {
  const source = readFileSync(new URL("../../host-native/src/error.rs", import.meta.url), "utf8");
  const refusals = source.slice(source.indexOf("fn refusal(error"));
  const refusalArm = /types::Error::(\w+)(?:\(\w+\))? => (?:\{(?:(?!types::Error)[^])*?)?write!\(f, "([^"]+)"(?:, ([^)]*))?\)/g;
  return [...refusals.matchAll(refusalArm)].map(([, name, words, given = ""]) => {
    const gaps = given.split(",").map((gap) => gap.trim().split(".").at(-1)).filter(Boolean);
    const tag = name.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    return { tag, words: words.replaceAll("{}", () => `{${gaps.shift()}}`) };
  });
}

// The command line and Python have the messages of the native host: a model may read the errors of several hosts.
test("a refusal is told in the words of the native host", async () => {
  const { errorOfRefusal } = await import("../dist/errors.js");
  const limit = { what: "tokens", actual: 9, limit: 7 };
  const id = { id: "abc" };
  const ambiguousName = (firstLine, what) => ({ name: "add", suggestions: [], candidates: [{ id: "one", firstLine }], n_candidates: 4, nCandidates: 4, what });
  const values = { invalid: { argument: "text", why: "it is empty" }, too_large: limit, full: limit, floor: limit, unknown: { ...ambiguousName(1), namedIn: [] }, newer_format: { format: 7 }, expired: id, withheld: id };
  const plainValues = { newer_format: 7, expired: "abc", withheld: "abc" };
  // Here the next step is a method.
  const endings = { ambiguous: ": one, …", not_indexed: ": call index() first" };
  const native = wordsOfNative();
  assert.equal(native.length, 13);
  for (const { tag, words } of native) {
    for (const value of tag === "ambiguous" ? [ambiguousName(0, "files"), ambiguousName(1, "symbols")] : [values[tag]]) {
      const said = words.replace(/\{(\w+)\}/g, (_, gap) => value[gap]);
      assert.equal(errorOfRefusal({ kind: tag, value: plainValues[tag] ?? value }).message, `${said}${endings[tag] ?? ""}`);
    }
  }
});

test("what a name could mean, and what comes close to it, stand in the message", async () => {
  const memory = await imported.open({ files: new Map(["a", "b", "c", "d"].map((name) => [`${name}.py`, "def restock():\n    pass\n"])) });
  await memory.index();
  const ambiguous = await failed(memory.graph.source("restock"));
  assert.equal(ambiguous.message, "restock could mean 4 symbols: a.py#restock, b.py#restock, c.py#restock, …");
  assert.equal((await memory.graph.callers("restock")).meanings.length, 4);
  const unknown = await failed(memory.graph.callers("restok"));
  assert.equal(unknown.message, "nothing is called restok; did you mean: restock");
});
