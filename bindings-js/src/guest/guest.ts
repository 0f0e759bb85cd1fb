// An instance of the whole component.

import { bind } from "../generated/glue.js";
import type { Exports } from "../generated/types.js";
import type { Module } from "../shapes.js";
import { Running } from "./running.js";

export { OutOfMemory } from "./running.js";

/** A running component, with all of its interfaces. */
export class Instance extends Running<Exports> {
  constructor(module: Module) {
    super(module, bind);
  }
}
