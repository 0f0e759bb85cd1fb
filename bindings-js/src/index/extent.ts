// How much of the files is in a store: a run in progress, or one that was cut short, leaves a part.

import { generationOf, storing } from "../store/fault.js";
import { META_MARK, type Store } from "../store/store.js";
import { META_TO_LINK } from "./writer.js";

/** How much of the files the memory covers. */
export type Extent =
  /** No run has committed anything yet. */
  | "nothing"
  /** A run is in progress, or was cut short: some files may be missing, or not be linked. */
  | "part"
  /** All that the last run found. */
  | "whole";

/** How much of the files a store covers. */
export function extentOf(store: Store): Extent {
  const generation = generationOf(store);
  const [mark, mustLink] = storing(() => [store.meta(META_MARK), store.meta(META_TO_LINK)] as const);
  const isPart = mustLink?.[0] === 1;
  // The mark is stored before the first row.
  if (mark === undefined || (isPart && generation === 0n)) return "nothing";
  return isPart ? "part" : "whole";
}
