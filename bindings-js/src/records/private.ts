// Records in the origin private file system, which any number of pages and workers write in turn: who has the turn has the name's Web
// Lock, for which others wait, and has the file open. Works in dedicated workers only.

import { storeModule } from "../beside.js";
import { ScrubjayError } from "../errors.js";
import { storeName } from "../open.js";
import { ModuleStore } from "../store/module.js";
import { openPrivateFile } from "../store/opfs.js";
import { type Keeping, Nowhere, type Turn, emptyTurn } from "./keeping.js";

/** Records in the file of this name; without one nowhere. */
export function keepingOf(name: string | undefined): Keeping {
  return name === undefined ? new Nowhere() : new PrivateKeeping(storeName(name));
}

/** Records in a file. */
class PrivateKeeping implements Keeping {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  async begin(signal?: AbortSignal): Promise<Turn> {
    try {
      return await this.#begin(false, signal);
    } catch (error) {
      if (error instanceof ScrubjayError && error.code === "not-indexed") return emptyTurn();
      throw error;
    }
  }

  tryBegin(): Promise<Turn> {
    return this.#begin(true);
  }

  async #begin(create: boolean, signal?: AbortSignal): Promise<Turn> {
    const module = (await storeModule()) as WebAssembly.Module;
    const store = new ModuleStore(module, await openPrivateFile(this.#name, { create, waits: true, signal }), { create });
    const end = () => {
      try {
        store.close();
      } catch {
        // The commits are durable: the file is opened as after a crash.
      }
    };
    return { store, waiting: () => [], end };
  }
}
