// Absolute paths in questions, where the files lie in a folder on disk: editors and agents name files so.
//
// A name may begin with a path too (`path:line`, `path#Class.method`). Not here: what is no absolute path, which the component reads.

import { ScrubjayError } from "../errors.js";

/** Arguments that are a path: one outside the folder is refused, except for records, whose paths may be anywhere. */
const PATHS = new Set(["path"]);
/** Arguments that may begin with one. What lies outside is left as it is, and means nothing. */
const NAMES = new Set(["name", "source", "target", "text", "around", "pathPrefix", "focus", "recent"]);

type Named = ((path: string) => string) | undefined;

/** The question with its absolute paths as answers have them. */
export function withPathsInside<Q>(question: string, given: Q, named: Named): Q {
  if (named === undefined) return given;
  if (question === "graph.outline") return path(given, named) as Q;
  if (typeof given !== "object" || given === null) return given;
  const recorded = question.startsWith("episodes.") ? text : path;
  const members = Object.entries(given).map(([name, value]) => [name, PATHS.has(name) ? recorded(value, named) : NAMES.has(name) ? text(value, named) : value]);
  return Object.fromEntries(members) as Q;
}

function path(value: unknown, named: (path: string) => string): unknown {
  return isAbsolute(value) ? named(value) : value;
}

function text(value: unknown, named: (path: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => text(item, named));
  try {
    return path(value, named);
  } catch (error) {
    if (error instanceof ScrubjayError) return value;
    throw error;
  }
}

/** With a drive or a share, or from the root on. */
function isAbsolute(value: unknown): value is string {
  return typeof value === "string" && /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(value);
}
