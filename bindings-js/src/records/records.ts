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
import type { RecordsStorage } from "./keeping.js";
import { type NoteOptions, type OwnerMembers, type Rules, remember } from "./notes.js";

/** The option that says whose records are opened. */
export interface OwnerOptions {
  /**
   * `tenant`: whose records these are; tenants never see each other's records. `principal`: who is using them.
   * `speaker`: who records; no record gets a more trusted origin. `person` if a person types what is recorded. `trust`:
   * the most trust of an added record. `roots`: the absolute paths of the project's folder, at most 8, to which
   * recorded paths are made relative. Default: { tenant: "", principal: "", speaker: "agent", trust: "confirmed",
   * roots: [] }.
   */
  owner?: OwnerMembers | undefined;
}

/** How much one slice of upkeep does. */
export interface UpkeepOptions extends Cancel {
  /** How many rows one slice examines. Default: 1,000. Range: 1 to 10,000. */
  budget?: number | undefined;
}

/** Records without a project, in a file or in memory. Calls are carried out one at a time, in order. */
export class Records extends RecordQuestions {
  readonly #engine: Engine;

  /** Created by `openRecords`. */
  constructor(engine: Engine) {
    super(engine);
    this.#engine = engine;
  }

  /** Records a note of 1 to 65,536 bytes. If 1,000 events already wait to be stored, it is refused as `too_large`. */
  async remember(text: string, given?: NoteOptions): Promise<Remembered> {
    return remember(this.#engine, text, given, false);
  }

  /** Does one slice of maintenance. Returns how many records were rewritten, expired and had secrets masked, and whether nothing is left to do. */
  async upkeep(given?: UpkeepOptions): Promise<{ nRewritten: number; nExpired: number; nMasked: number; isDone: boolean }> {
    const { budget = 1_000, signal } = options(given, ["budget"]);
    return this.#engine.change("upkeep", { budget }, signal);
  }
}

/** Opens records without a project in this thread. */
export function recordsIn(platform: Platform, storage: RecordsStorage, owner: Owner, rules: Rules | (() => Rules)): Records {
  const records = new RecordsEngine(platform, storage, owner, rules);
  return new Records(new LocalEngine({ platform, files: textFiles(new Map()), store: new MemoryStore(), purpose: "reading", records }));
}
