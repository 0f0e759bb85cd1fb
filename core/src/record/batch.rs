//! A batch of notes on its way into the store: checked, and packed into bytes that any host may keep until they are added.
//!
//! Promises that everything which needs no row is checked before it is packed, and again when it is unpacked, because the
//! bytes may have lain in a file.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::envelope::{self, Parent};
use super::space::Owner;
use super::trust::{Origin, Trust};
use crate::base::anchor::Anchor;
use crate::base::error::{Error, repeated};
use crate::base::id::RecordId;
use crate::base::time::Timestamp;

/// The most notes in a batch.
const MOST_NOTES: usize = 1_000;
/// The longest text of a note, in bytes.
const MOST_TEXT_BYTES: usize = 64 << 10;
/// The most bytes of text in a batch.
const MOST_BATCH_BYTES: usize = 8 << 20;
/// The longest id of an event, in bytes.
const MOST_EVENT_BYTES: usize = 256;
/// The longest name of a tenant, channel, principal or session, in bytes: the first two stand in keys.
const MOST_NAME_BYTES: usize = 128;
/// The most records that one is derived from.
const MOST_PARENTS: usize = 100;
/// The most places in the code that a record speaks of.
const MOST_ANCHORS: usize = 100;
/// The channel of what is said in none.
pub(crate) const GLOBAL: &str = "_global";
/// What the checksum of a batch is bound to, in place of a key.
const SEAL: &[u8] = b"batch";

/// A note to add.
#[derive(Clone, Debug, PartialEq)]
pub struct NewNote {
    /// What tells the event from every other: told twice, it is added once.
    pub event_id: String,
    /// What to remember.
    pub text: String,
    /// When it happened.
    pub time: i64,
    /// What it belongs to; empty: `_global`.
    pub channel: String,
    /// Who says it.
    pub origin: Origin,
    /// The session in which it was said; empty: none.
    pub session: String,
    /// The ids of records that it was derived from.
    pub parents: Vec<String>,
    /// Where in the code it speaks of.
    pub anchors: Vec<Anchor>,
}

/// A batch that may be kept, and what its notes are called.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    /// To be added as it is.
    pub batch: Vec<u8>,
    /// The ids that the notes will have where their events are not known yet.
    pub ids: Vec<String>,
}

/// The contents of a batch.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Batch {
    #[n(0)]
    pub(crate) tenant: String,
    #[n(1)]
    pub(crate) principal: String,
    /// The most trust that a record of this batch has.
    #[n(2)]
    pub(crate) most_trust: Trust,
    #[n(3)]
    pub(crate) recorded: Timestamp,
    #[n(4)]
    pub(crate) notes: Vec<BatchNote>,
}

/// A note in a batch.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct BatchNote {
    #[n(0)]
    pub(crate) event_id: String,
    #[n(1)]
    pub(crate) text: String,
    #[n(2)]
    pub(crate) time: Timestamp,
    #[n(3)]
    pub(crate) channel: String,
    #[n(4)]
    pub(crate) origin: Origin,
    #[n(5)]
    pub(crate) session: String,
    #[n(6)]
    pub(crate) parents: Vec<Parent>,
    #[n(7)]
    pub(crate) anchors: Vec<Anchor>,
}

/// Checks notes, and packs them.
pub(crate) fn pack(owner: &Owner, notes: Vec<NewNote>, now: i64) -> Result<Packed, Error> {
    let notes: Result<Vec<BatchNote>, Error> = notes.into_iter().map(BatchNote::of).collect();
    let batch = Batch {
        tenant: owner.tenant.clone(),
        principal: owner.principal.clone(),
        most_trust: owner.trust,
        recorded: Timestamp::checked("now", now)?,
        notes: notes?,
    };
    batch.check()?;
    let ids = batch.notes.iter().map(|note| batch.id(note).text()).collect();
    Ok(Packed { batch: envelope::stored(SEAL, &batch), ids })
}

/// What was packed; refused if it is damaged, or no batch at all.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Batch, Error> {
    let damaged = || Error::invalid("batches", "one is damaged, or of another release");
    let batch: Batch = envelope::read(SEAL, bytes).ok_or_else(damaged)?;
    batch.check()?;
    Ok(batch)
}

/// Refuses a name that does not fit into a key.
pub(crate) fn check_name(argument: &'static str, name: &str) -> Result<(), Error> {
    match name.len() <= MOST_NAME_BYTES && !name.contains(char::is_control) {
        true => Ok(()),
        false => Err(Error::invalid(argument, "it is longer than 128 bytes, or has a control character")),
    }
}

/// The id in an argument.
pub(crate) fn parse_id(argument: &'static str, text: &str) -> Result<RecordId, Error> {
    let refused = || Error::invalid(argument, alloc::format!("{:?} is no id of a record", repeated(text)));
    RecordId::parse(text).ok_or_else(refused)
}

impl Batch {
    /// The id of a note of this batch.
    pub(crate) fn id(&self, note: &BatchNote) -> RecordId {
        RecordId::of_event(note.time, &self.tenant, &note.event_id)
    }

    fn check(&self) -> Result<(), Error> {
        self.check_owner()?;
        Error::check_limit("notes in a batch", self.notes.len(), MOST_NOTES)?;
        let n_bytes = self.notes.iter().map(|note| note.text.len()).sum();
        Error::check_limit("bytes of text in a batch", n_bytes, MOST_BATCH_BYTES)?;
        self.notes.iter().try_for_each(BatchNote::check)
    }

    fn check_owner(&self) -> Result<(), Error> {
        check_name("tenant", &self.tenant)?;
        check_name("principal", &self.principal)
    }
}

impl BatchNote {
    fn of(note: NewNote) -> Result<BatchNote, Error> {
        let NewNote { event_id, text, time, channel, origin, session, parents, anchors } = note;
        let time = Timestamp::checked("time", time)?;
        let channel = if channel.is_empty() { String::from(GLOBAL) } else { channel };
        Error::check_limit("parents of a note", parents.len(), MOST_PARENTS)?;
        let parents = parents.iter().map(|id| parse_id("parents", id).map(Parent::of)).collect::<Result<_, _>>()?;
        Ok(BatchNote { event_id, text, time, channel, origin, session, parents, anchors })
    }

    fn check(&self) -> Result<(), Error> {
        if self.text.trim().is_empty() {
            return Err(Error::invalid("text", "there is nothing to remember"));
        }
        Error::check_limit("bytes of a note's text", self.text.len(), MOST_TEXT_BYTES)?;
        if self.event_id.is_empty() || self.event_id.len() > MOST_EVENT_BYTES {
            return Err(Error::invalid("event-id", "it has 1 to 256 bytes"));
        }
        if self.channel.is_empty() {
            return Err(Error::invalid("channel", "it is empty"));
        }
        check_name("channel", &self.channel)?;
        check_name("session", &self.session)?;
        // What lay in a file may hold any number.
        Timestamp::checked("time", self.time.milliseconds())?;
        Error::check_limit("parents of a note", self.parents.len(), MOST_PARENTS)?;
        Error::check_limit("anchors of a note", self.anchors.len(), MOST_ANCHORS)?;
        self.anchors.iter().try_for_each(Anchor::check)
    }
}
