// The tool by which a model has back what a window pruned, described as every library of agents takes a tool.

import { ExpiredError, InvalidError, UnknownError, WithheldError, invalid } from "../errors.js";
import { RESTORE } from "../generated/tools.js";
import { madeHere } from "../tools/made.js";
import type { KeptWindow } from "./kept.js";
import type { Window } from "./window.js";

/** A window of either kind. */
export type AnyWindow = Window | KeptWindow;

/** Characters that are given at once: some 6,000 tokens, so that they do not fill the window that they belong to. */
const RESTORED = 20_000;

/** A model's request to restore a part. */
export interface Restoring {
  /** The id in a stub, or the range that a recap names. */
  id: string;
  /** How many characters to pass over, to go on where an answer ended. Default: 0. */
  skip?: number | undefined;
}

/** A tool for a model: its JSON Schema, and what is done when it is called. */
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
 * The tool by which a model has back what a window pruned. It gives 20,000 characters at once, and says how to go on; an id that no part
 * has, and a text that is no longer kept, are answers.
 */
export function restoreTool(window: AnyWindow): RestoreTool {
  if (typeof (window as { restore?: unknown } | undefined)?.restore !== "function") throw invalid("window", "not what openWindow gave");
  madeHere(RESTORE.name);
  return {
    name: RESTORE.name,
    description: RESTORE.description,
    parameters: { type: "object", properties: { ...RESTORE.parameters.properties }, required: ["id"], additionalProperties: false },
    execute: async ({ id, skip = 0 }) => {
      try {
        return part((await window.restore(id)).text, skip);
      } catch (error) {
        const isOfModel = [ExpiredError, InvalidError, UnknownError, WithheldError].some((kind) => error instanceof kind);
        if (isOfModel) return (error as Error).message;
        throw error;
      }
    },
  };
}

function part(text: string, skip: number): string {
  if (!Number.isSafeInteger(skip) || skip < 0 || skip > text.length) return `skip: from 0 to ${text.length}, which are all characters`;
  const end = skip + RESTORED;
  return text.slice(skip, end) + (end < text.length ? `\n[${text.length - end} more characters: skip=${end}]` : "");
}
