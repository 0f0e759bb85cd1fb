// The files of a folder on disk that git would not ignore, with their sizes and times; nothing outside the folder is read.
//
// Symbolic links are not followed, so no loop is possible. Not here: which of the files are wanted.

import { type Dirent, existsSync, lstatSync, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, sep } from "node:path";

import { invalid } from "../errors.js";
import type { FileSource, Listing } from "./files.js";
import { NEVER, Rules } from "./rules.js";

/** Files below a folder, by its path. */
export function diskFiles(folder: string): FileSource & { root: string } {
  const root = rootOf(folder);
  return { root, list: () => walk(root), read: (path) => read(root, path) };
}

function rootOf(folder: string): string {
  if (typeof folder !== "string") throw invalid("root", "not a text");
  try {
    const root = realpathSync.native(folder);
    if (statSync(root).isDirectory()) return root;
  } catch (cause) {
    throw invalid("root", `${folder} is no folder that can be read`, { cause });
  }
  throw invalid("root", `${folder} is no folder`);
}

function walk(root: string): Listing {
  const listing: Listing = { files: [], unreachable: [] };
  const pending = [{ below: "", rules: rulesAbove(root) }];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const folder = join(root, at.below);
    const rules = withRules(at.rules, at.below, join(folder, ".gitignore"));
    for (const item of items(folder, at.below, listing)) {
      const path = at.below + item.name;
      if (NEVER.has(item.name) || rules.ignores(path, item.isDirectory())) continue;
      if (item.isDirectory()) pending.push({ below: `${path}/`, rules });
      else if (item.isFile()) add(root, path, listing);
    }
  }
  return listing;
}

function items(folder: string, below: string, listing: Listing): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    listing.unreachable.push({ path: below.slice(0, -1), why: reason(error) });
    return [];
  }
}

function add(root: string, path: string, listing: Listing): void {
  // Names that are not Unicode are read with this letter in the place of what is wrong.
  if (path.includes("\ufffd")) {
    listing.unreachable.push({ path, why: "its name is not Unicode" });
    return;
  }
  try {
    const { size, mtimeNs } = lstatSync(join(root, path), { bigint: true });
    listing.files.push({ path, size: Number(size), modified: mtimeNs });
  } catch (error) {
    listing.unreachable.push({ path, why: reason(error) });
  }
}

function read(root: string, path: string): Uint8Array | undefined {
  try {
    const whole = realpathSync.native(join(root, path));
    if (!whole.startsWith(root.endsWith(sep) ? root : root + sep)) throw new Error("it leads out of the folder");
    return readFileSync(whole);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/** The rules of the folders above in the same repository, of the repository itself, and of its user. */
function rulesAbove(root: string): Rules {
  const users = withRules(Rules.none(), "", usersRules());
  const above: { folder: string; lead: string }[] = [];
  for (let folder = root, lead = ""; ; ) {
    if (existsSync(join(folder, ".git"))) {
      const own = withRules(users, "", join(folder, ".git/info/exclude"), lead);
      return above.reduceRight((rules, at) => withRules(rules, "", join(at.folder, ".gitignore"), at.lead), own);
    }
    // A folder that is in no repository obeys its own files, not those of the folders above it.
    if (folder === dirname(folder)) return users;
    lead = `${basename(folder)}/${lead}`;
    folder = dirname(folder);
    above.push({ folder, lead });
  }
}

function withRules(rules: Rules, below: string, file: string, lead = ""): Rules {
  const stated = text(file);
  return stated === "" ? rules : rules.with(below, stated, lead);
}

function text(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The file of rules for all of a user's repositories. */
function usersRules(): string {
  const stated = /^\s*excludesfile\s*=\s*"?([^"\n]+?)"?\s*$/im.exec(text(join(homedir(), ".gitconfig")))?.[1];
  if (stated !== undefined) return stated.replace(/^~(?=\/)/, homedir());
  return join(process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), "git/ignore");
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
