// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Ask, Effects, Factor, Resumed, SecretPolicy } from "./types.js";

/** Whose messages are read and edited. */
export type MessageFormat =
  /** Anthropic's Messages: a list of messages, or a request with `system` and `messages`. */
  | "anthropic"
  /** OpenAI's Chat Completions. */
  | "openai_chat"
  /** OpenAI's Responses: a list of input items, or a request with `instructions` and `input`. */
  | "openai_responses"
  /** The model messages of Vercel's AI SDK. */
  | "ai_sdk"
  /** LangChain's messages, as dictionaries. */
  | "langchain";

/** Who decides what is pruned. */
export type Policy =
  /**
   * What the conversation itself tells of each part: when it was last used, how much is said of it now, whether another part
   * holds the same, and what it costs.
   */
  | "evidence"
  /** Age, task, dependents, kind and relevance, multiplied; a prune frees 30 % of the tokens or more, whatever `low` is. */
  | "five_factor"
  /** All results but the newest are pruned. */
  | "keep_last"
  /** What was used longest ago is pruned first. */
  | "lru"
  /** Nothing is ever pruned. */
  | "unbounded";

/** What is left of a pruned part. */
export type StubKind =
  /** Its id and what it was, and an outline of 3 to 6 % of what it held. */
  | "outline"
  /** Its id and what it was. */
  | "bare";

/** How a window is pruned. */
export interface WindowSettings {
  /** Who decides. Default: evidence. */
  policy: Policy;
  /** The most tokens of a request. Default: 200,000. Range: 1,000 to 100,000,000. */
  maxTokens: number;
  /** The share of them at which a prune begins. Default: 0.8. Range: 0.05 to 1.0. */
  threshold: number;
  /**
   * The share of that which a prune by `evidence` or `lru` leaves, by `evidence` beside what the last steps brought.
   * Default: 0.66. Range: 0.05 to 1.0.
   */
  low: number;
  /**
   * The share of the tokens at which a prune begins that stubs may take: beyond, the oldest messages leave whole into recaps, which
   * all together take no more than it. 0: none does. Default: 0.1. Range: 0.0 to 0.5.
   */
  recapShare: number;
  /** How many results `keep_last` keeps. Default: 3. Range: 0 to 1,000,000. */
  keepLast: number;
  /** What is left of a pruned part. Default: outline. */
  stub: StubKind;
  /** The price of a token read from the prompt cache, as a share of one without a cache. Default: 0.1. Range: 0.0 to 100.0. */
  cacheRead: number;
  /** The price of a token written into it. Default: 1.25. Range: 0.0 to 100.0. */
  cacheWrite: number;
  /** How long the provider keeps a cache that is not used, in milliseconds. Default: 300,000. Range: 0 to 2,592,000,000. */
  cacheLifetime: number;
  /**
   * The most bytes of one part that are kept for restoring; a larger part is only pruned where `caller-keeps` says that the
   * caller keeps it. Default: 8,388,608. Range: 0 to 67,108,864.
   */
  maxBodyBytes: number;
  /** The most bytes that are kept of all parts; beyond, the oldest are given up. Default: 67,108,864. Range: 0 to 268,435,456. */
  maxWindowBytes: number;
  /** How long they are kept, in milliseconds: seven days. Default: 604,800,000. Range: 0 to 4,294,967,295. */
  bodyLifetime: number;
  /** The caller keeps what is pruned itself. Default: false. */
  callerKeeps: boolean;
}

/** Whose window it is. */
export interface WindowOwner {
  /** Whose memory it lies in, at most 128 bytes; empty for the only one there is. */
  tenant: string;
  /** Who has the memory open, at most 128 bytes; may be empty. */
  principal: string;
  /** The window's name, 1 to 128 bytes. */
  name: string;
}

/** What opening found. */
export interface WindowOpened {
  /** Prunes so far. */
  nPrunes: number;
  /** Parts that were pruned so far. */
  nPruned: number;
  /** There was such a window. */
  isKnown: boolean;
}

/** The answer of `open`, or what it needs first. */
export type WindowOpenReply =
  | { kind: "done"; value: WindowOpened }
  | { kind: "ask"; value: Ask };

/** What a part of a conversation is. */
export type ItemKind =
  /** The agent's instructions: never pruned. */
  | "system"
  /**
   * What stands in the user's role: never pruned. What a person said leaves last into a recap, which quotes it; the first and the last
   * never do. So does what they said where a result stands, as they refused its call or answered a question.
   */
  | "user"
  /** What the model said to the user: never pruned. It leaves into a recap. */
  | "assistant"
  /** What the model thought. */
  | "thinking"
  /** A call of a tool: the JSON of its arguments. */
  | "call"
  /** What a tool gave back. */
  | "tool_result"
  /** Code that somebody added; in messages a text of the user's role that is all of a `text` of `prepare`. */
  | "code"
  /** How a task stands: never pruned. */
  | "task_state"
  /** The answer of a code graph, which can be asked again. */
  | "graph_query"
  /** A summary of what was said before: never pruned. */
  | "summary"
  /** What is not known: never pruned. */
  | "other"
  /**
   * An image, a sound or a file, in what the user said or a tool gave: `text` says what it is, `original` is its value. Of what the
   * user said first and last it leaves only where nothing else is enough.
   */
  | "media";

/** How a part's value is written once it is pruned. */
export type BodyForm =
  /** The stub as it is, without JSON. */
  | "plain"
  /** A JSON string. */
  | "text"
  /** A JSON object of one member, `pruned`, which is the stub. */
  | "object"
  /** A JSON string that holds such an object. */
  | "object_text"
  /** `{"type": "text", "value": STUB}`. */
  | "text_output"
  /** The part is left out, together with all such parts of its tool loop, once that is over. */
  | "drop"
  /** It is never pruned. Of what the model said: a JSON string, where a recap stands in its place. */
  | "fixed"
  /** `{"type": "text", "text": STUB}`. */
  | "text_block"
  /** `{"type": "input_text", "text": STUB}`. */
  | "input_text_block";

/** Lines of a file. */
export interface CodePlace {
  /** The file, at most 1,024 bytes. */
  path: string;
  /** From 1 on; 0: the whole file. */
  firstLine: number;
  /** The last line, from the first one on; 0: the whole file. */
  lastLine: number;
}

/** A part of a message. */
export interface NewItem {
  kind: ItemKind;
  /** The place of its message in the caller's list, from 0; it never decreases from part to part. */
  message: number;
  /** Where in the message its value stands: a JSON pointer (RFC 6901), at most 1,024 bytes. */
  pointer: string;
  /** What the model reads, decoded; of a call the JSON of its arguments. */
  text: string;
  /**
   * The value's bytes where they do not follow from `text`. Empty: they are those of `text`, for the forms `text` and `object_text`
   * as a JSON string, for `text_output` in such an object.
   */
  original: string;
  form: BodyForm;
  /** What tells the model's responses apart: equal for all parts of one. Only read of what the model wrote. */
  response: number;
  /** The tool of a call or a result; else empty. */
  tool: string;
  /** What joins a call with its result, at most 1,024 bytes; else empty. */
  callId: string;
  /** The tool failed. */
  isError: boolean;
  /** The exact tokens, where the host counted them. */
  tokens: number | undefined;
  /** The task that it belongs to; empty: what `set-task` said last before its message. */
  task: string;
  /** It is never pruned. */
  isPinned: boolean;
  /** How relevant something else holds it, 0.0 to 1.0; 1.0 where nothing is known. */
  relevance: number;
  /**
   * Ids of parts that this one depends on, at most 1,000, beside what is known: a result depends on its call, and a call on the
   * newest result of a call that named the same file.
   */
  dependencies: string[];
  /** When it was said. */
  time: bigint;
  /**
   * Where the code stands that it quotes, at most 100 places. Once it is pruned, its stub names them, `learnings` tells the files,
   * and in a store each is recorded as a file that was viewed. Empty: where the text is `text` of `prepare`, what that names.
   */
  places: CodePlace[];
}

/** What pushing did. */
export interface Pushed {
  /** Parts that are new. */
  nNew: number;
  /** Parts that were known. */
  nKnown: number;
  /** The message from which on the history differs from what was pushed before: from there on it was taken in anew. */
  editedFrom: number | undefined;
  /** All parts. */
  nItems: number;
  /** The tokens of the conversation as it is now edited. */
  tokens: bigint;
}

/** A change of the caller's messages as they were pushed. */
export interface Edit {
  /** The place of the message. */
  message: number;
  /**
   * The value in it, as a JSON pointer: of the messages before any edit. Empty and without a replacement: the whole message is left
   * out, because it left into a recap, which stands in the place of a part of another message.
   */
  pointer: string;
  /** What is there instead: JSON, or for a part of the form `plain` the stub. None: the value is left out. */
  replacement: string | undefined;
  /** By which the value can be restored; of a whole message its first part. */
  id: string;
}

/** What a prune did. */
export interface Pruned {
  effects: Effects;
  /** All that is pruned, now and before, in the order of the conversation. */
  edits: Edit[];
  /** Parts that were pruned now, or left whole. */
  nPruned: number;
  /** Tokens before, held to what the provider counted; and after. */
  tokensBefore: bigint;
  tokensAfter: bigint;
  /** The first message that was changed now: what stands before it can be read from the prompt cache. */
  firstChanged: number | undefined;
  /** What this prune is expected to save, in tokens at the price without a cache; below 0 where the budget demanded it. */
  expectedSaving: number;
  /** The number of its snapshot; 0 where nothing was pruned now. */
  snapshot: number;
}

/** The answer of `prune`, or what it needs first. */
export type PruneReply =
  | { kind: "done"; value: Pruned }
  | { kind: "ask"; value: Ask };

/** What a part held. */
export interface Restored {
  /** What the model read, decoded; of a call the JSON of its arguments. */
  text: string;
  /** The bytes of its value as they stood in the caller's JSON; of a part that is never pruned `text`. */
  original: string;
  /**
   * It held secrets, and was masked before it was kept: these are not the bytes that were pushed. Where the instance that they
   * were pushed to is asked, it gives those.
   */
  isMasked: boolean;
}

/** The answer of `restore`, or what it needs first. */
export type RestoreReply =
  | { kind: "done"; value: Restored }
  | { kind: "ask"; value: Ask };

/** A part that is visible. */
export interface VisibleItem {
  id: string;
  message: number;
  kind: ItemKind;
}

/** How relevant something else holds a part, 0.0 to 1.0. */
export interface Relevance {
  id: string;
  value: number;
}

/** A change without another answer. */
export interface WindowChanged {
  effects: Effects;
}

/** The answer of such a change, or what it needs first. */
export type WindowChangeReply =
  | { kind: "done"; value: WindowChanged }
  | { kind: "ask"; value: Ask };

/** How a window stands. */
export interface WindowStatus {
  nItems: number;
  /** Parts that are pruned. */
  nPruned: number;
  /** Responses of the model. */
  nSteps: number;
  /** The tokens of the conversation as it is edited, held to what the provider counted. */
  tokens: bigint;
  /** What it would cost unedited. */
  tokensUnpruned: bigint;
  /** The tokens at which a prune begins. */
  budget: number;
  nPrunes: number;
  /** Bytes that are kept for restoring. */
  bodyBytes: bigint;
  /** Empty: none. */
  task: string;
  /** What the provider counted last, where that is too far from the estimate to be believed. */
  notBelieved: bigint | undefined;
}

/** What became of a part. */
export type ItemFate =
  | "kept"
  | "pruned"
  /** It was among those to leave, and stayed because the prompt cache before it is worth more. */
  | "spared"
  /** It was pruned before. */
  | "pruned_before"
  /** It may not be pruned. */
  | "protected"
  /** It left whole with its message, into a recap. */
  | "recapped";

/** Why a snapshot was made. */
export type SnapshotReason =
  | "prune"
  | "task_switch"
  | "demand";

/** A part in a snapshot. */
export interface SnapshotItem {
  id: string;
  kind: ItemKind;
  /** Empty where it has none. */
  tool: string;
  message: number;
  /** Its tokens unpruned. */
  tokens: number;
  /** Its tokens as it is edited from then on: of a part in whose place a recap stands those of the recap. */
  tokensLeft: number;
  /** Its value to the policy: what is least leaves first. 0 where it was not judged. */
  value: number;
  fate: ItemFate;
  /** What its value consists of: of parts that were pruned, and of the 50 that were next. */
  factors: Factor[];
  /**
   * What it is about: the path or the command of its call, cut after some 80 bytes; empty where that names none, and of parts without
   * `why`.
   */
  subject: string;
  /** What the conversation tells of it, in words: of parts that leave or are spared, and of those that were next. */
  why: string;
}

/** How a window stood, and what a prune decided. */
export interface SnapshotOfWindow {
  /** From 1. */
  number: number;
  time: number;
  reason: SnapshotReason;
  task: string;
  tokensBefore: number;
  tokensAfter: number;
  /** The tokens at which a prune began, and those that it was to leave; 0 of a snapshot without a prune. */
  budget: number;
  target: number;
  firstChanged: number | undefined;
  expectedSaving: number;
  /**
   * Every part that had not left whole before, and those of the messages in which recaps stand or stood, in the order of the
   * conversation.
   */
  items: SnapshotItem[];
  /** How many had left whole before, those in messages with recaps among them. */
  nLeft: number;
  /** Prunes until then, with its own. */
  nPrunes: number;
  /** The ids of the recaps then. */
  recaps: string[];
  /** What the provider had counted last, where that is too far from the estimate to be believed. */
  notBelieved: number | undefined;
}

/** A page of snapshots. */
export interface SnapshotPage {
  /** Newest first. */
  snapshots: SnapshotOfWindow[];
  /** Older ones are kept. */
  hasMore: boolean;
}

/** The answer of `snapshots`, or what it needs first. */
export type SnapshotsReply =
  | { kind: "done"; value: SnapshotPage }
  | { kind: "ask"; value: Ask };

/** What became of a part from one snapshot to another. */
export interface ItemChange {
  id: string;
  kind: ItemKind;
  /** Empty where it has none. */
  tool: string;
  message: number;
  /** Its tokens unpruned. */
  tokens: number;
  /** What became of it in each; none: it was not there. */
  older: ItemFate | undefined;
  newer: ItemFate | undefined;
}

/** What differs between two snapshots. */
export interface SnapshotComparison {
  older: number;
  newer: number;
  /** The tokens of the conversation as it was edited then. */
  tokensOlder: number;
  tokensNewer: number;
  /** Parts that are only in one of them, or pruned in one and not in the other, in the order of the conversation. */
  changes: ItemChange[];
}

/** The answer of `compare-snapshots`, or what it needs first. */
export type CompareSnapshotsReply =
  | { kind: "done"; value: SnapshotComparison }
  | { kind: "ask"; value: Ask };

/** How the messages were edited at a snapshot. */
export interface RecoveredWindow {
  /** Of the messages as they were pushed: what was pruned since then is as it was. */
  edits: Edit[];
  /** How many messages there were. */
  nMessages: number;
  /** Parts of then that are no longer in the conversation, because it was edited. */
  nMissing: number;
}

/** The answer of `recover-snapshot`, or what it needs first. */
export type RecoverSnapshotReply =
  | { kind: "done"; value: RecoveredWindow }
  | { kind: "ask"; value: Ask };

/** What a snapshot says of one part. */
export interface Explanation {
  /** The number of the snapshot, when it was made, and why. */
  snapshot: number;
  time: number;
  reason: SnapshotReason;
  item: SnapshotItem;
}

/** What is known of one part. */
export interface Explained {
  explanation: Explanation | undefined;
}

/** The answer of `explain`, or what it needs first. */
export type ExplainReply =
  | { kind: "done"; value: Explained }
  | { kind: "ask"; value: Ask };

/** What a pruned part taught. */
export interface Learning {
  /** The id of its record. */
  id: string;
  /** When the part was said. */
  time: number;
  item: ItemKind;
  /** The tool of its call; else empty. */
  tool: string;
  /** Paths that its call named, or where the code stands that it quotes: sorted, at most 100. */
  paths: string[];
  /** The tool failed. */
  failed: boolean;
  /** The first line that tells of the error, secrets masked; empty where it did not fail. */
  firstErrorLine: string;
  /** The id of the part in its window. */
  part: string;
}

/** A page of what was learned. */
export interface LearningPage {
  /** Newest first. */
  learnings: Learning[];
  /** There are older ones. */
  hasMore: boolean;
}

/** The answer of `learnings`, or what it needs first. */
export type LearningsReply =
  | { kind: "done"; value: LearningPage }
  | { kind: "ask"; value: Ask };

/** A window of a memory store. */
export interface ListedWindow {
  name: string;
  /** When it was last changed. */
  used: number;
  nPrunes: number;
  bodyBytes: number;
}

/** A page of windows. */
export interface WindowPage {
  /** In the order of their names. */
  windows: ListedWindow[];
  /** There are more, after the last of these. */
  hasMore: boolean;
}

/** The answer of `windows`, or what it needs first. */
export type WindowsReply =
  | { kind: "done"; value: WindowPage }
  | { kind: "ask"; value: Ask };

/**
 * An agent's conversation under a token budget: what stays, what is replaced by a stub, when, and why.
 *
 * An instance holds one window. Its caller keeps the messages: it pushes their parts as they come, calls `prune` before each
 * request, and sends its messages with the edits that this gives. What is pruned can be restored by its id, byte by byte. Where
 * the window is one of a memory store, a change asks as those of records do: its host holds the store's lock from the first call
 * to the commit, and the rows of a prune are committed before its edits are used. Without a store a call never asks, and
 * `save` gives what `load` takes.
 */
export interface WindowCalls {
  /**
   * Opens a window without a store, in the place of the one that was open. `saved`: what `save` gave, or nothing. Secrets are
   * kept in it as they are: whoever keeps the bytes decides.
   */
  load(settings: WindowSettings, saved: Uint8Array): WindowOpened;
  /**
   * Opens a window of a memory store at a generation, in the place of the one that was open. `secrets`: as the settings of the
   * store's records say. What is kept of pruned parts, their stubs, snapshots, what they taught and the names of window and task
   * hold no secret then; the messages stay as they are, and whoever pushed a part restores its own bytes.
   */
  open(owner: WindowOwner, settings: WindowSettings, secrets: SecretPolicy, at: bigint, resumed: Resumed | undefined): WindowOpenReply;
  /** The store is at another generation, because something else in it changed; called before a call at that generation. */
  at(generation: bigint): void;
  /** All that a window without a store keeps: prunes, snapshots, what can be restored. Not the messages, which are pushed again. */
  save(): Uint8Array;
  /**
   * Takes parts in, in the order of the conversation: new ones, or from a message on that was pushed before; then what is known
   * is compared, and where it differs, the rest is taken in anew. At most 200,000 parts and 512 MiB of text in all. A result
   * without a call before it, a second result, and a second call with the id of one in flight are refused.
   */
  push(items: NewItem[]): Pushed;
  /** The same for messages of a format, as JSON: a list, of which the first has the number `first`. */
  pushMessages(format: MessageFormat, messages: string, first: number, now: bigint): Pushed;
  /**
   * Prunes where the budget demands it, or where a cold prompt cache makes it cheap, and gives all edits in any case. Called
   * before each request, after everything was pushed. Where nothing else is enough, what the newest step brought leaves too, and its
   * beginning and its end stay beside its id. Where the most tokens cannot be met by that either, the error names the floor, and
   * nothing is changed.
   */
  prune(now: bigint, resumed: Resumed | undefined): PruneReply;
  /** The same where the request is sent in any case: what may be pruned is, though the most tokens are not met by that. */
  pruneAnyway(now: bigint, resumed: Resumed | undefined): PruneReply;
  /** Messages with edits made, as JSON: what is not edited keeps its bytes. `first` is the number of the first message. */
  editMessages(messages: string, first: number, edits: Edit[]): string;
  /**
   * What a part held, by its id, pruned or not; of a range of ids, as a recap names it, a list of the parts in it, of more than 200 what
   * they are about; of a range and a word the parts that name it; of a range and `*` all parts, 200 at a time. It changes nothing;
   * who wants it back in the conversation appends it. `expired` where they are no longer kept, `withheld` where they never were,
   * because they held a secret.
   */
  restore(id: string, now: bigint, resumed: Resumed | undefined): RestoreReply;
  /**
   * The newest part whose text is this, or of code that was prepared a piece of it, as long as it can be read in the conversation as
   * it is edited.
   */
  alreadyVisible(content: string): VisibleItem | undefined;
  /**
   * Holds the total to what the provider counted: the input tokens of the last request that `prune` was called for, cached ones
   * included. A count below half of the estimate, or above twice that and half of the most tokens, is believed up to there, and
   * `status` tells it. `save` has it at once; a window of the memory store keeps it with its next change. Where that request is not known, as
   * another instance of a window of the store made it, nothing is changed.
   */
  reportUsage(inputTokens: bigint): void;
  /** Sets relevances, at most 10,000: the values of parts are multiplied by them. Unknown ids are ignored. */
  setRelevance(relevance: Relevance[]): void;
  /** Pins parts, which then never leave, or lets go of them. */
  pin(ids: string[], isPinned: boolean, now: bigint, resumed: Resumed | undefined): WindowChangeReply;
  /** Says which task the conversation is about from now on, at most 128 bytes; empty: none. Makes a snapshot. */
  setTask(task: string, now: bigint, resumed: Resumed | undefined): WindowChangeReply;
  /** Makes a snapshot. */
  snapshot(now: bigint, resumed: Resumed | undefined): WindowChangeReply;
  /** Ends the window: nothing of it can be restored. What it taught stays. */
  end(now: bigint, resumed: Resumed | undefined): WindowChangeReply;
  /** How the window stands. */
  status(): WindowStatus;
  /** Snapshots, newest first, those before a number (0: all), up to `limit`, 1 to 100. The newest 100 are kept. */
  snapshots(limit: number, before: number, resumed: Resumed | undefined): SnapshotsReply;
  /** The snapshot of a number, or where there is none that of the newest prune: a page of one, or of none where it is not kept. */
  findSnapshot(number: number | undefined, resumed: Resumed | undefined): SnapshotsReply;
  /**
   * What a prune would do now if the most tokens were these (1,000 to 100,000,000), as the snapshot that it would make, with the number
   * 0. What is pruned already stays so. Nothing is changed; where the most tokens cannot be met, the error names the floor.
   */
  whatIf(maxTokens: number, now: bigint): SnapshotOfWindow;
  /** What differs between two snapshots that are kept; `newer` none: the newest. */
  compareSnapshots(older: number, newer: number | undefined, resumed: Resumed | undefined): CompareSnapshotsReply;
  /**
   * The edits as they were at a snapshot, for a caller that wants the conversation as it was sent then. The window stays as it is:
   * what is pruned stays so in the edits of the next prune.
   */
  recoverSnapshot(number: number, resumed: Resumed | undefined): RecoverSnapshotReply;
  /**
   * What the newest snapshot that judged a part says of it, by the part's id: its value, what that consists of, and what became
   * of it. None where none judged it.
   */
  explain(id: string, resumed: Resumed | undefined): ExplainReply;
  /** What the parts taught that were pruned, newest first, up to `limit`, 1 to 1,000. */
  learnings(limit: number, resumed: Resumed | undefined): LearningsReply;
  /**
   * The windows of a tenant in a memory store at a generation, after a name (empty: from the first), up to `limit`, 1 to 1,000. Needs
   * no window that is open.
   */
  windows(tenant: string, at: bigint, limit: number, after: string, resumed: Resumed | undefined): WindowsReply;
}
