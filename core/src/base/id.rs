//! Ids of records: UUIDs of version 7, which sort by time.
//!
//! An id follows from its event, so that an event recorded twice has the same id on every host: in place of random
//! bits there is a hash of the tenant and the event's own id. Not here: whether an event is already recorded.

use alloc::string::String;
use alloc::vec::Vec;

use uuid::{Builder, Uuid};
use xxhash_rust::xxh3::xxh3_128;

use super::time::Timestamp;

/// Least number of digits of an accepted prefix of an id. Ids with the same first eight digits are from the same span
/// of about 66 seconds.
const MIN_PREFIX_DIGITS: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct RecordId([u8; 16]);

impl RecordId {
    /// The id of an event, from its time, tenant and own id.
    pub(crate) fn of_event(time: Timestamp, tenant: &str, event_id: &str) -> RecordId {
        let hash = hash_event(tenant, event_id);
        let mut bits = [0; 10];
        bits.copy_from_slice(&hash[..10]);
        RecordId(*Builder::from_unix_timestamp_millis(time.milliseconds() as u64, &bits).as_uuid().as_bytes())
    }

    /// Parses a UUID in any textual form.
    pub(crate) fn parse(text: &str) -> Option<RecordId> {
        Uuid::try_parse(text).ok().map(|uuid| RecordId(uuid.into_bytes()))
    }

    /// The least and the greatest id with a prefix in textual form; `None` if the prefix has fewer than eight digits or
    /// does not begin a UUID with hyphens.
    pub(crate) fn prefix_range(text: &str) -> Option<(RecordId, RecordId)> {
        const FORM: &str = "00000000-0000-0000-0000-000000000000";
        let is_prefix = (MIN_PREFIX_DIGITS..=FORM.len()).contains(&text.len())
            && text.bytes().zip(FORM.bytes()).all(|(byte, form)| match form {
                b'-' => byte == b'-',
                _ => byte.is_ascii_hexdigit(),
            });
        let fill_prefix = |filler: char| {
            let suffix: String =
                FORM[text.len()..].chars().map(|form| if form == '-' { form } else { filler }).collect();
            RecordId::parse(&[text, &suffix].concat())
        };
        is_prefix.then(|| Some((fill_prefix('0')?, fill_prefix('f')?)))?
    }

    /// In lower case, with hyphens.
    pub(crate) fn text(self) -> String {
        let mut buffer = Uuid::encode_buffer();
        String::from(&*Uuid::from_bytes(self.0).as_hyphenated().encode_lower(&mut buffer))
    }

    pub(crate) fn bytes(self) -> [u8; 16] {
        self.0
    }

    pub(crate) fn from_bytes(bytes: [u8; 16]) -> RecordId {
        RecordId(bytes)
    }

    /// The id with the six bytes of the time set to 0. The other bytes do not depend on the event's time.
    pub(crate) fn without_time(self) -> [u8; 16] {
        let mut bytes = self.0;
        bytes[..6].fill(0);
        bytes
    }

    /// The time of its event, from the first six bytes.
    pub(crate) fn time(self) -> Timestamp {
        let mut bytes = [0; 8];
        bytes[2..].copy_from_slice(&self.0[..6]);
        Timestamp::checked("time", i64::from_be_bytes(bytes)).unwrap_or_default()
    }

    /// The least id with a time.
    pub(crate) fn least_at(time: Timestamp) -> RecordId {
        let mut bytes = [0; 16];
        bytes[..6].copy_from_slice(&time.milliseconds().to_be_bytes()[2..]);
        RecordId(bytes)
    }

    /// The greatest id with a time.
    pub(crate) fn greatest_at(time: Timestamp) -> RecordId {
        let mut bytes = [0xff; 16];
        bytes[..6].copy_from_slice(&time.milliseconds().to_be_bytes()[2..]);
        RecordId(bytes)
    }

    /// Bytes that sort in reverse: newer ids first.
    pub(crate) fn newest_first(self) -> [u8; 16] {
        self.0.map(|byte| !byte)
    }
}

/// A hash of an event's tenant and id, which identifies the event without revealing it.
pub(crate) fn hash_event(tenant: &str, event_id: &str) -> [u8; 16] {
    let mut text = Vec::with_capacity(4 + tenant.len() + event_id.len());
    // The length tells `("ab", "c")` from `("a", "bc")`.
    text.extend_from_slice(&(tenant.len() as u32).to_le_bytes());
    text.extend_from_slice(tenant.as_bytes());
    text.extend_from_slice(event_id.as_bytes());
    xxh3_128(&text).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::checked("now", milliseconds).unwrap()
    }

    #[test]
    fn an_id_follows_from_the_event_and_sorts_by_time() {
        let id = RecordId::of_event(at(1_700_000_000_000), "me", "call-1");
        assert_eq!(id, RecordId::of_event(at(1_700_000_000_000), "me", "call-1"));
        assert_ne!(id, RecordId::of_event(at(1_700_000_000_000), "mec", "all-1"));
        let later = RecordId::of_event(at(1_700_000_000_001), "me", "call-1");
        assert!(id < later && later.newest_first() < id.newest_first());
        assert!(
            id <= RecordId::greatest_at(at(1_700_000_000_000)) && RecordId::greatest_at(at(1_700_000_000_000)) < later
        );
    }

    #[test]
    fn an_id_is_read_as_it_is_written() {
        let id = RecordId::of_event(at(1_700_000_000_000), "me", "call-1");
        let text = id.text();
        assert_eq!((text.len(), text.as_bytes()[14], RecordId::parse(&text)), (36, b'7', Some(id)));
        assert_eq!(RecordId::parse("call-1"), None);
        for length in 8..=36 {
            let (first, last) = RecordId::prefix_range(&text[..length]).unwrap();
            assert!(first <= id && id <= last, "{length}");
            assert_eq!(first == last, length == 36);
        }
        for refused in ["", "018bcfe", "call-1-of-me", "018bcfe5x", "018bcfe5-6800-7é", &format!("{text}0")] {
            assert_eq!(RecordId::prefix_range(refused), None, "{refused}");
        }
    }
}
