// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Anchor, Ask, Effects, Error, Resumed, Row, SecretPolicy } from "./types.js";

/** Who says a record, the most trusted first. */
export type Origin =
  | "person"
  | "agent"
  /** A tool's output, or the text of a file or a page. */
  | "tool"
  /** An import from elsewhere. */
  | "imported";

/** How far a record may be relied on, least first. */
export type Trust =
  /** Anybody may have written it: the highest trust of what a tool says or an import brings. */
  | "untrusted"
  /** No person confirmed it: the highest trust of what an agent says. */
  | "unconfirmed"
  /** A person said or confirmed it. */
  | "confirmed";

/** Whose memory is open, who speaks, and where the project is. Fixed when a memory is opened; no record changes it. */
export interface Owner {
  /** The tenant whose records these are, at most 128 bytes; empty if there is only one. */
  tenant: string;
  /** Who has the memory open, at most 128 bytes; may be empty. */
  principal: string;
  /**
   * Who speaks. An event whose origin is more trusted than the speaker gets the speaker as its origin. An event with a less
   * trusted origin keeps its origin, as when an agent passes on what a tool said. Hosts set an agent unless the caller says
   * that a person speaks.
   */
  speaker: Origin;
  /** The highest trust of records that are added. */
  trust: Trust;
  /**
   * The absolute paths of the project's folder, more than one if links lead to it: at most 8. Empty for a memory without a
   * project: then every absolute path is outside of it.
   */
  roots: string[];
}

/** What a person may set for their memory. No record and no repository changes it. */
export interface RecordSettings {
  /** How texts and names are treated that have the form of a known kind of secret. Default: mask. */
  secrets: SecretPolicy;
  /**
   * After how many days upkeep forgets turns, tool calls, touches of files and what was learnt from these; 0: never.
   * Default: 0. Range: 0 to 36,500.
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
  /** The conversation, 1 to 128 bytes. */
  conversation: string;
  role: Role;
  /** The text, 1 to 65,536 bytes. */
  text: string;
  /** The tokens that it cost, if known. */
  tokens: number | undefined;
  /** What the conversation is called, at most 256 bytes without control characters; empty: this turn does not say. */
  title: string;
  /** The model that wrote it, at most 128 bytes; empty: none, or not known. */
  model: string;
  /**
   * The name of who said it, at most 128 bytes, for a conversation in which several people have one role; empty if the role is
   * enough.
   */
  speaker: string;
}

/** A call of a tool that ran, or was not allowed to run. */
export interface ToolCall {
  /** The name of the tool, 1 to 128 bytes. */
  tool: string;
  /** The parameters as JSON of at most 65,536 bytes, nested at most 16 deep; empty: none. */
  parameters: string;
  /** The output, as far as it is worth keeping: at most 65,536 bytes. */
  output: string;
  /** Whether the call succeeded; none if it is not known. If there is an `error`, none counts as false. */
  success: boolean | undefined;
  /** The error message, at most 16,384 bytes. */
  error: string;
  /** How long the call took, in milliseconds. */
  duration: number | undefined;
  /** Tokens in the agent's context at the time. */
  contextTokens: number | undefined;
  /**
   * Whether the call was not allowed to run, by a person, a permission or a sandbox. It then counts as refused and not as a
   * failure, even if `success` is false; a `success` of true is not allowed with it. The component also sets it if the `error`
   * begins with what harnesses of agents write in this case. Without an `error`, the output of a failed call is checked in its
   * place.
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
   * The path, 1 to 1,024 bytes. A path in the project, in any form, becomes relative to the project, with slashes and without
   * `.` and `..`. A relative path that leads out of the project is refused. An absolute path outside the project stays as it
   * is, and so does an address such as `https://example.org/x`; `file:///x` is the path `/x`. A file outside the project is
   * found by its path, but is not among likely files, pairs or files to read again.
   */
  path: string;
  operation: FileOperation;
  /** The first line, from 1; `last-line` is the last one, included. Both are 0 for the whole file. */
  firstLine: number;
  lastLine: number;
  success: boolean;
  /** Why it was touched, at most 4,096 bytes. */
  why: string;
  /** What was changed, at most 16,384 bytes; for a rename the old path. */
  change: string;
}

/** The status of a task. */
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

/** A step of the task that the event names. A task exists from its first step on, and has the status of its newest step. */
export interface TaskStep {
  status: TaskStatus;
  /** What is to be done, at most 4,096 bytes; empty: as in an earlier step. */
  description: string;
  /** None: as in an earlier step. */
  intent: TaskIntent | undefined;
  /** What came of it, at most 16,384 bytes. */
  outcome: string;
}

/** A way of doing something that may be used again. */
export interface StrategyPlan {
  /** What to do, 1 to 4,096 bytes. */
  description: string;
  /** When it fits, at most 4,096 bytes. */
  context: string;
  /** The sort of task that it is for, at most 128 bytes. */
  taskType: string;
  /** The tools that it uses, in their order: at most 64, of at most 128 bytes each. */
  tools: string[];
}

/** A use of a strategy. */
export interface StrategyUse {
  /** The id of the strategy's record. */
  strategy: string;
  success: boolean;
}

/** A value of the working memory of a conversation. */
export interface WorkingValue {
  /** The conversation that the value is for, 1 to 128 bytes. */
  conversation: string;
  /** The key, 1 to 128 bytes. The newest value of a key counts; if it is forgotten, the one before it. */
  key: string;
  /** The value, at most 65,536 bytes. */
  value: string;
  /** How long the value counts, in milliseconds from the event's time on; one hour is 3,600,000. */
  lifetime: number;
}

/** What is known of the user. */
export interface ProfileValue {
  /**
   * The key, 1 to 128 bytes, such as `preferences`, `expertise` or `communication-style`. The newest value of a key counts; if
   * it is forgotten, the one before it.
   */
  key: string;
  /** The value, at most 16,384 bytes. */
  value: string;
}

/** The status of a decision. */
export type DecisionStatus =
  | "proposed"
  | "accepted"
  | "deprecated"
  /** Another decision has replaced it. */
  | "superseded";

/**
 * A decision, which its title identifies. A change of a decision is recorded under the same title: the newest record with this
 * title in the channel counts.
 */
export interface Decision {
  /** The title, 1 to 256 bytes, without control characters. */
  title: string;
  /** What made it necessary, at most 16,384 bytes. */
  context: string;
  /** What was chosen, 1 to 16,384 bytes. */
  choice: string;
  /** Why, at most 16,384 bytes. */
  rationale: string;
  /** What would make one think again, at most 4,096 bytes. */
  revisitIf: string;
  /** The status; `accepted` if a line of JSON does not state it. */
  status: DecisionStatus;
  /** The title of the decision that replaced it, at most 256 bytes: only with the status `superseded`. */
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

/** What a session taught, for later sessions. */
export interface Lesson {
  topic: LessonTopic;
  /**
   * The file, tool or task that it is about, at most 4,096 bytes; empty: all of the project. A file is named by any form of
   * its path. With the topic `file_purpose`, the subject is a file.
   */
  subject: string;
  /** The text, 1 to 16,384 bytes. */
  text: string;
}

/** What was thought in a conversation, and not said. */
export interface Thought {
  /** The conversation, 1 to 128 bytes. */
  conversation: string;
  /** The text, 1 to 65,536 bytes. */
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
  /** A file is about to be read. */
  | "before_read"
  /** A call failed. */
  | "failure"
  /** The conversation was compacted. */
  | "compacted";

/**
 * An agent was told of a record, which is the event's only parent. So the event is forgotten with that record, and trusted no
 * more than it. The event's session is the one that was told.
 */
export interface Delivery {
  /** When it was told. */
  moment: Moment;
  /** Why, in one sentence: 1 to 4,096 bytes. */
  why: string;
  /** The files for which it was told, at most 4,096 bytes; empty: none. */
  about: string;
  /** What it cost, in estimated tokens. */
  tokens: number;
}

/**
 * A person declared imported lines to be their own. Records that were imported from these lines before get the trust that the
 * lines state, until this event is forgotten. Only `pack-import` makes such an event; from a caller it is refused.
 */
export interface Adoption {
  /** The number and the hash of the lines in the first slice of the import. */
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
   * Identifies the event, 1 to 256 bytes. An event whose id was recorded before is not added again: the record stays as it is.
   * It is refused if it says something else; but who says it and when it happened may differ, and it may say more. An id with
   * a known form of a secret is refused, unless secrets are kept: ids that are masked alike could not be told apart.
   */
  eventId: string;
  /** When it happened: at most a day after `now`. A number that can only be seconds is refused, if the clock is past 1970. */
  time: number;
  /** The channel that it belongs to, at most 128 bytes; empty: `_global`. */
  channel: string;
  /** Who says it, no more trusted than `owner.speaker`. */
  origin: Origin;
  /** The session in which it happened, at most 128 bytes, without slashes; empty: none. */
  session: string;
  /**
   * The branch of the repository that was checked out when it happened, at most 255 bytes without control characters; empty:
   * none, or not known.
   */
  branch: string;
  /** The commit that was checked out when it happened, in 40 or 64 hex digits as git writes them; empty: none, or not known. */
  commit: string;
  /** The task for which it happened, at most 128 bytes; empty: none. */
  task: string;
  /** The ids of records that it was derived from, at most 100: it is trusted no more than the least trusted of these. */
  parents: string[];
  /**
   * The places in the code that it is about, at most 100. Their paths become relative like those of touches; none may be
   * outside the project.
   */
  anchors: Anchor[];
  /**
   * A JSON object of at most 16,384 bytes and 32 members, nested at most 16 deep; empty: none. Questions can filter by members
   * that are texts, numbers or booleans of at most 256 bytes.
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

/** A line that was refused. */
export interface RefusedLine {
  /** The number of the line, from 1. */
  line: number;
  error: Error;
}

/** Lines that were read. */
export interface PackedLines {
  packed: Packed;
  /** The lines that were left out. */
  refused: RefusedLine[];
}

/** Exported lines that were read. */
export interface PackedImport {
  packed: Packed;
  /** The lines that were left out. */
  refused: RefusedLine[];
  /** The state to pass with the next lines. */
  state: string;
  /** Whether the trailer was read, and the lines before it are unchanged. */
  isWhole: boolean;
}

/** Lines of the reference server that were read. */
export interface PackedReference {
  packed: Packed;
  /** The lines that were left out. */
  refused: RefusedLine[];
  /** The `after` of the next call with the same lines; empty at their end. */
  next: string;
}

/** An event that was taken. */
export interface Added {
  id: string;
  /**
   * Whether a record was added. False if its event was known before: then nothing was added, even if the record was forgotten
   * since.
   */
  isNew: boolean;
  /** Whether an untrusted import from before now counts as its importer's own. */
  isAdopted: boolean;
}

/** A batch that was taken. */
export interface Taken {
  /** One for each event of the batch that was taken, in their order. */
  added: Added[];
  /** The events that were left out alone, by their lines; empty for a batch that is taken whole or not at all. */
  refused: RefusedLine[];
}

/** What became of a batch. */
export type Outcome =
  | { kind: "taken"; value: Taken }
  /** Nothing of the batch was taken, for this reason. */
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

/** The fate of a record, without anything of its content. */
export interface Receipt {
  id: string;
  fate: Fate;
}

/** What forgetting did. */
export interface Forgetting {
  effects: Effects;
  /** One for each id, in their order; of a rollback one for each record of the selection. */
  receipts: Receipt[];
  /** The number of further records that were forgotten, because they were derived from those in `receipts`. */
  nDerived: number;
}

/** The answer of `forget`, or what it needs first. */
export type ForgetReply =
  | { kind: "done"; value: Forgetting }
  | { kind: "ask"; value: Ask };

/** What updating did. */
export interface Updated {
  effects: Effects;
  /** Whether there was such a note. */
  isKnown: boolean;
}

/** The answer of `update`, or what it needs first. */
export type UpdateReply =
  | { kind: "done"; value: Updated }
  | { kind: "ask"; value: Ask };

/** The new content of a note. */
export interface NewText {
  /** The new text. Length: 1 to 65,536 bytes. */
  text: string;
  /** A JSON object, which replaces the metadata of the note. Default: "". */
  metadata: string;
}

/** Selects the records that fit all members. An empty selection is refused. */
export interface Selection {
  /** Of this session, at most 128 bytes; empty: of any. */
  session: string;
  /** Of this principal, at most 128 bytes; empty: of any. */
  principal: string;
  /** Of this channel, at most 128 bytes; empty: of any. */
  channel: string;
  /** Of this origin. */
  origin: Origin | undefined;
  /** Of what happened at this time or later. */
  since: bigint | undefined;
}

/** What a slice of clearing windows did. */
export interface ClearedWindows {
  effects: Effects;
  /** The number of bodies of pruned parts that were deleted. */
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
  /** Only what happened at this time or later. */
  since: bigint | undefined;
  /** Only what happened before this time. */
  until: bigint | undefined;
  /** How many notes are given at most. Default: 20. Range: 1 to 1,000. */
  limit: number;
  /** Only with these members of their metadata, each as `name=value`. Default: []. At most 8, of at most 400 bytes each. */
  metadata: string[];
  /**
   * The id of the note to go on after, `next` of the page before; empty: from the newest on. Default: "".
   * Length: 0 to 64 bytes.
   */
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
  /** The principal who had the memory open; empty if none was set. */
  principal: string;
  /** The session; empty: none. */
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
  /** The number of all notes of the tenant. */
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
  /** The number of records of every kind but learnings, including notes. */
  nRecords: number;
  /** The number of records that were forgotten. */
  nForgotten: number;
  /** The oldest format of a record in the store; 0 for an empty store. */
  oldestFormat: number;
  /** No row in the store is of a newer format than this; 0 for an empty store. */
  storedFormat: number;
  /**
   * The format that this release writes. If it is newer than `stored-format`, older releases cannot read the store after the
   * first change, and the host keeps a copy from before.
   */
  newestFormat: number;
}

/** The answer of `totals`, or what it needs first. */
export type TotalsReply =
  | { kind: "done"; value: RecordTotals }
  | { kind: "ask"; value: Ask };

/** What a call of `salvage` looks for among the rows of a damaged store. */
export type SalvagePart =
  /** What was forgotten, so that it does not come back. */
  | "forgotten"
  /** All other rows that are not derived from others. */
  | "kept"
  /** Rows that name what the new store lacks. */
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
  /** When it happened, in milliseconds since 1970; none for anything but a record. */
  time: bigint | undefined;
  /** The tenant that it belonged to. */
  tenant: string;
}

/** What of a damaged store was taken into a new one. */
export interface Salvaged {
  effects: Effects;
  /** The number of undamaged records. */
  nRecords: number;
  /** The number of damaged rows that are not derived from others, and of rows that are not of records at all. */
  nDamaged: number;
  /** What rows name and the new store lacks; listed once for each row that names it. */
  lost: Lost[];
  /** By how many records, not counting learnings, the counts in the damaged store exceed what the new store has. */
  nMissing: bigint;
  /** By how many forgotten records the counts in the damaged store exceed what the new store has: so many may come back. */
  nTombstonesMissing: bigint;
}

/** The answer of `salvage`, or what it needs first. */
export type SalvageReply =
  | { kind: "done"; value: Salvaged }
  | { kind: "ask"; value: Ask };

/** The result of importing what another store knows to be forgotten. */
export interface ImportedTombstones {
  effects: Effects;
  /** The number of rows that were new here. */
  nImported: number;
}

/** The answer of `import-tombstones`, or what it needs first. */
export type ImportTombstonesReply =
  | { kind: "done"; value: ImportedTombstones }
  | { kind: "ask"; value: Ask };

/** What a slice of upkeep did. */
export interface UpkeepSlice {
  effects: Effects;
  /** The number of records of an older format that were rewritten in the newest one. */
  nRewritten: number;
  /** The number of records that were deleted because their lifetime or the retention had ended. */
  nExpired: number;
  /**
   * The number of records of older releases in which a secret or a private text was masked now. Upkeep checks all records once
   * more when a release has newer rules for this.
   */
  nMasked: number;
  /** Whether nothing is left to do. */
  isDone: boolean;
}

/** The answer of `upkeep`, or what it needs first. */
export type UpkeepReply =
  | { kind: "done"; value: UpkeepSlice }
  | { kind: "ask"; value: Ask };

/**
 * Records, which cannot be made again: what was said, done and learnt.
 *
 * Records are in a store of their own, with its own generation. A record belongs to one tenant and is never shown to another.
 * The component keeps nothing between calls: a call asks for the rows that it needs, and so costs the same in a store of ten
 * records or of ten million. A change asks for rows as a question does, and alters nothing until it returns effects. The host
 * holds the store's lock from the first call to the commit, and passes the same arguments in each call.
 */
export interface RecordsCalls {
  /**
   * Opens the records of an owner at a generation of their store. A host calls it again before a call at another generation.
   * Needs no rows.
   */
  open(owner: Owner, settings: RecordSettings, at: bigint): void;
  /**
   * Checks up to 1,000 events of at most 8 MiB together, and packs them. Needs no rows and changes nothing. `add` refuses packed
   * events only for a missing parent, for an event that was recorded before in other words, or for the limits of the settings
   * and the store. Known forms of secrets are treated as the settings say.
   */
  pack(events: Event[], now: bigint): Packed;
  /**
   * As `pack`, for lines of JSON, an event each: `{"kind": "tool_call", "tool": "bash", "success": true}`. Members have the
   * names of the interface with underscores; those of the body are beside those of the event. A missing member is empty, but a
   * missing `time` is `now` plus a millisecond for each event before it, and a missing `success` of a file touch is true. A
   * time may also be a text of RFC 3339 with an offset, such as `2026-11-25T14:00:00Z`. A missing event id follows from
   * `entropy`, 16 random bytes, and the line. Empty lines are ignored, and a line has at most 1,048,576 bytes. If `add` refuses
   * an event, it leaves out this event alone with `each-alone`, and reports its line; otherwise it adds none of the events.
   */
  packLines(lines: string, now: bigint, entropy: Uint8Array, eachAlone: boolean): PackedLines;
  /**
   * Reads up to 1,000 lines that `episodes.export-lines` wrote, each complete and of at most 1,048,576 bytes. `state` is empty
   * for the first lines, else the state that the previous call returned. What a line says of who spoke is not believed: its
   * record is an untrusted import, and belongs to the importer. With `is-mine` the lines are the owner's own: origin and trust
   * are as the line says, the trust no higher than the importer's, and so is the principal if the importer's trust is
   * `confirmed`. Records that were imported from such lines before are raised to this trust by an `adoption`, a record of its
   * own; if the adoption is forgotten, they lose the trust again. Only a person may set `is-mine`: with another `owner.speaker`
   * it is refused. All else is checked as for any event, and what was forgotten here stays forgotten. A refused line is left out
   * alone, and so is a trailer that does not fit the lines before it.
   */
  packImport(lines: string, state: string, isMine: boolean, now: bigint): PackedImport;
  /**
   * Reads complete lines of the file of the Model Context Protocol's reference memory server. Each observation of an entity
   * becomes a note, and so does each relation; the note's metadata has the names. An event's id follows from what the event
   * says, so that the same is added once. The times begin with `now` and keep the order. `after` is empty at first, else `next`
   * of the previous call with the same lines and `now`: a line may have more than fits into a batch.
   */
  packReference(lines: string, after: string, now: bigint): PackedReference;
  /** Adds up to 1,000 packed batches of at most 32 MiB together, of any tenant. */
  add(batches: Uint8Array[], resumed: Resumed | undefined): AddReply;
  /**
   * Forgets up to 1,000 records by their ids, with all that was derived from them. Their rows are deleted; that they were
   * forgotten is stored, so that their events are not added again. Their bytes leave the store's file when its host rewrites it:
   * see `clear-windows`.
   */
  forget(ids: string[], now: bigint, resumed: Resumed | undefined): ForgetReply;
  /**
   * Updates a note: its text and metadata are replaced; its id, event and time stay. Its trust is no higher than before, and no
   * higher than the trust of whoever updates it: a person's note that an agent updates becomes the agent's.
   * Gives `is-known`: whether there is such a note.
   *
   * - `id`: The id of the note.
   */
  update(id: string, says: NewText, now: bigint, resumed: Resumed | undefined): UpdateReply;
  /** Forgets the records of a selection, up to 100,000, with all that was derived from them, in one change. */
  rollback(selection: Selection, now: bigint, resumed: Resumed | undefined): ForgetReply;
  /**
   * Clears a slice of what the windows of the tenant store of their conversations: tasks, and the bodies of pruned parts, which
   * then cannot be restored. A host that erases calls this after `forget`, because bodies cannot be searched for what a record
   * said. The host repeats the call until `next` is empty, with the previous `next` as `after`, at first empty, and commits each
   * slice; then it rewrites the file. A window of which anything was cleared is in conflict for whoever has it open.
   */
  clearWindows(after: Uint8Array, resumed: Resumed | undefined): ClearReply;
  /** The notes of a channel or of all, newest first. */
  notes(question: NotesQuestion, resumed: Resumed | undefined): NotesReply;
  /** How many records there are. Costs the same however many there are, because records are counted when they are added. */
  totals(resumed: Resumed | undefined): TotalsReply;
  /**
   * Takes one part of the rows of a damaged store, of any tenant, into the new store that is open: up to 100,000 rows of at most
   * 32 MiB together. All rows are passed for each part, in the order of the parts, in slices of any size. For each part, first
   * come the rows that the file leads to, then with `is-scattered` the rows of pages that nothing in the file leads to. Rows
   * that are not derived are verified and kept; of scattered rows, only those of records. Of two versions of a record the later
   * one is kept. Derived rows are made again. A row that is passed twice is taken once.
   */
  salvage(part: SalvagePart, isScattered: boolean, rows: Row[], resumed: Resumed | undefined): SalvageReply;
  /**
   * Imports the rows of another store of this memory that say what was forgotten, of any tenant. It takes up to 100,000 rows of
   * at most 32 MiB together, and ignores all others. This is for an older copy that replaces the other store: what was recorded
   * after the copy was made, and then forgotten, stays forgotten. All rows are passed twice, because an event's row is imported
   * only after its record's tombstone.
   */
  importTombstones(rows: Row[], resumed: Resumed | undefined): ImportTombstonesReply;
  /**
   * One slice of upkeep, over about `budget` rows, 1 to 10,000. First the rows of older formats are rewritten, those of all
   * tenants; then records of the tenant expire, are indexed and are masked. Where a slice ended is stored, so that the next one
   * goes on there, also in another process.
   */
  upkeep(now: bigint, budget: number, resumed: Resumed | undefined): UpkeepReply;
}
