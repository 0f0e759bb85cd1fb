//! Writing an answer for the host to read.
//!
//! Texts and bytes are not copied: the answer is kept as the core gave it until the host has read it, and what is written leads
//! into it. Not here: which members a record has (`shapes`).

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::Any;
use core::cell::RefCell;
use core::{mem, slice};

use scrubjay_core::ask::Reply;

use crate::OneThread;
use crate::layout::{Laid, Layout, up};

/// What can be written.
pub(crate) trait Lower: Laid {
    /// Writes it to as many bytes as it takes.
    fn lower(&self, lists: &mut Lists, out: &mut [u8]);

    /// Where a list of such values lies.
    fn lower_list(items: &[Self], lists: &mut Lists) -> usize
    where
        Self: Sized,
    {
        lists.add(items)
    }
}

/// The most bytes that are kept for the next answer.
const MOST_SPARE: usize = 1 << 10;

/// The answer that the host reads.
static KEPT: OneThread<RefCell<Kept>> =
    OneThread(RefCell::new(Kept { answer: None, lists: Lists { written: Vec::new(), spare: Vec::new() } }));

/// An answer, and what was written of it.
struct Kept {
    answer: Option<Box<dyn Any>>,
    lists: Lists,
}

/// Writes an answer, keeps it, and says where it lies.
pub(crate) fn keep<T: Lower + 'static>(answer: T) -> usize {
    let mut kept = KEPT.0.borrow_mut();
    kept.let_go();
    let answer = Box::new(answer);
    let at = kept.lists.add(slice::from_ref(&*answer));
    kept.answer = Some(answer);
    at
}

/// The host has read it.
pub(crate) fn let_go() {
    KEPT.0.borrow_mut().let_go();
}

impl Kept {
    /// Keeps no more of it than a little room for the next: most answers of few words then take none anew.
    fn let_go(&mut self) {
        self.answer = None;
        let outermost = self.lists.written.pop();
        if let Some(bytes) = outermost.filter(|bytes| bytes.capacity() <= MOST_SPARE) {
            self.lists.spare = bytes;
        }
        self.lists.written.clear();
        self.lists.written.shrink_to(MOST_SPARE / size_of::<Vec<u8>>());
    }
}

/// The lists of an answer.
pub(crate) struct Lists {
    /// Each after those inside it.
    written: Vec<Vec<u8>>,
    spare: Vec<u8>,
}

impl Lists {
    fn add<T: Lower>(&mut self, items: &[T]) -> usize {
        let Layout { size, align } = T::LAYOUT;
        let mut bytes = mem::take(&mut self.spare);
        bytes.clear();
        // Room to begin where it suits the values, wherever the bytes begin.
        bytes.resize(items.len() * size + align - 1, 0);
        let start = bytes.as_ptr().align_offset(align);
        for (item, out) in items.iter().zip(bytes[start..].chunks_exact_mut(size)) {
            item.lower(self, out);
        }
        let at = bytes.as_ptr() as usize + start;
        self.written.push(bytes);
        at
    }
}

/// Writes members or a case's content, one after the other.
pub(crate) struct Out<'a> {
    lists: &'a mut Lists,
    out: &'a mut [u8],
    at: usize,
}

impl<'a> Out<'a> {
    /// The members of a record.
    pub(crate) fn record(lists: &'a mut Lists, out: &'a mut [u8]) -> Out<'a> {
        Out { lists, out, at: 0 }
    }

    /// A variant, of which the case is not yet said.
    pub(crate) fn variant<T: Laid>(lists: &'a mut Lists, out: &'a mut [u8]) -> Out<'a> {
        Out { lists, out, at: T::LAYOUT.align }
    }

    /// Its case, whose content follows.
    pub(crate) fn case(self, number: u8) -> Out<'a> {
        self.out[0] = number;
        self
    }

    /// The next one.
    pub(crate) fn add<T: Lower>(mut self, value: &T) -> Out<'a> {
        let start = up(self.at, T::LAYOUT.align);
        self.at = start + T::LAYOUT.size;
        value.lower(self.lists, &mut self.out[start..self.at]);
        self
    }
}

/// Numbers have their little end first.
macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Lower for $number {
            fn lower(&self, _: &mut Lists, out: &mut [u8]) {
                out.copy_from_slice(&self.to_le_bytes());
            }
        })*
    };
}
numbers!(u32, u64, f64);

impl Lower for bool {
    fn lower(&self, _: &mut Lists, out: &mut [u8]) {
        out[0] = u8::from(*self);
    }
}

impl Lower for u8 {
    fn lower(&self, _: &mut Lists, out: &mut [u8]) {
        out[0] = *self;
    }

    fn lower_list(items: &[u8], _: &mut Lists) -> usize {
        items.as_ptr() as usize
    }
}

impl<T: Lower> Lower for &[T] {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        let at = if self.is_empty() { T::LAYOUT.align } else { T::lower_list(self, lists) };
        out[..4].copy_from_slice(&(at as u32).to_le_bytes());
        out[4..8].copy_from_slice(&(self.len() as u32).to_le_bytes());
    }
}

impl<T: Lower> Lower for Vec<T> {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        self.as_slice().lower(lists, out);
    }
}

impl Lower for &str {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        self.as_bytes().lower(lists, out);
    }
}

impl Lower for String {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        self.as_str().lower(lists, out);
    }
}

impl Lower for Arc<str> {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        (&**self).lower(lists, out);
    }
}

impl Lower for [u8; 32] {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        self.as_slice().lower(lists, out);
    }
}

impl<T: Lower> Lower for Option<T> {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        let out = Out::variant::<Self>(lists, out);
        _ = match self {
            None => out.case(0),
            Some(value) => out.case(1).add(value),
        };
    }
}

impl<T: Lower, E: Lower> Lower for Result<T, E> {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        let out = Out::variant::<Self>(lists, out);
        _ = match self {
            Ok(value) => out.case(0).add(value),
            Err(error) => out.case(1).add(error),
        };
    }
}

impl<T: Lower> Lower for Reply<T> {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        let out = Out::variant::<Self>(lists, out);
        _ = match self {
            Reply::Done(done) => out.case(0).add(done),
            Reply::Ask(ask) => out.case(1).add(ask),
        };
    }
}
