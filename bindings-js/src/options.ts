// Checks of the options that callers pass.

import { invalid } from "./errors.js";
import { nearest } from "./nearest.js";

/** The options of every question in addition to its own. */
export interface Cancel {
  /** Cancels the question: its promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Returns the options, or empty ones. Refuses unknown options, values that are not objects, and invalid signals. */
export function options<T extends Cancel>(given: T | undefined, names: readonly (keyof T & string)[] = []): Partial<T> {
  if (given === undefined) return {};
  known(given, [...names, "signal"]);
  if (given.signal !== undefined && !(given.signal instanceof AbortSignal)) throw invalid("signal", "not an AbortSignal");
  return given;
}

/** Refuses values that are not objects, and unknown options: a misspelled name would otherwise be ignored. */
export function known<T extends object>(given: T, names: readonly string[]): void {
  if (typeof given !== "object" || given === null) throw invalid("options", "not an object");
  for (const name of Object.keys(given)) {
    if (names.includes(name) || given[name as keyof T] === undefined) continue;
    const meant = nearest(name, names);
    throw invalid(name, `not an option here${meant === undefined ? "" : `, did you mean ${meant}?`}: there are ${names.join(", ")}`);
  }
}

/** An integer of 64 bits, which programs give as a number. */
export function long(given: number, name: string): bigint;
export function long(given: number | undefined, name: string): bigint | undefined;
export function long(given: number | undefined, name: string): bigint | undefined {
  if (given !== undefined && !Number.isSafeInteger(given)) throw invalid(name, "not a whole number");
  return given === undefined ? undefined : BigInt(given);
}

/** A moment, which programs give in milliseconds since 1970, as a Date, or as a text of ISO 8601; a text without an offset is of this machine's zone. */
export function instant(given: number | Date | string, name: string): bigint;
export function instant(given: number | Date | string | undefined, name: string): bigint | undefined;
export function instant(given: number | Date | string | undefined, name: string): bigint | undefined {
  if (given instanceof Date) return instant(written(given.getTime(), name), name);
  if (typeof given !== "string") return long(given, name);
  const isIso = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.test(given);
  // A date alone is one of UTC to JavaScript, and of the place to people.
  const text = given.length === 10 ? `${given}T00:00` : given.replace(" ", "T");
  return instant(written(isIso ? Date.parse(text) : Number.NaN, name), name);
}

function written(time: number, name: string): number {
  if (Number.isNaN(time)) throw invalid(name, "no moment: give a Date, milliseconds since 1970, or a text as 2026-11-23T09:30Z");
  return time;
}

/** A value as JSON; empty for `undefined`. */
export function jsonOf(given: unknown, name: string): string {
  try {
    return JSON.stringify(given) ?? "";
  } catch (cause) {
    throw invalid(name, `it cannot be written as JSON: ${String((cause as Error).message)}`, { cause });
  }
}

/** JSON, which programs give as a text or as an object or list. */
export function json(given: unknown, name: string): string {
  if (typeof given === "string") return given;
  if (typeof given !== "object" || given === null) throw invalid(name, "neither an object nor a text of JSON");
  return jsonOf(given, name);
}

/** Bytes that are UTF-8, which programs give as a text. */
export function utf8(given: string | undefined, name: string): Uint8Array | undefined {
  if (given !== undefined && typeof given !== "string") throw invalid(name, "not a text");
  return given === undefined ? undefined : new TextEncoder().encode(given);
}

// Older runtimes do not have this symbol; `await using` looks it up.
(Symbol as { asyncDispose?: symbol }).asyncDispose ??= Symbol.for("Symbol.asyncDispose");
