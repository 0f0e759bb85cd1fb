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
  const summaryOptions = options(given, ["model", "maxEntries", "keepEntries", "maxTokens", "isManual"]);
  const { maxEntries = DEFAULT.maxEntries, keepEntries = DEFAULT.keepEntries, maxTokens = DEFAULT.maxTokens, isManual = DEFAULT.isManual, model, signal } = summaryOptions;
  if (model !== undefined && typeof model !== "function") throw invalidError("model", "not a function");
  const question = { id, maxEntries, keepEntries, maxTokens, isManual, hasModel: model !== undefined };
  const firstOutcome = await engine.change("summarise", { question, said: undefined }, signal);
  if (model === undefined || "draft" in firstOutcome) return draftOf(firstOutcome);
  const answer = await rejectOnAbort(askModel(model, firstOutcome.request, signal), signal);
  return draftOf(await engine.change("summarise", { question, said: { texts: firstOutcome.request.texts, answer } }, signal));
}

/** Thrown to leave the loop of a question that needs the answer of a model, with the request for it. */
export class ModelAsked extends Error {
  constructor(readonly request: ModelRequest) {
    super("a model is asked");
  }
}

/**
 * A model that returns the answer in `earlier`, or throws the request as `ModelAsked` if `earlier` is undefined. If `earlier` answers a request with other
 * texts, it throws `stale`.
 */
export function modelOf(earlier: SummaryRequest["said"]): (request: ModelRequest) => Uint8Array {
  return (request) => {
    if (earlier === undefined) throw new ModelAsked(request);
    const isSame = earlier.texts.length === request.texts.length && earlier.texts.every((text, place) => text === request.texts[place]);
    if (!isSame) throw createError("stale", undefined, "the session was changed while the model was asked");
    return earlier.answer;
  };
}

function draftOf(summarised: SummaryOutcome): SummaryDraft {
  if ("draft" in summarised) return summarised.draft;
  throw createError("component", undefined, "the component asks a model again");
}

async function askModel(model: Model, request: ModelRequest, signal: AbortSignal | undefined): Promise<Uint8Array> {
  let reply: unknown;
  try {
    reply = await model(request, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    throw createError("model", undefined, `the model failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (typeof reply !== "string") throw createError("model", undefined, "the model failed: it gave no text");
  return new TextEncoder().encode(reply);
}
