// What git says of a folder on disk: where its repository is, which files hold rules for it, and whether `A` is `a` in it.
//
// Git itself is not run. Not here: what rules mean.

import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** A repository has its top here. */
export function isRepository(folder: string): boolean {
  return existsSync(join(folder, ".git"));
}

/** The file of the rules that the repository with this top keeps to itself. */
export function excludeFile(top: string): string {
  return join(repositoryOf(top), "info/exclude");
}

/** The file of rules for all of a user's repositories. */
export function usersRules(): string {
  // The system counts what is set to nothing as not set.
  const folder = join(process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "git");
  const stated = statedRules(join(homedir(), ".gitconfig")) ?? statedRules(join(folder, "config"));
  return stated?.replace(/^~(?=\/)/, homedir()) ?? join(folder, "ignore");
}

/**
 * The repository that the folder lies in compares names without regard to case, as git notes where it makes one on a disk that
 * takes `A` for `a`.
 */
export function isCaseIgnored(folder: string): boolean {
  for (let top = folder; ; top = dirname(top)) {
    if (isRepository(top)) return saysSo(text(join(repositoryOf(top), "config")));
    if (top === dirname(top)) return false;
  }
}

/** `core.ignorecase` is set in a configuration; of several lines the last counts. */
export function saysSo(configuration: string): boolean {
  let [inCore, isSet] = [false, false];
  for (const line of configuration.split("\n").map((line) => line.trim())) {
    if (line.startsWith("[")) inCore = /^\[core\]/i.test(line);
    const [name = "", value = "true"] = line.replace(/[#;].*/, "").split("=");
    if (inCore && /^ignorecase$/i.test(name.trim())) isSet = /^(true|yes|on|1)$/i.test(value.trim());
  }
  return isSet;
}

/** The text of a file; empty where it cannot be read. */
export function text(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Where the repository with this top is: in `.git`, or where a submodule or a linked worktree says in a file of that name. */
function repositoryOf(top: string): string {
  const linked = /^gitdir: *(.*)$/m.exec(text(join(top, ".git")))?.[1];
  if (linked === undefined) return join(top, ".git");
  const own = resolve(top, linked.trimEnd());
  // A worktree shares nearly everything with the repository that it is linked to.
  return resolve(own, text(join(own, "commondir")).trimEnd());
}

/** The file of rules that a configuration of git's names. */
function statedRules(configuration: string): string | undefined {
  return /^\s*excludesfile\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(text(configuration))?.[1];
}
