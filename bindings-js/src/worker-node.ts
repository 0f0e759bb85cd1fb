// The entry `scrubjay/worker` in Node: as `open` with `thread`, so that a program can be written once for Node and pages.

import type { Memory } from "./memory.js";
import { type OpenOptions as Plain, open as openAnywhere } from "./node.js";

export * from "./exports.js";
export { type RecordsOptions, init, openPrivateStore, openRecords } from "./node.js";

/** What to open. */
export type OpenOptions = Omit<Plain, "thread">;

/** Opens the memory of a folder, or of the caller's files, in threads of its own. */
export async function open(options: OpenOptions): Promise<Memory> {
  return openAnywhere(typeof options === "object" && options !== null ? { ...options, thread: true } : options);
}
