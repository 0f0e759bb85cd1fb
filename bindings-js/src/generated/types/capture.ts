// Generated from wit/ by `cargo xtask glue`; the gate compares. Integers of 64 bits are `bigint`, bytes are `Uint8Array`; in
// what programs are shown, which must be JSON, they are `number` and digits of hexadecimals.

import type { Moment, Packed, RefusedLine } from "./records.js";

/** The program that wrote a transcript, and what is read of it. */
export type Harness =
  /**
   * A file of lines for each session and each subagent, in `~/.claude/projects/`: messages of users and agents with the calls
   * in them, messages that were typed while the agent worked, and titles.
   */
  | "claude_code"
  /**
   * A file of lines for each session, in `~/.codex/sessions/` and `~/.codex/archived_sessions/`. It has what users typed and
   * agents said, calls of functions, commands, patches and searches, with exit codes, and names of sessions.
   */
  | "codex"
  /**
   * A document or a file of lines for each session, in `~/.gemini/tmp/PROJECT/chats/`: messages of users and agents, with the
   * calls in them that have ended. It does not name the project's folder.
   */
  | "gemini_cli"
  /**
   * A file of lines for each session, in `~/.pi/agent/sessions/`: messages of all branches with calls and results, and names
   * of sessions.
   */
  | "pi"
  /**
   * A conversation that a program passes, in any of the formats that a window reads. The first line is
   * `{"conversation": {"format": "openai_chat", "session": "s1"}}`, where the object may have further members. `parent` is the
   * session that started this one, for a subagent. `metadata` is an object of at most 16 KiB, which each record gets.
   * `own_tools` lists up to 64 of the agent's tools that show what this memory contains; their outputs are not recorded again.
   * Each other line is `{"message": {…}}`, which may have members beside the message. `time` is when the message was said, in
   * milliseconds since 1970 or as RFC 3339; without it, the time of reading counts. `durations` gives, by the ids of the calls
   * whose results the message has, how many milliseconds each took. `is_attempt` is true if such a result is not the final one
   * of its call. Ids of events follow from what is said and how often it was said before. So a conversation has the same ids
   * in every format, whether it is passed from its beginning or with the state. The metadata names no harness.
   */
  | "messages";

/** Lines of a transcript that were read. */
export interface PackedTranscript {
  /**
   * A batch of the events in the lines, for `records.add`. An event that was recorded before, in these words or others, leaves
   * its record as it is. The origin of all events is an agent, also of what a user typed; only for calls of tools that read
   * untrusted texts, it is a tool.
   */
  packed: Packed;
  /**
   * The first 100 refused lines: those that are no JSON object or longer than 8 MiB, and those of events that could not be
   * recorded, or not whole: a NUL is replaced, and where a valid time is missing, that of the line before counts.
   */
  refused: RefusedLine[];
  /** The number of all refused lines. */
  nRefused: number;
  /** Lines of types that this release does not know. */
  nUnknown: number;
  /** Lines that were read. */
  nLines: number;
  /**
   * Bytes of UTF-8 that were read, up to the end of a line: continue after these bytes. Fewer than were given if the batch is
   * full, or if the last line has no end and is no JSON object, because it is still being written.
   */
  nBytes: bigint;
  /**
   * The state to pass with the next lines: which harness wrote the transcript, and calls whose results are still missing. It
   * contains no known form of a secret, unless the settings keep secrets.
   */
  state: Uint8Array;
  /** The session of the newest line; empty if no line names one. */
  session: string;
  /** The folder in which the session began; empty if no line has named it yet. */
  folder: string;
}

/** Where a session began, as far as a transcript says. */
export interface TranscriptBeginning {
  /** The session; empty if no line names it. */
  session: string;
  /** The folder; empty if no line names it. */
  folder: string;
}

/** The input of a hook. A member is empty if the input lacks it, or has a value of another type there. */
export interface HookEvent {
  /** The event's name, as the harness has it: from the input, else the argument `event`. */
  name: string;
  /** The moment of the event; none: nothing is told at this event. */
  moment: Moment | undefined;
  /** The folder in which the agent works, whose memory is to be opened; empty if the input does not name it. */
  folder: string;
  /** The session as records name it, for a subagent its own; empty if the input does not name it. */
  session: string;
  /** The paths of the transcripts that the harness writes of the session. */
  transcripts: string[];
  /** The prompt, the error, or the command, as `delivery.deliver` takes it: the first 65,536 bytes. */
  text: string;
  /** The files that the call of the event names: the first 20, without those of more than 1,024 bytes. */
  paths: string[];
  /** The tool that the event is about; empty if there is none. */
  tool: string;
  /** The command of the call: the first 65,536 bytes; empty if there is none. */
  command: string;
  /** A line for `pack-transcript` about a failed call, which the transcript may not have yet; empty if no call failed. */
  toRecord: string;
  /** Whether the session ends with this event. */
  isEnd: boolean;
}

/**
 * Transcripts: turns what agents' harnesses or programs write about their sessions into events to be recorded.
 *
 * A harness has a file for each session. The file grows by lines, or is one JSON document with a list of messages, each of which
 * counts as a line. The host reads what is new, has it packed, adds the batch (`records.add`), and stores the offset that it has
 * reached in the file, together with the returned state. An event's id follows from the harness's own ids. So a transcript that
 * is read twice, in parts, by two processes or beside hooks is recorded once.
 */
export interface CaptureCalls {
  /**
   * Reads lines of a transcript, up to 16 MiB, as many as fit into a batch. The first line may also be what a hook was given
   * about a failed call; the call then counts as one of the transcript. What users and agents said becomes `turn`. Calls with
   * their results become `tool_call`, and also `file_touch` if they name a file that they read or write, and `task_step` if
   * they change an agent's list of to-dos. What a person answers in a result becomes `turn`, whose metadata has `answer_to`.
   * Long parameters and outputs are cut in the middle. Left out are thoughts, what a harness adds around texts, summaries of
   * compactions, what this memory itself delivered, and what is in `<private>`, also if that reaches over several parts of a
   * message. A call that was not allowed to run counts as refused. A subagent is a session of its own, whose metadata names
   * its `parent_session`. Except for `messages`, the metadata names the `harness`.
   *
   * What a person took back is read too, and so are all branches of a conversation.
   *
   * - `harness`: Who wrote the transcript. None: as the state says, or else as the first line says from which it can be told;
   *   `invalid` if there are complete lines and none of these is such a line.
   * - `state`: Empty for the first lines of a file, else the state that the previous call returned.
   * - `folder`: The absolute path of the project's folder when the transcript was written. Paths below it count as the
   *   project's, as do those below `owner.roots`. Empty: the folder in which the session began.
   */
  packTranscript(harness: Harness | undefined, lines: string, state: Uint8Array, folder: string, now: bigint): PackedTranscript;
  /**
   * Reads the first lines of a transcript, up to 16 MiB, until the lines have named the session and its folder. `harness` and
   * the errors are as for `pack-transcript`.
   */
  readBeginning(harness: Harness | undefined, lines: string): TranscriptBeginning;
  /**
   * Reads the input of a hook, JSON of up to 8 MiB; `invalid` if it is no JSON object. `event` is the name of the event that the
   * hook was called for, at most 128 bytes.
   */
  readHook(input: string, event: string): HookEvent;
  /** The JSON by which a hook passes a text to its agent. Marks around the text let `pack-transcript` leave it out. */
  answerHook(event: string, text: string): string;
}
