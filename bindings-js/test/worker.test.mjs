// The page's side of a worker, connected by a real channel to an imitation of a worker that each test scripts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { textFiles } from "../dist/files/files.js";
import { WorkerEngine } from "../dist/worker/engine.js";

/** An imitation of a worker that calls `answer` for each message, and records in `isEnded` whether it was terminated. */
function workerThat(answer) {
  const { port1, port2 } = new MessageChannel();
  const state = { isEnded: false, port: port2 };
  port2.onmessage = ({ data }) => answer(data, (message) => port2.postMessage(message));
  state.worker = Object.assign(port1, {
    terminate: () => {
      state.isEnded = true;
      port1.close();
    },
  });
  return state;
}

const doneReply = (id, value) => ({ kind: "done", id, value });
const openEngine = (worker, files = textFiles(new Map()), deadline) =>
  WorkerEngine.open({ worker: () => worker, mayRestart: false, files, deadline, opening: { store: undefined, purpose: "writing" } });

test("a worker whose store cannot be opened is ended", async () => {
  const error = { code: "damaged", details: undefined, message: "the store is damaged" };
  const state = workerThat((_, say) => say({ kind: "failed", id: 0, error }));
  await assert.rejects(openEngine(state.worker), { code: "damaged" });
  assert.ok(state.isEnded);
});

test("a second close does not end the worker before the first one is done", async () => {
  const state = workerThat(async ({ kind, id = 0 }, say) => {
    if (kind === "close") await pause(50);
    say(doneReply(id));
  });
  const engine = await openEngine(state.worker);
  const firstClose = engine.close();
  const second = engine.close();
  await pause(10);
  assert.ok(!state.isEnded);
  await Promise.all([firstClose, second]);
  assert.ok(state.isEnded);
});

test("a worker whose store cannot be closed is ended all the same", async () => {
  const error = { code: "disk_full", details: undefined, message: "no space is left for the store" };
  const state = workerThat(({ kind, id = 0 }, say) => say(kind === "close" ? { kind: "failed", id, error } : doneReply(id)));
  const engine = await openEngine(state.worker);
  await assert.rejects(engine.close(), { code: "disk_full" });
  assert.ok(state.isEnded);
});

test("a close waits for a worker that is being started in the place of a dead one, and for the calls that wait for it", async () => {
  const states = [];
  const start = () => {
    const state = workerThat(async ({ kind, id = 0 }, say) => {
      if (kind === "begin" && states.length > 1) await pause(50);
      say(doneReply(id, kind));
    });
    states.push(state);
    return state.worker;
  };
  const engine = await WorkerEngine.open({ worker: start, mayRestart: true, files: textFiles(new Map()), opening: { store: "a", purpose: "writing" } });
  states[0].worker.onerror({ message: "no memory" });
  const pendingQuestion = engine.ask("memory.damaged", undefined);
  await engine.close();
  assert.ok(states[1].isEnded, "nobody is left who could end it");
  assert.equal(await pendingQuestion, "ask");
  await assert.rejects(engine.ask("memory.damaged", undefined), { code: "closed" });
});

test("what a listener throws ends the run that it listens to", async () => {
  const receivedKinds = [];
  const state = workerThat((message, say) => {
    receivedKinds.push(message.kind);
    if (message.kind !== "index") return say(doneReply(message.id ?? 0));
    say({ kind: "progress", id: message.id, progress: { stage: "walked", nFiles: 1 } });
  });
  const engine = await openEngine(state.worker);
  const onProgress = () => {
    throw new Error("enough");
  };
  await assert.rejects(engine.index({ onProgress }), { message: "enough" });
  await engine.close();
  assert.deepEqual(receivedKinds, ["begin", "index", "abort", "close"]);
});

test("a script around the worker that tells of a lock of its own does not make it seem dead", async () => {
  // The lock of the worker's life is not held yet: whoever asked for it now would be given it at once.
  const state = workerThat(({ kind, id = 0 }, say) => {
    if (kind === "begin") say({ kind: "alive" });
    say(doneReply(id, kind));
  });
  const engine = await openEngine(state.worker);
  assert.equal(await engine.ask("memory.damaged", undefined), "ask");
  assert.ok(!state.isEnded);
  await engine.close();
});

test("a worker that a call keeps busy for too long is ended, and the call with it", async () => {
  const state = workerThat(({ kind }, say) => kind === "begin" && say(doneReply(0)));
  const engine = await openEngine(state.worker, undefined, 100);
  await assert.rejects(engine.ask("memory.damaged", undefined), { code: "component", message: /more than 0.1 seconds/ });
  assert.ok(state.isEnded);
});

test("a worker that is busy for longer, but never for too long at once, is not ended", async () => {
  const state = workerThat(async ({ kind, id = 0 }, say) => {
    if (kind === "ping") return say({ kind: "pong" });
    if (kind === "ask") await pause(1_500);
    say(doneReply(id, kind));
  });
  const engine = await openEngine(state.worker, undefined, 500);
  assert.equal(await engine.ask("memory.damaged", undefined), "ask");
  await engine.close();
});

test("files that cannot be handed to a worker are an answer to it, and so is a source that fails", async () => {
  const foundFile = { path: "a.py", size: 1, whatever: () => undefined };
  const answers = [];
  const sources = [
    { list: () => ({ files: [foundFile], unreachable: [] }), read: () => undefined },
    { list: () => Promise.reject(new Error("no network")), read: () => undefined },
    { list: () => ({ files: "none" }), read: () => undefined },
  ];
  for (const files of sources) {
    const answered = promised();
    const state = workerThat((message, say) => {
      if (message.kind !== "begin") return answered.resolve(message);
      say(doneReply(0));
      say({ kind: "files", request: { id: 1, kind: "list", paths: undefined, bounds: { installed: [], exclude: [] } } });
    });
    await openEngine(state.worker, files);
    const { kind, id, error } = await answered.promise;
    answers.push([kind, id, error.code]);
    state.port.close();
  }
  assert.deepEqual(answers, [["no_files", 1, "invalid"], ["no_files", 1, "io"], ["no_files", 1, "invalid"]]);
});

/** A promise, and the function that resolves it. */
function promised() {
  const deferred = {};
  deferred.promise = new Promise((resolve) => (deferred.resolve = resolve));
  return deferred;
}
