// Measures `fit` of a window with two new messages, in conversations of 1,000 and of 10,000 messages of 300 to 4,000 characters.
// In one kind of window there is room for all, in another most was pruned; each also with the option `immutable`.
//
// Prints the median and the least of several steps, in milliseconds.
import { openWindow } from "scrubjay/window";

const N_STEPS = 7;
const SIZES = [1_000, 10_000];
const WINDOWS = { room: { maxTokens: 100_000_000 }, pruned: { maxTokens: 200_000 } };

function text(at) {
  const nCharacters = 300 + ((at * 7_919) % 3_701);
  const lines = [];
  for (let length = 0; length < nCharacters; length += lines.at(-1).length + 1) {
    lines.push(`message ${at}, line ${lines.length}: what a tool "said" of src/part_${(at * 31 + lines.length) % 977}.py`);
  }
  return lines.join("\n").slice(0, nCharacters);
}

/** A call or its result, in the format of Anthropic; the first message is the user's. */
function message(at) {
  if (at === 0) return { role: "user", content: text(at) };
  if (at % 2 === 0) return { role: "user", content: [{ type: "tool_result", tool_use_id: `c${at - 1}`, content: text(at) }] };
  const call = { type: "tool_use", id: `c${at}`, name: "read", input: { path: text(at).slice(0, 300) } };
  return { role: "assistant", content: [{ type: "text", text: "I look." }, call] };
}

async function stepTimes(size, options) {
  const window = await openWindow(options);
  const messages = Array.from({ length: size + 1 }, (_, at) => message(at));
  window.fit(messages, "anthropic");
  const times = [];
  for (let step = 0; step <= N_STEPS; step++) {
    messages.push(message(messages.length), message(messages.length + 1));
    const began = performance.now();
    window.fit(messages, "anthropic");
    // The first step is slower, as nothing is cached yet.
    if (step > 0) times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other);
}

for (const size of SIZES) {
  for (const immutable of [false, true]) {
    for (const [name, options] of Object.entries(WINDOWS)) {
      const times = await stepTimes(size, { ...options, immutable });
      console.log(`${name}${immutable ? "_immutable" : ""}_${size} ${times[N_STEPS >> 1].toFixed(1)} ${times[0].toFixed(1)}`);
    }
  }
}
