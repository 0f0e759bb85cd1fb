// What an engine does with records beside answering questions: what it is given for each, and what it gives. Only values that can be cloned,
// as a worker is sent them.
//
// Not here: how programs say it, and how it is done.

import type { Changes } from "../generated/changes.js";
import type { Compaction, Event, Harness, ModelRequest, Receipt, RefusedLine, Selection, SummariseQuestion, SummaryDraft, UpkeepSlice } from "../generated/types.js";
import type { Numbers } from "../numbers.js";
import type { Reach } from "./keeping.js";
import type { Damage, Salvage } from "./mending.js";

/** Events as lines of JSON, how many, and the random bytes that the ids of new ones follow from. */
export interface Lines {
  lines: string;
  n: number;
  entropy: Uint8Array;
}

/** The input of an engine: an event and the files that it speaks of, or events as lines. */
export type RecordInput = { event: Event; at: string[] } | Lines;

/** The outcome of recording an event. */
export interface Remembered {
  /** Its id; if it waits, the id that it will get unless its event is known already. */
  id: string;
  state: State;
}

/** How an event was taken. */
export type State =
  /** It is in the store. Where another process took it in, its event may have been known to that one. */
  | "added"
  /** Its event was known already: nothing was added, also if it was forgotten since. */
  | "known"
  /** The same, and what was imported before, untrusted, is its importer's own word from now on. */
  | "adopted"
  /** It is durable beside the store, because another process has its turn, and is taken in by the next that can. */
  | "waiting";

/**
 * Whose lines they are: those of `exportLines` and of the command line's `memory export`, or those of the file that the Model Context
 * Protocol's reference memory server keeps, of which each observation and each relation becomes a note.
 */
export type LineFormat = "jsonl" | "mcp";

/** Exported lines, and what the ones before gave. */
export interface Piece {
  lines: string;
  state: string;
  format: LineFormat;
  isMine: boolean;
}

/** The outcome of lines that are each taken or refused alone. */
export interface TakenLines {
  /** One for each event, in their order. */
  taken: Remembered[];
  /** Lines that were left out, by their number in the batch. */
  refused: RefusedLine[];
}

/** The outcome of a batch of exported lines. */
export interface ImportedBatch extends TakenLines {
  /** To be given with the lines that follow. */
  state: string;
  isWhole: boolean;
}

/** Lines of a transcript, with the state that the lines before them returned. */
export interface Transcribed {
  lines: string;
  harness: Harness | undefined;
  folder: string;
  state: Uint8Array;
}

/** The outcome of a batch of a transcript's lines. */
export interface CapturedBatch extends TakenLines {
  state: Uint8Array;
  nLines: number;
  nBytes: number;
  nUnknown: number;
  session: string;
  folder: string;
}

/** Selects the records to forget: those with these ids, or those that match every member of the selection. */
export type Chosen = { ids: string[] } | { selection: Selection };

/** How an engine is to forget them. */
export interface Forgetful {
  chosen: Chosen;
  dryRun: boolean;
}

/** The outcome of forgetting. */
export interface Forgotten {
  /** One for each id, or of a rollback for each record of its selection. */
  receipts: Receipt[];
  /** Records that were forgotten beside them, because they were derived from them. */
  nDerived: number;
}

/** The outcome of erasing; it repeats nothing that the records said. */
export interface Erasure extends Reach {
  /** One for each id, in their order. */
  receipts: Receipt[];
  /** Records that were forgotten beside them, because they were derived from them. */
  nDerived: number;
  /** Bodies of pruned parts of windows that cannot be restored any more. */
  nBodies: number;
}

/** The outcome of a compaction. */
export type Compacted = Numbers<Compaction>;

/** A question for a summary, with the model's answer and the texts that it is about, if the model was asked. */
export interface Summarising {
  question: SummariseQuestion;
  said: { texts: string[]; answer: Uint8Array } | undefined;
}

/** The summary, or what to ask the model first. */
export type Summarised = { draft: SummaryDraft } | { request: ModelRequest };

/** The outcome of a slice of upkeep. */
export type Tended = Omit<UpkeepSlice, "effects">;

/** The steps on records, each with its input and its output: the changes of the interface, and steps that take more than one change. */
export interface Steps extends Changes {
  record: [RecordInput, Remembered[]];
  recordEach: [Lines, TakenLines];
  importLines: [Piece, ImportedBatch];
  captureLines: [Transcribed, CapturedBatch];
  forget: [Forgetful, Forgotten];
  erase: [Forgetful, Erasure];
  summarise: [Summarising, Summarised];
  upkeep: [{ budget: number }, Tended];
  /** Verifies the file of records, and returns its damage, if any. */
  verify: [undefined, Damage | undefined];
  repair: [undefined, Salvage | undefined];
  salvaged: [undefined, Salvage | undefined];
  losses: [undefined, Salvage[]];
  sawLosses: [undefined, boolean];
}

/** The name of a step. */
export type StepName = keyof Steps;

/** The steps that the interface has no one change for. */
export type OwnSteps = Omit<Steps, keyof Changes>;
