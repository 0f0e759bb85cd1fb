// The entry point for pages and workers: files come from the caller, modules from next to this script.

import { PLATFORM, storeModule } from "./beside.js";
import { invalidError } from "./errors.js";
import type { Memory } from "./memory.js";
import { known } from "./options.js";
import { RecordsEngine } from "./records/engine.js";
import { type MemoryOptions, RULES, type RuleOptions, checkMemoryOptions, ownerOf, rulesOf } from "./records/notes.js";
import { privateRecordsStorage } from "./records/private.js";
import { type OwnerOptions, type Records, recordsIn } from "./records/records.js";
import { type OpenHereOptions, type PrivateStoreOptions, mustRebuild, openHere, storeName } from "./open.js";
import { type ModuleInput, type Modules, giveCore, setModuleLocation } from "./platform.js";
import { storeFault } from "./store/fault.js";
import { ModuleStore } from "./store/module.js";
import { openPrivateFile } from "./store/opfs.js";
import type { Store } from "./store/store.js";

export * from "./exports.js";

/** The options of `open`: the files and the index of `OpenHereOptions`, and where records are stored. */
export interface OpenOptions extends OpenHereOptions {
  /**
   * The name of a file in the origin private file system, in which records are stored. In a dedicated worker only; any number of pages may
   * write the same file. By default records are in memory.
   */
  memory?: string | MemoryOptions | undefined;
}

/** The options of `openRecords`: who owns the records, how they are kept, and in which file. */
export interface RecordsOptions extends OwnerOptions, RuleOptions {
  /** The name of a file in the origin private file system, in a dedicated worker only. By default records are in memory. */
  file?: string | undefined;
}

/**
 * Loads the core module: `input`, if given (a URL, a response, bytes, or a compiled module), instead of the package's
 * own. `modules` is the location of the package's modules, if they are not next to its scripts.
 */
export async function init(input?: ModuleInput, modules?: Modules): Promise<void> {
  if (modules !== undefined) setModuleLocation(modules);
  if (input !== undefined) giveCore(input);
  await PLATFORM.core();
}

/**
 * Opens a memory of the caller's files. Calls run in this thread, where nothing can interrupt them: unlike those of `scrubjay/worker` they
 * have no deadline.
 */
export async function open(options: OpenOptions): Promise<Memory> {
  const { file, owner, rules } = checkMemoryOptions(options?.memory);
  return openHere(PLATFORM, options, new RecordsEngine(PLATFORM, privateRecordsStorage(file), owner, rules), ["memory"]);
}

/** Opens records without a project. Without `file` they are lost when the page closes. */
export async function openRecords(options: RecordsOptions = {}): Promise<Records> {
  known(options, ["file", "owner", ...RULES]);
  return recordsIn(PLATFORM, privateRecordsStorage(options.file), ownerOf(options.owner), rulesOf(options));
}

/**
 * Opens a store in the origin private file system, which persists after the page is closed. In a dedicated worker only; one owner at a
 * time. A memory that is opened with the store closes it. `rebuild` renames the previous store: it appends `.set-aside` to its name.
 */
export async function openPrivateStore(name: string, options: PrivateStoreOptions = {}): Promise<Store> {
  known(options, ["create", "check", "rebuild"]);
  const { create = true, check = false } = options;
  if (typeof create !== "boolean") throw invalidError("create", "not true or false");
  if (typeof check !== "boolean") throw invalidError("check", "not true or false");
  const rebuild = mustRebuild(options, "writing", name);
  if (rebuild && !create) throw invalidError("create", "what is begun anew is made");
  const file = storeName(name);
  try {
    const module = await storeModule();
    return new ModuleStore(module, await openPrivateFile(file, { create, rebuild }), { create, check });
  } catch (error) {
    throw storeFault(error);
  }
}
