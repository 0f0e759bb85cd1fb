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
}

impl From<facade::Outcome> for records::Outcome {
    fn from(outcome: facade::Outcome) -> records::Outcome {
        match outcome {
            facade::Outcome::Taken(taken) => records::Outcome::Taken(taken.into()),
            facade::Outcome::Refused(error) => records::Outcome::Refused(error.into()),
        }
    }
}
