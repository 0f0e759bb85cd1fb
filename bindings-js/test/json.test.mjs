// Every answer of a memory on a real index, and every error, is unchanged after a round trip through JSON.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import * as entry from "../dist/node.mjs";
import { openWindow, windows } from "../dist/window-node.mjs";

const { openRecords, open } = entry;
const SAMPLE = fileURLToPath(new URL("../../examples/embed-rust/project", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "scrubjay-json-"));
const HASH = /^[0-9a-f]{64}$/;
let memory, records;

before(async () => {
  process.env.SCRUBJAY_HOME = join(home, "home");
  cpSync(SAMPLE, join(home, "project"), { recursive: true });
  memory = await open({ root: join(home, "project") });
  records = await openRecords();
});

after(async () => {
  await memory.close();
  await records.close();
  rmSync(home, { recursive: true });
});

/** Why a value differs from its JSON; undefined if it does not. Undefined members, which JSON leaves out, do not count. */
function fault(value, path = "") {
  if (value === null || ["string", "boolean", "undefined"].includes(typeof value)) return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${path} is ${value}`;
  if (typeof value !== "object") return `${path} is a ${typeof value}`;
  if (value instanceof entry.ScrubjayError) return fault(value.toJSON(), path);
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return `${path} is a ${value.constructor?.name}`;
  return Object.entries(value).map(([name, inner]) => fault(inner, `${path}.${name}`)).find((found) => found !== undefined);
}

function check(name, value) {
  assert.equal(fault(value, name), undefined);
  if (value !== undefined) assert.ok(JSON.stringify(value).length > 0);
}

async function joinPieces(pieces) {
  const texts = [];
  for await (const text of pieces) texts.push(text);
  return texts;
}

/** The names of the methods of an object, also inherited ones, sorted. */
function methodsOf(object) {
  const names = new Set();
  for (let at = Object.getPrototypeOf(object); at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) if (typeof value === "function") names.add(name);
  }
  names.delete("constructor");
  return [...names].sort();
}

const EVENTS = [
  { kind: "turn", conversation: "c", session: "s", text: "mend the shelf", role: "user" },
  { kind: "tool_call", tool: "bash", parameters: "{}", success: true, session: "s" },
  { kind: "file_touch", path: "shop.py", operation: "edit", session: "s", task: "t" },
  { kind: "file_touch", path: "shelf.py", operation: "edit", session: "s", task: "t" },
  { kind: "task_step", task: "t", intent: "code_writing", session: "s" },
];

/** A call of every method about records, in an order in which no answer is empty. */
const OF_RECORDS = {
  record: (m) => m.record(EVENTS),
  remember: (m) => m.remember("books are added once", { session: "s" }),
  notes: (m) => m.notes(),
  totals: (m) => m.totals(),
  events: (m) => m.events(),
  why: async (m) => m.why((await m.events()).events[0].id),
  fileHistory: (m) => m.fileHistory("shop.py"),
  coEdits: (m) => m.coEdits(),
  lastTouches: (m) => m.lastTouches("shop"),
  toolStats: (m) => m.toolStats(),
  tasks: (m) => m.tasks(),
  patterns: (m) => m.patterns(),
  strategies: (m) => m.strategies(),
  decisions: (m) => m.decisions(),
  recall: (m) => m.recall("mending shelves", { around: 1 }),
  remind: (m) => m.remind("mend the shelves"),
  workingMemory: (m) => m.workingMemory("c"),
  profile: (m) => m.profile(),
  appendToSession: (m) => m.appendToSession("s", ["a", "b", "c"].map((content) => ({ role: "user", content }))),
  loadSession: (m) => m.loadSession("s"),
  sessions: (m) => m.sessions(),
  summariseSession: (m) => m.summariseSession("s", { isManual: true, keepEntries: 1 }),
  compactSession: (m) => m.compactSession("s", { isManual: true, keepEntries: 1 }),
  sessionVersions: (m) => m.sessionVersions("s"),
  compareSessions: (m) => m.compareSessions("s", 1),
  recoverSession: (m) => m.recoverSession("s", 1),
  saveSession: async (m) => m.saveSession("s2", { ...JSON.parse((await m.loadSession("s")).document), session_id: "s2" }),
  forkSession: (m) => m.forkSession("s", "s3"),
  deleteSession: (m) => m.deleteSession("s2"),
  reread: (m) => m.reread("s"),
  beginSession: (m) => m.beginSession(),
  failures: (m) => m.failures(),
  log: (m) => m.log(),
  readTime: (m) => m.readTime("yesterday"),
  deliver: (m) => m.deliver("s4"),
  backtest: (records) => records.backtest(),
  deliveries: (m) => m.deliveries(),
  exportLines: (m) => joinPieces(m.exportLines()),
  exportCsv: (m) => joinPieces(m.exportCsv("note")),
  recordEach: (m) => m.recordEach([{ kind: "note", text: "each alone" }]),
  captureLines: async (m) => m.captureLines('{"type":"user","uuid":"u1","sessionId":"s1","timestamp":"2026-11-20T10:00:00Z","cwd":"/a","message":{"content":"hello"}}\n', { harness: "claude_code" }),
  importLines: async (m) => m.importLines((await joinPieces(m.exportLines())).join("")),
  merge: (m) => m.merge(m === records ? memory : records),
  update: async (m) => m.update((await m.notes()).notes[0].id, { text: "books are added one by one" }),
  forget: async (m) => m.forget([(await m.notes()).notes[0].id]),
  rollback: (m) => m.rollback({ session: "s" }),
  erase: (m) => m.erase(),
  verify: (m) => m.verify(),
  repair: (m) => m.repair(),
  salvaged: (m) => m.salvaged(),
  losses: (m) => m.losses(),
  sawLosses: (m) => m.sawLosses(),
};
const OF_CODE = {
  index: (m) => m.index(),
  watch: async (m) => {
    for await (const watched of m.watch()) return watched;
  },
  extent: (m) => m.extent(),
  status: (m) => m.status(),
  prepare: (m) => m.prepare("restock must not add a title twice", { budget: 400 }),
  context: (m) => m.context("restock must not add a title twice", { budget: 400 }),
  contextIn: async (m) => m.contextIn(await openWindow({}), [{ role: "user", content: "Mend it." }], "openai_chat", "restock"),
  damaged: (m) => m.damaged(),
  callTool: (m) => m.callTool("find", { text: "add" }),
};
const OF_GRAPH = {
  find: (g) => g.find("add", { explain: true }),
  outline: (g) => g.outline("shelf.py"),
  source: (g) => g.source("Shelf.add"),
  callers: (g) => g.callers("Shelf.add"),
  callees: (g) => g.callees("restock"),
  references: (g) => g.references("Shelf"),
  impact: (g) => g.impact("Shelf.add"),
  tests: (g) => g.tests("Shelf.add"),
  path: (g) => g.path("restock", "Shelf.add"),
  hierarchy: (g) => g.hierarchy("shelf.py#Shelf"),
  unresolved: (g) => g.unresolved("Shelf.add"),
  dependencies: (g) => g.dependencies("shop.py"),
  dependents: (g) => g.dependents("shelf.py"),
  map: (g) => g.map({ budget: 200 }),
  export: (g) => joinPieces(g.export({ format: "json" })),
  resolveAnchors: async (g) => g.resolveAnchors([{ path: "shop.py", symbol: "", hash: (await g.outline("shop.py")).hash, commit: "" }]),
  documents: (g) => g.documents("mend"),
  functionsAt: (g) => g.functionsAt([{ path: "shop.py", firstLine: 1, lastLine: 20, weight: 1 }]),
};

async function walk(object, calls, exceptions = []) {
  assert.deepEqual(methodsOf(object).filter((name) => !exceptions.includes(name)), Object.keys(calls).sort(), "a method is missing here, or is gone");
  for (const [name, call] of Object.entries(calls)) check(name, await call(object));
}

test("every answer of a memory, of records and of the graph is JSON", async () => {
  await walk(memory, { ...OF_CODE, ...OF_RECORDS }, ["close"]);
  await walk(memory.graph, OF_GRAPH);
  await walk(records, { ...OF_RECORDS, upkeep: (records) => records.upkeep() }, ["close"]);
  const { hash } = await memory.graph.outline("shop.py");
  assert.match(hash, HASH);
  check("purpose", memory.purpose);
});

test("progress of a run is JSON", async () => {
  const progress = [];
  await (await open({ files: new Map([["a.py", "def one():\n    return two()\n"]]) })).index({ onProgress: (step) => progress.push(step) });
  assert.ok(progress.length > 0);
  check("progress", progress);
});

const RESULT = Array.from({ length: 200 }, (_, at) => `line ${at} of a long result`).join("\n");
const step = (id) => [
  { role: "assistant", content: null, tool_calls: [{ id, type: "function", function: { name: "read", arguments: "{}" } }] },
  { role: "tool", tool_call_id: id, content: RESULT },
];
const HISTORY = [{ role: "user", content: "Mend the shelf." }, ..."abcdefgh".split("").flatMap(step)];
const prunedId = async (window) => (await window.snapshots()).snapshots[0].items?.find(({ fate }) => fate === "pruned")?.id;

/** A call of every method that both kinds of window have. `save` is left out: it returns bytes. */
const OF_WINDOW = {
  fitWithPlaces: (w) => w.fitWithPlaces(HISTORY, "openai_chat"),
  fit: (w) => w.fit(HISTORY, "openai_chat"),
  status: (w) => w.status(),
  snapshots: (w) => w.snapshots(),
  findSnapshot: (w) => w.findSnapshot(),
  explain: async (w) => w.explain((await prunedId(w)) ?? "0".repeat(13)),
  restore: async (w) => w.restore(w.last.edits[0].id),
  whatIf: (w) => w.whatIf(5_900),
  snapshot: (w) => w.snapshot(),
  compareSnapshots: (w) => w.compareSnapshots(1, 2),
  recoverSnapshot: (w) => w.recoverSnapshot(1),
  learnings: (w) => w.learnings(),
  alreadyVisible: (w) => w.alreadyVisible(RESULT),
  reportUsage: (w) => w.reportUsage(1_000),
  setRelevance: (w) => w.setRelevance({ [w.last.edits[0].id]: 0.5 }),
  pin: (w) => w.pin([w.last.edits[0].id]),
  setTask: (w) => w.setTask("mend"),
  end: (w) => w.end(),
};
const ONLY_ALONE = {
  push: (w) => w.push([{ kind: "user", message: 0, text: "hello" }]),
  pushMessages: (w) => w.pushMessages("openai_chat", JSON.stringify(HISTORY)),
  prune: (w) => w.prune(),
  editMessages: (w) => w.editMessages("[]", []),
};

test("every answer of a window is JSON", async () => {
  const options = { maxTokens: 6_000, policy: "keep_last" };
  const window = await openWindow(options);
  await walk(window, { ...OF_WINDOW, ...ONLY_ALONE }, ["save"]);
  const place = { path: join(home, "windows.redb") };
  const keptWindow = await openWindow({ ...options, memory: place, name: "main" });
  await walk(keptWindow, { ...OF_WINDOW, ...ONLY_ALONE }, ["open", "close"]);
  for (const one of [window, keptWindow]) check("opened", [one.opened, one.last]);
  await keptWindow.close();
  check("windows", await windows({ memory: place }));
});

test("every error is JSON, with its code, its message and what it is about", async () => {
  const raised = [];
  const noteError = async (call) => raised.push(await call().then(() => assert.fail("not refused"), (error) => error));
  await noteError(() => memory.graph.callers("Shelf.nothing"));
  await noteError(() => memory.graph.find("a".repeat(2_000)));
  await noteError(() => memory.graph.find("add", { max: 1 }));
  await noteError(() => memory.index({ paths: ["/elsewhere"] }));
  await noteError(() => open({ root: join(home, "none") }));
  await noteError(() => openWindow({ saved: Uint8Array.of(1, 2, 3) }));
  const ambiguousMemory = await open({ files: new Map([["a.py", "def f(): pass\n"], ["b.py", "def f(): pass\n"]]) });
  await ambiguousMemory.index();
  await noteError(() => ambiguousMemory.graph.source("f"));
  const smallWindow = await openWindow({ maxTokens: 1_000 });
  await noteError(async () => smallWindow.fit([{ role: "user", content: "word ".repeat(5_000) }], "openai_chat"));
  await ambiguousMemory.close();
  await noteError(() => ambiguousMemory.status());
  for (const error of raised) {
    check(error.code, error);
    const parsed = JSON.parse(JSON.stringify(error));
    assert.deepEqual([parsed.code, parsed.message, parsed.name], [error.code, error.message, error.name]);
  }
  const codes = raised.map(({ code }) => code);
  for (const code of ["unknown", "too_large", "invalid", "outside_root", "no_folder", "ambiguous", "floor", "closed"]) assert.ok(codes.includes(code), code);
  // The details of the codes that are not raised here.
  const holder = { host: "h", boot: "b", space: "s", pid: 1, started: 2 };
  const otherErrors = [["locked", { path: "p", holder, judged: true }], ["newer_format", 7], ["older_format", 6], ["foreign", { path: "p" }], ["link", { path: "p" }], ["expired", "id"], ["not_indexed", { path: undefined }]];
  for (const [code, details] of otherErrors) check(code, new entry.ScrubjayError(code, details, "why"));
});
