// Git's configuration for a folder on disk: where its repository is, which files hold rules, and whether case is ignored.
//
// Git itself is not run. Not here: the meaning of rules.

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { text } from "../system.js";

/** Whether this folder is the top of a repository. */
export function isRepository(folder: string): boolean {
  return existsSync(join(folder, ".git"));
}

/** The file of the repository's private rules. */
export function excludeFile(top: string): string {
  return join(repositoryOf(top), "info/exclude");
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
 * file system.
 */
export function isCaseIgnored(folder: string): boolean {
  for (let top = folder; ; top = dirname(top)) {
    if (isRepository(top)) return saysSo(text(join(repositoryOf(top), "config")));
    if (top === dirname(top)) return false;
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
function repositoryOf(top: string): string {
  const linked = /^gitdir: *(.*)$/m.exec(text(join(top, ".git")))?.[1];
  if (linked === undefined) return join(top, ".git");
  const own = resolve(top, linked.trimEnd());
  // A worktree shares nearly everything with its main repository.
  return resolve(own, text(join(own, "commondir")).trimEnd());
}

/** The file of rules that a git configuration names. */
function statedRules(configuration: string): string | undefined {
  return /^\s*excludesfile\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(text(configuration))?.[1];
}
