// The context of a task: the project's code that it needs, and the records about it.
//
// Two stores answer. What `remind` finds among the records is passed unchanged to `prepare`, which decides what fits into the budget, and
// in which order.

import { invalidError } from "./errors.js";
import type { PrepareOptions } from "./generated/options.js";
import type { MemoryQuestions } from "./generated/questions.js";
import type { MessageFormat, Prepared } from "./generated/types.js";
import { options } from "./options.js";
import type { KeptWindow } from "./window/kept.js";
import type { Window } from "./window/window.js";

/** The most ids of already visible pieces that `prepare` accepts. */
const MAX_SHOWN = 1_000;

/** The options of `context`: those of `prepare`, except the ones that `context` sets itself. */
export type ContextOptions = Omit<PrepareOptions, "likely" | "beside" | "shown">;

const CONTEXT_OPTIONS: readonly (keyof ContextOptions)[] = ["budget", "focus", "errors", "recent"];

/** The result of `contextIn`: the parts of a request to a model. */
export interface ContextInWindow<M> {
  /** The messages to send, as `fit` returns them. */
  messages: M[];
  /** The context of the task. Pieces that the messages already contain are left out, up to 1,000 of them. */
  context: Prepared;
}

type Questions = Pick<MemoryQuestions, "prepare" | "remind">;

/** Implements `Memory.context`. */
export async function context(memory: Questions, task: string, given?: ContextOptions): Promise<Prepared> {
  return memory.prepare(task, await withReminders(memory, task, given));
}

/**
 * Implements `Memory.contextIn`: asks `prepare` again without the pieces that the messages contain, until it returns none of them, or there are
 * more than `MAX_SHOWN`.
 */
export async function contextIn<M>(memory: Questions, window: Window | KeptWindow, messages: readonly M[], format: MessageFormat, task: string, given?: ContextOptions): Promise<ContextInWindow<M>> {
  if (typeof (window as { fit?: unknown } | undefined)?.fit !== "function") throw invalidError("window", "not what openWindow gave");
  const fitted = await window.fit(messages, format);
  const prepareOptions = await withReminders(memory, task, given);
  const shownIds: string[] = [];
  for (;;) {
    const prepared = await memory.prepare(task, { ...prepareOptions, shown: shownIds });
    const visibleIds: string[] = [];
    for (const { id, text } of [...prepared.pieces, ...prepared.beside]) {
      if ((await window.alreadyVisible(text)) !== undefined) visibleIds.push(id);
    }
    if (visibleIds.length === 0 || shownIds.length + visibleIds.length > MAX_SHOWN) return { messages: fitted, context: prepared };
    shownIds.push(...visibleIds);
  }
}

/** Asks `remind` about the task, and returns the options for `prepare` with the reminders added. */
async function withReminders(memory: Questions, task: string, given?: ContextOptions): Promise<PrepareOptions> {
  const contextOptions = options(given, CONTEXT_OPTIONS);
  const { errors, budget, signal } = contextOptions;
  const { pieces: beside, likely } = await memory.remind(task, { errors, budget, signal });
  return { ...contextOptions, beside, likely };
}
