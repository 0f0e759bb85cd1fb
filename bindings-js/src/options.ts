// Options as callers give them.

import { invalid } from "./errors.js";

/** What every question takes beside its own arguments. */
export interface Cancel {
  /** Gives the question up: its promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The options, or none; refuses what is not an object, or has a signal that is none. */
export function options<T extends Cancel>(given: T | undefined): Partial<T> {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null) throw invalid("options", "not an object");
  if (given.signal !== undefined && !(given.signal instanceof AbortSignal)) throw invalid("signal", "not an AbortSignal");
  return given;
}

// Older runtimes lack the name; `await using` looks for it.
(Symbol as { asyncDispose?: symbol }).asyncDispose ??= Symbol.for("Symbol.asyncDispose");
