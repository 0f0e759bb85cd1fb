// The files that a run covers: all of them, or those below given paths.

import { createError, invalidError } from "../errors.js";
import { isWellFormed } from "./bytes.js";
import { isBelow } from "./paths.js";

/** Holds all files, or given paths and everything below them. A path may be of a file or of a folder: only the source knows which. */
export class Scope {
  /** Undefined: all files are covered. */
  readonly paths: readonly string[] | undefined;

  private constructor(paths: readonly string[] | undefined) {
    this.paths = paths;
  }

  static all(): Scope {
    return new Scope(undefined);
  }

  /**
   * Covers these paths and everything below them; all files if undefined. `shownPath` converts a caller's path to the form
   * used in answers. Throws `outside_root` if a converted path leads out of the root, and `invalid` if it is not
   * relative to the root with `/`.
   */
  static below(paths: readonly string[] | undefined, shownPath = (path: string) => path): Scope {
    checkTexts(paths);
    return new Scope(paths?.map((path) => checkedPath(shownPath(path))));
  }

  /** Whether a path is one of the covered ones or below one. */
  holds(path: string): boolean {
    return this.paths?.some((hint) => isBelow(path, hint)) ?? true;
  }

  /** Whether a folder is covered, or is an ancestor of a covered path. */
  leadsThrough(folder: string): boolean {
    return this.paths?.some((hint) => isBelow(hint, folder) || isBelow(folder, hint)) ?? true;
  }
}

/** Throws `invalid` for anything but undefined or a list of strings. */
export function checkTexts(paths: readonly string[] | undefined): void {
  if (paths === undefined) return;
  if (!Array.isArray(paths)) throw invalidError("paths", "not a list");
  if (!paths.every((path) => typeof path === "string")) throw invalidError("paths", "not a list of texts");
  if (!paths.every(isWellFormed)) throw invalidError("paths", "one holds half of a surrogate pair");
}

function checkedPath(path: string): string {
  const name = path.endsWith("/") ? path.slice(0, -1) : path;
  if (name.startsWith("/") || name.split("/").includes("..")) throw createError("outside_root", { path }, `${path} lies outside the indexed folder`);
  const isInside = name === "" ? path === "" : name.split("/").every((part) => !["", "."].includes(part));
  if (!isInside) throw invalidError("paths", `${path} is not relative to the root, with / and without .`);
  return name;
}
