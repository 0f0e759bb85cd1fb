// Converts absolute paths in questions, and paths that begin with `./` or `../`, to the form used in answers, if the
// memory is of a folder on disk: editors and agents use such paths.
//
// A name may also begin with a path (`path:line`, `path#Class.method`). Not here: all other names, which the component reads.

import { ScrubjayError } from "../errors.js";
import type { ToolFault, TypedPlace } from "../generated/types.js";

/** Arguments that are paths. A path outside the folder is refused, except in questions about records, whose paths may be anywhere. */
const PATH_MEMBERS = new Set(["path"]);
/** Arguments that may begin with a path. A path outside the folder is passed on unchanged, and matches nothing. */
const NAME_MEMBERS = new Set(["name", "source", "target", "text", "around", "pathPrefix", "focus", "recent"]);

type ShownPath = ((path: string) => string) | undefined;

/**
 * The arguments of a question, with absolute paths and those that begin with `./` or `../` converted by `shownPath`;
 * unchanged without it.
 */
export function withPathsInside<Q>(question: string, given: Q, shownPath: ShownPath): Q {
  if (shownPath === undefined) return given;
  if (question === "graph.outline") return insidePath(given, shownPath) as Q;
  if (typeof given !== "object" || given === null) return given;
  const convert = question.startsWith("episodes.") ? insidePathOrSame : insidePath;
  const members = Object.entries(given).map(([name, value]) => [name, PATH_MEMBERS.has(name) ? convert(value, shownPath) : NAME_MEMBERS.has(name) ? insidePathOrSame(value, shownPath) : value]);
  return Object.fromEntries(members) as Q;
}

/**
 * A typed name or path in the form used in answers. For a path outside the folder, `path` is empty, and `refused` says
 * why.
 */
export function placeOf(typed: string, shownPath: ShownPath): TypedPlace {
  if (shownPath === undefined) return { name: typed, prefix: typed, path: typed, recorded: typed, refused: undefined };
  const name = insidePathOrSame(typed, shownPath) as string;
  try {
    return { name, prefix: name, path: insidePath(typed, shownPath) as string, recorded: name, refused: undefined };
  } catch (error) {
    if (!(error instanceof ScrubjayError)) throw error;
    const refused: ToolFault = { code: error.code, message: error.message, why: undefined, advice: [], refusal: undefined, hints: undefined, unread: [] };
    return { name, prefix: name, path: "", recorded: name, refused };
  }
}

function insidePath(value: unknown, shownPath: (path: string) => string): unknown {
  return isTypedPath(value) ? shownPath(value) : value;
}

function insidePathOrSame(value: unknown, shownPath: (path: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => insidePathOrSame(item, shownPath));
  try {
    return insidePath(value, shownPath);
  } catch (error) {
    if (error instanceof ScrubjayError) return value;
    throw error;
  }
}

/** Whether a value is a text that begins with `/`, a drive, a network share, `./` or `../`. */
function isTypedPath(value: unknown): value is string {
  return typeof value === "string" && /^(?:\/|[a-z]:[\\/]|\\\\|\.\.?[\\/])/i.test(value);
}
