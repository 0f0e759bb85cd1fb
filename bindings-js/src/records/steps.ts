// Steps: what an engine does with records besides answering questions, with the input and output of each step. Only values that can be
// cloned, to be sent to a worker.
//
// Not here: the methods that programs call, and carrying out the steps.

import type { Changes } from "../generated/changes.js";
import type { Compaction, Event, Harness, ModelRequest, Receipt, RefusedLine, Selection, SummariseQuestion, SummaryDraft, UpkeepSlice } from "../generated/types.js";
import type { Numbers } from "../numbers.js";
import type { ErasedFiles } from "./keeping.js";
import type { Damage, Salvage } from "./mending.js";

/** Events as lines of JSON, their number, and random bytes from which the ids of new records are computed. */
export interface Lines {
  lines: string;
  nLines: number;
  entropy: Uint8Array;
}

/** Events to record: one event and the files that it refers to, or events as lines. */
export type RecordInput = { event: Event; at: string[] } | Lines;

/** The id of a recorded event, and whether it was new. */
export interface Remembered {
  /** The id of its record. While it waits: the id that it will get, unless the event is known already. */
  id: string;
  state: State;
}

/** The state of a recorded event. */
export type State =
  /** It is in the store. If another process added it, that process may have known the event already. */
  | "added"
  /** The event was known already, or forgotten since: nothing was added. */
  | "known"
  /** The event was known from an import, as untrusted, and is adopted as the importer's own. */
  | "adopted"
  /** It is stored durably outside the store, because another process is writing. The next process that can adds it. */
  | "waiting";

/**
 * The format of lines to import. `jsonl`: written by `exportLines`, or by the command line's `memory export`. `mcp`: the file of the Model
 * Context Protocol's reference memory server, of which each observation and each relation becomes a note.
 */
export type LineFormat = "jsonl" | "mcp";

/** A batch of exported lines, with the state that the previous batch returned. */
export interface ExportedLines {
  lines: string;
  state: string;
  format: LineFormat;
  isMine: boolean;
}

/** The result of lines that are accepted or refused singly. */
export interface RecordedLines {
  /** The result of each accepted event, in order. */
  taken: Remembered[];
  /** The refused lines, by their number in the batch. */
  refused: RefusedLine[];
}

/** The result of importing a batch of exported lines. */
export interface ImportedBatch extends RecordedLines {
  /** The state to pass with the next batch. */
  state: string;
  /** Whether the trailer was read, and is valid. */
  isWhole: boolean;
}

/** A batch of a transcript's lines, with the state that the previous batch returned. */
export interface TranscriptLines {
  lines: string;
  harness: Harness | undefined;
  folder: string;
  state: Uint8Array;
}

/** The result of capturing a batch of a transcript's lines. */
export interface CapturedBatch extends RecordedLines {
  state: Uint8Array;
  nLines: number;
  nBytes: number;
  nUnknown: number;
  session: string;
  folder: string;
}

/** The records to forget: those with these ids, or those that match every member of the selection. */
export type Chosen = { ids: string[] } | { selection: Selection };

/** A request to forget or erase records. */
export interface ForgetRequest {
  chosen: Chosen;
  dryRun: boolean;
}

/** What was forgotten, or, with `dryRun`, what would be. */
export interface Forgotten {
  /** One for each id, or, for a rollback, for each record of its selection. */
  receipts: Receipt[];
  /** Records that were forgotten besides the chosen ones, because they were derived from these. */
  nDerived: number;
}

/** The result of erasing. It does not repeat the content of records. */
export interface Erasure extends ErasedFiles {
  /** One for each id, in order, or, for a selection, for each of its records. */
  receipts: Receipt[];
  /** Records that were forgotten besides the chosen ones, because they were derived from these. */
  nDerived: number;
  /** How many bodies of pruned parts of windows were erased, which can no longer be restored. */
  nBodies: number;
}

/** The result of compacting a session, with 64-bit integers as numbers. */
export type Compacted = Numbers<Compaction>;

/** A request to draft a summary. */
export interface SummaryRequest {
  question: SummariseQuestion;
  /** The model's answer, and the texts of the request it answers; undefined before the model was asked. */
  said: { texts: string[]; answer: Uint8Array } | undefined;
}

/** The drafted summary, or the request for the model, which is to be asked first. */
export type SummaryOutcome = { draft: SummaryDraft } | { request: ModelRequest };

/** The result of a slice of upkeep, without its effects, which are committed. */
export type UpkeepReport = Omit<UpkeepSlice, "effects">;

/** The input and the output of each step: changes of the interface, and steps that need more than one call of the component. */
export interface Steps extends Changes {
  record: [RecordInput, Remembered[]];
  recordEach: [Lines, RecordedLines];
  importLines: [ExportedLines, ImportedBatch];
  captureLines: [TranscriptLines, CapturedBatch];
  forget: [ForgetRequest, Forgotten];
  erase: [ForgetRequest, Erasure];
  summarise: [SummaryRequest, SummaryOutcome];
  upkeep: [{ budget: number }, UpkeepReport];
  /** Verifies the file of records. The output is the damage, if any. */
  verify: [undefined, Damage | undefined];
  repair: [undefined, Salvage | undefined];
  salvaged: [undefined, Salvage | undefined];
  losses: [undefined, Salvage[]];
  sawLosses: [undefined, boolean];
}

export type StepName = keyof Steps;

/** The steps that are not single changes of the interface. */
export type OwnSteps = Omit<Steps, keyof Changes>;
