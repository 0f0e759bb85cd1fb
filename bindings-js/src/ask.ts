// The loop behind every question: the component requests rows and lines, the host answers, until the component is done.
//
// Not here: the individual questions.

import { InvalidError, createError } from "./errors.js";
import type { Spans } from "./files/spans.js";
import type { Answer, Ask, Effects, ModelRequest, Request, Resumed } from "./generated/types.js";
import type { Running } from "./guest/running.js";
import { rejectOnAbort } from "./queue.js";
import type { RowPage, Store } from "./store/store.js";
import { withStoreErrors } from "./store/fault.js";

/** The most rounds of one question. Opening a large store takes the most: one round for each page of its rows. */
const MAX_ROUNDS = 10_000;
/** The most bytes of rows in the answer to a request for a range, whatever the component requests. */
const MAX_RANGE_BYTES = 64 << 20;

/** The result of every function that may request data. */
export type Reply<T> = { kind: "done"; value: T } | { kind: "ask"; value: Ask };

/** The outcome of a change: the effects to commit, and the answer for its caller. */
export interface Changed<A> {
  effects: Effects;
  answer: A;
}

/** Splits the reply of a change into its effects and the answer that `answerOf` computes from it. A request for data is returned unchanged. */
export function done<D extends { effects: Effects }, A>(reply: Reply<D>, answerOf: (done: D) => A): Reply<Changed<A>> {
  return reply.kind === "ask" ? reply : { kind: "done", value: { effects: reply.value.effects, answer: answerOf(reply.value) } };
}

/** Where the host looks up what the component requests. */
export interface Sources {
  store: Store;
  spans: Spans;
  /** Asks a model. Undefined: there is none, and the component gets the answer `changed`. */
  model?: ((request: ModelRequest) => Uint8Array) | undefined;
}

/** Asks the component until it is done, and returns the answer. Throws if the component refuses, or if the signal fires. */
export async function ask<E, T>(
  instance: Running<E>,
  sources: Sources,
  question: (exports: E, resumed: Resumed | undefined) => Reply<T>,
  signal?: AbortSignal,
): Promise<T> {
  let resumed: Resumed | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const reply = callChecked(() => instance.call((exports) => question(exports, resumed)), resumed !== undefined);
    if (reply.kind === "done") return reply.value;
    const { requests } = reply.value;
    const answers: Answer[] = [];
    for (const request of requests) {
      const page = rowsFor(request, sources.store);
      // A store's rows are valid until the next call of that store, or of another one.
      if (page !== undefined) answers.push({ kind: "rows", value: requests.length === 1 ? page : copyOfPage(page) });
      else answers.push(await rejectOnAbort(answerOutsideStore(request, sources), signal));
    }
    signal?.throwIfAborted();
    resumed = { ticket: reply.value.ticket, answers };
  }
  throw createError("component", undefined, "the component asked for rows without end");
}

/** Makes a call. Throws `damaged` if the call passes answers (`passesAnswers`) and the component refuses them: the store has wrong rows. */
function callChecked<T>(call: () => T, passesAnswers: boolean): T {
  try {
    return call();
  } catch (error) {
    if (!passesAnswers || !(error instanceof InvalidError) || error.details.argument !== "answers") throw error;
    throw createError("damaged", undefined, `the store is damaged: it gives ${error.details.why}`, { cause: error });
  }
}

function rowsFor(request: Request, store: Store): RowPage | undefined {
  switch (request.kind) {
    case "keys":
      return { rows: withStoreErrors(() => store.get(request.value)), complete: true };
    case "range": {
      const { start, end, maxBytes } = request.value;
      return withStoreErrors(() => store.range(start, end, Math.min(maxBytes, MAX_RANGE_BYTES)));
    }
    case "span":
    case "model":
      return undefined;
  }
}

function copyOfPage({ rows, complete }: RowPage): RowPage {
  return { rows: rows.map(({ key, value }) => ({ key: key.slice(), value: value.slice() })), complete };
}

/** Answers a request for something outside the store: lines of a file, or a model's text. */
async function answerOutsideStore(request: Request, { spans, model }: Sources): Promise<Answer> {
  if (request.kind === "model") return model === undefined ? { kind: "changed" } : { kind: "model", value: model(request.value) };
  const text = request.kind === "span" ? await spans.lines(request.value) : undefined;
  return text === undefined ? { kind: "changed" } : { kind: "text", value: text };
}
