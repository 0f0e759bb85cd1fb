// Records without a project: the object that `openRecords` returns.

import type { Engine } from "../engine.js";
import { textFiles } from "../files/files.js";
import { RecordQuestions } from "../generated/questions.js";
import type { Owner } from "../generated/types.js";
import { LocalEngine } from "../local.js";
import { type Cancel, options } from "../options.js";
import type { Platform } from "../platform.js";
import type { Remembered } from "./steps.js";
import { MemoryStore } from "../store/memory.js";
import { RecordsEngine } from "./engine.js";
import type { Keeping } from "./keeping.js";
import { type NoteOptions, type OwnerMembers, type Rules, remember } from "./notes.js";

/** Whose records are opened. */
export interface OwnerOptions {
  /**
   * `tenant`: whose records these are; nothing of one tenant is shown to another. `principal`: who has them open. `speaker`: who speaks,
   * so that nothing that is recorded is relied on more; `person` where a person types what is remembered. `trust`: the most trust that a
   * record has which is added so. `roots`: where the project lies that paths become relative to, absolute, under each of its names, at
   * most 8. Default: { tenant: "", principal: "", speaker: "agent", trust: "confirmed", roots: [] }.
   */
  owner?: OwnerMembers | undefined;
}

/** The options of upkeep. */
export interface UpkeepOptions extends Cancel {
  /** How many rows are looked at. Default: 1,000. Range: 1 to 10,000. */
  budget?: number | undefined;
}

/** Records in a file of their own, or nowhere. Calls are carried out one at a time, in order. */
export class Records extends RecordQuestions {
  readonly #engine: Engine;

  /** Created by `openRecords`. */
  constructor(engine: Engine) {
    super(engine);
    this.#engine = engine;
  }

  /** Remembers a note of 1 to 65,536 bytes. Where 1,000 events wait to be stored, more are refused as `too_large`. */
  async remember(text: string, given?: NoteOptions): Promise<Remembered> {
    return remember(this.#engine, text, given, false);
  }

  /** One slice of the work that nobody waits for: how many records were written anew, how many went because their time was over, and whether nothing is left to do. */
  async upkeep(given?: UpkeepOptions): Promise<{ nRewritten: number; nExpired: number; nMasked: number; isDone: boolean }> {
    const { budget = 1_000, signal } = options(given, ["budget"]);
    return this.#engine.change("upkeep", { budget }, signal);
  }
}

/** Records in this thread. */
export function recordsIn(platform: Platform, keeping: Keeping, owner: Owner, rules: Rules | (() => Rules)): Records {
  const records = new RecordsEngine(platform, keeping, owner, rules);
  return new Records(new LocalEngine({ platform, files: textFiles(new Map()), store: new MemoryStore(), purpose: "reading", records }));
}
