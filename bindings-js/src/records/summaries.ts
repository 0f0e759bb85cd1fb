// Summaries of sessions, by rule or by a program's model.
//
// The model is asked on the caller's side, outside of any turn: the engine returns the request for it, and is called again with its
// answer. Not here: other questions about sessions, and changes of them, which are generated.

import type { Engine } from "../engine.js";
import { createError, invalidError } from "../errors.js";
import type { SummariseOptions } from "../generated/options.js";
import { COMPACTION_SETTINGS as DEFAULT } from "../generated/settings.js";
import type { ModelRequest, SummaryDraft } from "../generated/types.js";
import { options } from "../options.js";
import { rejectOnAbort } from "../queue.js";
import type { SummaryOutcome, SummaryRequest } from "./steps.js";

/** A function that sends a request to a model, and returns its answer. `signal`: the signal of the call. */
export type Model = (request: ModelRequest, signal?: AbortSignal) => string | Promise<string>;

/** The model that may write the summary, and the options of the compaction to draft for. */
export interface SummaryOptions extends Omit<SummariseOptions, "hasModel"> {
  /** The model that writes the summary. Default: none, it is made by rule. */
  model?: Model | undefined;
}

/** Drafts the summary of a compaction with an engine, by rule or by a model, which is asked at most once. */
export async function summariseSession(engine: Engine, id: string, given: SummaryOptions | undefined): Promise<SummaryDraft> {
  const wanted = options(given, ["model", "maxEntries", "keepEntries", "maxTokens", "isManual"]);
  const { maxEntries = DEFAULT.maxEntries, keepEntries = DEFAULT.keepEntries, maxTokens = DEFAULT.maxTokens, isManual = DEFAULT.isManual, model, signal } = wanted;
  if (model !== undefined && typeof model !== "function") throw invalidError("model", "not a function");
  const question = { id, maxEntries, keepEntries, maxTokens, isManual, hasModel: model !== undefined };
  const first = await engine.change("summarise", { question, said: undefined }, signal);
  if (model === undefined || "draft" in first) return drafted(first);
  const answer = await rejectOnAbort(answered(model, first.request, signal), signal);
  return drafted(await engine.change("summarise", { question, said: { texts: first.request.texts, answer } }, signal));
}

/** Thrown to leave the loop of a question that needs the answer of a model, with the request for it. */
export class ModelAsked extends Error {
  constructor(readonly request: ModelRequest) {
    super("a model is asked");
  }
}

/**
 * A model that returns the answer in `said`, or throws the request as `ModelAsked` if `said` is undefined. If `said` answers a request with other
 * texts, it throws `stale`.
 */
export function modelOf(said: SummaryRequest["said"]): (request: ModelRequest) => Uint8Array {
  return (request) => {
    if (said === undefined) throw new ModelAsked(request);
    const isSame = said.texts.length === request.texts.length && said.texts.every((text, place) => text === request.texts[place]);
    if (!isSame) throw createError("stale", undefined, "the session was changed while the model was asked");
    return said.answer;
  };
}

function drafted(summarised: SummaryOutcome): SummaryDraft {
  if ("draft" in summarised) return summarised.draft;
  throw createError("component", undefined, "the component asks a model again");
}

async function answered(model: Model, request: ModelRequest, signal: AbortSignal | undefined): Promise<Uint8Array> {
  let said: unknown;
  try {
    said = await model(request, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    throw createError("model", undefined, `the model failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (typeof said !== "string") throw createError("model", undefined, "the model failed: it gave no text");
  return new TextEncoder().encode(said);
}
