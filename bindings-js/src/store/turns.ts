// A store in Node that is written in turns: during a run other processes stay away, and between runs they can read.
//
// JavaScript does not see processes that read through redb's own locks, and might overwrite what they read. The lock file keeps them
// away during a turn, and before it admits them again the file is brought into the state of a closed one. Not here: readers in
// JavaScript, which validate what they read.

import { failure } from "../errors.js";
import { equalBytes } from "../files/bytes.js";
import { readingAhead } from "./ahead.js";
import type { DiskFile } from "./file.js";
import { releasing } from "./handle.js";
import type { Lock } from "./lock.js";
import { ModuleStore, type OpenOptions } from "./module.js";
import { headOf } from "./reading.js";
import type { Commit } from "./store.js";

/** A store that only its owner writes. */
export class TurningStore extends ModuleStore {
  readonly #file: DiskFile;
  readonly #lock: Lock;
  /** The header of the file at the end of the last turn; `undefined` during a turn. */
  #left: Uint8Array | undefined;

  /** The lock admits no readers yet, and is released together with the file. */
  constructor(module: WebAssembly.Module, file: DiskFile, lock: Lock, options: OpenOptions) {
    super(module, readingAhead(releasing(file, lock.release)), options);
    this.#file = file;
    this.#lock = lock;
    try {
      this.rest();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  override commit(change: Commit): void {
    this.#begin();
    super.commit(change);
  }

  override compact(): void {
    this.#begin();
    super.compact();
  }

  rest(): void {
    this.putInOrder();
    this.#left ??= headOf(this.#file).slice();
    try {
      this.#lock.admit(true);
    } catch {
      // Nothing is lost: readers stay away until a later turn ends, and the next turn meets the error again.
    }
  }

  /** Begins a turn, if none has begun. */
  #begin(): void {
    this.#lock.admit(false);
    if (this.#left === undefined) return;
    // A closed store throws.
    this.generation();
    // The lock may have been removed by hand, and another process may have written: cached pages may be outdated.
    if (this.#file.isReplaced() || !equalBytes(headOf(this.#file), this.#left)) {
      throw failure("conflict", undefined, "somebody else wrote the store while its lock was gone: close it, and open it anew");
    }
    this.#left = undefined;
  }
}
