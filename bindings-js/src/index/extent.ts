// Whether a store covers all of the files. A run that is in progress, or was interrupted, leaves only some of them.

import { generationOf, withStoreErrors } from "../store/fault.js";
import { META_MARK, type Store } from "../store/store.js";
import { META_TO_LINK } from "./writer.js";

/** How many of the files answers cover. */
export type Extent =
  /** None: no run has committed rows or was completed yet. */
  | "nothing"
  /** Some: a run is in progress or was interrupted. Files may be missing, or not linked yet. */
  | "part"
  /** All that the last completed run found. */
  | "whole";

/** Reads from a store which of the files it covers. */
export function extentOf(store: Store): Extent {
  const generation = generationOf(store);
  const [mark, mustLink] = withStoreErrors(() => [store.meta(META_MARK), store.meta(META_TO_LINK)] as const);
  const isPart = mustLink?.[0] === 1;
  // The first commit stores the mark.
  if (mark === undefined || (isPart && generation === 0n)) return "nothing";
  return isPart ? "part" : "whole";
}
