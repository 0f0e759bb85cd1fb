// One step of a scenario on a memory of the npm package, and its answer as the protocol wants it. Runs in Node and in pages.

/** The cases of the WIT's `error`; any other failure is the host's own. */
const REFUSALS = ["invalid", "too-large", "full", "unknown", "ambiguous", "stale", "read-only", "newer-format"];
/** Where the package's own defaults are the command line's, the protocol has its own. */
const MOST = 20;
const BUDGET = 1000;

/** The answer to a step. */
export async function answer(memory, step, given) {
  try {
    return await take(memory, step, given);
  } catch (error) {
    return { error: refusal(error) };
  }
}

async function take(memory, step, given) {
  const { graph } = memory;
  const walk = { depth: given.depth ?? 1, most: given.most ?? MOST, leastConfidence: given.least_confidence ?? 0 };
  const file = { depth: walk.depth, most: walk.most };
  const budget = { budget: given.budget ?? BUDGET, focus: given.focus ?? [] };
  switch (step) {
    case "memory.index":
      return indexed(await memory.index());
    case "memory.status": {
      const { generation, liveBytes, damaged, ...rest } = await memory.status();
      return plain(rest);
    }
    case "graph.find": {
      const kinds = (given.kinds ?? []).map(kebab);
      const options = { kinds, pathPrefix: given.path_prefix ?? "", most: walk.most, explain: given.explain ?? false };
      return plain(await graph.find(given.text ?? "", options));
    }
    case "graph.outline":
      return plain(await graph.outline(given.path ?? ""));
    case "graph.callers":
    case "graph.callees":
    case "graph.references":
    case "graph.impact":
    case "graph.hierarchy":
      return plain(await graph[step.slice(6)](given.name ?? "", walk));
    case "graph.path": {
      const options = { depth: given.depth ?? 10, kinds: (given.kinds ?? []).map(kebab), leastConfidence: walk.leastConfidence };
      return plain(await graph.path(given.source ?? "", given.target ?? "", options));
    }
    case "graph.dependencies":
    case "graph.dependents":
      return plain(await graph[step.slice(6)](given.path ?? "", file));
    case "graph.map":
      return plain(await graph.map(budget));
    case "graph.export": {
      let whole = "";
      for await (const page of graph.export()) whole += page;
      return whole;
    }
    case "recall.prepare":
      return plain(await memory.prepare(given.task ?? "", budget));
    default:
      return { no_such_step: step };
  }
}

function indexed({ problems }) {
  const refused = problems.filter(({ kind }) => kind === "refused");
  return { refused: refused.map(({ path, error }) => ({ path, error: refusal(error) })) };
}

function refusal(error) {
  if (!REFUSALS.includes(error.code)) return { host: String(error?.message ?? error) };
  const name = snake(error.code);
  return error.details === undefined ? name : { [name]: plain(error.details) };
}

/** Members and cases in snake_case, bytes as hexadecimal digits, what is not there as `null`. */
function plain(value, name = "") {
  if (value === undefined) return null;
  if (typeof value === "bigint") return value <= 1n << 53n ? Number(value) : String(value);
  if (typeof value === "string") return CASES.has(name) ? snake(value) : value;
  if (value instanceof Uint8Array) return Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (Array.isArray(value)) return value.map((item) => plain(item, name));
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [snake(name), plain(item, name)]));
}

/** Members whose texts are cases of an enumeration. */
const CASES = new Set(["kind", "edge", "strategy", "form"]);

function snake(name) {
  return name.replaceAll("-", "_").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function kebab(name) {
  return name.replaceAll("_", "-");
}
