//! An event to be recorded, as the interface has it. Not here: the content of an event, by its kind (`kinds`).

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
    /// An id that no other event of the tenant has.
    pub event_id: String,
    /// When it happened, in milliseconds since 1970.
    pub time: i64,
    /// Its channel; empty: `_global`.
    pub channel: String,
    /// Who states it; recording limits this to the origin of the memory's speaker.
    pub origin: Origin,
    /// The ids of records that it was derived from.
    pub parents: Vec<String>,
    /// The places in the code that it is about.
    pub anchors: Vec<Anchor>,
    /// A JSON object; empty: none.
    pub metadata: String,
    /// The content: a note, a turn, a tool call …
    pub body: EventBody,
}
}

impl Event {
    /// An event that has only these fields.
    pub fn of(event_id: String, time: i64, origin: Origin, body: EventBody) -> Event {
        let (channel, parents, anchors, metadata) = (String::new(), Vec::new(), Vec::new(), String::new());
        unsituated!(Event { event_id, time, channel, origin, parents, anchors, metadata, body })
    }
}
