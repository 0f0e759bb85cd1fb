// Watching: keeps a memory up to date while its files change.
//
// The files are polled, and a difference in path, size or time is only a hint: the ordinary run decides what changed.
// So no event overflow, checkout or network folder can make it miss such a difference for good. A poll reads no file but ignore rules. The pause
// after a poll is twenty times as long as the poll, within `MIN_PAUSE` and `MAX_PAUSE`. Not here: the run itself.

import type { Engine } from "../engine.js";
import { ScrubjayError, isLocked } from "../errors.js";
import type { FoundFile, Listing } from "../files/files.js";
import { comparePaths } from "../files/paths.js";
import type { IndexOptions } from "./options.js";
import type { Indexed } from "./report.js";

/** The shortest and the longest pause between two polls, in milliseconds. */
const MIN_PAUSE = 300;
const MAX_PAUSE = 10_000;
/** The ratio of a pause to the duration of the poll before it. */
const PAUSE_FACTOR = 20;
/** The milliseconds between two polls that must find no difference before a run begins. */
const QUIET_PAUSE = 150;
/** The milliseconds after which a run begins although files keep changing. */
const MAX_WAIT = 5_000;
/**
 * The tick of the coarsest file system clock, in milliseconds. A change within a tick after a run may leave size and time unchanged, so
 * another run follows after this time, and compares doubtful files by hash.
 */
const TICK = 2_100;
/** The milliseconds before a retry after a failed run. */
const RETRY = 5_000;

/** The outcome of one run of a watch. */
export type Watched =
  /** A run has ended, even if it found no changes. */
  | { kind: "ran"; indexed: Indexed }
  /** A run failed, and is retried. What it had committed is kept. */
  | { kind: "failed"; error: ScrubjayError };

/** The options of `watch`: those of a run without `paths`, as every run covers all files. */
export type WatchOptions = Omit<IndexOptions, "paths">;

/**
 * Indexes the files, and again after each change, until the signal is aborted or the consumer stops. Throws errors that
 * a retry cannot fix.
 */
export async function* watch(engine: Engine, options: WatchOptions): AsyncGenerator<Watched, void, undefined> {
  const { signal } = options;
  let generation: number | undefined;
  while (!signal?.aborted) {
    const knownListing = await untilQuiet(engine, signal);
    const watched = await attempt(engine, options);
    if (watched === undefined) return;
    let wait: number | undefined = RETRY;
    if (watched.kind === "ran") {
      wait = watched.indexed.generation === generation ? undefined : TICK;
      generation = watched.indexed.generation;
    }
    yield watched;
    await untilChanged(engine, knownListing, wait, signal);
  }
}

/** Makes one run; undefined if it was cancelled. Throws errors that a retry cannot fix. */
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

/**
 * Polls until two polls in a row find no difference, `MAX_WAIT` is over, or the signal fires. Returns the state of the
 * files.
 */
async function untilQuiet(engine: Engine, signal: AbortSignal | undefined): Promise<string> {
  const began = performance.now();
  for (let listing = await listingText(engine, signal); ; ) {
    await pause(QUIET_PAUSE, signal);
    const newListing = await listingText(engine, signal);
    if (newListing === listing || signal?.aborted || performance.now() - began > MAX_WAIT) return newListing;
    listing = newListing;
  }
}

/**
 * Polls until the state of the files differs from `knownListing`, `wait` milliseconds have passed (undefined: no limit), or
 * the signal fires.
 */
async function untilChanged(engine: Engine, knownListing: string, wait: number | undefined, signal: AbortSignal | undefined): Promise<void> {
  const end = performance.now() + (wait ?? Number.POSITIVE_INFINITY);
  for (let length = MIN_PAUSE; !signal?.aborted; ) {
    const timeLeft = end - performance.now();
    if (timeLeft <= 0) return;
    await pause(Math.min(length, timeLeft), signal);
    const lookedAt = performance.now();
    if ((await listingText(engine, signal)) !== knownListing) return;
    length = Math.min(Math.max((performance.now() - lookedAt) * PAUSE_FACTOR, MIN_PAUSE), MAX_PAUSE);
  }
}

/** The state of the files, as a text to compare. */
async function listingText(engine: Engine, signal: AbortSignal | undefined): Promise<string> {
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
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, length);
    signal?.addEventListener("abort", finish, { once: true });
  });
}
