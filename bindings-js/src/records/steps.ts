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

/** What an engine is told: an event and the files that it speaks of, or events as lines. */
export type RecordInput = { event: Event; at: string[] } | Lines;

/** What became of an event. */
export interface Remembered {
  /** If it waits: the one that it will have unless its event is known already. */
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

/** What became of lines that each stand alone. */
export interface TakenLines {
  /** One for each event, in their order. */
  taken: Remembered[];
  /** What was left out, by its line in the batch. */
  refused: RefusedLine[];
}

/** What a batch of exported lines became. */
export interface ImportedBatch extends TakenLines {
  /** To be given with the lines that follow. */
  state: string;
  isWhole: boolean;
}

/** Lines of a transcript, and what the ones before gave. */
export interface Transcribed {
  lines: string;
  harness: Harness | undefined;
  folder: string;
  state: Uint8Array;
}

/** What a batch of a transcript's lines became. */
export interface CapturedBatch extends TakenLines {
  state: Uint8Array;
  nLines: number;
  nBytes: number;
  nUnknown: number;
  session: string;
  folder: string;
}

/** Which records an engine is to forget: those with these ids, or those that all of this is said of. */
export type Chosen = { ids: string[] } | { selection: Selection };

/** How an engine is to forget them. */
export interface Forgetful {
  chosen: Chosen;
  dryRun: boolean;
}

/** What was forgotten. */
export interface Forgotten {
  /** One for each id, or of a rollback for each record of its selection. */
  receipts: Receipt[];
  /** Records that were forgotten beside them, because they were derived from them. */
  nDerived: number;
}

/** What erasing did. It says nothing of what the records said. */
export interface Erasure extends Reach {
  /** One for each id, in their order. */
  receipts: Receipt[];
  /** Records that were forgotten beside them, because they were derived from them. */
  nDerived: number;
  /** Bodies of pruned parts of windows that cannot be restored any more. */
  nBodies: number;
}

/** What a compaction did. */
export type Compacted = Numbers<Compaction>;

/** A question for a summary, and what the model said of which texts, if it was asked. */
export interface Summarising {
  question: SummariseQuestion;
  said: { texts: string[]; answer: Uint8Array } | undefined;
}

/** The summary, or what to ask the model first. */
export type Summarised = { draft: SummaryDraft } | { request: ModelRequest };

/** What a slice of upkeep did. */
export type Tended = Omit<UpkeepSlice, "effects">;

/** What is done with records: what each is given, and what it gives. Beside changes of the interface, what takes more than one. */
export interface Steps extends Changes {
  record: [RecordInput, Remembered[]];
  recordEach: [Lines, TakenLines];
  importLines: [Piece, ImportedBatch];
  captureLines: [Transcribed, CapturedBatch];
  forget: [Forgetful, Forgotten];
  erase: [Forgetful, Erasure];
  summarise: [Summarising, Summarised];
  upkeep: [{ budget: number }, Tended];
  /** What is wrong with the file of records. */
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
