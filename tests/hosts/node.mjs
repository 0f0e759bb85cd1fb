// The npm package in Node, installed from its tarball: takes steps as lines of JSON and answers each with one.

import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

import { open } from "scrubjay";
import { openWindow } from "scrubjay/window";

import { answer } from "./steps.mjs";
import { Windows } from "./windows.mjs";

let memory;
let folder;
let windows;

async function step({ step, folder: root, arguments: given = {} }) {
  if (step === "host.begin") {
    await memory?.close();
    await windows?.window?.close();
    [folder, memory] = [root, undefined];
    windows = new Windows((name, settings) => openWindow({ ...settings, name, memory: { path: records() } }));
    return {};
  }
  if (step === "memory.reopen") {
    await memory?.close();
    memory = await opened(given.purpose);
    return {};
  }
  if (step.startsWith("store.")) {
    await memory?.close();
    memory = undefined;
    exchange(step, given.path);
    return {};
  }
  if (step.startsWith("window.")) return windows.answer(step, given);
  memory ??= await opened();
  return answer(memory, step, given);
}

/** A memory whose records lie beside its index, so that stories need no folder of the user's. */
function opened(purpose = "writing") {
  return open({ root: folder, purpose, memory: records() });
}

function records() {
  return join(folder, ".scrubjay/memory.redb");
}

/** Hands the store's file over, or puts another one in its place. */
function exchange(step, other) {
  const own = join(folder, ".scrubjay/index.redb");
  mkdirSync(dirname(own), { recursive: true });
  if (step === "store.give") copyFileSync(own, other);
  else copyFileSync(other, own);
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await step(JSON.parse(line))));
}
