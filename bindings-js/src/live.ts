// The instance in use: opened from the store when it is needed, dropped when it is behind or has stopped.
//
// No truth lives only in an instance. A question needs one that was opened for reading, which takes a fraction of what changes
// need; one that was opened for writing answers questions too. Not here: what is asked of it.

import { type Sources, ask } from "./ask.js";
import type { Purpose } from "./generated/types.js";
import { Instance } from "./guest/guest.js";
import type { Module } from "./shapes.js";
import { generationOf } from "./store/fault.js";

/** How often a call that stops the component is tried. */
export const MOST_TRIES = 3;

/** An instance that holds a memory. */
export interface Opened {
  instance: Instance;
  purpose: Purpose;
  generation: bigint;
}

/** The component, and the instance in use. */
export class Live {
  readonly #module: () => Promise<Module>;
  #opened: Opened | undefined;

  constructor(module: () => Promise<Module>) {
    this.#module = module;
  }

  /** An instance for this purpose that holds the store as it is now. Whoever takes it gives it back by `keep`. */
  async at(sources: Sources, purpose: Purpose): Promise<Opened> {
    return this.take(generationOf(sources.store), purpose) ?? this.#open(sources, purpose);
  }

  /** The instance in use, where it holds this generation and serves this purpose. */
  take(generation: bigint, purpose: Purpose): Opened | undefined {
    const opened = this.#opened;
    this.#opened = undefined;
    const serves = opened?.generation === generation && (opened.purpose === purpose || opened.purpose === "writing");
    return serves ? opened : undefined;
  }

  /** Keeps an instance for the next call, where it can still be used. */
  keep(opened: Opened): void {
    this.#opened = opened.instance.isUsable ? opened : undefined;
  }

  /** An instance that holds nothing, for what needs no memory. */
  async empty(): Promise<Instance> {
    return new Instance(await this.#module());
  }

  async #open(sources: Sources, purpose: Purpose): Promise<Opened> {
    const instance = await this.empty();
    const generation = generationOf(sources.store);
    await ask(instance, sources, (exports, resumed) => exports.memory.open(purpose, generation, resumed));
    return { instance, purpose, generation };
  }
}
