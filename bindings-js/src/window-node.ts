// The entry for windows in Node: loads the module from disk, next to this script. A window may be stored in a memory's file.

import { readFileSync } from "node:fs";

import { invalidError } from "./errors.js";
import type { WindowOwner, WindowPage } from "./generated/types.js";
import { PLATFORM, readFromDisk, moduleLocation, storeModule } from "./installed.js";
import { known } from "./options.js";
import { type ModuleInput, compile, loadOnce, moduleNamed } from "./platform.js";
import { DiskRecordsStorage } from "./records/disk.js";
import { RecordsEngine } from "./records/engine.js";
import { withUserConfig } from "./records/config.js";
import { OWN_RECORDS, rulesOf } from "./records/notes.js";
import { namesOf } from "./records/project.js";
import type { Module } from "./shapes.js";
import { KeptWindow } from "./window/kept.js";
import { listWindows } from "./window/list.js";
import { MODULE, compileModule, openHere } from "./window/open.js";
import { N_WINDOWS, type WindowOptions, settingsOf } from "./window/options.js";
import type { Window } from "./window/window.js";

export * from "./window/exports.js";
export type { ListedWindow, WindowPage } from "./generated/types.js";
export type { KeptWindow } from "./window/kept.js";

/** Where a window is stored, its name and owner, and its settings. */
export interface KeptWindowOptions extends Omit<WindowOptions, "saved"> {
  /** The memory: `true` for that of the project in the current folder, or the path of its file, which the first change creates. */
  memory: true | { path: string };
  /** The window's name, 1 to 128 bytes. Opening the same name again continues the window. */
  name: string;
  /** The memory's tenant, and who is using it, at most 128 bytes each. Default: { tenant: "", principal: "" }. */
  owner?: { tenant?: string | undefined; principal?: string | undefined } | undefined;
}

/** Whose windows are listed, and which page of the list. */
export interface WindowsOptions {
  /** The memory: `true` for that of the project in the current folder, or the path of its file. */
  memory: true | { path: string };
  /** The memory's tenant, at most 128 bytes. Default: "". */
  tenant?: string | undefined;
  /** The most windows to return, 1 to 1,000. Default: 100. */
  limit?: number | undefined;
  /** Only windows whose names sort after this one. Default: all. */
  after?: string | undefined;
  /** The location of the window's module, as for `openWindow`. */
  module?: ModuleInput | undefined;
}

/**
 * Opens a window that is stored in a memory's file, which any number of processes may write. What it prunes is durable before `fit` returns
 * the messages.
 */
export async function openWindow(options: KeptWindowOptions): Promise<KeptWindow>;
/**
 * Opens a window: a conversation under a budget. Its methods are synchronous.
 *
 * @example
 * ```ts
 * const window = await openWindow({ maxTokens: 100_000 });
 * const messages = window.fit(conversation, "anthropic");
 * ```
 */
export async function openWindow(options?: WindowOptions): Promise<Window>;
export async function openWindow(options: WindowOptions | KeptWindowOptions = {}): Promise<Window | KeptWindow> {
  const isKept = typeof options === "object" && options !== null && "memory" in options && options.memory !== undefined;
  return isKept ? openKept(options) : openHere(options, loadOwnModule, readModule);
}

/** Lists the windows in a memory's file, sorted by name. */
export async function windows(options: WindowsOptions): Promise<WindowPage> {
  known(options, ["memory", "tenant", "limit", "after", "module"]);
  const { memory, tenant = "", limit = N_WINDOWS, after = "", module } = options;
  const records = recordsIn(memory);
  try {
    return await listWindows(await compileModule(module, loadOwnModule, readModule), records, tenant, limit, after);
  } finally {
    await records.close();
  }
}

async function openKept(options: KeptWindowOptions): Promise<KeptWindow> {
  const settings = settingsOf(options, ["now", "immutable", "module", "memory", "name", "owner"]);
  const { module, memory, now = Date.now, immutable: isImmutable = false } = options;
  const records = recordsIn(memory);
  const givenOwner = ownerOf(options);
  const owner = { ...givenOwner, principal: givenOwner.principal || records.principal };
  const window = new KeptWindow({ module: await compileModule(module, loadOwnModule, readModule), records, owner, settings, now, isImmutable });
  await window.open();
  return window;
}

function recordsIn(memory: unknown): RecordsEngine {
  const place = placeIn(memory);
  const owner = "root" in place ? { ...OWN_RECORDS, roots: namesOf(place.root, place.root) } : OWN_RECORDS;
  return new RecordsEngine(PLATFORM, new DiskRecordsStorage(storeModule, place), owner, () => rulesOf(withUserConfig({})));
}

function placeIn(memory: unknown): { root: string } | { file: string } {
  if (memory === true) return { root: process.cwd() };
  if (typeof memory === "object" && memory !== null) known(memory, ["path"]);
  const path = (memory as { path?: unknown } | null)?.path;
  if (typeof path !== "string" || path === "") throw invalidError("memory", "neither true nor the path of a file");
  return { file: path };
}

function ownerOf({ name, owner = {} }: KeptWindowOptions): WindowOwner {
  if (typeof name !== "string" || name === "") throw invalidError("name", "a window of a memory store has one");
  if (typeof owner !== "object" || owner === null) throw invalidError("owner", "not an object");
  known(owner, ["tenant", "principal"]);
  const { tenant = "", principal = "" } = owner;
  return { tenant, principal, name };
}

const readModule = async (input: ModuleInput) => compile(await readFromDisk(input));
const loadOwnModule = loadOnce(() => moduleNamed(MODULE, async () => (await WebAssembly.compile(readFileSync(moduleLocation(() => new URL("./windows.wasm", import.meta.url), MODULE)))) as Module));
