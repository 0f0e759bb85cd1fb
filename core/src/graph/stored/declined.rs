//! Declined references of a file: part of its edges row, and as counts in the file adjacency.
//!
//! They follow from the facts of all files, as edges do.

use alloc::vec::Vec;

use crate::graph::model::names::hash_name;
use crate::row::codec::{Reader, Writer};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct DeclinedPlace {
    /// Slot of the symbol that contains the place, in the same file.
    pub(crate) source: u32,
    /// 1-based.
    pub(crate) line: u32,
    /// Whether it is a call; otherwise the name is only used.
    pub(crate) is_call: bool,
}

/// The number of a file's declined references of one name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct DeclinedCount {
    /// As [`hash_name`] computes it.
    pub(crate) hash: u32,
    pub(crate) n_calls: u32,
    pub(crate) n_uses: u32,
}

/// Encodes places, grouped by the name that they use; names and places are sorted.
pub(crate) fn encode<'n>(places_by_name: impl ExactSizeIterator<Item = (&'n str, &'n [DeclinedPlace])>) -> Vec<u8> {
    let mut writer = Writer::default();
    if places_by_name.len() == 0 {
        return writer.finish();
    }
    writer.count(places_by_name.len());
    for (name, places) in places_by_name {
        writer.text(name);
        writer.count(places.len());
        let (mut source, mut line) = (0, 0);
        for place in places {
            writer.delta(source, place.source);
            writer.delta(line, place.line);
            writer.byte(u8::from(place.is_call));
            (source, line) = (place.source, place.line);
        }
    }
    writer.finish()
}

/// Decodes places, and calls `take` with each name and its places. `None` if the bytes are damaged; then the calls made
/// so far are invalid.
pub(crate) fn read(bytes: &[u8], take: &mut impl FnMut(&str, Vec<DeclinedPlace>)) -> Option<()> {
    if bytes.is_empty() {
        return Some(());
    }
    let mut reader = Reader::new(bytes);
    for _ in 0..reader.count(2)? {
        let name = reader.text()?;
        let n_places = reader.count(3)?;
        let (mut source, mut line) = (0, 0);
        let mut place = |_| {
            source = reader.delta(source)?;
            line = reader.delta(line)?;
            let is_call = match reader.byte()? {
                0 => false,
                1 => true,
                _ => return None,
            };
            Some(DeclinedPlace { source, line, is_call })
        };
        let places: Vec<DeclinedPlace> = (0..n_places).map(&mut place).collect::<Option<_>>()?;
        take(name, places);
    }
    reader.finish()
}

/// The counts of a file, sorted by the hash of the name; `None` if the bytes are damaged.
pub(crate) fn counts(bytes: &[u8]) -> Option<Vec<DeclinedCount>> {
    let mut counts = Vec::new();
    read(bytes, &mut |name, places| {
        let n_calls = places.iter().filter(|place| place.is_call).count() as u32;
        counts.push(DeclinedCount { hash: hash_name(name), n_calls, n_uses: places.len() as u32 - n_calls });
    })?;
    counts.sort_unstable();
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::stored::sample::survives_damage;

    fn sample() -> Vec<(&'static str, Vec<DeclinedPlace>)> {
        let place = |source, line, is_call| DeclinedPlace { source, line, is_call };
        vec![
            ("close", vec![place(3, 10, true), place(3, 12, false), place(9, 90, true)]),
            ("header", vec![place(0, 1, true)]),
        ]
    }

    fn encoded() -> Vec<u8> {
        encode(sample().iter().map(|(name, places)| (*name, places.as_slice())))
    }

    #[test]
    fn places_round_trip_and_are_counted() {
        let mut read_back = Vec::new();
        read(&encoded(), &mut |name, places| read_back.push((name == "close", places))).unwrap();
        assert_eq!(read_back, [(true, sample()[0].1.clone()), (false, sample()[1].1.clone())]);
        let mut numbers: Vec<(u32, u32)> =
            counts(&encoded()).unwrap().iter().map(|one| (one.n_calls, one.n_uses)).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [(1, 0), (2, 1)]);
        assert_eq!(
            (counts(b""), encode(core::iter::empty::<(&str, &[DeclinedPlace])>())),
            (Some(Vec::new()), Vec::new())
        );
    }

    #[test]
    fn damage_is_refused_or_decoded_differently_but_never_panics() {
        // No bytes at all mean a file without declined references.
        survives_damage(&encoded(), |bytes| !bytes.is_empty() && counts(bytes).is_some());
    }
}
