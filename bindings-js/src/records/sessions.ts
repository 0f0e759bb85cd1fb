// Contexts of sessions: what a program gives of them, and the changes and summaries that an engine is asked for.
//
// A model is asked on the caller's side and in nobody's turn: an engine gives what to ask it, and is asked again with its answer. Not here:
// the questions, which are generated.

import type { Engine } from "../engine.js";
import { failure, invalid } from "../errors.js";
import type { SummariseOptions } from "../generated/options.js";
import { COMPACTION_SETTINGS, type CompactionSettingsOptions } from "../generated/settings.js";
import type { Compaction, CompactionSettings, Effects, Exports, ModelRequest, Resumed, SessionChanged, SummaryDraft } from "../generated/types.js";
import type { Reply } from "../ask.js";
import { type Cancel, long, options } from "../options.js";
import { orAborted } from "../queue.js";
import { jsonOf } from "./events.js";
import type { Compacted, SessionChange, SessionDone, Summarised, Summarising } from "./steps.js";

/** How a context is changed. */
export interface SessionChangeOptions extends Cancel {
  /** The version that the change is of: it is refused as `conflict` where the context is at another one. Default: any. */
  expected?: number | undefined;
}

/** How a context is compacted. */
export interface CompactOptions extends CompactionSettingsOptions, SessionChangeOptions {
  /**
   * What to say of the entries that leave: at most 16 KiB and no longer than they are, and nothing that gives its reader orders.
   * Default: what a rule makes of them.
   */
  summary?: string | undefined;
}

/** Says what a model answers; `signal` is the caller's. */
export type Model = (request: ModelRequest, signal?: AbortSignal) => string | Promise<string>;

/** How a summary is made. */
export interface SummaryOptions extends Omit<SummariseOptions, "hasModel"> {
  /** Who writes it. Default: a rule. */
  model?: Model | undefined;
}

/** Saves a context; the version after it. */
export async function saveSession(engine: Engine, id: string, document: string | object, given: SessionChangeOptions | undefined): Promise<number> {
  return (await changed(engine, { id, what: "save", document: textOf(document, "document") }, given)).version;
}

/** Appends to a history; the version after it. */
export async function appendToSession(engine: Engine, id: string, entries: string | readonly object[], given: SessionChangeOptions | undefined): Promise<number> {
  return (await changed(engine, { id, what: "append", entries: textOf(entries, "entries") }, given)).version;
}

/** Deletes a context; whether there was one. */
export async function deleteSession(engine: Engine, id: string, given: SessionChangeOptions | undefined): Promise<boolean> {
  return (await changed(engine, { id, what: "delete" }, given)).isKnown;
}

/** Brings a version back; the version after it. */
export async function recoverSession(engine: Engine, id: string, version: number, given: SessionChangeOptions | undefined): Promise<number> {
  return (await changed(engine, { id, what: "recover", version: long(version, "version") }, given)).version;
}

/** Compacts a context; what that did. */
export async function compactSession(engine: Engine, id: string, given: CompactOptions | undefined): Promise<Compacted> {
  const { summary, expected, signal, ...set } = options(given, ["summary", "expected", ...SETTINGS]);
  if (summary !== undefined && typeof summary !== "string") throw invalid("summary", "not a text");
  const bytes = summary === undefined ? undefined : new TextEncoder().encode(summary);
  const { report } = await changed(engine, { id, what: "compact", settings: completed(set), summary: bytes }, { expected, signal });
  return report as Compacted;
}

/** What a compaction would say, by rule or in the words of a model, which is asked at most once. */
export async function summariseSession(engine: Engine, id: string, given: SummaryOptions | undefined): Promise<SummaryDraft> {
  const { model, signal, ...set } = options(given, ["model", ...SUMMARY_SETTINGS]);
  if (model !== undefined && typeof model !== "function") throw invalid("model", "not a function");
  const { maxEntries, keepEntries, maxTokens, isManual } = completed(set);
  const question = { id, maxEntries, keepEntries, maxTokens, isManual, hasModel: model !== undefined };
  const first = await engine.summarise({ question, said: undefined }, signal);
  if (model === undefined || "draft" in first) return drafted(first);
  const answer = await orAborted(answered(model, first.request, signal), signal);
  return drafted(await engine.summarise({ question, said: { texts: first.request.texts, answer } }, signal));
}

/** The call of the component that makes a change. */
export function changing(change: SessionChange): (exports: Exports, resumed: Resumed | undefined) => Reply<SessionDone & { effects: Effects }> {
  const { id, expected } = change;
  const now = BigInt(Date.now());
  return ({ session }, resumed) => {
    switch (change.what) {
      case "save":
        return plain(session.saveSession(id, change.document, expected, now, resumed));
      case "append":
        return plain(session.appendToSession(id, change.entries, expected, now, resumed));
      case "delete":
        return plain(session.deleteSession(id, expected, resumed));
      case "recover":
        return plain(session.recoverSession(id, change.version, expected, now, resumed));
      case "compact": {
        const reply = session.compactSession(id, change.settings, change.summary, expected, now, resumed);
        if (reply.tag === "ask") return reply;
        const { effects, report } = reply.val;
        return { tag: "done", val: { effects, version: Number(report.version), isKnown: true, report: told(report) } };
      }
    }
  };
}

/** Thrown through the loop of a question that asks a model whose answer is not there yet. */
export class ModelAsked extends Error {
  constructor(readonly request: ModelRequest) {
    super("a model is asked");
  }
}

/** Answers of a model that was asked before. What it was not asked about is asked now, or was changed meanwhile. */
export function modelOf(said: Summarising["said"]): (request: ModelRequest) => Uint8Array {
  return (request) => {
    if (said === undefined) throw new ModelAsked(request);
    const isSame = said.texts.length === request.texts.length && said.texts.every((text, place) => text === request.texts[place]);
    if (!isSame) throw failure("stale", undefined, "the session was changed while the model was asked");
    return said.answer;
  };
}

const SETTINGS = ["maxEntries", "keepEntries", "maxTokens", "taskHours", "isManual"] as const satisfies readonly (keyof CompactionSettingsOptions)[];
const SUMMARY_SETTINGS = ["maxEntries", "keepEntries", "maxTokens", "isManual"] as const satisfies readonly (keyof SummaryOptions)[];

type WithoutExpected<C> = C extends unknown ? Omit<C, "expected"> : never;

async function changed(engine: Engine, change: WithoutExpected<SessionChange>, given: SessionChangeOptions | undefined): Promise<SessionDone> {
  const { expected, signal } = options(given, ["expected"]);
  return engine.changeSession({ ...change, expected: long(expected, "expected") } as SessionChange, signal);
}

function completed(set: CompactionSettingsOptions): CompactionSettings {
  return { ...COMPACTION_SETTINGS, ...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) };
}

/** A report with its counts as programs are shown them. */
function told(report: Compaction): Compacted {
  const members = Object.entries(report).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]);
  return Object.fromEntries(members) as Compacted;
}

function plain(reply: Reply<SessionChanged>): Reply<SessionDone & { effects: Effects }> {
  return reply.tag === "ask" ? reply : { tag: "done", val: { ...reply.val, version: Number(reply.val.version), report: undefined } };
}

function drafted(summarised: Summarised): SummaryDraft {
  if ("draft" in summarised) return summarised.draft;
  throw failure("component", undefined, "the component asks a model again");
}

async function answered(model: Model, request: ModelRequest, signal: AbortSignal | undefined): Promise<Uint8Array> {
  let said: unknown;
  try {
    said = await model(request, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    throw failure("model", undefined, `the model failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (typeof said !== "string") throw failure("model", undefined, "the model failed: it gave no text");
  return new TextEncoder().encode(said);
}

function textOf(given: unknown, name: string): string {
  if (typeof given === "string") return given;
  if (typeof given !== "object" || given === null) throw invalid(name, "neither an object nor a text of JSON");
  return jsonOf(given, name);
}
