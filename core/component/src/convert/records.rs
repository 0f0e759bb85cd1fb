//! Records.

use crate::bindings::exports::scrubjay::memory::records;
use crate::facade;

records! {
    facade::Additions => records::Additions { effects: into, outcomes: list }
    facade::Receipt => records::Receipt { id: same, fate: into }
    facade::Forgetting => records::Forgetting { effects: into, receipts: list, n_derived: same }
    facade::ClearedWindows => records::ClearedWindows { effects: into, n_bodies: same, next: same }
    facade::Note => records::Note {
        id: same, event_id: same, text: same, time: same, recorded: same, channel: same, origin: into, trust: into,
        principal: same, session: same, parents: same, anchors: same, metadata: same,
    }
    facade::NotePage => records::NotePage { notes: list, n_notes: same, n_damaged: same, next: same }
    facade::ImportedTombstones => records::ImportedTombstones { effects: into, n_imported: same }
    facade::Salvaged => records::Salvaged { effects: into, n_records: same, n_damaged: same, lost: same, n_missing: same, n_tombstones_missing: same }
    facade::UpkeepSlice => records::UpkeepSlice { effects: into, n_rewritten: same, n_expired: same, is_done: same }
    records::Owner => facade::Owner { tenant: same, principal: same, speaker: into, trust: into, roots: same }
    records::RecordSettings => facade::RecordSettings { secrets: into, retention_days: same, max_per_day: same }
    records::Selection => facade::Selection { session: same, principal: same, channel: same, origin: some, since: same }
    records::Event => facade::Event {
        event_id: same, time: same, channel: same, origin: into, session: same, task: same, parents: same,
        anchors: same, metadata: same, body: into,
    }
    facade::Event => records::Event {
        event_id: same, time: same, channel: same, origin: into, session: same, task: same, parents: same,
        anchors: same, metadata: same, body: into,
    }
    records::Turn => facade::Turn { conversation: same, role: into, text: same, tokens: same }
    facade::Turn => records::Turn { conversation: same, role: into, text: same, tokens: same }
    records::FileTouch => facade::FileTouch {
        path: same, operation: into, first_line: same, last_line: same, success: same, why: same, change: same,
    }
    facade::FileTouch => records::FileTouch {
        path: same, operation: into, first_line: same, last_line: same, success: same, why: same, change: same,
    }
    records::TaskStep => facade::TaskStep { status: into, description: same, intent: some, outcome: same }
    facade::TaskStep => records::TaskStep { status: into, description: same, intent: some, outcome: same }
    facade::PackedLines => records::PackedLines { packed: same, refused: list }
    facade::PackedImport => records::PackedImport { packed: same, refused: list, state: same, is_whole: same }
    facade::PackedReference => records::PackedReference { packed: same, refused: list, next: same }
    facade::Updated => records::Updated { effects: into, is_known: same }
    facade::RefusedLine => records::RefusedLine { line: same, error: into }
    facade::Taken => records::Taken { added: same, refused: list }
}

replies! {
    facade::Additions => records::AddReply
    facade::Forgetting => records::ForgetReply
    facade::Updated => records::UpdateReply
    facade::ImportedTombstones => records::ImportTombstonesReply
    facade::ClearedWindows => records::ClearReply
    facade::NotePage => records::NotesReply
    facade::Salvaged => records::SalvageReply
    facade::UpkeepSlice => records::UpkeepReply
}

enumerations! {
    records::Origin => facade::Origin { Person, Agent, Tool, Imported }
    facade::Origin => records::Origin { Person, Agent, Tool, Imported }
    records::Trust => facade::Trust { Untrusted, Unconfirmed, Confirmed }
    facade::Trust => records::Trust { Untrusted, Unconfirmed, Confirmed }
    facade::Fate => records::Fate { Forgotten, AlreadyForgotten, Unknown }
    records::SalvagePart => facade::SalvagePart { Forgotten, Kept, Lost }
    records::Role => facade::Role { User, Assistant, System, Tool }
    facade::Role => records::Role { User, Assistant, System, Tool }
    records::FileOperation => facade::FileOperation { Read, Write, Edit, Search, Analyze, View, Rename }
    facade::FileOperation => records::FileOperation { Read, Write, Edit, Search, Analyze, View, Rename }
    records::TaskStatus => facade::TaskStatus { Active, Paused, Completed, Failed }
    facade::TaskStatus => records::TaskStatus { Active, Paused, Completed, Failed }
    records::TaskIntent => facade::TaskIntent { CodeReading, CodeWriting, ProjectFixing, ProjectExploration }
    facade::TaskIntent => records::TaskIntent { CodeReading, CodeWriting, ProjectFixing, ProjectExploration }
}

/// Variants whose cases hold something.
macro_rules! variants {
    ($($from:ident::$name:ident => $to:ident { $($case:ident: $across:ident),* $(,)? })*) => {
        $(impl From<$from::$name> for $to::$name {
            fn from(whole: $from::$name) -> $to::$name {
                match whole {
                    $($from::$name::$case(held) => $to::$name::$case(crate::convert::across::$across(held)),)*
                }
            }
        })*
    };
}

variants! {
    records::EventBody => facade {
        Note: same, Turn: into, ToolCall: same, FileTouch: into, TaskStep: into, Strategy: same, StrategyUse: same,
        WorkingValue: same, ProfileValue: same,
    }
    facade::Outcome => records { Taken: into, Refused: into }
    facade::EventBody => records {
        Note: same, Turn: into, ToolCall: same, FileTouch: into, TaskStep: into, Strategy: same, StrategyUse: same,
        WorkingValue: same, ProfileValue: same,
    }
}
