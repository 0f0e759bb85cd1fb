//! Chooses which words of the user the recaps quote, and how much of each.
//!
//! Words of the user get room before anything else, in every run: a recap of little work may hold what matters most.
//! Words in results may take nearly all of the room, since no list shows that the user spoke there; together with them,
//! words in user messages may take about half. The newest come first. Not here: the form of a quote (`text`).

use alloc::vec::Vec;

use super::text::{HEADING_TOKENS, LINE_END_TOKENS, RecapSource};
use crate::base::sort::sort_by_number;
use crate::text::tokens::estimate_tokens;

/// The share of all recaps' room for the user's words, which cannot be found out again.
const USER_WORDS_SHARE: f64 = 0.55;
/// The share for the user's words in results alone.
const RESULT_WORDS_SHARE: f64 = 0.95;
/// The most bytes quoted of one text: a request is mostly in its first lines.
const MAX_QUOTE_BYTES: usize = 600;
/// Shorter limits, if not all texts have room otherwise.
const SHORTER_QUOTE_BYTES: [usize; 3] = [300, 150, 80];

/// The quoted texts of the user.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct QuoteSelection {
    /// The most bytes quoted of one text.
    pub(super) max_bytes: usize,
    /// Indices of the quoted parts, ascending.
    indices: Vec<u32>,
    /// The tokens of all quotes.
    pub(super) tokens: u32,
}

impl QuoteSelection {
    /// Chooses the quotes for recaps that may take `room` tokens together.
    pub(super) fn choose(sources: &[RecapSource<'_>], room: u32) -> QuoteSelection {
        let n_speaking = sources.iter().filter(|source| !source.digest.user_parts.is_empty()).count() as u32;
        let share = |share: f64| (f64::from(room) * share) as u32;
        let limit = share(USER_WORDS_SHARE);
        let heading_tokens = n_speaking * 2 * HEADING_TOKENS;
        let needed_tokens = |texts: &[UserText]| texts.iter().map(|text| text.tokens).sum::<u32>() + heading_tokens;
        let mut quoted = QuoteSelection { max_bytes: MAX_QUOTE_BYTES, indices: Vec::new(), tokens: heading_tokens };
        let mut texts = user_texts(sources, MAX_QUOTE_BYTES);
        for max_bytes in SHORTER_QUOTE_BYTES {
            if needed_tokens(&texts) <= limit {
                break;
            }
            (quoted.max_bytes, texts) = (max_bytes, self::user_texts(sources, max_bytes));
        }
        let (result_texts, other_texts): (Vec<UserText>, Vec<UserText>) =
            texts.into_iter().partition(|text| text.is_in_result);
        for (texts, limit) in [(result_texts, share(RESULT_WORDS_SHARE)), (other_texts, limit)] {
            for text in texts.iter().rev() {
                let used_tokens = quoted.tokens + text.tokens;
                if used_tokens <= limit {
                    quoted.tokens = used_tokens;
                    quoted.indices.push(text.index);
                }
            }
        }
        sort_by_number(&mut quoted.indices, |at| *at);
        quoted
    }

    /// Whether a part is quoted.
    pub(super) fn contains(&self, at: u32) -> bool {
        self.indices.binary_search(&at).is_ok()
    }
}

/// Words of the user in a part.
struct UserText {
    index: u32,
    /// Whether the part is a result.
    is_in_result: bool,
    tokens: u32,
}

/// All words of the user in order, for quotes of at most `max_bytes` bytes.
fn user_texts(sources: &[RecapSource<'_>], max_bytes: usize) -> Vec<UserText> {
    let places_of_words =
        sources.iter().flat_map(|source| source.digest.user_parts.iter().map(move |at| (source, *at)));
    let text = |(source, at): (&RecapSource<'_>, u32)| UserText {
        index: at,
        is_in_result: source.is_said_in_result(at),
        tokens: estimate_tokens(&source.quote(at, max_bytes)) + LINE_END_TOKENS,
    };
    places_of_words.map(text).collect()
}
