// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { CoEditPage, CoEditsQuestion, EventPage, EventsQuestion, FileHistoryQuestion, FileSummary, LastTouchesQuestion, ReadTimeQuestion, TaskPage, TasksQuestion, TimeSpan, ToolStatPage, ToolStatsQuestion, TouchPage } from "./episodes.js";

import type { AnchorsQuestion, DependencyPage, DocumentPage, DocumentsQuestion, FileOutline, FileQuestion, FindPage, FindQuestion, FunctionPage, FunctionsQuestion, HierarchyPage, MapQuestion, PathPage, PathQuestion, RepositoryMap, ResolvedAnchors, SourcePage, SourceQuestion, SymbolKind, TestsQuestion, UnresolvedPage, UnresolvedQuestion, WalkPage, WalkQuestion } from "./graph.js";

import type { PrepareQuestion, Prepared } from "./prepare.js";

import type { RecallQuestion, Recalled, RemindQuestion, Reminders } from "./recall.js";

import type { NotePage, NotesQuestion, Receipt } from "./records.js";

import type { BeginQuestion, Beginning, FailurePage, FailuresQuestion, FilesToReread, RereadQuestion } from "./session.js";

import type { Error, NextQuestion, UnreadLanguage, ZoneOffset } from "./types.js";

/** The tools that an agent may call; its answers name no others. */
export interface ToolOffer {
  /** What stands before each name. Length: 0 to 32 bytes. */
  prefix: string;
  /** Without the prefix. */
  names: string[];
}

/** Whoever reads the answer. */
export type Asker =
  /** Someone at a shell: a question to ask next is spelled as a command. */
  | { kind: "shell" }
  /** An agent: it is spelled as a call of a tool. */
  | { kind: "agent"; value: ToolOffer };

/** `show`: the symbols of a file, or the source of a symbol. */
export interface ShowRequest {
  /** Of a file `max-lines` is the most symbols. */
  question: SourceQuestion;
  /** Answers for each meaning of an ambiguous name. */
  all: boolean;
}

/** A call that follows edges from a symbol. Kinds and a prefix in its question choose among the meanings of an ambiguous name. */
export interface WalkRequest {
  question: WalkQuestion;
  /** Answers for each meaning of an ambiguous name. */
  all: boolean;
  /** Lists places on receivers of unknown type behind the others. */
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
  /** Of an ambiguous name only meanings of these kinds; none given: all. */
  meaningKinds: SymbolKind[];
  /** Of an ambiguous name only meanings in files whose path begins so; empty: all. */
  meaningPrefix: string;
  /** Answers for each meaning of both names, at most 20 pairs. */
  all: boolean;
}

/** `prepare`: the code that a task needs, and what was recorded about it. */
export interface PrepareRequest {
  question: PrepareQuestion;
  /** Leaves out records. */
  codeOnly: boolean;
  /** Shows why each piece was chosen, in place of the code. */
  why: boolean;
}

/** `recall`: what was recorded and fits, and sections of the project's documents beside it. */
export interface RecallRequest {
  /** Its `zone` and `now` are those of the call. */
  question: RecallQuestion;
  /** A time as for `episodes.read-time`, in place of the question's `since`; empty: none. */
  since: string;
  /** Shows the factors of each score. */
  explain: boolean;
  /** Leaves out documents. */
  recordsOnly: boolean;
}

/** `notes`: what was remembered, newest first. */
export interface NotesRequest {
  question: NotesQuestion;
  /** A time as for `episodes.read-time`, in place of the question's `since`; empty: none. */
  since: string;
}

/** `remember`: a note to keep, which an agent made. */
export interface NewNote {
  text: string;
  /** Files that it speaks of, as they were typed. */
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
  /** Characters that are passed over, to go on where an answer ended. */
  skip: number;
}

/** Which symbol a name means, for a host's own question about one; the answer is its id. */
export interface MeaningRequest {
  name: string;
  /** Only meanings of these kinds; none given: all. */
  kinds: SymbolKind[];
  /** Only meanings in files whose path begins so; empty: all. */
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

/** A question to the host. Those named as functions of the interface are these. */
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
  /** Paths of lines are as they were recorded: those below the root are to be made relative. */
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
  | { kind: "update"; value: NoteUpdate }
  /** Forgets a record. */
  | { kind: "forget"; value: string }
  /** The content of a part that a window pruned. */
  | { kind: "restore"; value: string }
  /** What a typed name or path means. */
  | { kind: "place"; value: string }
  /** How the index differs from the files as they are. */
  | { kind: "index_state" }
  /** Why a file is not in the index. */
  | { kind: "left_out"; value: string }
  /** Whether there is a folder of this path. */
  | { kind: "is_folder"; value: string };

/** A way in which the index differs from the files. */
export interface IndexNote {
  /** Its stable name, as hosts spell it: `stale`. */
  kind: string;
  why: string;
  /** Whether an index run mends it. */
  isMendedByIndex: boolean;
  /** Whether the host says it beside each answer. */
  isSaid: boolean;
}

/** What became of a note. */
export interface Remembered {
  id: string;
  /** `added`, `known`, `adopted` or `waiting`. */
  state: string;
  /** What is to be said of it, a line each. */
  notes: string[];
}

/** What became of a record that was to be forgotten. */
export interface ForgottenRecord {
  receipts: Receipt[];
  /** Records that were derived from it, and went with it. */
  nDerived: number;
}

/** A part that a window pruned. */
export interface RestoredPart {
  text: string;
  /** It held secrets, which were masked before it was kept. */
  isMasked: boolean;
}

/** What a part of a line is; a host may colour it, or shorten a line by it. */
export type LinePart =
  | "path"
  | "line"
  | "kind"
  | "name"
  /** Shortened first. */
  | "signature"
  /** How something was found. */
  | "aside";

/** A marked part of a text. */
export interface MarkedPart {
  /** Bytes of the text; the parts are in order, and none holds a line end. */
  start: number;
  end: number;
  part: LinePart;
}

/** A text with marked parts. A line without any is somebody's source, and is not shortened. */
export interface MarkedText {
  text: string;
  parts: MarkedPart[];
}

/** A reason for what an answer lacks. */
export interface AnswerHint {
  /** Its stable name: a `hint-kind` as hosts spell it, or one of a host. */
  kind: string;
  why: string;
  next: NextQuestion | undefined;
  /** What to ask next, as the asker types or calls it. */
  spelled: string | undefined;
}

/** A member of a reply. */
export interface ReplyMember {
  /** Which reply, from 0 on. */
  reply: number;
  member: string;
  limit: number | undefined;
}

/** A member that an answer's object has beside, or in place of, those of its reply. */
export type ObjectMember =
  /** The member of this name of another reply; the first ones of a list if a number of them is given. */
  | { kind: "of_reply"; value: ReplyMember }
  /** A whole reply. */
  | { kind: "reply"; value: number }
  | { kind: "count"; value: number }
  /** Of a list of records, whose anchors have their places now, as a member `now` of each, from this reply; none: they are null. */
  | { kind: "anchors"; value: number | undefined }
  | { kind: "text"; value: string }
  /** Null. */
  | { kind: "nothing" };

/** An answer as an object, for a host that gives such: a reply, with other members and its hints. */
export interface AnswerObject {
  /** Which reply, from 0 on. */
  reply: number;
  members: [string, ObjectMember][];
  /** None: as the reply has them. */
  hints: AnswerHint[] | undefined;
}

/** A part of an answer. */
export interface AnswerPart {
  text: MarkedText;
  object: AnswerObject;
}

/** A piece of what is told, in the order in which it is to be shown. */
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
  /** The stable name of the error, as hosts have it: `ambiguous`. */
  code: string;
  message: string;
  why: string | undefined;
  /** A line each. */
  advice: string[];
  /** The refusal that it tells of, with its details. */
  refusal: Error | undefined;
  /** Of an unknown name: reasons, and what to ask next. */
  hints: AnswerHint[] | undefined;
  /** Of an unknown name: files that are not read, which may have it. */
  unread: UnreadLanguage[];
}

/** A typed text in the form of answers. A host without a working folder gives the text itself. */
export interface TypedPlace {
  /** As a name: where it begins with the path of a file, that is relative to the root. */
  name: string;
  /** As the beginning of a path. */
  prefix: string;
  /** As a path relative to the root; empty if it leads outside. */
  path: string;
  /** As records have a path: relative to the root if it is one of the project's files, else as it was typed. */
  recorded: string;
  /** Why it is no path inside the root, where it is none. */
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
  /** Whether there is such a note. */
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
  /** There is nothing to ask: nothing is recorded here, or nothing was indexed. */
  | { kind: "nothing" }
  /** It could not be asked; a sentence says why. */
  | { kind: "failed"; value: string };

/** The answer of a call. */
export interface ToolAnswer {
  /** For an agent: everything as one text, with its line ends; empty for a shell. */
  text: string;
  items: AnswerItem[];
  /** If each of several meanings was asked about: how many there are in all. The objects are then one list. */
  nMeanings: number | undefined;
  /** Whether anything was found. */
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
  /** By which times are shown. */
  zone: ZoneOffset[];
}

/** A reply as text, as a command shows it, and what it leaves out. */
export interface Described {
  text: string;
  /** A line each. */
  leftOut: string[];
}

/**
 * The tools of agents, and the commands of the same names: which questions a call asks, and its answer as text.
 *
 * `read-request` reads a call from JSON; a host with arguments of its own makes one itself. `step` gives the question to ask next, until it
 * gives the answer: the host answers it, and calls `step` again with all replies so far. Nothing is kept between calls, and no memory is
 * needed. Arguments have the defaults and limits of the questions that they are of.
 */
export interface ToolsCalls {
  /**
   * Reads a call: the tool's name without a prefix, and its arguments, a JSON object; what is not given or null has its default.
   * Refuses a wrong argument as `invalid`, whose `why` is a whole sentence for the model.
   * Length of `arguments`: 2 to 4,194,304 bytes.
   */
  readRequest(tool: string, arguments_: string): ToolRequest;
  /** The question that a call asks next, or its answer. `replies`: the answers to its questions so far, in their order. */
  step(call: ToolRequest, asker: Asker, clock: Clock, replies: ToolReply[]): ToolStep;
  /** A page of code, as text. */
  describe(answer: ToolReply): Described;
}
