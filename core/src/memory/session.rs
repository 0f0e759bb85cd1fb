//! Contexts of sessions, stored beside the records.

use alloc::string::String;

use super::Memory;
use crate::ask::{Reply, Resumed, reply};
use crate::base::error::Error;
use crate::session::{Compacted, CompactionSettings, SessionChanged};

/// Contexts of sessions.
impl Memory {
    /// The id of a session with its secrets masked, as it is stored.
    fn masked_session_id(&self, id: &str) -> Result<String, Error> {
        let mut name = String::from(id);
        self.records.guard().apply_to_name("id", &mut name)?;
        Ok(name)
    }

    /// Saves a document as the context of a session. `expected` is the context's current version, 0 if there is none;
    /// another version fails with [`Error::Conflict`]. `None`: any version.
    pub fn save_session(
        &self,
        id: &str,
        document: &str,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Result<Reply<SessionChanged>, Error> {
        let id = self.masked_session_id(id)?;
        reply(self.records.save_session(&id, document, expected, now, resumed))
    }

    /// Appends a JSON list of entries to the history of a session.
    pub fn append_to_session(
        &self,
        id: &str,
        entries: &str,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Result<Reply<SessionChanged>, Error> {
        let id = self.masked_session_id(id)?;
        reply(self.records.append_to_session(&id, entries, expected, now, resumed))
    }

    /// Deletes the context of a session, with its versions.
    pub fn delete_session(
        &self,
        id: &str,
        expected: Option<u64>,
        resumed: Option<Resumed>,
    ) -> Result<Reply<SessionChanged>, Error> {
        let id = self.masked_session_id(id)?;
        reply(self.records.delete_session(&id, expected, resumed))
    }

    /// Removes the oldest entries of a session's history if a limit is exceeded or the settings demand it, and keeps
    /// their essentials. Repeated facts and tasks completed long ago are removed in any case. `summary`: a summary of
    /// the removed entries, in UTF-8; `None`: a rule writes one.
    pub fn compact_session(
        &self,
        id: &str,
        settings: CompactionSettings,
        summary: Option<&[u8]>,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Result<Reply<Compacted>, Error> {
        let id = self.masked_session_id(id)?;
        reply(self.records.compact_session(&id, settings, summary, expected, now, resumed))
    }

    /// Restores a version of a session; the current state is stored as a version.
    pub fn recover_session(
        &self,
        id: &str,
        version: u64,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Result<Reply<SessionChanged>, Error> {
        let id = self.masked_session_id(id)?;
        reply(self.records.recover_session(&id, version, expected, now, resumed))
    }

    /// Copies the context of a session, or a stored version of it, to a new id.
    pub fn fork_session(
        &self,
        id: &str,
        fork: &str,
        version: Option<u64>,
        expected: Option<u64>,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Result<Reply<SessionChanged>, Error> {
        let [id, fork] = [self.masked_session_id(id)?, self.masked_session_id(fork)?];
        reply(self.records.fork_session(&id, &fork, version, expected, now, resumed))
    }
}
