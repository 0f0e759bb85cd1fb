/// <reference lib="esnext.disposable" preserve="true" />
// A memory of code: the object that `open` returns.
//
// Arguments that are left out have the defaults of the command line. Not here: how questions are answered.

import { type ContextInWindow, type ContextOptions, context, contextIn } from "./context.js";
import type { Engine, IndexOptions } from "./engine.js";
import { invalid } from "./errors.js";
import { MemoryQuestions } from "./generated/questions.js";
import { Graph } from "./graph.js";
import type { DamagedRow, EventKind, MessageFormat, Prepared, Purpose, SummaryDraft } from "./generated/types.js";
import { texts } from "./files/scope.js";
import type { Extent } from "./index/extent.js";
import type { Indexed } from "./index/report.js";
import { type WatchOptions, type Watched, watch } from "./index/watch.js";
import { type Cancel, options } from "./options.js";
import { type Erasure, type ForgetOptions, type Forgotten, type NoteText, type RollbackSelection, erase, forget, rollback, update } from "./records/changes.js";
import { type NewEvent, record } from "./records/events.js";
import { type Exporting, type ImportOptions, type Imported, type LinesOfText, type MergeOptions, type Merged, exportCsv, exportLines, importLines, merge } from "./records/lines.js";
import type { Damage, Salvage } from "./records/mending.js";
import { type FileNoteOptions, type Remembered, remember } from "./records/notes.js";
import { type CompactOptions, type Compacted, type SessionChangeOptions, type SummaryOptions, appendToSession, compactSession, deleteSession, recoverSession, saveSession, summariseSession } from "./records/sessions.js";
import type { KeptWindow } from "./window/kept.js";
import type { Window } from "./window/window.js";

/** Checks a number of milliseconds. */
function positive(wait: unknown): void {
  if (wait !== undefined && !(typeof wait === "number" && wait >= 0)) throw invalid("wait", "not a number of milliseconds");
}

/** A memory. Calls are carried out one at a time, in order. */
export class Memory extends MemoryQuestions {
  /** Questions about the code. */
  readonly graph: Graph;
  readonly #engine: Engine;

  /** Created by `open`. */
  constructor(engine: Engine) {
    super(engine);
    this.#engine = engine;
    this.graph = new Graph(engine);
  }

  /** What the memory was opened for: with `orRead` this may be `reading` although it was to be `writing`. */
  get purpose(): Purpose {
    return this.#engine.purpose;
  }

  /**
   * With `fresh`: how many files had changed that the last answer does not know of, because they were too many, or another process was
   * writing; 0 if it knew of all. Undefined where nobody looked: without `fresh`, before the first question, and where the index was
   * never made to its end, which `extent` says.
   */
  get nChanged(): number | undefined {
    return this.#engine.nChanged;
  }

  /** Indexes every change of the files since the last run. A run that was cancelled is completed by the next one. */
  async index(given?: IndexOptions): Promise<Indexed> {
    const wanted = options(given, ["paths", "onProgress", "wait"]);
    if (!["undefined", "function"].includes(typeof wanted.onProgress)) throw invalid("onProgress", "not a function");
    positive(wanted.wait);
    texts(wanted.paths);
    return this.#engine.index(wanted);
  }

  /**
   * Indexes the files, and again after each change, for as long as the iterator is consumed: `for await (const watched of …)`. Ends
   * without an error when the signal is aborted. Files are polled, by size and modification time: if a source gives no times,
   * only changes of size are detected.
   */
  watch(given?: WatchOptions): AsyncGenerator<Watched, void, undefined> {
    const wanted = options(given, ["onProgress", "wait"]);
    positive(wanted.wait);
    return watch(this.#engine, wanted);
  }

  /** How much of the files the answers cover: during a run, or after one that was cut short, only a part. */
  async extent(given?: Cancel): Promise<Extent> {
    return this.#engine.extent(options(given).signal);
  }

  /**
   * Remembers a note of 1 to 65,536 bytes about this project. It is durable once the promise resolves. Where 1,000 events wait to be
   * stored, more are refused as `too_large`.
   */
  async remember(text: string, given?: FileNoteOptions): Promise<Remembered> {
    return remember(this.#engine, text, given, true);
  }

  /**
   * Records an event or up to 1,000, all of them or, with an error, none: `record({ kind: "tool_call", tool: "bash", success: true })`.
   * They are durable once the promise resolves, which gives their ids in their order. The message of an error names the first event that
   * is refused by its number, from 1 on.
   */
  async record(events: NewEvent | readonly NewEvent[], given?: Cancel): Promise<Remembered[]> {
    return record(this.#engine, events, given);
  }

  /**
   * Replaces what a note says: its text, of 1 to 65,536 bytes, and its metadata; its id, event and time stay. It is trusted no further than
   * before, and than who updates it. Whether there is such a note.
   */
  async update(id: string, says: NoteText, given?: Cancel): Promise<boolean> {
    return update(this.#engine, id, says, given);
  }

  /**
   * All records without loss, as lines of JSON in pieces of about 1 MiB: `for await (const text of …)`. The last line is a trailer, by which
   * a text that was cut or changed is noticed. What is recorded meanwhile may be among them. The iterator returns how many records were left
   * out, because their rows are damaged.
   */
  exportLines(given?: Cancel): AsyncGenerator<string, number, undefined> {
    return exportLines(this.#engine, given);
  }

  /**
   * The records of a kind as comma-separated values in pieces of whole lines, the names of the columns first: the bytes that the command
   * line's `memory export --format csv` writes. A table is for looking at, and is not imported again. The iterator returns how many
   * records of any kind were left out, because their rows are damaged.
   */
  exportCsv(kind: EventKind, given?: Cancel): AsyncGenerator<string, number, undefined> {
    return exportCsv(this.#engine, kind, given);
  }

  /**
   * Takes in what `exportLines` gave, here or elsewhere, each record once; what was forgotten here stays forgotten. So memories are merged,
   * also in a page. The records come from an import, untrusted, unless they are said to be `mine`. A line that is refused is left out alone,
   * and told. A text that ends before its trailer is not `isWhole`, nor is one whose lines were changed: its trailer is refused. `format:
   * "mcp"` reads the file of the Model Context Protocol's reference memory server, as notes.
   */
  async importLines(lines: LinesOfText, given?: ImportOptions): Promise<Imported> {
    return importLines(this.#engine, lines, given);
  }

  /**
   * Takes in the records of another memory, each once; what was forgotten here stays forgotten. It is opened by the caller, who closes it:
   * in Node `merge(await openRecords({ file }))` reads a file. What lies elsewhere comes as its export: see `importLines`, also for `mine`.
   */
  async merge(other: Exporting, given?: MergeOptions): Promise<Merged> {
    return merge(this.#engine, other, given);
  }

  /** Forgets records for good, by their ids, with all that was derived from them. A receipt says nothing of what its record said. */
  async forget(ids: string[], given?: ForgetOptions): Promise<Forgotten> {
    return forget(this.#engine, ids, given);
  }

  /** Forgets the records of a selection, up to 100,000, with all that was derived from them, in one change. */
  async rollback(selection: RollbackSelection, given?: ForgetOptions): Promise<Forgotten> {
    return rollback(this.#engine, selection, given);
  }

  /**
   * Forgets records for good, by their ids or those of a selection, if any are given, and lets nothing of what was ever forgotten remain in
   * the files that are kept with the memory: its file is written anew; copies of it, damaged files and refused batches are removed; windows
   * lose their tasks and the bodies that they keep for restoring. Backups are not touched: those that the command line made are named.
   */
  async erase(which: string[] | RollbackSelection = [], given?: ForgetOptions): Promise<Erasure> {
    return erase(this.#engine, which, given);
  }

  /**
   * Saves a document, an object or its JSON as the interface describes it, as the context of a session; the version after it. Every member
   * is kept as it was written: give a text where numbers are to stay as they are.
   */
  async saveSession(id: string, document: string | object, given?: SessionChangeOptions): Promise<number> {
    return saveSession(this.#engine, id, document, given);
  }

  /** Appends entries, objects or the JSON of a list, to the history of a session, which is made where there is none; the version after it. */
  async appendToSession(id: string, entries: string | readonly object[], given?: SessionChangeOptions): Promise<number> {
    return appendToSession(this.#engine, id, entries, given);
  }

  /** Deletes the context of a session, with its versions. Whether there was one. */
  async deleteSession(id: string, given?: SessionChangeOptions): Promise<boolean> {
    return deleteSession(this.#engine, id, given);
  }

  /** Brings a version of a session back, which `sessionVersions` tells; the version after it. How it is now is kept as a version. */
  async recoverSession(id: string, version: number, given?: SessionChangeOptions): Promise<number> {
    return recoverSession(this.#engine, id, version, given);
  }

  /** Compacts the context of a session where a limit is passed. How it was before is kept as a version. */
  async compactSession(id: string, given?: CompactOptions): Promise<Compacted> {
    return compactSession(this.#engine, id, given);
  }

  /**
   * What a compaction would say of the entries that leave: by rule, or in the words of a `model`, which is asked at most once, here and not
   * in a worker, while others may write. Its answer is recorded at once: where it is known for these entries, the model is not asked. One
   * that fails is refused as `model`, one whose entries changed meanwhile as `stale`, and an answer that is no summary as `invalid`.
   */
  override async summariseSession(id: string, given?: SummaryOptions): Promise<SummaryDraft> {
    return summariseSession(this.#engine, id, given);
  }

  /**
   * The code that a task needs, as by `prepare`, and behind it what was recorded that the task calls to mind, as by `remind`: past work
   * like it with what went wrong, notes that fit, open tasks, what is kept of the user.
   */
  async context(task: string, given?: ContextOptions): Promise<Prepared> {
    return context(this, task, given);
  }

  /**
   * The same for a conversation that is kept in a window, whose last message is the new one. Its messages are pushed and pruned where they
   * pass the budget, as by `fit`; and of what the task needs, pieces are left out whose text still stands in it as a part of its own.
   */
  async contextIn<M>(window: Window | KeptWindow, messages: readonly M[], format: MessageFormat, task: string, given?: ContextOptions): Promise<ContextInWindow<M>> {
    return contextIn(this, window, messages, format, task, given);
  }

  /** Rows that could not be read, and that answers so far left out; `open` with `check` and then `index` rebuild them. */
  async damaged(given?: Cancel): Promise<DamagedRow[]> {
    return this.#engine.ask("memory.damaged", undefined, options(given).signal);
  }

  /**
   * Verifies that every page of the file of records is as it was written, about a millisecond for each MiB: what is wrong with it, or
   * undefined where it is whole. Of a damaged one whatever reads is refused as `damaged`, and whatever changes mends it first.
   */
  async verify(given?: Cancel): Promise<Damage | undefined> {
    return this.#engine.mend("verify", options(given).signal);
  }

  /**
   * Verifies the file of records, and makes a new one of what can be read where it is damaged; the damaged file is kept beside it. What
   * became of it, or undefined where it is whole. Where nothing can be read it stays as it is, and is refused as `damaged`.
   */
  async repair(given?: Cancel): Promise<Salvage | undefined> {
    return this.#engine.mend("repair", options(given).signal);
  }

  /** What the last call that found the file of records damaged has salvaged; undefined where none did. */
  async salvaged(given?: Cancel): Promise<Salvage | undefined> {
    return this.#engine.mend("salvaged", options(given).signal);
  }

  /** What was lost whenever the file of records was salvaged, the last 10 times, oldest first, until a person has seen it: `sawLosses`. */
  async losses(given?: Cancel): Promise<Salvage[]> {
    return this.#engine.mend("losses", options(given).signal);
  }

  /** Takes away what is noted of losses, because a person has seen it. Whether anything was noted. */
  async sawLosses(given?: Cancel): Promise<boolean> {
    return this.#engine.mend("saw_losses", options(given).signal);
  }

  /** Closes the store, after the calls before have ended. A second call waits for the same promise. */
  async close(): Promise<void> {
    await this.#engine.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
