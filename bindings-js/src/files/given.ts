// Checks of what a file source returns: the source may be the caller's own.

import { ScrubjayError, createError, invalidError } from "../errors.js";
import { reasonOf } from "../platform.js";
import { rejectOnAbort } from "../queue.js";
import { isDetached, isWellFormed } from "./bytes.js";
import { type Bounds, type FileSource, type FoundFile, type Listing, MAX_BYTES } from "./files.js";
import { comparePaths } from "./paths.js";
import { Rules, UNDECIDED } from "./rules.js";
import type { Scope } from "./scope.js";

/** Lists the files of a source that are in scope and not excluded. Throws a `ScrubjayError` if that fails or the listing is invalid. */
export async function listFrom(files: FileSource, scope: Scope, bounds: Bounds, signal?: AbortSignal): Promise<Listing> {
  let listing: Listing;
  try {
    listing = await rejectOnAbort((async () => files.list(scope.paths, bounds))(), signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ScrubjayError) throw cause;
    throw createError("io", undefined, `the files cannot be listed: ${reasonOf(cause)}`, { cause });
  }
  if (!Array.isArray(listing?.files) || !Array.isArray(listing.unreachable)) throw invalidError("files", "what it lists has no files, or no unreachable");
  const faults = [...listing.files.map(whyInvalid), ...listing.unreachable.map(pathFault)];
  if (!areTextsIfGiven(listing.installed)) throw invalidError("files", "what it lists as installed is no list of texts");
  const firstFault = faults.find((fault) => fault !== undefined) ?? duplicateFault(listing.files);
  if (firstFault !== undefined) throw invalidError("files", firstFault);
  const inScope = {
    files: listing.files.filter(({ path }) => scope.holds(path)),
    unreachable: listing.unreachable.filter(({ path }) => scope.leadsThrough(path)),
    installed: [...(listing.installed ?? [])].sort(comparePaths),
  };
  return bounds.exclude.length === 0 ? inScope : withoutExcluded(bounds.exclude, inScope);
}

/** A listing without the excluded files: a caller's own source need not filter them. */
function withoutExcluded(exclude: readonly string[], { files, unreachable, installed }: Listing): Listing {
  const rules = Rules.none(false, exclude);
  const folders = new Map<string, boolean | undefined>([["", false]]);
  const isExcluded = (path: string) => {
    const folder = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
    if (!folders.has(folder)) folders.set(folder, rules.ignoresBelow(folder, true));
    return folders.get(folder) === false ? rules.ignores(path, false) : folders.get(folder);
  };
  const decisions = files.map((file) => ({ file, isExcluded: isExcluded(file.path) }));
  const undecided = decisions.filter(({ isExcluded }) => isExcluded === undefined).map(({ file }) => ({ path: file.path, why: UNDECIDED }));
  return {
    files: decisions.filter(({ isExcluded }) => isExcluded === false).map(({ file }) => file),
    unreachable: [...unreachable, ...undecided],
    installed,
  };
}

function areTextsIfGiven(given: unknown): boolean {
  return given === undefined || (Array.isArray(given) && given.every((text) => typeof text === "string" && isWellFormed(text)));
}

/** `too large`: over 4 MiB. Undefined: the file no longer exists. */
export type SourceContent = Uint8Array | "too large" | undefined;

/** Reads a file of a source. Throws if that fails or returns anything but bytes. If the signal fires, the result is not awaited. */
export async function readFrom(files: FileSource, path: string, signal?: AbortSignal): Promise<SourceContent> {
  const bytes: unknown = await rejectOnAbort((async () => files.read(path))(), signal);
  if (bytes === undefined) return undefined;
  if (!(bytes instanceof Uint8Array)) throw invalidError("files", `what it reads at ${path} is no Uint8Array`);
  if (isDetached(bytes)) throw invalidError("files", `the buffer of what it reads at ${path} is detached`);
  return bytes.length > MAX_BYTES ? "too large" : bytes;
}

/** Why an item of a listing is invalid; undefined if it is valid. */
function whyInvalid(found: FoundFile): string | undefined {
  const fault = pathFault(found);
  if (fault !== undefined) return fault;
  const { path, size, modified } = found;
  if (!Number.isSafeInteger(size) || size < 0) return `the size of ${path} is no number of bytes`;
  const isTime = modified === undefined || (typeof modified === "bigint" && BigInt.asIntN(64, modified) === modified);
  if (!isTime) return `the time of ${path} is no BigInt of 64 bits`;
  return undefined;
}

function pathFault(listed: { path: string }): string | undefined {
  if (typeof listed?.path !== "string") return "one that it lists has no path";
  return isWellFormed(listed.path) ? undefined : `the path ${JSON.stringify(listed.path)} holds half of a surrogate pair`;
}

/** The fault of a listing that has a path twice; undefined if it has none. */
function duplicateFault(files: readonly FoundFile[]): string | undefined {
  const seen = new Set<string>();
  const duplicate = files.find(({ path }) => seen.size === seen.add(path).size);
  return duplicate && `${duplicate.path} is listed twice`;
}
