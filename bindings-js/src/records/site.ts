// What is seen of a folder that a memory may be of, in Node: its path, its git folder, their identities, and the marks that lie in them; as
// in the native host (`host-native/src/records/site.rs`).
//
// Not here: what follows from it, which `store/src/whose` says.

import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

import { projectOf } from "../files/git.js";
import { bytesOfOurs, onlyFolder, replaceOurs, writeOurs } from "../files/ours.js";
import { hideFromGit } from "../store/place.js";
import { unless } from "../system.js";
import { removeDraftsOf } from "./drafts.js";
import { unique } from "./lock.js";
import { reach } from "./reach.js";

const OURS = ".scrubjay";
/** Our files in git's folder, and in ours: the mark, and the id of releases that believed it. */
const IN_GIT = ["scrubjay-mark", "scrubjay-id"] as const;
const IN_OURS = ["mark", "id"] as const;
/** More bytes than these have; a file that has as many says nothing. */
const MAX_BYTES = 4_096;
/** The bytes of an id. */
const N_BYTES = 16;

/** A folder, what is seen of it in lines, and where its mark lies. */
export interface Site {
  path: string;
  seen: string;
  hasOurs: boolean;
  mark: string;
}

/** Whether a text is an id or a mark. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** A folder and those above it, as far as its project may reach; of a repository its top alone. */
export function reached(root: string): Site[] {
  const folders = reach(root);
  const repository = projectOf(folders.at(-1) as string);
  if (repository !== undefined) return [siteOf(repository.root, true, repository.git)];
  const sites: Site[] = [];
  for (const folder of folders) {
    const site = siteOf(folder, folder === root);
    sites.push(site);
    if (site.hasOurs) break;
  }
  return sites;
}

/** The site at a recorded path; undefined if there is nothing, or nothing that can be examined. */
export function siteAt(path: string): Site | undefined {
  try {
    return reached(realpathSync.native(path))[0];
  } catch {
    return undefined;
  }
}

/** Leaves a mark, in the place of any other. False where nothing may be written. */
export function leave({ mark, path }: Site, nonce: string): boolean {
  try {
    const folder = dirname(mark);
    if (folder === join(path, OURS)) {
      if (unless("EEXIST", () => (mkdirSync(folder), true))) hideFromGit(folder);
      else onlyFolder(folder);
    }
    removeDraftsOf(mark);
    replaceOurs(mark, unique(mark, "draft"), `${nonce}\n`, writeOurs);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** A path on one line, as `store/src/whose` reads it. */
function escaped(path: string): string {
  return path.replaceAll("%", "%25").replaceAll("\n", "%0A").replaceAll("\r", "%0D");
}

export function unescaped(value: string): string {
  return value.replaceAll("%0A", "\n").replaceAll("%0D", "\r").replaceAll("%25", "%");
}

function siteOf(path: string, isAsked: boolean, git?: string): Site {
  const ours = join(path, OURS);
  const older: string[] = [];
  const lines = [`path ${escaped(path)}`];
  if (git !== undefined) lines.push(`git ${witnesses(git, git, IN_GIT, older)}`);
  const hasOurs = lstatSync(ours, { throwIfNoEntry: false })?.isDirectory() ?? false;
  // What has our name above the folder that is asked from, and is no folder, is nothing of ours.
  lines.push(`folder ${hasOurs || isAsked ? witnesses(path, ours, IN_OURS, older) : `${identity(path)} -`}`);
  // What releases before marks called a project in which nothing may be written.
  older.push(createHash("sha256").update(path).digest().subarray(0, N_BYTES).toString("hex"));
  if (hasOurs) lines.push("ours");
  lines.push(...older.map((id) => `older ${id}`));
  const mark = git === undefined ? join(ours, IN_OURS[0]) : join(git, IN_GIT[0]);
  return { path, seen: lines.join("\n"), hasOurs, mark };
}

/** What speaks for a thing, whose files lie in a folder; `older` takes the id that an older release left there. */
function witnesses(thing: string, folder: string, [mark, id]: readonly [string, string], older: string[]): string {
  const said = (name: string) => {
    const bytes = bytesOfOurs(join(folder, name), MAX_BYTES) ?? new Uint8Array();
    const text = new TextDecoder().decode(bytes).trim();
    return isId(text) ? text : undefined;
  };
  // `.git` and `.scrubjay` may have been brought along.
  onlyFolder(folder);
  const former = said(id);
  if (former !== undefined) older.push(former);
  return `${identity(thing)} ${said(mark) ?? "-"}`;
}

/** The identity of a folder, which no other has, where the system provides one: Windows has no lasting number that every host can read. */
function identity(folder: string): string {
  if (process.platform === "win32") return "0 0 0";
  const { dev, ino, birthtimeNs } = lstatSync(folder, { bigint: true });
  return `${dev} ${ino} ${birthtimeNs > 0n ? birthtimeNs : 0n}`;
}
