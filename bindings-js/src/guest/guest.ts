// An instance of the component, and the three ways a call of it can end: an answer, a refusal, a stop.
//
// After a stop the instance is not used again. Not here: what is asked.

import { bind } from "../generated/glue.js";
import type { Exports } from "../generated/types.js";
import { ComponentError, type ScrubjayError, failure, invalid, refusal } from "../errors.js";
import type { Module } from "../shapes.js";
import { Abi, BadArgument, Refused } from "./abi.js";

/** The component stopped where no memory was to be had: what stopped it may do no harm another time. */
export class OutOfMemory extends ComponentError {
  constructor(cause: unknown) {
    super("component", undefined, "the component stopped: no memory was to be had", { cause });
  }
}

/** A running component. */
export class Instance {
  readonly #abi: Abi;
  readonly #exports: Exports;
  #isUsable = true;

  /** Throws a `ScrubjayError`: `load` where the module is no component of ours, `component` where there is no memory for it. */
  constructor(module: Module) {
    try {
      const { exports } = new WebAssembly.Instance(module, {});
      this.#abi = new Abi(exports);
      this.#exports = bind(this.#abi, exports);
    } catch (cause) {
      if (cause instanceof RangeError) throw new OutOfMemory(cause);
      throw failure("load", undefined, "the module is not this release's component", { cause });
    }
  }

  /** False after a stop, and after an argument that was refused half-way and left its first parts behind. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Calls a function of the component. Throws a `ScrubjayError`: what the component refused, or `component` where it stopped. */
  call<T>(what: (exports: Exports) => T): T {
    try {
      return what(this.#exports);
    } catch (error) {
      throw this.#translate(error);
    }
  }

  #translate(error: unknown): ScrubjayError {
    if (error instanceof Refused) return refusal(error.payload);
    if (error instanceof BadArgument) {
      this.#isUsable = !this.#abi.holds;
      return invalid(error.argument, error.why);
    }
    this.#isUsable = false;
    if (!this.#abi.canGrow()) return new OutOfMemory(error);
    const why = error instanceof Error ? error.message : String(error);
    return failure("component", undefined, `the component stopped: ${why}`, { cause: error });
  }
}
