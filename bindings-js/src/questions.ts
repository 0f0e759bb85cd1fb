// The questions that a memory answers, by their names in the WIT.
//
// Not here: what they mean, which the types document, and how they are asked.

import type { Reply } from "./ask.js";
import type * as t from "./generated/types.js";

/** What each question takes and gives. */
export interface Questions {
  "graph.find": [t.FindQuestion, t.FindPage];
  "graph.outline": [string, t.FileOutline];
  "graph.callers": [t.WalkQuestion, t.WalkPage];
  "graph.callees": [t.WalkQuestion, t.WalkPage];
  "graph.references": [t.WalkQuestion, t.WalkPage];
  "graph.impact": [t.WalkQuestion, t.WalkPage];
  "graph.path": [t.PathQuestion, t.PathPage];
  "graph.hierarchy": [t.WalkQuestion, t.HierarchyPage];
  "graph.dependencies": [t.FileQuestion, t.DependencyPage];
  "graph.dependents": [t.FileQuestion, t.DependencyPage];
  "graph.map": [t.MapQuestion, t.RepositoryMap];
  "graph.export": [number, t.ExportPage];
  "recall.prepare": [t.PrepareQuestion, t.Prepared];
  "memory.status": [undefined, t.MemoryStatus];
  "memory.damaged": [undefined, t.DamagedRow[]];
}

/** The name of a question. */
export type QuestionName = keyof Questions;

type Call<N extends QuestionName> = (x: t.Exports, q: Questions[N][0], r: t.Resumed | undefined) => Reply<Questions[N][1]>;

/** How each is called. */
export const CALLS: { readonly [N in QuestionName]: Call<N> } = {
  "graph.find": (x, q, r) => x.graph.find(q, r),
  "graph.outline": (x, q, r) => x.graph.outline(q, r),
  "graph.callers": (x, q, r) => x.graph.callers(q, r),
  "graph.callees": (x, q, r) => x.graph.callees(q, r),
  "graph.references": (x, q, r) => x.graph.references(q, r),
  "graph.impact": (x, q, r) => x.graph.impact(q, r),
  "graph.path": (x, q, r) => x.graph.path(q, r),
  "graph.hierarchy": (x, q, r) => x.graph.hierarchy(q, r),
  "graph.dependencies": (x, q, r) => x.graph.dependencies(q, r),
  "graph.dependents": (x, q, r) => x.graph.dependents(q, r),
  "graph.map": (x, q, r) => x.graph.map(q, r),
  "graph.export": (x, q, r) => x.graph.export(q, r),
  "recall.prepare": (x, q, r) => x.recall.prepare(q, r),
  "memory.status": (x, _, r) => x.memory.status(r),
  "memory.damaged": (x) => ({ tag: "done", val: x.memory.damaged() }),
};
