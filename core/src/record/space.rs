//! The state of the records: whose memory it is, and the generation that the store is at. Rows are never kept: each call
//! asks for those that it needs, so that a call costs the same in a store of ten records or of ten million.

use alloc::string::String;
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

/// Whose memory is open, who speaks, and where their project lies. It is fixed when a memory is opened, and no record can change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// Whose records these are: nothing of one tenant is ever shown to another.
    pub tenant: String,
    /// Who has the memory open.
    pub principal: String,
    /// Who speaks: nothing that is recorded has an origin that is relied on more.
    pub speaker: Origin,
    /// The most trust that a record has which is added so.
    pub trust: Trust,
    /// Where the project lies that the memory is of: its folder under each of its names.
    pub roots: Vec<String>,
}

impl Default for Owner {
    /// The only memory there is, to which an agent speaks.
    fn default() -> Owner {
        let (tenant, principal) = (String::new(), String::new());
        Owner { tenant, principal, speaker: Origin::Agent, trust: Trust::Confirmed, roots: Vec::new() }
    }
}

/// See the module.
#[derive(Default)]
pub(crate) struct RecordSpace {
    pub(crate) owner: Owner,
    pub(crate) settings: RecordSettings,
    pub(crate) project: Project,
    pub(crate) generation: u64,
    /// The parts of the index of words that were read lately.
    pub(crate) words: RefCell<PartCache>,
    /// The results that the rounds of a question share.
    pub(crate) memo: Memo,
}

impl RecordSpace {
    /// Opens the memory of an owner, whose store is at a generation.
    pub(crate) fn open(&mut self, owner: Owner, settings: RecordSettings, at: u64) -> Result<(), Error> {
        check_name("tenant", &owner.tenant)?;
        check_name("principal", &owner.principal)?;
        Guard(settings.secrets).check_owner(&owner.tenant, &owner.principal)?;
        settings.check()?;
        self.project = Project::at(&owner.roots)?;
        (self.owner, self.settings, self.generation) = (owner, settings, at);
        (self.words, self.memo) = (RefCell::default(), Memo::default());
        Ok(())
    }

    /// Whose memory is open, and the generation that its store is at.
    pub(crate) fn opened(&self) -> (&str, u64) {
        (&self.owner.tenant, self.generation)
    }

    /// The guard that applies this memory's policy on secrets.
    pub(crate) fn guard(&self) -> Guard {
        Guard(self.settings.secrets)
    }

    /// Checks and packs events, which changes nothing.
    pub(crate) fn pack(&self, events: Vec<Event>, now: i64) -> Result<Packed, Error> {
        pack(self, events, now)
    }

    /// An event of a line that was read, as who speaks may say it.
    pub(super) fn of_line(&self, line: usize, event: Event, now: Timestamp) -> Result<BatchEvent, Error> {
        Ok(BatchEvent { line: line as u32 + 1, ..BatchEvent::told(event, self, now)? })
    }
}
