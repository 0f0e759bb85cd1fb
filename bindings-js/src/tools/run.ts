// Answers a call of a tool. The component decides which questions the tool asks, and what its answer says; here the
// questions are answered.

import { InvalidError, ScrubjayError, TooLargeError } from "../errors.js";
import type { Error as Refusal, Exports, ForgottenRecord, FunctionPage, NewNote, NoteUpdate, RestoredPart, ToolAnswer, ToolOffer, ToolQuestion, ToolReply, TypedPlace } from "../generated/types.js";
import type { Running } from "../guest/running.js";
import type { Extent } from "../index/extent.js";
import { CALLS, type QuestionName } from "../questions.js";
import type { Remembered } from "../records/steps.js";
import { ownZone } from "../zone.js";

/** A call of a tool, as an agent makes it. */
export interface CalledTool {
  /** The tool's name, without the prefix. */
  tool: string;
  /** The arguments: a JSON object. */
  given: string;
  /** The tools that answers may name. */
  offer: ToolOffer;
}

/** How the questions of a tool are answered. */
export interface ToolHost {
  ask(name: QuestionName, question: unknown): Promise<unknown>;
  place(typed: string): TypedPlace;
  extent(): Promise<Extent>;
  /** Records a note of an agent. */
  remember(note: NewNote): Promise<Remembered>;
  /** Gives a note another text; false if there is no such note. */
  update(update: NoteUpdate): Promise<boolean>;
  forget(id: string): Promise<ForgottenRecord>;
  /** The content of a part that a window pruned. */
  restore(id: string): Promise<RestoredPart>;
}

/** The most questions of one call. A call about 20 meanings of a name asks the most. */
const MAX_QUESTIONS = 1_000;

/**
 * The codes of errors that the answer describes to the model, which can make another call. Any other error is thrown.
 */
const ANSWERED_ERRORS: readonly string[] = ["ambiguous", "unknown", "invalid", "too_large", "full"] satisfies Refusal["kind"][];

/** The questions of the interface, by their names in a tool: `file_history` for `episodes.fileHistory`. */
const NAMES = new Map((Object.keys(CALLS) as QuestionName[]).map((name) => [inSnakeCase(name.slice(name.indexOf(".") + 1)), name]));

function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * The questions whose failure does not end a call: the tool then answers without them. Only the error `closed` still
 * ends the call.
 */
const OPTIONAL_QUESTIONS: readonly string[] = ["remind", "events", "documents", "resolve_anchors", "functions_at"] satisfies ToolQuestion["kind"][];

/**
 * Answers a call. Errors in its arguments, and those in `ANSWERED_ERRORS`, are described in the answer; any other error is thrown.
 */
export async function runTool(instance: Running<Exports>, host: ToolHost, { tool, given, offer }: CalledTool): Promise<Pick<ToolAnswer, "text" | "fault">> {
  let request;
  try {
    request = instance.call(({ tools }) => tools.readRequest(tool, given));
  } catch (error) {
    if (!(error instanceof InvalidError || error instanceof TooLargeError)) throw error;
    const message = error instanceof InvalidError ? error.details.why : error.message;
    return { text: `error: ${message}\n`, fault: { code: "usage", message, why: undefined, advice: [], refusal: undefined, hints: undefined, unread: [] } };
  }
  const clock = { now: BigInt(Date.now()), zone: ownZone() };
  const replies: ToolReply[] = [];
  while (replies.length <= MAX_QUESTIONS) {
    const step = instance.call(({ tools }) => tools.step(request, { kind: "agent", value: offer }, clock, replies));
    if (step.kind === "done") return step.value;
    replies.push(await replyTo(step.value, host));
  }
  throw new Error("the component asked without end");
}

async function replyTo(question: ToolQuestion, host: ToolHost): Promise<ToolReply> {
  try {
    return await answerOf(question, host);
  } catch (error) {
    if (!(error instanceof ScrubjayError)) throw error;
    if (OPTIONAL_QUESTIONS.includes(question.kind) && error.code === "not_indexed") return { kind: "nothing" };
    if (OPTIONAL_QUESTIONS.includes(question.kind) && error.code !== "closed") return { kind: "failed", value: error.message };
    if (!ANSWERED_ERRORS.includes(error.code)) throw error;
    return { kind: "refused", value: { kind: error.code, value: error.details } as Refusal };
  }
}

async function answerOf(question: ToolQuestion, host: ToolHost): Promise<ToolReply> {
  switch (question.kind) {
    case "place":
      return { kind: "place", value: host.place(question.value) };
    case "index_state": {
      const isPart = (await host.extent()) === "part";
      return { kind: "index_state", value: isPart ? [{ kind: "cut_short", why: "only a part of the files is indexed", isMendedByIndex: false, isAlwaysShown: false }] : [] };
    }
    case "left_out":
      return { kind: "left_out", value: undefined };
    case "is_folder":
      return { kind: "is_folder", value: false };
    case "remember": {
      const { id, state } = await host.remember(question.value);
      return { kind: "remember", value: { id, state, notes: state === "waiting" ? ["another process is writing: the note is kept, and is taken in by the next that can"] : [] } };
    }
    case "update":
      return { kind: "update", value: await host.update(question.value) };
    case "forget":
      return { kind: "forget", value: await host.forget(question.value) };
    case "restore":
      return { kind: "restore", value: await host.restore(question.value) };
    case "functions_at": {
      const lines = question.value.lines.map((one) => ({ ...one, path: host.place(one.path).recorded }));
      return { kind: "functions_at", value: (await host.ask("graph.functionsAt", { ...question.value, lines })) as FunctionPage };
    }
    default:
      return { kind: question.kind, value: await host.ask(NAMES.get(question.kind) as QuestionName, question.value) } as ToolReply;
  }
}
