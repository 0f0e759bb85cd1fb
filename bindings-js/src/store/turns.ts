// The turns of a writer in Node: JavaScript does not see readers that use redb's own locks, and could overwrite pages that they read.
//
// A file beside the store makes such readers wait from the first write of a run until the store is closed. Each turn has a random number:
// if it changed while a reader was reading, the pages read may have been overwritten. Not here: readers in JavaScript, which validate
// their reads.

import { equalBytes } from "../files/bytes.js";
import { replaceOurs, textOfOurs } from "../files/ours.js";
import { withReadAhead } from "./ahead.js";
import { overwrittenError } from "./error.js";
import type { Holder } from "../errors.js";
import type { DiskFile } from "./file.js";
import { ModuleStore } from "./module.js";
import { headOf } from "./reading.js";
import type { Commit } from "./store.js";
import { MAX_TEXT, thisProcess, toLines } from "./system.js";

/** The line by which the file tells readers of the native host to wait. */
const NO_READERS = "readers=none\n";

/** Writes the file of turns of a store. */
export class Turns {
  readonly #path: string;
  readonly #holder: Holder = thisProcess();
  #hasBegun = false;

  /** `path`: the file of turns. The caller holds the lock. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Begins a turn, if none has begun. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#write(toLines(this.#holder) + NO_READERS);
    this.#hasBegun = true;
  }

  /** Ends the turn, or that of a dead writer. The store must be closed. */
  end(): void {
    const isTurnOpen = this.#hasBegun || (textOfOurs(this.#path, MAX_TEXT)?.includes(NO_READERS) ?? false);
    if (isTurnOpen) this.#write("");
    this.#hasBegun = false;
  }

  /** Replaces the content of the file atomically. */
  #write(text: string): void {
    replaceOurs(this.#path, `${this.#path}.new`, `${text}turn=${Math.random().toString(36).slice(2)}\n`);
  }
}

/** A store that begins a turn before its first write. */
export class TurningStore extends ModuleStore {
  readonly #file: DiskFile;
  readonly #turns: Turns;
  /** The header of the file when it was opened; undefined during a turn. */
  #foundHead: Uint8Array | undefined;

  /** Opens the store; with `check`, a turn begins at once. The caller holds the lock. */
  constructor(module: WebAssembly.Module, file: DiskFile, turns: Turns, check: boolean) {
    if (check) turns.begin();
    super(module, withReadAhead(file), { check });
    this.#file = file;
    this.#turns = turns;
    if (!check) this.#foundHead = headOf(file).slice();
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
    if (this.#foundHead === undefined) return;
    // A person may have removed the lock, so that another process could write: cached pages may be outdated.
    if (this.#file.isReplaced() || !equalBytes(headOf(this.#file), this.#foundHead)) throw overwrittenError();
    this.#foundHead = undefined;
  }
}
