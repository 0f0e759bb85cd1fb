// Opens a memory in Node from checked options: of a folder on disk, or of a caller's files; in this thread, or in a thread of its own.

import { diskFiles } from "./files/disk.js";
import type { FileSource } from "./files/files.js";
import type { Owner, Purpose } from "./generated/types.js";
import { LocalEngine } from "./local.js";
import type { Platform } from "./platform.js";
import { withUserConfig } from "./records/config.js";
import { DiskRecordsStorage } from "./records/disk.js";
import { RecordsEngine } from "./records/engine.js";
import { MemoryRecordsStorage } from "./records/keeping.js";
import { type RuleOptions, rulesOf } from "./records/notes.js";
import type { Module } from "./shapes.js";
import { withStoreErrors } from "./store/fault.js";
import { MemoryStore } from "./store/memory.js";
import { OwnIndex, openDiskReader } from "./store/own.js";
import type { Store } from "./store/store.js";

/** The checked options of opening a memory. They can be sent to another thread. */
export interface DiskOpening {
  /** The folder's absolute path; undefined if the files are the caller's. */
  root: string | undefined;
  /** Whether the index is in memory although there is a folder. */
  isInMemory: boolean;
  /** The file of records, if it is not the project's own. */
  memory: string | undefined;
  /** The owner of the records, the speaker, and the project's folder under each of its paths. Given even if `memory` names a file outside the project. */
  owner: Owner;
  /** The caller's settings for the records, which take precedence over the user's `config.json`. */
  rules: RuleOptions;
  purpose: Purpose;
  check: boolean;
  rebuild: boolean;
  fresh: boolean;
  /** The patterns by which files are excluded; undefined for the stored ones. */
  exclude: readonly string[] | undefined;
  /** How long a run waits for another writer, in milliseconds; undefined for the default. */
  wait: number | undefined;
}

/** Loads the WebAssembly modules: from the disk, or from texts in the script. */
export interface ModuleLoader {
  platform: Platform;
  storeModule(): Promise<Module>;
}

/** Options that cannot be sent to another thread. */
export interface LocalOptions {
  files?: FileSource | undefined;
  store?: Store | undefined;
}

/**
 * Opens a memory in this thread. Records are in memory if no file is named for them, and there is no folder or its
 * index is in memory.
 */
export async function diskEngine({ platform, storeModule }: ModuleLoader, opening: DiskOpening, callerParts: LocalOptions = {}): Promise<LocalEngine> {
  const { root, memory, purpose, fresh, exclude, wait } = opening;
  const disk = root === undefined ? undefined : diskFiles(root);
  // The component is compiled while the store is opened. If compiling fails, the first use reports it.
  platform.core().catch(() => undefined);
  const storeOutsideFolder = callerParts.store ?? (opening.isInMemory || disk === undefined ? new MemoryStore() : undefined);
  const store = storeOutsideFolder ?? (await openIndex(storeModule, opening, (disk as { root: string }).root));
  const hasNoFile = memory === undefined && (disk === undefined || opening.isInMemory);
  const storage = hasNoFile ? new MemoryRecordsStorage() : new DiskRecordsStorage(storeModule, memory === undefined ? { root: (disk as { root: string }).root } : { file: memory });
  const records = new RecordsEngine(platform, storage, opening.owner, hasNoFile ? rulesOf(opening.rules) : () => rulesOf(withUserConfig(opening.rules)));
  // The folder's own index is checked by its first run.
  const mends = storeOutsideFolder !== undefined && opening.check;
  return new LocalEngine({ platform, files: disk ?? (callerParts.files as FileSource), shownPath: disk?.shownPath, store, records, purpose, mends, fresh, exclude, wait });
}

/** Opens the index of a folder: for reading, a reader that never writes it; otherwise one that runs can write. */
async function openIndex(storeModule: ModuleLoader["storeModule"], { purpose, check, rebuild }: DiskOpening, root: string): Promise<Store> {
  // Nothing can be done before the module is loaded, and compiling it on another thread takes longer than compiling it here.
  const module = (await storeModule()) as WebAssembly.Module;
  return withStoreErrors(() => (purpose === "reading" ? openDiskReader(module, root) : new OwnIndex(module, root, { check, rebuild })));
}
