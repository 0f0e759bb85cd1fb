//! The binary form of rows and changes between the host and this module: four-byte numbers, little-endian, and bytes.
//!
//! A key is its length and its bytes. A row is the length of its key, the length of its value, the key, the value. A
//! change is the generations before and after it, eight bytes each, and records: a kind, then a row. Input of any other
//! form is refused.

use scrubjay_store::Commit;

/// The kind of a record in a change that stores a row.
const PUT_ROW: u32 = 0;
/// The kind of a record that deletes a row; its value is ignored.
const DELETE_ROW: u32 = 1;
/// The kind of a record that stores the entry of a file.
const PUT_SCANNED: u32 = 2;
/// The kind of a record that deletes the entry of a file; its value is ignored.
const DELETE_SCANNED: u32 = 3;
/// The kind of a record that sets a meta value.
const PUT_META: u32 = 4;

/// Takes `n` bytes from the front; `None` if there are fewer.
fn take<'a>(input: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (taken, left) = input.split_at_checked(n)?;
    *input = left;
    Some(taken)
}

fn number(input: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(take(input, 4)?.try_into().ok()?))
}

fn long_number(input: &mut &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(take(input, 8)?.try_into().ok()?))
}

/// Takes the next key of a request; `None` if it is malformed.
pub(crate) fn key<'a>(input: &mut &'a [u8]) -> Option<&'a [u8]> {
    let n_bytes = number(input)? as usize;
    take(input, n_bytes)
}

/// Decodes a whole request as pairs of keys; `None` if it is malformed.
pub(crate) fn pairs(mut input: &[u8]) -> Option<Vec<(&[u8], &[u8])>> {
    let mut pairs = Vec::new();
    while !input.is_empty() {
        pairs.push((key(&mut input)?, key(&mut input)?));
    }
    Some(pairs)
}

fn row<'a>(input: &mut &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let (n_key, n_value) = (number(input)? as usize, number(input)? as usize);
    Some((take(input, n_key)?, take(input, n_value)?))
}

/// Appends a row to an answer.
pub(crate) fn put_row(output: &mut Vec<u8>, key: &[u8], value: &[u8]) {
    output.extend((key.len() as u32).to_le_bytes());
    output.extend((value.len() as u32).to_le_bytes());
    output.extend(key);
    output.extend(value);
}

/// Decodes a whole request as a change; `None` if it is malformed.
pub(crate) fn change(mut input: &[u8]) -> Option<Commit> {
    let mut change = Commit::from(long_number(&mut input)?);
    change.to = long_number(&mut input)?;
    while !input.is_empty() {
        let kind = number(&mut input)?;
        let (key, value) = row(&mut input)?;
        let text = || std::str::from_utf8(key).ok().map(str::to_owned);
        match kind {
            PUT_ROW => drop(change.rows.insert(key.to_vec(), Some(value.to_vec()))),
            DELETE_ROW => drop(change.rows.insert(key.to_vec(), None)),
            PUT_SCANNED => drop(change.scanned.insert(text()?, Some(value.to_vec()))),
            DELETE_SCANNED => drop(change.scanned.insert(text()?, None)),
            PUT_META => drop(change.meta.insert(text()?, value.to_vec())),
            _ => return None,
        }
    }
    Some(change)
}
