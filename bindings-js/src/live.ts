// The component's instance in use: opened from the store on demand, dropped when it is outdated or has trapped.
//
// An instance is only a cache of the store. Opening one for reading, which suffices for questions, takes a fraction of the time that
// opening one for writing takes; an instance for writing answers questions too. Not here: the calls.

import { type Sources, ask } from "./ask.js";
import type { Purpose } from "./generated/types.js";
import { Instance } from "./guest/guest.js";
import type { Module } from "./shapes.js";
import { generationOf, identityOf } from "./store/fault.js";

/** The most attempts at a call that traps the component. */
export const MAX_TRIES = 3;

/** An instance with an opened memory, and the state of the store that it has loaded. */
export interface Opened {
  instance: Instance;
  purpose: Purpose;
  generation: bigint;
  /** The identity of the store; undefined if the store has none. */
  identity: string | undefined;
}

/** The component's module, and the instance in use. */
export class Live {
  readonly #module: () => Promise<Module>;
  #opened: Opened | undefined;

  constructor(module: () => Promise<Module>) {
    this.#module = module;
  }

  /** Gives an instance for this purpose at the store's current generation. The caller gives it back with `keep`. */
  async open(sources: Sources, purpose: Purpose): Promise<Opened> {
    const generation = generationOf(sources.store);
    this.dropUnless(identityOf(sources.store));
    return this.take(generation, purpose) ?? this.#open(sources, purpose);
  }

  /** Takes the instance in use if it has this generation and serves this purpose; drops it otherwise, and returns undefined. */
  take(generation: bigint, purpose: Purpose): Opened | undefined {
    const opened = this.#opened;
    this.#opened = undefined;
    const serves = opened?.generation === generation && (opened.purpose === purpose || opened.purpose === "writing");
    return serves ? opened : undefined;
  }

  /** Drops the instance in use if the store has another identity: the generations of a rebuilt store start anew. */
  dropUnless(identity: string | undefined): void {
    if (this.#opened?.identity !== identity) this.#opened = undefined;
  }

  /** Stores an instance for the next call, or drops it if it is unusable. */
  keep(opened: Opened): void {
    this.#opened = opened.instance.isUsable ? opened : undefined;
  }

  /** A new instance in which no memory is opened, for calls that need none. */
  async newEmptyInstance(): Promise<Instance> {
    return new Instance(await this.#module());
  }

  async #open(sources: Sources, purpose: Purpose): Promise<Opened> {
    const instance = await this.newEmptyInstance();
    const generation = generationOf(sources.store);
    await ask(instance, sources, (exports, resumed) => exports.memory.open(purpose, generation, resumed));
    return { instance, purpose, generation, identity: identityOf(sources.store) };
  }
}
