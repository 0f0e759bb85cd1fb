// What answers questions about a memory and changes it: an instance of the component in the same thread (`local.ts`), or a worker that has one
// (`worker/engine.ts`).

import type { Listing } from "./files/files.js";
import type { Purpose } from "./generated/types.js";
import type { Extent } from "./index/extent.js";
import type { IndexOptions } from "./index/options.js";
import type { Indexed } from "./index/report.js";
import type { QuestionName, Questions } from "./questions.js";
import type { StepName, Steps } from "./records/steps.js";

/** Answers questions and indexes files. */
export interface Engine {
  /** The purpose that it was opened for. */
  readonly purpose: Purpose;
  /** How many files had changed since they were indexed when the last question looked; 0 where it took them in, or nobody looks. */
  readonly nChanged: number | undefined;
  ask<N extends QuestionName>(name: N, question: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]>;
  index(options: IndexOptions): Promise<Indexed>;
  /** How much of the files is in the store. */
  extent(signal?: AbortSignal): Promise<Extent>;
  /** The current files. */
  list(signal?: AbortSignal): Promise<Listing>;
  /** Changes records, takes them in, or looks after their file. */
  change<N extends StepName>(name: N, given: Steps[N][0], signal?: AbortSignal): Promise<Steps[N][1]>;
  close(): Promise<void>;
}
