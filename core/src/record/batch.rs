//! A batch of checked events, packed into bytes that any host can keep until they are added.
//!
//! All that can be checked without reading a row is checked before a batch is packed, and again when it is unpacked,
//! because its bytes may have lain in a file.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use xxhash_rust::xxh3::xxh3_64;

use super::check;
use super::envelope::{self, LearningFields, Parent};
use super::event::{Body, Event, EventBody, TaskIntent};
use super::fields::MAX_NAME_BYTES;
use super::settings::RecordSettings;
use super::situation::{Situated as _, situated, unsituated};
use super::space::{Owner, RecordSpace};
use super::trust::{Origin, Trust};
use crate::base::anchor::Anchor;
use crate::base::error::{Error, repeated_argument};
use crate::base::id::RecordId;
use crate::base::time::Timestamp;

/// The most events in a batch.
const MAX_EVENTS: usize = 1_000;
/// How far the time of an event may be after now, in milliseconds: a day, because clocks and time zones may be wrong.
pub(crate) const MAX_AHEAD_MILLISECONDS: i64 = 86_400_000;
const MAX_BATCH_BYTES: usize = 8 << 20;
/// The longest id of an event, in bytes.
const MAX_EVENT_ID_BYTES: usize = 256;
const MAX_PARENTS: usize = 100;
const MAX_ANCHORS: usize = 100;
/// The channel of a record that names none.
pub(crate) const GLOBAL_CHANNEL: &str = "_global";
/// The key that the checksum of a batch is computed with, as a batch has no key in the store.
const SEAL_KEY: &[u8] = b"batch";

/// A packed batch, and the ids that its records will have.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    /// The bytes to pass to `add`, unchanged.
    pub batch: Vec<u8>,
    /// The ids that the records will have, unless their events are known already.
    pub ids: Vec<String>,
}

/// Events of one owner, checked before they are packed and again after they are unpacked.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Batch {
    #[n(0)]
    pub(crate) tenant: String,
    #[n(1)]
    pub(crate) principal: String,
    /// The most trust that a record of this batch has.
    #[n(2)]
    pub(crate) max_trust: Trust,
    #[n(3)]
    pub(crate) recorded: Timestamp,
    #[n(4)]
    pub(crate) events: Vec<BatchEvent>,
    /// The most events that the principal may record on a day of UTC; 0: no limit.
    #[n(5)]
    #[cbor(default)]
    pub(crate) max_per_day: u32,
    /// Whether an event that is refused is left out alone; otherwise the whole batch is refused.
    #[n(6)]
    #[cbor(default)]
    pub(crate) each_alone: bool,
    /// Whether an event that is known with other content is skipped; otherwise it is refused.
    #[n(7)]
    #[cbor(default)]
    pub(crate) keeps_known: bool,
    /// The event of the adoption by which a person claims these events as their own, including those imported before;
    /// `None` if there is none.
    #[n(8)]
    pub(crate) adoption: Option<BatchEvent>,
}

situated! { packed:
/// An event to which the policy on secrets was applied, with its paths normalized.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct BatchEvent {
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
    #[n(6)]
    pub(crate) parents: Vec<Parent>,
    #[n(7)]
    pub(crate) anchors: Vec<Anchor>,
    #[n(9)]
    #[cbor(default)]
    pub(crate) metadata: String,
    /// `None` for a note.
    #[n(10)]
    pub(crate) body: Option<Body>,
    /// The further fields of an exported event; `None` for any other event.
    #[n(11)]
    pub(crate) imported: Option<ImportedFields>,
    /// The number of the line that the event was read from, from 1 on; 0 if it did not come as a line.
    #[n(12)]
    #[cbor(default)]
    pub(crate) line: u32,
}
}

/// The fields of an exported record that its event does not have.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct ImportedFields {
    #[n(0)]
    pub(crate) recorded: Timestamp,
    #[n(1)]
    pub(crate) trust: Trust,
    #[n(2)]
    pub(crate) principal: String,
    #[n(3)]
    pub(crate) updated: Option<Timestamp>,
    #[n(4)]
    pub(crate) intent: Option<TaskIntent>,
    #[n(5)]
    pub(crate) learning: Option<LearningFields>,
}

/// Checks events of the current speaker, applies the policy on secrets to them, and packs them.
pub(crate) fn pack(space: &RecordSpace, events: Vec<Event>, now: i64) -> Result<Packed, Error> {
    let now = Timestamp::checked("now", now)?;
    Error::check_limit("events in a batch", events.len(), MAX_EVENTS)?;
    let events = events.into_iter().map(|event| BatchEvent::from_speaker(event, space, now));
    let events = EventsToSeal { list: events.collect::<Result<_, _>>()?, ..EventsToSeal::default() };
    seal(&space.owner, space.settings, events, now)
}

/// Checked events that are to be packed into a batch.
#[derive(Default)]
pub(super) struct EventsToSeal {
    pub(super) list: Vec<BatchEvent>,
    pub(super) each_alone: bool,
    /// See [`Batch::keeps_known`].
    pub(super) keeps_known: bool,
    /// See [`Batch::adoption`].
    pub(super) adoption: Option<BatchEvent>,
}

/// Packs events that were checked.
pub(super) fn seal(
    owner: &Owner,
    settings: RecordSettings,
    EventsToSeal { list, each_alone, keeps_known, adoption }: EventsToSeal,
    now: Timestamp,
) -> Result<Packed, Error> {
    Error::check_limit("events in a batch", list.len(), MAX_EVENTS)?;
    let batch = Batch {
        tenant: owner.tenant.clone(),
        principal: owner.principal.clone(),
        max_trust: owner.trust,
        recorded: now,
        events: list,
        max_per_day: settings.max_per_day,
        each_alone,
        keeps_known,
        adoption,
    };
    batch.check_owner()?;
    let ids = batch.events.iter().map(|event| batch.id(event).text()).collect();
    let batch_bytes = envelope::encode_value(SEAL_KEY, &batch);
    Error::check_limit("bytes of a batch", batch_bytes.len(), MAX_BATCH_BYTES)?;
    Ok(Packed { batch: batch_bytes, ids })
}

/// Unpacks a batch; an error if the bytes are damaged or hold no batch.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Batch, Error> {
    let damage_error = || Error::invalid("batches", "one is damaged, or of another release");
    let batch: Batch = envelope::read(SEAL_KEY, bytes).ok_or_else(damage_error)?;
    batch.check()?;
    Ok(batch)
}

/// Refuses a name that is too long for a key, or that has a control character.
pub(crate) fn check_name(argument: &'static str, name: &str) -> Result<(), Error> {
    check_length(argument, name, MAX_NAME_BYTES)
}

/// Refuses a name that has more than `max_bytes` bytes or a control character.
pub(super) fn check_length(argument: &'static str, name: &str, max_bytes: usize) -> Result<(), Error> {
    if name.len() <= max_bytes && !name.contains(char::is_control) {
        return Ok(());
    }
    Err(Error::invalid(argument, alloc::format!("it is longer than {max_bytes} bytes, or has a control character")))
}

/// The channel of a window's learnings: `window:` and the window's name, whose end is replaced by a hash if it is too
/// long.
pub(crate) fn channel_of_window(name: &str) -> String {
    let channel = alloc::format!("window:{name}");
    let hash = alloc::format!("~{:016x}", xxh3_64(name.as_bytes()));
    match channel.len() <= MAX_NAME_BYTES {
        true => channel,
        false => String::from(&channel[..channel.floor_char_boundary(MAX_NAME_BYTES - hash.len())]) + &hash,
    }
}

/// Parses the id of a record; an error names the argument.
pub(crate) fn parse_id(argument: &'static str, text: &str) -> Result<RecordId, Error> {
    let refusal = || Error::invalid(argument, alloc::format!("{:?} is no id of a record", repeated_argument(text)));
    RecordId::parse(text).ok_or_else(refusal)
}

/// Refuses a time out of range, or too far in the future: a file may hold any number.
fn check_time(argument: &'static str, time: Timestamp, now: Timestamp) -> Result<(), Error> {
    let time = Timestamp::checked(argument, time.milliseconds())?;
    match time.milliseconds() > now.milliseconds().saturating_add(MAX_AHEAD_MILLISECONDS) {
        true => Err(Error::invalid(argument, "it lies more than a day ahead of the clock")),
        false => Ok(()),
    }
}

impl ImportedFields {
    /// Checks the fields that only an export has, and the text and body by the rules for exported records.
    fn check(&self, text: &str, body: Option<&Body>, now: Timestamp) -> Result<(), Error> {
        check_time("recorded", self.recorded, now)?;
        self.updated.map_or(Ok(()), |updated| check_time("updated", updated, now))?;
        check_name("principal", &self.principal)?;
        match (&self.learning, body) {
            (Some(learning), _) => check::check_learning(learning, text),
            (None, Some(body @ Body::Observation(_))) => check::check_body(body),
            (None, body) => check::check_event(text, body),
        }
    }
}

impl Batch {
    /// The id of the record that an event of this batch becomes.
    pub(crate) fn id(&self, event: &BatchEvent) -> RecordId {
        RecordId::of_event(event.time, &self.tenant, &event.event_id)
    }

    fn check(&self) -> Result<(), Error> {
        self.check_owner()?;
        Error::check_limit("events in a batch", self.events.len(), MAX_EVENTS)?;
        self.events.iter().try_for_each(|event| {
            event.check_is_no_adoption()?;
            event.check(self.recorded)
        })?;
        match &self.adoption {
            Some(BatchEvent { body: Some(Body::Adoption(_)), origin: Origin::Person, .. }) | None => {}
            Some(_) => return Err(Error::invalid("batches", "one has an adoption that is none")),
        }
        self.adoption.iter().try_for_each(|adoption| adoption.check(self.recorded))
    }

    fn check_owner(&self) -> Result<(), Error> {
        check_name("tenant", &self.tenant)?;
        check_name("principal", &self.principal)
    }
}

impl BatchEvent {
    /// Checks an event of the current speaker, and applies the policy on secrets to it.
    pub(super) fn from_speaker(event: Event, space: &RecordSpace, now: Timestamp) -> Result<BatchEvent, Error> {
        let event = BatchEvent::of(event, space.owner.speaker, space, now)?;
        event.check_is_no_adoption()?;
        Ok(event)
    }

    /// Checks an event, limits its origin to that of `speaker`, and applies the policy on secrets to it.
    pub(super) fn of(event: Event, speaker: Origin, space: &RecordSpace, now: Timestamp) -> Result<BatchEvent, Error> {
        let mut event = event;
        let situation = event.take_situation();
        let Event { event_id, time, channel, origin, parents, mut anchors, mut metadata, mut body, .. } = event;
        let origin = origin.spoken_by(speaker);
        space.guard().apply_to_paths(&mut body, &mut anchors)?;
        let time = Timestamp::reported("time", time, now)?;
        let channel = if channel.is_empty() { String::from(GLOBAL_CHANNEL) } else { channel };
        Error::check_limit("parents of an event", parents.len(), MAX_PARENTS)?;
        let parents = parents.iter().map(|id| parse_id("parents", id).map(Parent::of)).collect::<Result<_, _>>()?;
        let (text, body) = check::normalize_body(body, &space.project)?.stored();
        let anchors = anchors.into_iter().map(|anchor| check::normalize_anchor(anchor, &space.project));
        let anchors = anchors.collect::<Result<_, _>>()?;
        check::check_event(&text, body.as_ref())?;
        check::check_metadata(&metadata)?;
        metadata = check::canonical_metadata(&metadata);
        let (imported, line) = (None, 0);
        let event = unsituated!(BatchEvent {
            event_id,
            text,
            time,
            channel,
            origin,
            parents,
            anchors,
            metadata,
            body,
            imported,
            line,
        });
        let mut event = event.situated(situation);
        space.guard().apply_to_event(&mut event)?;
        event.check(now)?;
        Ok(event)
    }

    /// Checks an exported event. `derived` is the body of a record that the core derived itself; `None` for any other.
    pub(super) fn of_import(
        event: Event,
        derived: Option<Body>,
        imported: ImportedFields,
        space: &RecordSpace,
        now: Timestamp,
    ) -> Result<BatchEvent, Error> {
        // A note must have text, so a placeholder stands in for a learning without text, or for a derived body.
        let has_no_text = imported.learning.is_some() && event.body == EventBody::Note(String::new());
        let event = if has_no_text || derived.is_some() {
            Event { body: EventBody::Note(String::from("derived")), ..event }
        } else {
            event
        };
        let event = BatchEvent::of(event, Origin::Person, space, now)?;
        let text = if has_no_text || derived.is_some() { String::new() } else { event.text };
        let mut event = BatchEvent { text, body: derived.or(event.body), imported: Some(imported), ..event };
        // Masks the derived body, which was set after `BatchEvent::of` had masked the rest.
        space.guard().apply_to_event(&mut event)?;
        event.check(now)?;
        Ok(event)
    }

    /// Makes an exported event an untrusted import by `importer`, whatever the line says.
    pub(super) fn made_untrusted(mut self, importer: &str) -> BatchEvent {
        self.origin = Origin::Imported;
        if let Some(imported) = &mut self.imported {
            (imported.trust, imported.principal) = (Trust::Untrusted, String::from(importer));
        }
        self
    }

    /// Checks an event, whichever way it came in; `recorded` is the time at which its batch is packed.
    fn check(&self, recorded: Timestamp) -> Result<(), Error> {
        match &self.imported {
            Some(imported) => imported.check(&self.text, self.body.as_ref(), recorded)?,
            None => check::check_event(&self.text, self.body.as_ref())?,
        }
        check::check_metadata(&self.metadata)?;
        if self.event_id.is_empty() || self.event_id.len() > MAX_EVENT_ID_BYTES || self.event_id.contains('\0') {
            return Err(Error::invalid("event-id", "it has 1 to 256 bytes, and no NUL"));
        }
        if self.channel.is_empty() {
            return Err(Error::invalid("channel", "it is empty"));
        }
        check_name("channel", &self.channel)?;
        self.check_situation()?;
        check::check_session(&self.session)?;
        if matches!(self.body, Some(Body::TaskStep(_))) && self.task.is_empty() {
            return Err(Error::invalid("task", "a step of a task names its task"));
        }
        if matches!(self.body, Some(Body::Delivery(_))) {
            self.check_delivery()?;
        }
        check_time("time", self.time, recorded)?;
        Error::check_limit("parents of an event", self.parents.len(), MAX_PARENTS)?;
        Error::check_limit("anchors of an event", self.anchors.len(), MAX_ANCHORS)?;
        self.anchors.iter().try_for_each(Anchor::check)
    }

    /// Refuses an adoption that is added as an event, because adoptions follow from imported lines. An exported
    /// adoption is accepted, and raises nothing here.
    fn check_is_no_adoption(&self) -> Result<(), Error> {
        match (&self.body, &self.imported) {
            (Some(Body::Adoption(_)), None) => {
                Err(Error::invalid("kind", "an adoption is recorded where a person imports lines as their own"))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a delivery that has no session, or not exactly one parent: the record that was delivered.
    fn check_delivery(&self) -> Result<(), Error> {
        match (self.session.is_empty(), self.parents.as_slice()) {
            (true, _) => Err(Error::invalid("session", "a delivery names the session that was told")),
            (false, [_]) => Ok(()),
            _ => Err(Error::invalid("parents", "a delivery has one: the record that was told")),
        }
    }
}
