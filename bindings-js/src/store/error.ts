// Creates the errors of stores, and classifies errors of their files.

import { type ScrubjayError, createError } from "../errors.js";
import { reasonOf } from "../platform.js";

/** The error for a change that was based on another generation than the store's. */
export function conflictError(expected: bigint, found: bigint): ScrubjayError {
  return createError("conflict", undefined, `the store is at generation ${found} where ${expected} was expected`);
}

/** The error if another process wrote although this one held the lock, for example because a person removed the lock file. */
export function overwrittenError(): ScrubjayError {
  return createError("conflict", undefined, "somebody else wrote the index during the run; run again");
}

/** The code of an error of a store's file. */
export type FileFault = "disk_full" | "read_only" | "io";

const FILE_FAULTS: Record<FileFault, string> = {
  disk_full: "no space is left for the store",
  read_only: "the store may not be written",
  io: "the store cannot be reached",
};

/** Classifies an error of a file, by the codes of Node's errors and the names of a browser's. */
export function fileFault(error: unknown): FileFault {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG" || name === "QuotaExceededError") return "disk_full";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || name === "NoModificationAllowedError") return "read_only";
  return "io";
}

/** Creates the error that a browser throws if there is no space for a file. */
export function quotaExceeded(): DOMException {
  return new DOMException("no space is left for the file", "QuotaExceededError");
}

/** Creates the error of a store whose file failed. */
export function fileRefusal(cause: unknown, code: FileFault = fileFault(cause)): ScrubjayError {
  return createError(code, undefined, FILE_FAULTS[code] + (code === "io" ? `: ${reasonOf(cause)}` : ""), { cause });
}
