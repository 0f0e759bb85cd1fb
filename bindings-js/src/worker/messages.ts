// The messages between a page and the worker that has its memory. Only values that can be cloned are sent.

import { type Details, type ErrorCode, ScrubjayError, createError } from "../errors.js";
import type { Bounds, Listing } from "../files/files.js";
import type { Owner, Purpose } from "../generated/types.js";
import type { Indexed, Problem, Progress } from "../index/report.js";
import { reasonOf } from "../platform.js";
import type { QuestionName } from "../questions.js";
import type { Rules } from "../records/notes.js";
import type { StepName } from "../records/steps.js";
import type { Module } from "../shapes.js";
import type { CalledTool } from "../tools/run.js";

/** A request of a page to its worker. */
export type EngineRequest =
  | { kind: "ask"; name: QuestionName; given: unknown }
  | { kind: "tool"; called: CalledTool }
  | { kind: "index"; paths: readonly string[] | undefined; wait: number | undefined; progress: boolean }
  | { kind: "extent" }
  | { kind: "change"; name: StepName; given: unknown }
  /** Lists the files; only sent to a worker that reads files itself. */
  | { kind: "list" }
  | { kind: "close" };

/** A message from the page. A request is answered once, with the same `id`. */
export type Request =
  | ({ id: number } & EngineRequest)
  /** Cancels the request with this number. */
  | { id: number; kind: "abort" }
  /** Asks whether the worker is free to answer. */
  | { kind: "ping" };

/** A request of a worker to its page: for files, which only the page can access, or for modules. */
export type FileQuestion = { kind: "list"; paths: readonly string[] | undefined; bounds: Bounds } | { kind: "read"; path: string } | { kind: "module"; name: string };

/** A worker's request, which is answered once, with the same `id`. */
export type FileRequest = { id: number } & FileQuestion;

/** A message from the worker. */
export type Response =
  /** The worker holds the lock with this name while it lives. */
  | { kind: "alive"; life: string }
  | { kind: "done"; id: number; value: unknown; nChanged: number | undefined }
  | { kind: "failed"; id: number; error: WireError }
  | { kind: "progress"; id: number; progress: Progress }
  | { kind: "files"; request: FileRequest }
  /** The answer to `ping`: no call of the component is running. */
  | { kind: "pong" };

/** The page's answer to a `FileRequest`. */
export type FileAnswer =
  | { kind: "files"; id: number; value: Listing | Uint8Array | Module | undefined }
  | { kind: "no_files"; id: number; error: WireError };

/** The options with which a worker opens its memory. */
export interface Opening {
  /** The name of the store in the origin private file system; undefined for a store in memory. */
  store: string | undefined;
  /** The name of the file of records in the origin private file system; undefined for records in memory. */
  memory: string | undefined;
  /** The checked settings of the records, completed with defaults. */
  rules: Rules;
  owner: Owner;
  purpose: Purpose;
  /** Whether to verify every page of the store, and rebuild damaged rows in the next run. */
  check: boolean;
  /** Whether to set the existing store aside, and create a new one. */
  rebuild: boolean;
  /** Whether a question about code first indexes files that changed, if they are few. */
  fresh: boolean;
  /** The patterns by which files are excluded; undefined for the stored ones. */
  exclude: readonly string[] | undefined;
  /** The base URL of the package's modules; undefined if they are next to its scripts. */
  modules: string | undefined;
}

/** The first message. The worker answers it like a request with the number 0. */
export type Begin<O extends object = Opening> = O & {
  kind: "begin";
  /** The name of a lock that the worker must hold while it lives. */
  life: string;
};

/** A `ScrubjayError` in cloneable form. */
export interface WireError {
  code: ErrorCode;
  details: unknown;
  message: string;
}

/** The report of a run in cloneable form. */
export type WireIndexed = Omit<Indexed, "problems"> & { problems: (Omit<Problem, "error"> & { error: WireError | undefined })[] };

/** Converts an error to its cloneable form. */
export function errorToWire(error: unknown): WireError {
  if (error instanceof ScrubjayError) return { code: error.code, details: clonable(error.details), message: error.message };
  return { code: "component", details: undefined, message: reasonOf(error) };
}

/** Converts the report of a run to its cloneable form. */
export function reportToWire({ problems, ...rest }: Indexed): WireIndexed {
  return { ...rest, problems: problems.map(({ error, ...problem }) => ({ ...problem, error: error && errorToWire(error) })) };
}

/** Converts the report of a run back from its cloneable form. */
export function reportFromWire({ problems, ...rest }: WireIndexed): Indexed {
  return { ...rest, problems: problems.map(({ error, ...problem }) => ({ ...problem, error: error && errorFromWire(error) })) };
}

/** Converts an error back from its cloneable form. */
export function errorFromWire({ code, details, message }: WireError): ScrubjayError {
  return createError(code, details as Details[ErrorCode], message);
}

function clonable(details: unknown): unknown {
  try {
    return structuredClone(details);
  } catch {
    return String(details);
  }
}
