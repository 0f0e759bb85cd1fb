// The worker's side: it owns the memory, and handles the page's requests.

import { PLATFORM } from "../beside.js";
import { openPrivateStore } from "../browser.js";
import { LocalEngine } from "../engine.js";
import type { FileSource, Listing } from "../files/files.js";
import type { Progress } from "../index/report.js";
import { lookIn } from "../platform.js";
import { RecordsEngine } from "../records/engine.js";
import { keepingOf } from "../records/private.js";
import { storeFault } from "../store/fault.js";
import { MemoryStore } from "../store/memory.js";
import type { Store } from "../store/store.js";
import { type Begin, type FileAnswer, type FileRequest, type Request, type Response, type Wanted, type WantedFiles, fromWire, reportToWire, toWire } from "./messages.js";

type Incoming = Begin | Request | FileAnswer;

const scope = globalThis as unknown as { onmessage: ((event: MessageEvent<Incoming>) => void) | null; postMessage(message: Response): void };

const running = new Map<number, AbortController>();
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
let nRequests = 0;
let engine: LocalEngine | undefined;

scope.onmessage = ({ data }) => {
  switch (data.kind) {
    case "begin":
      void begin(data);
      return;
    case "ping":
      scope.postMessage({ kind: "pong" });
      return;
    case "abort":
      running.get(data.id)?.abort();
      return;
    case "files":
      waiting.get(data.id)?.resolve(data.value);
      waiting.delete(data.id);
      return;
    case "no-files":
      waiting.get(data.id)?.reject(fromWire(data.error));
      waiting.delete(data.id);
      return;
    default:
      void carryOut(data);
  }
};

/** Files that the page reads and sends. */
const files: FileSource = {
  list: (paths) => fetchFiles({ kind: "list", paths }) as Promise<Listing>,
  read: (path) => fetchFiles({ kind: "read", path }) as Promise<Uint8Array | undefined>,
};

async function begin(wanted: Begin): Promise<void> {
  const { life, purpose, check, modules, memory, rules, owner } = wanted;
  try {
    await holdLock(life);
    if (modules !== undefined) lookIn(modules);
    const records = new RecordsEngine(PLATFORM, keepingOf(memory), owner, rules);
    engine = new LocalEngine({ platform: PLATFORM, files, store: await storeOf(wanted), records, purpose, mend: check });
    scope.postMessage({ kind: "done", id: 0, value: undefined });
  } catch (error) {
    scope.postMessage({ kind: "failed", id: 0, error: toWire(storeFault(error)) });
  }
}

/** The page receives the lock when this worker has ended. Pages without locks do not notice its end. */
function holdLock(name: string): Promise<void> | undefined {
  return navigator.locks && new Promise((resolve) => {
    void navigator.locks.request(name, () => {
      scope.postMessage({ kind: "alive", life: name });
      resolve();
      return new Promise(() => undefined);
    });
  });
}

async function storeOf({ store, purpose, check, rebuild }: Begin): Promise<Store> {
  return store === undefined ? new MemoryStore() : openPrivateStore(store, { create: purpose === "writing", check, rebuild });
}

function fetchFiles(wanted: WantedFiles): Promise<unknown> {
  const id = ++nRequests;
  const request: FileRequest = { id, ...wanted };
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    scope.postMessage({ kind: "files", request });
  });
}

async function carryOut(request: { id: number } & Wanted): Promise<void> {
  const { id } = request;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    scope.postMessage({ kind: "done", id, value: await answer(request, controller.signal) });
  } catch (error) {
    scope.postMessage({ kind: "failed", id, error: toWire(error) });
  } finally {
    running.delete(id);
  }
}

async function answer(request: { id: number } & Wanted, signal: AbortSignal): Promise<unknown> {
  const { id } = request;
  if (engine === undefined) throw new Error("a request came before the store was named");
  switch (request.kind) {
    case "ask":
      return engine.ask(request.name, request.question as never, signal);
    case "index": {
      const onProgress = request.progress ? (progress: Progress) => scope.postMessage({ kind: "progress", id, progress }) : undefined;
      return reportToWire(await engine.index({ paths: request.paths, signal, onProgress }));
    }
    case "extent":
      return engine.extent(signal);
    case "record":
      return engine.record(request.question, signal);
    case "forget":
      return engine.forget(request.question, signal);
    case "import-lines":
      return engine.importLines(request.question, signal);
    case "update":
      return engine.update(request.question, signal);
    case "erase":
      return engine.erase(request.question, signal);
    case "change-session":
      return engine.changeSession(request.question, signal);
    case "summarise":
      return engine.summarise(request.question, signal);
    case "upkeep":
      return engine.upkeep(request.question.budget, signal);
    case "salvaged":
      return engine.salvaged();
    case "close":
      return engine.close();
  }
}
