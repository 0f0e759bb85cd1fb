// The script of a thread in Node. It reads the folder and its index itself, and gets the modules from its program.

import { parentPort } from "node:worker_threads";

import { addressOf } from "../addresses.js";
import { type DiskOpening, type ModuleLoader, diskEngine } from "../disk.js";
import { hashInNode } from "../hash.js";
import { loadOnce } from "../platform.js";
import type { Module } from "../shapes.js";
import { type Incoming, Server, type WorkerSupplies } from "./serve.js";

const port = parentPort as NonNullable<typeof parentPort>;
const server = new Server<DiskOpening>({
  post: (message) => port.postMessage(message),
  open: (opening, supplies) => diskEngine(loaderFrom(supplies), opening, { files: supplies.files }),
});

port.on("message", (message: Incoming<DiskOpening>) => server.receive(message));

function loaderFrom({ module }: WorkerSupplies): ModuleLoader {
  const parsers = new Map<string, Promise<Module>>();
  const parser = (language: string) => {
    const name = `parsers/${language}.wasm`;
    if (addressOf(name) === undefined) return undefined;
    const loaded = parsers.get(name) ?? module(name);
    parsers.set(name, loaded);
    loaded.catch(() => parsers.delete(name));
    return loaded;
  };
  return { platform: { core: loadOnce(() => module("scrubjay.wasm")), parser, hash: hashInNode }, storeModule: loadOnce(() => module("store/store.wasm")) };
}
