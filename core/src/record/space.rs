//! The state of a memory of records: its owner, and the generation of its store. Except for parts of the index of words
//! no rows are kept: each call requests those that it needs.

use alloc::boxed::Box;
use alloc::string::String;
use core::any::Any;
use core::cell::RefCell;

use super::batch::{BatchEvent, Packed, check_name, pack};
use super::event::Event;
use super::guard::Guard;
use super::project::Project;
use super::settings::RecordSettings;
use super::trust::{Origin, Trust};
use crate::base::error::Error;
use crate::base::memo::Memo;
use crate::base::time::Timestamp;
use crate::lexical::PartCache;
use alloc::vec::Vec;

/// The owner of a memory, who speaks to it, and the folders of the project. This is fixed when the memory is opened; no
/// record can change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The tenant: nothing of one tenant is ever shown to another.
    pub tenant: String,
    /// The name of whoever opened the memory.
    pub principal: String,
    /// The origin of the speaker: no event of this memory gets an origin that is trusted more.
    pub speaker: Origin,
    /// The most trust that a new record gets.
    pub trust: Trust,
    /// The absolute paths of the project's folder, one for each of its names.
    pub roots: Vec<String>,
}

impl Default for Owner {
    /// The default owner, to whose memory an agent speaks.
    fn default() -> Owner {
        let (tenant, principal) = (String::new(), String::new());
        Owner { tenant, principal, speaker: Origin::Agent, trust: Trust::Confirmed, roots: Vec::new() }
    }
}

/// The state of a memory of records while it is open.
#[derive(Default)]
pub(crate) struct RecordSpace {
    pub(crate) owner: Owner,
    pub(crate) settings: RecordSettings,
    pub(crate) project: Project,
    pub(crate) generation: u64,
    /// The parts of the index of words that were read most recently.
    pub(crate) words: RefCell<PartCache>,
    /// The intermediate results that the rounds of a question share.
    pub(crate) memo: Memo,
    /// The replay of the history that a question has begun, if any.
    pub(crate) replay: RefCell<Option<Box<dyn Any>>>,
}

impl RecordSpace {
    /// Opens the memory of an owner, whose store has this generation.
    pub(crate) fn open(&mut self, owner: Owner, settings: RecordSettings, generation: u64) -> Result<(), Error> {
        check_name("tenant", &owner.tenant)?;
        check_name("principal", &owner.principal)?;
        Guard(settings.secrets).check_owner(&owner.tenant, &owner.principal)?;
        settings.check()?;
        self.project = Project::at(&owner.roots)?;
        (self.owner, self.settings, self.generation) = (owner, settings, generation);
        (self.words, self.memo, self.replay) = Default::default();
        Ok(())
    }

    /// The tenant of the open memory, and the generation of its store.
    pub(crate) fn tenant_and_generation(&self) -> (&str, u64) {
        (&self.owner.tenant, self.generation)
    }

    /// The guard with this memory's policy on secrets.
    pub(crate) fn guard(&self) -> Guard {
        Guard(self.settings.secrets)
    }

    /// Checks and packs events; changes nothing in the store.
    pub(crate) fn pack(&self, events: Vec<Event>, now: i64) -> Result<Packed, Error> {
        pack(self, events, now)
    }

    /// Checks an event of a line, whose number counts from 0, and limits its origin to the speaker's.
    pub(super) fn check_line_event(&self, line: usize, event: Event, now: Timestamp) -> Result<BatchEvent, Error> {
        Ok(BatchEvent { line: line as u32 + 1, ..BatchEvent::from_speaker(event, self, now)? })
    }
}
