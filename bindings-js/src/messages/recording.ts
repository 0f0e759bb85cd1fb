// Records what agents of Vercel's AI SDK do, as an integration of its telemetry: both majors call it beside the caller's own callbacks.
//
// Not here: what is recorded of which part (`capture.ts`).

import { invalid } from "../errors.js";
import { known } from "../options.js";
import { Capture, type Captured } from "./capture.js";
import { type Part, countOf, jsonText, partsOf, textOf } from "./conversation.js";
import { type Remembering, checkMemory, checkedSession } from "./record.js";
import { Telling } from "./telling.js";

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

/** A run of an agent. */
class Run {
  readonly #capture: Capture;
  readonly #durations = new Map<string, number>();
  /** Calls that ended in a step that has not. */
  #ended: Part[] = [];
  /** Calls that were told before their step ended, which it may all the same. */
  readonly #early = new Set<string | undefined>();
  /** It was stopped: no step need end any more. */
  isStopped = false;

  constructor(capture: Capture) {
    this.#capture = capture;
  }

  ended(parts: readonly Part[], call: string, duration: number): void {
    this.#ended.push(...parts);
    this.#durations.set(call, Math.max(0, Math.round(duration)));
  }

  /** A step ended with these parts, which are those of its calls too: what they give, once it is asked for. */
  step(parts: readonly Part[]): () => Promise<Captured[]> {
    const inStep = new Set(parts.map(callOf));
    // A call that a person let run belongs to the step before.
    const before = this.#ended.filter((part) => !inStep.has(callOf(part)));
    const left = [...before, ...parts].filter((part) => !this.#early.has(callOf(part)));
    this.#ended = [];
    return () => this.#capture.events(left, (call) => this.#durations.get(call));
  }

  /** A step does not end. */
  stopped(): () => Promise<Captured[]> {
    this.isStopped = true;
    const told = this.step([]);
    for (const call of this.#durations.keys()) this.#early.add(call);
    return told;
  }
}

/** The runs of one conversation. */
class Conversations {
  readonly #telling: Telling;
  readonly #session: string;
  readonly #metadata: Record<string, string>;
  /** By the SDK's id of a run; version 6, which has none, tells of one after the other. */
  readonly #runs = new Map<string, Run>();
  /** What was told: a run begins with all messages of those before. */
  readonly #told = new Set<string>();

  constructor(telling: Telling, session: string, parent: string | undefined) {
    this.#telling = telling;
    this.#session = session;
    this.#metadata = parent === undefined ? {} : { parent_session: parent };
  }

  integration(): Integration {
    const onTool = (event: ToolEvent) => this.#quietly(() => this.#tool(event));
    const onStep = (event: StepEvent) => this.#quietly(() => this.#tell(event, (run) => run.step(partsOfStep(event))));
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

  /** What the SDK tells in another form than is known is a fault like any other. */
  #quietly(listen: () => void): void {
    try {
      listen();
    } catch (fault) {
      this.#telling.tell(() => Promise.reject(fault));
    }
  }

  #start({ callId = "", operationId = "ai.generateText", prompt, messages }: StartEvent): void {
    const given = messages ?? (typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt);
    // Version 7 tells of all that it does: an embedding is no conversation.
    if (!Array.isArray(given) || !operationId.endsWith("Text")) return;
    this.#runs.set(callId, new Run(new Capture(this.#session, this.#metadata)));
    const parts = partsOf(given, "ai_sdk");
    this.#tell({ callId }, (run) => run.step(parts));
  }

  #tool(event: ToolEvent): void {
    const { toolCall, toolOutput, abortSignal, callId = "" } = event;
    const { output, error } = toolOutput ?? event;
    const isError = toolOutput === undefined ? event.success === false : toolOutput.type === "tool-error";
    const type = isError ? "tool-error" : "tool-result";
    const parts = partsOfContent([{ type: "tool-call", ...toolCall }, { ...toolCall, type, output, error }], undefined);
    const run = this.#runs.get(callId);
    run?.ended(parts, toolCall.toolCallId, event.durationMs ?? event.toolExecutionMs ?? 0);
    if (run?.isStopped || abortSignal?.aborted) this.#stopped(event);
  }

  /** A step that does not end leaves the calls that ended in it. */
  #stopped({ callId = "" }: { callId?: string }): void {
    this.#tell({ callId }, (run) => run.stopped());
  }

  #tell({ callId = "" }: { callId?: string }, tellOf: (run: Run) => () => Promise<Captured[]>): void {
    const run = this.#runs.get(callId);
    if (run === undefined) return;
    const eventsOf = tellOf(run);
    this.#telling.tell(async () => {
      const events = (await eventsOf()).filter(({ eventId }) => !this.#told.has(eventId));
      for (const { eventId } of events) this.#told.add(eventId);
      return events;
    });
  }
}

function callOf(part: Part): string | undefined {
  return "call" in part ? part.call : "answers" in part ? part.answers : undefined;
}

function partsOfStep({ content, usage, model, response }: StepEvent): Part[] {
  const text = textOf(content);
  const said = { role: "assistant" as const, text, model: response?.modelId ?? model?.modelId, tokens: countOf(usage?.outputTokens) };
  return [...(text.trim() === "" ? [] : [said]), ...partsOfContent(content, countOf(usage?.inputTokens))];
}

/** The calls of a step and their results, as the messages after it hold them. */
function partsOfContent(content: StepEvent["content"], contextTokens: number | undefined): Part[] {
  return content.flatMap((part): Part[] => {
    const { type, toolCallId: id, toolName, input, output, error } = part;
    const call = String(id);
    if (type === "tool-call") return [{ call, tool: String(toolName), arguments: input, contextTokens }];
    if (type === "tool-result") return [{ answers: call, text: jsonText(output), success: true }];
    if (type === "tool-error") return [{ answers: call, text: error instanceof Error ? error.message : jsonText(error), success: false }];
    return type === "tool-output-denied" ? [{ answers: call, text: "", refused: true }] : [];
  });
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
