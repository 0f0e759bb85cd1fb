// The part of the files that a run looks at: all of them, or what somebody hinted at.

import { failure, invalid } from "../errors.js";
import { isWellFormed } from "./bytes.js";
import { isBelow } from "./paths.js";

/** Paths to look at. A hint is a file or a folder, and what it means is looked up where the files are. */
export class Scope {
  /** The hints; none where everything is meant. */
  readonly paths: readonly string[] | undefined;

  private constructor(paths: readonly string[] | undefined) {
    this.paths = paths;
  }

  /** All files. */
  static all(): Scope {
    return new Scope(undefined);
  }

  /**
   * These paths, and what lies below them; all where none are given. `named` gives the path of the form that answers have for one that
   * the files' source knows otherwise. Refuses what has not that form then.
   */
  static below(paths: readonly string[] | undefined, named = (path: string) => path): Scope {
    texts(paths);
    return new Scope(paths?.map((path) => inside(named(path))));
  }

  /** A file or folder is meant. */
  holds(path: string): boolean {
    return this.paths?.some((hint) => isBelow(path, hint)) ?? true;
  }

  /** A folder is meant, or lies on the way to what is. */
  leadsThrough(folder: string): boolean {
    return this.paths?.some((hint) => isBelow(hint, folder) || isBelow(folder, hint)) ?? true;
  }
}

/** Refuses what is no list of texts. */
export function texts(paths: readonly string[] | undefined): void {
  if (paths === undefined) return;
  if (!Array.isArray(paths)) throw invalid("paths", "not a list");
  if (!paths.every((path) => typeof path === "string")) throw invalid("paths", "not a list of texts");
  if (!paths.every(isWellFormed)) throw invalid("paths", "one holds half of a surrogate pair");
}

function inside(path: string): string {
  const name = path.endsWith("/") ? path.slice(0, -1) : path;
  if (name.startsWith("/") || name.split("/").includes("..")) throw failure("outside-root", { path }, `${path} lies outside the indexed folder`);
  const isInside = name === "" ? path === "" : name.split("/").every((part) => !["", "."].includes(part));
  if (!isInside) throw invalid("paths", `${path} is not relative to the root, with / and without .`);
  return name;
}
