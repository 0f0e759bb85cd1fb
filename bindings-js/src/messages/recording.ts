// Records what agents of Vercel's AI SDK do, as an integration of its telemetry, which both major versions call besides the caller's
// own callbacks.
//
// Not here: what is recorded of a message, which the component decides.

import { invalidError } from "../errors.js";
import { known } from "../options.js";
import { type Head, headLine, messageLine } from "./lines.js";
import { type Remembering, checkMemory, checkedSession } from "./record.js";
import { Conversation, BackgroundRecorder } from "./telling.js";

/** The session of the conversation and its parent, further telemetry, and the listener for errors. */
export interface RecordingOptions {
  /** The conversation's name; use the same one to continue it later. Default: a random name. */
  session?: string | undefined;
  /** The session of the agent that called this one; it is added to the metadata of each record. Default: none. */
  parent?: string | undefined;
  /** Further settings of the SDK's telemetry. Its integrations are called too. Default: none. */
  telemetry?: object | undefined;
  /** Called with the error if something could not be recorded. Default: a warning on the console for the first error. */
  onFault?: ((fault: unknown) => void) | undefined;
}

/** The SDK's event at the start of a run, with the members that are read here. */
interface StartEvent {
  callId?: string;
  operationId?: string;
  prompt?: string | readonly unknown[] | undefined;
  messages?: readonly unknown[] | undefined;
}
/** The SDK's event at the end of a tool call, with the members of both major versions that are read here. */
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
/** The SDK's event at the end of a step, with the members that are read here. */
interface StepEvent {
  callId?: string;
  content: readonly { type: string; [name: string]: unknown }[];
  model?: { modelId?: string };
  response?: { modelId?: string };
  usage?: { inputTokens?: number | undefined; outputTokens?: number | undefined };
}

/** An integration of the SDK's telemetry, for either major version. */
export interface Integration {
  // The types of the events differ between the major versions.
  onStart(event: any): void;
  onToolCallFinish(event: any): void;
  onToolExecutionEnd(event: any): void;
  onStepFinish(event: any): void;
  onAbort(event: any): Promise<void>;
  onError(event: any): Promise<void>;
  onFinish(event: any): Promise<void>;
  onEnd(event: any): Promise<void>;
}

/** Settings of the SDK's telemetry, with the integration that records. */
export interface RecordingTelemetry {
  integrations: any[];
}

/**
 * Records what `generateText`, `streamText` and agents do: `experimental_telemetry: recording(memory)`, in version 7 `telemetry:
 * recording(memory)`. Records turns of the user and of the model, tool calls with their outcome and duration, and files that calls
 * name, each once, even if messages are passed again. Errors of the memory never reach the agent. No step waits for the memory; the end
 * of a run waits for it, half a second at most.
 */
export function recording(memory: Remembering, options: RecordingOptions = {}): RecordingTelemetry {
  checkMemory(memory);
  known(options, ["session", "parent", "telemetry", "onFault"]);
  const { session = newSession(), parent, telemetry = {}, onFault = warnOnceFunction() } = options;
  if (typeof telemetry !== "object" || telemetry === null) throw invalidError("telemetry", "not an object");
  if (typeof onFault !== "function") throw invalidError("onFault", "not a function");
  if (parent !== undefined && (typeof parent !== "string" || parent === "")) throw invalidError("parent", "not a text, or an empty one");
  const conversations = new Conversations(new BackgroundRecorder(memory, onFault), checkedSession(session), parent);
  const { integrations: otherIntegrations = [] } = telemetry as { integrations?: unknown };
  return { ...telemetry, integrations: [...(Array.isArray(otherIntegrations) ? otherIntegrations : [otherIntegrations]), conversations.integration()] };
}

/** A part of a message's content, in the form of the SDK's model messages. */
type Content = Readonly<Record<string, unknown>>;

/** A tool call that ended: the part that asked for it, and the part with its result. */
interface EndedCall {
  asked: Content;
  result: Content;
}

/** The state of one run of an agent. */
class Run {
  readonly conversation: Conversation;
  readonly #durations = new Map<unknown, number>();
  /** Calls that ended in the current step, by id. */
  #endedCalls = new Map<string, EndedCall>();
  /**
   * The ids of all calls that had ended when the run was last stopped: they are recorded. A step that reports one later
   * leaves it out.
   */
  readonly #recordedAtStop = new Set<unknown>();
  /** Whether the run was stopped. Then its last step may never end. */
  isStopped = false;

  constructor(head: string) {
    this.conversation = new Conversation(head);
  }

  addEnded(callId: string, endedCall: EndedCall, duration: number): void {
    this.#endedCalls.set(callId, endedCall);
    this.#durations.set(callId, Math.max(0, Math.round(duration)));
  }

  /** Ends a step. Returns the lines of its message and of the results of its calls. */
  step({ content, usage, model, response }: StepEvent): string[] {
    const newParts = content.filter(({ toolCallId }) => !this.#recordedAtStop.has(toolCallId));
    const idsInStep = new Set(newParts.map(({ toolCallId }) => toolCallId));
    // A call that a person approved belongs to the step before.
    const earlierResults = [...this.#endedCalls].filter(([call]) => !idsInStep.has(call) && !this.#recordedAtStop.has(call)).map(([, { result }]) => result);
    this.#endedCalls.clear();
    const answer = {
      ...{ role: "assistant", content: newParts.flatMap(textOrCall), model: response?.modelId ?? model?.modelId },
      usage: { input_tokens: usage?.inputTokens, output_tokens: usage?.outputTokens },
    };
    return [...this.#results(earlierResults), messageLine(answer), ...this.#results(newParts.flatMap(resultOf))];
  }

  /** Gives up the current step. Returns the lines of the calls that ended in it. */
  stop(): string[] {
    this.isStopped = true;
    const endedCalls = [...this.#endedCalls.values()];
    this.#endedCalls.clear();
    for (const call of this.#durations.keys()) this.#recordedAtStop.add(call);
    if (endedCalls.length === 0) return [];
    return [messageLine({ role: "assistant", content: endedCalls.map(({ asked }) => asked) }), ...this.#results(endedCalls.map(({ result }) => result))];
  }

  #results(content: readonly Content[]): string[] {
    const durations = content.map(({ toolCallId }) => [toolCallId, this.#durations.get(toolCallId)]);
    return content.length === 0 ? [] : [messageLine({ role: "tool", content }, { durations: Object.fromEntries(durations) })];
  }
}

/** Listens to the SDK, and records all runs of one conversation. */
class Conversations {
  readonly #recorder: BackgroundRecorder;
  readonly #head: Head;
  /** Runs by the SDK's id. Version 6 gives no ids, and makes one run after the other. */
  readonly #runs = new Map<string, Run>();

  constructor(recorder: BackgroundRecorder, session: string, parent: string | undefined) {
    this.#recorder = recorder;
    this.#head = { format: "ai_sdk", session, parent };
  }

  integration(): Integration {
    const onTool = (event: ToolEvent) => this.#quietly(() => this.#tool(event));
    const onStep = (event: StepEvent) => this.#quietly(() => this.#tell(event, (run) => run.step(event)));
    const onStop = async (event: StepEvent | undefined) => {
      this.#stop(event ?? {});
      await this.#recorder.flush();
    };
    const onEnd = async (event: StepEvent) => {
      await onStop(event);
      this.#runs.delete(event.callId ?? "");
    };
    return {
      onStart: (event: StartEvent) => this.#quietly(() => this.#start(event)),
      // Each version calls the ones that it knows: version 7 still calls `onStepFinish`, and `onEnd` instead of `onFinish`.
      onToolCallFinish: onTool,
      onToolExecutionEnd: onTool,
      onStepFinish: onStep,
      onAbort: onStop,
      onError: onStop,
      onFinish: onEnd,
      onEnd,
    };
  }

  /** Runs a listener, and reports what it throws, as for an event of an unknown form. */
  #quietly(listen: () => void): void {
    try {
      listen();
    } catch (fault) {
      this.#recorder.fail(fault);
    }
  }

  #start({ callId = "", operationId = "ai.generateText", prompt, messages }: StartEvent): void {
    const startMessages = messages ?? (typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt);
    // Version 7 reports other operations too: an embedding is no conversation.
    if (!Array.isArray(startMessages) || !operationId.endsWith("Text")) return;
    this.#runs.set(callId, new Run(headLine(this.#head)));
    // Messages of earlier runs are among them; they are known already.
    this.#tell({ callId }, () => startMessages.map((message) => messageLine(message)));
  }

  #tool(event: ToolEvent): void {
    const { toolCall, toolOutput, abortSignal, callId = "" } = event;
    const { output, error } = toolOutput ?? event;
    const isError = toolOutput === undefined ? event.success === false : toolOutput.type === "tool-error";
    const [result] = resultOf({ ...toolCall, type: isError ? "tool-error" : "tool-result", output, error });
    const run = this.#runs.get(callId);
    if (result !== undefined) run?.addEnded(toolCall.toolCallId, { asked: { type: "tool-call", ...toolCall, input: jsonValue(toolCall.input) }, result }, event.durationMs ?? event.toolExecutionMs ?? 0);
    if (run?.isStopped || abortSignal?.aborted) this.#stop(event);
  }

  /** Records the calls that ended in a step which does not end. */
  #stop({ callId = "" }: { callId?: string }): void {
    this.#tell({ callId }, (run) => run.stop());
  }

  #tell({ callId = "" }: { callId?: string }, linesOf: (run: Run) => string[]): void {
    const run = this.#runs.get(callId);
    if (run === undefined) return;
    this.#recorder.tell(run.conversation, linesOf(run));
  }
}

/** A text or a tool call of a step in the form of a message; an empty list for any other part. */
function textOrCall(part: StepEvent["content"][number]): Content[] {
  if (part.type === "tool-call") return [{ ...part, input: jsonValue(part["input"]) }];
  return part.type === "text" ? [part] : [];
}

/** The result of a tool call in the form of a message; an empty list for any other part. */
function resultOf({ type, toolCallId, toolName, output, error }: StepEvent["content"][number]): Content[] {
  const result = (output: Content) => [{ type: "tool-result", toolCallId, toolName, output }];
  if (type === "tool-result") return result(typeof output === "string" ? { type: "text", value: output } : { type: "json", value: jsonValue(output) });
  if (type === "tool-error") return result({ type: "error-text", value: error instanceof Error ? error.message : typeof error === "string" ? error : JSON.stringify(jsonValue(error)) });
  return type === "tool-output-denied" ? result({ type: "execution-denied" }) : [];
}

/** A random session name. `crypto.randomUUID` is not used, because insecure pages lack it. */
function newSession(): string {
  return `run-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function warnOnceFunction(): (fault: unknown) => void {
  let hasWarned = false;
  return (fault) => {
    if (!hasWarned) console.warn(`scrubjay: not all of this conversation is recorded: ${fault instanceof Error ? fault.message : String(fault)}`);
    hasWarned = true;
  };
}

/**
 * A call's input, output or error if it can be written as JSON, otherwise a text instead, so that the rest of the step
 * is still recorded.
 */
function jsonValue(given: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(given ?? null));
  } catch {
    return String(given);
  }
}
