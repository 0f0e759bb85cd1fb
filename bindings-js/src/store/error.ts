// Why a store cannot be read or written, and the meaning of errors of its file.

import { type ScrubjayError, failure } from "../errors.js";
import { why } from "../platform.js";

/** A change was based on another generation than the store's. */
export function conflict(expected: bigint, found: bigint): ScrubjayError {
  return failure("conflict", undefined, `the store is at generation ${found} where ${expected} was expected`);
}

/** Another process wrote although its lock was held, as after a person removed the lock's file. */
export function overwritten(): ScrubjayError {
  return failure("conflict", undefined, "somebody else wrote the index during the run; run again");
}

/** The errors that any file can have. */
export type FileFault = "disk_full" | "read_only" | "io";

const FILE_FAULTS: Record<FileFault, string> = {
  disk_full: "no space is left for the store",
  read_only: "the store may not be written",
  io: "the store cannot be reached",
};

/** The meaning of a file's error, by the codes of Node's errors and the names of a browser's. */
export function fileFault(error: unknown): FileFault {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG" || name === "QuotaExceededError") return "disk_full";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || name === "NoModificationAllowedError") return "read_only";
  return "io";
}

/** The error that a browser throws if there is no space for a file. */
export function withoutRoom(): DOMException {
  return new DOMException("no space is left for the file", "QuotaExceededError");
}

/** The error of a store whose file failed. */
export function fileRefusal(cause: unknown, code: FileFault = fileFault(cause)): ScrubjayError {
  return failure(code, undefined, FILE_FAULTS[code] + (code === "io" ? `: ${why(cause)}` : ""), { cause });
}
