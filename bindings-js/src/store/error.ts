// Why a store cannot be read or written: one code for each thing that can be done about it, the same on every host.

/** As the native host's `StoreError` says it. */
export type StoreErrorCode =
  /** There is none here. */
  | "missing"
  /** Another process or page writes to it, or died and could not be proved dead. */
  | "locked"
  /** It may not be written. */
  | "read-only"
  /** No space is left for it. */
  | "full"
  /** Its file is damaged. */
  | "damaged"
  /** It was written in a format that this release does not know. */
  | "format"
  /** Somebody else wrote to it in the meantime. */
  | "conflict"
  /** A writer went on while it was being read: what was read may be of no one moment. */
  | "overtaken"
  /** It was closed, by the caller or by an earlier fault: open it anew. */
  | "closed"
  /** Any other fault of what holds its file. */
  | "io";

/** What else is known of a refusal. */
export interface StoreErrorDetails {
  /** `conflict`: the generation that the change began from. */
  expected?: bigint;
  /** `conflict`: the generation it is at. `format`: the format it has. */
  found?: bigint;
  /** `format`: the format this release knows. */
  known?: bigint;
  /** `locked`: the lock file, whose removal frees the store. */
  path?: string;
  /** `locked`: who holds it, where that is known. */
  holder?: Holder;
  cause?: unknown;
}

/** A process that holds a lock. */
export interface Holder {
  /** The name of its machine. */
  host: string;
  /** Which start of the machine, and which space of process numbers; empty where the system does not tell. */
  boot: string;
  pid: number;
  /** When it began, as the system counts; 0 where the system does not tell. */
  started: bigint;
}

/** A change began from another generation than the store is at. */
export function conflict(expected: bigint, found: bigint): StoreError {
  return new StoreError("conflict", `the store is at generation ${found} where ${expected} was expected`, { expected, found });
}

/** A refusal of a store. It has changed nothing. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly expected?: bigint;
  readonly found?: bigint;
  readonly known?: bigint;
  readonly path?: string;
  readonly holder?: Holder;

  constructor(code: StoreErrorCode, message: string, details: StoreErrorDetails = {}) {
    const { cause, ...rest } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StoreError";
    this.code = code;
    Object.assign(this, rest);
  }
}

/** What can be wrong with any file. */
export type FileFault = "full" | "read-only" | "io";

const FILE_FAULTS: Record<FileFault, string> = {
  full: "no space is left for the store",
  "read-only": "the store may not be written",
  io: "the store cannot be reached",
};

/** What a fault of a file means, by the codes of Node's errors and the names of a browser's. */
export function fileFault(error: unknown): FileFault {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG" || name === "QuotaExceededError") return "full";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || name === "NoModificationAllowedError") return "read-only";
  return "io";
}

/** What a browser throws where a file finds no room. */
export function withoutRoom(): DOMException {
  return new DOMException("no space is left for the file", "QuotaExceededError");
}

/** The refusal of a store whose file failed. */
export function fileRefusal(cause: unknown, code: FileFault = fileFault(cause)): StoreError {
  const why = code === "io" ? `: ${cause instanceof Error ? cause.message : cause}` : "";
  return new StoreError(code, FILE_FAULTS[code] + why, { cause });
}
