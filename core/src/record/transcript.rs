//! Puts events of a transcript into a batch. Not here: how a transcript is read (`capture`).

use alloc::vec::Vec;

use super::batch::{BatchEvent, EventsToSeal, Packed, seal};
use super::event::Event;
use super::space::RecordSpace;
use crate::base::error::Error;
use crate::base::time::Timestamp;

impl RecordSpace {
    /// Checks an event of the line with this number, from 0 on.
    pub(crate) fn check_transcript_event(&self, line: u32, event: Event, now: Timestamp) -> Result<BatchEvent, Error> {
        self.check_line_event(line as usize, event, now)
    }

    /// Packs events of a transcript, each judged alone. A known event may differ: a hook knows less of a call than the
    /// transcript, a fork of a session repeats its beginning, and another release may keep more of an output.
    pub(crate) fn seal_transcript(&self, list: Vec<BatchEvent>, now: Timestamp) -> Result<Packed, Error> {
        seal(
            &self.owner,
            self.settings,
            EventsToSeal { list, each_alone: true, keeps_known: true, adoption: None },
            now,
        )
    }
}
