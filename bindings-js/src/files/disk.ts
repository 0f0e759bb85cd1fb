// The files of a folder on disk that neither git nor a `.scrubjayignore` ignores, with their sizes and times. Outside the folder only
// ignore rules and git's configuration are read. Folders that tools fill (`installed.ts`) are listed and not entered.
//
// Symbolic links are not followed, so loops are impossible. Not here: which of the files are indexed.

import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { type ScrubjayError, createError, invalidError } from "../errors.js";
import { reasonOf } from "../platform.js";
import { isSystemFolder } from "../records/reach.js";
import { isWellFormed } from "./bytes.js";
import { type Bounds, type FileSource, type Listing, MAX_BYTES, UNBOUNDED } from "./files.js";
import { excludeFile, isCaseIgnored, isRepository, userIgnoreFile } from "./git.js";
import { isInstalledByEntry, isInstalledByPath } from "./installed.js";
import { type FileBeginning, isDenied, isGone, readAt, readBelow, readOfUser } from "./open.js";
import { MAX_RULE_BYTES, NEVER_LISTED, RULE_FILES, type RuleFile, Rules, UNDECIDED, leftOutInWords } from "./rules.js";
import { Scope } from "./scope.js";
import { asSpelled } from "./spelling.js";

/** A source of files that also knows where its folder is. */
export interface DiskFiles extends FileSource {
  /** The folder's absolute path, with its links resolved. */
  root: string;
  /** Converts a relative or absolute path, in any letter case, to the form used in answers. Throws if it is outside the folder. */
  shownPath(path: string): string;
}

/** The source of the files in a folder on disk. Throws as `rootOf` does if the folder cannot be used. */
export function diskFiles(folder: string | URL): DiskFiles {
  const root = rootOf(folder);
  return { root, list: (paths, bounds) => walk(root, Scope.below(paths), bounds), read: (path) => read(root, path), shownPath: (path) => asSpelled(root, below(root, path)) };
}

/** A folder's path from a text, which is not checked, or a `file:` URL. Throws `invalid` for any other URL. */
export function folderPath(given: string | URL): string {
  if (!(given instanceof URL)) return given;
  try {
    return fileURLToPath(given);
  } catch (cause) {
    throw invalidError("root", "no address of a folder on this machine", { cause });
  }
}

/** A path relative to `root`. Throws `outside_root` if it is not inside. */
function below(root: string, path: string): string {
  const relativePath = relative(root, realPath(resolve(root, path)));
  if (relativePath === ".." || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath)) throw outsideError(path);
  return relativePath.split(sep).join("/");
}

/** Resolves the links of a path; if nothing is at the path, those of the nearest folder above it that exists. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}

function outsideError(path: string): ScrubjayError {
  return createError("outside_root", { path }, `${path} lies outside the indexed folder`);
}

/**
 * The absolute path of an existing folder, with its links resolved. Throws `no_folder` if there is no such folder, or it belongs to the
 * operating system, and `invalid` for a value that is neither a text of Unicode nor a `file:` URL.
 */
export function rootOf(given: string | URL): string {
  const folder = folderPath(given);
  if (typeof folder !== "string") throw invalidError("root", "neither a text nor a URL");
  if (!isWellFormed(folder)) throw invalidError("root", "holds half of a surrogate pair");
  let root: string;
  try {
    root = realpathSync.native(folder);
    if (!statSync(root).isDirectory()) throw new Error("it is no folder");
  } catch (cause) {
    throw noFolderError(folder, cause);
  }
  if (isSystemFolder(root)) throw noFolderError(folder, new Error("it is one of the system's own, and nobody's project"));
  return root;
}

function noFolderError(path: string, cause?: unknown): ScrubjayError {
  const reason = cause === undefined ? "" : `: ${reasonOf(cause)}`;
  return createError("no_folder", { path }, `${path} is no folder that can be read${reason}`, { cause });
}

function walk(root: string, scope: Scope, { installed, exclude }: Bounds = UNBOUNDED): Listing {
  const notEntered: string[] = [];
  const listing: Listing = { files: [], unreachable: [], installed: notEntered };
  const found = new FoundRules(root, listing, exclude);
  const userRules = found.userRules();
  const pending = [{ below: "", rules: found.rulesAbove(userRules) }];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    const folder = join(root, current.below);
    const relativeFolder = current.below.slice(0, -1);
    const entries = isInstalledByPath(installed, relativeFolder) ? undefined : entriesOf(folder, current.below, listing);
    // Links do not mark an installed folder: tools put only files and folders there.
    if (entries === undefined || entries.some((item) => (item.isFile() || item.isDirectory()) && isInstalledByEntry(installed, relativeFolder, item.name))) {
      notEntered.push(relativeFolder);
      continue;
    }
    const rules = found.rulesOf(current.below, current.rules, userRules, new Set(entries.map(({ name }) => name)));
    for (const item of entries) {
      const path = current.below + item.name;
      if (NEVER_LISTED.has(item.name) || !scope.leadsThrough(path) || !(item.isDirectory() || item.isFile())) continue;
      const isIgnored = rules.ignores(path, item.isDirectory());
      if (isIgnored === undefined) listing.unreachable.push({ path, why: UNDECIDED });
      if (isIgnored !== false) continue;
      if (item.isDirectory()) pending.push({ below: `${path}/`, rules });
      else addFile(root, path, listing);
    }
  }
  return listing;
}

function entriesOf(folder: string, below: string, listing: Listing): Dirent[] {
  try {
    // The folder may have been replaced by a link since it was found.
    if (!lstatSync(folder).isDirectory()) return [];
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // Without the folder itself the run cannot continue.
    if (below === "") throw noFolderError(folder, error);
    reportUnreachable(below.slice(0, -1), error, listing);
    return [];
  }
}

function addFile(root: string, path: string, listing: Listing): void {
  // In names that are not Unicode, this character replaces the invalid parts.
  if (path.includes("\ufffd")) {
    listing.unreachable.push({ path, why: "its name is not Unicode", isNotUnicode: true });
    return;
  }
  try {
    const { size, mtimeNs } = lstatSync(join(root, path), { bigint: true });
    listing.files.push({ path, size: Number(size), modified: mtimeNs });
  } catch (error) {
    reportUnreachable(path, error, listing);
  }
}

/** Reports in the listing that the system refused to read a path, unless the path was deleted during the walk. */
function reportUnreachable(path: string, error: unknown, listing: Listing): void {
  if (!isGone(error)) listing.unreachable.push({ path, why: reasonOf(error) });
}

function read(root: string, path: string): Uint8Array | undefined {
  try {
    const fullPath = join(root, path);
    if (!fullPath.startsWith(root.endsWith(sep) ? root : root + sep)) throw outsideError(path);
    const { bytes, isWhole } = readBelow(root, path, MAX_BYTES);
    // A file that is too large is represented by one byte more than the limit.
    return isWhole ? bytes : new Uint8Array(MAX_BYTES + 1);
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Finds and reads the files of ignore rules. Rules that cannot be read or used are reported in the listing. */
class FoundRules {
  readonly #root: string;
  readonly #listing: Listing;
  readonly #exclude: readonly string[];

  constructor(root: string, listing: Listing, exclude: readonly string[]) {
    this.#root = root;
    this.#listing = listing;
    this.#exclude = exclude;
  }

  /** The caller's patterns, and the user's rules for all repositories. */
  userRules(): Rules {
    const noRules = Rules.none(isCaseIgnored(this.#root, (file, error) => this.#reportFailure(file, error)), this.#exclude);
    const file = userIgnoreFile();
    if (file === undefined) return noRules;
    return this.#with(noRules, ".gitignore", file, () => readOfUser(file, MAX_RULE_BYTES + 1));
  }

  /**
   * The user's rules, and those that the root inherits. It inherits its repository's `info/exclude`, the `.gitignore` files of the folders
   * above it in the repository, and the `.scrubjayignore` files of all folders above. Outside a repository it inherits nothing.
   */
  rulesAbove(users: Rules): Rules {
    const root = this.#root;
    const foldersAbove: { folder: string; lead: string }[] = [];
    let repository: number | undefined = isRepository(root) ? -1 : undefined;
    for (let [folder, lead] = [root, ""]; folder !== dirname(folder); ) {
      lead = `${basename(folder)}/${lead}`;
      folder = dirname(folder);
      if (repository === undefined && isRepository(folder)) repository = foldersAbove.length;
      foldersAbove.push({ folder, lead });
    }
    if (repository === undefined) return users;
    const top = foldersAbove[repository] ?? { folder: root, lead: "" };
    const rules = foldersAbove.slice(0, repository + 1).reduceRight(
      (rules, at) => this.#withFile(rules, ".gitignore", join(at.folder, ".gitignore"), "", at.lead),
      this.#excluded(users, top.folder, "", top.lead),
    );
    return foldersAbove.reduceRight((rules, at) => this.#withFile(rules, ".scrubjayignore", join(at.folder, ".scrubjayignore"), "", at.lead), rules);
  }

  /** The rules that apply in a folder, given those that apply above it and the names in the folder. */
  rulesOf(below: string, above: Rules, users: Rules, names: ReadonlySet<string>): Rules {
    const folder = join(this.#root, below);
    const isRepositoryTop = below !== "" && names.has(".git");
    const rules = isRepositoryTop ? this.#excluded(above.inside(users), join(folder), below) : above;
    return RULE_FILES.filter((name) => names.has(name)).reduce((rules, name) => this.#withFile(rules, name, join(folder, name), below), rules);
  }

  /** Adds the rules in the `info/exclude` of a repository. */
  #excluded(rules: Rules, top: string, below: string, lead = ""): Rules {
    const exclude = excludeFile(top);
    if (exclude === undefined) return rules;
    const { repository, file } = exclude;
    return this.#with(rules, ".gitignore", file, () => readBelow(repository, "info/exclude", MAX_RULE_BYTES + 1), below, lead);
  }

  #withFile(rules: Rules, kind: RuleFile, file: string, below: string, lead = ""): Rules {
    return this.#with(rules, kind, file, () => readAt(this.#root, file, MAX_RULE_BYTES + 1), below, lead);
  }

  #with(rules: Rules, kind: RuleFile, file: string, read: () => FileBeginning, below = "", lead = ""): Rules {
    try {
      return rules.with(kind, below, read().bytes, lead, (leftOut) => this.#report(file, leftOutInWords(leftOut)));
    } catch (error) {
      this.#reportFailure(file, error);
      return rules;
    }
  }

  #reportFailure(file: string, error: unknown): void {
    // After a change of user, as by `su`, the home folder may still be the first user's. As git does, private files there are skipped.
    const isForeign = isDenied(error) && !file.startsWith(this.#root);
    if (!isGone(error) && !isForeign) this.#report(file, reasonOf(error));
  }

  #report(file: string, why = ""): void {
    const relativePath = relative(this.#root, file);
    const path = relativePath.startsWith("..") ? file : relativePath.split(sep).join("/");
    this.#listing.unreachable.push({ path, why });
  }
}
