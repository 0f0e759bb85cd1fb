// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Ask, Effects, Factor, Resumed, SecretPolicy } from "./types.js";

/** The format of messages that are read and edited. */
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

/** How it is decided which parts are pruned. */
export type Policy =
  /**
   * By what the conversation shows of each part: when it was last used, how much is said of it now, whether another part has
   * the same content, and what it costs.
   */
  | "evidence"
  /** By age, task, dependents, kind and relevance, multiplied. A prune frees 30 % of the tokens or more, whatever `low` is. */
  | "five_factor"
  /** All results of tools are pruned but the newest ones, as many as the setting `keep_last` says. */
  | "keep_last"
  /** The parts whose last use is longest ago are pruned first. */
  | "lru"
  /** Nothing is ever pruned. */
  | "unbounded";

/** What is left of a pruned part. */
export type StubKind =
  /** Its id and what it was; of a long text also an outline, of at most 5 % of the text and 1,500 bytes. */
  | "outline"
  /** Its id and what it was. */
  | "bare";

/** How a window is pruned. */
export interface WindowSettings {
  /** How it is decided which parts are pruned. Default: evidence. */
  policy: Policy;
  /** The most tokens of a request. Default: 200,000. Range: 1,000 to 100,000,000. */
  maxTokens: number;
  /** The share of `max-tokens` at which a prune begins. Default: 0.8. Range: 0.05 to 1.0. */
  threshold: number;
  /**
   * What a prune by `evidence` or `lru` leaves, as a share of the tokens at which it begins. `evidence` also leaves what the
   * last steps brought. Default: 0.66. Range: 0.05 to 1.0.
   */
  low: number;
  /**
   * What stubs may take, as a share of the tokens at which a prune begins. Beyond it, recaps replace the oldest messages as a
   * whole; all recaps together take no more than this share. 0: no message is replaced. Default: 0.1. Range: 0.0 to 0.5.
   */
  recapShare: number;
  /** How many results of tools the policy `keep_last` keeps. Default: 3. Range: 0 to 1,000,000. */
  keepLast: number;
  /** What is left of a pruned part. Default: outline. */
  stub: StubKind;
  /** The price of a token read from the prompt cache; a token without a cache costs 1. Default: 0.1. Range: 0.0 to 100.0. */
  cacheRead: number;
  /** The price of a token written into the prompt cache; a token without a cache costs 1. Default: 1.25. Range: 0.0 to 100.0. */
  cacheWrite: number;
  /** How long the provider keeps a cache that is not used, in milliseconds. Default: 300,000. Range: 0 to 2,592,000,000. */
  cacheLifetime: number;
  /**
   * The most bytes of one part that are stored for restoring; a larger part is pruned only with `caller-keeps`.
   * Default: 8,388,608. Range: 0 to 67,108,864.
   */
  maxBodyBytes: number;
  /**
   * The most bytes of all parts together that are stored for restoring; beyond it, the oldest are deleted.
   * Default: 67,108,864. Range: 0 to 268,435,456.
   */
  maxWindowBytes: number;
  /**
   * How long parts are stored for restoring, in milliseconds; without a setting seven days.
   * Default: 604,800,000. Range: 0 to 4,294,967,295.
   */
  bodyLifetime: number;
  /** Whether the caller itself keeps the parts that are pruned. Default: false. */
  callerKeeps: boolean;
}

/** Whose window it is. */
export interface WindowOwner {
  /** The tenant of the memory, at most 128 bytes; empty if there is only one. */
  tenant: string;
  /** Who has the memory open, at most 128 bytes; may be empty. */
  principal: string;
  /** The window's name, 1 to 128 bytes. */
  name: string;
}

/** What opening found. */
export interface WindowOpened {
  /** The number of prunes so far. */
  nPrunes: number;
  /** The number of parts that were pruned so far. */
  nPruned: number;
  /** Whether the window was there already. */
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
   * A text in the user's role: never pruned. If a person wrote it, a recap may replace it, after all other parts, and quotes
   * it; no recap replaces the first and the last such text. The same holds for what a person said in a tool's result, as when
   * they refused the call or answered a question.
   */
  | "user"
  /** What the model said to the user: never pruned. A recap may replace it. */
  | "assistant"
  /** What the model thought. */
  | "thinking"
  /** A call of a tool: the JSON of its arguments. */
  | "call"
  /** What a tool gave back. */
  | "tool_result"
  /** Code that somebody added; in messages, a text in the user's role that is exactly a `text` of `prepare`. */
  | "code"
  /** The state of a task: never pruned. */
  | "task_state"
  /** The answer of a code graph, which can be asked again. */
  | "graph_query"
  /** A summary of what was said before: never pruned. */
  | "summary"
  /** A part of an unknown kind: never pruned. */
  | "other"
  /**
   * An image, a sound or a file, from the user or a tool: `text` describes it, `original` is its value. In what the user said
   * first and last, it is pruned only if nothing else is enough.
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
  /** No stub: the part is left out, with all such parts between the same two texts of the user, once the second text is there. */
  | "drop"
  /** It is never pruned. For what the model said: a JSON string, if a recap replaces it. */
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
  /** The index of its message in the caller's list, from 0; it never decreases from part to part. */
  message: number;
  /** The value in the message, as a JSON pointer (RFC 6901) of at most 1,024 bytes. */
  pointer: string;
  /** What the model reads, decoded; of a call the JSON of its arguments. */
  text: string;
  /**
   * The value's bytes where they do not follow from `text`. Empty: the value is `text`, as a JSON string for the forms `text`
   * and `object_text`, in the form's object for `text_output`, `text_block` and `input_text_block`, else as it is.
   */
  original: string;
  form: BodyForm;
  /** Identifies the response of the model: equal for all parts of one response. Only used for what the model wrote. */
  response: number;
  /** The tool of a call or a result; else empty. */
  tool: string;
  /** The id that joins a call with its result, at most 1,024 bytes; else empty. */
  callId: string;
  /** Whether the tool failed. */
  isError: boolean;
  /** The exact tokens, where the host counted them. */
  tokens: number | undefined;
  /** The task that it belongs to; empty: the task that `set-task` set last before its message. */
  task: string;
  /** Whether it is never pruned. */
  isPinned: boolean;
  /** Its relevance as something else judges it, 0.0 to 1.0; 1.0 if nothing is known. */
  relevance: number;
  /**
   * Ids of parts that this part depends on, at most 1,000. Without being told, a result depends on its call, and a call on
   * the newest result of a call that named the same file.
   */
  dependencies: string[];
  /** When it was said. */
  time: bigint;
  /**
   * The places of the code that it quotes, at most 100. Once it is pruned, its stub names them, `learnings` gives their files,
   * and in a store each file is recorded as viewed. Empty: no places, but for a `text` of `prepare` the places that the text
   * names.
   */
  places: CodePlace[];
}

/** The result of pushing. */
export interface Pushed {
  /** The number of parts that are new. */
  nNew: number;
  /** The number of parts that were known. */
  nKnown: number;
  /** The first message that differs from what was pushed before: from there on all parts were replaced. None: nothing differs. */
  editedFrom: number | undefined;
  /** The number of all parts. */
  nItems: number;
  /** The tokens of the conversation with its edits. */
  tokens: bigint;
}

/** A change of the caller's messages as they were pushed. */
export interface Edit {
  /** The index of the message. */
  message: number;
  /**
   * The value in the message, as a JSON pointer into the messages before any edit. Empty without a replacement: the whole
   * message is left out; the recap that replaces it is an edit of another message.
   */
  pointer: string;
  /** The new value: JSON, or for a part of the form `plain` the stub. None: the value is left out. */
  replacement: string | undefined;
  /** The id by which the value can be restored; for a whole message, that of its first part. */
  id: string;
}

/** The result of a prune. */
export interface Pruned {
  effects: Effects;
  /** The edits for all that is pruned, now and before, in the order of the conversation. */
  edits: Edit[];
  /** The number of parts that were pruned now, or replaced by a recap. */
  nPruned: number;
  /** The tokens before the prune, corrected by the provider's count; `tokens-after` are those after the prune. */
  tokensBefore: bigint;
  tokensAfter: bigint;
  /** The first message that was changed now: those before it can be read from the prompt cache. None: nothing was changed. */
  firstChanged: number | undefined;
  /** What this prune is expected to save, in tokens at the price without a cache; below 0 if the budget required a loss. */
  expectedSaving: number;
  /** The number of the snapshot of the prune; 0 if nothing was pruned now. */
  snapshot: number;
}

/** The answer of `prune`, or what it needs first. */
export type PruneReply =
  | { kind: "done"; value: Pruned }
  | { kind: "ask"; value: Ask };

/** The content of a part. */
export interface Restored {
  /** What the model read, decoded; of a call the JSON of its arguments. */
  text: string;
  /** The bytes of its value as they stood in the caller's JSON; of a part that is never pruned `text`. */
  original: string;
  /**
   * Whether secrets in it were masked before it was stored, so that these are not the bytes that were pushed. The instance to
   * which it was pushed gives the pushed bytes.
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

/** The relevance of a part as something else judges it, 0.0 to 1.0. */
export interface Relevance {
  id: string;
  value: number;
}

/** The answer of a change that has only effects. */
export interface WindowChanged {
  effects: Effects;
}

/** The answer of a change that has only effects, or what it needs first. */
export type WindowChangeReply =
  | { kind: "done"; value: WindowChanged }
  | { kind: "ask"; value: Ask };

/** The state of a window. */
export interface WindowStatus {
  nItems: number;
  /** The number of parts that are pruned. */
  nPruned: number;
  /** The number of responses of the model. */
  nSteps: number;
  /** The tokens of the conversation with its edits, corrected by the provider's count. */
  tokens: bigint;
  /** The tokens of the conversation without edits. */
  tokensUnpruned: bigint;
  /** The tokens at which a prune begins. */
  budget: number;
  nPrunes: number;
  /** The bytes that are stored for restoring. */
  bodyBytes: bigint;
  /** The task; empty: none. */
  task: string;
  /** The last count of the provider, if it is too far from the estimate to be used; else none. */
  notBelieved: bigint | undefined;
}

/** What became of a part. */
export type ItemFate =
  | "kept"
  | "pruned"
  /** It was to be pruned, but stayed, because pruning it would lose cached text behind it that is worth more. */
  | "spared"
  /** It was pruned before. */
  | "pruned_before"
  /** It may not be pruned. */
  | "protected"
  /** A recap replaced its whole message. */
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
  /** The tool of its call; empty if it has none. */
  tool: string;
  message: number;
  /** Its tokens unpruned. */
  tokens: number;
  /** Its tokens with the edits from then on; for a part in whose place a recap is, those of the recap. */
  tokensLeft: number;
  /** Its value to the policy: parts of the least value are pruned first. 0 if it was not judged. */
  value: number;
  fate: ItemFate;
  /** The factors of its value, for parts that were pruned or spared, and for the 50 that would have been next; else empty. */
  factors: Factor[];
  /**
   * What it is about: the path or the command of its call, cut after some 80 bytes; empty if the call names none, and for
   * parts without `why`.
   */
  subject: string;
  /**
   * What the conversation shows of it, in words: for parts that were pruned, spared or replaced by a recap, and for the 50
   * that would have been next; else empty.
   */
  why: string;
}

/** The state of a window at one time, and what a prune decided. */
export interface SnapshotOfWindow {
  /** From 1. */
  number: number;
  time: number;
  reason: SnapshotReason;
  task: string;
  tokensBefore: number;
  tokensAfter: number;
  /** The tokens at which a prune began; `target` are those that it was to leave. Both are 0 for a snapshot without a prune. */
  budget: number;
  target: number;
  firstChanged: number | undefined;
  expectedSaving: number;
  /**
   * All parts that no recap had replaced before, and all parts of messages in which recaps are or were, in the order of the
   * conversation.
   */
  items: SnapshotItem[];
  /** The number of parts that recaps had replaced before, with those that are in `items` all the same. */
  nLeft: number;
  /** The number of prunes until then, including its own. */
  nPrunes: number;
  /** The ids of the recaps after it: of the parts in whose place they are. */
  recaps: string[];
  /** The last count of the provider then, if it was too far from the estimate to be used; else none. */
  notBelieved: number | undefined;
}

/** A page of snapshots. */
export interface SnapshotPage {
  /** Newest first. */
  snapshots: SnapshotOfWindow[];
  /** Whether older snapshots are stored. */
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
  /** The tool of its call; empty if it has none. */
  tool: string;
  message: number;
  /** Its tokens unpruned. */
  tokens: number;
  /** Its fate in the older snapshot; `newer` is that in the newer one. None: it was not there. */
  older: ItemFate | undefined;
  newer: ItemFate | undefined;
}

/** What differs between two snapshots. */
export interface SnapshotComparison {
  older: number;
  newer: number;
  /** The tokens of the edited conversation at the older snapshot; `tokens-newer` are those at the newer one. */
  tokensOlder: number;
  tokensNewer: number;
  /** Parts that are only in one of them, or pruned in one and not in the other, in the order of the conversation. */
  changes: ItemChange[];
}

/** The answer of `compare-snapshots`, or what it needs first. */
export type CompareSnapshotsReply =
  | { kind: "done"; value: SnapshotComparison }
  | { kind: "ask"; value: Ask };

/** The edits of the messages at a snapshot. */
export interface RecoveredWindow {
  /** The edits for the messages as they were pushed, without those for parts that were pruned since. */
  edits: Edit[];
  /** How many messages there were. */
  nMessages: number;
  /** The number of parts of that time that are no longer in the conversation, because the caller changed it. */
  nMissing: number;
}

/** The answer of `recover-snapshot`, or what it needs first. */
export type RecoverSnapshotReply =
  | { kind: "done"; value: RecoveredWindow }
  | { kind: "ask"; value: Ask };

/** What a snapshot says of one part. */
export interface Explanation {
  /** The number of the snapshot; `time` and `reason` say when and why it was made. */
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

/** What was learnt from a pruned part. */
export interface Learning {
  /** The id of its record. */
  id: string;
  /** When the part was said. */
  time: number;
  item: ItemKind;
  /** The tool of its call; else empty. */
  tool: string;
  /** The paths that its call named, and the files whose code it quotes: sorted, at most 100. */
  paths: string[];
  /** Whether the tool failed. */
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
  /** Whether there are older ones. */
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
  /** Whether there are more windows after these. */
  hasMore: boolean;
}

/** The answer of `windows`, or what it needs first. */
export type WindowsReply =
  | { kind: "done"; value: WindowPage }
  | { kind: "ask"; value: Ask };

/**
 * An agent's conversation under a token budget: what stays, what is replaced by a stub, when, and why.
 *
 * An instance has one window. The caller keeps the messages: it pushes their parts as they come, calls `prune` before each
 * request, and sends its messages with the edits that `prune` gives. A pruned part can be restored by its id, byte for byte,
 * while it is stored. For a window of a memory store, a change asks for rows as changes of records do. The host holds the lock
 * of the store from the first call to the commit, and commits the rows of a prune before it uses the edits. Without a store no
 * call asks for rows, and `load` takes what `save` gives.
 */
export interface WindowCalls {
  /**
   * Opens a window without a store, in place of the open one. `saved` is what `save` gave, or empty for a new window. Secrets in
   * it stay as they are: whoever stores the bytes decides.
   */
  load(settings: WindowSettings, saved: Uint8Array): WindowOpened;
  /**
   * Opens a window of a memory store at a generation, in place of the open one. `secrets` is the policy of the store's records.
   * With a policy other than `keep`, what is stored contains no known form of a secret: bodies of pruned parts, stubs,
   * snapshots, learnings, and the names of the window and the task. The messages stay as they are, and the instance to which a
   * part was pushed restores its own bytes.
   */
  open(owner: WindowOwner, settings: WindowSettings, secrets: SecretPolicy, at: bigint, resumed: Resumed | undefined): WindowOpenReply;
  /**
   * Moves the window to another generation of the store, which something else than this window made. To be called before a call
   * at that generation.
   */
  at(generation: bigint): void;
  /**
   * All that a window without a store keeps: prunes, snapshots, and what can be restored. Messages are not included; they are
   * pushed again.
   */
  save(): Uint8Array;
  /**
   * Adds parts in the order of the conversation: new ones, or again from an earlier message on. Known parts are compared; from
   * the first that differs, all are replaced. A window has at most 200,000 parts and 512 MiB of text. A result without a call
   * before it, a second result, and a second call with the id of a call in progress are refused.
   */
  push(items: NewItem[]): Pushed;
  /** As `push`, for messages of a format as JSON: a list, whose first message has the number `first`, or a whole request. */
  pushMessages(format: MessageFormat, messages: string, first: number, now: bigint): Pushed;
  /**
   * Prunes if the budget requires it, or if a cold prompt cache makes it cheap; gives all edits in any case. Called before each
   * request, after all messages were pushed. If nothing else is enough, parts of the newest step are pruned too, and their stubs
   * keep the beginning and the end. If `max-tokens` cannot be met even so, the error names the floor, and nothing is changed.
   */
  prune(now: bigint, resumed: Resumed | undefined): PruneReply;
  /** As `prune`, for a request that is sent in any case: prunes all that may be pruned, even if that does not meet `max-tokens`. */
  pruneAnyway(now: bigint, resumed: Resumed | undefined): PruneReply;
  /** Messages with edits made, as JSON: what is not edited keeps its bytes. `first` is the number of the first message. */
  editMessages(messages: string, first: number, edits: Edit[]): string;
  /**
   * The content of a part by its id, pruned or not. A range of ids, as a recap names it, gives a list of the parts in it; of
   * more than 200, only what they are about. A range and a word gives the parts that name the word; a range and `*` gives all
   * parts, 200 at a time. Changes nothing: to bring a part back into the conversation, append it. `expired` if the content is no
   * longer stored; `withheld` if it never was, because it contains a secret.
   */
  restore(id: string, now: bigint, resumed: Resumed | undefined): RestoreReply;
  /**
   * The newest part whose text is `content`, or that quotes it as a piece of prepared code, if the edited conversation still
   * shows it; else none.
   */
  alreadyVisible(content: string): VisibleItem | undefined;
  /**
   * Corrects the token counts by the provider's count: the input tokens of the last request for which `prune` was called,
   * including cached ones. The count is taken to be at least half of the estimate, and at most twice the estimate plus half of
   * `max-tokens`; `status` gives a count outside these limits. `save` has the correction at once; a window of a memory store
   * stores it with its next change. If another instance of the window made that request, nothing is changed.
   */
  reportUsage(inputTokens: bigint): void;
  /** Sets relevances, at most 10,000: the values of parts are multiplied by them. Unknown ids are ignored. */
  setRelevance(relevance: Relevance[]): void;
  /** Pins parts, which then are never pruned, or unpins them. */
  pin(ids: string[], isPinned: boolean, now: bigint, resumed: Resumed | undefined): WindowChangeReply;
  /** Sets the task of the conversation from now on, at most 128 bytes; empty: none. Makes a snapshot. */
  setTask(task: string, now: bigint, resumed: Resumed | undefined): WindowChangeReply;
  /** Makes a snapshot. */
  snapshot(now: bigint, resumed: Resumed | undefined): WindowChangeReply;
  /** Ends the window: nothing of it can be restored. Its learnings stay. */
  end(now: bigint, resumed: Resumed | undefined): WindowChangeReply;
  /** The state of the window. */
  status(): WindowStatus;
  /** Snapshots, newest first: up to `limit` (1 to 100) of those with a number below `before`; 0: of all. The newest 100 are kept. */
  snapshots(limit: number, before: number, resumed: Resumed | undefined): SnapshotsReply;
  /**
   * The snapshot with a number, or without a number that of the newest prune: a page with one snapshot, or with none if it is
   * not stored.
   */
  findSnapshot(number: number | undefined, resumed: Resumed | undefined): SnapshotsReply;
  /**
   * The snapshot that a prune would make now with `max-tokens` (1,000 to 100,000,000) in place of the setting; its number is 0.
   * Pruned parts stay pruned. Nothing is changed. If `max-tokens` cannot be met, the error names the floor.
   */
  whatIf(maxTokens: number, now: bigint): SnapshotOfWindow;
  /** The differences between two stored snapshots; without `newer`, the newest is the second one. */
  compareSnapshots(older: number, newer: number | undefined, resumed: Resumed | undefined): CompareSnapshotsReply;
  /**
   * The edits as they were at a snapshot, for a caller that wants the conversation as it was sent then. The window stays as it
   * is: what is pruned now is pruned in the edits of the next prune too.
   */
  recoverSnapshot(number: number, resumed: Resumed | undefined): RecoverSnapshotReply;
  /**
   * What the newest snapshot that judged a part says of it, by the part's id: its value, what the value consists of, and what
   * became of the part. None: no stored snapshot judged it.
   */
  explain(id: string, resumed: Resumed | undefined): ExplainReply;
  /** The learnings from pruned parts, newest first, up to `limit`, 1 to 1,000. */
  learnings(limit: number, resumed: Resumed | undefined): LearningsReply;
  /**
   * The windows of a tenant in a memory store at a generation: up to `limit` (1 to 1,000) of those whose names are behind
   * `after`; empty: from the first on. Needs no open window.
   */
  windows(tenant: string, at: bigint, limit: number, after: string, resumed: Resumed | undefined): WindowsReply;
}
