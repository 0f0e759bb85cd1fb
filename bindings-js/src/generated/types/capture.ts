// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Moment, Packed, RefusedLine } from "./records.js";

/** Who wrote a transcript, and what of it is read. */
export type Harness =
  /**
   * A file of lines for each session and each subagent, in `~/.claude/projects/`: messages of users and agents with the calls in them,
   * messages that were typed while the agent worked, and titles.
   */
  | "claude_code"
  /**
   * The same, in `~/.codex/sessions/` and `~/.codex/archived_sessions/`: what users typed and agents said, calls of functions, commands,
   * patches and searches, with exit codes, and names of sessions.
   */
  | "codex"
  /**
   * A document or a file of lines for each session, in `~/.gemini/tmp/PROJECT/chats/`: messages of users and agents, with the calls in them
   * that have ended. It does not say its folder.
   */
  | "gemini_cli"
  /** A file of lines for each session, in `~/.pi/agent/sessions/`: messages of all branches with calls and results, names of sessions. */
  | "pi"
  /**
   * What a program tells of a conversation, in any of the formats that a window reads. The first line is
   * `{"conversation": {"format": "openai_chat", "session": "s1"}}`, in which may stand `parent`, the session whose agent asked this
   * one; `metadata`, an object of at most 16 KiB that is each record's; and `own_tools`, up to 64 of the agent's tools that show what
   * this memory holds, whose outputs are not recorded again. Each other line is `{"message": {…}}`, beside which may stand `time`, when
   * it was said, in milliseconds since 1970 or of RFC 3339 (none: when it is read); `durations`, the milliseconds that calls took
   * whose results it has, by their ids; and `is_attempt`, true where such a result is not what came of its call at last. Ids of
   * events follow from what is said and how often it was said before, so that the same conversation, told from its
   * beginning or with the state, is the same in every format. No harness stands in the metadata.
   */
  | "messages";

/** Lines of a transcript that were read. */
export interface PackedTranscript {
  /**
   * A batch of their events, for `records.add`: of each event that was told before, in these words or others, the record stays as
   * it is. All are an agent's word, what a user typed too.
   */
  packed: Packed;
  /** Lines that are no JSON object or longer than 8 MiB, and those of events that could not be recorded: the first 100. */
  refused: RefusedLine[];
  /** How many there are. */
  nRefused: number;
  /** Lines of types that this release does not know. */
  nUnknown: number;
  /** Lines that were read. */
  nLines: number;
  /**
   * Bytes of UTF-8 that were read, which end with a line: go on behind them. Fewer than were given where the batch is full, or where
   * the last line has no end and is no JSON object, as it is being written.
   */
  nBytes: bigint;
  /**
   * To be given with the lines that follow: who wrote them, and calls whose results are still to come. It holds no known form of a
   * secret, unless the settings keep those.
   */
  state: Uint8Array;
  /** The session that the newest line is of; empty: none said so. */
  session: string;
  /** The folder in which the session began; empty: it is not said yet. */
  folder: string;
}

/** Where a session began, as far as a transcript says. */
export interface TranscriptBeginning {
  /** Empty: it is not said. */
  session: string;
  /** Empty: it is not said. */
  folder: string;
}

/** What a harness told a hook. A member that is missing or of another kind is empty. */
export interface HookEvent {
  /** The harness's name of it: what the input says, else what the hook was called for. */
  name: string;
  /** When it is; none: nothing is told at it. */
  moment: Moment | undefined;
  /** The folder in which the agent works, whose memory is to be opened; empty: it is not said. */
  folder: string;
  /** The session, of a subagent its own, as records have it; empty: it is not said. */
  session: string;
  /** Files that the harness writes of the session. */
  transcripts: string[];
  /** The prompt, the error, or the command, as `delivery.deliver` takes it: the first 65,536 bytes. */
  text: string;
  /** The files that its call names: the first 20, without those of more than 1,024 bytes. */
  paths: string[];
  /** The tool of its call; empty: none. */
  tool: string;
  /** A line for `pack-transcript` of what the transcript may not have yet: a call that failed. Empty: nothing. */
  toRecord: string;
  /** Whether the session is over. */
  isEnd: boolean;
}

/**
 * Transcripts: what harnesses of agents, or programs, wrote down of their sessions, as events to be recorded.
 *
 * A harness keeps a file for each session, which grows by lines, or is one JSON document with a list of messages; each of these counts as
 * a line. Its host reads what is new, has it packed, adds the batch
 * (`records.add`), and keeps the place in the file together with the state that came back. An event's id follows from the harness's
 * own ids: the same transcript taken in twice, in parts, by two processes or beside hooks is recorded once.
 */
export interface CaptureCalls {
  /**
   * Reads lines of a transcript, up to 16 MiB, as many as make a batch. The first line may also be what a hook was given: a call
   * that failed, which then is the transcript's own. Turns of users and agents become `turn`, calls with their results
   * `tool_call` and, where they name a file that they read or write, `file_touch`; long parameters and outputs are cut in their
   * middle. Left out are thoughts, what a harness wraps into words, summaries of compactions, what stands in `<private>`, from one part
   * of a message to another, and what this memory told itself. A call that was refused counts as refused. A subagent is a session of its own, whose metadata names its
   * `parent_session`; `harness` stands in the metadata of all.
   *
   * What a person took back was said, and is read; so are all branches of a tree.
   *
   * - `harness`: Who wrote it. None: what the state says, or else the first line that tells; `invalid` where no whole line does.
   * - `state`: Empty for the first lines of a file, else what the call before gave.
   * - `folder`: The folder that the transcript's project lay in when it was written, absolute; paths below it are the project's, beside
   *   those of `owner.roots`. Empty: the one in which the session began.
   */
  packTranscript(harness: Harness | undefined, lines: string, state: Uint8Array, folder: string, now: bigint): PackedTranscript;
  /**
   * Reads the first lines of a transcript, up to 16 MiB, until they have said where its session began. `harness` as for
   * `pack-transcript`, as are the errors.
   */
  readBeginning(harness: Harness | undefined, lines: string): TranscriptBeginning;
  /**
   * Reads what a hook was given: JSON of up to 8 MiB. `invalid` where it is no JSON object. `event` is what the hook was called for,
   * at most 128 bytes.
   */
  readHook(input: string, event: string): HookEvent;
  /** What a hook answers so that its agent is told a text: JSON. Around the text stand marks, by which `pack-transcript` leaves it out. */
  answerHook(event: string, text: string): string;
}
