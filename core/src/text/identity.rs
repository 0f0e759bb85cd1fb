//! A fast 64-bit hash that identifies words in tables.

/// A 64-bit hash of a word or other text, as MurmurHash64A computes it in steps of eight bytes. Texts with different
/// hashes are different.
///
/// Among the million words of a large project, two have the same hash about once in thirty million projects. Collisions
/// can be constructed on purpose; then tables become slow, and such words count as one.
#[inline]
pub(crate) fn text_hash(word: &str) -> u64 {
    const MULTIPLIER: u64 = 0xc6a4_a793_5bd1_e995;
    let (chunks, rest) = word.as_bytes().as_chunks::<8>();
    let mix = |hash: u64, bytes: u64| {
        let mixed = bytes.wrapping_mul(MULTIPLIER);
        (hash ^ (mixed ^ mixed >> 47).wrapping_mul(MULTIPLIER)).wrapping_mul(MULTIPLIER)
    };
    let hash = chunks.iter().fold(word.len() as u64, |hash, chunk| mix(hash, u64::from_le_bytes(*chunk)));
    let rest = match (rest.first_chunk(), rest.last_chunk()) {
        // The first four and the last four bytes together cover all bytes of the rest.
        (Some(&first), Some(&last)) => u64::from(u32::from_le_bytes(first)) << 32 | u64::from(u32::from_le_bytes(last)),
        _ => match *rest {
            [a] => u64::from(a),
            [a, b] => u64::from(u16::from_le_bytes([a, b])),
            [a, b, c] => u64::from(u32::from_le_bytes([a, b, c, 0])),
            _ => return hash,
        },
    };
    let hash = mix(hash, rest);
    hash ^ hash >> 47
}

/// The hash for a hash table, which uses the highest and the lowest bits: the well-mixed half of the hash, twice.
#[inline]
pub(super) fn table_hash(identity: u64) -> u64 {
    identity >> 32 << 32 | identity >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_differ_anywhere_have_different_identities() {
        let words = (1..13).flat_map(|len| (0..1 << len).map(move |bits: u32| (len, bits)));
        let word =
            |(len, bits): (u32, u32)| (0..len).map(|at| ['a', 'b'][(bits >> at & 1) as usize]).collect::<String>();
        let identities: Vec<u64> = words.map(|of| text_hash(&word(of))).collect();
        let distinct: alloc::collections::BTreeSet<&u64> = identities.iter().collect();
        assert_eq!(distinct.len(), identities.len());
    }
}
