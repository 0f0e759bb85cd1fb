//! Events of a transcript on their way into a batch. Not here: how they are read (`capture`).

use alloc::vec::Vec;

use super::batch::{BatchEvent, Events, Packed, seal};
use super::event::Event;
use super::space::RecordSpace;
use crate::base::error::Error;
use crate::base::time::Timestamp;

impl RecordSpace {
    /// An event of a line, from 0 on.
    pub(crate) fn of_transcript(&self, line: u32, event: Event, now: Timestamp) -> Result<BatchEvent, Error> {
        self.of_line(line as usize, event, now)
    }

    /// Packs events of which each stands alone, and that may have been told before in other words: a hook knows less of a call than
    /// the transcript, a copy of a session repeats its beginning, and another release may keep more of an output.
    pub(crate) fn seal_transcript(&self, list: Vec<BatchEvent>, now: Timestamp) -> Result<Packed, Error> {
        seal(&self.owner, self.settings, Events { list, each_alone: true, first_holds: true, adoption: None }, now)
    }
}
