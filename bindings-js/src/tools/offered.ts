// The tools of a memory with their descriptions and functions: the tools of the MCP server, with the same names, arguments and answers.
//
// Not here: what a tool asks and says, which the component decides (`run.ts`), and the form in which a library of agents takes a tool.

import { invalidError } from "../errors.js";
import { DEFAULT, TOOLS } from "../generated/tools.js";
import type { Memory } from "../memory.js";
import { known } from "../options.js";
import { type AnyWindow, type Restoring, restoreTool } from "../window/restoring.js";
import { noteOfferedTool } from "./made.js";

/** The name of a tool. */
export type ToolName = keyof typeof TOOLS;

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
  /** Returns the answer as a text for the model. */
  execute: (given: unknown, signal?: AbortSignal) => Promise<string>;
}

const ALL_TOOLS = Object.keys(TOOLS) as ToolName[];

/** Checks the options, and returns the tools of a memory that they select, in order. */
export function offerTools(memory: Memory, given: ToolsOptions = {}): OfferedTool[] {
  if (typeof memory?.graph?.find !== "function" || typeof memory.callTool !== "function") throw invalidError("memory", "not what open gave");
  known(given, ["only", "toolset", "prefix", "window"]);
  const { only = [], toolset = "default", prefix = "", window } = given;
  if (!Array.isArray(only)) throw invalidError("only", "not a list of names");
  for (const name of only) if (!ALL_TOOLS.includes(name)) throw invalidError("only", `there is no tool \`${name}\`: there are ${ALL_TOOLS.join(", ")}`);
  if (toolset !== "default" && toolset !== "all") throw invalidError("toolset", "it is `default` or `all`");
  if (typeof prefix !== "string" || !/^[A-Za-z0-9_-]{0,32}$/.test(prefix)) throw invalidError("prefix", "letters, digits, `_` and `-`, 32 at most");
  if (only.includes("restore") && window === undefined) throw invalidError("only", "`restore` gives back what a window pruned: say which `window`");
  const selected: readonly ToolName[] = only.length > 0 ? (only as ToolName[]) : toolset === "all" ? ALL_TOOLS : DEFAULT;
  const names = selected.filter((name) => name !== "restore" || window !== undefined);
  const offered = names.map((name) => (name === "restore" ? toolOfWindow(window as AnyWindow, prefix) : toolOfMemory(memory, name, prefix, names)));
  offered.forEach(({ name }) => noteOfferedTool(name));
  return offered;
}

function toolOfMemory(memory: Memory, name: ToolName, prefix: string, names: readonly ToolName[]): OfferedTool {
  const { description, parameters } = TOOLS[name];
  return { name: prefix + name, description, parameters, execute: (given, signal) => memory.callTool(name, given, { prefix, names, signal }) };
}

function toolOfWindow(window: AnyWindow, prefix: string): OfferedTool {
  const { name, description, parameters, execute } = restoreTool(window);
  const restore = async (given: unknown) => {
    const { id, skip } = (given ?? {}) as Partial<Restoring>;
    return typeof id === "string" && id !== "" ? execute({ id, skip }) : "error: `id` is missing: it must be the id in a stub";
  };
  return { name: prefix + name, description, parameters, execute: restore };
}
