// The questions that a memory answers, by their names in the WIT.
//
// Not here: their meaning, which the types document, and how they are asked.

import { type Asked, type Call, ASKED } from "./generated/asked.js";
import type { DamagedRow } from "./generated/types.js";

/** The argument and the result of each question, by its name. */
export interface Questions extends Asked {
  "memory.damaged": [undefined, DamagedRow[]];
}

/** The interface in the WIT, a dot, and the function in camel case: `episodes.exportLines`. */
export type QuestionName = keyof Questions;

/** The call of the component for each question. */
export const CALLS: { readonly [N in QuestionName]: Call<Questions[N][0], Questions[N][1]> } = {
  ...ASKED,
  "memory.damaged": (x) => ({ kind: "done", value: x.memory.damaged() }),
};
