// The tools that agents are offered, with the JSON Schema of their arguments. Written by `cargo xtask records` from `wit/tools.json`:
// change that.

export const FIND = {
  name: "find",
  description: "Find symbols by name or words.",
  parameters: {
    type: "object",
    properties: {
      text: { type: "string" },
      kind: { type: "array", items: {"enum":["file","module","class","interface","enum","function","method","constant","variable","field","type_alias","macro","import"],"type":"string"} },
      path_prefix: { type: "string" },
      limit: { type: "integer", default: 20, minimum: 1, maximum: 1000 },
      skip: { type: "integer", default: 0, minimum: 0, maximum: 100000 },
    },
    required: ["text"],
  },
} as const;

export const SHOW = {
  name: "show",
  description: "Source of a symbol, or outline of a file.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string", description: "a symbol or a path" },
      limit: { type: "integer", default: 400, minimum: 1, maximum: 100000, description: "lines, or symbols of a file" },
      all: { type: "boolean", description: "each meaning of the name" },
      file: { type: "string", description: "path prefix" },
    },
    required: ["name"],
  },
} as const;

export const CALLERS = {
  name: "callers",
  description: "Who calls a symbol, or what it calls.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string", description: "Class.method, path:line or an id" },
      direction: { type: "string", enum: ["callers","callees"], default: "callers" },
      depth: { type: "integer", default: 1, minimum: 1, maximum: 10 },
      limit: { type: "integer", default: 100, minimum: 1, maximum: 1000 },
      skip: { type: "integer", default: 0, minimum: 0, maximum: 100000 },
      unresolved: { type: "boolean", description: "on unknown receivers too" },
      all: { type: "boolean", description: "each meaning of the name" },
      file: { type: "string", description: "path prefix" },
    },
    required: ["name"],
  },
} as const;

export const IMPACT = {
  name: "impact",
  description: "What a change of a symbol or file can reach. Ask before editing.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string" },
      depth: { type: "integer", default: 3, minimum: 1, maximum: 10 },
      limit: { type: "integer", default: 100, minimum: 1, maximum: 1000 },
      skip: { type: "integer", default: 0, minimum: 0, maximum: 100000 },
      unresolved: { type: "boolean", description: "on unknown receivers too" },
      all: { type: "boolean", description: "each meaning of the name" },
      file: { type: "string", description: "path prefix" },
    },
    required: ["name"],
  },
} as const;

export const PREPARE = {
  name: "prepare",
  description: "Code that a task needs, with past work, notes and open tasks that fit it, within a budget.",
  parameters: {
    type: "object",
    properties: {
      task: { type: "string", description: "with names, paths, error lines" },
      budget: { type: "integer", default: 8000, minimum: 64, maximum: 1000000, description: "tokens" },
      focus: { type: "array", items: {"type":"string"}, description: "files in hand" },
      recent: { type: "array", items: {"type":"string"}, description: "touched lately" },
      error: { type: "array", items: {"type":"string"} },
      code_only: { type: "boolean", description: "nothing recorded" },
    },
    required: ["task"],
  },
} as const;

export const RECALL = {
  name: "recall",
  description: "What was said, done, decided and noted before, best first, and sections of documents that fit. Ask before work begins and on an error; that nothing fits is an answer.",
  parameters: {
    type: "object",
    properties: {
      query: { type: "string", description: "with names, paths, error codes, \"phrases\"" },
      kind: { type: "array", items: {"type":"string"}, description: "note, turn, decision, lesson, …" },
      channel: { type: "string" },
      session: { type: "string" },
      since: { type: "string", description: "date, or 7d, 12h ago" },
      limit: { type: "integer", default: 10, minimum: 1, maximum: 100 },
      per_session: { type: "integer", default: 3, minimum: 0, maximum: 100, description: "0: any number" },
      around: { type: "integer", default: 0, minimum: 0, maximum: 10, description: "turns before and after each" },
      outdated: { type: "boolean", description: "also what holds no more" },
      weak: { type: "boolean", description: "also what fits weakly" },
    },
    required: ["query"],
  },
} as const;

export const REMEMBER = {
  name: "remember",
  description: "Keep a note about this project for later sessions.",
  parameters: {
    type: "object",
    properties: {
      text: { type: "string" },
      at: { type: "array", items: {"type":"string"}, description: "files it speaks of" },
      channel: { type: "string", description: "topic" },
    },
    required: ["text"],
  },
} as const;

export const UPDATE = {
  name: "update",
  description: "Replace what a note says; its metadata goes.",
  parameters: {
    type: "object",
    properties: {
      id: { type: "string" },
      text: { type: "string" },
    },
    required: ["id", "text"],
  },
} as const;

export const FORGET = {
  name: "forget",
  description: "Forget a record, and what was derived from it, for good.",
  parameters: {
    type: "object",
    properties: {
      id: { type: "string" },
    },
    required: ["id"],
  },
} as const;

export const RESTORE = {
  name: "restore",
  description: "Give back the text that a stub `[pruned ID; …]` in this conversation stands for. Of the range of IDs in a `[recap …]` (`FIRST..LAST`), list the parts that left, by file and command; with a word behind it (`FIRST..LAST lock.py`), those that name it.",
  parameters: {
    type: "object",
    properties: {
      id: { type: "string", description: "an ID, or a range `ID..ID`, which a word may follow" },
      skip: { type: "integer", default: 0, minimum: 0, maximum: 4294967295, description: "characters" },
    },
    required: ["id"],
  },
} as const;

export const REFERENCES = {
  name: "references",
  description: "Every place that names a symbol.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string" },
      limit: { type: "integer", default: 100, minimum: 1, maximum: 1000 },
      skip: { type: "integer", default: 0, minimum: 0, maximum: 100000 },
      min_confidence: { type: "number", default: 0.0, minimum: 0.0, maximum: 1.0 },
      unresolved: { type: "boolean", description: "on unknown receivers too" },
      all: { type: "boolean", description: "each meaning of the name" },
      file: { type: "string", description: "path prefix" },
    },
    required: ["name"],
  },
} as const;

export const PATH = {
  name: "path",
  description: "How one symbol or file leads to another.",
  parameters: {
    type: "object",
    properties: {
      source: { type: "string" },
      target: { type: "string" },
      depth: { type: "integer", default: 10, minimum: 1, maximum: 10 },
      min_confidence: { type: "number", default: 0.0, minimum: 0.0, maximum: 1.0 },
      all: { type: "boolean", description: "each meaning of the name" },
      file: { type: "string", description: "path prefix" },
    },
    required: ["source", "target"],
  },
} as const;

export const HIERARCHY = {
  name: "hierarchy",
  description: "Types above and below a type; of a method, what it overrides and what overrides it.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string" },
      depth: { type: "integer", default: 1, minimum: 1, maximum: 10 },
      limit: { type: "integer", default: 100, minimum: 1, maximum: 1000 },
      skip: { type: "integer", default: 0, minimum: 0, maximum: 100000 },
      min_confidence: { type: "number", default: 0.0, minimum: 0.0, maximum: 1.0 },
      all: { type: "boolean", description: "each meaning of the name" },
      file: { type: "string", description: "path prefix" },
    },
    required: ["name"],
  },
} as const;

export const TESTS = {
  name: "tests",
  description: "Tests that reach a symbol through calls.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string", description: "a symbol or a path" },
      depth: { type: "integer", default: 10, minimum: 1, maximum: 10 },
      limit: { type: "integer", default: 100, minimum: 1, maximum: 1000 },
      skip: { type: "integer", default: 0, minimum: 0, maximum: 100000 },
      min_confidence: { type: "number", default: 0.0, minimum: 0.0, maximum: 1.0 },
      all: { type: "boolean", description: "each meaning of the name" },
      file: { type: "string", description: "path prefix" },
    },
    required: ["name"],
  },
} as const;

export const DEPENDENCIES = {
  name: "dependencies",
  description: "What a file imports and uses.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string" },
      depth: { type: "integer", default: 1, minimum: 1, maximum: 10 },
      limit: { type: "integer", default: 100, minimum: 1, maximum: 1000 },
      skip: { type: "integer", default: 0, minimum: 0, maximum: 100000 },
    },
    required: ["path"],
  },
} as const;

export const DEPENDENTS = {
  name: "dependents",
  description: "Which files import and use a file.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string" },
      depth: { type: "integer", default: 1, minimum: 1, maximum: 10 },
      limit: { type: "integer", default: 100, minimum: 1, maximum: 1000 },
      skip: { type: "integer", default: 0, minimum: 0, maximum: 100000 },
    },
    required: ["path"],
  },
} as const;

export const MAP = {
  name: "map",
  description: "The most important symbols of the project.",
  parameters: {
    type: "object",
    properties: {
      budget: { type: "integer", default: 2000, minimum: 64, maximum: 1000000, description: "tokens" },
      focus: { type: "array", items: {"type":"string"}, description: "paths or names" },
    },
    required: [],
  },
} as const;

export const NOTES = {
  name: "notes",
  description: "What was remembered, newest first.",
  parameters: {
    type: "object",
    properties: {
      channel: { type: "string" },
      since: { type: "string", description: "date, or 7d, 12h ago" },
      limit: { type: "integer", default: 20, minimum: 1, maximum: 1000 },
      after: { type: "string", description: "id to go on after" },
    },
    required: [],
  },
} as const;

export const WORK = {
  name: "work",
  description: "What was done: with a `file`; edited `together`; `last` in paths with a part; by `tools`; for `tasks`.",
  parameters: {
    type: "object",
    properties: {
      question: { type: "string", enum: ["file","together","last","tools","tasks"] },
      of: { type: "string", description: "the file, or the part of paths" },
      limit: { type: "integer", minimum: 1, maximum: 1000 },
    },
    required: ["question"],
  },
} as const;

export const SESSION = {
  name: "session",
  description: "`begin`: files, tasks, failures, notes and past work for a message; `reread`: files to read again after compaction.",
  parameters: {
    type: "object",
    properties: {
      question: { type: "string", enum: ["begin","reread"] },
      of: { type: "string", description: "the message, or the session's id" },
      limit: { type: "integer", minimum: 1, maximum: 100 },
    },
    required: ["question", "of"],
  },
} as const;

/** Every tool by its name, in the order of the list. */
export const TOOLS = {
  find: FIND,
  show: SHOW,
  callers: CALLERS,
  impact: IMPACT,
  prepare: PREPARE,
  recall: RECALL,
  remember: REMEMBER,
  update: UPDATE,
  forget: FORGET,
  restore: RESTORE,
  references: REFERENCES,
  path: PATH,
  hierarchy: HIERARCHY,
  tests: TESTS,
  dependencies: DEPENDENCIES,
  dependents: DEPENDENTS,
  map: MAP,
  notes: NOTES,
  work: WORK,
  session: SESSION,
} as const;

/** The tools that are offered unless others are asked for. */
export const DEFAULT = ["find", "show", "callers", "impact", "prepare", "recall", "remember", "update", "forget", "restore"] as const;
