//! The words of the interface's enumerations. Written by `cargo xtask records` from `wit/`: change that.

use super::word::{Word, words};
use crate::bindings::exports::scrubjay::memory::{
    delivery, episodes, graph, prepare, recall, records, session, types, window,
};

words! {
types::HintKind { Filter = "filter", MinConfidence = "min_confidence", Depth = "depth", Budget = "budget", End = "end", NearNames = "near_names", Library = "library", UnknownReceivers = "unknown_receivers", NamedElsewhere = "named_elsewhere", NotCalled = "not_called", OtherWay = "other_way", NoPath = "no_path", NothingIndexed = "nothing_indexed", Incomplete = "incomplete", NoMatch = "no_match", NoUses = "no_uses", NoCalls = "no_calls", NoTests = "no_tests", NoTypes = "no_types", NoImports = "no_imports", NoSymbols = "no_symbols", }
types::SecretPolicy { Mask = "mask", Refuse = "refuse", Keep = "keep", }
types::Strength { None = "none", Weak = "weak", Strong = "strong", }
graph::SkipReason { Language = "language", Size = "size", Secret = "secret", Generated = "generated", Path = "path", }
graph::SymbolKind { File = "file", Module = "module", Class = "class", Interface = "interface", Enum = "enum", Function = "function", Method = "method", Constant = "constant", Variable = "variable", Field = "field", TypeAlias = "type_alias", Macro = "macro", Import = "import", }
graph::EdgeKind { Calls = "calls", Imports = "imports", Uses = "uses", Inherits = "inherits", Implements = "implements", References = "references", Contains = "contains", }
graph::Strategy { Lexical = "lexical", Imported = "imported", Qualified = "qualified", SelfMember = "self_member", SuperMember = "super_member", Annotated = "annotated", Constructed = "constructed", Returned = "returned", FieldType = "field_type", Element = "element", Flow = "flow", Overridden = "overridden", UniqueName = "unique_name", }
graph::ExportFormat { Text = "text", Json = "json", Dot = "dot", Mermaid = "mermaid", Graphml = "graphml", }
graph::AnchorState { Same = "same", Changed = "changed", Moved = "moved", Gone = "gone", Unknown = "unknown", }
prepare::PieceForm { Source = "source", Signature = "signature", StaleSignature = "stale_signature", }
records::Origin { Person = "person", Agent = "agent", Tool = "tool", Imported = "imported", }
records::Trust { Untrusted = "untrusted", Unconfirmed = "unconfirmed", Confirmed = "confirmed", }
records::Role { User = "user", Assistant = "assistant", System = "system", Tool = "tool", }
records::FileOperation { Read = "read", Write = "write", Edit = "edit", Search = "search", Analyze = "analyze", View = "view", Rename = "rename", }
records::TaskStatus { Active = "active", Paused = "paused", Completed = "completed", Failed = "failed", }
records::TaskIntent { CodeReading = "code_reading", CodeWriting = "code_writing", ProjectFixing = "project_fixing", ProjectExploration = "project_exploration", }
records::DecisionStatus { Proposed = "proposed", Accepted = "accepted", Deprecated = "deprecated", Superseded = "superseded", }
records::LessonTopic { FilePurpose = "file_purpose", CommonError = "common_error", Workflow = "workflow", }
records::Moment { Start = "start", Prompt = "prompt", BeforeEdit = "before_edit", BeforeRead = "before_read", Failure = "failure", Compacted = "compacted", }
records::Fate { Forgotten = "forgotten", AlreadyForgotten = "already_forgotten", Unknown = "unknown", }
episodes::EventKind { Note = "note", Learning = "learning", Turn = "turn", ToolCall = "tool_call", FileTouch = "file_touch", TaskStep = "task_step", Strategy = "strategy", StrategyUse = "strategy_use", WorkingValue = "working_value", ProfileValue = "profile_value", Decision = "decision", Lesson = "lesson", Thought = "thought", Delivery = "delivery", Adoption = "adoption", Observation = "observation", }
episodes::LogKind { Asked = "asked", Done = "done", Failed = "failed", Decided = "decided", Noted = "noted", }
episodes::PatternKind { ErrorFix = "error_fix", Refactor = "refactor", }
delivery::PieceKind { OpenTask = "open_task", Failure = "failure", Fix = "fix", Note = "note", Decision = "decision", Lesson = "lesson", PastWork = "past_work", Said = "said", Files = "files", }
recall::Weighting { Auto = "auto", People = "people", Assistant = "assistant", Work = "work", Shares = "shares", }
recall::ReminderKind { PastWork = "past_work", Note = "note", Decision = "decision", Lesson = "lesson", OpenTask = "open_task", Profile = "profile", }
session::CompactionTrigger { None = "none", Entries = "entries", Tokens = "tokens", Manual = "manual", }
window::MessageFormat { Anthropic = "anthropic", OpenaiChat = "openai_chat", OpenaiResponses = "openai_responses", AiSdk = "ai_sdk", Langchain = "langchain", }
window::Policy { Evidence = "evidence", FiveFactor = "five_factor", KeepLast = "keep_last", Lru = "lru", Unbounded = "unbounded", }
window::StubKind { Outline = "outline", Bare = "bare", }
window::ItemKind { System = "system", User = "user", Assistant = "assistant", Thinking = "thinking", Call = "call", ToolResult = "tool_result", Code = "code", TaskState = "task_state", GraphQuery = "graph_query", Summary = "summary", Other = "other", Media = "media", }
window::BodyForm { Plain = "plain", Text = "text", Object = "object", ObjectText = "object_text", TextOutput = "text_output", Drop = "drop", Fixed = "fixed", TextBlock = "text_block", InputTextBlock = "input_text_block", }
window::ItemFate { Kept = "kept", Pruned = "pruned", Spared = "spared", PrunedBefore = "pruned_before", Protected = "protected", Recapped = "recapped", }
window::SnapshotReason { Prune = "prune", TaskSwitch = "task_switch", Demand = "demand", }
}
