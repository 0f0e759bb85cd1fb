// What lies beside a memory's file and may hold what was in it: copies, damaged files, what names losses, and drafts of whoever died, by
// their names, as in the native host (`host-native/src/records/leftovers.rs`).
//
// Only what hosts name so. Not here: how files are listed and removed.

/** The endings of drafts that either host makes, after the name of the original. */
const DRAFT = /^\.(?:draft|salvage|salvaged|restored|erased)\./;
/** The ending of a copy of a file as it was at some moment. */
const MOMENT = /^\.(?:before-restore-|before-|damaged-)\d+\.redb/;
/** The list of what was lost when the memory was salvaged, and its drafts. */
const LOSSES = /^\.losses(?:$|\.draft\.)/;
/** What any file is called while it is made or moved aside, after the name that it is made from, with the numbers of its process. */
const MADE = /\.(?:draft|salvage|salvaged|restored|erased|dead|empty)\.(\d+)\.(\d+)(?:\.|$)/;

/** The process that makes a file of this name, if it is a draft of one with this stem. */
export function makerOf(name: string, stem: string): { pid: number; started: number } | undefined {
  const [pid, started] = name.startsWith(`${stem}.`) ? (MADE.exec(name.slice(stem.length))?.slice(1) ?? []) : [];
  return pid === undefined || started === undefined ? undefined : { pid: Number(pid), started: Number(started) };
}

/** Whether a file of this name holds what the memory's file has or had, or is a draft of such a one. `stem`: its name without the ending. */
export function isLeft(found: string, name: string, stem: string): boolean {
  if (found.startsWith(`${name}.`)) return DRAFT.test(found.slice(name.length));
  if (!found.startsWith(`${stem}.`)) return false;
  if (LOSSES.test(found.slice(stem.length))) return true;
  const moment = MOMENT.exec(found.slice(stem.length))?.[0];
  const rest = moment === undefined ? undefined : found.slice(stem.length + moment.length);
  return rest === "" || (rest !== undefined && DRAFT.test(rest));
}
