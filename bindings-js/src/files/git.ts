// Git's configuration for a folder on disk: where its repository is, which files have ignore rules, and whether case is ignored.
//
// Git itself is not run. Files of a repository are not trusted: only ordinary files are read, up to a limit. Not here: the meaning of
// rules.

import { lstatSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { type FileBeginning, readBelow, readOfUser } from "./open.js";

/** The most bytes of a configuration file that is read: many times as many as a repository with a thousand branches has. */
const MAX_CONFIG_BYTES = 4 << 20;
/** The most bytes of a file that contains a path: more than any path has. */
const MAX_LINK_BYTES = 16 << 10;

/** Whether this folder is the top of a repository. */
export function isRepository(folder: string): boolean {
  return lstatSync(join(folder, ".git"), { throwIfNoEntry: false }) !== undefined;
}

/** The `info/exclude` of the repository with this top, and its git folder; undefined if the git folder is not trusted. */
export function excludeFile(top: string): { repository: string; file: string } | undefined {
  const repository = repositoryOf(top);
  return repository === undefined ? undefined : { repository, file: join(repository, "info/exclude") };
}

/** The top folder of the repository that contains a folder; undefined outside any repository. */
export function repositoryTopOf(folder: string): string | undefined {
  for (let top = folder; ; top = dirname(top)) {
    if (isRepository(top)) return top;
    if (top === dirname(top)) return undefined;
  }
}

/**
 * The path of the ignore rules for all of the user's repositories, which need not exist; undefined if neither `XDG_CONFIG_HOME` nor the
 * home folder is an absolute path.
 */
export function userIgnoreFile(): string | undefined {
  const [home, configHome] = [homedir(), process.env["XDG_CONFIG_HOME"] ?? ""];
  // A relative path could lead into the repository. An empty variable counts as unset.
  const folder = join(isAbsolute(configHome) ? configHome : join(home, ".config"), "git");
  if (!isAbsolute(folder)) return undefined;
  const statedFile = (isAbsolute(home) ? excludesFileIn(join(home, ".gitconfig")) : undefined) ?? excludesFileIn(join(folder, "config"));
  return statedFile?.replace(/^~(?=\/)/, home) ?? join(folder, "ignore");
}

/**
 * Whether the folder's repository ignores case in file names. Git records that when it creates a repository on a case-insensitive
 * file system. `onFailure` is called if the configuration cannot be read.
 */
export function isCaseIgnored(folder: string, onFailure: (file: string, error: unknown) => void): boolean {
  const top = repositoryTopOf(folder);
  const repository = top === undefined ? undefined : repositoryOf(top);
  if (repository === undefined) return false;
  try {
    return isIgnoreCaseSet(textOf(readBelow(repository, "config", MAX_CONFIG_BYTES)));
  } catch (error) {
    onFailure(join(repository, "config"), error);
    return false;
  }
}

/** Whether `core.ignorecase` is true in the text of a git configuration. */
export function isIgnoreCaseSet(configuration: string): boolean {
  return /^(true|yes|on|1)$/i.test(coreSetting(configuration, "ignorecase") ?? "");
}

/** The value of a setting in the section `core`; undefined if it is not set. The last of several lines counts; a name alone means `true`. */
function coreSetting(configuration: string, settingName: string): string | undefined {
  let [isInCore, lastValue]: [boolean, string | undefined] = [false, undefined];
  for (const line of configuration.split("\n").map((line) => line.trim())) {
    if (line.startsWith("[")) isInCore = /^\[core\]/i.test(line);
    const [, name = "", value = "true"] = /^([^=]*)(?:=(.*))?$/.exec(line.replace(/[#;].*/, "")) ?? [];
    if (isInCore && name.trim().toLowerCase() === settingName) lastValue = value.trim().replace(/^"+|"+$/g, "");
  }
  return lastValue;
}

/** A repository, as shared by all its work trees. */
export interface Repository {
  /** The main checkout, which contains `.git`; for a bare repository, the repository itself. */
  root: string;
  /** The git folder that the work trees share. */
  git: string;
}

/** The git folder of the repository with this top, shared by all its work trees; undefined where `projectOf` is. */
export function repositoryOf(top: string): string | undefined {
  return projectOf(top)?.git;
}

/**
 * The repository with this top; undefined if there is no `.git`, or it is a link. If `.git` is a file, the git folder that it names must refer
 * back to this top, by its `gitdir` or, for submodules, by `core.worktree`; otherwise undefined. An unpacked archive may contain any `.git`,
 * which must not lead elsewhere.
 */
export function projectOf(top: string): Repository | undefined {
  const git = join(top, ".git");
  if (lstatSync(git, { throwIfNoEntry: false })?.isDirectory()) return { root: top, git };
  const textOfFile = (file: string) => textOrEmpty(() => readBelow(dirname(file), basename(file), MAX_LINK_BYTES)).trim();
  const gitFileText = textOfFile(git);
  const gitFolder = gitFileText.startsWith("gitdir:") ? realPath(resolve(top, gitFileText.slice("gitdir:".length).trim())) : undefined;
  if (gitFolder === undefined) return undefined;
  const backLink = textOfFile(join(gitFolder, "gitdir"));
  if (backLink !== "" && realPath(resolve(gitFolder, backLink)) === git) {
    // The git folder of an additional work tree is in `worktrees` of the shared git folder.
    const sharedFolder = realPath(resolve(gitFolder, textOfFile(join(gitFolder, "commondir"))));
    if (sharedFolder === undefined || dirname(gitFolder) !== join(sharedFolder, "worktrees")) return undefined;
    return { root: basename(sharedFolder) === ".git" ? dirname(sharedFolder) : sharedFolder, git: sharedFolder };
  }
  const worktree = coreSetting(textOrEmpty(() => readBelow(gitFolder, "config", MAX_CONFIG_BYTES)), "worktree");
  return worktree !== undefined && realPath(resolve(gitFolder, worktree)) === top ? { root: top, git: gitFolder } : undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** The `excludesfile` set in a configuration file of the user's; undefined if there is none. */
function excludesFileIn(configuration: string): string | undefined {
  const settings = textOrEmpty(() => readOfUser(configuration, MAX_CONFIG_BYTES));
  return /^\s*excludesfile\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(settings)?.[1];
}

/** The text of a file; empty if it cannot be read. */
function textOrEmpty(read: () => FileBeginning): string {
  try {
    return textOf(read());
  } catch {
    return "";
  }
}

function textOf({ bytes, isWhole }: FileBeginning): string {
  if (!isWhole) throw new Error("it is too large to be read");
  return new TextDecoder().decode(bytes);
}
