// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Anchor, Ask, Effects, Error, Resumed, Row } from "./types.js";

/** Who says a record. */
export type Origin =
  | "person"
  | "agent"
  /** A tool's output, or the text of a file or a page. */
  | "tool"
  /** An import from elsewhere. */
  | "imported";

/** How far a record may be relied on, least first. */
export type Trust =
  /** Anybody may have written it: the most for what a tool says or an import brings. */
  | "untrusted"
  /** No person confirmed it: the most for what an agent says. */
  | "unconfirmed"
  /** A person said or confirmed it. */
  | "confirmed";

/** Whose memory is open, and who speaks. Fixed when a memory is opened; nothing that a record says changes it. */
export interface Owner {
  /** Whose records these are, at most 128 bytes; empty for the only one there is. */
  tenant: string;
  /** Who has the memory open, at most 128 bytes; may be empty. */
  principal: string;
  /** The most trust that a record has which is added so. */
  trust: Trust;
}

/** A note to add. */
export interface NewNote {
  /** What tells this event from every other, 1 to 256 bytes: an event that is told again is not added again. */
  eventId: string;
  /** What to remember, 1 to 65,536 bytes. */
  text: string;
  /** When it happened. */
  time: bigint;
  /** What it belongs to, at most 128 bytes; empty: `_global`. */
  channel: string;
  origin: Origin;
  /** The session in which it was said, at most 128 bytes; empty: none. */
  session: string;
  /** The ids of records that it was derived from, at most 100: its trust is at most the least of theirs. */
  parents: string[];
  /** Where in the code it speaks of, at most 100. */
  anchors: Anchor[];
}

/** Notes that were checked, ready to be added. */
export interface Packed {
  /** Opaque, with a checksum. It may be kept in a file, and added by any process that holds the store's lock. */
  batch: Uint8Array;
  /** The ids that the notes will have, in their order, unless their events are known already. */
  ids: string[];
}

/** A note that was taken. */
export interface Added {
  id: string;
  /** False where its event was known before: then nothing was added, also if the record was forgotten since. */
  isNew: boolean;
}

/** What became of a batch, which is taken whole or not at all. */
export type Outcome =
  /** One for each of its notes, in their order. */
  | { tag: "taken"; val: Added[] }
  | { tag: "refused"; val: Error };

/** What adding did. */
export interface Additions {
  effects: Effects;
  /** One for each batch, in their order. */
  outcomes: Outcome[];
}

/** The answer of `add`, or what it needs first. */
export type AddReply =
  | { tag: "done"; val: Additions }
  | { tag: "ask"; val: Ask };

/** What became of a record that was to be forgotten. */
export type Fate =
  | "forgotten"
  /** It was forgotten before. */
  | "already-forgotten"
  /** There never was such a record. */
  | "unknown";

/** A receipt, which says nothing of what the record said. */
export interface Receipt {
  /** As it was given. */
  id: string;
  fate: Fate;
}

/** What forgetting did. */
export interface Forgetting {
  effects: Effects;
  /** One for each id, in their order. */
  receipts: Receipt[];
}

/** The answer of `forget`, or what it needs first. */
export type ForgetReply =
  | { tag: "done"; val: Forgetting }
  | { tag: "ask"; val: Ask };

/** What a slice of clearing windows did. */
export interface ClearedWindows {
  effects: Effects;
  /** Bodies of pruned parts that are gone. */
  nBodies: number;
  /** What the next slice goes on after; empty at the end. */
  next: Uint8Array;
}

/** The answer of `clear-windows`, or what it needs first. */
export type ClearReply =
  | { tag: "done"; val: ClearedWindows }
  | { tag: "ask"; val: Ask };

/** The question of `notes`. */
export interface NotesQuestion {
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel: string;
  /** Only what happened then or later. */
  since: bigint | undefined;
  /** Only what happened before. */
  until: bigint | undefined;
  /** How many notes are given at most. Default: 20. Range: 1 to 1,000. */
  most: number;
  /** The id of the note to go on after, as the page before tells; empty: from the newest on. Default: "". Length: 0 to 64 bytes. */
  after: string;
}

/** A note. */
export interface Note {
  id: string;
  /** The event's id, as it was given. */
  eventId: string;
  text: string;
  /** When it happened. */
  time: number;
  /** When it was recorded. */
  recorded: number;
  channel: string;
  origin: Origin;
  trust: Trust;
  /** Who had the memory open; empty where nobody said. */
  principal: string;
  /** Empty: none. */
  session: string;
  parents: string[];
  anchors: Anchor[];
}

/** A page of notes. */
export interface NotePage {
  /** Newest first. A page ends before the note that would take its texts past 4 MiB. */
  notes: Note[];
  /** Notes of the tenant in all channels and times. */
  nNotes: number;
  /** Notes left out of this page, because their rows are damaged. */
  nDamaged: number;
  /** The id to go on after; empty at the end. */
  next: string;
}

/** The answer of `notes`, or what it needs first. */
export type NotesReply =
  | { tag: "done"; val: NotePage }
  | { tag: "ask"; val: Ask };

/** How many records a tenant has. */
export interface RecordTotals {
  nNotes: number;
  /** Records that were forgotten. */
  nForgotten: number;
  /** The oldest format of a record in the store; 0 for an empty one. */
  oldestFormat: number;
  /** No row in the store is of a newer format than this; 0 for an empty one. */
  storedFormat: number;
  /**
   * The format that this release writes: where it is newer than the stored one, the first change outgrows what older
   * releases read, and its host keeps a copy of the store as it was.
   */
  newestFormat: number;
}

/** The answer of `totals`, or what it needs first. */
export type TotalsReply =
  | { tag: "done"; val: RecordTotals }
  | { tag: "ask"; val: Ask };

/** What of a damaged store was taken into a new one. */
export interface Salvaged {
  effects: Effects;
  /** Records that are whole. */
  nRecords: number;
  /** Rows of records, events and tombstones that are not. */
  nDamaged: number;
}

/** The answer of `salvage`, or what it needs first. */
export type SalvageReply =
  | { tag: "done"; val: Salvaged }
  | { tag: "ask"; val: Ask };

/** What a slice of upkeep did. */
export interface UpkeepSlice {
  effects: Effects;
  /** Records of an older format that were written in the newest one. */
  nRewritten: number;
  /** Nothing is left to do. */
  isDone: boolean;
}

/** The answer of `upkeep`, or what it needs first. */
export type UpkeepReply =
  | { tag: "done"; val: UpkeepSlice }
  | { tag: "ask"; val: Ask };

/**
 * Records of what was lived, which cannot be made again: notes, so far.
 *
 * They lie in a store of their own, with its own generation. A record belongs to one tenant and is never shown to another.
 * Nothing is kept between calls: what a call needs of the store it asks for, so that it costs the same in a store of ten
 * records or of ten million. A change asks as a question does, and alters nothing until it returns effects; its host holds
 * the store's lock from the first call to the commit, and each call of it has the same arguments.
 */
export interface RecordsCalls {
  /**
   * Opens the records of an owner, whose store is at a generation. A host calls it again before a call at another one; it
   * needs no rows.
   */
  open(owner: Owner, at: bigint): void;
  /**
   * Checks up to 1,000 notes of at most 8 MiB together, and packs them. It needs no row and changes nothing; what it lets
   * pass is refused by `add` only for a parent that is not there.
   */
  pack(notes: NewNote[], now: bigint): Packed;
  /** Adds up to 1,000 packed batches of at most 32 MiB together, of any tenant. */
  add(batches: Uint8Array[], resumed: Resumed | undefined): AddReply;
  /**
   * Forgets up to 1,000 records by their ids: their rows go, and that they were forgotten stays, so that their events are not
   * added again. Their bytes leave the store's file when its host writes that anew: see `clear-windows`.
   */
  forget(ids: string[], now: bigint, resumed: Resumed | undefined): ForgetReply;
  /**
   * A slice of taking away what the windows of the tenant keep of what was said in them: the bodies of pruned parts, which
   * cannot be restored any more, and tasks. It is called after `forget` by a host that erases, because bodies cannot be searched
   * for what a record said; until `next` is empty, each time committed and with the `next` before as `after`, at first empty.
   * A window that had any of it is in conflict for whoever has it open. The host then writes the file anew.
   */
  clearWindows(after: Uint8Array, resumed: Resumed | undefined): ClearReply;
  /** The notes of a channel or of all, newest first. */
  notes(question: NotesQuestion, resumed: Resumed | undefined): NotesReply;
  /** How many records there are. They are counted as they are added, not when this is asked. */
  totals(resumed: Resumed | undefined): TotalsReply;
  /**
   * Takes up to 100,000 rows of at most 32 MiB together out of a damaged store into the new one that is open, of any tenant, each
   * once. What is truth is verified and kept; what is derived is made again.
   */
  salvage(rows: Row[], resumed: Resumed | undefined): SalvageReply;
  /**
   * One slice of the work that nobody waits for, over the rows of all tenants: up to `budget` rows, 1 to 10,000. Where it ended
   * is stored, so that the next slice goes on there, also in another process.
   */
  upkeep(now: bigint, budget: number, resumed: Resumed | undefined): UpkeepReply;
}
