// Why a call failed: one class and one `code` for each thing that can be done about it.
//
// The first eight codes are the cases of `error` in the WIT, and `details` is what the WIT says of them; the rest is the
// host's own, in the words of the command line and of Python, with `-` for `_`. A refused call has changed nothing.

import type { Ambiguity, Error as Refusal, InvalidArgument, Limit, UnknownName } from "./generated/types.js";
import { plain } from "./json.js";
import type { Holder } from "./store/error.js";

/** What each code says beside its message. */
export interface Details {
  /** Mend the argument. */
  invalid: InvalidArgument;
  /** Send less. */
  "too-large": Limit;
  /** The component's memory has no room left. */
  full: Limit;
  /** Check the name. */
  unknown: UnknownName;
  /** Choose one. */
  ambiguous: Ambiguity;
  /** The store was written while the question was being answered, time and again: ask again. */
  stale: undefined;
  /** Writing needs a memory that was opened for writing. */
  "read-only": undefined;
  /** The store was written by a newer release, of this format: upgrade. */
  "newer-format": number;
  /** The store was written by an older release, of this format: open it with `rebuild`, and index anew. */
  "older-format": number;
  /** The folder does not exist or cannot be reached. */
  "no-folder": { path: string };
  /** There is no store here: open it for writing, and index. */
  "not-indexed": { path: string | undefined };
  /** The path leads out of the memory's folder: give one inside. */
  "outside-root": { path: string };
  /** Someone else writes to the store: wait for them, or clear the lock as the message says. */
  locked: { path: string | undefined; holder: Holder | undefined };
  /** The memory was closed, or its store by an earlier fault: open it anew. */
  closed: undefined;
  /** No space is left for the store; nothing is lost. */
  "disk-full": undefined;
  /** The store's file is damaged: open it with `check`, or else with `rebuild`, which sets it aside, and index anew. */
  damaged: undefined;
  /** Somebody else wrote to the store in the meantime: close the memory, open it anew, and try again. */
  conflict: undefined;
  /** What holds the store, or the files, failed. */
  io: undefined;
  /** The component, or the worker that runs it, stopped; the memory goes on from its store. */
  component: undefined;
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
    this.name = className(code);
    this.code = code;
    this.details = details;
  }

  /** What `JSON.stringify` writes of it. */
  toJSON(): unknown {
    return { name: this.name, code: this.code, message: this.message, details: plain(this.details) };
  }
}

/** The name of a code's class, which bundlers may give another one: `newer-format` is a `NewerFormatError`. */
function className(code: ErrorCode): string {
  return `${code.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`;
}

/** What is said of every failure, whichever copy of this package it comes from. */
const FAILURE = Symbol.for("scrubjay.failure");

Object.defineProperty(ScrubjayError.prototype, FAILURE, { value: true });
// One process may hold the package twice, as what is imported and what is required: `instanceof` takes the failures of both.
Object.defineProperty(ScrubjayError, Symbol.hasInstance, {
  value(this: unknown, value: { [FAILURE]?: true; code?: ErrorCode } | null | undefined): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this as Function, value)) return true;
    if (value?.[FAILURE] !== true || value.code === undefined) return false;
    return this === ScrubjayError || this === CLASSES[value.code];
  },
});

/** An argument is outside what its documentation allows. */
export class InvalidError extends ScrubjayError<"invalid"> {}
/** A batch or an answer is larger than any may be. */
export class TooLargeError extends ScrubjayError<"too-large"> {}
/** The component's memory is full. */
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
/** An older release wrote the store. */
export class OlderFormatError extends ScrubjayError<"older-format"> {}
/** There is no such folder. */
export class NoFolderError extends ScrubjayError<"no-folder"> {}
/** There is no store yet. */
export class NotIndexedError extends ScrubjayError<"not-indexed"> {}
/** A path leads out of the folder. */
export class OutsideRootError extends ScrubjayError<"outside-root"> {}
/** Someone else holds the store. */
export class LockedError extends ScrubjayError<"locked"> {}
/** The memory, or its store, was closed. */
export class ClosedError extends ScrubjayError<"closed"> {}
/** There is no space left for the store. */
export class DiskFullError extends ScrubjayError<"disk-full"> {}
/** The store is damaged. */
export class DamagedError extends ScrubjayError<"damaged"> {}
/** The store was written in the meantime, by somebody else. */
export class ConflictError extends ScrubjayError<"conflict"> {}
/** What holds the store or the files failed. */
export class IoError extends ScrubjayError<"io"> {}
/** The component stopped. */
export class ComponentError extends ScrubjayError<"component"> {}
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
  "older-format": OlderFormatError,
  "no-folder": NoFolderError,
  "not-indexed": NotIndexedError,
  "outside-root": OutsideRootError,
  locked: LockedError,
  closed: ClosedError,
  "disk-full": DiskFullError,
  damaged: DamagedError,
  conflict: ConflictError,
  io: IoError,
  component: ComponentError,
  load: LoadError,
};

/** The error of a code. */
export function failure<C extends ErrorCode>(code: C, details: Details[C], message: string, options?: ErrorOptions): ScrubjayError<C> {
  const make: Make<C> = CLASSES[code];
  return new make(code, details, message, options);
}

/** What the component said, as an error. */
export function refusal(error: Refusal): ScrubjayError {
  if (error.tag === "invalid") return invalid(spelled(error.val.argument), error.val.why);
  const details = ("val" in error ? error.val : undefined) as never;
  return failure(error.tag, details, sentence(error));
}

/** The name of an argument as callers write it: the WIT has `least-confidence`. */
function spelled(argument: string): string {
  return argument.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An argument that this side refuses. */
export function invalid(argument: string, why: string, options?: ErrorOptions): ScrubjayError<"invalid"> {
  return failure("invalid", { argument, why }, `${argument} is not valid: ${why}`, options);
}

function sentence(error: Exclude<Refusal, { tag: "invalid" }>): string {
  switch (error.tag) {
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
