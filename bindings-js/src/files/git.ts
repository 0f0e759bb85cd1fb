// Git's configuration for a folder on disk: where its repository is, which files hold rules, and whether case is ignored.
//
// Git itself is not run, and what a repository says is read as everything in it: only ordinary files, with a limit. Not here: the meaning
// of rules.

import { lstatSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { type Beginning, readAt, readOfUser } from "./open.js";

/** The most bytes of a file of settings: a hundred times those of a repository with a thousand branches. */
const MOST_SETTINGS = 4 << 20;
/** The most bytes of a file that names a folder: more than any path has. */
const MOST_PATH = 16 << 10;

/** Whether this folder is the top of a repository. */
export function isRepository(folder: string): boolean {
  return lstatSync(join(folder, ".git"), { throwIfNoEntry: false }) !== undefined;
}

/** The file of the repository's private rules. */
export function excludeFile(root: string, top: string): string {
  return join(repositoryOf(root, top), "info/exclude");
}

/** The file of rules for all of a user's repositories. */
export function usersRules(): string {
  // A variable that is set to the empty string counts as unset.
  const folder = join(process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "git");
  const stated = statedRules(join(homedir(), ".gitconfig")) ?? statedRules(join(folder, "config"));
  return stated?.replace(/^~(?=\/)/, homedir()) ?? join(folder, "ignore");
}

/**
 * Whether the folder's repository ignores case in file names, as git records when it creates one on a case-insensitive
 * file system. `refused` is told of settings that cannot be read.
 */
export function isCaseIgnored(folder: string, refused: (file: string, error: unknown) => void): boolean {
  for (let top = folder; ; top = dirname(top)) {
    if (isRepository(top)) return isCaseIgnoredBy(join(repositoryOf(folder, top), "config"), folder, refused);
    if (top === dirname(top)) return false;
  }
}

function isCaseIgnoredBy(config: string, root: string, refused: (file: string, error: unknown) => void): boolean {
  try {
    return saysSo(textOf(readAt(root, config, MOST_SETTINGS)));
  } catch (error) {
    refused(config, error);
    return false;
  }
}

/** Whether `core.ignorecase` is set in a configuration; the last of several lines counts. */
export function saysSo(configuration: string): boolean {
  let [inCore, isSet] = [false, false];
  for (const line of configuration.split("\n").map((line) => line.trim())) {
    if (line.startsWith("[")) inCore = /^\[core\]/i.test(line);
    const [name = "", value = "true"] = line.replace(/[#;].*/, "").split("=");
    if (inCore && /^ignorecase$/i.test(name.trim())) isSet = /^(true|yes|on|1)$/i.test(value.trim());
  }
  return isSet;
}

/** Where the repository with this top is: in `.git`, or where a file of that name in a submodule or a linked worktree points to. */
function repositoryOf(root: string, top: string): string {
  const said = (file: string) => text(() => readAt(root, file, MOST_PATH));
  const linked = /^gitdir: *(.*)$/m.exec(said(join(top, ".git")))?.[1];
  if (linked === undefined) return join(top, ".git");
  const own = resolve(top, linked.trimEnd());
  // A worktree shares nearly everything with its main repository.
  return resolve(own, said(join(own, "commondir")).trimEnd());
}

/** The file of rules that a git configuration of the user's names. */
function statedRules(configuration: string): string | undefined {
  const settings = text(() => readOfUser(configuration, MOST_SETTINGS));
  return /^\s*excludesfile\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(settings)?.[1];
}

/** What a file says; nothing if it cannot be read. */
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
