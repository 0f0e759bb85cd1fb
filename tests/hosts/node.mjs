// The npm package in Node, installed from its tarball: takes steps as lines of JSON and answers each with one.

import { createInterface } from "node:readline";

import { MemoryStore, open } from "scrubjay";

import { answer } from "./steps.mjs";

let memory;
let folder;
let store;

async function step({ step, folder: root, arguments: given = {} }) {
  if (step === "host.begin") {
    await memory?.close();
    [folder, store, memory] = [root, new MemoryStore(), undefined];
    return {};
  }
  if (step === "memory.reopen") {
    await memory?.close();
    memory = await open({ root: folder, store, purpose: given.purpose ?? "writing" });
    return {};
  }
  memory ??= await open({ root: folder, store });
  return answer(memory, step, given);
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await step(JSON.parse(line))));
}
