// An instance of a component, and the three ways a call can end: an answer, a refusal, a trap.
//
// After a trap the instance is not used again. Not here: which interfaces the component has.

import type { Error as Refusal } from "../generated/types.js";
import { ComponentError, type ScrubjayError, createError, invalidError, errorOfRefusal } from "../errors.js";
import { reasonOf } from "../platform.js";
import type { Module } from "../shapes.js";
import { Abi, BadArgument, type Core, Refused } from "./abi.js";

/** The error if the component trapped because no memory was available: the same call may succeed another time. */
export class OutOfMemory extends ComponentError {
  constructor(cause: unknown) {
    super("component", undefined, "the component stopped: no memory was to be had", { cause });
  }
}

/** A running component whose interfaces are `E`. */
export class Running<E> {
  readonly #abi: Abi;
  readonly #exports: E;
  #isUsable = true;

  /** Throws a `ScrubjayError`: `load` if the module is not this component, `component` if there is no memory for it. */
  constructor(module: Module, bind: (abi: Abi, exports: Core) => E) {
    try {
      const { exports } = new WebAssembly.Instance(module as WebAssembly.Module, {});
      this.#abi = new Abi(exports);
      this.#exports = bind(this.#abi, exports);
    } catch (cause) {
      if (cause instanceof RangeError) throw new OutOfMemory(cause);
      throw createError("load", undefined, "the module is not this release's component", { cause });
    }
  }

  /** Whether the instance may be called again. False after a trap, and after an invalid argument was written in part, which leaks memory. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /**
   * Calls a function of the component. Throws a `ScrubjayError`: `invalid` if an argument does not match its type, the component's refusal, or
   * `component` if it trapped.
   */
  call<T>(operation: (exports: E) => T): T {
    try {
      return operation(this.#exports);
    } catch (error) {
      throw this.#translate(error);
    }
  }

  #translate(error: unknown): ScrubjayError {
    // Every function of the interface has the same error type.
    if (error instanceof Refused) return errorOfRefusal(error.payload as Refusal);
    if (error instanceof BadArgument) {
      this.#isUsable = !this.#abi.holds;
      return invalidError(error.argument, error.why);
    }
    this.#isUsable = false;
    if (!this.#abi.canGrow()) return new OutOfMemory(error);
    return createError("component", undefined, `the component stopped: ${reasonOf(error)}`, { cause: error });
  }
}
