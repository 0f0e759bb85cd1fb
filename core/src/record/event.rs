//! What may be recorded: an event, as the interface has it. Not here: what it says, which its kind has (`kinds`).

use alloc::string::String;
use alloc::vec::Vec;

pub(crate) use super::kinds::*;
use super::situation::{situated, unsituated};
use super::trust::Origin;
use crate::base::anchor::Anchor;

situated! { told:
/// Something that happened, to be recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The id that tells the event from every other.
    pub event_id: String,
    /// When it happened.
    pub time: i64,
    /// The channel that it belongs to; empty: `_global`.
    pub channel: String,
    /// Who says it.
    pub origin: Origin,
    /// The ids of records that it was derived from.
    pub parents: Vec<String>,
    /// Where in the code it speaks of.
    pub anchors: Vec<Anchor>,
    /// A JSON object; empty: none.
    pub metadata: String,
    /// The body: a note, a turn, a call of a tool …
    pub body: EventBody,
}
}

impl Event {
    /// One of which nothing else is said.
    pub fn of(event_id: String, time: i64, origin: Origin, body: EventBody) -> Event {
        let (channel, parents, anchors, metadata) = (String::new(), Vec::new(), Vec::new(), String::new());
        unsituated!(Event { event_id, time, channel, origin, parents, anchors, metadata, body })
    }
}
