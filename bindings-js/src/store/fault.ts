// Converts errors of a store to errors of this package: a caller's own store identifies its errors by a `code`.

import { type Details, type ErrorCode, ScrubjayError, createError, invalidError } from "../errors.js";
import { reasonOf } from "../platform.js";
import type { Store } from "./store.js";

/** Runs a function on a store. Errors are thrown as a `ScrubjayError`. */
export function withStoreErrors<T>(operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    throw storeFault(error);
  }
}

/** Reads the generation of a store. Throws if a caller's own store returns no valid one. */
export function generationOf(store: Store): bigint {
  const generation = withStoreErrors(() => store.generation());
  const fits = typeof generation === "bigint" && BigInt.asUintN(64, generation) === generation;
  if (!fits) throw invalidError("store", "its generation is no BigInt of 64 bits without a sign");
  return generation;
}

/** Reads the identity of a store, which changes when it is rebuilt; undefined if the store does not implement it. */
export function identityOf(store: Store): string | undefined {
  return withStoreErrors(() => store.identity?.());
}

/** Converts an error that a store threw: returns one of this package unchanged, and converts any other by its `code`, to `io` if that is unknown. */
export function storeFault(error: unknown): ScrubjayError {
  if (error instanceof ScrubjayError) return error;
  const fault = FAULTS_BY_CODE.get((error as { code?: unknown } | undefined)?.code) ?? ["io", undefined];
  return createError(...fault, reasonOf(error), { cause: error });
}

/** The codes that a caller's own store may throw, with the code and details of the resulting error. */
const FAULTS_BY_CODE = new Map<unknown, [code: ErrorCode, details: Details[ErrorCode]]>([
  ["missing", ["not_indexed", { path: undefined }]],
  ["full", ["disk_full", undefined]],
  ["locked", ["locked", { path: undefined, holder: undefined, judged: true }]],
  ["format", ["newer_format", 0]],
  ["overtaken", ["stale", undefined]],
  ["read_only", ["read_only", undefined]],
  ["damaged", ["damaged", undefined]],
  ["conflict", ["conflict", undefined]],
  ["closed", ["closed", undefined]],
]);
