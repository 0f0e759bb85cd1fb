// Which records are forgotten or erased: by their ids, or by what is said of them.
//
// Not here: what becomes of files, and whose turn it is.

import type { Engine } from "../engine.js";
import { invalid } from "../errors.js";
import type { Origin, Selection } from "../generated/types.js";
import { type Cancel, known, long, options } from "../options.js";
import { isTexts } from "./notes.js";
import type { Erasure, Forgotten } from "./steps.js";

/** Selects the records that match all of these members; at least one must be given. */
export interface RollbackSelection {
  /** Of this session, at most 128 bytes. Default: "", any. */
  session?: string | undefined;
  /** Of this principal, at most 128 bytes. Default: "", any. */
  principal?: string | undefined;
  /** Of this channel, at most 128 bytes. Default: "", any. */
  channel?: string | undefined;
  /** Of this origin. Default: any. */
  origin?: Origin | undefined;
  /** Of what happened then or later, in milliseconds since 1970. Default: any time. */
  since?: number | undefined;
}

/** How records are forgotten or erased. */
export interface ForgetOptions extends Cancel {
  /** Says what would become of them, and changes nothing. Default: false. */
  dryRun?: boolean | undefined;
}

/** Has an engine forget records. */
export async function forget(engine: Engine, ids: string[], given: ForgetOptions | undefined): Promise<Forgotten> {
  const { dryRun, signal } = forgetful(given);
  return engine.change("forget", { chosen: { ids: idsOf(ids) }, dryRun }, signal);
}

/** Has an engine forget the records of a selection. */
export async function rollback(engine: Engine, selection: RollbackSelection, given: ForgetOptions | undefined): Promise<Forgotten> {
  const { dryRun, signal } = forgetful(given);
  return engine.change("forget", { chosen: { selection: selectionOf(selection) }, dryRun }, signal);
}

/** Has an engine erase what was forgotten, and forget records before. */
export async function erase(engine: Engine, which: string[] | RollbackSelection, given: ForgetOptions | undefined): Promise<Erasure> {
  const { dryRun, signal } = forgetful(given);
  const isSelection = typeof which === "object" && which !== null && !Array.isArray(which);
  return engine.change("erase", { chosen: isSelection ? { selection: selectionOf(which) } : { ids: idsOf(which) }, dryRun }, signal);
}

function forgetful(given: ForgetOptions | undefined): { dryRun: boolean; signal: AbortSignal | undefined } {
  const { dryRun = false, signal } = options(given, ["dryRun"]);
  if (typeof dryRun !== "boolean") throw invalid("dryRun", "not true or false");
  return { dryRun, signal };
}

function idsOf(given: unknown): string[] {
  if (!isTexts(given)) throw invalid("ids", "not a list of ids");
  return given;
}

function selectionOf(given: RollbackSelection): Selection {
  known(given, ["session", "principal", "channel", "origin", "since"]);
  const { session = "", principal = "", channel = "", origin, since } = given;
  return { session, principal, channel, origin, since: long(since, "since") };
}
