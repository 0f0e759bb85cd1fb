// Why a call failed: one class and one `code` for each thing that can be done about it.
//
// The first eight codes are the cases of `error` in the WIT, and `details` is what the WIT says of them; the rest is the
// host's own. A refused call has changed nothing.

import type { Ambiguity, Error as Refusal, InvalidArgument, Limit, UnknownName } from "./generated/types.js";
import type { Holder } from "./store/error.js";

/** What each code says beside its message. */
export interface Details {
  /** Mend the argument. */
  invalid: InvalidArgument;
  /** Send less. */
  "too-large": Limit;
  /** The component's memory, or the place of the store, has no room left. */
  full: Limit | undefined;
  /** Check the name. */
  unknown: UnknownName;
  /** Choose one. */
  ambiguous: Ambiguity;
  /** The store was written while the question was being answered, time and again: ask again. */
  stale: undefined;
  /** Writing needs a memory that was opened for writing. */
  "read-only": undefined;
  /** The rows were written by a newer release, of this format: upgrade. */
  "newer-format": number;
  /** Someone else writes to the store: wait for them, or clear the lock as the message says. */
  locked: { path: string | undefined; holder: Holder | undefined };
  /** The memory was closed. */
  closed: undefined;
  /** The store cannot be read or written; what is said is the store's own code, such as `missing`, `damaged` or `conflict`. */
  store: string | undefined;
  /** The component, or the worker that runs it, stopped; the memory goes on from its store. */
  guest: undefined;
  /** A file could not be taken in; the message says why. */
  file: undefined;
  /** A part of this package could not be loaded. */
  load: undefined;
}

/** A name for each thing that can be done. */
export type ErrorCode = keyof Details;

/** What every failure of this package is. */
export class ScrubjayError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly details: Details[C];

  constructor(code: C, details: Details[C], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.details = details;
  }
}

/** An argument is outside what its documentation allows. */
export class InvalidError extends ScrubjayError<"invalid"> {}
/** A batch or an answer is larger than any may be. */
export class TooLargeError extends ScrubjayError<"too-large"> {}
/** There is no room left. */
export class FullError extends ScrubjayError<"full"> {}
/** A name means nothing here; `details.suggestions` come close. */
export class UnknownError extends ScrubjayError<"unknown"> {}
/** A name means several things; `details.candidates` are their ids. */
export class AmbiguousError extends ScrubjayError<"ambiguous"> {}
/** The store was written in the meantime. */
export class StaleError extends ScrubjayError<"stale"> {}
/** The memory was opened for reading. */
export class ReadOnlyError extends ScrubjayError<"read-only"> {}
/** A newer release wrote the store. */
export class NewerFormatError extends ScrubjayError<"newer-format"> {}
/** Someone else holds the store. */
export class LockedError extends ScrubjayError<"locked"> {}
/** The memory was closed. */
export class ClosedError extends ScrubjayError<"closed"> {}
/** The store failed. */
export class StoreFailure extends ScrubjayError<"store"> {}
/** The component stopped. */
export class GuestError extends ScrubjayError<"guest"> {}
/** A file was not taken in. */
export class FileError extends ScrubjayError<"file"> {}
/** A module was not found. */
export class LoadError extends ScrubjayError<"load"> {}

type Make<C extends ErrorCode> = new (code: C, details: Details[C], message: string, options?: ErrorOptions) => ScrubjayError<C>;

const CLASSES: { [C in ErrorCode]: Make<C> } = {
  invalid: InvalidError,
  "too-large": TooLargeError,
  full: FullError,
  unknown: UnknownError,
  ambiguous: AmbiguousError,
  stale: StaleError,
  "read-only": ReadOnlyError,
  "newer-format": NewerFormatError,
  locked: LockedError,
  closed: ClosedError,
  store: StoreFailure,
  guest: GuestError,
  file: FileError,
  load: LoadError,
};

/** The error of a code. */
export function failure<C extends ErrorCode>(code: C, details: Details[C], message: string, options?: ErrorOptions): ScrubjayError<C> {
  const make: Make<C> = CLASSES[code];
  return new make(code, details, message, options);
}

/** What the component said, as an error. */
export function refusal(error: Refusal): ScrubjayError {
  const details = ("val" in error ? error.val : undefined) as never;
  return failure(error.tag, details, sentence(error));
}

/** An argument that this side refuses. */
export function invalid(argument: string, why: string, options?: ErrorOptions): ScrubjayError<"invalid"> {
  return failure("invalid", { argument, why }, `${argument} is not valid: ${why}`, options);
}

function sentence(error: Refusal): string {
  switch (error.tag) {
    case "invalid":
      return `${error.val.argument} is not valid: ${error.val.why}`;
    case "too-large":
      return `${error.val.actual} ${error.val.what}, and ${error.val.most} is the most`;
    case "full":
      return `the memory is full: ${error.val.actual} ${error.val.what} of ${error.val.most}`;
    case "unknown":
      return `nothing is called ${error.val.name}`;
    case "ambiguous":
      return `${error.val.name} could mean ${error.val.nCandidates} symbols`;
    case "stale":
      return "the store was written while the question was being answered";
    case "read-only":
      return "the memory was opened for reading";
    case "newer-format":
      return `the rows have format ${error.val}, which a newer release wrote`;
  }
}
