// Generated from wit/ by `cargo xtask glue`; the gate compares.

import type * as t from "./types.js";

export const ANCHOR_STATE: readonly t.AnchorState[] = ["same", "changed", "moved", "gone", "unknown"];

export const BODY_FORM: readonly t.BodyForm[] = ["plain", "text", "object", "object_text", "text_output", "drop", "fixed", "text_block", "input_text_block"];

export const COMPACTION_TRIGGER: readonly t.CompactionTrigger[] = ["none", "entries", "tokens", "manual"];

export const DECISION_STATUS: readonly t.DecisionStatus[] = ["proposed", "accepted", "deprecated", "superseded"];

export const EDGE_KIND: readonly t.EdgeKind[] = ["calls", "imports", "uses", "inherits", "implements", "references", "contains"];

export const EVENT_KIND: readonly t.EventKind[] = ["note", "learning", "turn", "tool_call", "file_touch", "task_step", "strategy", "strategy_use", "working_value", "profile_value", "decision", "lesson", "thought", "delivery", "adoption", "observation"];

export const EXPORT_FORMAT: readonly t.ExportFormat[] = ["text", "json", "dot", "mermaid", "graphml"];

export const FATE: readonly t.Fate[] = ["forgotten", "already_forgotten", "unknown"];

export const FILE_OPERATION: readonly t.FileOperation[] = ["read", "write", "edit", "search", "analyze", "view", "rename"];

export const HARNESS: readonly t.Harness[] = ["claude_code", "codex", "gemini_cli", "pi", "messages"];

export const HINT_KIND: readonly t.HintKind[] = ["filter", "min_confidence", "depth", "budget", "end", "near_names", "library", "unknown_receivers", "named_elsewhere", "not_called", "other_way", "no_path", "nothing_indexed", "incomplete", "no_match", "no_uses", "no_calls", "no_tests", "no_types", "no_imports", "no_symbols"];

export const ITEM_FATE: readonly t.ItemFate[] = ["kept", "pruned", "spared", "pruned_before", "protected", "recapped"];

export const ITEM_KIND: readonly t.ItemKind[] = ["system", "user", "assistant", "thinking", "call", "tool_result", "code", "task_state", "graph_query", "summary", "other", "media"];

export const LESSON_TOPIC: readonly t.LessonTopic[] = ["file_purpose", "common_error", "workflow"];

export const LINE_PART: readonly t.LinePart[] = ["path", "line", "kind", "name", "signature", "aside"];

export const LOG_KIND: readonly t.LogKind[] = ["asked", "done", "failed", "decided", "noted"];

export const MESSAGE_FORMAT: readonly t.MessageFormat[] = ["anthropic", "openai_chat", "openai_responses", "ai_sdk", "langchain"];

export const MOMENT: readonly t.Moment[] = ["start", "prompt", "before_edit", "before_read", "failure", "compacted"];

export const ORIGIN: readonly t.Origin[] = ["person", "agent", "tool", "imported"];

export const PATTERN_KIND: readonly t.PatternKind[] = ["error_fix", "refactor"];

export const PIECE_FORM: readonly t.PieceForm[] = ["source", "signature", "stale_signature"];

export const PIECE_KIND: readonly t.PieceKind[] = ["open_task", "failure", "fix", "note", "decision", "lesson", "past_work", "said", "files"];

export const POLICY: readonly t.Policy[] = ["evidence", "five_factor", "keep_last", "lru", "unbounded"];

export const PURPOSE: readonly t.Purpose[] = ["reading", "writing"];

export const REMINDER_KIND: readonly t.ReminderKind[] = ["past_work", "note", "decision", "lesson", "open_task", "profile"];

export const ROLE: readonly t.Role[] = ["user", "assistant", "system", "tool"];

export const SALVAGE_PART: readonly t.SalvagePart[] = ["forgotten", "kept", "lost"];

export const SECRET_POLICY: readonly t.SecretPolicy[] = ["mask", "refuse", "keep"];

export const SKIP_REASON: readonly t.SkipReason[] = ["language", "size", "secret", "generated", "path"];

export const SNAPSHOT_REASON: readonly t.SnapshotReason[] = ["prune", "task_switch", "demand"];

export const STRATEGY: readonly t.Strategy[] = ["lexical", "imported", "qualified", "self_member", "super_member", "annotated", "constructed", "returned", "field_type", "element", "flow", "overridden", "unique_name"];

export const STRENGTH: readonly t.Strength[] = ["none", "weak", "strong"];

export const STUB_KIND: readonly t.StubKind[] = ["outline", "bare"];

export const SYMBOL_KIND: readonly t.SymbolKind[] = ["file", "module", "class", "interface", "enum", "function", "method", "constant", "variable", "field", "type_alias", "macro", "import"];

export const TASK_INTENT: readonly t.TaskIntent[] = ["code_reading", "code_writing", "project_fixing", "project_exploration"];

export const TASK_STATUS: readonly t.TaskStatus[] = ["active", "paused", "completed", "failed"];

export const TRUST: readonly t.Trust[] = ["untrusted", "unconfirmed", "confirmed"];

export const WEIGHTING: readonly t.Weighting[] = ["auto", "people", "assistant", "work", "shares"];
