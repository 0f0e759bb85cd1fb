// Arguments of forgetting and erasing: records are chosen by their ids, or by a selection.
//
// Not here: the files of a memory, and its lock.

import type { Engine } from "../engine.js";
import { invalidError } from "../errors.js";
import type { Origin, Selection } from "../generated/types.js";
import { type Cancel, known, long, options } from "../options.js";
import { isListOfTexts } from "./notes.js";
import type { Erasure, Forgotten } from "./steps.js";

/** Selects the records that match all of these members. At least one member must be given. */
export interface RollbackSelection {
  /** Only records of this session, at most 128 bytes. Default: "", any. */
  session?: string | undefined;
  /** Only records of this principal, at most 128 bytes. Default: "", any. */
  principal?: string | undefined;
  /** Only records of this channel, at most 128 bytes. Default: "", any. */
  channel?: string | undefined;
  /** Only records of this origin. Default: any. */
  origin?: Origin | undefined;
  /** Only records of events at this time or later, in milliseconds since 1970. Default: any time. */
  since?: number | undefined;
}

/** Whether `forget`, `rollback` and `erase` only say what they would change. */
export interface ForgetOptions extends Cancel {
  /** Whether to change nothing, and only return what would be forgotten. Default: false. */
  dryRun?: boolean | undefined;
}

/** Forgets records by their ids with an engine. */
export async function forget(engine: Engine, ids: string[], given: ForgetOptions | undefined): Promise<Forgotten> {
  const { dryRun, signal } = forgetOptions(given);
  return engine.change("forget", { chosen: { ids: idsOf(ids) }, dryRun }, signal);
}

/** Forgets the records of a selection with an engine. */
export async function rollback(engine: Engine, selection: RollbackSelection, given: ForgetOptions | undefined): Promise<Forgotten> {
  const { dryRun, signal } = forgetOptions(given);
  return engine.change("forget", { chosen: { selection: selectionOf(selection) }, dryRun }, signal);
}

/** Forgets records with an engine, then erases from the files everything that was ever forgotten. */
export async function erase(engine: Engine, which: string[] | RollbackSelection, given: ForgetOptions | undefined): Promise<Erasure> {
  const { dryRun, signal } = forgetOptions(given);
  const isSelection = typeof which === "object" && which !== null && !Array.isArray(which);
  return engine.change("erase", { chosen: isSelection ? { selection: selectionOf(which) } : { ids: idsOf(which) }, dryRun }, signal);
}

function forgetOptions(given: ForgetOptions | undefined): { dryRun: boolean; signal: AbortSignal | undefined } {
  const { dryRun = false, signal } = options(given, ["dryRun"]);
  if (typeof dryRun !== "boolean") throw invalidError("dryRun", "not true or false");
  return { dryRun, signal };
}

function idsOf(given: unknown): string[] {
  if (!isListOfTexts(given)) throw invalidError("ids", "not a list of ids");
  return given;
}

function selectionOf(given: RollbackSelection): Selection {
  known(given, ["session", "principal", "channel", "origin", "since"]);
  const { session = "", principal = "", channel = "", origin, since } = given;
  return { session, principal, channel, origin, since: long(since, "since") };
}
