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

  /** These paths, and what lies below them; all where none are given. Refuses what is no path of the form that answers have. */
  static below(paths: readonly string[] | undefined): Scope {
    if (paths === undefined) return Scope.all();
    if (!Array.isArray(paths)) throw invalid("paths", "not a list");
    return new Scope(paths.map(inside));
  }

  /** The same files, by the paths that their source has for them. */
  spelledBy(spelled: (path: string) => string): Scope {
    return new Scope(this.paths?.map(spelled));
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

function inside(path: unknown): string {
  if (typeof path !== "string") throw invalid("paths", "not a list of texts");
  if (!isWellFormed(path)) throw invalid("paths", "one holds half of a surrogate pair");
  const name = path.endsWith("/") ? path.slice(0, -1) : path;
  if (name.startsWith("/") || name.split("/").includes("..")) throw failure("outside-root", { path }, `${path} lies outside the indexed folder`);
  const isInside = name === "" ? path === "" : name.split("/").every((part) => !["", "."].includes(part));
  if (!isInside) throw invalid("paths", `${path} is not relative to the root, with / and without .`);
  return name;
}
