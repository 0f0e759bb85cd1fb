// The entry for Node: a folder on disk.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import { LocalEngine } from "./engine.js";
import { failure, invalid } from "./errors.js";
import { diskFiles } from "./files/disk.js";
import { type FileSource, type Texts, textFiles } from "./files/files.js";
import type { Purpose } from "./generated/types.js";
import { LANGUAGES } from "./languages.js";
import { Memory } from "./memory.js";
import { checked } from "./open.js";
import { type ModuleInput, type Platform, compile, coreModule, giveCore } from "./platform.js";
import { MemoryStore } from "./store/memory.js";
import type { Store } from "./store/store.js";

export * from "./exports.js";

/** What to open. */
export interface OpenOptions {
  /** The folder to remember. */
  root?: string | undefined;
  /** In the place of a folder: texts by their paths, or any other source of files. Nothing is kept on disk then. */
  files?: Texts | FileSource | undefined;
  /** A store of the caller's, who sees to it that nobody else writes to it. */
  store?: Store | undefined;
  /** `writing`, which indexes and answers, where it is left out. */
  purpose?: Purpose | undefined;
}

/** Uses this core module instead of the package's own. */
export async function init(input?: ModuleInput): Promise<void> {
  if (input !== undefined) giveCore(compile(input));
  await PLATFORM.core();
}

/** Opens the memory of a folder. */
export async function open(options: OpenOptions): Promise<Memory> {
  if (typeof options !== "object" || options === null) throw invalid("options", "not an object");
  const { root, files, store = new MemoryStore(), purpose = "writing" } = options;
  if ((root === undefined) === (files === undefined)) throw invalid("root", "give either a root or files");
  const source = root !== undefined ? diskFiles(root) : files instanceof Map ? textFiles(files as Texts) : (files as FileSource);
  return new Memory(new LocalEngine({ platform: PLATFORM, files: source, store, purpose: checked(purpose) }));
}

const PLATFORM: Platform = {
  core: () => coreModule(() => load("scrubjay.wasm")),
  parser: (language) => (LANGUAGES.has(language) ? load(`parsers/${language}.wasm`) : undefined),
  hash: (bytes) => createHash("sha256").update(bytes).digest(),
};

async function load(name: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(await readFile(new URL(`./${name}`, import.meta.url)));
  } catch (cause) {
    throw failure("load", undefined, `${name} cannot be loaded`, { cause });
  }
}
