//! Taking what the host wrote into linear memory.
//!
//! The host asks for room by `cabi_realloc` and gives it away with the call: texts, bytes and words are taken over as they lie.
//! Not here: which members a record has (`shapes`).

use alloc::alloc::{alloc, dealloc, handle_alloc_error, realloc};
use alloc::string::String;
use alloc::vec::Vec;
use core::alloc::Layout as Room;

use scrubjay_core::ask::Resumed;

use crate::layout::{Laid, Layout, up};

/// What can be taken.
///
/// # Safety
/// Its functions are given places where the host wrote such values, and each value but once.
pub(crate) trait Lift: Laid + Sized {
    /// The value at a place.
    unsafe fn lift(at: *mut u8) -> Self;

    /// The values of a list, whose room is given back or taken over.
    unsafe fn lift_list(at: *mut u8, n: usize) -> Vec<Self> {
        // SAFETY: as the caller vouches: so many values lie there, in room of that size.
        unsafe {
            let items = (0..n).map(|place| Self::lift(at.add(place * Self::LAYOUT.size))).collect();
            give_back(at, n, Self::LAYOUT);
            items
        }
    }
}

/// Reads members or a case's content, one after the other.
pub(crate) struct In {
    at: *mut u8,
    offset: usize,
}

impl In {
    /// The members of a record.
    pub(crate) fn record(at: *mut u8) -> In {
        In { at, offset: 0 }
    }

    /// A case of a variant: its number, and its content.
    ///
    /// # Safety
    /// Such a variant must lie there.
    pub(crate) unsafe fn case<T: Laid>(at: *mut u8) -> (u8, In) {
        // SAFETY: as the caller vouches; its number takes a byte.
        (unsafe { at.read() }, In { at, offset: T::LAYOUT.align })
    }

    /// The next one.
    ///
    /// # Safety
    /// Such a value must come next.
    pub(crate) unsafe fn next<T: Lift>(&mut self) -> T {
        let start = up(self.offset, T::LAYOUT.align);
        self.offset = start + T::LAYOUT.size;
        // SAFETY: as the caller vouches.
        unsafe { T::lift(self.at.add(start)) }
    }
}

/// A text from where it is and its length.
///
/// # Safety
/// The host must have written it there, in UTF-8 as it has to.
pub(crate) unsafe fn text(at: *mut u8, n: usize) -> String {
    // SAFETY: as the caller vouches.
    unsafe { String::from_utf8_unchecked(list(at, n)) }
}

/// A list from where it is and its length.
///
/// # Safety
/// The host must have written it there.
pub(crate) unsafe fn list<T: Lift>(at: *mut u8, n: usize) -> Vec<T> {
    // SAFETY: as the caller vouches.
    unsafe { T::lift_list(at, n) }
}

/// What comes with a question that is asked again, from the words that it crosses in.
///
/// # Safety
/// As for [`list`], where there is something.
pub(crate) unsafe fn resumed(
    is_there: u32,
    ticket: *mut u8,
    n_ticket: usize,
    answers: *mut u8,
    n_answers: usize,
) -> Option<Resumed> {
    // SAFETY: as the caller vouches.
    (is_there != 0).then(|| unsafe { Resumed { ticket: list(ticket, n_ticket), answers: list(answers, n_answers) } })
}

impl Lift for bool {
    unsafe fn lift(at: *mut u8) -> bool {
        // SAFETY: as the caller vouches.
        unsafe { at.read() != 0 }
    }
}

/// Numbers lie in memory as here, and so do lists of them.
macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Lift for $number {
            unsafe fn lift(at: *mut u8) -> $number {
                // SAFETY: as the caller vouches, and the host aligns it.
                unsafe { at.cast::<$number>().read() }
            }

            unsafe fn lift_list(at: *mut u8, n: usize) -> Vec<$number> {
                // SAFETY: as the caller vouches: room of this size and alignment, which nobody else has.
                unsafe { Vec::from_raw_parts(at.cast::<$number>(), n, n) }
            }
        })*
    };
}
numbers!(u8, u32);

impl Lift for String {
    unsafe fn lift(at: *mut u8) -> String {
        // SAFETY: as the caller vouches.
        unsafe { String::from_utf8_unchecked(Vec::lift(at)) }
    }
}

impl<T: Lift> Lift for Vec<T> {
    unsafe fn lift(at: *mut u8) -> Vec<T> {
        // SAFETY: as the caller vouches: the place of the first, and how many they are.
        unsafe {
            let words = at.cast::<u32>();
            T::lift_list(words.read() as usize as *mut u8, words.add(1).read() as usize)
        }
    }
}

/// # Safety
/// The room must have been given by [`cabi_realloc`] for so many values.
unsafe fn give_back(at: *mut u8, n: usize, layout: Layout) {
    if n > 0 {
        // SAFETY: as the caller vouches: it was valid then.
        unsafe { dealloc(at, Room::from_size_align_unchecked(n * layout.size, layout.align)) };
    }
}

/// Room for what the host writes. Room for nothing is no room, at a place that is aligned.
#[cfg_attr(target_arch = "wasm32", unsafe(no_mangle))]
unsafe extern "C" fn cabi_realloc(old: *mut u8, old_size: usize, align: usize, size: usize) -> *mut u8 {
    if size == 0 {
        return align as *mut u8;
    }
    // SAFETY: the host asks for alignments of the canonical form, and hands in again what it was given.
    unsafe {
        let room = Room::from_size_align_unchecked(size, align);
        let new = match old_size {
            0 => alloc(room),
            _ => realloc(old, Room::from_size_align_unchecked(old_size, align), size),
        };
        if new.is_null() {
            handle_alloc_error(room);
        }
        new
    }
}
