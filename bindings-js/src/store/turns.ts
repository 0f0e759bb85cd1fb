// The turns of a writer in Node: JavaScript does not see processes that read through redb's own locks, and might overwrite what they read.
//
// A file beside the store keeps them away from the first write of a run until its end, when the store is closed. Each turn has a random
// number: a reader that finds another one than before may have read pages that were overwritten. Not here: readers in JavaScript,
// which validate what they read.

import { equalBytes } from "../files/bytes.js";
import { replaceOurs, textOfOurs } from "../files/ours.js";
import { readingAhead } from "./ahead.js";
import { overwritten } from "./error.js";
import type { Holder } from "../errors.js";
import type { DiskFile } from "./file.js";
import { ModuleStore } from "./module.js";
import { headOf } from "./reading.js";
import type { Commit } from "./store.js";
import { MAX_TEXT, thisProcess, toLines } from "./system.js";

/** Tells readers of the native host to stay away. */
const ALONE = "readers=none\n";

/** The file of turns of a store. */
export class Turns {
  readonly #path: string;
  readonly #holder: Holder = thisProcess();
  #hasBegun = false;

  /** The caller holds the lock. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Begins a turn, if none has begun. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#say(toLines(this.#holder) + ALONE);
    this.#hasBegun = true;
  }

  /** Ends the turn, also that of a writer that died; the store is closed. */
  end(): void {
    const isOpen = this.#hasBegun || (textOfOurs(this.#path, MAX_TEXT)?.includes(ALONE) ?? false);
    if (isOpen) this.#say("");
    this.#hasBegun = false;
  }

  /** Replaces the content atomically. */
  #say(text: string): void {
    replaceOurs(this.#path, `${this.#path}.new`, `${text}turn=${Math.random().toString(36).slice(2)}\n`);
  }
}

/** A store that is written in a turn. */
export class TurningStore extends ModuleStore {
  readonly #file: DiskFile;
  readonly #turns: Turns;
  /** The header of the file when it was opened; `undefined` during a turn. */
  #found: Uint8Array | undefined;

  /** The caller holds the lock. `check` writes at once. */
  constructor(module: WebAssembly.Module, file: DiskFile, turns: Turns, check: boolean) {
    if (check) turns.begin();
    super(module, readingAhead(file), { check });
    this.#file = file;
    this.#turns = turns;
    if (!check) this.#found = headOf(file).slice();
  }

  override commit(change: Commit): void {
    this.#begin();
    super.commit(change);
  }

  override compact(): void {
    this.#begin();
    super.compact();
  }

  /** Begins a turn, if none has begun. */
  #begin(): void {
    this.#turns.begin();
    if (this.#found === undefined) return;
    // The lock may have been removed by hand, and another process may have written: cached pages may be outdated.
    if (this.#file.isReplaced() || !equalBytes(headOf(this.#file), this.#found)) throw overwritten();
    this.#found = undefined;
  }
}
