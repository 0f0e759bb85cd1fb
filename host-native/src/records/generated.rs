//! The changes of records as the interface has them. Written by `cargo xtask records` from `wit/`: change that.

use super::{Records, now};
use crate::Error;
use crate::answer::effects;
use crate::wit::{records, session, window};

impl Records {
    /// Updates a note: its text and metadata are replaced; its id, event and time stay. Its trust is no higher than before, and no
    /// higher than the trust of whoever updates it: a person's note that an agent updates becomes the agent's.
    /// Whether there is such a note.
    ///
    /// - `id`: The id of the note.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn update(&mut self, id: &str, says: &records::NewText) -> Result<bool, Error> {
        let now = now();
        let done = self.changed("records.update", |exports, store, back| {
            exports.scrubjay_memory_records().call_update(store, id, says, now, back)
        })?;
        Ok(done.is_known)
    }

    /// Saves a document as the context of a session, with every member, in place of the one before. If the history only lost
    /// entries at its beginning and gained some at its end, the other entries are not written again. If entries are lost or written
    /// anew, the context from before is kept as a version.
    /// The version after it.
    ///
    /// - `id`: The session. Length: 1 to 128 bytes.
    /// - `document`: A JSON object, as `load_session` gives it.
    /// - `expected`: The version that the change is of. None: any.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn save_session(&mut self, id: &str, document: &str, expected: Option<u64>) -> Result<u64, Error> {
        let now = now();
        let done = self.changed("session.save-session", |exports, store, back| {
            exports.scrubjay_memory_session().call_save_session(store, id, document, expected, now, back)
        })?;
        Ok(done.version)
    }

    /// Appends entries to the history of a session; creates the context if there is none. The calls, failures and tokens in them
    /// are added to `tool_stats` and `token_usage`. It costs the same however long the history is.
    /// The version after it.
    ///
    /// - `id`: The session. Length: 1 to 128 bytes.
    /// - `entries`: A JSON list of objects, as `recent_history` has them.
    /// - `expected`: The version that the change is of. None: any.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn append_to_session(&mut self, id: &str, entries: &str, expected: Option<u64>) -> Result<u64, Error> {
        let now = now();
        let done = self.changed("session.append-to-session", |exports, store, back| {
            exports.scrubjay_memory_session().call_append_to_session(store, id, entries, expected, now, back)
        })?;
        Ok(done.version)
    }

    /// Deletes the context of a session, with its versions. `rollback` of a session does so too.
    /// Whether there was one.
    ///
    /// - `id`: The session. Length: 1 to 128 bytes.
    /// - `expected`: The version that the change is of. None: any.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn delete_session(&mut self, id: &str, expected: Option<u64>) -> Result<bool, Error> {
        let done = self.changed("session.delete-session", |exports, store, back| {
            exports.scrubjay_memory_session().call_delete_session(store, id, expected, back)
        })?;
        Ok(done.is_known)
    }

    /// Recovers a stored version: the context becomes as it was then, and the current one is kept as a version.
    /// The version after it.
    ///
    /// - `id`: The session. Length: 1 to 128 bytes.
    /// - `version`: The version to recover, as `session_versions` lists it.
    /// - `expected`: The version that the change is of. None: any.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn recover_session(&mut self, id: &str, version: u64, expected: Option<u64>) -> Result<u64, Error> {
        let now = now();
        let done = self.changed("session.recover-session", |exports, store, back| {
            exports.scrubjay_memory_session().call_recover_session(store, id, version, expected, now, back)
        })?;
        Ok(done.version)
    }

    /// Copies the context of a session to another id, whose versions begin anew, so that a conversation can go on in two ways. If
    /// that id has a context already, the call is refused as `invalid`.
    /// The version of the copy.
    ///
    /// - `id`: The session. Length: 1 to 128 bytes.
    /// - `fork`: The session of the copy. Length: 1 to 128 bytes.
    /// - `version`: A stored version, as `session_versions` lists it. None: the current one.
    /// - `expected`: The version that the change is of. None: any.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn fork_session(
        &mut self,
        id: &str,
        fork: &str,
        version: Option<u64>,
        expected: Option<u64>,
    ) -> Result<u64, Error> {
        let now = now();
        let done = self.changed("session.fork-session", |exports, store, back| {
            exports.scrubjay_memory_session().call_fork_session(store, id, fork, version, expected, now, back)
        })?;
        Ok(done.version)
    }

    /// Compacts the context of a session if a limit is exceeded: removes the oldest entries, never a call without its result. What
    /// must survive of the removed entries is added to `survived`, and `summary` to `long_term_summary`. The context from before is
    /// kept as a version; of the versions, the newest 10 are kept.
    ///
    /// - `id`: The session. Length: 1 to 128 bytes.
    /// - `summary`: The summary of the removed entries: UTF-8, at most 16 KiB, no longer than these entries, and without orders to
    ///   its reader. None: a summary made by rule.
    /// - `expected`: The version that the change is of. None: any.
    ///
    /// # Errors
    /// [`Error::Refused`] with what the component said, [`Error::Store`], [`Error::Guest`].
    pub fn compact_session(
        &mut self,
        id: &str,
        settings: session::CompactionSettings,
        summary: Option<&[u8]>,
        expected: Option<u64>,
    ) -> Result<session::Compaction, Error> {
        let now = now();
        let done = self.changed("session.compact-session", |exports, store, back| {
            exports.scrubjay_memory_session().call_compact_session(store, id, settings, summary, expected, now, back)
        })?;
        Ok(done.report)
    }
}

effects! {
    records::Additions,
    records::ClearedWindows,
    records::Forgetting,
    records::ImportedTombstones,
    records::Salvaged,
    records::Updated,
    records::UpkeepSlice,
    session::Compacted,
    session::SessionChanged,
    window::Pruned,
    window::WindowChanged,
}
