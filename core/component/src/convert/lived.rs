//! Records of what was lived.

use crate::bindings::exports::scrubjay::memory::records;
use crate::facade;

records! {
    facade::Additions => records::Additions { effects: into, outcomes: list }
    facade::Receipt => records::Receipt { id: same, fate: into }
    facade::Forgetting => records::Forgetting { effects: into, receipts: list }
    facade::ClearedWindows => records::ClearedWindows { effects: into, n_bodies: same, next: same }
    facade::Note => records::Note {
        id: same, event_id: same, text: same, time: same, recorded: same, channel: same, origin: into, trust: into,
        principal: same, session: same, parents: same, anchors: same,
    }
    facade::NotePage => records::NotePage { notes: list, n_notes: same, n_damaged: same, next: same }
    facade::Salvaged => records::Salvaged { effects: into, n_records: same, n_damaged: same }
    facade::UpkeepSlice => records::UpkeepSlice { effects: into, n_rewritten: same, is_done: same }
    records::Owner => facade::Owner { tenant: same, principal: same, trust: into }
    records::NewNote => facade::NewNote {
        event_id: same, text: same, time: same, channel: same, origin: into, session: same, parents: same, anchors: same,
    }
}

replies! {
    facade::Additions => records::AddReply
    facade::Forgetting => records::ForgetReply
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
}

impl From<facade::Outcome> for records::Outcome {
    fn from(outcome: facade::Outcome) -> records::Outcome {
        match outcome {
            facade::Outcome::Taken(added) => records::Outcome::Taken(added),
            facade::Outcome::Refused(error) => records::Outcome::Refused(error.into()),
        }
    }
}
