// The entry point for strict pages, which may load nothing but scripts: every module is embedded in a script.
//
// The page's policy must still allow compiling them (`wasm-unsafe-eval`).

import { invalidError } from "./errors.js";
import type { Memory } from "./memory.js";
import { type Script, moduleIn } from "./modules-inline.js";
import { hashInBrowser, openHere, type OpenHereOptions } from "./open.js";
import { type ModuleInput, type Platform, coreModule, giveCore } from "./platform.js";
import { known } from "./options.js";
import { RecordsEngine } from "./records/engine.js";
import { MemoryRecordsStorage } from "./records/keeping.js";
import { type MemoryOptions, RULES, type RuleOptions, checkMemoryOptions, ownerOf, rulesOf } from "./records/notes.js";
import { type OwnerOptions, type Records, recordsIn } from "./records/records.js";

export * from "./exports.js";

/** The options of `open`: the files and the index of `OpenHereOptions`, and who owns the records. */
export interface OpenOptions extends OpenHereOptions {
  /** The speaker and the settings of the records, which are in memory and last as long as the page. */
  memory?: Omit<MemoryOptions, "file"> | undefined;
}

/** The options of `openRecords`: who owns the records, and how they are kept. */
export interface RecordsOptions extends OwnerOptions, RuleOptions {}

/** Compiles the core module: `input` if it is given, otherwise the package's own. */
export async function init(input?: ModuleInput): Promise<void> {
  if (input !== undefined) giveCore(input);
  await PLATFORM.core();
}

/** Opens a memory of the caller's files. Calls run in this thread and have no deadline; records last as long as the page. */
export async function open(options: OpenOptions): Promise<Memory> {
  const { file, owner, rules } = checkMemoryOptions(options?.memory);
  if (file !== undefined) throw invalidError("memory", "it has no file here, where nothing is kept: scrubjay/browser and scrubjay/worker have");
  return openHere(PLATFORM, options, new RecordsEngine(PLATFORM, new MemoryRecordsStorage(), owner, rules), ["memory"]);
}

/** Opens records without a project. They are in memory and last as long as the page. */
export async function openRecords(options: RecordsOptions = {}): Promise<Records> {
  known(options, ["owner", ...RULES]);
  return recordsIn(PLATFORM, new MemoryRecordsStorage(), ownerOf(options.owner), rulesOf(options));
}

const PARSERS: Record<string, Script> = {
  go: () => import("./inline/go.wasm.js"),
  javascript: () => import("./inline/javascript.wasm.js"),
  python: () => import("./inline/python.wasm.js"),
  rust: () => import("./inline/rust.wasm.js"),
  tsx: () => import("./inline/tsx.wasm.js"),
  typescript: () => import("./inline/typescript.wasm.js"),
};

const PLATFORM: Platform = {
  core: () => coreModule(() => moduleIn(() => import("./inline/scrubjay.wasm.js"))),
  parser: (language) => (Object.hasOwn(PARSERS, language) ? moduleIn(PARSERS[language] as Script) : undefined),
  hash: hashInBrowser,
};
