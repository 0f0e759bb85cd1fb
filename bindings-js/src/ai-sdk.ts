// The entry for Vercel's AI SDK: records what an agent does, fits the messages of each step into a window, and offers a memory's questions
// as tools.
//
// The package `ai` is not imported, not even for its types. The members that are read are declared here, so that the types of its last two
// major versions fit (`tests/hosts/consumers/ai-sdk/`). Not here: what is pruned, and where it is kept.

import { invalidError } from "./errors.js";
import type { Memory } from "./memory.js";
import { known } from "./options.js";
import { type ToolsOptions, offerTools } from "./tools/offered.js";
import { type FitOptions, pruneFunction } from "./window/options.js";
import { Originals } from "./window/originals.js";
import type { AnyWindow } from "./window/restoring.js";

export * from "./errors.js";
export { type Beginnable, beginning } from "./messages/beginning.js";
export { type MessagesOptions, type RecordedMessages, type Remembering, recordMessages } from "./messages/record.js";
export { type RecordingOptions, type RecordingTelemetry, recording } from "./messages/recording.js";
export { type AnyWindow, type RestoreTool, type Restoring, restoreTool } from "./window/restoring.js";
export type { ToolsOptions } from "./tools/offered.js";

/** The instructions of a request: a text, a system message, or several. */
export type System = string | object | readonly object[];

/** The members of the SDK's step that are read here. */
export interface Step<M extends object> {
  /** The conversation up to this step. Version 7 passes messages as the last step returned them. */
  messages: M[];
  /** The earlier steps of the same loop. The SDK passes the same list object to all steps of a loop. */
  steps: readonly { readonly usage: { readonly inputTokens?: number | undefined } }[];
  /** The instructions that are sent with the messages; undefined if the SDK does not pass them. */
  instructions?: System | undefined;
}

/** A `prepareStep` of the SDK: takes a step, and returns the messages to send. */
export type Fitting = <M extends object>(step: Step<M>) => Promise<{ messages: M[] }>;

/** How `fitting` counts the instructions, and what it does when it cannot reach the limit of tokens. */
export interface FittingOptions {
  /** The text sent with the messages as `system` or `instructions`, so that its tokens are counted. Version 7 passes it itself. Default: none. */
  system?: System | undefined;
  /** If the messages cannot be pruned to the limit of tokens: throw a `FloorError`, or send them pruned as far as possible. Default: throw. */
  onFloor?: FitOptions["onFloor"];
}

/** The state of a window across the steps of all loops that use it. */
interface FittingState {
  /** The originals of the messages that earlier steps returned: version 7 passes the returned messages to the next step. */
  originals: Originals;
  /** The list of steps of the loop that was fitted last; it identifies the loop. Undefined before the first fit and after a failed one. */
  steps: unknown;
}

const FITTING_STATES = new WeakMap<AnyWindow, FittingState>();

/**
 * A `prepareStep` for `generateText`, `streamText` and agents. It fits the messages of each step into a window, and reports the
 * provider's count of tokens to the window. The caller's lists are not changed. `window.restore(id)` restores a pruned part.
 */
export function fitting(window: AnyWindow, options?: FittingOptions): Fitting;
/** A `prepareStep` that first calls the caller's own with the unpruned messages, and then fits the messages it returns. */
export function fitting<P extends (step: never) => unknown>(window: AnyWindow, options: FittingOptions & { prepareStep: P }): P;
export function fitting(window: AnyWindow, options: FittingOptions & { prepareStep?: Prepare | undefined } = {}): Prepare {
  if (typeof (window as Partial<AnyWindow> | undefined)?.fitWithPlaces !== "function") throw invalidError("window", "not what openWindow gave");
  known(options, ["system", "onFloor", "prepareStep"]);
  const { onFloor, prepareStep } = options;
  pruneFunction({ onFloor });
  if (prepareStep !== undefined && typeof prepareStep !== "function") throw invalidError("prepareStep", "not a function");
  const state = stateOf(window);
  return async (step) => {
    const unpruned = state.originals.originalsOf(listOf(step?.messages));
    const prepared = await prepareStep?.({ ...step, messages: unpruned });
    const messages = listOf(prepared?.messages ?? unpruned);
    const system = prepared?.instructions ?? prepared?.system ?? step.instructions ?? options.system;
    return { ...prepared, messages: await fitMessages(window, state, step.steps, systemMessages(system), messages, { onFloor }) };
  };
}

type Prepare = (step: Step<object>) => Promise<Prepared | undefined> | Prepared | undefined;
type Prepared = { messages?: object[]; instructions?: System; system?: System };

function stateOf(window: AnyWindow): FittingState {
  const state = FITTING_STATES.get(window) ?? { originals: new Originals(), steps: undefined };
  FITTING_STATES.set(window, state);
  return state;
}

async function fitMessages(window: AnyWindow, state: FittingState, steps: Step<object>["steps"] | undefined, system: readonly object[], messages: readonly object[], options: FitOptions): Promise<object[]> {
  // What was counted belongs to the request that the window fitted last, which another loop may have sent.
  const countedTokens = state.steps === steps ? steps?.at(-1)?.usage?.inputTokens : undefined;
  state.steps = undefined;
  if (isCount(countedTokens)) await window.reportUsage(countedTokens);
  const systemAndMessages = [...system, ...messages];
  const fitResult = await window.fitWithPlaces(systemAndMessages, "ai_sdk", options);
  state.steps = steps;
  state.originals.keep(systemAndMessages, fitResult);
  return fitResult.messages.filter((_, at) => (fitResult.places[at] as number) >= system.length);
}

/** Whether the provider counted tokens: one that does not gives undefined or NaN. */
function isCount(counted: number | undefined): counted is number {
  return Number.isSafeInteger(counted) && (counted as number) > 0;
}

function listOf(messages: unknown): object[] {
  if (!Array.isArray(messages)) throw invalidError("messages", "not a list");
  return messages as object[];
}

function systemMessages(system: System | undefined): readonly object[] {
  if (system === undefined) return [];
  if (typeof system === "string") return [{ role: "system", content: system }];
  return Array.isArray(system) ? (system as readonly object[]) : [system];
}

/** A tool of the SDK. Its schema has the form of Standard Schema, so that no schema library is imported. */
export interface SdkTool {
  description: string;
  inputSchema: InputSchema;
  // The SDK's types have `any` for the arguments that a model wrote.
  execute: (given: any, options?: { abortSignal?: AbortSignal | undefined }) => Promise<unknown>;
}

/** A tool's arguments as JSON Schema. They are checked only when the tool runs, so that the model gets an error as an answer. */
export interface InputSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "scrubjay";
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: { readonly input: () => Record<string, unknown>; readonly output: () => Record<string, unknown> };
  };
}

/**
 * The tools of a memory for `generateText`, `streamText` and agents: the tools of the MCP server, with the same names
 * and arguments. If the memory was opened with `fresh`, a question about code first indexes the files that changed. The
 * answers are the server's texts. An error that a model can correct with another call (an ambiguous or unknown name, a
 * number out of range) is returned as a text that begins with `error:`; any other error is thrown.
 *
 * @example
 * ```ts
 * const memory = await open({ root: ".", fresh: true });
 * const { text } = await generateText({ model, tools: tools(memory), prompt: "Who calls Session.get?" });
 * ```
 */
export function tools(memory: Memory, options?: ToolsOptions): Record<string, SdkTool> {
  const entries = offerTools(memory, options).map(({ name, description, parameters, execute }): [string, SdkTool] => {
    const schema = () => structuredClone(parameters) as Record<string, unknown>;
    const inputSchema: InputSchema = { "~standard": { version: 1, vendor: "scrubjay", validate: (value) => ({ value }), jsonSchema: { input: schema, output: schema } } };
    return [name, { description, inputSchema, execute: (given, called) => execute(given, called?.abortSignal) }];
  });
  return Object.fromEntries(entries);
}
