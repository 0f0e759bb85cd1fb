// What a program tells and is told: notes with their options, and what becomes of them.

import type { Engine } from "../engine.js";
import { invalid } from "../errors.js";
import type { NewNote, Origin, Owner, Receipt, Trust } from "../generated/types.js";
import { type Cancel, known, long, options } from "../options.js";
import type { Reach } from "./keeping.js";

/** The options of a note. */
export interface NoteOptions extends Cancel {
  /** What it belongs to, at most 128 bytes. Default: "", which stands for `_global`. */
  channel?: string | undefined;
  /** Who says it. It limits how far the note may be relied on. Default: person. */
  origin?: Origin | undefined;
  /** The session in which it was said, at most 128 bytes. Default: "", none. */
  session?: string | undefined;
  /** When it happened, in milliseconds since 1970. Default: now. */
  time?: number | undefined;
  /** What tells this event from every other, 1 to 256 bytes: one that is told again is not added again. Default: a new event. */
  eventId?: string | undefined;
  /** The ids of records that it was derived from, at most 100: its trust is at most the least of theirs. Default: []. */
  parents?: string[] | undefined;
}

/** The options of a note about files. */
export interface FileNoteOptions extends NoteOptions {
  /** Files that it speaks of, as they are now, at most 100. Default: []. */
  at?: string[] | undefined;
}

/** What became of a note. */
export interface Remembered {
  /** If it waits: the one that it will have unless its event is known already. */
  id: string;
  state: State;
}

/** How a note was taken. */
export type State =
  /** It is in the store. Where another process took it in, its event may have been known to that one. */
  | "added"
  /** Its event was known already: nothing was added, also if it was forgotten since. */
  | "known"
  /** It is durable beside the store, because another process has its turn, and is taken in by the next that can. */
  | "waiting";

/** What became of a damaged memory: the rest is in a new file. */
export interface Salvage {
  /** The damaged file, which is kept. */
  kept: string;
  /** Records that are in the new one. */
  nRecords: number;
  /** Rows that were read and are not whole. Those that could not be read are not counted. */
  nDamaged: number;
}

/** What erasing did. It says nothing of what the records said. */
export interface Erasure extends Reach {
  /** One for each id, in their order. */
  receipts: Receipt[];
  /** Bodies of pruned parts of windows that cannot be restored any more. */
  nBodies: number;
}

/** How large a memory may become. */
export interface RoomOptions {
  /** Nothing is added to a file of this many bytes: notes are refused as `full`. Default: no limit but the disk's. */
  mostBytes?: number | undefined;
}

/** Where notes are kept, and how large their file may become. */
export interface MemoryOptions extends RoomOptions {
  /** The file. Default: as where nothing is said of the memory. */
  file?: string | undefined;
}

/** Checks how a memory is kept; a text is the name of its file, which is checked elsewhere. */
export function memoryOf(given: string | MemoryOptions | undefined): MemoryOptions {
  if (typeof given !== "object") return { file: given };
  known(given, ["file", "mostBytes"]);
  return { file: given.file, mostBytes: mostBytesOf(given) };
}

/** Checks how large a memory may become. */
export function mostBytesOf({ mostBytes }: RoomOptions): number | undefined {
  if (mostBytes !== undefined && !(Number.isSafeInteger(mostBytes) && mostBytes > 0)) throw invalid("mostBytes", "not a number of bytes");
  return mostBytes;
}

/** A note as it is told, and the files that it speaks of. */
export interface Told {
  note: NewNote;
  at: string[];
}

const NOTE_OPTIONS = ["channel", "origin", "session", "time", "eventId", "parents"] as const;
const FILE_NOTE_OPTIONS = [...NOTE_OPTIONS, "at"] as const;

/** Tells an engine a note. `aboutFiles`: the note may speak of files. */
export async function remember(engine: Engine, text: string, given: FileNoteOptions | undefined, aboutFiles: boolean): Promise<Remembered> {
  const wanted = options(given, aboutFiles ? FILE_NOTE_OPTIONS : NOTE_OPTIONS);
  const { channel = "", origin = "person", session = "", eventId = newEvent(), parents = [], at = [], signal } = wanted;
  const time = long(wanted.time, "time") ?? BigInt(Date.now());
  if (!isTexts(at)) throw invalid("at", "not a list of paths");
  return engine.remember({ note: { eventId, text, time, channel, origin, session, parents, anchors: [] }, at }, signal);
}

/** Has an engine forget notes. */
export async function forget(engine: Engine, ids: string[], given: Cancel | undefined): Promise<Receipt[]> {
  const { signal } = options(given);
  if (!isTexts(ids)) throw invalid("ids", "not a list of ids");
  return engine.forget(ids, signal);
}

/** Has an engine erase what was forgotten, and forget notes before. */
export async function erase(engine: Engine, ids: string[], given: Cancel | undefined): Promise<Erasure> {
  const { signal } = options(given);
  if (!isTexts(ids)) throw invalid("ids", "not a list of ids");
  return engine.erase(ids, signal);
}

/** A person's own memory. */
export const OWN: Owner = { tenant: "", principal: "", trust: "confirmed" };

const TRUSTS: readonly unknown[] = ["untrusted", "unconfirmed", "confirmed"] satisfies Trust[];

/** Checks an owner, and completes it. */
export function ownerOf(given: Partial<Owner> = {}): Owner {
  known(given, ["tenant", "principal", "trust"]);
  const owner = { ...OWN, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
  for (const name of ["tenant", "principal"] as const) if (typeof owner[name] !== "string") throw invalid(name, "not a text");
  if (!TRUSTS.includes(owner.trust)) throw invalid("trust", "not one of its cases");
  return owner;
}

function isTexts(given: unknown): given is string[] {
  return Array.isArray(given) && given.every((text) => typeof text === "string");
}

/** An id for a new event: 128 random bits. */
function newEvent(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
