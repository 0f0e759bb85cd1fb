// How much of the files a store answers for: what an index run that goes on, or was cut short, has not done yet.

import { generationOf, storing } from "../store/fault.js";
import type { Store } from "../store/store.js";
import { MARK_MAKER, MARK_UNSETTLED } from "./writer.js";

/** How much of the files a memory answers for. */
export type Extent =
  /** No run has committed anything yet. */
  | "nothing"
  /** A run goes on, or was cut short: some files may be missing, or not be linked. */
  | "part"
  /** What the last run found. */
  | "whole";

/** How much a store answers for. */
export function extentOf(store: Store): Extent {
  const generation = generationOf(store);
  const [maker, unsettled] = storing(() => [store.mark(MARK_MAKER), store.mark(MARK_UNSETTLED)] as const);
  const isPart = unsettled?.[0] === 1;
  // What makes the rows is noted before there is a row.
  if (maker === undefined || (isPart && generation === 0n)) return "nothing";
  return isPart ? "part" : "whole";
}
