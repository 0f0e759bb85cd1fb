//! The envelope of every record, and how it is stored.
//!
//! Fields have numbers, which are never used again for anything else; a field that an older release did not know is
//! missing from its rows and has a default. What a key says (tenant, id) is not repeated. Formats: 1 is the first; it has
//! no trust, parents and anchors. 2 has them, tasks, metadata and bodies, learnings, and the rows of windows. 3 has calls of which
//! nobody said how they ended, or that were refused; from its records follows which files are edited together on how many
//! occasions, and not how often their edits were near each other.

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
/// One record.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Record {
    #[n(0)]
    pub(crate) kind: Kind,
    /// When it happened.
    #[n(1)]
    pub(crate) time: Timestamp,
    /// When it was recorded.
    #[n(2)]
    pub(crate) recorded: Timestamp,
    #[n(3)]
    pub(crate) origin: Origin,
    /// The event's id, as it was given.
    #[n(4)]
    pub(crate) event_id: String,
    #[n(5)]
    pub(crate) channel: String,
    /// Who had the memory open; empty where nobody said.
    #[n(6)]
    #[cbor(default)]
    pub(crate) principal: String,
    #[n(8)]
    pub(crate) text: String,
    /// Since format 2; before it, what the origin allows.
    #[n(9)]
    pub(crate) trust: Option<Trust>,
    /// Since format 2.
    #[n(10)]
    #[cbor(default)]
    pub(crate) parents: Vec<Parent>,
    /// Since format 2.
    #[n(11)]
    #[cbor(default)]
    pub(crate) anchors: Vec<Anchor>,
    /// Since format 2; only of a learning.
    #[n(12)]
    pub(crate) learning: Option<Learning>,
    /// Since format 2. A JSON object; empty for none.
    #[n(14)]
    #[cbor(default)]
    pub(crate) metadata: String,
    /// The body, since format 2; none for notes and learnings.
    #[n(15)]
    pub(crate) body: Option<Body>,
    /// Since format 2; only of a tool call: what its task was about when it was recorded.
    #[n(16)]
    pub(crate) intent: Option<TaskIntent>,
    /// Since format 2; only of a note that was updated.
    #[n(17)]
    pub(crate) updated: Option<Timestamp>,
    /// How far it would be relied on without its parents, where they make that less.
    #[n(19)]
    pub(crate) own_trust: Option<Trust>,
    /// The adoption; only of an imported record that was adopted since.
    #[n(20)]
    pub(crate) adopted: Option<Adopted>,
}
}

/// The fields of a learning beside its text, which is the first line that tells of an error.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Learning {
    /// The kind of the part, in the interface's word.
    #[n(0)]
    pub(crate) item: String,
    #[n(1)]
    #[cbor(default)]
    pub(crate) tool: String,
    #[n(2)]
    #[cbor(default)]
    pub(crate) paths: Vec<String>,
    /// Whether the tool failed.
    #[n(3)]
    #[cbor(default)]
    pub(crate) failed: bool,
    /// The id of the part in its window.
    #[n(4)]
    #[cbor(default)]
    pub(crate) part: String,
}

/// Whose word a record is, and how far that may be relied on.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Said {
    #[n(0)]
    pub(crate) origin: Origin,
    #[n(1)]
    pub(crate) trust: Trust,
    #[n(2)]
    pub(crate) principal: String,
}

/// Whose word an imported record was, and whose it is by each adoption: the last one counts.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Adopted {
    #[n(0)]
    pub(crate) before: Said,
    /// Each relied on more than the one before it.
    #[n(1)]
    pub(crate) by: Vec<AdoptedBy>,
}

/// An adoption, and what its line says of who spoke.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct AdoptedBy {
    #[n(0)]
    pub(crate) by: Parent,
    #[n(1)]
    pub(crate) said: Said,
}

/// A record that another one was derived from.
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

    /// Whose word it is, whatever it was derived from.
    pub(crate) fn said(&self) -> Said {
        let trust = self.own_trust.unwrap_or_else(|| self.trust());
        Said { origin: self.origin, trust, principal: self.principal.clone() }
    }

    /// Makes it somebody's word, which is relied on as far as its parents are.
    pub(crate) fn say(&mut self, Said { origin, trust, principal }: Said, parents: Trust) {
        (self.origin, self.principal) = (origin, principal);
        self.own_trust = (parents < trust).then_some(trust);
        self.trust = Some(trust.min(parents));
    }

    pub(crate) fn adoptions(&self) -> &[AdoptedBy] {
        self.adopted.as_ref().map_or(&[], |adopted| &adopted.by)
    }

    /// The value to store under a key, always in the newest format.
    pub(crate) fn seal(&self, key: &[u8]) -> Vec<u8> {
        match self.trust {
            Some(_) => stored(key, self),
            // Up to format 1.
            None => stored(key, &Record { trust: Some(self.trust()), ..self.clone() }),
        }
    }

    /// The record that is stored under a key, and the format that it was written in; `None` if it is damaged.
    pub(crate) fn open(key: &[u8], value: &[u8]) -> Option<(Record, u8)> {
        let opened = seal::unseal(key, value)?;
        Some((minicbor::decode(opened.payload).ok()?, opened.format))
    }
}

/// The value of a row of records, in the newest format.
pub(crate) fn stored<T: Encode<()>>(key: &[u8], payload: &T) -> Vec<u8> {
    let mut value = seal::begin_value(FORMAT, 0);
    // Writing to a vector cannot fail, and neither do these types.
    let written: Result<(), minicbor::encode::Error<core::convert::Infallible>> = minicbor::encode(payload, &mut value);
    debug_assert!(written.is_ok(), "{written:?}");
    seal::finish(key, &mut value);
    value
}

/// The value of a row of records whose payload is no CBOR.
pub(crate) fn sealed(key: &[u8], payload: &[u8]) -> Vec<u8> {
    seal::seal_as(FORMAT, key, 0, payload)
}

/// The payload of a row; `None` if it is damaged.
pub(crate) fn payload<'v>(key: &[u8], value: &'v [u8]) -> Option<&'v [u8]> {
    Some(seal::unseal(key, value)?.payload)
}

/// The payload of such a row; `None` if it is damaged.
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

    /// Of calls of tools alone a member came with a format: it says always whether one was refused.
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
