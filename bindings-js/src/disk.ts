// A memory in Node, once its options are checked: of a folder on disk, or of a caller's files; in this thread, or in one of its own.

import { diskFiles } from "./files/disk.js";
import type { FileSource } from "./files/files.js";
import type { Owner, Purpose } from "./generated/types.js";
import { LocalEngine } from "./local.js";
import type { Platform } from "./platform.js";
import { withUsers } from "./records/config.js";
import { DiskKeeping } from "./records/disk.js";
import { RecordsEngine } from "./records/engine.js";
import { Nowhere } from "./records/keeping.js";
import { type RuleOptions, rulesOf } from "./records/notes.js";
import type { Module } from "./shapes.js";
import { storing } from "./store/fault.js";
import { MemoryStore } from "./store/memory.js";
import { OwnIndex, openDiskReader } from "./store/own.js";
import type { Store } from "./store/store.js";

/** The options of opening, which can be sent to another thread. */
export interface DiskOpening {
  /** The folder; without one, the files are the caller's. */
  root: string | undefined;
  /** The index is in memory, although there is a folder. */
  isUnkept: boolean;
  /** The file of what is remembered, if it is not the project's. */
  memory: string | undefined;
  /** Whose it is, who speaks, and the folder under each of its names: a file of its own is used in the project all the same. */
  owner: Owner;
  /** The settings that the caller gives for it. */
  rules: RuleOptions;
  purpose: Purpose;
  check: boolean;
  rebuild: boolean;
  fresh: boolean;
  /** The patterns by which files are excluded, instead of those that are stored. */
  exclude: readonly string[] | undefined;
  /** How long a run waits for another writer. */
  wait: number | undefined;
}

/** Where modules come from. */
export interface Loading {
  platform: Platform;
  storeModule(): Promise<Module>;
}

/** Options that exist only on the caller's own thread. */
export interface Own {
  files?: FileSource | undefined;
  store?: Store | undefined;
}

/** Opens a memory in this thread. */
export async function diskEngine({ platform, storeModule }: Loading, opening: DiskOpening, own: Own = {}): Promise<LocalEngine> {
  const { root, memory, purpose, fresh, exclude, wait } = opening;
  const disk = root === undefined ? undefined : diskFiles(root);
  // Compiled while the store is opened. If that fails, the first use reports it.
  platform.core().catch(() => undefined);
  const unkept = own.store ?? (opening.isUnkept || disk === undefined ? new MemoryStore() : undefined);
  const store = unkept ?? (await indexOf(storeModule, opening, (disk as { root: string }).root));
  const isNowhere = memory === undefined && (disk === undefined || opening.isUnkept);
  const kept = isNowhere ? new Nowhere() : new DiskKeeping(storeModule, memory === undefined ? { root: (disk as { root: string }).root } : { file: memory });
  const records = new RecordsEngine(platform, kept, opening.owner, isNowhere ? rulesOf(opening.rules) : () => rulesOf(withUsers(opening.rules)));
  // The folder's own index is checked by its first run.
  const mend = unkept !== undefined && opening.check;
  return new LocalEngine({ platform, files: disk ?? (own.files as FileSource), named: disk?.named, store, records, purpose, mend, fresh, exclude, wait });
}

/** Opens the index of a folder. */
async function indexOf(storeModule: Loading["storeModule"], { purpose, check, rebuild }: DiskOpening, root: string): Promise<Store> {
  // Nothing can be done before it is loaded, and compiling on another thread takes longer than compiling it here.
  const module = (await storeModule()) as WebAssembly.Module;
  return storing(() => (purpose === "reading" ? openDiskReader(module, root) : new OwnIndex(module, root, { check, rebuild })));
}
