//! The trace of a file's edges: sorted, distinct hashes of the names that they depend on.

use alloc::vec::Vec;

use crate::row::codec::{Reader, Writer};

/// Encodes sorted hashes.
pub(crate) fn encode(hashes: &[u32]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.count(hashes.len());
    let mut previous_hash = 0;
    for &hash in hashes {
        writer.number(hash.wrapping_sub(previous_hash));
        previous_hash = hash;
    }
    writer.finish()
}

/// Decodes sorted hashes; `None` if the bytes are damaged.
pub(crate) fn decode(bytes: &[u8]) -> Option<Vec<u32>> {
    let mut reader = Reader::new(bytes);
    let n_hashes = reader.count(1)?;
    let mut hashes = Vec::with_capacity(n_hashes);
    let mut hash = 0u32;
    for _ in 0..n_hashes {
        hash = hash.checked_add(reader.number()?)?;
        hashes.push(hash);
    }
    reader.finish().map(|()| hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_round_trips() {
        for hashes in [vec![], vec![0], vec![5, 5, 900, u32::MAX]] {
            assert_eq!(decode(&encode(&hashes)), Some(hashes));
        }
    }

    #[test]
    fn unsorted_hashes_are_refused() {
        assert_eq!(decode(b"\x02\xff\xff\xff\xff\x0f\x01"), None);
        assert_eq!(decode(b"\x02\x01"), None);
        assert_eq!(decode(b"\x00\x00"), None);
    }
}
