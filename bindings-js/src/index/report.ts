// What an index run tells its caller: while it goes on, and at its end.

import type { ScrubjayError } from "../errors.js";
import type { Failure } from "../files/entry.js";
import type { SkipReason } from "../generated/types.js";

/** How far a run is. */
export type Progress =
  /** The files were listed. */
  | { stage: "walked"; nFiles: number }
  /** Files are being read. */
  | { stage: "read"; nFiles: number; nOf: number; nBytes: number }
  /** References are being linked. */
  | { stage: "settling"; nLeft: number };

/** A file that was not taken in, or not wholly. */
export interface Problem {
  path: string;
  kind: /** Its name is not Unicode. */
    | "not-unicode"
    /** It could not be found properly, read or parsed. */
    | "unreadable"
    /** It was deleted while it was being read. */
    | "gone"
    /** Nothing of it stays. */
    | "not-utf8"
    /** It grew past 4 MiB. */
    | "size"
    /** Parsing took too long; it is tried again when it has changed. */
    | "timed-out"
    /** The component refused it, as `error` says; what was stored of it stays. */
    | "refused"
    /** The component stopped on it three times; what was stored of it stays. */
    | "component"
    /** The component stopped each time it linked it: it has symbols, but no edges of its own. */
    | "unlinked";
  /** The reason in words. */
  why: string;
  /** The refusal, where the component refused the file. */
  error?: ScrubjayError | undefined;
}

/** A file that failed in an earlier run. */
export interface Failed {
  path: string;
  kind: "refused" | "timed-out" | "component" | "unlinked";
}

const FAILED: Record<Failure, Failed["kind"]> = {
  refused: "refused",
  deadline: "component",
  trap: "component",
  "timed-out": "timed-out",
  unlinked: "unlinked",
};

/** A file that failed before, as it is told. */
export function failedBefore(path: string, failure: Failure): Failed {
  return { path, kind: FAILED[failure] };
}

/** What a run did. */
export interface Indexed {
  /** Files that were as they were. */
  nSame: number;
  /** Files read. */
  nRead: number;
  /** Bytes of the files read. */
  nBytes: number;
  /** Files that are gone. */
  nRemoved: number;
  /** Files that the component did not want, by its reason. */
  skipped: Partial<Record<SkipReason, number>>;
  /** Files that are not UTF-8 and are as they were; those that were read are among the problems. */
  nNotUtf8: number;
  /** Files that could not be taken in, or not be linked. */
  problems: Problem[];
  /** Files that failed in an earlier run and are as they were: they were not tried again. */
  failedBefore: Failed[];
  /** Damaged rows that were found; those of files that the run looked at were made again. */
  nDamaged: number;
  /** The generation of the store. */
  generation: bigint;
}
