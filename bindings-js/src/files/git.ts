// Git's configuration for a folder on disk: where its repository is, which files hold rules, and whether case is ignored.
//
// Git itself is not run, and what a repository says is read as everything in it: only ordinary files, with a limit. Not here: the meaning
// of rules.

import { lstatSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { type Beginning, readBelow, readOfUser } from "./open.js";

/** The most bytes of a file of settings: a hundred times those of a repository with a thousand branches. */
const MAX_SETTINGS = 4 << 20;
/** The most bytes of a file that names a folder: more than any path has. */
const MAX_PATH = 16 << 10;

/** Whether this folder is the top of a repository. */
export function isRepository(folder: string): boolean {
  return lstatSync(join(folder, ".git"), { throwIfNoEntry: false }) !== undefined;
}

/** The file of the repository's private rules, in the folder of the repository; undefined if nothing may be read there. */
export function excludeFile(top: string): { repository: string; file: string } | undefined {
  const repository = repositoryOf(top);
  return repository === undefined ? undefined : { repository, file: join(repository, "info/exclude") };
}

/** The top of the repository around a folder. */
export function topOf(folder: string): string | undefined {
  for (let top = folder; ; top = dirname(top)) {
    if (isRepository(top)) return top;
    if (top === dirname(top)) return undefined;
  }
}

/** The file of rules for all of a user's repositories. */
export function usersRules(): string | undefined {
  const [home, settings] = [homedir(), process.env["XDG_CONFIG_HOME"] ?? ""];
  // A relative folder could be the repository's, and a variable that is set to the empty string counts as unset.
  const folder = join(isAbsolute(settings) ? settings : join(home, ".config"), "git");
  if (!isAbsolute(folder)) return undefined;
  const stated = (isAbsolute(home) ? statedRules(join(home, ".gitconfig")) : undefined) ?? statedRules(join(folder, "config"));
  return stated?.replace(/^~(?=\/)/, home) ?? join(folder, "ignore");
}

/**
 * Whether the folder's repository ignores case in file names, as git records when it creates one on a case-insensitive
 * file system. `refused` is told of settings that cannot be read.
 */
export function isCaseIgnored(folder: string, refused: (file: string, error: unknown) => void): boolean {
  const top = topOf(folder);
  const repository = top === undefined ? undefined : repositoryOf(top);
  if (repository === undefined) return false;
  try {
    return saysSo(textOf(readBelow(repository, "config", MAX_SETTINGS)));
  } catch (error) {
    refused(join(repository, "config"), error);
    return false;
  }
}

/** Whether `core.ignorecase` is set in a configuration. */
export function saysSo(configuration: string): boolean {
  return /^(true|yes|on|1)$/i.test(inCore(configuration, "ignorecase") ?? "");
}

/** A setting of the section `core`; the last of several lines counts, and a name alone says `true`. */
function inCore(configuration: string, wanted: string): string | undefined {
  let [isInCore, set]: [boolean, string | undefined] = [false, undefined];
  for (const line of configuration.split("\n").map((line) => line.trim())) {
    if (line.startsWith("[")) isInCore = /^\[core\]/i.test(line);
    const [, name = "", value = "true"] = /^([^=]*)(?:=(.*))?$/.exec(line.replace(/[#;].*/, "")) ?? [];
    if (isInCore && name.trim().toLowerCase() === wanted) set = value.trim().replace(/^"+|"+$/g, "");
  }
  return set;
}

/** A repository, as shared by all its work trees. */
export interface Repository {
  /** The checkout that holds `.git`; of a bare one, which has none, the repository itself. */
  root: string;
  /** The git folder that the work trees share. */
  git: string;
}

/** The folder of the repository with this top that its work trees share, as for `projectOf`. */
export function repositoryOf(top: string): string | undefined {
  return projectOf(top)?.git;
}

/**
 * The repository with this top; undefined if `.git` is a link, or leads to a folder that does not say in turn that it is this one's: by its
 * `gitdir`, or by its setting `core.worktree`, which submodules have. Whoever makes an archive can write a `.git`, and must not lead
 * anywhere by it.
 */
export function projectOf(top: string): Repository | undefined {
  const git = join(top, ".git");
  if (lstatSync(git, { throwIfNoEntry: false })?.isDirectory()) return { root: top, git };
  const said = (file: string) => text(() => readBelow(dirname(file), basename(file), MAX_PATH)).trim();
  const named = said(git);
  const own = named.startsWith("gitdir:") ? real(resolve(top, named.slice("gitdir:".length).trim())) : undefined;
  if (own === undefined) return undefined;
  const back = said(join(own, "gitdir"));
  if (back !== "" && real(resolve(own, back)) === git) {
    // An additional work tree's lies in `worktrees` of the folder that it shares.
    const shared = real(resolve(own, said(join(own, "commondir"))));
    if (shared === undefined || dirname(own) !== join(shared, "worktrees")) return undefined;
    return { root: basename(shared) === ".git" ? dirname(shared) : shared, git: shared };
  }
  const tree = inCore(text(() => readBelow(own, "config", MAX_SETTINGS)), "worktree");
  return tree !== undefined && real(resolve(own, tree)) === top ? { root: top, git: own } : undefined;
}

function real(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The file of rules that a git configuration of the user's names. */
function statedRules(configuration: string): string | undefined {
  const settings = text(() => readOfUser(configuration, MAX_SETTINGS));
  return /^\s*excludesfile\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(settings)?.[1];
}

/** The text of a file; empty if it cannot be read. */
function text(read: () => Beginning): string {
  try {
    return textOf(read());
  } catch {
    return "";
  }
}

function textOf({ bytes, isWhole }: Beginning): string {
  if (!isWhole) throw new Error("it is too large to be read");
  return new TextDecoder().decode(bytes);
}
