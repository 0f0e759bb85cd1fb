// The messages between a page and the worker that owns its memory. Only values that can be cloned are sent.

import { type Details, type ErrorCode, ScrubjayError, failure } from "../errors.js";
import type { Bounds, Listing } from "../files/files.js";
import type { Owner, Purpose } from "../generated/types.js";
import type { Indexed, Problem, Progress } from "../index/report.js";
import { why } from "../platform.js";
import type { QuestionName } from "../questions.js";
import type { Rules } from "../records/notes.js";
import type { StepName } from "../records/steps.js";
import type { Module } from "../shapes.js";

/** A page's request to the worker. */
export type Wanted =
  | { kind: "ask"; name: QuestionName; given: unknown }
  | { kind: "index"; paths: readonly string[] | undefined; wait: number | undefined; progress: boolean }
  | { kind: "extent" }
  | { kind: "change"; name: StepName; given: unknown }
  /** Only where the worker reads the files itself. */
  | { kind: "list" }
  | { kind: "close" };

/** From the page; `id` is answered once. */
export type Request =
  | ({ id: number } & Wanted)
  /** Cancels the request with this number. */
  | { id: number; kind: "abort" }
  /** Asks whether the worker is free to answer. */
  | { kind: "ping" };

/** A worker's request to the page, because only the page has access to the files; or to its program, which finds the modules. */
export type WantedFiles = { kind: "list"; paths: readonly string[] | undefined; bounds: Bounds } | { kind: "read"; path: string } | { kind: "module"; name: string };

/** From the worker; `id` is answered once. */
export type FileRequest = { id: number } & WantedFiles;

/** From the worker. */
export type Response =
  /** The worker holds the lock with this name as long as it lives. */
  | { kind: "alive"; life: string }
  | { kind: "done"; id: number; value: unknown; nChanged: number | undefined }
  | { kind: "failed"; id: number; error: WireError }
  | { kind: "progress"; id: number; progress: Progress }
  | { kind: "files"; request: FileRequest }
  /** The answer to `ping`: no call of the component is running. */
  | { kind: "pong" };

/** From the page: the answer to a `FileRequest`. */
export type FileAnswer =
  | { kind: "files"; id: number; value: Listing | Uint8Array | Module | undefined }
  | { kind: "no_files"; id: number; error: WireError };

/** How a worker opens its memory. */
export interface Opening {
  /** The name of the store in the origin's private files; without one, the store is in memory. */
  store: string | undefined;
  /** The same of the records. */
  memory: string | undefined;
  /** The settings of the records. */
  rules: Rules;
  owner: Owner;
  purpose: Purpose;
  /** Verify every page of the store, and rebuild damaged rows in the next run. */
  check: boolean;
  /** Set the existing store aside, and create a new one. */
  rebuild: boolean;
  /** Take in what little has changed before a question. */
  fresh: boolean;
  /** The patterns by which files are excluded, instead of those that are stored. */
  exclude: readonly string[] | undefined;
  /** The base URL of the package's modules, if they are not beside its scripts. */
  modules: string | undefined;
}

/** The first message, answered as the request with number 0. */
export type Begin<O extends object = Opening> = O & {
  kind: "begin";
  /** The name of a lock that the worker must hold as long as it lives. */
  life: string;
};

/** An error in cloneable form. */
export interface WireError {
  code: ErrorCode;
  details: unknown;
  message: string;
}

/** The report of a run in cloneable form. */
export type WireIndexed = Omit<Indexed, "problems"> & { problems: (Omit<Problem, "error"> & { error: WireError | undefined })[] };

/** Converts an error to its cloneable form. */
export function toWire(error: unknown): WireError {
  if (error instanceof ScrubjayError) return { code: error.code, details: clonable(error.details), message: error.message };
  return { code: "component", details: undefined, message: why(error) };
}

/** Converts the report of a run to its cloneable form. */
export function reportToWire({ problems, ...rest }: Indexed): WireIndexed {
  return { ...rest, problems: problems.map(({ error, ...problem }) => ({ ...problem, error: error && toWire(error) })) };
}

/** Restores the report of a run. */
export function reportFromWire({ problems, ...rest }: WireIndexed): Indexed {
  return { ...rest, problems: problems.map(({ error, ...problem }) => ({ ...problem, error: error && fromWire(error) })) };
}

/** Restores an error. */
export function fromWire({ code, details, message }: WireError): ScrubjayError {
  return failure(code, details as Details[ErrorCode], message);
}

function clonable(details: unknown): unknown {
  try {
    return structuredClone(details);
  } catch {
    return String(details);
  }
}
