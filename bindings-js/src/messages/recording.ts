// Records what agents of Vercel's AI SDK do, as an integration of its telemetry: both majors call it beside the caller's own callbacks.
//
// Not here: what is recorded of a message, which is the component's.

import { invalid } from "../errors.js";
import { known } from "../options.js";
import { type Head, headLine, messageLine } from "./lines.js";
import { type Remembering, checkMemory, checkedSession } from "./record.js";
import { Conversation, Telling } from "./telling.js";

/** How agents are recorded. */
export interface RecordingOptions {
  /** The conversation's name, the same whenever it goes on. Default: one of its own. */
  session?: string | undefined;
  /** The session of the agent that asked this one, which is kept in the metadata of each record. Default: none. */
  parent?: string | undefined;
  /** Other settings of the SDK's telemetry, whose integrations are called too. Default: none. */
  telemetry?: object | undefined;
  /** Is told why something could not be recorded. Default: the first one is warned of on the console. */
  onFault?: ((fault: unknown) => void) | undefined;
}

/** What the SDK tells, as far as it is read. */
interface StartEvent {
  callId?: string;
  operationId?: string;
  prompt?: string | readonly unknown[] | undefined;
  messages?: readonly unknown[] | undefined;
}
interface ToolEvent {
  callId?: string;
  toolCall: { toolCallId: string; toolName: string; input?: unknown };
  abortSignal?: AbortSignal | undefined;
  durationMs?: number;
  toolExecutionMs?: number;
  success?: boolean;
  output?: unknown;
  error?: unknown;
  toolOutput?: { type: string; output?: unknown; error?: unknown };
}
interface StepEvent {
  callId?: string;
  content: readonly { type: string; [name: string]: unknown }[];
  model?: { modelId?: string };
  response?: { modelId?: string };
  usage?: { inputTokens?: number | undefined; outputTokens?: number | undefined };
}

/** An integration of the SDK's telemetry, of either major. */
export interface Integration {
  // The events of the two majors are of other types.
  onStart(event: any): void;
  onToolCallFinish(event: any): void;
  onToolExecutionEnd(event: any): void;
  onStepFinish(event: any): void;
  onAbort(event: any): Promise<void>;
  onError(event: any): Promise<void>;
  onFinish(event: any): Promise<void>;
  onEnd(event: any): Promise<void>;
}

/** Settings of the SDK's telemetry. */
export interface RecordingTelemetry {
  integrations: any[];
}

/**
 * Records what `generateText`, `streamText` and agents do: `experimental_telemetry: recording(memory)`, in version 7 `telemetry:
 * recording(memory)`. Turns of the user and of the model, calls of tools with how they ended and how long they took, and files that calls
 * name are recorded, each once, however often a conversation is told. No fault of the memory reaches the agent, and no step waits for it;
 * at the end it is waited for, half a second at most.
 */
export function recording(memory: Remembering, options: RecordingOptions = {}): RecordingTelemetry {
  checkMemory(memory);
  known(options, ["session", "parent", "telemetry", "onFault"]);
  const { session = ownSession(), parent, telemetry = {}, onFault = warningOnce() } = options;
  if (typeof telemetry !== "object" || telemetry === null) throw invalid("telemetry", "not an object");
  if (typeof onFault !== "function") throw invalid("onFault", "not a function");
  if (parent !== undefined && (typeof parent !== "string" || parent === "")) throw invalid("parent", "a text that is not empty");
  const conversations = new Conversations(new Telling(memory, onFault), checkedSession(session), parent);
  const { integrations: others = [] } = telemetry as { integrations?: unknown };
  return { ...telemetry, integrations: [...(Array.isArray(others) ? others : [others]), conversations.integration()] };
}

/** A piece of a message, as the SDK's model messages have it. */
type Content = Readonly<Record<string, unknown>>;

/** A call that ended, and how. */
interface Ended {
  asked: Content;
  result: Content;
}

/** A run of an agent. */
class Run {
  readonly conversation: Conversation;
  readonly #durations = new Map<unknown, number>();
  /** Calls that ended in a step that has not. */
  #ended = new Map<string, Ended>();
  /** Calls that were recorded before their step ended; the step may still report them. */
  readonly #early = new Set<unknown>();
  /** It was stopped: no step need end any more. */
  isStopped = false;

  constructor(head: string) {
    this.conversation = new Conversation(head);
  }

  ended(call: string, ended: Ended, duration: number): void {
    this.#ended.set(call, ended);
    this.#durations.set(call, Math.max(0, Math.round(duration)));
  }

  /** A step ended: its message, and the results of its calls. */
  step({ content, usage, model, response }: StepEvent): string[] {
    const own = content.filter(({ toolCallId }) => !this.#early.has(toolCallId));
    const inStep = new Set(own.map(({ toolCallId }) => toolCallId));
    // A call that a person let run belongs to the step before.
    const before = [...this.#ended].filter(([call]) => !inStep.has(call) && !this.#early.has(call)).map(([, { result }]) => result);
    this.#ended.clear();
    const answer = {
      ...{ role: "assistant", content: own.flatMap(saidOrAsked), model: response?.modelId ?? model?.modelId },
      usage: { input_tokens: usage?.inputTokens, output_tokens: usage?.outputTokens },
    };
    return [...this.#results(before), messageLine(answer), ...this.#results(own.flatMap(resultOf))];
  }

  /** A step does not end: the calls that ended in it. */
  stopped(): string[] {
    this.isStopped = true;
    const ended = [...this.#ended.values()];
    this.#ended.clear();
    for (const call of this.#durations.keys()) this.#early.add(call);
    if (ended.length === 0) return [];
    return [messageLine({ role: "assistant", content: ended.map(({ asked }) => asked) }), ...this.#results(ended.map(({ result }) => result))];
  }

  #results(content: readonly Content[]): string[] {
    const calls = content.map(({ toolCallId }) => [toolCallId, this.#durations.get(toolCallId)]);
    return content.length === 0 ? [] : [messageLine({ role: "tool", content }, { durations: Object.fromEntries(calls) })];
  }
}

/** The runs of one conversation. */
class Conversations {
  readonly #telling: Telling;
  readonly #head: Head;
  /** Runs by the id that the SDK gives them; version 6 gives none, and tells of one run after the other. */
  readonly #runs = new Map<string, Run>();

  constructor(telling: Telling, session: string, parent: string | undefined) {
    this.#telling = telling;
    this.#head = { format: "ai_sdk", session, parent };
  }

  integration(): Integration {
    const onTool = (event: ToolEvent) => this.#quietly(() => this.#tool(event));
    const onStep = (event: StepEvent) => this.#quietly(() => this.#tell(event, (run) => run.step(event)));
    const onStop = async (event: StepEvent | undefined) => {
      this.#stopped(event ?? {});
      await this.#telling.told();
    };
    const onEnd = async (event: StepEvent) => {
      await onStop(event);
      this.#runs.delete(event.callId ?? "");
    };
    return {
      onStart: (event: StartEvent) => this.#quietly(() => this.#start(event)),
      // Each major calls those that it knows; version 7 has `onStepFinish` from version 6, and `onEnd` in the place of `onFinish`.
      onToolCallFinish: onTool,
      onToolExecutionEnd: onTool,
      onStepFinish: onStep,
      onAbort: onStop,
      onError: onStop,
      onFinish: onEnd,
      onEnd,
    };
  }

  /** Runs a listener; an event of the SDK in an unknown form counts as a fault like any other. */
  #quietly(listen: () => void): void {
    try {
      listen();
    } catch (fault) {
      this.#telling.fail(fault);
    }
  }

  #start({ callId = "", operationId = "ai.generateText", prompt, messages }: StartEvent): void {
    const given = messages ?? (typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt);
    // Version 7 tells of all that it does: an embedding is no conversation.
    if (!Array.isArray(given) || !operationId.endsWith("Text")) return;
    this.#runs.set(callId, new Run(headLine(this.#head)));
    // All messages of the runs before: they are known.
    this.#tell({ callId }, () => given.map((message) => messageLine(message)));
  }

  #tool(event: ToolEvent): void {
    const { toolCall, toolOutput, abortSignal, callId = "" } = event;
    const { output, error } = toolOutput ?? event;
    const isError = toolOutput === undefined ? event.success === false : toolOutput.type === "tool-error";
    const [result] = resultOf({ ...toolCall, type: isError ? "tool-error" : "tool-result", output, error });
    const run = this.#runs.get(callId);
    if (result !== undefined) run?.ended(toolCall.toolCallId, { asked: { type: "tool-call", ...toolCall, input: writable(toolCall.input) }, result }, event.durationMs ?? event.toolExecutionMs ?? 0);
    if (run?.isStopped || abortSignal?.aborted) this.#stopped(event);
  }

  /** A step that does not end leaves the calls that ended in it. */
  #stopped({ callId = "" }: { callId?: string }): void {
    this.#tell({ callId }, (run) => run.stopped());
  }

  #tell({ callId = "" }: { callId?: string }, linesOf: (run: Run) => string[]): void {
    const run = this.#runs.get(callId);
    if (run === undefined) return;
    this.#telling.tell(run.conversation, linesOf(run));
  }
}

/** A text or a call of a step; nothing of what else stands in it. */
function saidOrAsked(part: StepEvent["content"][number]): Content[] {
  if (part.type === "tool-call") return [{ ...part, input: writable(part["input"]) }];
  return part.type === "text" ? [part] : [];
}

/** The outcome of a call, in the form in which the next messages hold it. */
function resultOf({ type, toolCallId, toolName, output, error }: StepEvent["content"][number]): Content[] {
  const result = (output: Content) => [{ type: "tool-result", toolCallId, toolName, output }];
  if (type === "tool-result") return result(typeof output === "string" ? { type: "text", value: output } : { type: "json", value: writable(output) });
  if (type === "tool-error") return result({ type: "error-text", value: error instanceof Error ? error.message : typeof error === "string" ? error : JSON.stringify(writable(error)) });
  return type === "tool-output-denied" ? result({ type: "execution-denied" }) : [];
}

/** Unlike an id of the browser's, it is made in any page. */
function ownSession(): string {
  return `run-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function warningOnce(): (fault: unknown) => void {
  let hasWarned = false;
  return (fault) => {
    if (!hasWarned) console.warn(`scrubjay: not all of this conversation is recorded: ${fault instanceof Error ? fault.message : String(fault)}`);
    hasWarned = true;
  };
}

/** What a tool of any program gave, as far as JSON has it: what cannot be written keeps the words of its step from no memory. */
function writable(given: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(given ?? null));
  } catch {
    return String(given);
  }
}
