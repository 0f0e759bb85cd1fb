// Watching: a memory that is kept right while its files change.
//
// The files are listed again and again, and what differs in path, size or time is only a hint: the ordinary run decides what changed.
// So nothing can be missed for good by an overflow of events, a checkout, a restored backup or a network folder. A look reads no
// file; looks take at most a twentieth of the time. Not here: what a run does.

import type { Engine, IndexOptions } from "../engine.js";
import { ScrubjayError } from "../errors.js";
import type { FoundFile, Listing } from "../files/files.js";
import { comparePaths } from "../files/paths.js";
import { jsonable } from "../json.js";
import type { Indexed } from "./report.js";

/** Milliseconds between two looks, whatever they take. */
const LEAST_PAUSE = 300;
const MOST_PAUSE = 10_000;
/** A pause is this many times as long as the look before it. */
const PAUSE_FACTOR = 20;
/** The files are quiet when two looks this far apart find the same. */
const QUIET = 150;
/** Files that are never quiet are taken in after this long. */
const MOST_WAIT = 5_000;
/**
 * A change within one tick of the file system's clock after a run may leave size and time as they were: after a tick of the coarsest
 * clock a run compares by hash what it cannot tell apart otherwise.
 */
const TICK = 2_100;
/** What failed is tried again after this long. */
const RETRY = 5_000;

/** What a watcher tells. */
export type Watched =
  /** A run has ended; also the first, and those that found nothing to do. */
  | { kind: "ran"; indexed: Indexed }
  /** A run failed. What was committed stays, and it is tried again. */
  | { kind: "failed"; error: ScrubjayError };

/** What watching takes. */
export type WatchOptions = Omit<IndexOptions, "paths">;

/** Takes in the files, and again after each change, until the signal fires or nobody asks for more. */
export async function* watch(engine: Engine, options: WatchOptions): AsyncGenerator<Watched, void, undefined> {
  const { signal } = options;
  let generation: bigint | undefined;
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

/** A run; none where it was stopped. What trying again does not mend is thrown. */
async function attempt(engine: Engine, options: WatchOptions): Promise<Watched | undefined> {
  try {
    return { kind: "ran", indexed: jsonable(await engine.index(options)) };
  } catch (error) {
    if (options.signal?.aborted) return undefined;
    if (error instanceof ScrubjayError && ["full", "disk-full", "component"].includes(error.code)) return { kind: "failed", error };
    throw error;
  }
}

/** Looks until two looks find the same, or for as long as is bearable. */
async function quiet(engine: Engine, signal: AbortSignal | undefined): Promise<string> {
  const began = performance.now();
  for (let found = await look(engine, signal); ; ) {
    await pause(QUIET, signal);
    const again = await look(engine, signal);
    if (again === found || signal?.aborted || performance.now() - began > MOST_WAIT) return again;
    found = again;
  }
}

/** Looks until something differs from what is known, or `wait` has passed. */
async function untilChanged(engine: Engine, known: string, wait: number | undefined, signal: AbortSignal | undefined): Promise<void> {
  const end = performance.now() + (wait ?? Number.POSITIVE_INFINITY);
  for (let length = LEAST_PAUSE; !signal?.aborted; ) {
    const left = end - performance.now();
    if (left <= 0) return;
    await pause(Math.min(length, left), signal);
    const looked = performance.now();
    if ((await look(engine, signal)) !== known) return;
    length = Math.min(Math.max((performance.now() - looked) * PAUSE_FACTOR, LEAST_PAUSE), MOST_PAUSE);
  }
}

/** What is there, as a text that differs where anything does. */
async function look(engine: Engine, signal: AbortSignal | undefined): Promise<string> {
  const { files } = await engine.list(signal).catch((error): Pick<Listing, "files"> => {
    // Whoever asked ends when it is next their turn, quietly.
    if (signal?.aborted) return { files: [] };
    throw error;
  });
  const sorted = [...files].sort((a, b) => comparePaths(a.path, b.path));
  return sorted.map(({ path, size, modified }: FoundFile) => `${path}\0${size}\0${modified ?? ""}`).join("\n");
}

/** Waits, or until the signal fires. */
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
