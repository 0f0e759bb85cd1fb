// Invalid calls, as no type checker allows them, and their refusals: the same in Node, in a page and in a worker.

/** The files of the memory on which the calls are tried. */
export const FILES = [["a.py", "def one():\n    return two()\n\n\ndef two():\n    return 2\n"]];

const HALF = "\ud800";
const graph =
  (name, ...given) =>
  (memory) =>
    memory.graph[name](...given);

/** For each fault of a call: the code of the refusal, the call, and the argument that the refusal names. */
export const REFUSED = {
  "half of a surrogate pair": ["invalid", graph("find", `a${HALF}`), "text"],
  "half of a pair in a path": ["invalid", graph("outline", `${HALF}.py`), "path"],
  "half of a pair in a task": ["invalid", (memory) => memory.prepare(HALF), "task"],
  "half of a pair in a hint": ["invalid", (memory) => memory.index({ paths: [HALF] }), "paths"],
  "no text at all": ["invalid", graph("find", undefined), "text"],
  "null for a text": ["invalid", (memory) => memory.prepare(null), "task"],
  "a number for a text": ["invalid", graph("callers", 7), "name"],
  "a function for a text": ["invalid", graph("path", "one", () => "two"), "target"],
  "a function for a path": ["invalid", graph("outline", () => "a.py"), "path"],
  "a symbol for a count": ["invalid", graph("find", "one", { limit: Symbol("limit") }), "limit"],
  "an empty text": ["invalid", graph("find", ""), "text"],
  "a text past the limit": ["too_large", graph("find", "a".repeat(1001))],
  "NaN for a count": ["invalid", graph("find", "one", { limit: Number.NaN }), "limit"],
  "a fraction for a count": ["invalid", graph("find", "one", { limit: 1.5 }), "limit"],
  "a negative count": ["invalid", graph("callers", "one", { depth: -1 }), "depth"],
  "a count of 2^32": ["invalid", graph("callers", "one", { limit: 2 ** 32 }), "limit"],
  "a BigInt for a count": ["invalid", graph("callers", "one", { limit: 1n }), "limit"],
  "a BigInt out of every range": ["invalid", graph("callers", "one", { depth: 2n ** 70n }), "depth"],
  "null for a count": ["invalid", graph("callers", "one", { depth: null }), "depth"],
  "NaN for a confidence": ["invalid", graph("callers", "one", { minConfidence: Number.NaN }), "minConfidence"],
  "a confidence over 1": ["invalid", graph("callers", "one", { minConfidence: 1.5 }), "minConfidence"],
  "a text for a confidence": ["invalid", graph("callers", "one", { minConfidence: "1" }), "minConfidence"],
  "a number for the beginning of paths": ["invalid", graph("find", "one", { pathPrefix: 7 }), "pathPrefix"],
  "a kind that is none": ["invalid", graph("find", "one", { kinds: ["functions"] }), "kinds"],
  "a text for a list": ["invalid", graph("find", "one", { kinds: "function" }), "kinds"],
  "a hole in a list": ["invalid", graph("map", { focus: [undefined] }), "focus"],
  "options that are no object": ["invalid", graph("find", "one", 20), "options"],
  "options that are null": ["invalid", (memory) => memory.index(null), "options"],
  "a signal that is none": ["invalid", graph("find", "one", { signal: {} }), "signal"],
  "a progress that is no function": ["invalid", (memory) => memory.index({ onProgress: 7 }), "onProgress"],
  "hints that are no list": ["invalid", (memory) => memory.index({ paths: "a.py" }), "paths"],
  "a budget that is too small": ["invalid", (memory) => memory.prepare("one", { budget: 1 }), "budget"],
  "a name that means nothing": ["unknown", graph("callers", "three")],
};

/** Unusable files by their fault. A run with one of them is refused, and takes in no other file. */
export const UNUSABLE = {
  "a Blob for bytes": () => ["b.py", new Blob(["x = 1\n"])],
  "a buffer for bytes": () => ["b.py", new ArrayBuffer(3)],
  "null for a text": () => ["b.py", null],
  "half of a surrogate pair in a text": () => ["b.py", `x = "${HALF}"\n`],
  "half of a pair in a path": () => [`${HALF}.py`, "x = 1\n"],
  "a number for a path": () => [7, "x = 1\n"],
  "bytes whose buffer was given away": () => ["b.py", detached()],
};

function detached() {
  const bytes = new TextEncoder().encode("x = 1\n");
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

/** For each fault of an opening: its options, and the argument that the refusal names. */
export const UNOPENED = {
  "no options": [undefined, "options"],
  "null": [null, "options"],
  "files of no kind": [{ files: {} }, "files"],
  "files that are a text": [{ files: "a.py" }, "files"],
  "a list without files": [{ files: [null] }, "files"],
  "a purpose that is none": [{ files: new Map(), purpose: "both" }, "purpose"],
  "a check that is a text": [{ files: new Map(), check: "no" }, "check"],
  "a store that is a number": [{ files: new Map(), store: 7 }, "store"],
  "a store that is null": [{ files: new Map(), store: null }, "store"],
};

/** Further faults of openings in a worker. */
export const UNOPENED_IN_A_WORKER = {
  "a worker that is a number": [{ files: new Map(), worker: 7 }, "worker"],
  "an address that is a number": [{ files: new Map(), modules: 7 }, "modules"],
  "a rebuild that is a text": [{ files: new Map(), rebuild: "yes" }, "rebuild"],
  "a rebuild by who only reads": [{ files: new Map(), store: "a", purpose: "reading", rebuild: true }, "rebuild"],
  ...Object.fromEntries(
    ["", "/", "a/", "a//b", "..", "a/../b", ".", HALF].map((store) => [`the name ${JSON.stringify(store)} for a store`, [{ files: new Map(), store }, "store"]]),
  ),
};

/** Tries all calls and openings with `open`; returns a line for each that was not refused as stated. */
export async function wronglyRefused(open, more = {}) {
  const faults = [];
  const expect = async (what, code, call, argument) => {
    const outcome = await call().then(
      () => "nothing",
      (error) => [error?.code ?? String(error), error?.details?.argument].filter(Boolean).join(" of "),
    );
    const expected = argument === undefined ? code : `${code} of ${argument}`;
    if (outcome !== expected) faults.push(`${what}: ${expected} was expected, and ${outcome} came`);
  };
  for (const [what, [options, argument]] of Object.entries({ ...UNOPENED, ...more })) await expect(what, "invalid", async () => open(options), argument);
  const files = new Map(FILES);
  const memory = await open({ files });
  await memory.index();
  const standing = async () => {
    const { liveBytes, ...status } = await memory.status();
    return JSON.stringify(status, (_, value) => (typeof value === "bigint" ? String(value) : value));
  };
  const standingBefore = await standing();
  for (const [what, [code, call, argument]] of Object.entries(REFUSED)) await expect(what, code, () => call(memory), argument);
  for (const [what, one] of Object.entries(UNUSABLE)) {
    files.set("new.py", "def three():\n    pass\n").set(...one());
    await expect(what, "invalid", () => memory.index(), "files");
    files.clear();
    for (const [path, text] of FILES) files.set(path, text);
  }
  if ((await standing()) !== standingBefore) faults.push("a refused call has changed something");
  await memory.close();
  await expect("a closed memory", "closed", () => memory.status());
  return faults;
}
