// What each tool asks a memory: a call of the memory's own methods, whose answer is a plain object.
//
// As the command of the same tool does in the program (`host-native/src/cli/`). Not here: checking arguments, and telling what is wrong.

import { AmbiguousError, InvalidError, NotIndexedError, UnknownError, type ScrubjayError } from "../errors.js";
import { CALLERS, IMPACT, REFERENCES } from "../generated/tools.js";
import type { EventKind, SymbolKind, WalkPage } from "../generated/types.js";
import type { Memory } from "../memory.js";
import { type Given, type ToolName, wrong } from "./arguments.js";

/** The tools that need nothing but a memory. */
export type AskedName = Exclude<ToolName, "restore">;

type Cancelled = { signal: AbortSignal | undefined };
type Ask<N extends ToolName> = (memory: Memory, given: Given<N>, cancelled: Cancelled) => Promise<unknown>;

/** How many meanings of a name, or pairs of them, are answered at most. */
const MAX_MEANINGS = 20;
/** The most sections of documents beside what was recorded. */
const MAX_SECTIONS = 5;
/** How many functions are given at most for each file that is to be read again. */
const FUNCTIONS_EACH = 3;
/** The kinds of symbols that have a type hierarchy. */
const TYPES: SymbolKind[] = ["class", "interface", "enum", "type_alias"];

/** What each tool does. */
export const ASKS: { readonly [N in AskedName]: Ask<N> } = {
  find: ({ graph }, { text, kind, path_prefix, limit, skip }, cancelled) => graph.find(text, { kinds: kind, pathPrefix: path_prefix, limit, skip, ...cancelled }),
  show: async ({ graph }, { limit, ...name }, cancelled) =>
    (await outlined(graph, name.name, limit, cancelled)) ?? meanings(name, (of, pathPrefix) => graph.source(of, { maxLines: limit, pathPrefix, ...cancelled })),
  callers: ({ graph }, { direction, depth, limit, skip, unresolved, ...name }, cancelled) => {
    if (direction === "callees" && unresolved === true) throw wrong("unresolved", "does not go with `direction` callees");
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
    // Others that have the name are asked about where no type has it.
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
  // Texts that were made for a model, within a budget.
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
    if ((question === "file" || question === "last") && of === undefined) throw wrong("of", "is missing: the file, or the part of paths");
    if ((question === "tools" || question === "tasks") && of !== undefined) throw wrong("of", `does not go with ${choice}`);
    if (question === "tools" && limit !== undefined) throw wrong("limit", `does not go with ${choice}`);
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

/** The beginning of a time that a model wrote in words, which the component reads. */
async function moment(memory: Memory, argument: string, written: string | undefined): Promise<number | undefined> {
  return written === undefined ? undefined : Number((await named(argument, memory.readTime(written))).since);
}

/** An answer, whose refusal blames the argument by the name that a model knows. */
function named<T>(argument: string, asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => Promise.reject(error instanceof InvalidError ? wrong(argument, `is not valid: ${error.details.why}`) : error));
}

interface Name {
  name: string;
  all: boolean | undefined;
  file: string | undefined;
}

/** Asks about the one meaning of a name or, if `all` is wanted, about each meaning. */
async function meanings(of: Name, ask: (name: string, pathPrefix: string | undefined) => Promise<object>): Promise<object> {
  try {
    return await ask(of.name, of.file);
  } catch (refused) {
    if (of.all !== true || !(refused instanceof AmbiguousError)) throw refused;
    const { candidates, nCandidates } = refused.details;
    return answers(nCandidates, candidates.map(({ id }) => id), (id) => ask(id, undefined));
  }
}

/** An answer for each of several, and how many there are in all. */
async function answers<T>(nMeanings: number, each: readonly T[], ask: (one: T) => Promise<object>): Promise<object> {
  const given: object[] = [];
  for (const one of each.slice(0, MAX_MEANINGS)) given.push(await ask(one));
  return { nMeanings, answers: given };
}

/** The ids of the meanings of a name; if there are several, of those in the given file. */
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

/** The symbols of a file, if there is one at this path. A name with a hash sign is an id. */
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

/** Adds to a list the places on receivers that are not known, where they are wanted: they follow in one numbering. */
function listing(graph: Memory["graph"], { parameters: { properties } }: Walked, wanted: Listing, cancelled: Cancelled): (asked: Promise<WalkPage>) => Promise<object> {
  return async (asked) => {
    const page = await asked;
    if (wanted.unresolved !== true) return page;
    const left = (wanted.limit ?? properties.limit.default) - page.steps.length;
    const skip = Math.max(0, (wanted.skip ?? properties.skip.default) - page.nSteps);
    // A page that the certain ones fill is told the number all the same.
    const { places, nPlaces } = await graph.unresolved(page.symbol.id, { limit: Math.max(1, left), skip, ...cancelled });
    return { ...page, unresolved: places.slice(0, left), nUnresolved: nPlaces };
  };
}

/** An answer, or where that knows no such name the refusal that led to it. */
function instead<T>(refused: ScrubjayError, asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => Promise.reject(error instanceof UnknownError ? refused : error));
}

/** An index is a cache: what was recorded is given without it too. */
function unlessNotIndexed<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => (error instanceof NotIndexedError ? undefined : Promise.reject(error)));
}
