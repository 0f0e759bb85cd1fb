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
            return sign(a.swap_bytes(), b.swap_bytes());
        }
        at += 8;
    }
    while at < n_bytes {
        // SAFETY: `at` lies within what the caller vouches for.
        let (a, b) = unsafe { (*one.add(at), *other.add(at)) };
        if a != b {
            return sign(u64::from(a), u64::from(b));
        }
        at += 1;
    }
    0
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

fn sign(one: u64, other: u64) -> i32 {
    if one < other { -1 } else { 1 }
}
