// The instance in use: opened from the store on demand, dropped when it is outdated or has trapped.
//
// An instance is only a cache of the store. A question needs one that was opened for reading, which takes a fraction of what
// changes need; one that was opened for writing answers questions too. Not here: the calls.

import { type Sources, ask } from "./ask.js";
import type { Purpose } from "./generated/types.js";
import { Instance } from "./guest/guest.js";
import type { Module } from "./shapes.js";
import { generationOf, identityOf } from "./store/fault.js";

/** Attempts at a call that traps the component. */
export const MAX_TRIES = 3;

/** An instance that has opened a memory. */
export interface Opened {
  instance: Instance;
  purpose: Purpose;
  generation: bigint;
  /** The identity of the store. */
  identity: string | undefined;
}

/** The component, and the instance in use. */
export class Live {
  readonly #module: () => Promise<Module>;
  #opened: Opened | undefined;

  constructor(module: () => Promise<Module>) {
    this.#module = module;
  }

  /** An instance for this purpose at the store's current generation. The caller returns it with `keep`. */
  async at(sources: Sources, purpose: Purpose): Promise<Opened> {
    const generation = generationOf(sources.store);
    this.dropUnless(identityOf(sources.store));
    return this.take(generation, purpose) ?? this.#open(sources, purpose);
  }

  /** Takes the instance in use, if it has this generation and serves this purpose. */
  take(generation: bigint, purpose: Purpose): Opened | undefined {
    const opened = this.#opened;
    this.#opened = undefined;
    const serves = opened?.generation === generation && (opened.purpose === purpose || opened.purpose === "writing");
    return serves ? opened : undefined;
  }

  /** Drops the instance in use if it is of another store: one that was made again counts its generations anew. */
  dropUnless(identity: string | undefined): void {
    if (this.#opened?.identity !== identity) this.#opened = undefined;
  }

  /** Keeps an instance for the next call, if it is still usable. */
  keep(opened: Opened): void {
    this.#opened = opened.instance.isUsable ? opened : undefined;
  }

  /** An instance without a memory, for calls that need none. */
  async empty(): Promise<Instance> {
    return new Instance(await this.#module());
  }

  async #open(sources: Sources, purpose: Purpose): Promise<Opened> {
    const instance = await this.empty();
    const generation = generationOf(sources.store);
    await ask(instance, sources, (exports, resumed) => exports.memory.open(purpose, generation, resumed));
    return { instance, purpose, generation, identity: identityOf(sources.store) };
  }
}
