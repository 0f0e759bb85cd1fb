/// <reference lib="esnext.disposable" preserve="true" />
// Notes without a project: the object that `openRecords` returns.

import { LocalEngine, type Engine } from "../engine.js";
import { textFiles } from "../files/files.js";
import { MemoryQuestions, type NotesOptions } from "../generated/questions.js";
import type { NotePage, Owner, Receipt, RecordTotals } from "../generated/types.js";
import { type Cancel, options } from "../options.js";
import type { Platform } from "../platform.js";
import { MemoryStore } from "../store/memory.js";
import { RecordsEngine } from "./engine.js";
import type { Keeping } from "./keeping.js";
import { type Erasure, type NoteOptions, type Remembered, type Salvage, erase, forget, remember } from "./notes.js";

/** Whose records are opened. */
export interface OwnerOptions {
  /**
   * `tenant`: whose records these are; nothing of one tenant is shown to another. `principal`: who has them open. `trust`: the most
   * trust that a record has which is added so. Default: { tenant: "", principal: "", trust: "confirmed" }.
   */
  owner?: Partial<Owner> | undefined;
}

/** The options of upkeep. */
export interface UpkeepOptions extends Cancel {
  /** How many rows are looked at. Default: 1,000. Range: 1 to 10,000. */
  budget?: number | undefined;
}

/** Notes in a file of their own, or nowhere. Calls are carried out one at a time, in order. */
export class Records {
  readonly #engine: Engine;
  readonly #questions: MemoryQuestions;

  /** Created by `openRecords`. */
  constructor(engine: Engine) {
    this.#engine = engine;
    this.#questions = new MemoryQuestions(engine);
  }

  /** Remembers a note of 1 to 65,536 bytes. At most 1,000 wait to be stored; more are refused as `too-large`. */
  async remember(text: string, given?: NoteOptions): Promise<Remembered> {
    return remember(this.#engine, text, given, false);
  }

  /** Forgets notes for good, by their ids, and gives a receipt for each that says nothing of what it said. */
  async forget(ids: string[], given?: Cancel): Promise<Receipt[]> {
    return forget(this.#engine, ids, given);
  }

  /**
   * Forgets notes for good, if any are given, and lets nothing of what was ever forgotten remain in the files that are kept with the memory:
   * its file is written anew; copies of it, damaged files and refused batches are removed; windows lose their tasks and the bodies that they
   * keep for restoring. Backups are not touched: those that the command line made are named.
   */
  async erase(ids: string[] = [], given?: Cancel): Promise<Erasure> {
    return erase(this.#engine, ids, given);
  }

  /** The notes of a channel or of all, newest first. */
  async notes(given?: NotesOptions): Promise<NotePage> {
    return this.#questions.notes(given);
  }

  /** How many records there are. */
  async totals(given?: Cancel): Promise<RecordTotals> {
    return this.#questions.totals(given);
  }

  /** One slice of the work that nobody waits for: how many records were written anew, and whether nothing is left to do. */
  async upkeep(given?: UpkeepOptions): Promise<{ nRewritten: number; isDone: boolean }> {
    const { budget = 1_000, signal } = options(given, ["budget"]);
    return this.#engine.upkeep(budget, signal);
  }

  /** What a call so far has salvaged, because the file was damaged. */
  async salvaged(given?: Cancel): Promise<Salvage | undefined> {
    return this.#engine.salvaged(options(given).signal);
  }

  /** Ends after the calls before have ended. A second call waits for the same promise. */
  async close(): Promise<void> {
    await this.#engine.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Records in this thread. */
export function recordsIn(platform: Platform, keeping: Keeping, owner: Owner, mostBytes?: number): Records {
  const records = new RecordsEngine(platform, keeping, owner, mostBytes);
  return new Records(new LocalEngine({ platform, files: textFiles(new Map()), store: new MemoryStore(), purpose: "reading", records }));
}
