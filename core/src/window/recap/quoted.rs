//! Which of the user's words all recaps together quote, and how much of each.
//!
//! They come first, wherever they left: a recap of little work may hold what matters most. What they said in results may have nearly all
//! of the room, as no list of what left tells that a person spoke there; with it, what they said in turns has half. Of each the newest
//! comes first. Not here: how a quote looks (`text`).

use alloc::vec::Vec;

use super::text::{HEADING_TOKENS, LINE_END_TOKENS, RecapSource};
use crate::base::sort::sort_by_number;
use crate::text::tokens::estimate;

/// The share of the room of all recaps that the user's words may have, as what they said cannot be found out again.
const USER_WORDS_SHARE: f64 = 0.55;
/// The same of what they said in results alone.
const RESULT_WORDS_SHARE: f64 = 0.95;
/// Bytes of one text that are repeated: a request is mostly said in its first lines.
const MAX_QUOTE_BYTES: usize = 600;
/// The same where not all texts have room so: rather less of each than nothing of some.
const SHORTER_QUOTE_BYTES: [usize; 3] = [300, 150, 80];

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct QuoteSelection {
    /// Bytes of a text that are repeated.
    pub(super) max_bytes: usize,
    /// Places of the texts, ascending.
    places: Vec<u32>,
    /// What they take.
    pub(super) tokens: u32,
}

impl QuoteSelection {
    /// Of recaps that may take so many tokens together.
    pub(super) fn choose(sources: &[RecapSource<'_>], room: u32) -> QuoteSelection {
        let n_speaking = sources.iter().filter(|source| !source.digest.user_parts.is_empty()).count() as u32;
        let share = |share: f64| (f64::from(room) * share) as u32;
        let limit = share(USER_WORDS_SHARE);
        let of_headings = n_speaking * 2 * HEADING_TOKENS;
        let needed = |texts: &[UserText]| texts.iter().map(|text| text.tokens).sum::<u32>() + of_headings;
        let mut quoted = QuoteSelection { max_bytes: MAX_QUOTE_BYTES, places: Vec::new(), tokens: of_headings };
        let mut texts = user_texts(sources, MAX_QUOTE_BYTES);
        for longest in SHORTER_QUOTE_BYTES {
            if needed(&texts) <= limit {
                break;
            }
            (quoted.max_bytes, texts) = (longest, self::user_texts(sources, longest));
        }
        let (in_results, others): (Vec<UserText>, Vec<UserText>) =
            texts.into_iter().partition(|text| text.is_in_result);
        for (texts, limit) in [(in_results, share(RESULT_WORDS_SHARE)), (others, limit)] {
            for text in texts.iter().rev() {
                let used = quoted.tokens + text.tokens;
                if used <= limit {
                    quoted.tokens = used;
                    quoted.places.push(text.index);
                }
            }
        }
        sort_by_number(&mut quoted.places, |at| *at);
        quoted
    }

    /// Whether the text of a part is quoted.
    pub(super) fn contains(&self, at: u32) -> bool {
        self.places.binary_search(&at).is_ok()
    }
}

/// What the user said in a part, and what quoting it takes.
struct UserText {
    index: u32,
    is_in_result: bool,
    tokens: u32,
}

/// All that the user said, in its order, of each so many bytes at most.
fn user_texts(sources: &[RecapSource<'_>], longest: usize) -> Vec<UserText> {
    let asked = sources.iter().flat_map(|source| source.digest.user_parts.iter().map(move |at| (source, *at)));
    let text = |(source, at): (&RecapSource<'_>, u32)| UserText {
        index: at,
        is_in_result: source.is_said_in_result(at),
        tokens: estimate(&source.quote(at, longest)) + LINE_END_TOKENS,
    };
    asked.map(text).collect()
}
