// Recognizes files beside a memory's file that may contain its data, by their names: copies, damaged files, lists of losses, and drafts of
// dead processes. As in the native host (`host-native/src/records/leftovers.rs`).
//
// Only names that hosts give are recognized. Not here: listing and removing files.

/** The suffixes of drafts, after the name of the original. */
const DRAFT = /^\.(?:draft|salvage|salvaged|restored|erased)\./;
/** The suffixes of copies, which contain the time of the copy or, after `before-`, the number of a format. */
const MOMENT = /^\.(?:before-restore-|before-|damaged-)\d+\.redb/;
/** The suffix of the list of losses, and of its drafts. */
const LOSSES = /^\.losses(?:$|\.draft\.)/;
/** The suffix of a file while it is written or moved aside, with the process id and start time of its maker. */
const WRITER = /\.(?:draft|salvage|salvaged|restored|erased|dead|empty)\.(\d+)\.(\d+)(?:\.|$)/;

/** The process that wrote the draft `name`, dead or alive; undefined if `name` is no draft of a file with this stem. */
export function draftWriterOf(name: string, stem: string): { pid: number; started: number } | undefined {
  const [pid, started] = name.startsWith(`${stem}.`) ? (WRITER.exec(name.slice(stem.length))?.slice(1) ?? []) : [];
  return pid === undefined || started === undefined ? undefined : { pid: Number(pid), started: Number(started) };
}

/** Whether the file `candidate` may contain data of the memory's file `name`, whose name without the extension is `stem`. */
export function isLeftover(candidate: string, name: string, stem: string): boolean {
  if (candidate.startsWith(`${name}.`)) return DRAFT.test(candidate.slice(name.length));
  if (!candidate.startsWith(`${stem}.`)) return false;
  if (LOSSES.test(candidate.slice(stem.length))) return true;
  const moment = MOMENT.exec(candidate.slice(stem.length))?.[0];
  const ending = moment === undefined ? undefined : candidate.slice(stem.length + moment.length);
  return ending === "" || (ending !== undefined && DRAFT.test(ending));
}
