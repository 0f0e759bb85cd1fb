// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Anchor, Ask, Effects, Error, Resumed, Row, SecretPolicy } from "./types.js";

/** Who says a record: first the one who is relied on most. */
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

/** Whose memory is open, who speaks, and where their project lies. Fixed when a memory is opened; nothing that a record says changes it. */
export interface Owner {
  /** Whose records these are, at most 128 bytes; empty for the only one there is. */
  tenant: string;
  /** Who has the memory open, at most 128 bytes; may be empty. */
  principal: string;
  /**
   * Who speaks. An event that names an origin before this one in the order of `origin` has this one; one that names a later
   * one, as an agent does that hands on what a tool said, keeps it. Hosts speak as an agent unless they are told that it is
   * a person who speaks.
   */
  speaker: Origin;
  /** The most trust that a record has which is added so. */
  trust: Trust;
  /**
   * The folder of the project that the memory is of, absolute, under each of its names, as where a link leads to it: at most 8.
   * None for a memory of no project: then every absolute path lies outside it.
   */
  roots: string[];
}

/** What a person may set of their memory. No record and no repository changes it. */
export interface RecordSettings {
  /** What becomes of texts and names that have the form of a known kind of secret. Default: mask. */
  secrets: SecretPolicy;
  /**
   * After how many days upkeep forgets turns, tool calls, touches of files and what was learnt from them; 0: never. Default: 0.
   * Range: 0 to 36,500.
   */
  retentionDays: number;
  /** The most events that one principal records on a day of UTC; 0: no limit. Default: 0. Range: 0 to 4,294,967,295. */
  maxPerDay: number;
}

/** Who takes a turn in a conversation. */
export type Role =
  | "user"
  | "assistant"
  | "system"
  | "tool";

/** What was said in a conversation. */
export interface Turn {
  /** 1 to 128 bytes. */
  conversation: string;
  role: Role;
  /** 1 to 65,536 bytes. */
  text: string;
  /** What it cost. */
  tokens: number | undefined;
  /** What the conversation is called, at most 256 bytes without control characters; empty: this turn does not say. */
  title: string;
  /** The model that wrote it, at most 128 bytes; empty: none, or not known. */
  model: string;
  /** Who said it, by name, where a conversation has more people than the role tells, at most 128 bytes; empty: the role says it. */
  speaker: string;
}

/** A tool that ran, or was not let run. */
export interface ToolCall {
  /** Its name, 1 to 128 bytes. */
  tool: string;
  /** JSON of at most 65,536 bytes, nested at most 16 deep; empty: none. */
  parameters: string;
  /** What it gave, as far as it is worth keeping: at most 65,536 bytes. */
  output: string;
  /** Whether it did what it should; none where nobody said. Where there is an `error`, none is false. */
  success: boolean | undefined;
  /** What it said of its failure, at most 16,384 bytes. */
  error: string;
  /** Milliseconds. */
  duration: number | undefined;
  /** Tokens in the agent's context at the time. */
  contextTokens: number | undefined;
  /**
   * It was not let run: by a person, a permission or a sandbox. It counts as refused then, and as no failure, also where `success`
   * is false; one that is true is refused beside it. It is set as well where `error`, or without one the output of a call that
   * was said to fail, begins with what harnesses of agents write then.
   */
  refused: boolean;
}

/** What was done with a file. */
export type FileOperation =
  | "read"
  | "write"
  | "edit"
  | "search"
  | "analyze"
  | "view"
  | "rename";

/** A file that was worked on. */
export interface FileTouch {
  /**
   * 1 to 1,024 bytes. In the project, in whatever form, it becomes relative to it, with slashes and without `.` and `..`; one that
   * leads out by `..` is refused. An absolute one elsewhere stays as it is, and so does an address as `https://example.org/x`: it
   * is found by that path, and not among likely files, pairs or what to read again. `file:///x` is the path `/x`.
   */
  path: string;
  operation: FileOperation;
  /** Lines from 1 on, both ends counted; 0 and 0: the whole file. */
  firstLine: number;
  lastLine: number;
  success: boolean;
  /** Why it was touched, at most 4,096 bytes. */
  why: string;
  /** What was changed, at most 16,384 bytes; of a rename the path before it. */
  change: string;
}

/** How a task stands. */
export type TaskStatus =
  | "active"
  | "paused"
  | "completed"
  | "failed";

/** What a task is about. */
export type TaskIntent =
  | "code_reading"
  | "code_writing"
  | "project_fixing"
  | "project_exploration";

/** A step of the task that the event names. A task is there from its first step on, and stands as its newest step says. */
export interface TaskStep {
  status: TaskStatus;
  /** What is to be done, at most 4,096 bytes; empty: as it was said before. */
  description: string;
  /** None: as it was said before. */
  intent: TaskIntent | undefined;
  /** What came of it, at most 16,384 bytes. */
  outcome: string;
}

/** A way of doing something that may be used again. */
export interface StrategyPlan {
  /** 1 to 4,096 bytes. */
  description: string;
  /** When it fits, at most 4,096 bytes. */
  context: string;
  /** The sort of task that it is for, at most 128 bytes. */
  taskType: string;
  /** The tools that it uses, in their order: at most 64, of at most 128 bytes each. */
  tools: string[];
}

/** That a strategy was used. */
export interface StrategyUse {
  /** The id of its record. */
  strategy: string;
  success: boolean;
}

/** Something to have at hand for a while. */
export interface WorkingValue {
  /** The conversation that it is of, 1 to 128 bytes. */
  conversation: string;
  /** 1 to 128 bytes: the newest value of a key holds, and where it is forgotten the one before it. */
  key: string;
  /** At most 65,536 bytes. */
  value: string;
  /** Milliseconds from the event's time on; one hour is 3,600,000. */
  lifetime: number;
}

/** What is known of the user. */
export interface ProfileValue {
  /**
   * 1 to 128 bytes, as `preferences`, `expertise` or `communication-style`: the newest value of a key holds, and where it is
   * forgotten the one before it.
   */
  key: string;
  /** At most 16,384 bytes. */
  value: string;
}

/** How a decision stands. */
export type DecisionStatus =
  | "proposed"
  | "accepted"
  | "deprecated"
  /** Another one has its place. */
  | "superseded";

/**
 * Something that was decided. Its title names it: where it changes, it is recorded again under that, and stands as its newest
 * record in the channel says.
 */
export interface Decision {
  /** 1 to 256 bytes, without control characters. */
  title: string;
  /** What made it necessary, at most 16,384 bytes. */
  context: string;
  /** What was chosen, 1 to 16,384 bytes. */
  choice: string;
  /** Why, at most 16,384 bytes. */
  rationale: string;
  /** What would make one think again, at most 4,096 bytes. */
  revisitIf: string;
  /** In a line of JSON that does not say it: accepted. */
  status: DecisionStatus;
  /** The title of the decision that has its place, at most 256 bytes: of one that is superseded, and of no other. */
  supersededBy: string;
}

/** What a lesson is about. */
export type LessonTopic =
  /** What a file is for. */
  | "file_purpose"
  /** A mistake that is made often, and what helps. */
  | "common_error"
  /** How something is done here. */
  | "workflow";

/** What a session taught, for those that come. */
export interface Lesson {
  topic: LessonTopic;
  /**
   * The file, in any form of its path, the tool or the task that it is about, at most 4,096 bytes; empty: all of the project. A
   * file's purpose names its file.
   */
  subject: string;
  /** 1 to 16,384 bytes. */
  text: string;
}

/** What was thought in a conversation, and not said. */
export interface Thought {
  /** 1 to 128 bytes. */
  conversation: string;
  /** 1 to 65,536 bytes. */
  text: string;
}

/** When an agent is told something. */
export type Moment =
  /** A session begins. */
  | "start"
  /** A person asks something. */
  | "prompt"
  /** A file is about to be changed. */
  | "before_edit"
  /** A call failed. */
  | "failure"
  /** The conversation was compacted. */
  | "compacted";

/**
 * That an agent was told of a record, which is its only parent: it is forgotten with that, and relied on no more. Its session is the
 * one that was told.
 */
export interface Delivery {
  /** When it was told. */
  moment: Moment;
  /** Why, in one sentence: 1 to 4,096 bytes. */
  why: string;
  /** The files that it was told for, at most 4,096 bytes; empty: none. */
  about: string;
  /** What it cost, in estimated tokens. */
  tokens: number;
}

/**
 * That a person called lines that were imported their own: what of them was imported before is relied on since as far as its own
 * line says, and no more once this is forgotten. `pack-import` makes it; told as an event it is refused.
 */
export interface Adoption {
  /** The first of those lines: how many, and their hash. */
  lines: string;
}

/** What happened. */
export type EventBody =
  /** Something to remember, 1 to 65,536 bytes. */
  | { kind: "note"; value: string }
  | { kind: "turn"; value: Turn }
  | { kind: "tool_call"; value: ToolCall }
  | { kind: "file_touch"; value: FileTouch }
  | { kind: "task_step"; value: TaskStep }
  | { kind: "strategy"; value: StrategyPlan }
  | { kind: "strategy_use"; value: StrategyUse }
  | { kind: "working_value"; value: WorkingValue }
  | { kind: "profile_value"; value: ProfileValue }
  | { kind: "decision"; value: Decision }
  | { kind: "lesson"; value: Lesson }
  | { kind: "thought"; value: Thought }
  | { kind: "delivery"; value: Delivery }
  | { kind: "adoption"; value: Adoption };

/** Something that happened, to be recorded. */
export interface Event {
  /**
   * What tells this event from every other, 1 to 256 bytes: an event that is told again is not added again, and refused where
   * it says something else. Who tells it, and when it happened, may differ, and it may say more: the record stays as it is. One
   * that holds a known form of a secret is refused, unless secrets are kept: what is masked alike could not be told apart.
   */
  eventId: string;
  /** When it happened: at most a day after it is recorded. What can only be seconds is refused, once the clock is past 1970. */
  time: number;
  /** What it belongs to, at most 128 bytes; empty: `_global`. */
  channel: string;
  /** Who says it, as far as the memory's owner may: see `owner.speaker`. */
  origin: Origin;
  /** The session in which it happened, at most 128 bytes, without slashes; empty: none. */
  session: string;
  /**
   * The branch of the repository that was checked out when it happened, at most 255 bytes without control characters; empty: none,
   * or not known.
   */
  branch: string;
  /** The commit that was checked out when it happened, in 40 or 64 hex digits as git writes them; empty: none, or not known. */
  commit: string;
  /** The task for which it happened, at most 128 bytes; empty: none. */
  task: string;
  /** The ids of records that it was derived from, at most 100: its trust is at most the least of theirs. */
  parents: string[];
  /** Where in the code it speaks of, at most 100. Their paths become relative as those of touches; none may lie elsewhere. */
  anchors: Anchor[];
  /**
   * A JSON object of at most 16,384 bytes and 32 members, nested at most 16 deep; empty: none. Members that are texts, numbers
   * or booleans, of at most 256 bytes, can be asked for.
   */
  metadata: string;
  body: EventBody;
}

/** Events that were checked, ready to be added. */
export interface Packed {
  /** Opaque, with a checksum. It may be kept in a file, and added by any process that holds the store's lock. */
  batch: Uint8Array;
  /** The ids that the records will have, in their order, unless their events are known already. */
  ids: string[];
}

/** A line that holds no event. */
export interface RefusedLine {
  /** From 1 on. */
  line: number;
  error: Error;
}

/** Lines that were read. */
export interface PackedLines {
  packed: Packed;
  /** What was left out. */
  refused: RefusedLine[];
}

/** Exported lines that were read. */
export interface PackedImport {
  packed: Packed;
  /** What was left out. */
  refused: RefusedLine[];
  /** To be given with the lines that follow. */
  state: string;
  /** The trailer was read, and the lines before it are as they were written. */
  isWhole: boolean;
}

/** Lines of the reference server that were read. */
export interface PackedReference {
  packed: Packed;
  /** What was left out. */
  refused: RefusedLine[];
  /** Where to go on in the same lines; empty at their end. */
  next: string;
}

/** An event that was taken. */
export interface Added {
  id: string;
  /** False where its event was known before: then nothing was added, also if the record was forgotten since. */
  isNew: boolean;
  /** It was imported before, untrusted, and is its importer's own word from now on. */
  isAdopted: boolean;
}

/** A batch that was taken. */
export interface Taken {
  /** One for each of its events that was taken, in their order. */
  added: Added[];
  /** Those that were left out alone, by their lines; empty for a batch that is taken whole or not at all. */
  refused: RefusedLine[];
}

/** What became of a batch. */
export type Outcome =
  | { kind: "taken"; value: Taken }
  /** Nothing of it was taken. */
  | { kind: "refused"; value: Error };

/** What adding did. */
export interface Additions {
  effects: Effects;
  /** One for each batch, in their order. */
  outcomes: Outcome[];
}

/** The answer of `add`, or what it needs first. */
export type AddReply =
  | { kind: "done"; value: Additions }
  | { kind: "ask"; value: Ask };

/** What became of a record that was to be forgotten. */
export type Fate =
  | "forgotten"
  /** It was forgotten before. */
  | "already_forgotten"
  /** There never was such a record. */
  | "unknown";

/** A receipt, which says nothing of what the record said. */
export interface Receipt {
  id: string;
  fate: Fate;
}

/** What forgetting did. */
export interface Forgetting {
  effects: Effects;
  /** One for each id, in their order; of a rollback one for each record of the selection. */
  receipts: Receipt[];
  /** Records that were forgotten beside them, because they were derived from them. */
  nDerived: number;
}

/** The answer of `forget`, or what it needs first. */
export type ForgetReply =
  | { kind: "done"; value: Forgetting }
  | { kind: "ask"; value: Ask };

/** What updating did. */
export interface Updated {
  effects: Effects;
  /** There was such a note. */
  isKnown: boolean;
}

/** The answer of `update`, or what it needs first. */
export type UpdateReply =
  | { kind: "done"; value: Updated }
  | { kind: "ask"; value: Ask };

/** What a note says from now on. */
export interface NewText {
  /** What the note says from now on. Length: 1 to 65,536 bytes. */
  text: string;
  /** A JSON object, which takes the place of its metadata. Default: "". */
  metadata: string;
}

/** Which records are meant: those that all of this is said of. An empty one is refused. */
export interface Selection {
  /** Of this session, at most 128 bytes; empty: of any. */
  session: string;
  /** Of this principal, at most 128 bytes; empty: of any. */
  principal: string;
  /** Of this channel, at most 128 bytes; empty: of any. */
  channel: string;
  /** Of this origin. */
  origin: Origin | undefined;
  /** Of what happened then or later. */
  since: bigint | undefined;
}

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
  | { kind: "done"; value: ClearedWindows }
  | { kind: "ask"; value: Ask };

/** The question of `notes`. */
export interface NotesQuestion {
  /** Only of this channel; empty: of all. Default: "". Length: 0 to 128 bytes. */
  channel: string;
  /** Only what happened then or later. */
  since: bigint | undefined;
  /** Only what happened before. */
  until: bigint | undefined;
  /** How many notes are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata: string[];
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
  /** A JSON object; empty: none. */
  metadata: string;
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
  | { kind: "done"; value: NotePage }
  | { kind: "ask"; value: Ask };

/** How many records a tenant has. */
export interface RecordTotals {
  nNotes: number;
  /** Records of every kind, notes among them. */
  nRecords: number;
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
  | { kind: "done"; value: RecordTotals }
  | { kind: "ask"; value: Ask };

/** What is looked for among the rows of a damaged store. */
export type SalvagePart =
  /** What was forgotten, so that nothing of it comes back, scattered or not. */
  | "forgotten"
  /** What is truth. */
  | "kept"
  /** The names of what the new store lacks. */
  | "lost";

/** Something that a damaged store had, and that could not be taken into a new one. */
export interface Lost {
  /**
   * What it is: the kind of a record, as `export-lines` writes it, or `record` where that is not known; `window`, `pruned`,
   * `body` or `snapshot` of a window; `session`, `session_entries` or `session_version` of a session's context.
   */
  kind: string;
  /** The id of the record, or the name of the window or session. */
  id: string;
  /** When it happened, in milliseconds since 1970; of a record alone. */
  time: bigint | undefined;
  /** Whose it is. */
  tenant: string;
}

/** What of a damaged store was taken into a new one. */
export interface Salvaged {
  effects: Effects;
  /** Records that are whole. */
  nRecords: number;
  /** Rows that are truth and not whole, or no rows of records at all. */
  nDamaged: number;
  /** What is named and missing. Something that several rows name is among them several times. */
  lost: Lost[];
  /** By how many records, learnings not among them, the stored counts exceed what the new store has. */
  nMissing: bigint;
  /** By how many forgotten records they do: those may come back. */
  nTombstonesMissing: bigint;
}

/** The answer of `salvage`, or what it needs first. */
export type SalvageReply =
  | { kind: "done"; value: Salvaged }
  | { kind: "ask"; value: Ask };

/** What was taken in of what another store knows to be forgotten. */
export interface ImportedTombstones {
  effects: Effects;
  /** Rows that were not known here. */
  nImported: number;
}

/** The answer of `import-tombstones`, or what it needs first. */
export type ImportTombstonesReply =
  | { kind: "done"; value: ImportedTombstones }
  | { kind: "ask"; value: Ask };

/** What a slice of upkeep did. */
export interface UpkeepSlice {
  effects: Effects;
  /** Records of an older format that were written in the newest one. */
  nRewritten: number;
  /** Records that went because their time was over. */
  nExpired: number;
  /** Records of older releases of which something is masked now, or was private: upkeep goes over all once for a release's rules. */
  nMasked: number;
  /** Nothing is left to do. */
  isDone: boolean;
}

/** The answer of `upkeep`, or what it needs first. */
export type UpkeepReply =
  | { kind: "done"; value: UpkeepSlice }
  | { kind: "ask"; value: Ask };

/**
 * Records, which cannot be made again: what was said, done and learnt.
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
  open(owner: Owner, settings: RecordSettings, at: bigint): void;
  /**
   * Checks up to 1,000 events of at most 8 MiB together, and packs them. It needs no row and changes nothing; what it lets
   * pass is refused by `add` only for a parent that is not there, or an event that was told before in other words. Known forms
   * of secrets are masked, as the settings say.
   */
  pack(events: Event[], now: bigint): Packed;
  /**
   * The same for JSON, an event a line: `{"kind": "tool_call", "tool": "bash", "success": true}`. Members have the names of the
   * interface with underscores, those of the body beside those of the event; what is not given is empty, `time` now with a
   * millisecond more for each line, so that their order is kept, and a touch of a file has success. A time may be a text of
   * RFC 3339 with an offset too, as `2026-11-25T14:00:00Z`, and an event's id follows from `entropy`, 16 random bytes, and its
   * line. An empty line says nothing, and a line has at most 1,048,576 bytes. `each-alone`: an event that `add` refuses is left
   * out alone, and told by its line; otherwise none of them is added.
   */
  packLines(lines: string, now: bigint, entropy: Uint8Array, eachAlone: boolean): PackedLines;
  /**
   * Reads up to 1,000 lines that `episodes.export-lines` wrote, the last one whole, each of at most 1,048,576 bytes. `state`: empty
   * for the first ones, else what the ones before gave. What a line says of who spoke is not believed: its record comes from an
   * import, untrusted, and is its importer's. `is-mine`: the lines are the owner's own, and are added as they were: origin,
   * principal and trust are as the line says, the trust no higher than its importer's. What of them was imported before is raised
   * to that by an `adoption`, a record of its own, with which the trust goes again. Only a person calls lines their own: it is
   * refused where another speaks (`owner.speaker`). All else is checked as of any event, and
   * what was forgotten here stays forgotten. A line that is refused is left out alone; so is a trailer that does not fit the
   * lines before it.
   */
  packImport(lines: string, state: string, isMine: boolean, now: bigint): PackedImport;
  /**
   * Reads lines of the file that the Model Context Protocol's reference memory server keeps, the last one whole: of an entity
   * each observation becomes a note, and so does each relation, with the names in its metadata. An event's id follows from what
   * it says, so that the same is added once; their times begin with `now` and keep their order. `after`: empty at first, else the
   * `next` of the call before with the same lines and `now`, because a line may hold more than a batch.
   */
  packReference(lines: string, after: string, now: bigint): PackedReference;
  /** Adds up to 1,000 packed batches of at most 32 MiB together, of any tenant. */
  add(batches: Uint8Array[], resumed: Resumed | undefined): AddReply;
  /**
   * Forgets up to 1,000 records by their ids, with all that was derived from them: their rows go, and that they were forgotten
   * stays, so that their events are not added again. Their bytes leave the store's file when its host writes that
   * anew: see `clear-windows`.
   */
  forget(ids: string[], now: bigint, resumed: Resumed | undefined): ForgetReply;
  /**
   * Updates a note: its text and metadata are replaced, its id, event and time stay. It is trusted no further than before, and
   * than who updates it: a person's note that an agent updates is the agent's. Gives `is-known`: whether there is such a note.
   *
   * - `id`: The id of the note.
   */
  update(id: string, says: NewText, now: bigint, resumed: Resumed | undefined): UpdateReply;
  /** Forgets the records of a selection, up to 100,000, with all that was derived from them, in one change. */
  rollback(selection: Selection, now: bigint, resumed: Resumed | undefined): ForgetReply;
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
   * Takes a part out of up to 100,000 rows of at most 32 MiB together of a damaged store into the new one that is open, of any
   * tenant. All rows are given for each part, in the order of the parts, in slices of any size; and for each part, behind the
   * others and with `is-scattered`, rows of pages that nothing in the file leads to any more. What is truth is verified and kept, of
   * scattered rows that of records alone, and of two versions of a record the one that was written later; what is derived is made
   * again. A row that is given twice is taken once.
   */
  salvage(part: SalvagePart, isScattered: boolean, rows: Row[], resumed: Resumed | undefined): SalvageReply;
  /**
   * Takes in what up to 100,000 rows of at most 32 MiB together of another store of this memory say to be forgotten, of any tenant; all
   * other rows are passed over. For a store that takes the other one's place: what was recorded since it was copied, and then
   * forgotten, stays forgotten in it. All rows are given twice, as an event is only taken in after its record's tombstone.
   */
  importTombstones(rows: Row[], resumed: Resumed | undefined): ImportTombstonesReply;
  /**
   * One slice of the work that nobody waits for, over the rows of all tenants: up to `budget` rows, 1 to 10,000. Where it ended
   * is stored, so that the next slice goes on there, also in another process.
   */
  upkeep(now: bigint, budget: number, resumed: Resumed | undefined): UpkeepReply;
}
