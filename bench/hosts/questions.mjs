// Questions to an indexed folder in Node, as `bench/measure/questions.rs` asks them: `questions.mjs DIR CALLED`.

import { open } from "scrubjay";

const [root, callee] = process.argv.slice(2);
const limit = 20;
const task = "How are errors reported to the user, and which tests cover it?";

/** The median time of a call, in microseconds. */
async function medianMicroseconds(nRounds, call) {
  // The first call loads what the question needs.
  await call();
  const times = [];
  for (let n = 0; n < nRounds; n++) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[nRounds >> 1] * 1e3;
}

/** The microseconds of a call: the best of five batches, because other load only adds to it. */
async function bestMicroseconds(call, nCalls = 10_000) {
  let best = Infinity;
  for (let batch = 0; batch < 5; batch++) {
    const started = performance.now();
    for (let n = 0; n < nCalls; n++) await call();
    best = Math.min(best, ((performance.now() - started) / nCalls) * 1e3);
  }
  return best;
}

const memory = await open({ root, purpose: "reading" });
await memory.status();
console.log("node_crossing_us", await bestMicroseconds(() => memory.damaged()));
const { graph } = memory;
const walk = { depth: 1, limit, minConfidence: 0 };
console.log("node_status_us", await medianMicroseconds(3_000, () => memory.status()));
console.log("node_find_us", await medianMicroseconds(20_000, () => graph.find("get", { limit })));
console.log("node_callers_us", await medianMicroseconds(20_000, () => graph.callers(callee, walk)));
console.log("node_prepare_us", await medianMicroseconds(10, () => memory.prepare(task, { budget: 4_000 })));
await memory.close();
