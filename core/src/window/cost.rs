//! What a part of a conversation costs in tokens, and how the total is held to what the provider counted.

use super::formats;
use super::item::{BodyForm, ItemKind, NewItem};
use crate::text::tokens::estimate;

/// What a call costs beside its arguments and its result: names, ids and the marks around both. Fitted together with
/// [`RESPONSE`] to 2,535 requests whose true cost the provider reported, by least absolute error: median error of a step
/// 5.1 % on each of two projects (`cargo xtask bench window --tokens`).
const CALL: u32 = 72;
/// What a response of the model costs beside its parts.
const RESPONSE: u32 = 22;
/// What is counted for an image or a file, of which nothing but its JSON is known: a guess in the middle of what providers
/// say of images (85 to 1,600).
const ATTACHMENT: u32 = 800;

/// The tokens of a part: as its host counted them, else estimated. `begins_response`: it is the first part of one.
pub(super) fn of(new: &NewItem, begins_response: bool) -> u32 {
    let Some(exact) = new.tokens else {
        let text = match new.kind {
            ItemKind::Other => estimate(&new.text).min(ATTACHMENT),
            _ => estimate(&new.text),
        };
        return text.saturating_add(beside_text(new, begins_response));
    };
    exact
}

/// The tokens of a stub in the place of a part, as they are counted where the edited conversation is pushed. Of a part that is
/// left out nothing stays but what its response costs.
pub(super) fn of_stub(stub: &str, new: &NewItem, begins_response: bool) -> u32 {
    of_written(new.form, stub, new, begins_response)
}

/// The same of a text that is written in another form than the part's own.
pub(super) fn of_written(form: BodyForm, text: &str, new: &NewItem, begins_response: bool) -> u32 {
    let text = formats::pruned_text(form, text).map_or(0, |text| estimate(&text));
    text.saturating_add(beside_text(new, begins_response))
}

fn beside_text(new: &NewItem, begins_response: bool) -> u32 {
    let call = if new.kind == ItemKind::Call { CALL } else { 0 };
    call + if begins_response { RESPONSE } else { 0 }
}

/// What the provider counted beside what was estimated: instructions and tools that were never pushed, and the estimate's error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Anchor {
    /// Tokens that the provider counted above the estimate, or below.
    offset: i64,
}

impl Anchor {
    /// Held to a request that was estimated at so many tokens.
    pub(super) fn at(estimated: u64, reported: u64) -> Anchor {
        let tokens = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        Anchor { offset: tokens(reported).saturating_sub(tokens(estimated)) }
    }

    pub(super) fn of_offset(offset: i64) -> Anchor {
        Anchor { offset }
    }

    pub(super) fn offset(self) -> i64 {
        self.offset
    }

    /// The tokens of a request that is estimated at so many.
    pub(super) fn total(self, estimated: u64) -> u64 {
        estimated.saturating_add_signed(self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_held_to_what_the_provider_counted() {
        let anchor = Anchor::at(10_000, 13_500);
        assert_eq!(anchor.total(12_000), 15_500);
        assert_eq!(Anchor::at(10_000, 9_000).total(500), 0);
        assert_eq!(Anchor::default().total(7), 7);
    }
}
