// Checks of the options that callers pass.

import { invalidError } from "./errors.js";
import { nearestName } from "./nearest.js";

/** The options of every question in addition to its own. */
export interface Cancel {
  /** Cancels the question: its promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Checks the options of a call, and returns them; empty if none were given. Throws `invalid` for unknown options and invalid signals. */
export function options<T extends Cancel>(given: T | undefined, names: readonly (keyof T & string)[] = []): Partial<T> {
  if (given === undefined) return {};
  known(given, [...names, "signal"]);
  if (given.signal !== undefined && !(given.signal instanceof AbortSignal)) throw invalidError("signal", "not an AbortSignal");
  return given;
}

/**
 * Throws `invalid` for a value that is no object, or has a member besides `names` that is not undefined: a misspelled option would
 * otherwise be ignored.
 */
export function known<T extends object>(given: T, names: readonly string[]): void {
  if (typeof given !== "object" || given === null) throw invalidError("options", "not an object");
  for (const name of Object.keys(given)) {
    if (names.includes(name) || given[name as keyof T] === undefined) continue;
    const meantName = nearestName(name, names);
    throw invalidError(name, `not an option here${meantName === undefined ? "" : `, did you mean ${meantName}?`}: there are ${names.join(", ")}`);
  }
}

/** Converts a number to a 64-bit integer. Throws `invalid` if it is no safe integer. */
export function long(given: number, name: string): bigint;
export function long(given: number | undefined, name: string): bigint | undefined;
export function long(given: number | undefined, name: string): bigint | undefined {
  if (given !== undefined && !Number.isSafeInteger(given)) throw invalidError(name, "not a whole number");
  return given === undefined ? undefined : BigInt(given);
}

/** Converts a time to milliseconds since 1970: a number of these, a Date, or an ISO 8601 text, which without an offset is in the local time zone. */
export function instant(given: number | Date | string, name: string): bigint;
export function instant(given: number | Date | string | undefined, name: string): bigint | undefined;
export function instant(given: number | Date | string | undefined, name: string): bigint | undefined {
  if (given instanceof Date) return instant(validTime(given.getTime(), name), name);
  if (typeof given !== "string") return long(given, name);
  const isIso = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.test(given);
  // JavaScript reads a date without a time as UTC; people mean local time.
  const text = given.length === 10 ? `${given}T00:00` : given.replace(" ", "T");
  return instant(validTime(isIso ? Date.parse(text) : Number.NaN, name), name);
}

function validTime(time: number, name: string): number {
  if (Number.isNaN(time)) throw invalidError(name, "no moment: give a Date, milliseconds since 1970, or a text as 2026-11-23T09:30Z");
  return time;
}

/** Writes a value as JSON; the empty text for `undefined`. Throws `invalid` if it cannot be written. */
export function toJson(given: unknown, name: string): string {
  try {
    return JSON.stringify(given) ?? "";
  } catch (cause) {
    throw invalidError(name, `it cannot be written as JSON: ${String((cause as Error).message)}`, { cause });
  }
}

/** Returns a text, taken for JSON, unchanged, and writes an object as JSON. Throws `invalid` for any other value. */
export function json(given: unknown, name: string): string {
  if (typeof given === "string") return given;
  if (typeof given !== "object" || given === null) throw invalidError(name, "neither an object nor a text of JSON");
  return toJson(given, name);
}

/** Encodes a text as UTF-8; undefined for `undefined`. */
export function utf8(given: string | undefined, name: string): Uint8Array | undefined {
  if (given !== undefined && typeof given !== "string") throw invalidError(name, "not a text");
  return given === undefined ? undefined : new TextEncoder().encode(given);
}

// `await using` needs this symbol, which older runtimes do not have.
(Symbol as { asyncDispose?: symbol }).asyncDispose ??= Symbol.for("Symbol.asyncDispose");
