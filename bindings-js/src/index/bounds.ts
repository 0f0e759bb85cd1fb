// What a listing leaves out, whatever files of ignore rules say: folders that tools fill, and what the caller excludes.
//
// Both are kept with the index, as in the native host (`host-native/src/index/bounds.rs`), so that whoever takes changes in goes by the
// same, and the list of such folders need be asked of the component only once for a release. What was left out is kept too. Not here:
// how it is found out.

import { equalBytes } from "../files/bytes.js";
import { decodeExclude, encodeExclude } from "../files/exclude.js";
import type { Bounds, Listing } from "../files/files.js";
import { decodeInstalled, encodeInstalled } from "../files/installed.js";
import { INDEX_MARK } from "../generated/mark.js";
import type { InstalledFolder } from "../generated/types.js";
import type { Live } from "../live.js";
import { storing } from "../store/fault.js";
import { META_EXCLUDE, META_MARK, type Store } from "../store/store.js";

/** The name of the meta value with the component's list of folders that tools fill. */
const META_LIST = "installed-folders";
/** The name of the meta value with those that the last run found. */
const META_INSTALLED = "installed";
/** The most of them that are named; all are counted. */
export const MAX_NAMED = 100;

/** The bounds of a memory's listings. */
export class Bounding {
  readonly #store: Store;
  readonly #live: Live;
  /** The caller's patterns, which take the place of those that are stored, as long as no run has stored them. */
  #given: readonly string[] | undefined;
  /** The patterns that were stored before the last run, for an index that is made again. */
  #former: readonly string[] | undefined;
  #listed: readonly InstalledFolder[] | undefined;

  constructor(store: Store, live: Live, given: readonly string[] | undefined) {
    this.#store = store;
    this.#live = live;
    this.#given = given;
  }

  /** The bounds now. The component is asked only where the index does not have its list. */
  async now(): Promise<Bounds> {
    const [stored, listed, mark] = storing(() => [this.#store.meta(META_EXCLUDE), this.#store.meta(META_LIST), this.#store.meta(META_MARK)] as const);
    const isOurs = mark !== undefined && equalBytes(mark, INDEX_MARK);
    const installed = (isOurs && listed !== undefined ? decodeInstalled(listed) : undefined) ?? (await this.#list());
    const exclude = this.#given ?? (stored === undefined ? this.#former : decodeExclude(stored)) ?? [];
    if (equalBytes(stored ?? encodeExclude([]), encodeExclude(exclude))) this.areStored();
    return { installed, exclude };
  }

  /** The caller's patterns are stored: whoever gives others from now on is followed. */
  areStored(): void {
    this.#given = undefined;
  }

  /** Goes on with the stored patterns of an index that may be made again. */
  keep(stored: Uint8Array): void {
    try {
      this.#former = decodeExclude(stored);
    } catch {
      // What cannot be read is made again without.
    }
  }

  async #list(): Promise<readonly InstalledFolder[]> {
    return (this.#listed ??= (await this.#live.empty()).call((exports) => exports.graph.installedFolders()));
  }
}

/** The meta values that differ from those that are stored; `listing` is that of all files. */
export function toNote(store: Store, { installed, exclude }: Bounds, listing: Listing | undefined): Map<string, Uint8Array> {
  const values: [string, Uint8Array][] = [
    [META_EXCLUDE, encodeExclude(exclude)],
    [META_LIST, encodeInstalled(installed)],
  ];
  if (listing !== undefined) values.push([META_INSTALLED, encodeFound(listing.installed ?? [])]);
  const isNone = (name: string) => (name === META_EXCLUDE && exclude.length === 0) || (name === META_INSTALLED && !listing?.installed?.length);
  return new Map(
    values.filter(([name, value]) => {
      const stored = storing(() => store.meta(name)?.slice());
      return stored === undefined ? !isNone(name) : !equalBytes(stored, value);
    }),
  );
}

/** Whether files may be left out, or come back, that no run has looked at since the patterns changed. */
export function isChanged(noted: ReadonlyMap<string, Uint8Array>): boolean {
  return noted.has(META_EXCLUDE);
}

/** How many folders there are, and the names of the first ones. No name holds NUL. */
function encodeFound(installed: readonly string[]): Uint8Array {
  const named = installed.slice(0, MAX_NAMED).map((path) => `\0${path}`);
  return new TextEncoder().encode(`${installed.length}${named.join("")}`);
}
