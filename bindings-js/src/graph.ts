// Questions about the code: what is defined where, and who uses it.
//
// A symbol is given as people write it: its id (`path#Class.method`), `Class.method`, `Class::method`, `module.Class`, a bare
// name, or a position (`path:line`).

import { GraphQuestions } from "./generated/questions.js";

/** Questions about the code graph of a memory. All take symbols by the names that people write. */
export class Graph extends GraphQuestions {}
