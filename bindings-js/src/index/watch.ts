// Watching: a memory that is kept up to date while its files change.
//
// The files are polled, and a difference in path, size or time is only a hint: the ordinary run decides what changed.
// So no event overflow, checkout, restored backup or network folder can cause a change to be missed for good. A poll reads no
// file; polls take at most a twentieth of the time. Not here: the run itself.

import type { Engine } from "../engine.js";
import { ScrubjayError, isLocked } from "../errors.js";
import type { FoundFile, Listing } from "../files/files.js";
import { comparePaths } from "../files/paths.js";
import type { IndexOptions } from "./options.js";
import type { Indexed } from "./report.js";

/** The least milliseconds between two polls. */
const MIN_PAUSE = 300;
const MAX_PAUSE = 10_000;
/** A pause is this many times as long as the poll before it. */
const PAUSE_FACTOR = 20;
/** The files are quiet if two polls this far apart find no difference. */
const QUIET = 150;
/** Files that are never quiet are indexed after this long. */
const MAX_WAIT = 5_000;
/**
 * A change within one tick of the file system's clock after a run may leave size and time unchanged: after a tick of the coarsest
 * clock a run compares ambiguous files by hash.
 */
const TICK = 2_100;
/** The pause before a retry after a failure. */
const RETRY = 5_000;

/** What a watcher yields. */
export type Watched =
  /** A run has ended; also the first one, and those without changes. */
  | { kind: "ran"; indexed: Indexed }
  /** A run failed. What was committed is kept, and the run is retried. */
  | { kind: "failed"; error: ScrubjayError };

/** The options of watching. */
export type WatchOptions = Omit<IndexOptions, "paths">;

/** Indexes the files, and again after each change, until the signal is aborted or the consumer stops. */
export async function* watch(engine: Engine, options: WatchOptions): AsyncGenerator<Watched, void, undefined> {
  const { signal } = options;
  let generation: number | undefined;
  while (!signal?.aborted) {
    const known = await quiet(engine, signal);
    const watched = await attempt(engine, options);
    if (watched === undefined) return;
    let wait: number | undefined = RETRY;
    if (watched.kind === "ran") {
      wait = watched.indexed.generation === generation ? undefined : TICK;
      generation = watched.indexed.generation;
    }
    yield watched;
    await untilChanged(engine, known, wait, signal);
  }
}

/** Runs once; undefined if cancelled. Throws errors that a retry cannot fix. */
async function attempt(engine: Engine, options: WatchOptions): Promise<Watched | undefined> {
  try {
    return { kind: "ran", indexed: await engine.index(options) };
  } catch (error) {
    if (options.signal?.aborted) return undefined;
    if (error instanceof ScrubjayError && isWorthAnotherTry(error)) return { kind: "failed", error };
    throw error;
  }
}

function isWorthAnotherTry(error: ScrubjayError): boolean {
  return ["full", "disk_full", "component"].includes(error.code) || (isLocked(error) && error.details.judged);
}

/** Polls until two polls find no difference, or until `MAX_WAIT`. */
async function quiet(engine: Engine, signal: AbortSignal | undefined): Promise<string> {
  const began = performance.now();
  for (let found = await look(engine, signal); ; ) {
    await pause(QUIET, signal);
    const again = await look(engine, signal);
    if (again === found || signal?.aborted || performance.now() - began > MAX_WAIT) return again;
    found = again;
  }
}

/** Polls until something differs from what is known, or `wait` has passed. */
async function untilChanged(engine: Engine, known: string, wait: number | undefined, signal: AbortSignal | undefined): Promise<void> {
  const end = performance.now() + (wait ?? Number.POSITIVE_INFINITY);
  for (let length = MIN_PAUSE; !signal?.aborted; ) {
    const left = end - performance.now();
    if (left <= 0) return;
    await pause(Math.min(length, left), signal);
    const looked = performance.now();
    if ((await look(engine, signal)) !== known) return;
    length = Math.min(Math.max((performance.now() - looked) * PAUSE_FACTOR, MIN_PAUSE), MAX_PAUSE);
  }
}

/** The state of the files, as a text to compare. */
async function look(engine: Engine, signal: AbortSignal | undefined): Promise<string> {
  const { files } = await engine.list(signal).catch((error): Pick<Listing, "files"> => {
    // The generator ends without an error at its next step.
    if (signal?.aborted) return { files: [] };
    throw error;
  });
  const sorted = [...files].sort((a, b) => comparePaths(a.path, b.path));
  return sorted.map(({ path, size, modified }: FoundFile) => `${path}\0${size}\0${modified ?? ""}`).join("\n");
}

/** Waits until the time has passed or the signal is aborted. */
function pause(length: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, length);
    signal?.addEventListener("abort", end, { once: true });
  });
}
