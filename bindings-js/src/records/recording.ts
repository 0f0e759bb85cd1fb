/// <reference lib="esnext.disposable" preserve="true" />
// What becomes of records: what changes them, takes them out and in, and mends their file, of a memory and of records without a project.
//
// Not here: questions, which are generated; notes, which a memory places at files.

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

/** The methods that every object with records has. */
export class Recording {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Records an event or up to 1,000, all of them or, with an error, none: `record({ kind: "tool_call", tool: "bash", success: true })`.
   * They are durable once the promise resolves, which gives their ids in their order. The message of an error names the first event that
   * is refused by its number, from 1 on.
   */
  async record(events: NewEvent | readonly NewEvent[], given?: Cancel): Promise<Remembered[]> {
    return record(this.#engine, events, given);
  }

  /** Records up to 1,000 events as `record` does, each alone: one that is refused is left out, and told by its number. */
  async recordEach(events: readonly NewEvent[], given?: Cancel): Promise<RecordedEach> {
    return recordEach(this.#engine, events, given);
  }

  /**
   * All records without loss, as lines of JSON in pieces of about 1 MiB: `for await (const text of …)`. The last line is a trailer, by which
   * a text that was cut or changed is noticed. What is recorded meanwhile may be among them. The iterator returns how many records were left
   * out, because their rows are damaged: one at least where the memory was mended meanwhile, which the last line says too.
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
   * Takes in lines of a transcript that an agent's harness wrote: turns, calls with their results, touched files, each once, whoever told it
   * before. A line that cannot be read is left out alone, and told. Of a transcript that grows the rest is given with the `state`, from
   * `nBytes` on.
   */
  async captureLines(lines: string, given?: CaptureOptions): Promise<CapturedLines> {
    return captureLines(this.#engine, lines, given);
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
   * What a compaction would say of the entries that leave: by rule, or in the words of a `model`, which is asked at most once, here and not
   * in a worker, while others may write. Its answer is recorded at once: where it is known for these entries, the model is not asked. One
   * that fails is refused as `model`, one whose entries changed meanwhile as `stale`, and an answer that is no summary as `invalid`.
   */
  async summariseSession(id: string, given?: SummaryOptions): Promise<SummaryDraft> {
    return summariseSession(this.#engine, id, given);
  }

  /**
   * Verifies that every page of the file of records is as it was written, about a millisecond for each MiB: what is wrong with it, or
   * undefined where it is whole. Of a damaged one whatever reads is refused as `damaged`, and whatever changes mends it first.
   */
  async verify(given?: Cancel): Promise<Damage | undefined> {
    return this.#engine.change("verify", undefined, options(given).signal);
  }

  /**
   * Verifies the file of records, and makes a new one of what can be read where it is damaged; the damaged file is kept beside it. What
   * became of it, or undefined where it is whole. Where nothing can be read it stays as it is, and is refused as `damaged`.
   */
  async repair(given?: Cancel): Promise<Salvage | undefined> {
    return this.#engine.change("repair", undefined, options(given).signal);
  }

  /** What the last call that found the file of records damaged has salvaged; undefined where none did. */
  async salvaged(given?: Cancel): Promise<Salvage | undefined> {
    return this.#engine.change("salvaged", undefined, options(given).signal);
  }

  /** What was lost whenever the file of records was salvaged, the last 10 times, oldest first, until a person has seen it: `sawLosses`. */
  async losses(given?: Cancel): Promise<Salvage[]> {
    return this.#engine.change("losses", undefined, options(given).signal);
  }

  /** Takes away what is noted of losses, because a person has seen it. Whether anything was noted. */
  async sawLosses(given?: Cancel): Promise<boolean> {
    return this.#engine.change("sawLosses", undefined, options(given).signal);
  }

  /** Closes it, after the calls before have ended. A second call waits for the same promise. */
  async close(): Promise<void> {
    await this.#engine.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
