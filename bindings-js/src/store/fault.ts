// Failures of a store as failures of this package: every store names what happened by a `code` of its own.

import { ScrubjayError, failure } from "../errors.js";
import type { StoreError } from "./error.js";

/** Does something with a store, and says its failure as a `ScrubjayError`. */
export function storing<T>(what: () => T): T {
  try {
    return what();
  } catch (error) {
    throw storeFault(error);
  }
}

/** What a store threw. */
export function storeFault(error: unknown): ScrubjayError {
  if (error instanceof ScrubjayError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const options = { cause: error };
  switch (codeOf(error)) {
    case "full":
      return failure("full", undefined, message, options);
    case "read-only":
      return failure("read-only", undefined, message, options);
    case "overtaken":
      return failure("stale", undefined, message, options);
    case "locked":
      return failure("locked", { path: (error as StoreError).path, holder: (error as StoreError).holder }, message, options);
    default:
      return failure("store", codeOf(error), message, options);
  }
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
