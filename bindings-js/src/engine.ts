// What answers questions about a memory and changes it: an instance of the component in the same thread (`local.ts`), or a worker that has one
// (`worker/engine.ts`).

import type { Listing } from "./files/files.js";
import type { Purpose } from "./generated/types.js";
import type { Extent } from "./index/extent.js";
import type { IndexOptions } from "./index/options.js";
import type { Indexed } from "./index/report.js";
import type { QuestionName, Questions } from "./questions.js";
import type { Mending } from "./records/mending.js";
import type { Erasure, Forgetful, Forgotten, ImportedBatch, Piece, RecordInput, Remembered, SessionChange, SessionDone, Summarised, Summarising, Tended, Update } from "./records/steps.js";

/** Answers questions and indexes files. */
export interface Engine {
  /** What it was opened for. */
  readonly purpose: Purpose;
  /** How many files had changed since they were indexed when the last question looked; 0 where it took them in, or nobody looks. */
  readonly nChanged: number | undefined;
  ask<N extends QuestionName>(name: N, question: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]>;
  index(options: IndexOptions): Promise<Indexed>;
  /** How much of the files is in the store. */
  extent(signal?: AbortSignal): Promise<Extent>;
  /** The current files. */
  list(signal?: AbortSignal): Promise<Listing>;
  record(told: RecordInput, signal?: AbortSignal): Promise<Remembered[]>;
  importLines(given: Piece, signal?: AbortSignal): Promise<ImportedBatch>;
  update(given: Update, signal?: AbortSignal): Promise<boolean>;
  forget(which: Forgetful, signal?: AbortSignal): Promise<Forgotten>;
  erase(which: Forgetful, signal?: AbortSignal): Promise<Erasure>;
  changeSession(change: SessionChange, signal?: AbortSignal): Promise<SessionDone>;
  summarise(wanted: Summarising, signal?: AbortSignal): Promise<Summarised>;
  upkeep(budget: number, signal?: AbortSignal): Promise<Tended>;
  /** Asks about damage of the records. */
  mend<W extends keyof Mending>(what: W, signal?: AbortSignal): Promise<Mending[W]>;
  close(): Promise<void>;
}
