//! What each reply becomes, and questions with the defaults of the interface. Written by `cargo xtask records` from `wit/`: change
//! that.
#![allow(clippy::derivable_impls, reason = "written by a program")]

use crate::answer::replies;
use crate::wit::{delivery, episodes, graph, memory, prepare, recall, records, session, types, window};

replies! {
    graph::FindReply => graph::FindPage,
    graph::OutlineReply => graph::FileOutline,
    graph::SourceReply => graph::SourcePage,
    graph::WalkReply => graph::WalkPage,
    graph::PathReply => graph::PathPage,
    graph::HierarchyReply => graph::HierarchyPage,
    graph::UnresolvedReply => graph::UnresolvedPage,
    graph::DependencyReply => graph::DependencyPage,
    graph::MapReply => graph::RepositoryMap,
    graph::ExportReply => graph::ExportPage,
    graph::AnchorsReply => graph::ResolvedAnchors,
    graph::FunctionsReply => graph::FunctionPage,
    graph::DocumentsReply => graph::DocumentPage,
    memory::OpenReply => memory::Opened,
    memory::StatusReply => memory::MemoryStatus,
    prepare::PrepareReply => prepare::Prepared,
    records::AddReply => records::Additions,
    records::ForgetReply => records::Forgetting,
    records::UpdateReply => records::Updated,
    records::ClearReply => records::ClearedWindows,
    records::NotesReply => records::NotePage,
    records::TotalsReply => records::RecordTotals,
    records::SalvageReply => records::Salvaged,
    records::ImportTombstonesReply => records::ImportedTombstones,
    records::UpkeepReply => records::UpkeepSlice,
    episodes::EventsReply => episodes::EventPage,
    episodes::ReadTimeReply => episodes::TimeSpan,
    episodes::LogReply => episodes::LogPage,
    episodes::WhyReply => episodes::Lineage,
    episodes::ExportLinesReply => episodes::ExportedLines,
    episodes::ExportCsvReply => episodes::ExportedCsv,
    episodes::FileHistoryReply => episodes::FileSummary,
    episodes::CoEditsReply => episodes::CoEditPage,
    episodes::LastTouchesReply => episodes::TouchPage,
    episodes::ToolStatsReply => episodes::ToolStatPage,
    episodes::TasksReply => episodes::TaskPage,
    episodes::PatternsReply => episodes::PatternPage,
    episodes::StrategiesReply => episodes::StrategyPage,
    episodes::DecisionsReply => episodes::DecisionPage,
    episodes::WorkingMemoryReply => episodes::WorkingSet,
    episodes::ProfileReply => episodes::UserProfile,
    delivery::DeliverReply => delivery::Delivered,
    delivery::DeliveriesReply => delivery::DeliveryPage,
    delivery::BacktestReply => delivery::BacktestReport,
    recall::RecallReply => recall::Recalled,
    recall::RemindReply => recall::Reminders,
    session::LoadSessionReply => session::SessionContext,
    session::SessionChangeReply => session::SessionChanged,
    session::SessionsReply => session::SessionPage,
    session::CompactSessionReply => session::Compacted,
    session::SummariseSessionReply => session::SummaryDraft,
    session::SessionVersionsReply => session::VersionPage,
    session::CompareSessionsReply => session::Comparison,
    session::RereadReply => session::FilesToReread,
    session::FailuresReply => session::FailurePage,
    session::BeginSessionReply => session::Beginning,
    window::WindowOpenReply => window::WindowOpened,
    window::PruneReply => window::Pruned,
    window::RestoreReply => window::Restored,
    window::WindowChangeReply => window::WindowChanged,
    window::SnapshotsReply => window::SnapshotPage,
    window::CompareSnapshotsReply => window::SnapshotComparison,
    window::RecoverSnapshotReply => window::RecoveredWindow,
    window::ExplainReply => window::Explained,
    window::LearningsReply => window::LearningPage,
    window::WindowsReply => window::WindowPage,
}

impl graph::FindQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), kinds: Vec::new(), path_prefix: String::new(), limit: 20, explain: false, skip: 0 }
    }
}

impl graph::SourceQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), max_lines: 400, kinds: Vec::new(), path_prefix: String::new() }
    }
}

impl graph::WalkQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            depth: 1,
            limit: 100,
            min_confidence: 0.0,
            skip: 0,
            kinds: Vec::new(),
            path_prefix: String::new(),
        }
    }
}

impl graph::WalkQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn of_impact(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            depth: 3,
            limit: 100,
            min_confidence: 0.0,
            skip: 0,
            kinds: Vec::new(),
            path_prefix: String::new(),
        }
    }
}

impl graph::TestsQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            depth: 10,
            limit: 100,
            min_confidence: 0.0,
            skip: 0,
            kinds: Vec::new(),
            path_prefix: String::new(),
        }
    }
}

impl graph::PathQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(source: impl Into<String>, target: impl Into<String>) -> Self {
        Self { source: source.into(), target: target.into(), depth: 10, kinds: Vec::new(), min_confidence: 0.0 }
    }
}

impl graph::UnresolvedQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), limit: 100, skip: 0, kinds: Vec::new(), path_prefix: String::new() }
    }
}

impl graph::FileQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), depth: 1, limit: 100, skip: 0 }
    }
}

impl Default for graph::MapQuestion {
    fn default() -> Self {
        Self { budget: 2_000, focus: Vec::new() }
    }
}

impl Default for graph::ExportQuestion {
    fn default() -> Self {
        Self {
            format: graph::ExportFormat::Text,
            path_prefix: String::new(),
            around: String::new(),
            depth: 1,
            cursor: 0,
        }
    }
}

impl graph::AnchorsQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(anchors: Vec<types::Anchor>) -> Self {
        Self { anchors }
    }
}

impl graph::FunctionsQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(lines: Vec<types::TouchedLines>) -> Self {
        Self { lines, limit: 10 }
    }
}

impl graph::DocumentsQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(query: impl Into<String>) -> Self {
        Self { query: query.into(), limit: 5, budget: 0 }
    }
}

impl prepare::PrepareQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(task: impl Into<String>) -> Self {
        Self {
            task: task.into(),
            budget: 8_000,
            focus: Vec::new(),
            errors: Vec::new(),
            recent: Vec::new(),
            likely: Vec::new(),
            beside: Vec::new(),
            shown: Vec::new(),
        }
    }
}

impl Default for records::NotesQuestion {
    fn default() -> Self {
        Self { channel: String::new(), since: None, until: None, limit: 20, metadata: Vec::new(), after: String::new() }
    }
}

impl Default for episodes::EventsQuestion {
    fn default() -> Self {
        Self {
            kinds: Vec::new(),
            channel: String::new(),
            session: String::new(),
            task: String::new(),
            conversation: String::new(),
            path: String::new(),
            anchor: String::new(),
            tool: String::new(),
            branch: String::new(),
            commit: String::new(),
            parent: String::new(),
            metadata: Vec::new(),
            since: None,
            until: None,
            limit: 20,
            after: String::new(),
        }
    }
}

impl episodes::ReadTimeQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(written: impl Into<String>) -> Self {
        Self { written: written.into(), zone: crate::records::zone(), now: crate::records::now() }
    }
}

impl Default for episodes::LogQuestion {
    fn default() -> Self {
        Self {
            when: String::new(),
            session: String::new(),
            limit: 50,
            after: String::new(),
            zone: crate::records::zone(),
            now: crate::records::now(),
        }
    }
}

impl Default for episodes::ExportLinesQuestion {
    fn default() -> Self {
        Self { after: String::new(), is_damaged: false }
    }
}

impl Default for episodes::ExportCsvQuestion {
    fn default() -> Self {
        Self { kind: episodes::EventKind::Note, after: String::new() }
    }
}

impl episodes::FileHistoryQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(path: impl Into<String>) -> Self {
        Self { path: path.into(), limit: 5 }
    }
}

impl Default for episodes::CoEditsQuestion {
    fn default() -> Self {
        Self { path: String::new(), min_occasions: 3, limit: 20 }
    }
}

impl episodes::LastTouchesQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(contains: impl Into<String>) -> Self {
        Self { contains: contains.into(), limit: 10 }
    }
}

impl Default for episodes::ToolStatsQuestion {
    fn default() -> Self {
        Self { now: crate::records::now(), days: 7, channel: String::new(), intent: None }
    }
}

impl Default for episodes::TasksQuestion {
    fn default() -> Self {
        Self { statuses: Vec::new(), limit: 20 }
    }
}

impl Default for episodes::PatternsQuestion {
    fn default() -> Self {
        Self { kind: None, subject: String::new(), limit: 20 }
    }
}

impl Default for episodes::StrategiesQuestion {
    fn default() -> Self {
        Self { task_type: String::new(), channel: String::new(), limit: 10 }
    }
}

impl Default for episodes::DecisionsQuestion {
    fn default() -> Self {
        Self { statuses: Vec::new(), channel: String::new(), limit: 20 }
    }
}

impl episodes::WorkingMemoryQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(conversation: impl Into<String>) -> Self {
        Self { conversation: conversation.into(), channel: String::new(), now: crate::records::now(), limit: 20 }
    }
}

impl delivery::DeliverQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(session: impl Into<String>) -> Self {
        Self {
            session: session.into(),
            moment: records::Moment::Start,
            text: String::new(),
            paths: Vec::new(),
            tool: String::new(),
            command: String::new(),
            branch: String::new(),
            budget: 0,
            now: crate::records::now(),
        }
    }
}

impl Default for delivery::DeliveriesQuestion {
    fn default() -> Self {
        Self { session: String::new(), since: None, until: None, limit: 20, after: String::new() }
    }
}

impl Default for delivery::BacktestQuestion {
    fn default() -> Self {
        Self { sessions: 50, moments: Vec::new(), start_budget: 0, budget: 0 }
    }
}

impl recall::RecallQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(query: impl Into<String>) -> Self {
        Self {
            query: query.into(),
            kinds: Vec::new(),
            channel: String::new(),
            session: String::new(),
            task: String::new(),
            conversation: String::new(),
            branch: String::new(),
            commit: String::new(),
            metadata: Vec::new(),
            trust: records::Trust::Untrusted,
            since: None,
            until: None,
            outdated: false,
            weak: false,
            weighting: recall::Weighting::Auto,
            limit: 10,
            per_session: 3,
            budget: 0,
            around: 0,
            zone: crate::records::zone(),
            now: crate::records::now(),
        }
    }
}

impl recall::RemindQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(task: impl Into<String>) -> Self {
        Self { task: task.into(), errors: Vec::new(), budget: 2_000, limit: 3, now: crate::records::now() }
    }
}

impl session::SessionQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), version: None }
    }
}

impl Default for session::SessionsQuestion {
    fn default() -> Self {
        Self { id: String::new(), limit: 20, after: String::new() }
    }
}

impl session::SummariseQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            max_entries: 50,
            keep_entries: 30,
            max_tokens: 100_000,
            is_manual: false,
            has_model: false,
        }
    }
}

impl session::VersionsQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into() }
    }
}

impl session::CompareQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(id: impl Into<String>, older: u64) -> Self {
        Self { id: id.into(), older, newer: None }
    }
}

impl session::RereadQuestion {
    /// A question in which each member that is not a parameter has the interface's default.
    pub fn new(session: impl Into<String>) -> Self {
        Self { session: session.into(), limit: 5 }
    }
}

impl Default for session::FailuresQuestion {
    fn default() -> Self {
        Self { session: String::new(), tool: String::new(), limit: 20 }
    }
}

impl Default for session::BeginQuestion {
    fn default() -> Self {
        Self { message: String::new(), limit: 10, now: crate::records::now() }
    }
}

impl Default for records::RecordSettings {
    fn default() -> Self {
        Self { secrets: types::SecretPolicy::Mask, retention_days: 0, max_per_day: 0 }
    }
}

impl Default for session::CompactionSettings {
    fn default() -> Self {
        Self { max_entries: 50, keep_entries: 30, max_tokens: 100_000, task_hours: 24, is_manual: false }
    }
}

impl Default for window::WindowSettings {
    fn default() -> Self {
        Self {
            policy: window::Policy::Evidence,
            max_tokens: 200_000,
            threshold: 0.8,
            low: 0.66,
            recap_share: 0.1,
            keep_last: 3,
            stub: window::StubKind::Outline,
            cache_read: 0.1,
            cache_write: 1.25,
            cache_lifetime: 300_000,
            max_body_bytes: 8_388_608,
            max_window_bytes: 67_108_864,
            body_lifetime: 604_800_000,
            caller_keeps: false,
        }
    }
}
