//! Comparing bytes, eight at a time: what every comparison of texts comes down to.
//!
//! The toolchain's own for this target goes byte by byte, and in a component that can be interrupted each step of a loop is also
//! a look at the clock. Not here: what is compared.

/// The C library's `memcmp`, which the compiler calls by this name.
///
/// # Safety
/// Both pointers must lead to `n_bytes` bytes that can be read.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcmp(one: *const u8, other: *const u8, n_bytes: usize) -> i32 {
    let mut at = 0;
    while at + 8 <= n_bytes {
        // SAFETY: eight bytes from `at` on lie within what the caller vouches for.
        let (a, b) = unsafe { (word(one, at), word(other, at)) };
        if a != b {
            return order(a, b);
        }
        at += 8;
    }
    if at == n_bytes {
        return 0;
    }
    // The last bytes are read together with equal ones before them, so that no step goes byte by byte.
    // SAFETY: each branch reads the first or last bytes of at least as many as the caller vouches for.
    unsafe {
        match n_bytes {
            8.. => order(word(one, n_bytes - 8), word(other, n_bytes - 8)),
            4.. => order(ends(one, n_bytes), ends(other, n_bytes)),
            _ => order(few(one, n_bytes), few(other, n_bytes)),
        }
    }
}

/// The same, where only equality matters.
///
/// # Safety
/// As for [`memcmp`].
#[unsafe(no_mangle)]
unsafe extern "C" fn bcmp(one: *const u8, other: *const u8, n_bytes: usize) -> i32 {
    // SAFETY: as the caller vouches.
    unsafe { memcmp(one, other, n_bytes) }
}

/// The eight bytes at a place; linear memory has its little end first.
///
/// # Safety
/// They must be readable.
unsafe fn word(bytes: *const u8, at: usize) -> u64 {
    // SAFETY: as the caller vouches; the bytes need not be aligned.
    unsafe { bytes.add(at).cast::<u64>().read_unaligned() }
}

/// Four to seven bytes: the first four, and behind them the last four.
///
/// # Safety
/// They must be readable.
unsafe fn ends(bytes: *const u8, n_bytes: usize) -> u64 {
    // SAFETY: as the caller vouches; the bytes need not be aligned.
    let half = |at: usize| u64::from(unsafe { bytes.add(at).cast::<u32>().read_unaligned() });
    half(0) | half(n_bytes - 4) << 32
}

/// One to three bytes: the first, the one in the middle, the last.
///
/// # Safety
/// They must be readable.
unsafe fn few(bytes: *const u8, n_bytes: usize) -> u64 {
    // SAFETY: as the caller vouches.
    let byte = |at: usize| u64::from(unsafe { *bytes.add(at) });
    byte(0) | byte(n_bytes / 2) << 8 | byte(n_bytes - 1) << 16
}

/// The order of bytes that were read with the first of them lowest.
fn order(one: u64, other: u64) -> i32 {
    if one == other {
        return 0;
    }
    let at = (one ^ other).trailing_zeros() & !7;
    ((one >> at) as u8).cmp(&((other >> at) as u8)) as i32
}
