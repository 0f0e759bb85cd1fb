// The entry for pages and workers: files come from the caller, modules from beside this one.

import { PLATFORM, storeModule } from "./beside.js";
import { invalid } from "./errors.js";
import type { Memory } from "./memory.js";
import { type OpenHereOptions, type PrivateStoreOptions, manner, openHere, rebuilds, storeName } from "./open.js";
import { type ModuleInput, type Modules, giveCore, lookIn } from "./platform.js";
import { storeFault } from "./store/fault.js";
import { openStore } from "./store/module.js";
import { openPrivateFile } from "./store/opfs.js";
import type { Store } from "./store/store.js";

export * from "./exports.js";
export type { OpenHereOptions as OpenOptions } from "./open.js";

/**
 * Uses this core module instead of the package's own: a URL, a response, bytes, or a compiled module; and says where all the others
 * lie, where they are not beside the package's scripts.
 */
export async function init(input?: ModuleInput, modules?: Modules): Promise<void> {
  if (modules !== undefined) lookIn(modules);
  if (input !== undefined) giveCore(input);
  await PLATFORM.core();
}

/** Opens a memory of the files that the caller gives. */
export async function open(options: OpenHereOptions): Promise<Memory> {
  return openHere(PLATFORM, options);
}

/**
 * A store in the private files of the page's origin, which stays when the page goes. In a dedicated worker only; one owner at a
 * time. A memory that is opened with it closes it. What `rebuild` puts aside has `.set-aside` behind its name.
 */
export async function openPrivateStore(name: string, options: PrivateStoreOptions = {}): Promise<Store> {
  const { check } = manner(options);
  const { create = true } = options;
  if (typeof create !== "boolean") throw invalid("create", "not true or false");
  const rebuild = rebuilds(options, "writing", name);
  if (rebuild && !create) throw invalid("create", "what is begun anew is made");
  const file = storeName(name);
  try {
    return await openStore(await storeModule(), await openPrivateFile(file, { create, rebuild }), { create, check });
  } catch (error) {
    throw storeFault(error);
  }
}
