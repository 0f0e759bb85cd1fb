//! The places of messages and their parts in the JSON of a conversation, and the bytes that an edit of a part replaces.
//!
//! Reading notes these places, so that an edit does not search the messages again. Not here: which parts are edited
//! (`recap`), and edits of a text that was not read (`edit`).

use core::ops::Range;

/// A range of bytes of a text in UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByteRange {
    /// The offset of the first byte.
    pub start: u64,
    /// The offset after the last byte.
    pub end: u64,
}

impl ByteRange {
    pub(crate) fn of(range: Range<usize>) -> ByteRange {
        ByteRange { start: range.start as u64, end: range.end as u64 }
    }

    /// The bytes at these offsets from the start of this range; `None` if they are not inside this range.
    fn part(self, range: &Range<u32>) -> Option<ByteRange> {
        let ByteRange { start, end } = self;
        let part =
            ByteRange { start: start.checked_add(range.start.into())?, end: start.checked_add(range.end.into())? };
        (part.start <= part.end && part.end <= end).then_some(part)
    }
}

/// The bytes of a part's value in the JSON of its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    value: Range<u32>,
    /// From the end of the list's element before the part to the start of the element after it; at an end of the list,
    /// from or to the part's own bytes. `None`: the part cannot be left out.
    gap: Option<Range<u32>>,
}

impl Place {
    /// The place of a value with these bytes; `None` beyond 4 GiB.
    pub(super) fn of(value: &Range<usize>) -> Option<Place> {
        Some(Place { value: range_in_u32(value)?, gap: None })
    }

    /// Notes the gap of this value, which is one element of a list whose elements have these bytes.
    pub(super) fn set_gap(&mut self, elements: &[Range<usize>]) {
        let start = self.value.start as usize;
        let Ok(at) = elements.binary_search_by_key(&start, |element| element.start) else { return };
        let gap_start = at.checked_sub(1).map_or(elements[at].start, |index| elements[index].end);
        let gap_end = elements.get(at + 1).map_or(elements[at].end, |next| next.start);
        self.gap = range_in_u32(&(gap_start..gap_end));
    }
}

fn range_in_u32(range: &Range<usize>) -> Option<Range<u32>> {
    Some(u32::try_from(range.start).ok()?..u32::try_from(range.end).ok()?)
}

/// Finds the bytes of edits. The edits must come in the order of the conversation.
pub(crate) struct EditRanges<'m> {
    /// The bytes of each message, in order.
    messages: &'m [ByteRange],
    /// The start of the element that follows those left out at the beginning of a list. If that element is left out
    /// too, it takes the comma after it.
    leading_end: Option<u64>,
}

impl<'m> EditRanges<'m> {
    /// Takes the bytes of the messages; `None` if a range ends before its start, or if they are out of order or
    /// overlap.
    pub(crate) fn of(messages: &'m [ByteRange]) -> Option<EditRanges<'m>> {
        let are_ranges = messages.iter().all(|message| message.start <= message.end);
        let are_sorted = messages.windows(2).all(|pair| pair[0].end <= pair[1].start);
        (are_ranges && are_sorted).then_some(EditRanges { messages, leading_end: None })
    }

    /// The bytes of a value that is replaced.
    pub(crate) fn replaced(&self, message: u32, place: &Place) -> Option<ByteRange> {
        self.messages.get(message as usize)?.part(&place.value)
    }

    /// The bytes of a value that is left out of its list, with a comma.
    pub(crate) fn left_out(&mut self, message: u32, place: &Place) -> Option<ByteRange> {
        let (value, message) = (self.replaced(message, place)?, *self.messages.get(message as usize)?);
        let gap = message.part(place.gap.as_ref()?)?;
        Some(self.with_comma(value, gap))
    }

    /// The bytes of a message that is left out, with a comma.
    pub(crate) fn left_out_message(&mut self, message: u32) -> Option<ByteRange> {
        let at = message as usize;
        let range = *self.messages.get(at)?;
        let gap_start = at.checked_sub(1).map_or(range.start, |index| self.messages[index].end);
        let gap_end = self.messages.get(at + 1).map_or(range.end, |next| next.start);
        Some(self.with_comma(range, ByteRange { start: gap_start, end: gap_end }))
    }

    /// The value with the comma before it, or at the beginning of a list with the comma after it, as `edit` removes it.
    fn with_comma(&mut self, value: ByteRange, gap: ByteRange) -> ByteRange {
        match gap.start == value.start || self.leading_end == Some(value.start) {
            true => {
                self.leading_end = Some(gap.end);
                ByteRange { start: value.start, end: gap.end }
            }
            false => ByteRange { start: gap.start, end: value.end },
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString as _};
    use alloc::vec::Vec;

    use super::super::super::item::Edit;
    use super::super::apply;
    use super::{ByteRange, EditRanges, Place};
    use crate::text::json::Value;

    static TEXT: &str = r#" [ {"content":[ 0 , [1] , 2 ,3 ]} ,{"b" : 5 }, {},{"c":"é"} ] "#;

    fn range(value: Value<'_>, text: &str) -> core::ops::Range<usize> {
        value.range_in(text).unwrap()
    }

    /// The text without these bytes.
    fn without(ranges: &[ByteRange]) -> String {
        let mut remaining_bytes = Vec::from(TEXT);
        for range in ranges.iter().rev() {
            remaining_bytes.drain(range.start as usize..range.end as usize);
        }
        String::from_utf8(remaining_bytes).unwrap()
    }

    fn removal(message: u32, pointer: String) -> Edit {
        Edit { message, pointer, replacement: None, id: String::new() }
    }

    /// The numbers below four whose bit is set.
    fn chosen(set: u32) -> impl Iterator<Item = u32> {
        (0..4).filter(move |at| set & 1 << at != 0)
    }

    #[test]
    fn values_are_left_out_as_edits_remove_them() {
        let values = Value::parse_list(TEXT).unwrap();
        let messages: Vec<ByteRange> = values.iter().map(|value| ByteRange::of(range(*value, TEXT))).collect();
        let elements = values[0].object().unwrap().list("content");
        let elements: Vec<_> = elements.iter().map(|element| range(*element, values[0].source())).collect();
        let place = |at: u32| {
            let mut place = Place::of(&elements[at as usize]).unwrap();
            place.set_gap(&elements);
            place
        };
        for set in 0..16 {
            let mut ranges = EditRanges::of(&messages).unwrap();
            let found: Vec<ByteRange> = chosen(set).map(|at| ranges.left_out_message(at).unwrap()).collect();
            let edits: Vec<Edit> = chosen(set).map(|at| removal(at, String::new())).collect();
            assert_eq!(without(&found), apply(TEXT, &edits, 0).unwrap());
            let found: Vec<ByteRange> = chosen(set).map(|at| ranges.left_out(0, &place(at)).unwrap()).collect();
            let edits: Vec<Edit> =
                chosen(set).map(|at| removal(0, String::from("/content/") + &at.to_string())).collect();
            assert_eq!(without(&found), apply(TEXT, &edits, 0).unwrap());
        }
    }

    #[test]
    fn a_place_outside_its_message_has_no_bytes() {
        let messages = [ByteRange { start: 5, end: 9 }, ByteRange { start: 9, end: 9 }];
        let mut ranges = EditRanges::of(&messages).unwrap();
        let place = Place::of(&(1..4)).unwrap();
        assert_eq!(ranges.replaced(0, &place), Some(ByteRange { start: 6, end: 9 }));
        assert_eq!((ranges.replaced(1, &place), ranges.replaced(2, &place)), (None, None));
        assert_eq!(ranges.replaced(0, &Place::of(&(1..5)).unwrap()), None);
        assert_eq!((ranges.left_out(0, &place), ranges.left_out_message(2)), (None, None));
        for messages in [[(5, 4), (6, 7)], [(5, 9), (8, 9)], [(9, 9), (0, 1)]] {
            assert!(EditRanges::of(&messages.map(|(start, end)| ByteRange { start, end })).is_none());
        }
        let last = [ByteRange { start: u64::MAX, end: u64::MAX }];
        assert_eq!(EditRanges::of(&last).unwrap().replaced(0, &place), None);
    }
}
