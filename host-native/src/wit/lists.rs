//! What questions and answers consist of, as lists: each macro hands its list to a macro of the caller, which needs
//! the modules of the interface in its scope. Written by `cargo xtask records` from `wit/`: change that.

/// The enumerations of questions and answers, each case with its word.
#[macro_export]
macro_rules! for_enumerations {
    ($to:ident) => {
        $to! {
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
    };
}

/// The records that answers are made of.
#[macro_export]
macro_rules! for_records {
    ($to:ident) => {
        $to! {
            types::ModelRequest { purpose, prompt, texts, max_bytes }
            types::Candidate { id, kind, path, first_line }
            types::ImportedName { name, path, first_line }
            types::NextArgument { name, value }
            types::NextQuestion { question, arguments }
            types::Hint { kind, why, next }
            types::DamagedRow { key, path }
            types::Anchor { path, symbol, hash, commit }
            types::TouchedLines { path, first_line, last_line, weight }
            types::BesidePiece { id, text, why }
            types::WeightedPath { path, weight }
            types::UnreadLanguage { language, n_files }
            types::Factor { name, value }
            graph::Symbol { id, name, qualified_name, kind, path, first_line, last_line, signature, doc, tokens }
            graph::Found { symbol, score, factors }
            graph::FindPage { hits, n_hits, suggestions, unmatched, unread, hints }
            graph::Outlined { symbol, depth }
            graph::FileOutline { path, language, hash, n_lines, has_errors, symbols, hints }
            graph::SourcePage { symbol, text, last_line, n_lines_left_out, is_changed }
            graph::Step { symbol, via, edge, strategy, confidence, path, line, depth, overridden }
            graph::WalkPage { symbol, steps, meanings, n_steps, depth_limited, n_unresolved, n_unresolved_files, unread, hints }
            graph::PathPage { source, target, steps, n_unresolved, n_unresolved_files, unread, hints }
            graph::HierarchyPage { symbol, above, n_above, below, n_below, depth_limited, n_unresolved, n_unresolved_files, unread, hints }
            graph::UnresolvedPlace { symbol, edge, path, line }
            graph::UnresolvedPage { symbol, places, n_places, n_files, unread }
            graph::Dependency { name, external, n_edges, line, depth }
            graph::DependencyPage { dependencies, n_dependencies, unread, hints }
            graph::RepositoryMap { text, tokens, n_files, n_symbols, n_symbols_left_out, n_files_left_out, unknown_focus, unread, hints }
            graph::ResolvedAnchor { state, path, symbol }
            graph::ResolvedAnchors { anchors }
            graph::FunctionAt { symbol, weight, n_touches }
            graph::FunctionPage { functions, n_functions, unknown_paths }
            graph::FoundSection { path, heading, first_line, last_line, excerpt, is_changed, score, factors, fit }
            graph::DocumentPage { sections, strength, best_fit, n_matching, n_beyond_budget, unknown_words, n_documents }
            memory::LanguageStatus { language, n_files, n_lines, n_bytes }
            memory::MemoryStatus { generation, n_files, n_to_link, n_symbols, n_edges, n_unlinked, languages, unread, n_vendored, n_with_errors, live_bytes, damaged }
            prepare::Piece { id, path, first_line, last_line, form, text, tokens, score, why, factors }
            prepare::RankedFile { path, score, factors }
            prepare::Prepared { pieces, beside, n_beside_left_out, beside_tokens, tokens, text, files, n_files, n_left_out, unknown_focus, unread, hints }
            records::Turn { conversation, role, text, tokens, title, model, speaker }
            records::ToolCall { tool, parameters, output, success, error, duration, context_tokens, refused }
            records::FileTouch { path, operation, first_line, last_line, success, why, change }
            records::TaskStep { status, description, intent, outcome }
            records::StrategyPlan { description, context, task_type, tools }
            records::StrategyUse { strategy, success }
            records::WorkingValue { conversation, key, value, lifetime }
            records::ProfileValue { key, value }
            records::Decision { title, context, choice, rationale, revisit_if, status, superseded_by }
            records::Lesson { topic, subject, text }
            records::Thought { conversation, text }
            records::Delivery { moment, why, about, tokens }
            records::Adoption { lines }
            records::Event { event_id, time, channel, origin, session, branch, commit, task, parents, anchors, metadata, body }
            records::Receipt { id, fate }
            records::Note { id, event_id, text, time, recorded, channel, origin, trust, principal, session, parents, anchors, metadata }
            records::NotePage { notes, n_notes, n_damaged, next }
            records::RecordTotals { n_notes, n_records, n_forgotten, oldest_format, stored_format, newest_format }
            episodes::RecordedEvent { id, kind, recorded, trust, principal, event }
            episodes::EventPage { events, n_damaged, next }
            episodes::TimeSpan { since, until }
            episodes::LogEntry { id, short_id, time, kind, text, session, task, principal, files, n, is_mended }
            episodes::LogPage { entries, since, until, n_damaged, next }
            episodes::Lineage { event, parents, n_parents, children, has_more_children, adoptions }
            episodes::ExportedLines { text, n_damaged, next }
            episodes::ExportedCsv { text, n_damaged, next }
            episodes::OperationCount { operation, n }
            episodes::Touched { id, path, operation, time, origin, session, task, first_line, last_line, success, why, change }
            episodes::FileSummary { path, touches, n_touches, n_imported, operations }
            episodes::CoEdit { path, other, n, n_imported, confidence, first_day, last_day }
            episodes::CoEditPage { pairs, has_more }
            episodes::TouchPage { touches, n_files, has_more }
            episodes::ToolStat { tool, n_calls, n_successes, n_failures, n_refused, n_unknown, success_rate, mean_duration, mean_context_tokens }
            episodes::ToolStatPage { tools, since }
            episodes::NamedCount { name, n }
            episodes::Task { name, status, description, intent, outcome, started, changed, files, n_files, tools, n_tools }
            episodes::TaskPage { tasks, has_more }
            episodes::Pattern { kind, subject, signature, files, n_files, n, confidence, first_day, last_day }
            episodes::PatternPage { patterns, has_more }
            episodes::RankedStrategy { id, description, context, task_type, tools, channel, trust, n_successes, n_failures, score, last_used }
            episodes::StrategyPage { strategies, has_more }
            episodes::RecordedDecision { id, time, channel, trust, anchors, decision }
            episodes::DecisionPage { decisions, has_more }
            episodes::HeldValue { id, key, value, time, expires }
            episodes::WorkingSet { values, turns, has_more_turns, thoughts, has_more_thoughts, active_goal }
            episodes::UserProfile { values }
            delivery::ToldPiece { id, kind, time, trust, why, text, tokens }
            delivery::Delivered { pieces, text, tokens, n_left_out, to_record }
            delivery::ToldItem { id, time, session, moment, why, about, tokens, trust, record_id, record_kind, said }
            delivery::DeliveryPage { deliveries, n_damaged, next }
            delivery::MomentCounts { moment, n_moments, n_told, n_pieces, n_used, n_repeated, tokens }
            delivery::ReplayedPiece { session, time, moment, record_id, kind, text, is_opened, is_edited, is_run, is_repeated }
            delivery::BacktestReport { n_sessions, n_events, n_damaged, n_mended_before, moments, pieces }
            recall::RecallHit { event, score, factors, fit, excerpt, n_alike, newer_id, before, after }
            recall::Recalled { hits, strength, best_fit, n_matching, n_outdated, n_of_session, n_beyond_budget, unknown_words, weighting, since, until, is_incomplete }
            recall::Reminder { id, kind, time, trust, text, tokens, score, why, n_alike }
            recall::Reminders { pieces, text, tokens, n_left_out, likely, is_incomplete }
            session::SessionContext { id, version, used, tokens, document, n_damaged }
            session::ListedContext { version, used, n_entries, tokens, about }
            session::ListedSession { id, title, n_records, started, active, context }
            session::SessionPage { sessions, damaged, next }
            session::Compaction { trigger, n_removed, n_entries, n_facts_removed, n_tasks_removed, tokens_before, tokens_after, version, summary, n_summary_bytes_left_out }
            session::SummaryDraft { text, n_entries, version, is_of_model, to_record }
            session::SessionVersion { version, time, until, n_entries, tokens }
            session::VersionPage { versions }
            session::ChangedMember { name, older, newer }
            session::Comparison { older, newer, removed, added, changed }
            session::FileToReread { path, score, factors, n_touches, last, first_line, last_line, why }
            session::FilesToReread { files, n_files, lines, n_lines }
            session::LikelyFile { path, score, factors }
            session::PastError { id, time, session, tool, error }
            session::MendedError { error, files, commands, succeeded_as }
            session::FailurePage { failures, n_failures }
            session::FittingNote { id, kind, time, trust, score, text }
            session::PastWork { id, time, session, task, score, asked, status, outcome, errors }
            session::Beginning { files, n_files, tasks, has_more_tasks, errors, has_more_errors, mended, notes, past, n_notes, n_records }
            window::WindowOpened { n_prunes, n_pruned, is_known }
            window::Pushed { n_new, n_known, edited_from, n_items, tokens }
            window::Edit { message, pointer, replacement, id }
            window::Restored { text, original, is_masked }
            window::VisibleItem { id, message, kind }
            window::WindowStatus { n_items, n_pruned, n_steps, tokens, tokens_unpruned, budget, n_prunes, body_bytes, task, not_believed }
            window::SnapshotItem { id, kind, tool, message, tokens, tokens_left, value, fate, factors, subject, why }
            window::SnapshotOfWindow { number, time, reason, task, tokens_before, tokens_after, budget, target, first_changed, expected_saving, items, n_left, n_prunes, recaps, not_believed }
            window::SnapshotPage { snapshots, has_more }
            window::ItemChange { id, kind, tool, message, tokens, older, newer }
            window::SnapshotComparison { older, newer, tokens_older, tokens_newer, changes }
            window::RecoveredWindow { edits, n_messages, n_missing }
            window::Explanation { snapshot, time, reason, item }
            window::Learning { id, time, item, tool, paths, failed, first_error_line, part }
            window::LearningPage { learnings, has_more }
            window::ListedWindow { name, used, n_prunes, body_bytes }
            window::WindowPage { windows, has_more }
        }
    };
}

/// The variants that answers are made of, each case with its word.
#[macro_export]
macro_rules! for_variants {
    ($to:ident) => {
        $to! {
            records::EventBody { Note(held) = "note", Turn(held) = "turn", ToolCall(held) = "tool_call", FileTouch(held) = "file_touch", TaskStep(held) = "task_step", Strategy(held) = "strategy", StrategyUse(held) = "strategy_use", WorkingValue(held) = "working_value", ProfileValue(held) = "profile_value", Decision(held) = "decision", Lesson(held) = "lesson", Thought(held) = "thought", Delivery(held) = "delivery", Adoption(held) = "adoption", }
        }
    };
}

/// The questions, each with its name in stories, its method, and its arguments with their defaults.
#[macro_export]
macro_rules! for_questions {
    ($to:ident) => {
        $to! {
            "graph.find" find { graph::FindQuestion; text, kinds = Vec::new(), path_prefix = String::new(), limit = 20, explain = false, skip = 0 };
            "graph.outline" outline(path);
            "graph.source" source { graph::SourceQuestion; name, max_lines = 400, kinds = Vec::new(), path_prefix = String::new() };
            "graph.callers" callers { graph::WalkQuestion; name, depth = 1, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.callees" callees { graph::WalkQuestion; name, depth = 1, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.references" references { graph::WalkQuestion; name, depth = 1, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.impact" impact { graph::WalkQuestion; name, depth = 3, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.tests" tests { graph::TestsQuestion; name, depth = 10, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.path" path { graph::PathQuestion; source, target, depth = 10, kinds = Vec::new(), min_confidence = 0.0 };
            "graph.hierarchy" hierarchy { graph::WalkQuestion; name, depth = 1, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.unresolved" unresolved { graph::UnresolvedQuestion; name, limit = 100, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.dependencies" dependencies { graph::FileQuestion; path, depth = 1, limit = 100, skip = 0 };
            "graph.dependents" dependents { graph::FileQuestion; path, depth = 1, limit = 100, skip = 0 };
            "graph.map" map { graph::MapQuestion; budget = 2_000, focus = Vec::new() };
            "graph.resolve-anchors" resolve_anchors { graph::AnchorsQuestion; anchors };
            "graph.functions-at" functions_at { graph::FunctionsQuestion; lines, limit = 10 };
            "graph.documents" documents { graph::DocumentsQuestion; query, limit = 5, budget = 0 };
            "memory.status" status();
            "prepare.prepare" prepare { prepare::PrepareQuestion; task, budget = 8_000, focus = Vec::new(), errors = Vec::new(), recent = Vec::new(), likely = Vec::new(), beside = Vec::new(), shown = Vec::new() };
            "records.notes" notes { records::NotesQuestion; channel = String::new(), since = None, until = None, limit = 20, metadata = Vec::new(), after = String::new() };
            "records.totals" totals();
            "episodes.events" events { episodes::EventsQuestion; kinds = Vec::new(), channel = String::new(), session = String::new(), task = String::new(), conversation = String::new(), path = String::new(), anchor = String::new(), tool = String::new(), branch = String::new(), commit = String::new(), parent = String::new(), metadata = Vec::new(), since = None, until = None, limit = 20, after = String::new() };
            "episodes.read-time" read_time { episodes::ReadTimeQuestion; written, zone = Vec::new(), now = $crate::records::now() };
            "episodes.log" log { episodes::LogQuestion; when = String::new(), session = String::new(), limit = 50, after = String::new(), zone = Vec::new(), now = $crate::records::now() };
            "episodes.why" why(id);
            "episodes.export-lines" export_lines { episodes::ExportLinesQuestion; after = String::new(), is_damaged = false };
            "episodes.export-csv" export_csv { episodes::ExportCsvQuestion; kind = episodes::EventKind::Note, after = String::new() };
            "episodes.file-history" file_history { episodes::FileHistoryQuestion; path, limit = 5 };
            "episodes.co-edits" co_edits { episodes::CoEditsQuestion; path = String::new(), min_occasions = 3, limit = 20 };
            "episodes.last-touches" last_touches { episodes::LastTouchesQuestion; contains, limit = 10 };
            "episodes.tool-stats" tool_stats { episodes::ToolStatsQuestion; now = $crate::records::now(), days = 7, channel = String::new(), intent = None };
            "episodes.tasks" tasks { episodes::TasksQuestion; statuses = Vec::new(), limit = 20 };
            "episodes.patterns" patterns { episodes::PatternsQuestion; kind = None, subject = String::new(), limit = 20 };
            "episodes.strategies" strategies { episodes::StrategiesQuestion; task_type = String::new(), channel = String::new(), limit = 10 };
            "episodes.decisions" decisions { episodes::DecisionsQuestion; statuses = Vec::new(), channel = String::new(), limit = 20 };
            "episodes.working-memory" working_memory { episodes::WorkingMemoryQuestion; conversation, channel = String::new(), now = $crate::records::now(), limit = 20 };
            "episodes.profile" profile();
            "delivery.deliver" deliver { delivery::DeliverQuestion; session, moment = records::Moment::Start, text = String::new(), paths = Vec::new(), tool = String::new(), command = String::new(), branch = String::new(), budget = 0, now = $crate::records::now() };
            "delivery.deliveries" deliveries { delivery::DeliveriesQuestion; session = String::new(), since = None, until = None, limit = 20, after = String::new() };
            "delivery.backtest" backtest { delivery::BacktestQuestion; sessions = 50, moments = Vec::new(), start_budget = 0, budget = 0 };
            "recall.recall" recall { recall::RecallQuestion; query, kinds = Vec::new(), channel = String::new(), session = String::new(), task = String::new(), conversation = String::new(), branch = String::new(), commit = String::new(), metadata = Vec::new(), trust = records::Trust::Untrusted, since = None, until = None, outdated = false, weak = false, weighting = recall::Weighting::Auto, limit = 10, per_session = 3, budget = 0, around = 0, zone = Vec::new(), now = $crate::records::now() };
            "recall.remind" remind { recall::RemindQuestion; task, errors = Vec::new(), budget = 2_000, limit = 3, now = $crate::records::now() };
            "session.load-session" load_session { session::SessionQuestion; id, version = None };
            "session.sessions" sessions { session::SessionsQuestion; id = String::new(), limit = 20, after = String::new() };
            "session.summarise-session" summarise_session { session::SummariseQuestion; id, max_entries = 50, keep_entries = 30, max_tokens = 100_000, is_manual = false, has_model = false };
            "session.session-versions" session_versions { session::VersionsQuestion; id };
            "session.compare-sessions" compare_sessions { session::CompareQuestion; id, older, newer = None };
            "session.reread" reread { session::RereadQuestion; session, limit = 5 };
            "session.failures" failures { session::FailuresQuestion; session = String::new(), tool = String::new(), limit = 20 };
            "session.begin-session" begin_session { session::BeginQuestion; message = String::new(), limit = 10, now = $crate::records::now() };
        }
    };
}

/// The questions about code, each as in the list of all questions.
#[macro_export]
macro_rules! for_code_questions {
    ($to:ident) => {
        $to! {
            "graph.find" find { graph::FindQuestion; text, kinds = Vec::new(), path_prefix = String::new(), limit = 20, explain = false, skip = 0 };
            "graph.outline" outline(path);
            "graph.source" source { graph::SourceQuestion; name, max_lines = 400, kinds = Vec::new(), path_prefix = String::new() };
            "graph.callers" callers { graph::WalkQuestion; name, depth = 1, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.callees" callees { graph::WalkQuestion; name, depth = 1, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.references" references { graph::WalkQuestion; name, depth = 1, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.impact" impact { graph::WalkQuestion; name, depth = 3, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.tests" tests { graph::TestsQuestion; name, depth = 10, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.path" path { graph::PathQuestion; source, target, depth = 10, kinds = Vec::new(), min_confidence = 0.0 };
            "graph.hierarchy" hierarchy { graph::WalkQuestion; name, depth = 1, limit = 100, min_confidence = 0.0, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.unresolved" unresolved { graph::UnresolvedQuestion; name, limit = 100, skip = 0, kinds = Vec::new(), path_prefix = String::new() };
            "graph.dependencies" dependencies { graph::FileQuestion; path, depth = 1, limit = 100, skip = 0 };
            "graph.dependents" dependents { graph::FileQuestion; path, depth = 1, limit = 100, skip = 0 };
            "graph.map" map { graph::MapQuestion; budget = 2_000, focus = Vec::new() };
            "graph.resolve-anchors" resolve_anchors { graph::AnchorsQuestion; anchors };
            "graph.functions-at" functions_at { graph::FunctionsQuestion; lines, limit = 10 };
            "graph.documents" documents { graph::DocumentsQuestion; query, limit = 5, budget = 0 };
            "memory.status" status();
            "prepare.prepare" prepare { prepare::PrepareQuestion; task, budget = 8_000, focus = Vec::new(), errors = Vec::new(), recent = Vec::new(), likely = Vec::new(), beside = Vec::new(), shown = Vec::new() };
        }
    };
}

/// The questions about what was recorded, which records without a project answer too.
#[macro_export]
macro_rules! for_record_questions {
    ($to:ident) => {
        $to! {
            "records.notes" notes { records::NotesQuestion; channel = String::new(), since = None, until = None, limit = 20, metadata = Vec::new(), after = String::new() };
            "records.totals" totals();
            "episodes.events" events { episodes::EventsQuestion; kinds = Vec::new(), channel = String::new(), session = String::new(), task = String::new(), conversation = String::new(), path = String::new(), anchor = String::new(), tool = String::new(), branch = String::new(), commit = String::new(), parent = String::new(), metadata = Vec::new(), since = None, until = None, limit = 20, after = String::new() };
            "episodes.read-time" read_time { episodes::ReadTimeQuestion; written, zone = Vec::new(), now = $crate::records::now() };
            "episodes.log" log { episodes::LogQuestion; when = String::new(), session = String::new(), limit = 50, after = String::new(), zone = Vec::new(), now = $crate::records::now() };
            "episodes.why" why(id);
            "episodes.export-lines" export_lines { episodes::ExportLinesQuestion; after = String::new(), is_damaged = false };
            "episodes.export-csv" export_csv { episodes::ExportCsvQuestion; kind = episodes::EventKind::Note, after = String::new() };
            "episodes.file-history" file_history { episodes::FileHistoryQuestion; path, limit = 5 };
            "episodes.co-edits" co_edits { episodes::CoEditsQuestion; path = String::new(), min_occasions = 3, limit = 20 };
            "episodes.last-touches" last_touches { episodes::LastTouchesQuestion; contains, limit = 10 };
            "episodes.tool-stats" tool_stats { episodes::ToolStatsQuestion; now = $crate::records::now(), days = 7, channel = String::new(), intent = None };
            "episodes.tasks" tasks { episodes::TasksQuestion; statuses = Vec::new(), limit = 20 };
            "episodes.patterns" patterns { episodes::PatternsQuestion; kind = None, subject = String::new(), limit = 20 };
            "episodes.strategies" strategies { episodes::StrategiesQuestion; task_type = String::new(), channel = String::new(), limit = 10 };
            "episodes.decisions" decisions { episodes::DecisionsQuestion; statuses = Vec::new(), channel = String::new(), limit = 20 };
            "episodes.working-memory" working_memory { episodes::WorkingMemoryQuestion; conversation, channel = String::new(), now = $crate::records::now(), limit = 20 };
            "episodes.profile" profile();
            "delivery.deliver" deliver { delivery::DeliverQuestion; session, moment = records::Moment::Start, text = String::new(), paths = Vec::new(), tool = String::new(), command = String::new(), branch = String::new(), budget = 0, now = $crate::records::now() };
            "delivery.deliveries" deliveries { delivery::DeliveriesQuestion; session = String::new(), since = None, until = None, limit = 20, after = String::new() };
            "delivery.backtest" backtest { delivery::BacktestQuestion; sessions = 50, moments = Vec::new(), start_budget = 0, budget = 0 };
            "recall.recall" recall { recall::RecallQuestion; query, kinds = Vec::new(), channel = String::new(), session = String::new(), task = String::new(), conversation = String::new(), branch = String::new(), commit = String::new(), metadata = Vec::new(), trust = records::Trust::Untrusted, since = None, until = None, outdated = false, weak = false, weighting = recall::Weighting::Auto, limit = 10, per_session = 3, budget = 0, around = 0, zone = Vec::new(), now = $crate::records::now() };
            "recall.remind" remind { recall::RemindQuestion; task, errors = Vec::new(), budget = 2_000, limit = 3, now = $crate::records::now() };
            "session.load-session" load_session { session::SessionQuestion; id, version = None };
            "session.sessions" sessions { session::SessionsQuestion; id = String::new(), limit = 20, after = String::new() };
            "session.summarise-session" summarise_session { session::SummariseQuestion; id, max_entries = 50, keep_entries = 30, max_tokens = 100_000, is_manual = false, has_model = false };
            "session.session-versions" session_versions { session::VersionsQuestion; id };
            "session.compare-sessions" compare_sessions { session::CompareQuestion; id, older, newer = None };
            "session.reread" reread { session::RereadQuestion; session, limit = 5 };
            "session.failures" failures { session::FailuresQuestion; session = String::new(), tool = String::new(), limit = 20 };
            "session.begin-session" begin_session { session::BeginQuestion; message = String::new(), limit = 10, now = $crate::records::now() };
        }
    };
}

/// The changes of records, each with the name of its step, its method, what is read from the caller, and what the method takes.
#[macro_export]
macro_rules! for_changes {
    ($to:ident) => {
        $to! {
            "records.update" update { id: String, text: String, metadata: String } (&id, &records::NewText { text, metadata });
            "session.save-session" save_session { id: String, document: String, expected: Option<u64> } (&id, &document, expected);
            "session.append-to-session" append_to_session { id: String, entries: String, expected: Option<u64> } (&id, &entries, expected);
            "session.delete-session" delete_session { id: String, expected: Option<u64> } (&id, expected);
            "session.recover-session" recover_session { id: String, version: u64, expected: Option<u64> } (&id, version, expected);
            "session.fork-session" fork_session { id: String, fork: String, version: Option<u64>, expected: Option<u64> } (&id, &fork, version, expected);
            "session.compact-session" compact_session { id: String, max_entries: u32, keep_entries: u32, max_tokens: u32, task_hours: u32, is_manual: bool, summary: Option<String>, expected: Option<u64> } (&id, session::CompactionSettings { max_entries, keep_entries, max_tokens, task_hours, is_manual }, summary.as_deref().map(str::as_bytes), expected);
        }
    };
}
