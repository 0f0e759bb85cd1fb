// The reports of an index run: its progress, and its result.

import type { ScrubjayError } from "../errors.js";
import type { Failure } from "../files/entry.js";
import type { SkipReason } from "../generated/types.js";
import type { Remade } from "../store/store.js";

/** The progress of a run: its stage, and how far that is. */
export type Progress =
  /** The run waits for another process that is writing the index: its process id, or 0 if unknown. */
  | { stage: "waiting"; pid: number }
  /** The files were listed: how many there are. */
  | { stage: "walked"; nFiles: number }
  /** Files are being read: how many of `nOf` were read so far, and their bytes. */
  | { stage: "read"; nFiles: number; nOf: number; nBytes: number }
  /** References are being linked: how many files are left. */
  | { stage: "linking"; nLeft: number };

/** A file that was not indexed, or not completely, and why. */
export interface Problem {
  path: string;
  kind: /** Its name is not Unicode. */
    | "not_unicode"
    /** It could not be accessed, read or parsed. */
    | "unreadable"
    /** It was deleted while it was being read. */
    | "gone"
    /** It is not UTF-8: no rows of it are stored. */
    | "not_utf8"
    /** It grew past 4 MiB. */
    | "size"
    /** Parsing took too long; up to two later runs retry it. */
    | "timed_out"
    /** The component refused it, as `error` says; its previous rows are kept. */
    | "refused"
    /** The component trapped on it three times; its previous rows are kept. */
    | "component"
    /** The component trapped each time it linked the file: it has symbols, but no outgoing edges. */
    | "quarantined"
    /** It is too large or too deep to be parsed as a whole: the rest is missing. */
    | "cut_short";
  /** The reason in words. */
  why: string;
  /** The error, if the component refused the file. */
  error?: ScrubjayError | undefined;
}

/** A file that failed in an earlier run. */
export interface Failed {
  path: string;
  kind: "refused" | "timed_out" | "component" | "quarantined";
}

/** The report of a file that failed before. */
export function failedBefore(path: string, failure: Failure): Failed {
  return { path, kind: failure === "deadline" || failure === "trap" ? "component" : failure };
}

/** The report of a run: counts of files by outcome, problems, and the state of the index afterwards. */
export interface Indexed {
  /** Unchanged files that are indexed or not UTF-8. */
  nSame: number;
  /** Files that the run read, with or without success. */
  nRead: number;
  /** Bytes of the files that the run read, by their listed sizes. */
  nBytes: number;
  /** Files that were deleted, ignored or excluded since the last run; their rows were removed. */
  nRemoved: number;
  /** Files that the component skips, by reason. */
  skipped: Partial<Record<SkipReason, number>>;
  /** Unchanged files that are not UTF-8; those that were read are among the problems. */
  nNotUtf8: number;
  /**
   * Folders filled by a package manager or a build, which were not entered: the first 100, sorted by path. Ignored folders are not
   * among them.
   */
  installed: string[];
  /** The number of all folders that were not entered for this reason, including those beyond the first 100. */
  nInstalled: number;
  /** The patterns by which the run excluded files. */
  exclude: string[];
  /** Files that could not be indexed or linked, or only in part. */
  problems: Problem[];
  /** Unchanged files that failed in an earlier run: they were not retried. */
  failedBefore: Failed[];
  /** The number of damaged rows that were found. Those of files that the run covered were rebuilt. */
  nDamaged: number;
  /** Why the folder's index was rebuilt from nothing; undefined if it was not. */
  remade?: Remade | undefined;
  /** The generation of the store after the run. */
  generation: number;
}
