// The bounds of a listing: it omits installed folders, and files that the caller excludes, in addition to ignored files.
//
// The list of installed folders and the caller's patterns are stored with the index, as by the native host
// (`host-native/src/index/bounds.rs`), so that every later run uses the same ones, and the component is asked for its list once per release.
// The installed folders that were found are stored too. Not here: finding them.

import { equalBytes } from "../files/bytes.js";
import { decodeExclude, encodeExclude } from "../files/exclude.js";
import type { Bounds, Listing } from "../files/files.js";
import { decodeInstalled, encodeInstalled } from "../files/installed.js";
import { INDEX_MARK } from "../generated/mark.js";
import type { InstalledFolder } from "../generated/types.js";
import type { Live } from "../live.js";
import { withStoreErrors } from "../store/fault.js";
import { META_EXCLUDE, META_MARK, type Store } from "../store/store.js";

/** The name of the meta value with the component's list of installed folders. */
const META_LIST = "installed-folders";
/** The name of the meta value with the installed folders that the last run found. */
const META_INSTALLED = "installed";
/** The most installed folders whose paths are stored and reported; all are counted. */
export const MAX_NAMED = 100;

/** The source of the bounds: the caller's patterns until a run stores them, then the stored ones. */
export class BoundsSource {
  readonly #store: Store;
  readonly #live: Live;
  /** The caller's patterns until a run has stored them, then undefined. They replace the stored ones. */
  #callerPatterns: readonly string[] | undefined;
  /** The patterns that were stored before the last run, for an index that is rebuilt. */
  #formerPatterns: readonly string[] | undefined;
  /** The component's list of installed folders, once it was asked. */
  #folderList: readonly InstalledFolder[] | undefined;

  constructor(store: Store, live: Live, callerPatterns: readonly string[] | undefined) {
    this.#store = store;
    this.#live = live;
    this.#callerPatterns = callerPatterns;
  }

  /**
   * The current bounds. `isChanged`: the patterns are not the stored ones, so that a run must list all files. Asks the
   * component for its list of installed folders, at most once, if the index was made by another release or has no list.
   */
  async current(): Promise<{ bounds: Bounds; isChanged: boolean }> {
    const [storedPatterns, storedFolders, mark] = withStoreErrors(() => [this.#store.meta(META_EXCLUDE), this.#store.meta(META_LIST), this.#store.meta(META_MARK)] as const);
    const isOurs = mark !== undefined && equalBytes(mark, INDEX_MARK);
    const installed = (isOurs && storedFolders !== undefined ? decodeInstalled(storedFolders) : undefined) ?? (await this.#listFolders());
    const exclude = this.#callerPatterns ?? (storedPatterns === undefined ? this.#formerPatterns : decodeExclude(storedPatterns)) ?? [];
    const isChanged = !equalBytes(storedPatterns ?? encodeExclude([]), encodeExclude(exclude));
    if (!isChanged) this.forgetCallerPatterns();
    return { bounds: { installed, exclude }, isChanged };
  }

  /**
   * Forgets the caller's patterns once they are stored. From then on the stored patterns apply, even if another process
   * replaces them.
   */
  forgetCallerPatterns(): void {
    this.#callerPatterns = undefined;
  }

  /** Remembers the stored patterns of an index that may be rebuilt. */
  keepStoredPatterns(stored: Uint8Array): void {
    try {
      this.#formerPatterns = decodeExclude(stored);
    } catch {
      // If they cannot be read, the index is rebuilt without patterns.
    }
  }

  async #listFolders(): Promise<readonly InstalledFolder[]> {
    return (this.#folderList ??= (await this.#live.newEmptyInstance()).call((exports) => exports.graph.installedFolders()));
  }
}

/** The meta values for these bounds that differ from the stored ones. `listing`: of all files; undefined if only some were listed. */
export function changedMetaValues(store: Store, { installed, exclude }: Bounds, listing: Listing | undefined): Map<string, Uint8Array> {
  const values: [string, Uint8Array][] = [
    [META_EXCLUDE, encodeExclude(exclude)],
    [META_LIST, encodeInstalled(installed)],
  ];
  if (listing !== undefined) values.push([META_INSTALLED, encodeInstalledPaths(listing.installed ?? [])]);
  const isEmptyValue = (name: string) => (name === META_EXCLUDE && exclude.length === 0) || (name === META_INSTALLED && !listing?.installed?.length);
  return new Map(
    values.filter(([name, value]) => {
      const stored = withStoreErrors(() => store.meta(name)?.slice());
      return stored === undefined ? !isEmptyValue(name) : !equalBytes(stored, value);
    }),
  );
}

/**
 * The stored form of the installed folders: their number, then the first `MAX_NAMED` paths, each after a NUL, which no
 * path contains.
 */
function encodeInstalledPaths(installed: readonly string[]): Uint8Array {
  const namedPaths = installed.slice(0, MAX_NAMED).map((path) => `\0${path}`);
  return new TextEncoder().encode(`${installed.length}${namedPaths.join("")}`);
}
