//! Reads the file of the Model Context Protocol's reference memory server as events.
//!
//! A line is an entity with its observations, or a relation of two entities; each observation and each relation becomes
//! a note. An event's id is a hash of its content, so that a file adds nothing when it is imported again. Not here:
//! lines that an export wrote (`import`).

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_128;

use super::batch::{BatchEvent, EventsToSeal, Packed, seal};
use super::check::{canonical_json, check_metadata};
use super::event::{Event, EventBody};
use super::lines::{RefusedLine, parse_object};
use super::space::RecordSpace;
use super::trust::Origin;
use crate::base::error::Error;
use crate::base::time::Timestamp;

/// The most bytes of lines in one call.
const MAX_BYTES: usize = 16 << 20;
/// The most events of one call, which fit into a batch.
const SLICE_EVENTS: usize = 1_000;
/// A batch ends once its texts have more than this many bytes. That leaves room in the 8 MiB of a batch for one more
/// text of up to 64 KiB, and for texts that masking lengthens.
const SLICE_BYTES: usize = 2 << 20;

/// A batch of notes from lines of the reference server, and where to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedReference {
    /// A batch of the lines' notes, for `add`.
    pub packed: Packed,
    /// The lines that were left out, with reasons.
    pub refused: Vec<RefusedLine>,
    /// The position at which to go on in these lines; empty at their end.
    pub next: String,
}

impl RecordSpace {
    /// Reads lines of the reference server from a position on, as many events as a batch can hold.
    pub(crate) fn pack_reference(&self, lines: &str, after: &str, now: i64) -> Result<PackedReference, Error> {
        Error::check_limit("bytes of lines", lines.len(), MAX_BYTES)?;
        let time = Timestamp::checked("now", now)?;
        let (first_line, mut n_taken, n_before) = parse_position(after)?;
        let (mut events, mut refused, mut n_bytes) = (Vec::new(), Vec::new(), 0);
        for (at, line) in lines.lines().enumerate().skip(first_line).filter(|(_, line)| !line.trim().is_empty()) {
            let mut refuse = |error| refused.push(RefusedLine { line: at as u32 + 1, error });
            let LineNotes { beginning, endings, metadata } = parse_line(line).unwrap_or_else(|error| {
                refuse(error);
                LineNotes::default()
            });
            for (nth, ending) in endings.iter().enumerate().skip(mem::take(&mut n_taken)) {
                if events.len() == SLICE_EVENTS || n_bytes > SLICE_BYTES {
                    let next = format!("{at}.{nth}.{}", n_before + events.len() as i64);
                    return Ok(PackedReference { packed: self.notes_of_lines(events, time)?, refused, next });
                }
                // Notes keep their order among each other.
                let event = event(beginning.clone() + ending, metadata.clone(), now + n_before + events.len() as i64);
                match self.check_line_event(at, event, time) {
                    Ok(event) => {
                        n_bytes += event.text.len() + event.metadata.len();
                        events.push(event);
                    }
                    Err(error) => refuse(error),
                }
            }
        }
        Ok(PackedReference { packed: self.notes_of_lines(events, time)?, refused, next: String::new() })
    }

    fn notes_of_lines(&self, list: Vec<BatchEvent>, now: Timestamp) -> Result<Packed, Error> {
        seal(&self.owner, self.settings, EventsToSeal { list, each_alone: true, ..EventsToSeal::default() }, now)
    }
}

/// Parses a position into three counts: the lines before its own, the notes of its line that were taken, and all notes
/// that were taken. An empty position is the beginning.
fn parse_position(after: &str) -> Result<(usize, usize, i64), Error> {
    let mut numbers = after.splitn(3, '.').map(|number| number.parse::<u32>().ok());
    let mut next_number = || numbers.next().flatten();
    match (after, next_number(), next_number(), next_number()) {
        ("", ..) => Ok((0, 0, 0)),
        (_, Some(line), Some(note), Some(n_notes)) => Ok((line as usize, note as usize, i64::from(n_notes))),
        _ => Err(Error::invalid("after", "not one that this memory gave")),
    }
}

/// The notes of a line, whose texts are built one at a time to hold their common beginning in memory only once.
#[derive(Default)]
struct LineNotes {
    beginning: String,
    endings: Vec<String>,
    metadata: String,
}

fn parse_line(line: &str) -> Result<LineNotes, Error> {
    let mut object = Value::Object(parse_object(line)?);
    let observations = object["observations"].take();
    let text = |name: &'static str| object[name].as_str().ok_or_else(|| Error::invalid(name, "it is no text"));
    let (beginning, endings, metadata) = match object["type"].as_str() {
        Some("entity") => {
            let (name, entity_type) = (text("name")?, text("entityType")?);
            let metadata = json!({ "entity": name, "entity_type": entity_type });
            (format!("{name}: "), texts(observations)?, metadata)
        }
        Some("relation") => {
            let (from, to, relation) = (text("from")?, text("to")?, text("relationType")?);
            let metadata = json!({ "from": from, "to": to, "relation_type": relation });
            (String::new(), vec![format!("{from} {relation} {to}")], metadata)
        }
        _ => return Err(Error::invalid("type", "it is neither entity nor relation")),
    };
    let metadata = canonical_json(metadata);
    check_metadata(&metadata)?;
    Ok(LineNotes { beginning, endings, metadata })
}

fn texts(observations: Value) -> Result<Vec<String>, Error> {
    let refusal = || Error::invalid("observations", "it is no list of texts");
    let Value::Array(list) = observations else { return Err(refusal()) };
    let text = |observed| if let Value::String(text) = observed { Ok(text) } else { Err(refusal()) };
    list.into_iter().map(text).collect()
}

fn event(text: String, metadata: String, time: i64) -> Event {
    let hash = xxh3_128(format!("{text}\n{metadata}").as_bytes());
    Event { metadata, ..Event::of(format!("mcp:{hash:032x}"), time, Origin::Imported, EventBody::Note(text)) }
}
