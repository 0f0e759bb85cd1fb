//! How values lie in linear memory: the sizes and alignments that the component model's canonical form gives them.
//!
//! Not here: writing them there (`lower`), or taking what lies there (`lift`).

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use scrubjay_core::ask::Reply;

/// Room that a value takes.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    /// Bytes, a multiple of the alignment.
    pub(crate) size: usize,
    /// What its address is a multiple of: 1, 2, 4 or 8.
    pub(crate) align: usize,
}

/// What has a layout.
pub(crate) trait Laid {
    const LAYOUT: Layout;
}

impl Layout {
    const fn plain(size: usize) -> Layout {
        Layout { size, align: size }
    }

    /// A list or a text: where it is, and its length.
    pub(crate) const LIST: Layout = Layout { size: 8, align: 4 };
    /// A case without content, and nothing.
    pub(crate) const NOTHING: Layout = Layout { size: 0, align: 1 };

    /// Members one after the other.
    pub(crate) const fn record(members: &[Layout]) -> Layout {
        let (mut size, mut align, mut at) = (0, 1, 0);
        while at < members.len() {
            let member = members[at];
            size = up(size, member.align) + member.size;
            align = greater(align, member.align);
            at += 1;
        }
        Layout { size: up(size, align), align }
    }

    /// A case's number, and behind it the content of one of the cases, of which there are fewer than 256.
    pub(crate) const fn variant(cases: &[Layout]) -> Layout {
        let (mut size, mut align, mut at) = (0, 1, 0);
        while at < cases.len() {
            size = greater(size, cases[at].size);
            align = greater(align, cases[at].align);
            at += 1;
        }
        // The number takes a byte, and the content begins at the next place that suits every case.
        Layout { size: up(align + size, align), align }
    }
}

/// The next multiple of a power of two.
pub(crate) const fn up(at: usize, align: usize) -> usize {
    (at + align - 1) & !(align - 1)
}

const fn greater(one: usize, other: usize) -> usize {
    if one < other { other } else { one }
}

/// Gives types a layout.
macro_rules! laid {
    ($($type:ty: $layout:expr),* $(,)?) => {
        $(impl $crate::layout::Laid for $type { const LAYOUT: $crate::layout::Layout = $layout; })*
    };
}
pub(crate) use laid;

laid! {
    bool: Layout::plain(1),
    u8: Layout::plain(1),
    u32: Layout::plain(4),
    u64: Layout::plain(8),
    f64: Layout::plain(8),
    String: Layout::LIST,
    Arc<str>: Layout::LIST,
    &str: Layout::LIST,
    [u8; 32]: Layout::LIST,
}

impl<T> Laid for Vec<T> {
    const LAYOUT: Layout = Layout::LIST;
}

impl<T> Laid for &[T] {
    const LAYOUT: Layout = Layout::LIST;
}

impl<T: Laid> Laid for Option<T> {
    const LAYOUT: Layout = Layout::variant(&[Layout::NOTHING, T::LAYOUT]);
}

impl<T: Laid, E: Laid> Laid for Result<T, E> {
    const LAYOUT: Layout = Layout::variant(&[T::LAYOUT, E::LAYOUT]);
}

/// Every reply of the interface has these two cases.
impl<T: Laid> Laid for Reply<T> {
    const LAYOUT: Layout = Layout::variant(&[T::LAYOUT, scrubjay_core::ask::Ask::LAYOUT]);
}
