/// <reference lib="esnext.disposable" preserve="true" />
// The methods that change, export, import and mend records: of a memory, and of records without a project.
//
// Not here: questions, which are generated; notes, to which a memory adds files.

import type { Engine } from "../engine.js";
import type { EventKind, SummaryDraft } from "../generated/types.js";
import { type Cancel, options } from "../options.js";
import { type ForgetOptions, type RollbackSelection, erase, forget, rollback } from "./forgetting.js";
import { type NewEvent, type RecordedEach, record, recordEach } from "./events.js";
import { type CaptureOptions, type CapturedLines, captureLines } from "./capture.js";
import { type Exporting, type ImportOptions, type Imported, type LinesOfText, type MergeOptions, type Merged, exportCsv, exportLines, importLines, merge } from "./lines.js";
import type { Damage, Salvage } from "./mending.js";
import { type SummaryOptions, summariseSession } from "./summaries.js";
import type { Erasure, Forgotten, Remembered } from "./steps.js";

/** The base class of every object with records. */
export class Recording {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Records one event, or up to 1,000, all or none: `record({ kind: "tool_call", tool: "bash", success: true })`. They are durable once the
   * promise resolves. Returns their ids and states in the same order. If events are refused, the message of the error names the first one by its
   * number, from 1 on.
   */
  async record(events: NewEvent | readonly NewEvent[], given?: Cancel): Promise<Remembered[]> {
    return record(this.#engine, events, given);
  }

  /** Records up to 1,000 events as `record` does, but leaves out refused ones, and returns these by their numbers. */
  async recordEach(events: readonly NewEvent[], given?: Cancel): Promise<RecordedEach> {
    return recordEach(this.#engine, events, given);
  }

  /**
   * Exports all records without loss, as lines of JSON in pieces of about 1 MiB: `for await (const text of …)`. The last line is a trailer, by
   * which `importLines` detects a cut or changed text. Events recorded meanwhile may be included. The iterator returns how many records were
   * left out, because their rows are damaged: at least one if the memory was mended meanwhile, as the trailer says too.
   */
  exportLines(given?: Cancel): AsyncGenerator<string, number, undefined> {
    return exportLines(this.#engine, given);
  }

  /**
   * Exports the records of a kind as comma-separated values, in pieces of whole lines, after a line of column names: the same bytes as the
   * command line's `memory export --format csv`. A table cannot be imported. The iterator returns how many records of any kind were left out,
   * because their rows are damaged.
   */
  exportCsv(kind: EventKind, given?: Cancel): AsyncGenerator<string, number, undefined> {
    return exportCsv(this.#engine, kind, given);
  }

  /**
   * Imports the output of `exportLines`, of this or another memory; known records are not added again, and forgotten ones stay forgotten. The
   * records are untrusted, unless the option `mine` is set. Refused lines are left out and returned. If the text was cut off or changed,
   * `isWhole` is false. `format: "mcp"` imports the file of the Model Context Protocol's reference memory server as
   * notes.
   */
  async importLines(lines: LinesOfText, given?: ImportOptions): Promise<Imported> {
    return importLines(this.#engine, lines, given);
  }

  /**
   * Records turns, tool calls with their results and touched files from a transcript that an agent's harness wrote; known events are not
   * added again. Lines that cannot be read are left out and returned. To continue a growing transcript, pass the text from `nBytes` on
   * with the returned `state`.
   */
  async captureLines(lines: string, given?: CaptureOptions): Promise<CapturedLines> {
    return captureLines(this.#engine, lines, given);
  }

  /**
   * Adds the records of another memory; known records are not added again, and forgotten ones stay forgotten. The caller opens and closes the
   * other memory: in Node, `merge(await openRecords({ file }))` reads a file. See `importLines` for `mine`, and for memories elsewhere.
   */
  async merge(other: Exporting, given?: MergeOptions): Promise<Merged> {
    return merge(this.#engine, other, given);
  }

  /** Forgets records for good, by their ids, with all records derived from them. Receipts do not repeat the content of records. */
  async forget(ids: string[], given?: ForgetOptions): Promise<Forgotten> {
    return forget(this.#engine, ids, given);
  }

  /** Forgets the records of a selection, up to 100,000, with all records derived from them, in one change. */
  async rollback(selection: RollbackSelection, given?: ForgetOptions): Promise<Forgotten> {
    return rollback(this.#engine, selection, given);
  }

  /**
   * Forgets records by their ids or a selection, if any are given, and then erases from the memory's files everything
   * that was ever forgotten: the file of records is rewritten; copies, damaged files and refused batches are removed;
   * windows lose their tasks and the bodies kept for restoring. Backups are not changed; those made by the command line
   * are listed in the result.
   */
  async erase(which: string[] | RollbackSelection = [], given?: ForgetOptions): Promise<Erasure> {
    return erase(this.#engine, which, given);
  }

  /**
   * Drafts the summary of the entries that a compaction would remove: by rule, or by a `model`, which is asked at most once, in this thread,
   * while other processes may write. The model's answer is recorded at once, and is reused for the same entries. Throws `model` if the model
   * fails, `stale` if the entries changed meanwhile, and `invalid` if the answer is no summary.
   */
  async summariseSession(id: string, given?: SummaryOptions): Promise<SummaryDraft> {
    return summariseSession(this.#engine, id, given);
  }

  /**
   * Verifies every page of the file of records, in about a millisecond per MiB. Returns the damage; undefined if there is none. A read that
   * meets damage is refused as `damaged`; a change that meets it mends the file first.
   */
  async verify(given?: Cancel): Promise<Damage | undefined> {
    return this.#engine.change("verify", undefined, options(given).signal);
  }

  /**
   * Verifies the file of records. If it is damaged, replaces it by a new file of what can be read, keeps the damaged file beside it, and
   * returns the outcome; undefined if it is whole or missing. Throws `damaged` and changes nothing if nothing can be read.
   */
  async repair(given?: Cancel): Promise<Salvage | undefined> {
    return this.#engine.change("repair", undefined, options(given).signal);
  }

  /** The outcome of the last salvage by this object; undefined if it found no damage so far. */
  async salvaged(given?: Cancel): Promise<Salvage | undefined> {
    return this.#engine.change("salvaged", undefined, options(given).signal);
  }

  /** The last 10 salvages of the file of records, by any process, oldest first, since the last call of `sawLosses`. */
  async losses(given?: Cancel): Promise<Salvage[]> {
    return this.#engine.change("losses", undefined, options(given).signal);
  }

  /** Clears the list of losses, after a person has seen it. Returns whether there were any. */
  async sawLosses(given?: Cancel): Promise<boolean> {
    return this.#engine.change("sawLosses", undefined, options(given).signal);
  }

  /** Closes the memory or the records, after earlier calls have ended. Closing again has no effect. */
  async close(): Promise<void> {
    await this.#engine.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
