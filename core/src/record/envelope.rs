//! The envelope of a record: the fields that every kind has, and how they are stored.
//!
//! A field has a number, which is never used for another one; a field that an older release did not know is missing
//! from its rows and has a default. The tenant and the id are only in the key. Format 1 has no trust, parents or
//! anchors. Format 2 adds them, tasks, metadata, bodies, learnings and the rows of windows. Format 3 adds tool calls of
//! unknown outcome and refused ones, and derives co-edits by occasion, no longer by how near edits were.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::event::{Body, TaskIntent};
use super::keyspace::Kind;
use super::situation::situated;
use super::trust::{Origin, Trust};
use crate::base::anchor::Anchor;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::row::seal;

/// The format that this release writes.
pub(crate) const FORMAT: u8 = 3;

situated! { stored:
/// A record as it is stored. Its tenant and id are only in the key.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Record {
    #[n(0)]
    pub(crate) kind: Kind,
    /// When the event happened.
    #[n(1)]
    pub(crate) time: Timestamp,
    /// When the event was first recorded; an import keeps this time.
    #[n(2)]
    pub(crate) recorded: Timestamp,
    #[n(3)]
    pub(crate) origin: Origin,
    /// The id that the event was given.
    #[n(4)]
    pub(crate) event_id: String,
    #[n(5)]
    pub(crate) channel: String,
    /// The name of whoever recorded the event; empty if nobody stated one.
    #[n(6)]
    #[cbor(default)]
    pub(crate) principal: String,
    #[n(8)]
    pub(crate) text: String,
    /// How far the record may be relied on; `None` in a row of format 1, for which the origin decides.
    #[n(9)]
    pub(crate) trust: Option<Trust>,
    /// The records that it was derived from; since format 2.
    #[n(10)]
    #[cbor(default)]
    pub(crate) parents: Vec<Parent>,
    /// The places in the code that it is about; since format 2.
    #[n(11)]
    #[cbor(default)]
    pub(crate) anchors: Vec<Anchor>,
    /// The further fields of a learning; `None` for any other kind. Since format 2.
    #[n(12)]
    pub(crate) learning: Option<LearningFields>,
    /// A JSON object; empty: none. Since format 2.
    #[n(14)]
    #[cbor(default)]
    pub(crate) metadata: String,
    /// The body; `None` for notes and learnings. Since format 2.
    #[n(15)]
    pub(crate) body: Option<Body>,
    /// The intent of a tool call's task when the call was recorded; `None` if no task stated one, and for any other
    /// kind. Since format 2.
    #[n(16)]
    pub(crate) intent: Option<TaskIntent>,
    /// When a note was last updated; `None` if it never was. Since format 2.
    #[n(17)]
    pub(crate) updated: Option<Timestamp>,
    /// The trust of the attribution itself; `None` if the parents do not lower it.
    #[n(19)]
    pub(crate) own_trust: Option<Trust>,
    /// The attribution before adoptions and by each of them; `None` if no adoption raised the record.
    #[n(20)]
    pub(crate) adopted: Option<AdoptionHistory>,
}
}

/// The fields of a learning beside its text, which is the line of the output that names an error.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct LearningFields {
    /// The kind of the part of the conversation, as the interface names it.
    #[n(0)]
    pub(crate) item: String,
    #[n(1)]
    #[cbor(default)]
    pub(crate) tool: String,
    #[n(2)]
    #[cbor(default)]
    pub(crate) paths: Vec<String>,
    /// Whether the tool's call failed.
    #[n(3)]
    #[cbor(default)]
    pub(crate) failed: bool,
    /// The id of the part in its window.
    #[n(4)]
    #[cbor(default)]
    pub(crate) part: String,
}

/// Who a record is attributed to, and how far the record may be relied on.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Attribution {
    #[n(0)]
    pub(crate) origin: Origin,
    #[n(1)]
    pub(crate) trust: Trust,
    #[n(2)]
    pub(crate) principal: String,
}

/// The attributions of an imported record: before adoption and by each adoption. The last one is current.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct AdoptionHistory {
    #[n(0)]
    pub(crate) before: Attribution,
    /// One for each adoption that raised the record, the newest last.
    #[n(1)]
    pub(crate) adoptions: Vec<AdoptedBy>,
}

/// An adoption of a record, and the attribution that the adopted line gives the record.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct AdoptedBy {
    #[n(0)]
    pub(crate) record: Parent,
    #[n(1)]
    pub(crate) attribution: Attribution,
}

/// The id of a record as rows store it, mostly of a record that another one was derived from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
#[cbor(transparent)]
pub(crate) struct Parent(#[cbor(n(0), with = "minicbor::bytes")] [u8; 16]);

impl Parent {
    pub(crate) fn of(id: RecordId) -> Parent {
        Parent(id.bytes())
    }

    pub(crate) fn id(self) -> RecordId {
        RecordId::from_bytes(self.0)
    }
}

impl Record {
    pub(crate) fn trust(&self) -> Trust {
        self.trust.unwrap_or_else(|| self.origin.trust())
    }

    /// The attribution, with the trust that it has without regard to the parents.
    pub(crate) fn attribution(&self) -> Attribution {
        let trust = self.own_trust.unwrap_or_else(|| self.trust());
        Attribution { origin: self.origin, trust, principal: self.principal.clone() }
    }

    /// Sets the attribution; `parents` is the least trust of the parents, which limits the record's.
    pub(crate) fn attribute(&mut self, Attribution { origin, trust, principal }: Attribution, parents: Trust) {
        (self.origin, self.principal) = (origin, principal);
        self.own_trust = (parents < trust).then_some(trust);
        self.trust = Some(trust.min(parents));
    }

    pub(crate) fn adoptions(&self) -> &[AdoptedBy] {
        self.adopted.as_ref().map_or(&[], |adopted| &adopted.adoptions)
    }

    /// The value to store under a key, always in the newest format.
    pub(crate) fn seal(&self, key: &[u8]) -> Vec<u8> {
        match self.trust {
            Some(_) => encode_value(key, self),
            // Up to format 1.
            None => encode_value(key, &Record { trust: Some(self.trust()), ..self.clone() }),
        }
    }

    /// Reads a stored record, and the format that it was written in; `None` if the row is damaged.
    pub(crate) fn open(key: &[u8], value: &[u8]) -> Option<(Record, u8)> {
        let opened = seal::unseal(key, value)?;
        Some((minicbor::decode(opened.payload).ok()?, opened.format))
    }
}

/// The value of a row whose payload is encoded as CBOR, in the newest format.
pub(crate) fn encode_value<T: Encode<()>>(key: &[u8], payload: &T) -> Vec<u8> {
    let mut value = seal::begin_value(FORMAT, 0);
    // Writing to a vector cannot fail, and neither do these types.
    let written: Result<(), minicbor::encode::Error<core::convert::Infallible>> = minicbor::encode(payload, &mut value);
    debug_assert!(written.is_ok(), "{written:?}");
    seal::finish(key, &mut value);
    value
}

/// The value of a row whose payload is bytes of any form, in the newest format.
pub(crate) fn seal_value(key: &[u8], payload: &[u8]) -> Vec<u8> {
    seal::seal_as(FORMAT, key, 0, payload)
}

/// The payload of a row; `None` if it is damaged.
pub(crate) fn payload<'v>(key: &[u8], value: &'v [u8]) -> Option<&'v [u8]> {
    Some(seal::unseal(key, value)?.payload)
}

/// The decoded CBOR payload of a row; `None` if the row is damaged.
pub(crate) fn read<'v, T: Decode<'v, ()>>(key: &[u8], value: &'v [u8]) -> Option<T> {
    minicbor::decode(seal::unseal(key, value)?.payload).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of the first format, as it was written before trust was stored.
    #[test]
    fn a_row_of_the_first_format_is_read_and_has_the_trust_of_its_origin() {
        let rows = include_str!("../../formats/records-1.rows");
        let (key, value) = rows.lines().find_map(record_row).unwrap();
        let (record, format) = Record::open(&key, &value).unwrap();
        assert_eq!((format, record.text.as_str(), record.trust()), (1, "the build needs clang", Trust::Unconfirmed));
        let again = record.seal(&key);
        assert_eq!(Record::open(&key, &again), Some((Record { trust: Some(Trust::Unconfirmed), ..record }, FORMAT)));
    }

    /// Only rows of tool calls change when they are written again: they gain the flag of a refused call.
    #[test]
    fn a_row_of_an_older_release_is_written_again_with_no_field_that_came_later() {
        let mut n_compared = 0;
        for (key, value) in include_str!("../../formats/records-2.rows").lines().filter_map(record_row) {
            let (record, _) = Record::open(&key, &value).unwrap();
            if record.kind != Kind::ToolCall {
                let again = record.seal(&key);
                assert_eq!(seal::unseal(&key, &again).unwrap().payload, seal::unseal(&key, &value).unwrap().payload);
                n_compared += 1;
            }
        }
        assert!(n_compared > 0);
    }

    fn record_row(line: &str) -> Option<(Vec<u8>, Vec<u8>)> {
        let (key, value) = line.split_once(' ')?;
        key.starts_with("81").then(|| (bytes(key), bytes(value)))
    }

    fn bytes(hex: &str) -> Vec<u8> {
        (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).unwrap()).collect()
    }
}
