// Opens a window on any platform that loads its module.

import { type ModuleInput, compile, loadError } from "../platform.js";
import type { Module } from "../shapes.js";
import { WindowGuest } from "./guest.js";
import { type WindowOptions, settingsOf } from "./options.js";
import { Window } from "./window.js";

/** The name of the module in the package. */
export const MODULE = "windows.wasm";

type ReadModule = (input: ModuleInput) => Promise<Module>;

/** Opens a window without a store. `loadOwn` loads the package's module; `read` compiles the module that the caller gave. */
export async function openHere(options: WindowOptions, loadOwn: () => Promise<Module>, read: ReadModule = compile): Promise<Window> {
  const settings = settingsOf(options);
  const { module, saved = new Uint8Array(), now = Date.now, immutable = false } = options;
  return new Window(new WindowGuest(await compileModule(module, loadOwn, read), settings, saved), now, immutable);
}

/** The compiled module that the caller gave, or the package's own. */
export async function compileModule(given: ModuleInput | undefined, loadOwn: () => Promise<Module>, read: ReadModule): Promise<Module> {
  if (given === undefined) return loadOwn();
  try {
    return await read(given);
  } catch (cause) {
    throw loadError("the module that was given", cause);
  }
}
