// What steps and answers consist of. Written by `cargo xtask records` from `wit/`: change that.

/** The arguments of each question: those that stand by position, the others that may be given, and those that are words. */
export const QUESTIONS = {
  "graph.find": { required: ["text"], options: ["kinds", "path_prefix", "most", "explain"], words: ["kinds"] },
  "graph.outline": { required: ["path"], options: [], words: [] },
  "graph.callers": { required: ["name"], options: ["depth", "most", "least_confidence"], words: [] },
  "graph.callees": { required: ["name"], options: ["depth", "most", "least_confidence"], words: [] },
  "graph.references": { required: ["name"], options: ["depth", "most", "least_confidence"], words: [] },
  "graph.impact": { required: ["name"], options: ["depth", "most", "least_confidence"], words: [] },
  "graph.tests": { required: ["name"], options: ["depth", "most", "least_confidence"], words: [] },
  "graph.path": { required: ["source", "target"], options: ["depth", "kinds", "least_confidence"], words: ["kinds"] },
  "graph.hierarchy": { required: ["name"], options: ["depth", "most", "least_confidence"], words: [] },
  "graph.dependencies": { required: ["path"], options: ["depth", "most"], words: [] },
  "graph.dependents": { required: ["path"], options: ["depth", "most"], words: [] },
  "graph.map": { required: [], options: ["budget", "focus"], words: [] },
  "graph.resolve-anchors": { required: ["anchors"], options: [], words: [] },
  "graph.functions-at": { required: ["lines"], options: ["most"], words: [] },
  "memory.status": { required: [], options: [], words: [] },
  "recall.prepare": { required: ["task"], options: ["budget", "focus"], words: [] },
  "records.notes": { required: [], options: ["channel", "since", "until", "most", "metadata", "after"], words: [] },
  "records.totals": { required: [], options: [], words: [] },
  "episodes.events": { required: [], options: ["kinds", "channel", "session", "task", "conversation", "path", "tool", "parent", "metadata", "since", "until", "most", "after"], words: ["kinds"] },
  "episodes.why": { required: ["id"], options: [], words: [] },
  "episodes.file-history": { required: ["path"], options: ["most"], words: [] },
  "episodes.co-edits": { required: [], options: ["path", "least", "most"], words: [] },
  "episodes.last-touches": { required: ["contains"], options: ["most"], words: [] },
  "episodes.tool-stats": { required: [], options: ["now", "days", "channel", "intent"], words: ["intent"] },
  "episodes.tasks": { required: [], options: ["statuses", "most"], words: ["statuses"] },
  "episodes.patterns": { required: [], options: ["kind", "subject", "most"], words: ["kind"] },
  "episodes.strategies": { required: [], options: ["task_type", "channel", "most"], words: [] },
  "episodes.working-memory": { required: ["conversation"], options: ["channel", "now", "most"], words: [] },
  "episodes.profile": { required: [], options: [], words: [] },
  "session.load-session": { required: ["id"], options: ["version"], words: [] },
  "session.sessions": { required: [], options: ["most", "after"], words: [] },
  "session.summarise-session": { required: ["id"], options: ["max_entries", "keep_entries", "max_tokens", "is_manual", "has_model"], words: [] },
  "session.session-versions": { required: ["id"], options: [], words: [] },
  "session.compare-sessions": { required: ["id", "older"], options: ["newer"], words: [] },
  "session.put-back": { required: ["session"], options: ["most"], words: [] },
  "session.begin-session": { required: [], options: ["message", "most"], words: [] },
};

/** Members of answers whose texts are words. */
export const WORDS = new Set(["edge", "fate", "form", "intent", "item", "kind", "newer", "older", "operation", "origin", "reason", "role", "state", "status", "strategy", "trigger", "trust"]);
