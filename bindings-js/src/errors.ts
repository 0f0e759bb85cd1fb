// Why a call failed: one class and one `code` for each action that a caller can take.
//
// The codes up to `withheld`, and `conflict`, are the cases of `error` in the WIT, with its payloads as `details`; the others
// are the host's own, named as in the command line and in Python. A refused call has changed nothing.

import { oneLine } from "./shown.js";
import type { Ambiguity, Error as Refusal, InvalidArgument, Limit, UnknownName } from "./generated/types.js";

/** A process that holds a lock. */
export interface Holder {
  /** The name of the holder's machine. */
  host: string;
  /** The boot of the machine; empty if the system does not provide it. */
  boot: string;
  /** The namespace of its process id, because containers share a boot; empty if the system does not provide it. */
  space: string;
  pid: number;
  /** The start time in the system's units; 0 if the system does not provide it. */
  started: number;
}

/** The details of each code. */
export interface Details {
  /** Correct the argument. */
  invalid: InvalidArgument;
  /** Send less. */
  too_large: Limit;
  /** The component's memory is full, or that of notes has the size that it may have. */
  full: Limit;
  /** Check the name. */
  unknown: UnknownName;
  /** Choose one. */
  ambiguous: Ambiguity;
  /** The store was written repeatedly while the question was being answered: ask again. */
  stale: undefined;
  /** Writing needs a memory that was opened for writing. */
  read_only: undefined;
  /** The store was written by a newer release, of this format: an index run makes a folder's index again. */
  newer_format: number;
  /** A window cannot be brought under its budget: raise it, unpin, or send less. */
  floor: Limit;
  /** The part with this id was kept for a time that is over. */
  expired: string;
  /** The part with this id was never kept, because it held a secret, which the settings refuse: whoever pushed it has it. */
  withheld: string;
  /** The store was written by an older release, in this format: an index run makes a folder's index again. */
  older_format: number;
  /** The folder's index was not made by this user, and is not read: an index run makes it again. */
  foreign: { path: string };
  /** A link, or no plain file or folder, has the name of one of our own, and is neither followed nor written to: remove it. */
  link: { path: string };
  /**
   * The file in the place of a project's memory is that of another project, which it names: put the project's own in its place, or use the
   * other one's by `scrubjay memory restore` or `memory attach`.
   */
  other_project: { path: string; project: string; found: string };
  /** The folder does not exist or cannot be reached, or is one of the system's own. */
  no_folder: { path: string };
  /** There is no store here, or nothing was ever indexed: open it for writing, and call `index`. */
  not_indexed: { path: string | undefined };
  /** The path leads out of the memory's folder: use one inside it. */
  outside_root: { path: string };
  /**
   * Another process writes to the store: wait for it. Only if it is not `judged`, because it belongs to another machine or
   * container, it may have died: then remove the lock as the message says.
   */
  locked: { path: string | undefined; holder: Holder | undefined; judged: boolean };
  /** The memory was closed, or its store was closed after an earlier failure: open it again. */
  closed: undefined;
  /** No space is left for the store; no data is lost. */
  disk_full: undefined;
  /** A file is damaged: an index is opened with `check`, or else with `rebuild`, and made again; `repair` mends that of records. */
  damaged: undefined;
  /** Another process wrote to the store, or changed the window, in the meantime: open it again, and retry. */
  conflict: undefined;
  /** The storage of the store, or of the files, failed. */
  io: undefined;
  /** The component trapped, or the worker that runs it ended; the memory continues from its store. */
  component: undefined;
  /** The caller's model failed, for the reason that is the error's `cause`; nothing was changed. */
  model: undefined;
  /** A part of this package could not be loaded. */
  load: undefined;
}

/** The name of each error code. */
export type ErrorCode = keyof Details;

/** The base class of all errors of this package. */
export class ScrubjayError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly details: Details[C];

  constructor(code: C, details: Details[C], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = className(code);
    this.code = code;
    this.details = details;
  }

  /** The form that `JSON.stringify` writes. */
  toJSON(): unknown {
    return { name: this.name, code: this.code, message: this.message, details: this.details };
  }
}

/** The name of a code's class, which minifiers may rename: `newer_format` is a `NewerFormatError`. */
function className(code: ErrorCode): string {
  return `${code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`;
}

/** Marks every error of this package, from whichever copy of it. */
const FAILURE = Symbol.for("scrubjay.failure");

Object.defineProperty(ScrubjayError.prototype, FAILURE, { value: true });
// A process may load the package twice, as ESM and as CommonJS: `instanceof` accepts the errors of both.
Object.defineProperty(ScrubjayError, Symbol.hasInstance, {
  value(this: unknown, value: { [FAILURE]?: true; code?: ErrorCode } | null | undefined): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this as Function, value)) return true;
    if (value?.[FAILURE] !== true || value.code === undefined) return false;
    return this === ScrubjayError || this === CLASSES[value.code];
  },
});

/** An argument is outside its documented range. */
export class InvalidError extends ScrubjayError<"invalid"> {}
/** A batch or an answer exceeds the maximum size. */
export class TooLargeError extends ScrubjayError<"too_large"> {}
/** Nothing more can be added: an index is made again, into an empty one; a memory has the size that it may have. */
export class FullError extends ScrubjayError<"full"> {}
/** A name is unknown; `details.suggestions` are similar names, `details.namedIn` where it stands all the same. */
export class UnknownError extends ScrubjayError<"unknown"> {}
/** A name is ambiguous; `details.candidates` are the ids. */
export class AmbiguousError extends ScrubjayError<"ambiguous"> {}
/** The store was written while the question was being answered. */
export class StaleError extends ScrubjayError<"stale"> {}
/** The memory was opened for reading. */
export class ReadOnlyError extends ScrubjayError<"read_only"> {}
/** A newer release wrote the store. */
export class NewerFormatError extends ScrubjayError<"newer_format"> {}
/** A window cannot be brought under its budget; `details.actual` is the floor. */
export class FloorError extends ScrubjayError<"floor"> {}
/** The pruned part is no longer kept. */
export class ExpiredError extends ScrubjayError<"expired"> {}
/** What was pruned held a secret, and was not kept. */
export class WithheldError extends ScrubjayError<"withheld"> {}
/** An older release wrote the store. */
export class OlderFormatError extends ScrubjayError<"older_format"> {}
/** The index was not made by this user. */
export class ForeignError extends ScrubjayError<"foreign"> {}
/** A link has the name of a file or folder of ours. */
export class LinkError extends ScrubjayError<"link"> {}
/** The file in the place of a project's memory is another project's. */
export class OtherProjectError extends ScrubjayError<"other_project"> {}
/** There is no such folder. */
export class NoFolderError extends ScrubjayError<"no_folder"> {}
/** There is no store yet, or nothing was ever indexed. */
export class NotIndexedError extends ScrubjayError<"not_indexed"> {}
/** A path leads out of the folder. */
export class OutsideRootError extends ScrubjayError<"outside_root"> {}
/** Another process holds the store. */
export class LockedError extends ScrubjayError<"locked"> {}
/** The memory, or its store, was closed. */
export class ClosedError extends ScrubjayError<"closed"> {}
/** There is no space left for the store. */
export class DiskFullError extends ScrubjayError<"disk_full"> {}
/** The store is damaged. */
export class DamagedError extends ScrubjayError<"damaged"> {}
/** Another process wrote to the store in the meantime. */
export class ConflictError extends ScrubjayError<"conflict"> {}
/** The storage of the store or the files failed. */
export class IoError extends ScrubjayError<"io"> {}
/** The component trapped. */
export class ComponentError extends ScrubjayError<"component"> {}
/** The caller's model failed. */
export class ModelError extends ScrubjayError<"model"> {}
/** A module could not be loaded. */
export class LoadError extends ScrubjayError<"load"> {}

type Make<C extends ErrorCode> = new (code: C, details: Details[C], message: string, options?: ErrorOptions) => ScrubjayError<C>;

const CLASSES: { [C in ErrorCode]: Make<C> } = {
  invalid: InvalidError,
  too_large: TooLargeError,
  full: FullError,
  unknown: UnknownError,
  ambiguous: AmbiguousError,
  stale: StaleError,
  read_only: ReadOnlyError,
  newer_format: NewerFormatError,
  floor: FloorError,
  expired: ExpiredError,
  withheld: WithheldError,
  older_format: OlderFormatError,
  foreign: ForeignError,
  link: LinkError,
  other_project: OtherProjectError,
  no_folder: NoFolderError,
  not_indexed: NotIndexedError,
  outside_root: OutsideRootError,
  locked: LockedError,
  closed: ClosedError,
  disk_full: DiskFullError,
  damaged: DamagedError,
  conflict: ConflictError,
  io: IoError,
  component: ComponentError,
  model: ModelError,
  load: LoadError,
};

/** Creates the error of a code. Its message is one line, whatever it quotes; the details have every character. */
export function failure<C extends ErrorCode>(code: C, details: Details[C], message: string, options?: ErrorOptions): ScrubjayError<C> {
  const make: Make<C> = CLASSES[code];
  return new make(code, details, oneLine(message), options);
}

/** Whether an error says that another process is writing. */
export function isLocked(error: ScrubjayError): error is ScrubjayError<"locked"> {
  return error.code === "locked";
}

/** Whether an error says that a file is damaged. */
export function isOfDamage(error: unknown): error is ScrubjayError<"damaged"> {
  return error instanceof ScrubjayError && error.code === "damaged";
}

/** Converts an error of the component. */
export function refusal(error: Refusal): ScrubjayError {
  if (error.tag === "invalid") return invalid(spelled(error.val.argument), error.val.why);
  if (error.tag === "not_indexed") return failure("not_indexed", { path: undefined }, sentence(error));
  const details = ("val" in error ? error.val : undefined) as never;
  return failure(error.tag, details, sentence(error));
}

/** The name of an argument in camel case: the WIT has `min-confidence`, and JSON `min_confidence`. */
function spelled(argument: string): string {
  return argument.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An argument that the host refuses. */
export function invalid(argument: string, why: string, options?: ErrorOptions): ScrubjayError<"invalid"> {
  return failure("invalid", { argument, why }, `${argument} is not valid: ${why}`, options);
}

function sentence(error: Exclude<Refusal, { tag: "invalid" }>): string {
  switch (error.tag) {
    case "too_large":
      return `${error.val.actual} ${error.val.what} (at most ${error.val.limit})`;
    case "full":
      return `nothing more can be added to this store: ${error.val.actual} ${error.val.what} of ${error.val.limit}`;
    case "unknown":
      return `nothing is called ${error.val.name}${named(error.val.namedIn)}${close(error.val.suggestions)}`;
    case "ambiguous":
      return `${error.val.name} could mean ${error.val.nCandidates} ${meant(error.val)}${meanings(error.val)}`;
    case "stale":
      return "the store was written while the question was being answered";
    case "read_only":
      return "the memory was opened for reading";
    case "newer_format":
      return `the rows have format ${error.val}, which a newer release wrote`;
    case "floor":
      return `${error.val.actual} ${error.val.what} cannot be pruned, and the most is ${error.val.limit}: raise it`;
    case "conflict":
      return "another process was first: load the window or the session again";
    case "expired":
      return `the original of ${error.val} is no longer kept`;
    case "not_indexed":
      return "nothing was ever indexed here: call index() first";
    case "withheld":
      return `the original of ${error.val} held a secret, and was not kept: whoever pushed it has it`;
  }
}

/** The most candidates and suggestions in the message of an error. */
const MAX_NAMED = 3;

function named(places: readonly string[]): string {
  const more = places.length > MAX_NAMED ? ", …" : "";
  return places.length === 0 ? "" : `; the name stands at ${places.slice(0, MAX_NAMED).join(", ")}${more}`;
}

function close(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? "" : `; did you mean: ${suggestions.slice(0, MAX_NAMED).join(", ")}`;
}

/** The plural noun for the candidates of a name: a file that was touched has no lines. */
function meant({ candidates }: Ambiguity): string {
  return candidates.every(({ firstLine }) => firstLine === 0) ? "files" : "symbols";
}

function meanings({ candidates, nCandidates }: Ambiguity): string {
  const ids = candidates.slice(0, MAX_NAMED).map(({ id }) => id);
  if (nCandidates > ids.length) ids.push("…");
  return `: ${ids.join(", ")}`;
}
