// What an index run reports: its progress, and its result.

import type { ScrubjayError } from "../errors.js";
import type { Failure } from "../files/entry.js";
import type { SkipReason } from "../generated/types.js";
import type { Remade } from "../store/store.js";

/** The progress of a run. */
export type Progress =
  /** Another process writes the index, and is waited for: its process id, or 0 if it did not say. */
  | { stage: "waiting"; pid: number }
  /** The files were listed. */
  | { stage: "walked"; nFiles: number }
  /** Files are being read. */
  | { stage: "read"; nFiles: number; nOf: number; nBytes: number }
  /** References are being linked. */
  | { stage: "linking"; nLeft: number };

/** A file that was not indexed, or not completely. */
export interface Problem {
  path: string;
  kind: /** Its name is not Unicode. */
    | "not_unicode"
    /** It could not be accessed, read or parsed. */
    | "unreadable"
    /** It was deleted while it was being read. */
    | "gone"
    /** No rows of it are kept. */
    | "not_utf8"
    /** It grew past 4 MiB. */
    | "size"
    /** Parsing took too long; later runs retry it. */
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

/** The result of a run. */
export interface Indexed {
  /** Unchanged files. */
  nSame: number;
  /** Files read. */
  nRead: number;
  /** Bytes of the files read. */
  nBytes: number;
  /** Deleted files. */
  nRemoved: number;
  /** Files that the component skips, by reason. */
  skipped: Partial<Record<SkipReason, number>>;
  /** Unchanged files that are not UTF-8; those that were read are among the problems. */
  nNotUtf8: number;
  /**
   * Folders that a package manager or a build fills, and that were not entered: the first 100, sorted by path. Those that ignore rules leave
   * out are not among them.
   */
  installed: string[];
  /** How many such folders there are. */
  nInstalled: number;
  /** The patterns by which files are excluded. */
  exclude: string[];
  /** Files that could not be indexed or linked, or not as a whole. */
  problems: Problem[];
  /** Unchanged files that failed in an earlier run: they were not retried. */
  failedBefore: Failed[];
  /** Damaged rows that were found; those of files that the run covered were rebuilt. */
  nDamaged: number;
  /** Why the folder's index was made again from nothing, if it was. */
  remade?: Remade | undefined;
  /** The generation of the store. */
  generation: number;
}
