// The implementation of each tool by methods of a memory. Answers are plain objects.
//
// Each tool does the same as the command of its name (`cli/src/`). Not here: checking arguments, and messages of errors.

import { AmbiguousError, InvalidError, NotIndexedError, UnknownError, type ScrubjayError } from "../errors.js";
import { CALLERS, IMPACT, REFERENCES } from "../generated/tools.js";
import type { EventKind, SymbolKind, WalkPage } from "../generated/types.js";
import type { Memory } from "../memory.js";
import { type ToolArguments, type ToolName, wrongArgument } from "./arguments.js";

/** The names of tools that need only a memory. */
export type AskedToolName = Exclude<ToolName, "restore">;

type Cancelled = { signal: AbortSignal | undefined };
type Ask<N extends ToolName> = (memory: Memory, given: ToolArguments<N>, cancelled: Cancelled) => Promise<unknown>;

/** The most meanings of a name, or pairs of meanings, for which one call gives answers. */
const MAX_MEANINGS = 20;
/** The most sections of documents in an answer of `recall`. */
const MAX_SECTIONS = 5;
/** The most functions listed for each file in an answer about a session. */
const FUNCTIONS_EACH = 3;
/** The kinds of symbols that have a type hierarchy. */
const TYPES: SymbolKind[] = ["class", "interface", "enum", "type_alias"];

/** The implementation of each tool. */
export const TOOL_CALLS: { readonly [N in AskedToolName]: Ask<N> } = {
  find: ({ graph }, { text, kind, path_prefix, limit, skip }, cancelled) => graph.find(text, { kinds: kind, pathPrefix: path_prefix, limit, skip, ...cancelled }),
  show: async ({ graph }, { limit, ...name }, cancelled) =>
    (await outlined(graph, name.name, limit, cancelled)) ?? meanings(name, (of, pathPrefix) => graph.source(of, { maxLines: limit, pathPrefix, ...cancelled })),
  callers: ({ graph }, { direction, depth, limit, skip, unresolved, ...name }, cancelled) => {
    if (direction === "callees" && unresolved === true) throw wrongArgument("unresolved", "does not go with `direction` callees");
    const listed = listing(graph, CALLERS, { unresolved, limit, skip }, cancelled);
    return meanings(name, (of, pathPrefix) => listed(graph[direction ?? "callers"](of, { depth, limit, skip, pathPrefix, ...cancelled })));
  },
  impact: ({ graph }, { depth, limit, skip, unresolved, ...name }, cancelled) => {
    const listed = listing(graph, IMPACT, { unresolved, limit, skip }, cancelled);
    return meanings(name, (of, pathPrefix) => listed(graph.impact(of, { depth, limit, skip, pathPrefix, ...cancelled })));
  },
  references: ({ graph }, { limit, skip, min_confidence: minConfidence, unresolved, ...name }, cancelled) => {
    const listed = listing(graph, REFERENCES, { unresolved, limit, skip }, cancelled);
    return meanings(name, (of, pathPrefix) => listed(graph.references(of, { limit, skip, minConfidence, pathPrefix, ...cancelled })));
  },
  hierarchy: ({ graph }, { depth, limit, skip, min_confidence: minConfidence, ...name }, cancelled) => {
    const given = { depth, limit, skip, minConfidence, ...cancelled };
    const ask = (of: string, pathPrefix: string | undefined) => graph.hierarchy(of, { ...given, pathPrefix });
    // If no type has the name, other symbols with it are asked about, whose error explains.
    const ofType = (of: string, pathPrefix: string | undefined) =>
      ask(of, pathPrefix).catch((refused: unknown) =>
        refused instanceof AmbiguousError ? instead(refused, graph.hierarchy(of, { ...given, pathPrefix, kinds: TYPES })) : Promise.reject(refused),
      );
    return meanings(name, ofType);
  },
  tests: ({ graph }, { depth, limit, skip, min_confidence: minConfidence, ...name }, cancelled) =>
    meanings(name, (of, pathPrefix) => graph.tests(of, { depth, limit, skip, minConfidence, pathPrefix, ...cancelled })),
  path: async ({ graph }, { source, target, depth, min_confidence: minConfidence, all, file }, cancelled) => {
    const ask = (from: string, to: string) => graph.path(from, to, { depth, minConfidence, ...cancelled });
    if (all !== true && file === undefined) return ask(source, target);
    const [sources, targets] = [await idsOf(graph, source, file, cancelled), await idsOf(graph, target, file, cancelled)];
    if (all !== true) return ask(sources.length === 1 ? (sources[0] as string) : source, targets.length === 1 ? (targets[0] as string) : target);
    const pairs = sources.flatMap((from) => targets.map((to) => [from, to] as const));
    return answers(pairs.length, pairs, ([from, to]) => ask(from, to));
  },
  dependencies: ({ graph }, { path, ...given }, cancelled) => graph.dependencies(path, { ...given, ...cancelled }),
  dependents: ({ graph }, { path, ...given }, cancelled) => graph.dependents(path, { ...given, ...cancelled }),
  // Texts within a budget of tokens, in the form for a model.
  map: async ({ graph }, given, cancelled) => (await graph.map({ ...given, ...cancelled })).text,
  prepare: async (memory, { task, error: errors, code_only, ...given }, cancelled) => {
    const wanted = { ...given, errors, ...cancelled };
    return (await (code_only === true ? memory.prepare(task, wanted) : memory.context(task, wanted))).text;
  },
  recall: async (memory, { query, kind, since, per_session: perSession, ...given }, cancelled) => {
    const recalled = await memory.recall(query, { ...given, kinds: kind as EventKind[] | undefined, since: await moment(memory, "since", since), perSession, ...cancelled });
    const isWhole = kind === undefined && since === undefined && given.channel === undefined && given.session === undefined;
    if (!isWhole) return recalled;
    const limit = Math.min(given.limit ?? MAX_SECTIONS, MAX_SECTIONS);
    return { ...recalled, documents: await unlessNotIndexed(memory.graph.documents(query, { limit, ...cancelled })) };
  },
  remember: (memory, { text, ...given }, cancelled) => memory.remember(text, { ...given, origin: "agent", ...cancelled }),
  update: async (memory, { id, text }, cancelled) => ({ id, isKnown: await memory.update(id, { text }, cancelled) }),
  forget: (memory, { id }, cancelled) => named("id", memory.forget([id], cancelled)),
  notes: async (memory, { since, ...given }, cancelled) => memory.notes({ ...given, since: await moment(memory, "since", since), ...cancelled }),
  work: (memory, { question, of, limit }, cancelled) => {
    const choice = `\`question\` ${question}`;
    if ((question === "file" || question === "last") && of === undefined) throw wrongArgument("of", "is missing: the file, or the part of paths");
    if ((question === "tools" || question === "tasks") && of !== undefined) throw wrongArgument("of", `does not go with ${choice}`);
    if (question === "tools" && limit !== undefined) throw wrongArgument("limit", `does not go with ${choice}`);
    const given = { limit, ...cancelled };
    if (question === "file") return memory.fileHistory(of as string, given);
    if (question === "last") return memory.lastTouches(of as string, given);
    if (question === "together") return memory.coEdits({ path: of, ...given });
    return question === "tools" ? memory.toolStats(cancelled) : memory.tasks(given);
  },
  session: async (memory, { question, of, limit }, cancelled) => {
    if (question === "begin") return memory.beginSession({ message: of, limit, ...cancelled });
    const files = await memory.reread(of, { limit, ...cancelled });
    const most = FUNCTIONS_EACH * Math.max(1, files.files.length);
    return { ...files, functions: (await unlessNotIndexed(memory.graph.functionsAt(files.lines, { limit: most, ...cancelled })))?.functions };
  },
};

/** Converts a time that a model wrote in words to milliseconds since 1970, the beginning of that time; undefined if omitted. */
async function moment(memory: Memory, argument: string, written: string | undefined): Promise<number | undefined> {
  return written === undefined ? undefined : Number((await named(argument, memory.readTime(written))).since);
}

/** Awaits an answer. In an `invalid` error, the argument gets the name that the model knows. */
function named<T>(argument: string, asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => Promise.reject(error instanceof InvalidError ? wrongArgument(argument, `is not valid: ${error.details.why}`) : error));
}

interface Name {
  name: string;
  all: boolean | undefined;
  file: string | undefined;
}

/** Asks about a name; with `all`, about each of its meanings. */
async function meanings(of: Name, ask: (name: string, pathPrefix: string | undefined) => Promise<object>): Promise<object> {
  try {
    return await ask(of.name, of.file);
  } catch (refused) {
    if (of.all !== true || !(refused instanceof AmbiguousError)) throw refused;
    const { candidates, nCandidates } = refused.details;
    return answers(nCandidates, candidates.map(({ id }) => id), (id) => ask(id, undefined));
  }
}

/** Asks about each of several meanings. Returns the answers, and the number of all meanings. */
async function answers<T>(nMeanings: number, each: readonly T[], ask: (one: T) => Promise<object>): Promise<object> {
  const given: object[] = [];
  for (const one of each.slice(0, MAX_MEANINGS)) given.push(await ask(one));
  return { nMeanings, answers: given };
}

/** The ids of the meanings of a name; if there are several and `file` is given, only those in that file. */
async function idsOf(graph: Memory["graph"], name: string, file: string | undefined, cancelled: Cancelled): Promise<string[]> {
  const meant = async (pathPrefix: string | undefined): Promise<string[]> => {
    try {
      const { symbol, meanings } = await graph.callees(name, { limit: 1, minConfidence: 1, pathPrefix, ...cancelled });
      return (meanings.length > 0 ? meanings : [symbol]).map(({ id }) => id);
    } catch (refused) {
      if (!(refused instanceof AmbiguousError)) throw refused;
      return refused.details.candidates.map(({ id }) => id);
    }
  };
  const all = await meant(undefined);
  return all.length === 1 || file === undefined ? all : meant(file);
}

/** The outline of a file; undefined if no file has this path, or the text contains `#`, as ids do. */
async function outlined(graph: Memory["graph"], path: string, limit: number | undefined, cancelled: Cancelled): Promise<object | undefined> {
  if (path.includes("#")) return undefined;
  try {
    const outline = await graph.outline(path, cancelled);
    return { ...outline, symbols: outline.symbols.slice(0, limit ?? 400), nSymbols: outline.symbols.length };
  } catch (refused) {
    if (refused instanceof UnknownError || refused instanceof InvalidError) return undefined;
    throw refused;
  }
}

interface Listing {
  unresolved: boolean | undefined;
  limit: number | undefined;
  skip: number | undefined;
}

interface Walked {
  readonly parameters: { readonly properties: { readonly limit: { readonly default: number }; readonly skip: { readonly default: number } } };
}

/** A function that adds unresolved places to a page, if `wanted` asks for them. `skip` and `limit` count both, unresolved places last. */
function listing(graph: Memory["graph"], { parameters: { properties } }: Walked, wanted: Listing, cancelled: Cancelled): (asked: Promise<WalkPage>) => Promise<object> {
  return async (asked) => {
    const page = await asked;
    if (wanted.unresolved !== true) return page;
    const left = (wanted.limit ?? properties.limit.default) - page.steps.length;
    const skip = Math.max(0, (wanted.skip ?? properties.skip.default) - page.nSteps);
    // If the page is full, only the number of unresolved places is added.
    const { places, nPlaces } = await graph.unresolved(page.symbol.id, { limit: Math.max(1, left), skip, ...cancelled });
    return { ...page, unresolved: places.slice(0, left), nUnresolved: nPlaces };
  };
}

/** Awaits an answer. If it fails as `unknown`, throws `refused`, the error of the first attempt, instead. */
function instead<T>(refused: ScrubjayError, asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => Promise.reject(error instanceof UnknownError ? refused : error));
}

/** Awaits an answer about code; undefined if nothing is indexed, so that records are still returned. */
function unlessNotIndexed<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => (error instanceof NotIndexedError ? undefined : Promise.reject(error)));
}
