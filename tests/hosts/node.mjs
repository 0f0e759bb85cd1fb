// The npm package in Node, installed from its tarball, as a host of scenarios: reads a step from each line of JSON, and answers it.

import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

import { open, openRecords } from "scrubjay";
import { openWindow } from "scrubjay/window";

import { answer, camelled } from "./steps.mjs";
import { Windows } from "./windows.mjs";

let memory;
let folder;
let windows;
/** Open records by their owner and settings, for the steps `records.stand` of this scenario. */
const standing = new Map();
const { now } = Date;

async function step({ step, folder: root, arguments: args = {} }) {
  if (step === "host.begin") {
    await closed();
    await windows?.window?.close();
    folder = root;
    windows = new Windows((name, settings) => openWindow({ ...settings, name, memory: { path: records() } }));
    return {};
  }
  if (step === "memory.reopen") {
    await memory?.close();
    memory = await opened(args);
    return {};
  }
  if (step === "records.stand") {
    Date.now = () => args.now;
    const key = JSON.stringify([args.owner, args.settings]);
    if (!standing.has(key)) standing.set(key, await openRecords({ file: records(), owner: args.owner, ...camelled(args.settings) }));
    memory = standing.get(key);
    return {};
  }
  if (step === "records.give") {
    await closed();
    copyFileSync(records(), args.path);
    return {};
  }
  if (step.startsWith("store.")) {
    await closed();
    exchange(step, args.path);
    return {};
  }
  if (step.startsWith("window.")) return windows.answer(step, args);
  memory ??= await opened();
  return answer(memory, step, args);
}

/** Closes all memories and records, and resets the clock to the machine's. */
async function closed() {
  for (const one of new Set([memory, ...standing.values()])) await one?.close();
  standing.clear();
  [memory, Date.now] = [undefined, now];
}

/** A memory whose records lie beside its index, so that stories need no folder of the user's. */
function opened({ purpose = "writing", speaker } = {}) {
  return open({ root: folder, purpose, memory: { file: records(), speaker } });
}

function records() {
  return join(folder, ".scrubjay/memory.redb");
}

/** Copies the index's file to another path, or replaces it with the file there. */
function exchange(step, otherFile) {
  const indexFile = join(folder, ".scrubjay/index.redb");
  mkdirSync(dirname(indexFile), { recursive: true });
  if (step === "store.give") copyFileSync(indexFile, otherFile);
  else copyFileSync(otherFile, indexFile);
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await step(JSON.parse(line))));
}
