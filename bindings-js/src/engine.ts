// The interface behind a memory's methods. Implemented by an instance of the component in the same thread (`local.ts`), and by a worker
// that has one (`worker/engine.ts`).

import type { Listing } from "./files/files.js";
import type { Purpose, ToolAnswer } from "./generated/types.js";
import type { Extent } from "./index/extent.js";
import type { IndexOptions } from "./index/options.js";
import type { Indexed } from "./index/report.js";
import type { QuestionName, Questions } from "./questions.js";
import type { StepName, Steps } from "./records/steps.js";
import type { CalledTool } from "./tools/run.js";

/** Answers questions, indexes files, and changes records. */
export interface Engine {
  /** The purpose that the memory was opened for. */
  readonly purpose: Purpose;
  /**
   * How many changed files the last answer does not reflect, counted before the question was answered; 0 if they were
   * indexed first. Undefined if nothing was counted.
   */
  readonly nChanged: number | undefined;
  ask<N extends QuestionName>(name: N, question: Questions[N][0], signal?: AbortSignal): Promise<Questions[N][1]>;
  /** Answers a call of a tool as text, with its fault if there is one. */
  callTool(called: CalledTool, signal?: AbortSignal): Promise<Pick<ToolAnswer, "text" | "fault">>;
  index(options: IndexOptions): Promise<Indexed>;
  /** Whether the store covers none, some or all of the files. */
  extent(signal?: AbortSignal): Promise<Extent>;
  /** Lists the files of the source as they are now. */
  list(signal?: AbortSignal): Promise<Listing>;
  /** Changes or imports records, or maintains their file. */
  change<N extends StepName>(name: N, given: Steps[N][0], signal?: AbortSignal): Promise<Steps[N][1]>;
  close(): Promise<void>;
}
