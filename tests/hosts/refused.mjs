// Calls that no type checker stopped, and how a memory refuses them: the same in Node, in a page and in a worker.

/** The files of a memory that they are tried on. */
export const FILES = [["a.py", "def one():\n    return two()\n\n\ndef two():\n    return 2\n"]];

const HALF = "\ud800";
const graph =
  (name, ...given) =>
  (memory) =>
    memory.graph[name](...given);

/** What is wrong with a call, the code that it is refused with, and the call. */
export const REFUSED = {
  "half of a surrogate pair": ["invalid", graph("find", `a${HALF}`)],
  "half of a pair in a path": ["invalid", graph("outline", `${HALF}.py`)],
  "no text at all": ["invalid", graph("find", undefined)],
  "a number for a text": ["invalid", graph("callers", 7)],
  "an empty text": ["invalid", graph("find", "")],
  "a text past the limit": ["too-large", graph("find", "a".repeat(1001))],
  "NaN for a count": ["invalid", graph("find", "one", { most: Number.NaN })],
  "a fraction for a count": ["invalid", graph("find", "one", { most: 1.5 })],
  "a negative count": ["invalid", graph("callers", "one", { depth: -1 })],
  "a count of 2^32": ["invalid", graph("callers", "one", { most: 2 ** 32 })],
  "a BigInt for a count": ["invalid", graph("callers", "one", { most: 1n })],
  "null for a count": ["invalid", graph("callers", "one", { depth: null })],
  "NaN for a confidence": ["invalid", graph("callers", "one", { leastConfidence: Number.NaN })],
  "a text for a confidence": ["invalid", graph("callers", "one", { leastConfidence: "1" })],
  "a kind that is none": ["invalid", graph("find", "one", { kinds: ["functions"] })],
  "a text for a list": ["invalid", graph("find", "one", { kinds: "function" })],
  "a hole in a list": ["invalid", graph("map", { focus: [undefined] })],
  "options that are no object": ["invalid", graph("find", "one", 20)],
  "a signal that is none": ["invalid", graph("find", "one", { signal: {} })],
  "a progress that is no function": ["invalid", (memory) => memory.index({ onProgress: 7 })],
  "a budget that is too small": ["invalid", (memory) => memory.prepare("one", { budget: 1 })],
  "a name that means nothing": ["unknown", graph("callers", "three")],
};

/** Tries all of them on an indexed memory, then one call on it closed; gives what was refused otherwise, or not at all. */
export async function wronglyRefused(memory) {
  const faults = [];
  const expect = async (what, code, call) => {
    const met = await call(memory).then(
      () => "nothing",
      (error) => error?.code ?? String(error),
    );
    if (met !== code) faults.push(`${what}: ${code} was expected, and ${met} came`);
  };
  const standing = async () => {
    const { liveBytes, ...status } = await memory.status();
    return JSON.stringify(status, (_, value) => (typeof value === "bigint" ? String(value) : value));
  };
  const before = await standing();
  for (const [what, [code, call]] of Object.entries(REFUSED)) await expect(what, code, call);
  if ((await standing()) !== before) faults.push("a refused call has changed something");
  await memory.close();
  await expect("a closed memory", "closed", () => memory.status());
  return faults;
}
