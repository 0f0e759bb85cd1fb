// The options and the inputs of an index run.

import type { FileSource } from "../files/files.js";
import type { Purpose } from "../generated/types.js";
import type { Platform } from "../platform.js";
import type { Store } from "../store/store.js";
import type { Progress } from "./report.js";

/** Which files an index run covers, how it reports progress, how long it waits, and how it is cancelled. */
export interface IndexOptions {
  /**
   * Only these files and folders: what an editor has just saved, or a watcher reported. Paths as in answers; in Node
   * also absolute ones. All other files are assumed to be unchanged, and the report counts only files below these
   * paths. Default: all files. A run covers all files if it is the first after opening with `check`, if another release
   * made the last one, or if the patterns of `exclude` differ.
   */
  paths?: readonly string[] | undefined;
  /** Called often, with the progress of the run. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * How many milliseconds to wait for another process that is writing the folder's index. After that the run is refused as `locked`.
   * Default: ten minutes.
   */
  wait?: number | undefined;
  /** Cancels the run; what was committed until then is kept, and the next run continues from there. */
  signal?: AbortSignal | undefined;
}

/** The inputs of an index run: the source of files, and the store of their rows. */
export interface Indexing {
  platform: Platform;
  files: FileSource;
  /** Converts a path from the caller to the form used in answers, if the source accepts several paths for one file. */
  shownPath?: ((path: string) => string) | undefined;
  store: Store;
  /** The patterns by which files are excluded; undefined for the stored ones. */
  exclude?: readonly string[] | undefined;
  purpose: Purpose;
  /** Whether the next run reads every row, and rebuilds damaged ones. A completed run resets it. */
  mends?: boolean | undefined;
}
