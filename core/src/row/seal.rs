//! The seal of a stored value: its format, a checksum that binds it to its key, and the version of the rules that
//! made it.
//!
//! Every format, including future ones, keeps this envelope, so that an old release can tell a newer row from a
//! damaged one.

use alloc::vec::Vec;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The format of payloads that [`seal`] writes and [`open`] reads; records have a format of their own.
pub(crate) const FORMAT: u8 = 1;

/// Length of the seal in bytes: format (1), checksum (8), stamp (4); little-endian.
const HEAD_BYTES: usize = 13;

/// Why a value cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flaw {
    /// It is not the value that was written under this key.
    Damaged,
    /// It was written by a newer release, in this format.
    NewerFormat(u8),
    /// It was made by another version of the rules, and must be made again.
    OtherStamp,
}

/// The content of an undamaged value.
#[derive(Debug)]
pub(crate) struct UnsealedValue<'v> {
    /// The format of the payload.
    pub(crate) format: u8,
    /// The version of the rules that made the payload.
    pub(crate) stamp: u32,
    /// The bytes after the seal.
    pub(crate) payload: &'v [u8],
}

/// The value to store under `key`, in the format [`FORMAT`].
pub(crate) fn seal(key: &[u8], stamp: u32, payload: &[u8]) -> Vec<u8> {
    seal_as(FORMAT, key, stamp, payload)
}

/// The value to store under `key`, in a given format.
pub(crate) fn seal_as(format: u8, key: &[u8], stamp: u32, payload: &[u8]) -> Vec<u8> {
    let mut value = Vec::with_capacity(HEAD_BYTES + payload.len());
    write_head(&mut value, format, stamp);
    value.extend_from_slice(payload);
    finish(key, &mut value);
    value
}

/// A value with the seal only, to which the payload is to be appended; see [`finish`].
#[cfg(feature = "records")]
pub(crate) fn begin_value(format: u8, stamp: u32) -> Vec<u8> {
    let mut value = Vec::new();
    write_head(&mut value, format, stamp);
    value
}

fn write_head(value: &mut Vec<u8>, format: u8, stamp: u32) {
    value.push(format);
    value.extend_from_slice(&[0; 8]);
    value.extend_from_slice(&stamp.to_le_bytes());
}

/// Writes the checksum into a value whose payload is complete.
pub(crate) fn finish(key: &[u8], value: &mut [u8]) {
    let sum = checksum(key, value[0], &value[9..]);
    value[1..9].copy_from_slice(&sum.to_le_bytes());
}

/// The payload of a stored value that is undamaged, of the format [`FORMAT`], and made by rules with this stamp.
pub(crate) fn open<'v>(key: &[u8], stamp: u32, value: &'v [u8]) -> Result<&'v [u8], Flaw> {
    let unsealed = unseal(key, value).ok_or(Flaw::Damaged)?;
    match unsealed.format {
        FORMAT if unsealed.stamp == stamp => Ok(unsealed.payload),
        FORMAT => Err(Flaw::OtherStamp),
        newer if newer > FORMAT => Err(Flaw::NewerFormat(newer)),
        _ => Err(Flaw::Damaged),
    }
}

/// The content of a stored value of any format; `None` if it is damaged.
pub(crate) fn unseal<'v>(key: &[u8], value: &'v [u8]) -> Option<UnsealedValue<'v>> {
    let (&format, sealed) = value.split_first()?;
    let (sum, stamp_and_payload) = sealed.split_first_chunk::<8>()?;
    let (stamp, payload) = stamp_and_payload.split_first_chunk::<4>()?;
    let is_undamaged = checksum(key, format, stamp_and_payload) == u64::from_le_bytes(*sum);
    is_undamaged.then(|| UnsealedValue { format, stamp: u32::from_le_bytes(*stamp), payload })
}

fn checksum(key: &[u8], format: u8, stamp_and_payload: &[u8]) -> u64 {
    xxh3_64_with_seed(stamp_and_payload, xxh3_64(key) ^ u64::from(format))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &[u8] = b"\x10a.py";

    #[test]
    fn a_sealed_value_is_opened() {
        for payload in [&b""[..], b"x", &[7; 1000]] {
            assert_eq!(open(KEY, 3, &seal(KEY, 3, payload)), Ok(payload));
        }
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_damage() {
        let value = seal(KEY, 3, b"the payload of a row");
        for bit in 0..value.len() * 8 {
            let mut flipped = value.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(open(KEY, 3, &flipped), Err(Flaw::Damaged), "bit {bit}");
        }
        for end in 0..value.len() {
            assert_eq!(open(KEY, 3, &value[..end]), Err(Flaw::Damaged), "cut at {end}");
        }
    }

    #[test]
    fn a_row_under_another_files_key_is_damage() {
        assert_eq!(open(b"\x10b.py", 3, &seal(KEY, 3, b"x")), Err(Flaw::Damaged));
    }

    #[test]
    fn other_stamps_and_newer_formats_are_distinguished_from_damage() {
        assert_eq!(open(KEY, 4, &seal(KEY, 3, b"x")), Err(Flaw::OtherStamp));
        let mut newer = seal(KEY, 3, b"x");
        newer[0] = 9;
        let sum = checksum(KEY, 9, &newer[9..]);
        newer[1..9].copy_from_slice(&sum.to_le_bytes());
        assert_eq!(open(KEY, 3, &newer), Err(Flaw::NewerFormat(9)));
    }
}
