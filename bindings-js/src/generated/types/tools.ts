// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { CoEditPage, CoEditsQuestion, EventPage, EventsQuestion, FileHistoryQuestion, FileSummary, LastTouchesQuestion, ReadTimeQuestion, TaskPage, TasksQuestion, TimeSpan, ToolStatPage, ToolStatsQuestion, TouchPage } from "./episodes.js";

import type { AnchorsQuestion, DependencyPage, DocumentPage, DocumentsQuestion, FileOutline, FileQuestion, FindPage, FindQuestion, FunctionPage, FunctionsQuestion, HierarchyPage, MapQuestion, PathPage, PathQuestion, RepositoryMap, ResolvedAnchors, SourcePage, SourceQuestion, SymbolKind, TestsQuestion, UnresolvedPage, UnresolvedQuestion, WalkPage, WalkQuestion } from "./graph.js";

import type { PrepareQuestion, Prepared } from "./prepare.js";

import type { RecallQuestion, Recalled, RemindQuestion, Reminders } from "./recall.js";

import type { NotePage, NotesQuestion, Receipt } from "./records.js";

import type { BeginQuestion, Beginning, FailurePage, FailuresQuestion, FilesToReread, RereadQuestion } from "./session.js";

import type { Error, Hint, NextQuestion, UnreadLanguage, ZoneOffset } from "./types.js";

/** The tools that an agent may call. Answers to the agent name no other tools. */
export interface ToolOffer {
  /** What stands before each name when the agent calls a tool. Length: 0 to 32 bytes. */
  prefix: string;
  /** The names of the tools, without the prefix. */
  names: string[];
}

/** The reader of the answer. */
export type Asker =
  /** Someone at a shell: questions to ask next are spelled as commands. */
  | { kind: "shell" }
  /** An agent: questions to ask next are spelled as calls of these tools. */
  | { kind: "agent"; value: ToolOffer };

/** `show`: the symbols of a file, or the source of a symbol. */
export interface ShowRequest {
  /** For a file, `max-lines` is the most symbols. */
  question: SourceQuestion;
  /** Answers for each meaning of an ambiguous name. */
  all: boolean;
}

/**
 * A call that follows edges from a symbol. The `kinds` and the `path-prefix` of the question choose among the meanings of an
 * ambiguous name.
 */
export interface WalkRequest {
  question: WalkQuestion;
  /** Answers for each meaning of an ambiguous name. */
  all: boolean;
  /** Lists the places of `graph.unresolved` too, behind those that have an edge. */
  unresolved: boolean;
  /** Gives each place a line of its own. */
  flat: boolean;
}

/** `tests`: the tests that reach a symbol. */
export interface TestsRequest {
  question: TestsQuestion;
  /** Answers for each meaning of an ambiguous name. */
  all: boolean;
  /** Gives each test a line of its own. */
  flat: boolean;
}

/** `path`: how one symbol leads to another. */
export interface PathRequest {
  question: PathQuestion;
  /** For an ambiguous name, only meanings of these kinds; none given: all. */
  meaningKinds: SymbolKind[];
  /** For an ambiguous name, only meanings in files whose path begins with this text; empty: all. */
  meaningPrefix: string;
  /** Answers for each meaning of both names, at most 20 pairs. */
  all: boolean;
}

/** `prepare`: the code that a task needs, and records about it. */
export interface PrepareRequest {
  question: PrepareQuestion;
  /** Leaves out records. */
  codeOnly: boolean;
  /** Shows why each piece was chosen, in place of the code. */
  why: boolean;
}

/** `recall`: records that fit, and sections of the project's documents beside them. */
export interface RecallRequest {
  /** The call's `zone` and `now` replace those of the question. */
  question: RecallQuestion;
  /** A time in words, as `episodes.read-time` reads it. It replaces the question's `since`; empty: it does not. */
  since: string;
  /** Shows the factors of each score. */
  explain: boolean;
  /** Leaves out documents. */
  recordsOnly: boolean;
}

/** `notes`: the notes, newest first. */
export interface NotesRequest {
  question: NotesQuestion;
  /** A time in words, as `episodes.read-time` reads it. It replaces the question's `since`; empty: it does not. */
  since: string;
}

/** `remember`: a note that an agent made. */
export interface NewNote {
  text: string;
  /** Paths of files that the note is about, as they were typed. */
  at: string[];
  channel: string;
}

/** `update`: another text for a note. */
export interface NoteUpdate {
  id: string;
  text: string;
}

/** `restore`: a part that a window pruned. */
export interface RestoreRequest {
  /** The id of a part, or a range of ids. */
  id: string;
  /** The number of characters to skip, to go on where an answer ended. */
  skip: number;
}

/** The meaning of a name, for a question that the host asks by itself. The answer is the id of one symbol. */
export interface MeaningRequest {
  name: string;
  /** Only meanings of these kinds; none given: all. */
  kinds: SymbolKind[];
  /** Only meanings in files whose path begins with this text; empty: all. */
  pathPrefix: string;
}

/** A call of a tool. Names and paths in it are as they were typed. */
export type ToolRequest =
  | { kind: "find"; value: FindQuestion }
  | { kind: "show"; value: ShowRequest }
  | { kind: "callers"; value: WalkRequest }
  | { kind: "callees"; value: WalkRequest }
  | { kind: "references"; value: WalkRequest }
  | { kind: "impact"; value: WalkRequest }
  | { kind: "tests"; value: TestsRequest }
  | { kind: "path"; value: PathRequest }
  | { kind: "hierarchy"; value: WalkRequest }
  | { kind: "dependencies"; value: FileQuestion }
  | { kind: "dependents"; value: FileQuestion }
  | { kind: "map"; value: MapQuestion }
  | { kind: "prepare"; value: PrepareRequest }
  | { kind: "meaning"; value: MeaningRequest }
  | { kind: "recall"; value: RecallRequest }
  | { kind: "notes"; value: NotesRequest }
  | { kind: "remember"; value: NewNote }
  | { kind: "update"; value: NoteUpdate }
  /** The id of a record. */
  | { kind: "forget"; value: string }
  | { kind: "restore"; value: RestoreRequest }
  | { kind: "file_history"; value: FileHistoryQuestion }
  | { kind: "co_edits"; value: CoEditsQuestion }
  | { kind: "last_touches"; value: LastTouchesQuestion }
  | { kind: "tool_stats"; value: ToolStatsQuestion }
  | { kind: "tasks"; value: TasksQuestion }
  | { kind: "reread"; value: RereadQuestion }
  | { kind: "failures"; value: FailuresQuestion }
  | { kind: "begin_session"; value: BeginQuestion };

/** A question to the host. A case with the name of a function of the interface asks that function. */
export type ToolQuestion =
  | { kind: "find"; value: FindQuestion }
  | { kind: "outline"; value: string }
  | { kind: "source"; value: SourceQuestion }
  | { kind: "callers"; value: WalkQuestion }
  | { kind: "callees"; value: WalkQuestion }
  | { kind: "references"; value: WalkQuestion }
  | { kind: "impact"; value: WalkQuestion }
  | { kind: "tests"; value: TestsQuestion }
  | { kind: "path"; value: PathQuestion }
  | { kind: "hierarchy"; value: WalkQuestion }
  | { kind: "unresolved"; value: UnresolvedQuestion }
  | { kind: "dependencies"; value: FileQuestion }
  | { kind: "dependents"; value: FileQuestion }
  | { kind: "map"; value: MapQuestion }
  | { kind: "prepare"; value: PrepareQuestion }
  | { kind: "remind"; value: RemindQuestion }
  | { kind: "events"; value: EventsQuestion }
  | { kind: "documents"; value: DocumentsQuestion }
  | { kind: "resolve_anchors"; value: AnchorsQuestion }
  /** The paths are as they were recorded. The host makes absolute paths below the root relative to it. */
  | { kind: "functions_at"; value: FunctionsQuestion }
  | { kind: "recall"; value: RecallQuestion }
  | { kind: "read_time"; value: ReadTimeQuestion }
  | { kind: "notes"; value: NotesQuestion }
  | { kind: "file_history"; value: FileHistoryQuestion }
  | { kind: "co_edits"; value: CoEditsQuestion }
  | { kind: "last_touches"; value: LastTouchesQuestion }
  | { kind: "tool_stats"; value: ToolStatsQuestion }
  | { kind: "tasks"; value: TasksQuestion }
  | { kind: "reread"; value: RereadQuestion }
  | { kind: "failures"; value: FailuresQuestion }
  | { kind: "begin_session"; value: BeginQuestion }
  /** Records a note. */
  | { kind: "remember"; value: NewNote }
  /** Updates a note. */
  | { kind: "update"; value: NoteUpdate }
  /** Forgets a record. */
  | { kind: "forget"; value: string }
  /** The content of a part that a window pruned. */
  | { kind: "restore"; value: string }
  /** The forms of a typed name or path. */
  | { kind: "place"; value: string }
  /** The ways in which the index differs from the current files. */
  | { kind: "index_state" }
  /** Why a file is not in the index. */
  | { kind: "left_out"; value: string }
  /** Whether there is a folder of this path. */
  | { kind: "is_folder"; value: string };

/** A way in which the index differs from the files. */
export interface IndexNote {
  /** The stable name, such as `stale`. */
  kind: string;
  why: string;
  /** Whether an index run mends it. */
  isMendedByIndex: boolean;
  /** Whether the host shows this note beside each answer. */
  isAlwaysShown: boolean;
}

/** The result of recording a note. */
export interface Remembered {
  id: string;
  /** `added`, `known`, `adopted` or `waiting`. */
  state: string;
  /** Messages to show about the note, a line each. */
  notes: string[];
}

/** The result of forgetting a record. */
export interface ForgottenRecord {
  receipts: Receipt[];
  /** The number of records that were derived from it and forgotten with it. */
  nDerived: number;
}

/** A part that a window pruned. */
export interface RestoredPart {
  text: string;
  /** Whether secrets in it were masked before it was stored. */
  isMasked: boolean;
}

/** The role of a part of a line. A host may colour parts by their roles, and choose by them what to shorten. */
export type LinePart =
  | "path"
  | "line"
  | "kind"
  | "name"
  /** The part that is shortened first. */
  | "signature"
  /** How the item of the line was found. */
  | "aside";

/** A marked part of a text. */
export interface MarkedPart {
  /**
   * The offset of the first byte in the text; `end` is the offset behind the last byte. The parts are in order, and none
   * contains a line end.
   */
  start: number;
  end: number;
  part: LinePart;
}

/** A text with marked parts. A line without parts is quoted source, and is not shortened. */
export interface MarkedText {
  text: string;
  parts: MarkedPart[];
}

/** A reason why an answer lacks something. */
export interface AnswerHint {
  /** The stable name: a `hint-kind` in snake_case, or a name of the host's own. */
  kind: string;
  why: string;
  next: NextQuestion | undefined;
  /** The question to ask next, as the asker types or calls it; none: the asker has no such question. */
  spelled: string | undefined;
}

/** A member of a reply. */
export interface ReplyMember {
  /** The index of the reply, from 0. */
  reply: number;
  member: string;
  limit: number | undefined;
}

/** A member of an answer's object, beside the members of its reply or in place of one. */
export type ObjectMember =
  /** A member of a reply; if it is a list with a limit, only its first items. */
  | { kind: "of_reply"; value: ReplyMember }
  /** A whole reply. */
  | { kind: "reply"; value: number }
  | { kind: "count"; value: number }
  /**
   * Gives each anchor of the records in a list its present place, as a member `now`: from the reply with this index. None: the
   * members are null.
   */
  | { kind: "anchors"; value: number | undefined }
  | { kind: "text"; value: string }
  /** Null. */
  | { kind: "nothing" };

/** An answer as an object, for a host that returns objects: a reply with further members and hints. */
export interface AnswerObject {
  /** The index of the reply, from 0. */
  reply: number;
  members: [string, ObjectMember][];
  /** None: the hints of the reply stay. */
  hints: AnswerHint[] | undefined;
}

/** A part of an answer. */
export interface AnswerPart {
  text: MarkedText;
  object: AnswerObject;
}

/** A piece of the output. The pieces are listed in the order in which they are shown. */
export type AnswerItem =
  | { kind: "answer"; value: AnswerPart }
  /** The heading of one of several answers. */
  | { kind: "heading"; value: MarkedText }
  /** A message beside the answer. */
  | { kind: "note"; value: string }
  /** A message that is shown even if no notes are wanted. */
  | { kind: "warning"; value: string };

/** Why a call gives no answer. */
export interface ToolFault {
  /** The stable name of the error, such as `ambiguous`. */
  code: string;
  message: string;
  why: string | undefined;
  /** A line each. */
  advice: string[];
  /** The refusal that the fault reports, with its details. */
  refusal: Error | undefined;
  /** For an unknown name: reasons, and what to ask next. */
  hints: AnswerHint[] | undefined;
  /** For an unknown name: languages whose files are not read, and may have the name. */
  unread: UnreadLanguage[];
}

/** A typed text in the forms that answers use. A host without a working folder gives the text itself. */
export interface TypedPlace {
  /** As a name. If it begins with the path of a file, that path is relative to the root. */
  name: string;
  /** As the beginning of a path. */
  prefix: string;
  /** As a path relative to the root; empty if it leads outside. */
  path: string;
  /** As records have a path: relative to the root if it is one of the project's files, else as it was typed. */
  recorded: string;
  /** Why the text is no path inside the root; none: it is one. */
  refused: ToolFault | undefined;
}

/** The answer to a question; each has the name of its question. */
export type ToolReply =
  | { kind: "find"; value: FindPage }
  | { kind: "outline"; value: FileOutline }
  | { kind: "source"; value: SourcePage }
  | { kind: "callers"; value: WalkPage }
  | { kind: "callees"; value: WalkPage }
  | { kind: "references"; value: WalkPage }
  | { kind: "impact"; value: WalkPage }
  | { kind: "tests"; value: WalkPage }
  | { kind: "path"; value: PathPage }
  | { kind: "hierarchy"; value: HierarchyPage }
  | { kind: "unresolved"; value: UnresolvedPage }
  | { kind: "dependencies"; value: DependencyPage }
  | { kind: "dependents"; value: DependencyPage }
  | { kind: "map"; value: RepositoryMap }
  | { kind: "prepare"; value: Prepared }
  | { kind: "remind"; value: Reminders }
  | { kind: "events"; value: EventPage }
  | { kind: "documents"; value: DocumentPage }
  | { kind: "resolve_anchors"; value: ResolvedAnchors }
  | { kind: "functions_at"; value: FunctionPage }
  | { kind: "recall"; value: Recalled }
  | { kind: "read_time"; value: TimeSpan }
  | { kind: "notes"; value: NotePage }
  | { kind: "file_history"; value: FileSummary }
  | { kind: "co_edits"; value: CoEditPage }
  | { kind: "last_touches"; value: TouchPage }
  | { kind: "tool_stats"; value: ToolStatPage }
  | { kind: "tasks"; value: TaskPage }
  | { kind: "reread"; value: FilesToReread }
  | { kind: "failures"; value: FailurePage }
  | { kind: "begin_session"; value: Beginning }
  | { kind: "remember"; value: Remembered }
  /** Whether there is a note with this id. */
  | { kind: "update"; value: boolean }
  | { kind: "forget"; value: ForgottenRecord }
  | { kind: "restore"; value: RestoredPart }
  | { kind: "place"; value: TypedPlace }
  | { kind: "index_state"; value: IndexNote[] }
  /** None: it is in the index, or there is no such file. */
  | { kind: "left_out"; value: string | undefined }
  | { kind: "is_folder"; value: boolean }
  /** The question was refused. */
  | { kind: "refused"; value: Error }
  /** The host has nothing to ask: nothing was recorded, or nothing was indexed. */
  | { kind: "nothing" }
  /** The host could not ask the question, for this reason, a sentence. */
  | { kind: "failed"; value: string };

/** The answer of a call. */
export interface ToolAnswer {
  /** For an agent: everything as one text, with its line ends; empty for a shell. */
  text: string;
  items: AnswerItem[];
  /** The number of all meanings, if the call was answered for each of several. The objects then form one list. */
  nMeanings: number | undefined;
  /** Whether the call found anything. */
  isFound: boolean;
  fault: ToolFault | undefined;
}

/** The next step of a call. */
export type ToolStep =
  | { kind: "ask"; value: ToolQuestion }
  | { kind: "done"; value: ToolAnswer };

/** The time of a call, the same at each of its steps. */
export interface Clock {
  now: bigint;
  /** The offsets from UTC by which times are shown. */
  zone: ZoneOffset[];
}

/** A reply as the text that a command shows. */
export interface Described {
  text: string;
  /** What the text leaves out, a line each. */
  leftOut: string[];
}

/**
 * The tools of agents, and the commands of the same names: which questions a call asks, and its answer as text.
 *
 * `read-request` reads a call from JSON. A host with arguments of its own makes the `tool-request` itself. `step` gives the host
 * a question. The host answers the question, and calls `step` again with all replies so far, until `step` gives the answer of
 * the call. Nothing is kept between the steps, and no memory need be open.
 *
 * An argument has the default and the limits of the member of a question that it sets.
 */
export interface ToolsCalls {
  /**
   * Reads a call from the tool's name without a prefix, and the arguments, a JSON object. An argument that is missing or null
   * has its default. Refuses a wrong argument as `invalid`, whose `why` is a whole sentence for the model.
   * Length of `arguments`: 2 to 4,194,304 bytes.
   */
  readRequest(tool: string, arguments_: string): ToolRequest;
  /**
   * The next step of a call: a question for the host, or the answer of the call. `replies`: the replies to the call's questions so
   * far, in their order.
   */
  step(call: ToolRequest, asker: Asker, clock: Clock, replies: ToolReply[]): ToolStep;
  /** An answer about code as the text that a command shows. Refuses any other reply as `invalid`. */
  describe(answer: ToolReply): Described;
  /**
   * Hints of an answer, with what to ask next as the asker types or calls it.
   * Length of `hints`: 0 to 1,000.
   */
  spell(asker: Asker, hints: Hint[]): AnswerHint[];
}
