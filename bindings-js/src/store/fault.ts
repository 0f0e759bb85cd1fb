// Failures of a store as failures of this package: every store names what happened by a `code` of its own.

import { ScrubjayError, failure, invalid } from "../errors.js";
import { StoreError } from "./error.js";
import type { Store } from "./store.js";

/** Does something with a store, and says its failure as a `ScrubjayError`. */
export function storing<T>(what: () => T): T {
  try {
    return what();
  } catch (error) {
    throw storeFault(error);
  }
}

/** The generation that a store is at, which may be a caller's own. */
export function generationOf(store: Store): bigint {
  const generation = storing(() => store.generation());
  const fits = typeof generation === "bigint" && BigInt.asUintN(64, generation) === generation;
  if (!fits) throw invalid("store", "its generation is no BigInt of 64 bits without a sign");
  return generation;
}

/** What a store threw: one of ours, or a caller's own, which has a `code` at most. */
export function storeFault(error: unknown): ScrubjayError {
  if (error instanceof ScrubjayError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const options = { cause: error };
  const { path, holder, found = 0n, known = 0n } = error instanceof StoreError ? error : ({} as Partial<StoreError>);
  const code = codeOf(error);
  switch (code) {
    case "missing":
      return failure("not-indexed", { path }, message, options);
    case "full":
      return failure("disk-full", undefined, message, options);
    case "locked":
      return failure("locked", { path, holder }, message, options);
    case "format":
      return failure(found < known ? "older-format" : "newer-format", Number(found), message, options);
    case "overtaken":
      return failure("stale", undefined, message, options);
    case "read-only":
    case "damaged":
    case "conflict":
    case "closed":
      return failure(code, undefined, message, options);
    default:
      return failure("io", undefined, message, options);
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | undefined)?.code;
}
