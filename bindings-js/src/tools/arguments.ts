// Checks the arguments of tools, which a model writes, with the same messages as the MCP server (`cli/src/mcp/arguments.rs`).
//
// Not here: the schemas of the tools, which are generated.

import { createError, type ScrubjayError } from "../errors.js";
import { BEYOND, MAX_TEXTS, MAX_TEXT_BYTES, type TOOLS } from "../generated/tools.js";

/** The name of a tool. */
export type ToolName = keyof typeof TOOLS;

/** A tool, with the JSON Schema of its arguments. */
export type Tool = (typeof TOOLS)[ToolName];

/** The schema of one argument. */
interface Schema {
  readonly type: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly minimum?: number;
  readonly maximum?: number;
}

type Value<S> = S extends { enum: readonly (infer Word)[] }
  ? Word
  : S extends { items: { enum: readonly (infer Word)[] } }
    ? Word[]
    : S extends { type: "array" }
      ? string[]
      : S extends { type: "string" }
        ? string
        : S extends { type: "boolean" }
          ? boolean
          : number;

type Properties<N extends ToolName> = (typeof TOOLS)[N]["parameters"]["properties"];
type Required<N extends ToolName> = (typeof TOOLS)[N]["parameters"]["required"][number];

/** The type of a tool's arguments after they were checked. */
export type ToolArguments<N extends ToolName> = {
  [A in keyof Properties<N>]: A extends Required<N> ? Value<Properties<N>[A]> : Value<Properties<N>[A]> | undefined;
};

/** Creates the error for a refused argument. */
export function wrongArgument(argument: string, why: string): ScrubjayError<"invalid"> {
  return createError("invalid", { argument, why }, `\`${argument}\` ${why}`);
}

/** Checks and returns the arguments that a model gave; `null` counts as omitted. Throws `invalid`. */
export function checkArguments<N extends ToolName>(name: N, tool: Tool, given: unknown): ToolArguments<N> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw createError("invalid", { argument: "", why: "not an object" }, "the arguments must be an object");
  const schemas = tool.parameters.properties as { readonly [argument: string]: Schema };
  const required: readonly string[] = tool.parameters.required;
  const known = Object.keys(schemas);
  const unknown = Object.keys(given).find((argument) => !known.includes(argument));
  if (unknown !== undefined) throw createError("invalid", { argument: unknown, why: "no argument" }, `there is no argument \`${unknown}\`: there are ${known.join(", ")}`);
  const taken = known.map((argument) => {
    const check = checkOf(schemas[argument] as Schema, BEYOND[name]?.[argument]);
    const value: unknown = (given as Record<string, unknown>)[argument] ?? undefined;
    if (value === undefined && required.includes(argument)) throw wrongArgument(argument, `is missing: it must be ${check.wanted}`);
    const fits = value === undefined ? undefined : check.taken(value);
    if (value !== undefined && fits === undefined) throw wrongArgument(argument, `must be ${check.wanted}, not ${shortened(value)}`);
    return [argument, fits];
  });
  return Object.fromEntries(taken) as ToolArguments<N>;
}

/** A check of one argument. */
interface Check {
  /** The accepted values, in words, for messages. */
  wanted: string;
  /** Converts a value to the accepted form; undefined if it is refused. */
  taken(value: unknown): unknown;
}

function checkOf({ type, enum: words, items, minimum = 0, maximum = 0 }: Schema, beyond: number | readonly string[] | undefined): Check {
  const listed = items?.enum ?? (typeof beyond === "object" ? beyond : undefined);
  if (words !== undefined) return { wanted: `one of ${words.join(", ")}`, taken: (value) => words.find((word) => word === value) };
  if (listed !== undefined) return { wanted: `a list of some of ${listed.join(", ")}`, taken: (value) => textsIn(value, (text) => listed.includes(text)) };
  if (type === "array") return { wanted: `a list of at most ${MAX_TEXTS} texts`, taken: (value) => textsIn(value, (text) => isText(text, MAX_TEXT_BYTES)) };
  if (type === "boolean") return { wanted: "true or false", taken: (value) => (typeof value === "boolean" ? value : undefined) };
  if (type === "string") {
    const limit = beyond as number;
    return { wanted: `a text of 1 to ${limit} bytes without control characters`, taken: (value) => (isText(value, limit) ? value : undefined) };
  }
  const isWhole = type === "integer";
  const fits = (value: unknown) => typeof value === "number" && value >= minimum && value <= maximum && (!isWhole || Number.isInteger(value));
  return { wanted: `a ${isWhole ? "whole number" : "number"} from ${minimum} to ${maximum}`, taken: (value) => (fits(value) ? value : undefined) };
}

/** The texts of a list; undefined if `fits` refuses one. A single text counts as a list of one, as models often write it so. */
function textsIn(value: unknown, fits: (text: string) => boolean): string[] | undefined {
  const texts: unknown = typeof value === "string" ? [value] : value;
  const isList = Array.isArray(texts) && texts.length <= MAX_TEXTS && texts.every((text) => typeof text === "string" && fits(text));
  return isList ? (texts as string[]) : undefined;
}

function isText(value: unknown, limit: number): value is string {
  const isPlain = typeof value === "string" && value.trim() !== "" && !/[^\P{Cc}\n\t\r]/u.test(value);
  return isPlain && new TextEncoder().encode(value).length <= limit;
}

/** A value as a text for a message, cut if it is long. */
function shortened(value: unknown): string {
  const chars = [...(JSON.stringify(value) ?? String(value))];
  return chars.length > 60 ? `${chars.slice(0, 60).join("")}…` : chars.join("");
}
