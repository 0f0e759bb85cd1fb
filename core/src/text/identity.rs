//! What tells texts apart in tables: 64 bits, in few steps of a WebAssembly machine.

/// What tells words apart without comparing them: 64 bits, by the steps of Austin Appleby's MurmurHash64A, eight bytes each, which
/// multiply 64 bits and no more.
/// Among the million words of a large project two share all 64 about once in thirty million projects. Who means to can make texts
/// that share them: then tables grow slow, and such words count as one.
#[inline]
pub(crate) fn identity(word: &str) -> u64 {
    const MULTIPLIER: u64 = 0xc6a4_a793_5bd1_e995;
    let (chunks, rest) = word.as_bytes().as_chunks::<8>();
    let mix = |hash: u64, bytes: u64| {
        let mixed = bytes.wrapping_mul(MULTIPLIER);
        (hash ^ (mixed ^ mixed >> 47).wrapping_mul(MULTIPLIER)).wrapping_mul(MULTIPLIER)
    };
    let hash = chunks.iter().fold(word.len() as u64, |hash, chunk| mix(hash, u64::from_le_bytes(*chunk)));
    let rest = match (rest.first_chunk(), rest.last_chunk()) {
        // The bytes before the last four and after the first four meet or overlap: nothing is left out.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_wherever_they_differ() {
        let words = (1..13).flat_map(|len| (0..1 << len).map(move |bits: u32| (len, bits)));
        let word =
            |(len, bits): (u32, u32)| (0..len).map(|at| ['a', 'b'][(bits >> at & 1) as usize]).collect::<String>();
        let identities: Vec<u64> = words.map(|of| identity(&word(of))).collect();
        let distinct: alloc::collections::BTreeSet<&u64> = identities.iter().collect();
        assert_eq!(distinct.len(), identities.len());
    }
}
