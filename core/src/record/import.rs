//! Reads lines that an export wrote.
//!
//! Unless a person calls the lines their own, an imported record is untrusted and has the origin `imported`, whatever
//! its line says. A record of a person's own lines is trusted as far as its line, its origin and the importer allow; if
//! it was imported before, it may be adopted (`adopt`). Not here: adding (`add`), which skips forgotten records.

use alloc::string::String;
use alloc::vec::Vec;

use super::batch::{BatchEvent, EventsToSeal, ImportedFields, Packed, channel_of_window, seal};
use super::envelope::LearningFields;
use super::event::{Event, EventBody};
use super::export_line::{Chain, damaged_trailer, trailer};
use super::kinds::{Adoption, Kind};
use super::lines::{Members, RefusedLine, parse_object};
use super::space::RecordSpace;
use super::trust::{Origin, Trust};
use crate::base::error::Error;
use crate::base::time::Timestamp;

/// The most bytes of lines in one call.
const MAX_BYTES: usize = 16 << 20;

/// The batch of one slice of an import, and the state to read the next slice with.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedImport {
    /// A batch of the lines' records, for `add`.
    pub packed: Packed,
    /// The lines that were left out, with reasons.
    pub refused: Vec<RefusedLine>,
    /// Opaque state to pass with the lines that follow.
    pub state: String,
    /// Whether a trailer was reached that fits the lines before it, so that the export is complete.
    pub is_whole: bool,
}

impl RecordSpace {
    /// Reads exported lines. With `is_mine`, which only a person may set, the lines keep their origin, and their trust
    /// up to the owner's. They also keep their principal if the owner's trust is `Confirmed`.
    pub(crate) fn pack_import(&self, lines: &str, state: &str, is_mine: bool, now: i64) -> Result<PackedImport, Error> {
        Error::check_limit("bytes of lines", lines.len(), MAX_BYTES)?;
        let now = Timestamp::checked("now", now)?;
        if is_mine && self.owner.speaker != Origin::Person {
            let why = "only a person calls lines their own: open the memory with a person as who speaks";
            return Err(Error::invalid("is-mine", why));
        }
        let (mut chain, earlier_adoption) = parse_state(state)?;
        let (mut events, mut refused, mut is_whole) = (Vec::new(), Vec::new(), false);
        for (at, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let mut refuse = |error| refused.push(RefusedLine { line: at as u32 + 1, error });
            if line.starts_with("{\"trailer\"") {
                is_whole = line == trailer(&chain);
                if !is_whole {
                    let why = match line == damaged_trailer(&chain) {
                        true => "the memory was damaged when they were exported: some may be missing",
                        false => "the trailer does not fit the lines before it: some are missing, or were changed",
                    };
                    refuse(Error::invalid("lines", why));
                }
                continue;
            }
            chain.add(line);
            match self.read_line(line, is_mine, now) {
                Ok(event) => events.push(BatchEvent { line: at as u32 + 1, ..event }),
                Err(error) => refuse(error),
            }
        }
        let adoption_state =
            is_mine.then(|| earlier_adoption.unwrap_or(AdoptionState { since: now, first_chain: chain }));
        let adoption = adoption_state.map(|adoption_state| adoption_state.event(self, now)).transpose()?;
        let events = EventsToSeal { list: events, each_alone: true, adoption, ..EventsToSeal::default() };
        let packed = seal(&self.owner, self.settings, events, now)?;
        let state = adoption_state
            .map_or(chain.text(), |adoption_state| alloc::format!("{} {}", chain.text(), adoption_state.text()));
        Ok(PackedImport { packed, refused, state, is_whole })
    }

    fn read_line(&self, line: &str, is_mine: bool, now: Timestamp) -> Result<BatchEvent, Error> {
        let mut members = Members::of(parse_object(line)?);
        members.text("id")?;
        let mut imported = ImportedFields {
            recorded: Timestamp::checked("recorded", members.time("recorded")?.unwrap_or(now.milliseconds()))?,
            trust: members.word("trust")?.unwrap_or(Trust::Untrusted),
            principal: members.text("principal")?.unwrap_or_default(),
            updated: members.time("updated")?.map(|time| Timestamp::checked("updated", time)).transpose()?,
            intent: members.word("task_intent")?,
            learning: None,
        };
        let (event, derived) = match members.text("kind")?.unwrap_or_default().as_str() {
            "observation" => {
                let observation = members.stored_body(Kind::Observation)?;
                (note_event(&mut members, now)?, observation)
            }
            "learning" => {
                let learning = LearningFields {
                    item: members.text("item")?.unwrap_or_default(),
                    tool: members.text("tool")?.unwrap_or_default(),
                    paths: self.paths(members.texts("files")?),
                    failed: !members.boolean("success")?.unwrap_or(true),
                    part: members.text("part")?.unwrap_or_default(),
                };
                imported.learning = Some(learning);
                let event = note_event(&mut members, now)?;
                let channel = event.channel.strip_prefix("window:").map(channel_of_window);
                (Event { channel: channel.unwrap_or(event.channel), ..event }, None)
            }
            kind => {
                let body = members.body_of(kind)?;
                (members.event(now.milliseconds(), String::new, body)?, None)
            }
        };
        members.end()?;
        let event = BatchEvent::of_import(event, derived, imported, self, now)?;
        Ok(if is_mine { event } else { event.made_untrusted(&self.owner.principal) })
    }

    /// Paths that a window recorded, as paths of the project. A text that is no path stays as it is.
    fn paths(&self, paths: Vec<String>) -> Vec<String> {
        paths.into_iter().map(|path| self.project.path(&path).unwrap_or(path)).collect()
    }
}

/// An adoption in progress, which all slices of an import share: its time, and the lines up to the end of its first
/// slice.
#[derive(Clone, Copy)]
struct AdoptionState {
    since: Timestamp,
    first_chain: Chain,
}

impl AdoptionState {
    fn text(self) -> String {
        alloc::format!("{}:{}", self.since.milliseconds(), self.first_chain.text())
    }

    fn parse(text: &str) -> Option<AdoptionState> {
        let (since, first_chain) = text.split_once(':')?;
        Some(AdoptionState {
            since: Timestamp::checked("state", since.parse().ok()?).ok()?,
            first_chain: Chain::parse(first_chain)?,
        })
    }

    fn event(self, space: &RecordSpace, now: Timestamp) -> Result<BatchEvent, Error> {
        let event_id = alloc::format!("adoption:{}", self.text());
        let body = EventBody::Adoption(Adoption { lines: self.first_chain.text() });
        let event = Event::of(event_id, self.since.milliseconds(), Origin::Person, body);
        BatchEvent::of(event, space.owner.speaker, space, now)
    }
}

/// Parses the state of an import: the chain of the lines so far, and the adoption in progress.
fn parse_state(state: &str) -> Result<(Chain, Option<AdoptionState>), Error> {
    let bad_state = || Error::invalid("state", "not one that this memory gave");
    let (chain, adoption_state) = match state.split_once(' ') {
        Some((chain, adoption_state)) => (chain, Some(AdoptionState::parse(adoption_state).ok_or_else(bad_state)?)),
        None => (state, None),
    };
    let chain = if chain.is_empty() { Some(Chain::default()) } else { Chain::parse(chain) };
    Ok((chain.ok_or_else(bad_state)?, adoption_state))
}

/// The event for a line with a learning or an observation, which no event can state: a note with the line's text.
fn note_event(members: &mut Members, now: Timestamp) -> Result<Event, Error> {
    let text = members.text("text")?.unwrap_or_default();
    members.event(now.milliseconds(), String::new, EventBody::Note(text))
}
