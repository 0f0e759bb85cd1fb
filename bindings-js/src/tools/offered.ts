// The tools of a memory with their descriptions and functions: the tools of the MCP server, with the same names and
// arguments.
//
// An error that a model can correct with another call is returned as an answer; any other error is thrown. Not here: the form in which a
// library of agents takes a tool.

import { AmbiguousError, ScrubjayError, UnknownError, type ErrorCode, invalidError } from "../errors.js";
import { DEFAULT, TOOLS } from "../generated/tools.js";
import type { Memory } from "../memory.js";
import { known } from "../options.js";
import { type AnyWindow, restoreTool } from "../window/restoring.js";
import { type ToolName, checkArguments } from "./arguments.js";
import { TOOL_CALLS, type AskedToolName } from "./asked.js";
import { noteOfferedTool } from "./made.js";

/** Selects the tools to offer, and their names. */
export interface ToolsOptions {
  /** The names of the tools to offer, in order. Each costs tokens in every request. Default: [], those of `toolset`. */
  only?: readonly string[] | undefined;
  /** The tools to offer if `only` is empty: `default`, those that agents need most, or `all`. Default: default. */
  toolset?: "default" | "all" | undefined;
  /** A prefix for the name of each tool: letters, digits, `_` and `-`, at most 32. Default: "". */
  prefix?: string | undefined;
  /** The window of the agent's conversation, for the tool `restore`, which returns pruned parts. Default: none, without `restore`. */
  window?: AnyWindow | undefined;
}

/** A tool in a form that can be converted for any library of agents. */
export interface OfferedTool {
  name: string;
  description: string;
  /** The JSON Schema of the arguments. */
  parameters: object;
  execute: (given: unknown, signal?: AbortSignal) => Promise<unknown>;
}

/** The answer of a tool that failed, for the model that called it. */
export interface Refused {
  /** The error, in words. */
  error: string;
  /** Advice on what to do instead. */
  advice?: string;
  /** The ids of the meanings of an ambiguous name. */
  candidates?: string[];
}

/** The errors that a model can correct with another call, and so gets as answers. */
const MENDED_BY_THE_MODEL: readonly ErrorCode[] = ["ambiguous", "unknown", "invalid", "too_large", "outside_root", "full"];

const ALL = Object.keys(TOOLS) as ToolName[];

/** Checks the options, and returns the tools of a memory that they select, in order. */
export function offerTools(memory: Memory, given: ToolsOptions = {}): OfferedTool[] {
  if (typeof memory?.graph?.find !== "function" || typeof memory.context !== "function") throw invalidError("memory", "not what open gave");
  known(given, ["only", "toolset", "prefix", "window"]);
  const { only = [], toolset = "default", prefix = "", window } = given;
  if (!Array.isArray(only)) throw invalidError("only", "not a list of names");
  for (const name of only) if (!ALL.includes(name)) throw invalidError("only", `there is no tool \`${name}\`: there are ${ALL.join(", ")}`);
  if (toolset !== "default" && toolset !== "all") throw invalidError("toolset", "it is `default` or `all`");
  if (typeof prefix !== "string" || !/^[A-Za-z0-9_-]{0,32}$/.test(prefix)) throw invalidError("prefix", "letters, digits, `_` and `-`, 32 at most");
  if (only.includes("restore") && window === undefined) throw invalidError("only", "`restore` gives back what a window pruned: say which `window`");
  const names: readonly ToolName[] = only.length > 0 ? (only as ToolName[]) : toolset === "all" ? ALL : DEFAULT;
  const isOffered = (name: ToolName) => names.includes(name);
  const made = names.flatMap((name) => {
    if (name !== "restore") return [ofMemory(memory, name, prefix, isOffered)];
    return window === undefined ? [] : [ofWindow(window, prefix)];
  });
  made.forEach(({ name }) => noteOfferedTool(name));
  return made;
}

function ofMemory(memory: Memory, name: AskedToolName, prefix: string, isOffered: (name: ToolName) => boolean): OfferedTool {
  const tool = TOOLS[name];
  const execute = answering(async (given, signal) => {
    const ask = TOOL_CALLS[name] as (memory: Memory, given: object, cancelled: { signal: AbortSignal | undefined }) => Promise<unknown>;
    return ask(memory, checkArguments(name, tool, given), { signal });
  }, (error) => adviceOn(error, tool.parameters.properties, isOffered("find") ? `${prefix}find` : undefined));
  return { name: prefix + name, description: tool.description, parameters: tool.parameters, execute };
}

function ofWindow(window: AnyWindow, prefix: string): OfferedTool {
  const { name, description, parameters, execute } = restoreTool(window);
  const restore = answering(async (given) => {
    const { id, skip } = checkArguments("restore", TOOLS.restore, given);
    return execute({ id, skip });
  }, () => undefined);
  return { name: prefix + name, description, parameters, execute: restore };
}

/** Wraps a tool's function: errors that the model can correct are returned as a `Refused`, any other one is thrown. */
function answering(ask: OfferedTool["execute"], advice: (error: ScrubjayError) => string | undefined): OfferedTool["execute"] {
  return async (given, signal) => {
    try {
      return JSON.parse(JSON.stringify(await ask(given, signal)));
    } catch (error) {
      if (!(error instanceof ScrubjayError) || !MENDED_BY_THE_MODEL.includes(error.code)) throw error;
      const candidates = error instanceof AmbiguousError ? error.details.candidates.map(({ id }) => id) : undefined;
      const advised = advice(error);
      return { error: error.message, ...(advised && { advice: advised }), ...(candidates && { candidates }) } satisfies Refused;
    }
  };
}

/** Advice on what to call instead; undefined if there is none. `find`: the name of that tool if it is offered. */
function adviceOn(error: ScrubjayError, takes: object, find: string | undefined): string | undefined {
  if (error instanceof AmbiguousError) return `give one of these ids${"all" in takes ? ", or `file`, or `all`, which answers for each" : ""}`;
  const [suggestion] = error instanceof UnknownError ? error.details.suggestions : [];
  return suggestion !== undefined && find !== undefined ? `try ${find}(text=${JSON.stringify(suggestion)})` : undefined;
}
