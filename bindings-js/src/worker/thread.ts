// The script of a page's worker. Its store is in the origin private file system, and the page sends the files to index.

import { PLATFORM } from "../beside.js";
import { openPrivateStore } from "../browser.js";
import { LocalEngine } from "../local.js";
import { setModuleLocation } from "../platform.js";
import { RecordsEngine } from "../records/engine.js";
import { privateRecordsStorage } from "../records/private.js";
import { MemoryStore } from "../store/memory.js";
import type { Store } from "../store/store.js";
import type { Begin, Response } from "./messages.js";
import { type Incoming, Server, type WorkerSupplies } from "./serve.js";

const scope = globalThis as unknown as { onmessage: ((event: MessageEvent<Incoming>) => void) | null; postMessage(message: Response): void };
const server = new Server({ post: (message) => scope.postMessage(message), open });

scope.onmessage = ({ data }) => server.receive(data);

async function open(opening: Begin, { files }: WorkerSupplies): Promise<LocalEngine> {
  const { life, purpose, check, fresh, exclude, modules, memory, rules, owner } = opening;
  await holdLock(life);
  if (modules !== undefined) setModuleLocation(modules);
  const records = new RecordsEngine(PLATFORM, privateRecordsStorage(memory), owner, rules);
  return new LocalEngine({ platform: PLATFORM, files, store: await storeOf(opening), records, purpose, mends: check, fresh, exclude });
}

/** Takes the lock that the page waits for to detect this worker's end; undefined if the browser has no locks. */
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
