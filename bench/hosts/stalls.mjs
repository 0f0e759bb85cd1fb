// Measures how long a program's thread is blocked during a first index of a folder in Node, and how long questions take meanwhile:
// `stalls.mjs DIR`, with the memory in the program's own thread, and then in threads of its own. Each time the index is built anew.

import { monitorEventLoopDelay } from "node:perf_hooks";

import { open } from "scrubjay";

const [, , root] = process.argv;

for (const thread of [false, true]) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const memory = await open({ root, rebuild: true, thread });
  let [isRunning, questionTimes] = [true, []];
  delay.enable();
  const started = performance.now();
  const run = memory.index().finally(() => (isRunning = false));
  while (isRunning) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const askedAt = performance.now();
    await memory.graph.find("save", { limit: 5 });
    if (isRunning) questionTimes.push(performance.now() - askedAt);
  }
  const { nRead } = await run;
  const took = performance.now() - started;
  delay.disable();
  await memory.close();
  questionTimes = questionTimes.sort((a, b) => a - b);
  const name = thread ? "thread" : "own";
  console.log(`${name}_index_files`, nRead);
  console.log(`${name}_index_ms`, Math.round(took));
  console.log(`${name}_longest_stall_ms`, Math.round(delay.max / 1e6));
  console.log(`${name}_questions_answered_meanwhile`, questionTimes.length);
  console.log(`${name}_question_median_ms`, Math.round(questionTimes[questionTimes.length >> 1] ?? Number.NaN));
  console.log(`${name}_question_longest_ms`, Math.round(questionTimes.at(-1) ?? Number.NaN));
}
