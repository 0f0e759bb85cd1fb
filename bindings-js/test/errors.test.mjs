// Failures as programs tell them apart: by class, also where one process holds the package twice.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import * as imported from "../dist/node.mjs";

const required = createRequire(import.meta.url)("../dist/node.cjs");

const failed = (call) => call.then(() => assert.fail("it was not refused"), (error) => error);

// A program that imports the package and has a dependency which requires it could not tell whose refusal it met.
test("a failure of one copy of the package is one of the other, by its class too", async () => {
  for (const [one, other] of [[imported, required], [required, imported]]) {
    const refused = await failed(one.open({ root: 7 }));
    assert.ok(refused instanceof other.ScrubjayError && refused instanceof other.InvalidError);
    assert.ok(!(refused instanceof other.UnknownError) && !(refused instanceof other.ClosedError));
    const memory = await one.open({ files: new Map() });
    await memory.close();
    assert.ok((await failed(memory.status())) instanceof other.ClosedError);
  }
});

test("what is no failure of the package is not taken for one, and classes of a caller's own stay apart", async () => {
  class Own extends imported.InvalidError {}
  const refused = await failed(imported.open({ root: 7 }));
  assert.ok(!(refused instanceof Own));
  assert.ok(new Own("invalid", { argument: "a", why: "b" }, "a: b") instanceof Own);
  for (const value of [undefined, null, 7, "invalid", new Error("invalid"), { code: "invalid" }]) {
    assert.ok(!(value instanceof imported.ScrubjayError) && !(value instanceof imported.InvalidError));
  }
});
