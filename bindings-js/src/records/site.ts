// Examines a folder that may be a project's, in Node (its path, its git folder, the identities and the marks of both), and writes its mark.
// As in the native host (`host-native/src/records/site.rs`).
//
// Not here: deciding which project it is (`store/src/whose`).

import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

import { projectOf } from "../files/git.js";
import { bytesOfOurs, checkOnlyFolder, replaceOurs, writeOurs } from "../files/ours.js";
import { hideFromGit } from "../store/place.js";
import { undefinedOnError } from "../system.js";
import { removeDraftsOf } from "./drafts.js";
import { uniquePath } from "./lock.js";
import { possibleProjectFolders } from "./reach.js";

const OUR_FOLDER = ".scrubjay";
/** The names of Scrubjay's files in a git folder: the mark, and the id that older releases wrote. */
const IN_GIT = ["scrubjay-mark", "scrubjay-id"] as const;
/** The names of the same files in `.scrubjay`. */
const IN_OURS = ["mark", "id"] as const;
/** The most bytes read of these files: more than a valid one has. */
const MAX_BYTES = 4_096;
/** The bytes of an id, and of a mark. */
const ID_BYTES = 16;

/** A folder that may be a project's, with the observations about it. */
export interface ObservedFolder {
  path: string;
  /** The observations as lines, in the form that `store/src/whose` reads. */
  observations: string;
  /** Whether it contains a folder `.scrubjay`. */
  hasOurs: boolean;
  /** The path of its mark, which need not exist. */
  mark: string;
}

/** Whether a text is an id or a mark. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/**
 * Observes a folder and those above it that may be its project's, nearest first, up to one with a folder `.scrubjay`.
 * Within a repository observes only the repository's top.
 */
export function enclosingFolders(root: string): ObservedFolder[] {
  const folders = possibleProjectFolders(root);
  const repository = projectOf(folders.at(-1) as string);
  if (repository !== undefined) return [siteOf(repository.root, true, repository.git)];
  const sites: ObservedFolder[] = [];
  for (const folder of folders) {
    const site = siteOf(folder, folder === root);
    sites.push(site);
    if (site.hasOurs) break;
  }
  return sites;
}

/** Observes the folder at a recorded path, or the top of its repository; undefined if the folder does not exist or cannot be examined. */
export function observeFolder(path: string): ObservedFolder | undefined {
  try {
    return enclosingFolders(realpathSync.native(path))[0];
  } catch {
    return undefined;
  }
}

/** Writes a mark, replacing any existing one. False if the folder is not writable. */
export function writeMark({ mark, path }: ObservedFolder, nonce: string): boolean {
  try {
    const folder = dirname(mark);
    if (folder === join(path, OUR_FOLDER)) {
      if (undefinedOnError("EEXIST", () => (mkdirSync(folder), true))) hideFromGit(folder);
      else checkOnlyFolder(folder);
    }
    removeDraftsOf(mark);
    replaceOurs(mark, uniquePath(mark, "draft"), `${nonce}\n`, writeOurs);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** Escapes a path into one line, in the form that `store/src/whose` reads. */
function escapeLineBreaks(path: string): string {
  return path.replaceAll("%", "%25").replaceAll("\n", "%0A").replaceAll("\r", "%0D");
}

export function unescapeLineBreaks(value: string): string {
  return value.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%");
}

function siteOf(path: string, isStart: boolean, git?: string): ObservedFolder {
  const ourFolder = join(path, OUR_FOLDER);
  const olderIds: string[] = [];
  const lines = [`path ${escapeLineBreaks(path)}`];
  if (git !== undefined) lines.push(`git ${identityAndMark(git, git, IN_GIT, olderIds)}`);
  const hasOurs = lstatSync(ourFolder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  // Above the folder asked about, anything named `.scrubjay` that is no folder is ignored.
  lines.push(`folder ${hasOurs || isStart ? identityAndMark(path, ourFolder, IN_OURS, olderIds) : `${identity(path)} -`}`);
  // Releases before marks used this id for a project that was not writable.
  olderIds.push(createHash("sha256").update(path).digest().subarray(0, ID_BYTES).toString("hex"));
  if (hasOurs) lines.push("ours");
  lines.push(...olderIds.map((id) => `older ${id}`));
  const mark = git === undefined ? join(ourFolder, IN_OURS[0]) : join(git, IN_GIT[0]);
  return { path, observations: lines.join("\n"), hasOurs, mark };
}

/** The identity of `identified`, a folder or git folder, and the mark among our files in `folder`. An older release's id is added to `olderIds`. */
function identityAndMark(identified: string, folder: string, [mark, id]: readonly [string, string], olderIds: string[]): string {
  const idIn = (name: string) => {
    const bytes = bytesOfOurs(join(folder, name), MAX_BYTES) ?? new Uint8Array();
    const text = new TextDecoder().decode(bytes).trim();
    return isId(text) ? text : undefined;
  };
  // `.git` and `.scrubjay` may have been copied from elsewhere.
  checkOnlyFolder(folder);
  const formerId = idIn(id);
  if (formerId !== undefined) olderIds.push(formerId);
  return `${identity(identified)} ${idIn(mark) ?? "-"}`;
}

/** A unique identity of a folder; zeros on Windows, which has no permanent number that every host can read. */
function identity(folder: string): string {
  if (process.platform === "win32") return "0 0 0";
  const { dev, ino, birthtimeNs } = lstatSync(folder, { bigint: true });
  return `${dev} ${ino} ${birthtimeNs > 0n ? birthtimeNs : 0n}`;
}
