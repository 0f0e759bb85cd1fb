// Parts that were needed again: in a short conversation, with lives in which different parts were pruned.

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { build } from "esbuild";

const { outputFiles } = await build({ entryPoints: [fileURLToPath(new URL("../src/window/needed.ts", import.meta.url))], bundle: true, format: "esm", write: false });
const { demandsOf, neededAgain } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);

const SHELF = "    1→class Shelf:\n    2→    def add(self, title):\n    3→        self.titles.append(title)";
const call = (tool, input) => ({ kind: "call", tool, text: JSON.stringify(input) });

/** The parts of each message. A request is sent before each message of the model, which is every second one. */
const CONVERSATION = [
  [{ kind: "user", tool: "", text: "Mend the shelf." }],
  [call("list", { path: "." })],
  [{ kind: "tool_result", tool: "list", text: "shop/shelf.py\nshop/door.py\nshop/shop_settings.toml" }],
  [call("read", { path: "shop/shelf.py" })],
  [{ kind: "tool_result", tool: "read", text: SHELF }],
  [call("run", { command: "pytest -q", description: "Tests with shop_settings" })],
  [{ kind: "tool_result", tool: "run", text: "2 passed" }],
  [call("edit", { path: "shop/shelf.py", old_string: "        self.titles.append(title)", new_string: "    def add(self, title):\n        self.titles.add(title)" })],
  [{ kind: "tool_result", tool: "edit", text: "It was changed." }],
  [call("read", { path: "shop/door.py" })],
];
const PARTS = CONVERSATION.flatMap((some, message) => some.map(({ kind, tool }, at) => ({ id: `${message}.${at}`, kind, tool, message })));
const REQUESTS = [1, 3, 5, 7, 9];
const [LISTED, READ, READ_SHELF] = [2, 3, 4];
const DEMANDS = await demandsOf(PARTS, CONVERSATION.flat().map(({ text }) => text), REQUESTS, { pause: async () => {} });

/** The parts that were needed again in a life in which these were pruned, each given as `[part, request, stub]`. */
function neededIn(...prunedParts) {
  const life = {
    requests: REQUESTS.map((nMessages) => ({ nMessages })),
    prunes: prunedParts.map(([part, request]) => ({ request, judged: new Map([[part, { subject: `subject ${part}` }]]) })),
    gone: new Map(prunedParts.map(([part, , stub], prune) => [part, [{ prune, stub, tokens: 10 }]])),
  };
  return neededAgain(life, PARTS, DEMANDS).map(({ part, subject, left, request, call, words }) => [part, subject, left, request, call, words]);
}

test("nothing is needed again where nothing left", () => {
  assert.deepEqual(neededIn(), []);
});

test("a line that an edit replaces is needed of what was read, at the request that the edit answers", () => {
  assert.deepEqual(neededIn([READ_SHELF, 2, "[pruned]"]), [[READ_SHELF, "subject 4", 2, 3, 7, ["self.titles.append(title)"]]]);
});

test("a path is needed of the list that it stood in, and of nothing where a part that stays has it too", () => {
  assert.deepEqual(neededIn([LISTED, 2, "[pruned]"]), [[LISTED, "subject 2", 2, 4, 9, ["shop/door.py"]]]);
  assert.deepEqual(neededIn([READ, 2, "[pruned]"]), []);
});

test("what left after the call that wrote of it was not needed again", () => {
  assert.deepEqual(neededIn([READ_SHELF, 4, "[pruned]"]), []);
});

test("what a stub still says was not missing", () => {
  assert.deepEqual(neededIn([READ_SHELF, 2, "[pruned]\n        self.titles.append(title)"]), []);
  assert.deepEqual(neededIn([LISTED, 2, "[pruned; shop/shelf.py, shop/door.py]"]), []);
});

test("words that are new, that an edit writes, or that say what a call is for are asked of nothing", () => {
  const words = DEMANDS.map(({ word }) => word);
  assert.deepEqual(words.toSorted(), ["self.titles.append(title)", "shop/door.py", "shop/shelf.py", "shop/shelf.py"]);
});

test("what several parts held that left is needed of the newest of them", () => {
  const [part] = neededIn([LISTED, 2, "[pruned]"], [READ, 2, "[pruned]"]);
  assert.deepEqual(part, [READ, "subject 3", 2, 3, 7, ["shop/shelf.py"]]);
});
