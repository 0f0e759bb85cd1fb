// The tool `restore`, by which a model reads what a window pruned, in a form that can be converted for any library of agents.

import { ExpiredError, InvalidError, UnknownError, WithheldError, invalidError } from "../errors.js";
import { RESTORE } from "../generated/tools.js";
import { noteOfferedTool } from "../tools/made.js";
import type { KeptWindow } from "./kept.js";
import type { Window } from "./window.js";

/** A window with or without a store. */
export type AnyWindow = Window | KeptWindow;

/** The most characters in one answer: some 6,000 tokens, so that restoring does not fill the window. */
const MAX_CHARACTERS = 20_000;

/** The arguments of the tool `restore`. */
export interface Restoring {
  /** The id in a stub, or the range that a recap names. */
  id: string;
  /** How many characters to skip, to continue after an earlier answer. Default: 0. */
  skip?: number | undefined;
}

/** The tool `restore`: its description, the JSON Schema of its arguments, and its function. */
export interface RestoreTool {
  name: "restore";
  description: string;
  parameters: {
    type: "object";
    properties: {
      id: { type: "string"; description: string };
      skip: { type: "integer"; default: number; minimum: number; maximum: number; description: string };
    };
    required: ["id"];
    additionalProperties: false;
  };
  execute: (given: Restoring) => Promise<string>;
}

/**
 * Creates the tool by which a model reads what a window pruned. An answer has at most 20,000 characters of it and, if
 * more follow, says how to continue. Errors for an invalid or unknown id, and for a text that was never stored or is no
 * longer stored, are returned as answers.
 */
export function restoreTool(window: AnyWindow): RestoreTool {
  if (typeof (window as { restore?: unknown } | undefined)?.restore !== "function") throw invalidError("window", "not what openWindow gave");
  noteOfferedTool(RESTORE.name);
  return {
    name: RESTORE.name,
    description: RESTORE.description,
    parameters: { type: "object", properties: { ...RESTORE.parameters.properties }, required: ["id"], additionalProperties: false },
    execute: async ({ id, skip = 0 }) => {
      try {
        return excerpt((await window.restore(id)).text, skip);
      } catch (error) {
        const isOfModel = [ExpiredError, InvalidError, UnknownError, WithheldError].some((kind) => error instanceof kind);
        if (isOfModel) return (error as Error).message;
        throw error;
      }
    },
  };
}

function excerpt(text: string, skip: number): string {
  if (!Number.isSafeInteger(skip) || skip < 0 || skip > text.length) return `skip: from 0 to ${text.length}, which are all characters`;
  const end = skip + MAX_CHARACTERS;
  return text.slice(skip, end) + (end < text.length ? `\n[${text.length - end} more characters: skip=${end}]` : "");
}
