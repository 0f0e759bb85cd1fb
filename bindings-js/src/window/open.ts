// Opening a window, whatever loads its module.

import { type ModuleInput, compile, unloaded } from "../platform.js";
import type { Module } from "../shapes.js";
import { WindowGuest } from "./guest.js";
import { type WindowOptions, settingsOf } from "./options.js";
import { Window } from "./window.js";

/** The name of the module in the package. */
export const MODULE = "windows.wasm";

/** Opens a window without a store. `own` gives the package's module; `read` makes a module of the caller's. */
export async function openHere(options: WindowOptions, own: () => Promise<Module>, read: (input: ModuleInput) => Promise<Module> = compile): Promise<Window> {
  const settings = settingsOf(options);
  const { module, saved = new Uint8Array(), now = Date.now } = options;
  const compiled = module === undefined ? await own() : await read(module).catch((cause: unknown) => Promise.reject(unloaded("the module", cause)));
  return new Window(new WindowGuest(compiled, settings, saved), now);
}

/** A module that is loaded once; a failure is not kept. */
export function once(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  return () => {
    const mine = (loaded ??= load());
    mine.catch(() => {
      if (loaded === mine) loaded = undefined;
    });
    return mine;
  };
}
