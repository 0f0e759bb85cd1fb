// What an index run needs, and how it is asked for.

import type { FileSource } from "../files/files.js";
import type { Purpose } from "../generated/types.js";
import type { Platform } from "../platform.js";
import type { Store } from "../store/store.js";
import type { Progress } from "./report.js";

/** How an index run reports progress and is cancelled. */
export interface IndexOptions {
  /**
   * Only these files and folders: what an editor has just saved, or a watcher reported. Paths as in answers; in
   * Node also absolute ones.
   * All other files are assumed to be unchanged, and the report counts only files below these paths. Default: all files.
   * The first run after `check`, or with another release than the last one, covers all files.
   */
  paths?: readonly string[] | undefined;
  /** Called often, with the progress of the run. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * For so many milliseconds another process that writes the folder's index is waited for, before the run is refused as `locked`.
   * Default: ten minutes.
   */
  wait?: number | undefined;
  /** Cancels the run; what was committed until then is kept, and the next run continues from there. */
  signal?: AbortSignal | undefined;
}

/** Where files come from, and where their rows go. */
export interface Indexing {
  platform: Platform;
  files: FileSource;
  /** Converts a path from the caller to the form used in answers, if the source accepts several paths for one file. */
  named?: ((path: string) => string) | undefined;
  store: Store;
  /** The patterns by which files are excluded, instead of those that are stored. */
  exclude?: readonly string[] | undefined;
  purpose: Purpose;
  /** The next index run reads every row, and rebuilds those that are damaged. */
  mend?: boolean | undefined;
}
