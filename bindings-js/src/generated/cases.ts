// Generated from wit/ by `cargo xtask glue`; the gate compares.

import type * as t from "./types.js";

export const ANCHOR_STATE: readonly t.AnchorState[] = ["same", "changed", "moved", "gone", "unknown"];

export const BODY_FORM: readonly t.BodyForm[] = ["plain", "text", "object", "object-text", "text-output", "drop", "fixed"];

export const COMPACTION_TRIGGER: readonly t.CompactionTrigger[] = ["none", "entries", "tokens", "manual"];

export const DECISION_STATUS: readonly t.DecisionStatus[] = ["proposed", "accepted", "deprecated", "superseded"];

export const EDGE_KIND: readonly t.EdgeKind[] = ["calls", "imports", "uses", "inherits", "implements", "references"];

export const EVENT_KIND: readonly t.EventKind[] = ["note", "learning", "turn", "tool-call", "file-touch", "task-step", "strategy", "strategy-use", "working-value", "profile-value", "decision", "lesson", "thought", "observation"];

export const EXPORT_FORMAT: readonly t.ExportFormat[] = ["text", "json", "dot", "mermaid", "graphml"];

export const FATE: readonly t.Fate[] = ["forgotten", "already-forgotten", "unknown"];

export const FILE_OPERATION: readonly t.FileOperation[] = ["read", "write", "edit", "search", "analyze", "view", "rename"];

export const ITEM_FATE: readonly t.ItemFate[] = ["kept", "pruned", "spared", "pruned-before", "protected"];

export const ITEM_KIND: readonly t.ItemKind[] = ["system", "user", "assistant", "thinking", "call", "tool-result", "code", "task-state", "graph-query", "summary", "other"];

export const LESSON_TOPIC: readonly t.LessonTopic[] = ["file-purpose", "common-error", "workflow"];

export const MESSAGE_FORMAT: readonly t.MessageFormat[] = ["anthropic", "openai-chat", "openai-responses", "ai-sdk", "langchain"];

export const ORIGIN: readonly t.Origin[] = ["person", "agent", "tool", "imported"];

export const PATTERN_KIND: readonly t.PatternKind[] = ["error-fix", "refactor"];

export const PIECE_FORM: readonly t.PieceForm[] = ["source", "signature", "stale-signature"];

export const POLICY: readonly t.Policy[] = ["evidence", "five-factor", "keep-last", "lru", "unbounded"];

export const PURPOSE: readonly t.Purpose[] = ["reading", "writing"];

export const ROLE: readonly t.Role[] = ["user", "assistant", "system", "tool"];

export const SALVAGE_PART: readonly t.SalvagePart[] = ["forgotten", "kept", "lost"];

export const SECRET_POLICY: readonly t.SecretPolicy[] = ["mask", "refuse", "keep"];

export const SKIP_REASON: readonly t.SkipReason[] = ["language", "size", "secret", "generated", "path"];

export const SNAPSHOT_REASON: readonly t.SnapshotReason[] = ["prune", "task-switch", "demand"];

export const STRATEGY: readonly t.Strategy[] = ["lexical", "imported", "qualified", "self-member", "super-member", "annotated", "constructed", "returned", "field-type", "element", "flow", "overridden", "unique-name"];

export const STUB_KIND: readonly t.StubKind[] = ["outline", "bare"];

export const SYMBOL_KIND: readonly t.SymbolKind[] = ["file", "module", "class", "interface", "enum", "function", "method", "constant", "variable", "field", "type-alias", "macro", "import"];

export const TASK_INTENT: readonly t.TaskIntent[] = ["code-reading", "code-writing", "project-fixing", "project-exploration"];

export const TASK_STATUS: readonly t.TaskStatus[] = ["active", "paused", "completed", "failed"];

export const TRUST: readonly t.Trust[] = ["untrusted", "unconfirmed", "confirmed"];
