// The files of a folder on disk that neither git nor a `.scrubjayignore` ignores, with their sizes and times; nothing outside the
// folder is read.
//
// Symbolic links are not followed, so loops are impossible. Not here: which of the files are indexed.

import { type Dirent, closeSync, fstatSync, lstatSync, openSync, readFileSync, readSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { type ScrubjayError, failure, invalid } from "../errors.js";
import { why } from "../platform.js";
import { text } from "../system.js";
import { isWellFormed } from "./bytes.js";
import { type FileSource, type Listing, MOST_BYTES } from "./files.js";
import { excludeFile, isCaseIgnored, isRepository, usersRules } from "./git.js";
import { NEVER, RULE_FILES, type RuleFile, Rules } from "./rules.js";
import { Scope } from "./scope.js";
import { asSpelled } from "./spelling.js";

/** The files of a folder on disk. */
export interface DiskFiles extends FileSource {
  /** The folder's absolute path. */
  root: string;
  /** Converts a path from a person or an editor to the form used in answers: relative or absolute, in any case. */
  named(path: string): string;
}

/** The files below a folder. */
export function diskFiles(folder: string | URL): DiskFiles {
  const root = rootOf(folder instanceof URL ? pathOf(folder) : folder);
  return { root, list: (paths) => walk(root, Scope.below(paths)), read: (path) => read(root, path), named: (path) => asSpelled(root, below(root, path)) };
}

function pathOf(address: URL): string {
  try {
    return fileURLToPath(address);
  } catch (cause) {
    throw invalid("root", "no address of a folder on this machine", { cause });
  }
}

/** A path relative to the folder, if it is inside. */
function below(root: string, path: string): string {
  const inside = relative(root, real(resolve(root, path)));
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) throw outside(path);
  return inside.split(sep).join("/");
}

/** Resolves a path; for a path that no longer exists, resolves its folder. */
function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(real(folder), basename(path));
  }
}

function outside(path: string): ScrubjayError {
  return failure("outside-root", { path }, `${path} lies outside the indexed folder`);
}

function rootOf(folder: string): string {
  if (typeof folder !== "string") throw invalid("root", "neither a text nor a URL");
  if (!isWellFormed(folder)) throw invalid("root", "holds half of a surrogate pair");
  try {
    const root = realpathSync.native(folder);
    if (statSync(root).isDirectory()) return root;
  } catch (cause) {
    throw noFolder(folder, cause);
  }
  throw noFolder(folder);
}

function noFolder(path: string, cause?: unknown): ScrubjayError {
  const said = cause === undefined ? "" : `: ${why(cause)}`;
  return failure("no-folder", { path }, `${path} is no folder that can be read${said}`, { cause });
}

function walk(root: string, scope: Scope): Listing {
  const listing: Listing = { files: [], unreachable: [] };
  const users = withRules(Rules.none(isCaseIgnored(root)), ".gitignore", usersRules());
  const pending = [{ below: "", rules: rulesAbove(root, users) }];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const folder = join(root, at.below);
    const above = at.below !== "" && isRepository(folder) ? withRules(at.rules.inside(users), ".gitignore", excludeFile(folder), at.below) : at.rules;
    const rules = RULE_FILES.reduce((rules, name) => withRules(rules, name, join(folder, name), at.below), above);
    for (const item of items(folder, at.below, listing)) {
      const path = at.below + item.name;
      if (NEVER.has(item.name) || !scope.leadsThrough(path) || rules.ignores(path, item.isDirectory())) continue;
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
    // Without the folder itself the run cannot continue.
    if (below === "") throw noFolder(folder, error);
    refuse(below.slice(0, -1), error, listing);
    return [];
  }
}

function add(root: string, path: string, listing: Listing): void {
  // In names that are not Unicode, this character replaces the invalid parts.
  if (path.includes("\ufffd")) {
    listing.unreachable.push({ path, why: "its name is not Unicode", isNotUnicode: true });
    return;
  }
  try {
    const { size, mtimeNs } = lstatSync(join(root, path), { bigint: true });
    listing.files.push({ path, size: Number(size), modified: mtimeNs });
  } catch (error) {
    refuse(path, error, listing);
  }
}

/** Records a refusal of the system, unless the file was deleted during the walk. */
function refuse(path: string, error: unknown, listing: Listing): void {
  if (!isGone(error)) listing.unreachable.push({ path, why: why(error) });
}

function isGone(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function read(root: string, path: string): Uint8Array | undefined {
  try {
    const whole = realpathSync.native(join(root, path));
    if (!whole.startsWith(root.endsWith(sep) ? root : root + sep)) throw outside(path);
    return bytesOf(whole);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Reads a file; of one that is too large, only enough to show that it is. */
function bytesOf(file: string): Uint8Array {
  const fd = openSync(file, "r");
  try {
    if (fstatSync(fd).size <= MOST_BYTES) return readFileSync(fd);
    const bytes = new Uint8Array(MOST_BYTES + 1);
    return bytes.subarray(0, readSync(fd, bytes));
  } finally {
    closeSync(fd);
  }
}

/**
 * The rules of the folders above in the same repository, of the repository itself, and of its user; `.scrubjayignore` files count in
 * every folder above. In a folder outside of any repository only its own files count.
 */
function rulesAbove(root: string, users: Rules): Rules {
  const above: { folder: string; lead: string }[] = [];
  let repository: number | undefined = isRepository(root) ? -1 : undefined;
  for (let [folder, lead] = [root, ""]; folder !== dirname(folder); ) {
    lead = `${basename(folder)}/${lead}`;
    folder = dirname(folder);
    if (repository === undefined && isRepository(folder)) repository = above.length;
    above.push({ folder, lead });
  }
  if (repository === undefined) return users;
  const own = above[repository] ?? { folder: root, lead: "" };
  const rules = above.slice(0, repository + 1).reduceRight(
    (rules, at) => withRules(rules, ".gitignore", join(at.folder, ".gitignore"), "", at.lead),
    withRules(users, ".gitignore", excludeFile(own.folder), "", own.lead),
  );
  return above.reduceRight((rules, at) => withRules(rules, ".scrubjayignore", join(at.folder, ".scrubjayignore"), "", at.lead), rules);
}

function withRules(rules: Rules, kind: RuleFile, file: string, below = "", lead = ""): Rules {
  return rules.with(kind, below, text(file), lead);
}
