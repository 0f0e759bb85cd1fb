//! Changes of records, and the questions about them that are written by hand. Records have a store of their own.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::Memory;
use crate::ask::{Reply, Resumed, Row, reply};
use crate::base::error::Error;
use crate::capture::{Harness, PackedTranscript, TranscriptBeginning};
use crate::episode::{Lineage, UserProfile};
use crate::record::guard::MaskNames;
use crate::record::{
    Additions, Event, Forgetting, ImportedTombstones, NewText, Owner, Packed, PackedImport, PackedLines,
    PackedReference, RecordSettings, RecordTotals, SalvagePart, Salvaged, Selection, Updated, UpkeepSlice,
};
use crate::window::{self, ClearedWindows};

/// Calls that open, change, check or pack records, and some questions about them.
impl Memory {
    /// Opens the records of an owner, whose store is at generation `at`. Before this call, the store counts as empty
    /// and the speaker as an agent.
    pub fn open_records(&mut self, owner: Owner, settings: RecordSettings, at: u64) -> Result<(), Error> {
        self.records.open(owner, settings, at)
    }

    /// Checks events and packs them for [`Memory::add`], at once or later. Needs no rows and changes nothing.
    ///
    /// ```
    /// # use scrubjay_core::{error::Error, memory::Memory};
    /// assert_eq!(Memory::default().pack(Vec::new(), 0)?.ids, Vec::<String>::new());
    /// assert!(matches!(Memory::default().pack(Vec::new(), -1), Err(Error::Invalid { argument: "now", .. })));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn pack(&self, events: Vec<Event>, now: i64) -> Result<Packed, Error> {
        self.records.pack(events, now)
    }

    /// Like [`Memory::pack`], for JSON with an event per line. `entropy` is 16 random bytes. `each_alone`: whether an
    /// event that [`Memory::add`] refuses is left out alone; if false, no event of these lines is added then.
    ///
    /// ```
    /// # use scrubjay_core::{error::Error, memory::Memory};
    /// let lines = "{\"kind\": \"tool_call\", \"tool\": \"bash\"}\n{\"kind\": \"dance\"}\n";
    /// let read = Memory::default().pack_lines(lines, 0, &[7; 16], true)?;
    /// assert_eq!((read.packed.ids.len(), read.refused[0].line), (1, 2));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn pack_lines(&self, lines: &str, now: i64, entropy: &[u8], each_alone: bool) -> Result<PackedLines, Error> {
        self.records.pack_lines(lines, now, entropy, each_alone)
    }

    /// Adds up to 1,000 packed batches, each event once. A batch is added whole or not at all, unless it was packed
    /// with `each_alone`, or from an import or a transcript.
    ///
    /// ```
    /// # use scrubjay_core::{ask::Reply, error::Error, memory::Memory};
    /// let Reply::Ask(ask) = Memory::default().add(&[], None)? else { panic!("it knows no row") };
    /// assert_eq!(ask.requests.len(), 1);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn add(&self, batches: &[Vec<u8>], resumed: Option<Resumed>) -> Result<Reply<Additions>, Error> {
        reply(self.records.add(batches, resumed))
    }

    /// Forgets up to 1,000 records by their ids, with everything derived from them.
    ///
    /// ```
    /// # use scrubjay_core::{error::Error, memory::Memory};
    /// let refused = Memory::default().forget(&["the last one".to_owned()], 0, None);
    /// assert!(matches!(refused, Err(Error::Invalid { argument: "ids", .. })));
    /// ```
    pub fn forget(&self, ids: &[String], now: i64, resumed: Option<Resumed>) -> Result<Reply<Forgetting>, Error> {
        reply(self.records.forget(ids, now, resumed))
    }

    /// Forgets the records of a selection, with everything derived from them. If the selection names a session and
    /// nothing else, the context of that session is removed as well.
    ///
    /// ```
    /// # use scrubjay_core::{error::Error, memory::Memory, record::Selection};
    /// let everything = Memory::default().rollback(&Selection::default(), 0, None);
    /// assert!(matches!(everything, Err(Error::Invalid { argument: "selection", .. })));
    /// ```
    pub fn rollback(
        &self,
        selection: &Selection,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Result<Reply<Forgetting>, Error> {
        reply(self.records.rollback(&self.masked_question(selection), now, resumed))
    }

    /// Removes one slice of the texts that the memory's windows store: pruned bodies, the lines that list them, and
    /// tasks. `after` is the `next` of the previous slice; empty starts over.
    pub fn clear_windows(&self, after: &[u8], resumed: Option<Resumed>) -> Result<Reply<ClearedWindows>, Error> {
        let (tenant, generation) = self.records.tenant_and_generation();
        window::clear(tenant, generation, after, resumed)
    }

    /// Replaces the text and the metadata of a note, stores `now` as the time of the update, and lowers the note's
    /// origin and trust to the speaker's if they are higher. All else stays.
    pub fn update(
        &self,
        id: &str,
        says: &NewText,
        now: i64,
        resumed: Option<Resumed>,
    ) -> Result<Reply<Updated>, Error> {
        reply(self.records.update(id, says, now, resumed))
    }

    /// Reads lines of [`Memory::export_lines`]. `state` is that of the slice before; empty at the beginning. With
    /// `is_mine`, which only a person may set, records keep their origin, and their trust up to the owner's; otherwise
    /// they become untrusted imports.
    pub fn pack_import(&self, lines: &str, state: &str, is_mine: bool, now: i64) -> Result<PackedImport, Error> {
        self.records.pack_import(lines, state, is_mine, now)
    }

    /// Reads lines of the Model Context Protocol's reference memory server as notes. `after` is the `next` of the call
    /// before; empty at the beginning.
    pub fn pack_reference(&self, lines: &str, after: &str, now: i64) -> Result<PackedReference, Error> {
        self.records.pack_reference(lines, after, now)
    }

    /// The session of a transcript and the folder in which it began, by its first lines.
    pub fn read_beginning(&self, harness: Option<Harness>, lines: &str) -> Result<TranscriptBeginning, Error> {
        self.records.read_beginning(harness, lines)
    }

    /// Reads lines of a transcript and packs them as events. `state` is that of the call before; empty at the
    /// beginning. `folder` is the project's absolute path; empty: the folder in which the session began.
    pub fn pack_transcript(
        &self,
        harness: Option<Harness>,
        lines: &str,
        state: &[u8],
        folder: &str,
        now: i64,
    ) -> Result<PackedTranscript, Error> {
        self.records.pack_transcript(harness, lines, state, folder, now)
    }

    /// A record with its lineage: the records it derives from and those derived from it.
    pub fn why(&self, id: &str, resumed: Option<Resumed>) -> Result<Reply<Lineage>, Error> {
        reply(self.records.why(id, resumed))
    }

    /// Counts of the tenant's records, and the formats of rows in the store.
    pub fn totals(&self, resumed: Option<Resumed>) -> Result<Reply<RecordTotals>, Error> {
        reply(self.records.totals(resumed))
    }

    /// Takes from `rows` of a damaged store, of any tenant, what `part` says. For each part, all rows are passed first,
    /// then with `is_scattered` the rows of pages that nothing in the damaged file refers to.
    pub fn salvage(
        &self,
        part: SalvagePart,
        is_scattered: bool,
        rows: &[Row],
        resumed: Option<Resumed>,
    ) -> Result<Reply<Salvaged>, Error> {
        reply(self.records.salvage((part, is_scattered), rows, resumed))
    }

    /// Copies the tombstones of another store of this memory, for records that this store lacks, so that their events
    /// stay forgotten. The host gives all rows of the other store twice, since a tombstone may come after its event.
    pub fn import_tombstones(
        &self,
        rows: &[Row],
        resumed: Option<Resumed>,
    ) -> Result<Reply<ImportedTombstones>, Error> {
        reply(self.records.import_tombstones(rows, resumed))
    }

    /// A slice of upkeep; each kind of work in it visits about `budget` rows.
    pub fn upkeep(&self, now: i64, budget: u32, resumed: Option<Resumed>) -> Result<Reply<UpkeepSlice>, Error> {
        reply(self.records.upkeep(now, budget, resumed))
    }
}

/// Questions about records.
impl Memory {
    /// A question with its names masked, as stored.
    pub(super) fn masked_question<'q, Q: MaskNames>(&self, question: &'q Q) -> Cow<'q, Q> {
        self.records.guard().masked_question(question)
    }

    /// The profile of the user who has the memory open.
    pub fn profile(&self, resumed: Option<Resumed>) -> Result<Reply<UserProfile>, Error> {
        reply(self.records.profile(resumed))
    }
}
