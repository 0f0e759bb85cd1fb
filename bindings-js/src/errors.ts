// The errors of this package: one class and one `code` for each action that a caller can take.
//
// The codes up to `withheld`, and `conflict`, are the cases of `error` in the WIT, with its payloads as `details`. So is `not_indexed`, whose
// details are the host's. The others are the host's own, named as on the command line and in Python. A refused call has changed nothing.

import { oneLine } from "./shown.js";
import type { Ambiguity, Error as Refusal, InvalidArgument, Limit, UnknownName } from "./generated/types.js";

/** A process that holds a lock. */
export interface Holder {
  /** The name of the holder's machine. */
  host: string;
  /** The id of the machine's current boot; empty if the system does not provide it. */
  boot: string;
  /** The namespace of the process id, because containers share a boot; empty if the system does not provide it. */
  space: string;
  pid: number;
  /** The start time of the process in the system's units; 0 if the system does not provide it. */
  started: number;
}

/** The type of `details` for each error code. */
export interface Details {
  /** An argument is not valid: `argument` is its name, `why` the reason. */
  invalid: InvalidArgument;
  /** The argument or the answer is larger than the limit. */
  too_large: Limit;
  /** The component's memory is full, or the file of records has reached its maximum size. */
  full: Limit;
  /** Nothing has this name; `suggestions` are similar names. */
  unknown: UnknownName;
  /** The name has several meanings; `candidates` lists them. */
  ambiguous: Ambiguity;
  /** The store was written repeatedly while the question was being answered. Asking again may succeed. */
  stale: undefined;
  /** The call writes, and the memory was opened for reading. */
  read_only: undefined;
  /** The store was written by a newer release; the number is its format. An index run rebuilds a folder's index. */
  newer_format: number;
  /** A window cannot be pruned to its budget. A larger budget, fewer pinned parts or shorter messages help. */
  floor: Limit;
  /** The retention time of the part with this id is over. */
  expired: string;
  /** The part with this id was not stored, because it contained a secret, which the settings refuse. Only whoever pushed it still has it. */
  withheld: string;
  /** The store was written by an older release; the number is its format. An index run rebuilds a folder's index. */
  older_format: number;
  /** The folder's index was not made by this user, and is not read. An index run rebuilds it. */
  foreign: { path: string };
  /** At the path of one of Scrubjay's own files is a link or a special file, which is neither followed nor written to. Remove it. */
  link: { path: string };
  /**
   * The file at `path`, where the memory of `project` should be, belongs to the project `found`. Restore the right file, or use this one with
   * `scrubjay memory restore` or `memory attach`.
   */
  other_project: { path: string; project: string; found: string };
  /** The folder does not exist, cannot be read, or belongs to the operating system. */
  no_folder: { path: string };
  /** There is no store here, or nothing was ever indexed. Open the memory for writing, and call `index`. */
  not_indexed: { path: string | undefined };
  /** The path is outside the memory's folder. */
  outside_root: { path: string };
  /**
   * Another process is writing to the store. If `judged` is false, that process is on another machine or in another container, so that it is
   * unknown whether it is alive; if it is dead, remove the lock as the message says.
   */
  locked: { path: string | undefined; holder: Holder | undefined; judged: boolean };
  /** The memory was closed, or its store was closed after an earlier failure. Open it again. */
  closed: undefined;
  /** No space is left for the store; no data is lost. */
  disk_full: undefined;
  /** A file is damaged. An index is repaired by opening with `check`, or else `rebuild`, and a run; a file of records by `repair`. */
  damaged: undefined;
  /** Another process wrote to the store, or changed the window, in the meantime. Open it again and retry. */
  conflict: undefined;
  /** Reading or writing the store or the files failed. */
  io: undefined;
  /** The component trapped, or its worker ended. The memory continues from its store. */
  component: undefined;
  /** The caller's model failed; `cause` is its error. Nothing was changed. */
  model: undefined;
  /** A module of this package could not be loaded. */
  load: undefined;
}

/** The code of an error: a key of `Details`. */
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

  /** The error as a JSON object: its name, code, details and message. */
  toJSON(): unknown {
    return { name: this.name, code: this.code, message: this.message, details: this.details };
  }
}

/** The class name for a code: `newer_format` gives `NewerFormatError`. Computed, because minifiers may rename classes. */
function className(code: ErrorCode): string {
  return `${code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`;
}

/** The property that marks every error of this package, from any loaded copy of it. */
const ERROR_MARK = Symbol.for("scrubjay.failure");

Object.defineProperty(ScrubjayError.prototype, ERROR_MARK, { value: true });
// A process may load the package twice, as ESM and as CommonJS: `instanceof` accepts the errors of both.
Object.defineProperty(ScrubjayError, Symbol.hasInstance, {
  value(this: unknown, value: { [ERROR_MARK]?: true; code?: ErrorCode } | null | undefined): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this as Function, value)) return true;
    if (value?.[ERROR_MARK] !== true || value.code === undefined) return false;
    return this === ScrubjayError || this === CLASSES[value.code];
  },
});

/** An argument is outside its documented range. */
export class InvalidError extends ScrubjayError<"invalid"> {}
/** An argument or an answer exceeds its limit. */
export class TooLargeError extends ScrubjayError<"too_large"> {}
/** Nothing more can be added: the index must be rebuilt, or the file of records has reached its maximum size. */
export class FullError extends ScrubjayError<"full"> {}
/** A name is unknown; `details.suggestions` are similar names, `details.namedIn` places in the text of files that contain the name. */
export class UnknownError extends ScrubjayError<"unknown"> {}
/** A name is ambiguous; `details.candidates` are the ids. */
export class AmbiguousError extends ScrubjayError<"ambiguous"> {}
/** The store was written while the question was being answered. */
export class StaleError extends ScrubjayError<"stale"> {}
/** The call writes, and the memory was opened for reading. */
export class ReadOnlyError extends ScrubjayError<"read_only"> {}
/** A newer release wrote the store; `details` is the format of its rows. */
export class NewerFormatError extends ScrubjayError<"newer_format"> {}
/** A window cannot be brought under its budget; `details.actual` is the floor. */
export class FloorError extends ScrubjayError<"floor"> {}
/** The retention time of a pruned part is over. */
export class ExpiredError extends ScrubjayError<"expired"> {}
/** The pruned part contained a secret, and was not stored. */
export class WithheldError extends ScrubjayError<"withheld"> {}
/** An older release wrote the store; `details` is the format of its rows. */
export class OlderFormatError extends ScrubjayError<"older_format"> {}
/** The index was not made by this user. */
export class ForeignError extends ScrubjayError<"foreign"> {}
/** A link or a special file is at the path of one of Scrubjay's own files. */
export class LinkError extends ScrubjayError<"link"> {}
/** The file at the path of a project's memory belongs to another project. */
export class OtherProjectError extends ScrubjayError<"other_project"> {}
/** The folder does not exist, cannot be read, or belongs to the operating system. */
export class NoFolderError extends ScrubjayError<"no_folder"> {}
/** There is no store yet, or nothing was ever indexed. */
export class NotIndexedError extends ScrubjayError<"not_indexed"> {}
/** The path in `details.path` is outside the memory's folder. */
export class OutsideRootError extends ScrubjayError<"outside_root"> {}
/** Another process is writing to the store; `details.holder` is that process, if it is known. */
export class LockedError extends ScrubjayError<"locked"> {}
/** The memory was closed, or its store after an earlier failure. Open it again. */
export class ClosedError extends ScrubjayError<"closed"> {}
/** There is no space left for the store. */
export class DiskFullError extends ScrubjayError<"disk_full"> {}
/** The index or the file of records is damaged. */
export class DamagedError extends ScrubjayError<"damaged"> {}
/** Another process wrote to the store, or changed the window, in the meantime. */
export class ConflictError extends ScrubjayError<"conflict"> {}
/** Reading or writing failed: of the store, or of the files to index. */
export class IoError extends ScrubjayError<"io"> {}
/** The component trapped, or its worker ended. */
export class ComponentError extends ScrubjayError<"component"> {}
/** The caller's model failed; `cause` is its error. */
export class ModelError extends ScrubjayError<"model"> {}
/** A WebAssembly module of this package could not be loaded; `cause` is the error of the platform. */
export class LoadError extends ScrubjayError<"load"> {}

type ErrorClass<C extends ErrorCode> = new (code: C, details: Details[C], message: string, options?: ErrorOptions) => ScrubjayError<C>;

const CLASSES: { [C in ErrorCode]: ErrorClass<C> } = {
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

/** Creates the error of a code. Line breaks and control characters are escaped in the message, but not in the details. */
export function createError<C extends ErrorCode>(code: C, details: Details[C], message: string, options?: ErrorOptions): ScrubjayError<C> {
  const errorClass: ErrorClass<C> = CLASSES[code];
  return new errorClass(code, details, oneLine(message), options);
}

/** Whether an error says that another process is writing. */
export function isLocked(error: ScrubjayError): error is ScrubjayError<"locked"> {
  return error.code === "locked";
}

/** Whether an error says that a file is damaged. */
export function isDamageError(error: unknown): error is ScrubjayError<"damaged"> {
  return error instanceof ScrubjayError && error.code === "damaged";
}

/** Converts a refusal by the component to an error of this package. */
export function errorOfRefusal(error: Refusal): ScrubjayError {
  if (error.kind === "invalid") return invalidError(inCamelCase(error.value.argument), error.value.why);
  if (error.kind === "not_indexed") return createError("not_indexed", { path: undefined }, sentence(error));
  const details = ("value" in error ? error.value : undefined) as never;
  return createError(error.kind, details, sentence(error));
}

/** The name of an argument in camel case: the WIT has `min-confidence`, and JSON `min_confidence`. */
function inCamelCase(argument: string): string {
  return argument.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Creates the error for an argument that the host refuses. */
export function invalidError(argument: string, why: string, options?: ErrorOptions): ScrubjayError<"invalid"> {
  return createError("invalid", { argument, why }, `${argument} is not valid: ${why}`, options);
}

function sentence(error: Exclude<Refusal, { kind: "invalid" }>): string {
  switch (error.kind) {
    case "too_large":
      return `${error.value.actual} ${error.value.what} (at most ${error.value.limit})`;
    case "full":
      return `nothing more can be added to this store: ${error.value.actual} ${error.value.what} of ${error.value.limit}`;
    case "unknown":
      return `nothing is called ${error.value.name}${placesInWords(error.value.namedIn)}${suggestionsInWords(error.value.suggestions)}`;
    case "ambiguous":
      return `${error.value.name} could mean ${error.value.nCandidates} ${candidateNoun(error.value)}${candidatesInWords(error.value)}`;
    case "stale":
      return "the store was written while the question was being answered";
    case "read_only":
      return "the memory was opened for reading";
    case "newer_format":
      return `the rows have format ${error.value}, which a newer release wrote`;
    case "floor":
      return `${error.value.actual} ${error.value.what} cannot be pruned, and the most is ${error.value.limit}: raise it`;
    case "conflict":
      return "another process was first: load the window or the session again";
    case "expired":
      return `the original of ${error.value} is no longer kept`;
    case "not_indexed":
      return "nothing was ever indexed here: call index() first";
    case "withheld":
      return `the original of ${error.value} held a secret, and was not kept: whoever pushed it has it`;
  }
}

/** The most candidates, suggestions or places that the message of an error names. */
const MAX_NAMED = 3;

function placesInWords(places: readonly string[]): string {
  const more = places.length > MAX_NAMED ? ", …" : "";
  return places.length === 0 ? "" : `; the name stands at ${places.slice(0, MAX_NAMED).join(", ")}${more}`;
}

function suggestionsInWords(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? "" : `; did you mean: ${suggestions.slice(0, MAX_NAMED).join(", ")}`;
}

/** The plural noun for the candidates of a name: "files" if none of them has lines, as for touched files; else "symbols". */
function candidateNoun({ candidates }: Ambiguity): string {
  return candidates.every(({ firstLine }) => firstLine === 0) ? "files" : "symbols";
}

function candidatesInWords({ candidates, nCandidates }: Ambiguity): string {
  const ids = candidates.slice(0, MAX_NAMED).map(({ id }) => id);
  if (nCandidates > ids.length) ids.push("…");
  return `: ${ids.join(", ")}`;
}
