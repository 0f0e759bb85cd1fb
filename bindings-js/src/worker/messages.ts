// What a page and the worker that owns its memory say to each other. Only values that can be cloned cross.

import { type Details, type ErrorCode, ScrubjayError, failure } from "../errors.js";
import type { Listing } from "../files/files.js";
import type { Purpose } from "../generated/types.js";
import type { Indexed, Problem, Progress } from "../index/report.js";
import type { QuestionName } from "../questions.js";

/** What a page wants of the worker. */
export type Wanted =
  | { kind: "ask"; name: QuestionName; question: unknown }
  | { kind: "index"; paths: readonly string[] | undefined; progress: boolean }
  | { kind: "extent" }
  | { kind: "close" };

/** From the page; `id` is answered once. */
export type Request =
  | ({ id: number } & Wanted)
  /** Gives up the request of this number. */
  | { id: number; kind: "abort" };

/** What a worker wants of the page, which alone can reach the files. */
export type WantedFiles = { kind: "list"; paths: readonly string[] | undefined } | { kind: "read"; path: string };

/** From the worker; `id` is answered once. */
export type FileRequest = { id: number } & WantedFiles;

/** From the worker. */
export type Response =
  /** It holds the lock of its life, which has this name. */
  | { kind: "alive"; life: string }
  | { kind: "done"; id: number; value: unknown }
  | { kind: "failed"; id: number; error: WireError }
  | { kind: "progress"; id: number; progress: Progress }
  | { kind: "files"; request: FileRequest };

/** From the page: the answer to a `FileRequest`. */
export type FileAnswer =
  | { kind: "files"; id: number; value: Listing | Uint8Array | undefined }
  | { kind: "no-files"; id: number; error: WireError };

/** What a worker opens. */
export interface Opening {
  /** The name of the store in the origin's private files; none: a store in memory. */
  store: string | undefined;
  purpose: Purpose;
  /** Verify every page of the store, and make damaged rows again with the next run. */
  check: boolean;
  /** Put the store aside that is there, and begin a new one. */
  rebuild: boolean;
  /** The address that the package's modules are below, where they are not beside its scripts. */
  modules: string | undefined;
}

/** The first message, which is answered as the request of number 0. */
export interface Begin extends Opening {
  kind: "begin";
  /** The name of a lock to hold as long as the worker lives. */
  life: string;
}

/** An error as it crosses. */
export interface WireError {
  code: ErrorCode;
  details: unknown;
  message: string;
}

/** What a run did, as it crosses. */
export type WireIndexed = Omit<Indexed, "problems"> & { problems: (Omit<Problem, "error"> & { error: WireError | undefined })[] };

/** An error on its way out. */
export function toWire(error: unknown): WireError {
  if (error instanceof ScrubjayError) return { code: error.code, details: clonable(error.details), message: error.message };
  return { code: "component", details: undefined, message: error instanceof Error ? error.message : String(error) };
}

/** What a run did, on its way out. */
export function reportToWire({ problems, ...rest }: Indexed): WireIndexed {
  return { ...rest, problems: problems.map(({ error, ...problem }) => ({ ...problem, error: error && toWire(error) })) };
}

/** What a run did, as it came in. */
export function reportFromWire({ problems, ...rest }: WireIndexed): Indexed {
  return { ...rest, problems: problems.map(({ error, ...problem }) => ({ ...problem, error: error && fromWire(error) })) };
}

/** The error that came in. */
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
