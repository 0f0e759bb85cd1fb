// The bound of the bytes that a page loads before its first window.

import assert from "node:assert/strict";
import { test } from "node:test";

import { firstLoad } from "../size.mjs";

/** Bytes compressed by gzip: slightly more than today, so that a change that adds much fails. The aim is 150,000. */
const MAX_BYTES = 306_000;

test("the first load of a window stays within its bound", async () => {
  const { script, module, total } = await firstLoad();
  assert.ok(total <= MAX_BYTES, `${total} bytes, ${script} of scripts and ${module} of windows.wasm: at most ${MAX_BYTES}`);
});
