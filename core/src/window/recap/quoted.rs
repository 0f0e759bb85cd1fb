//! Which of the user's words all recaps together quote, and how much of each.
//!
//! Half of the room of all recaps is for them, wherever they left: a recap of little work may hold what matters most. What they said in
//! results comes first, as no list of what left tells that a person spoke there; then the newest. Not here: how a quote looks (`text`).

use alloc::vec::Vec;

use super::text::{HEADING, LINE_END, Source};
use crate::base::sort::sort_by_number;
use crate::text::tokens::estimate;

/// The share of the room of all recaps: half of it is the user's, as what they said cannot be found out again.
const SHARE: f64 = 0.55;
/// Bytes of one text that are repeated: a request is mostly said in its first lines.
const LONGEST: usize = 600;
/// The same where not all texts have room so: rather less of each than nothing of some.
const SHORTER: [usize; 3] = [300, 150, 80];

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Quoted {
    /// Bytes of a text that are repeated.
    pub(super) longest: usize,
    /// Places of the texts, ascending.
    places: Vec<u32>,
    /// What they take.
    pub(super) tokens: u32,
}

impl Quoted {
    /// Of recaps that may take so many tokens together.
    pub(super) fn of(sources: &[Source<'_>], room: u32) -> Quoted {
        let all = || sources.iter().flat_map(|source| source.digest.asked.iter().map(move |at| (source, *at)));
        let n_speaking = sources.iter().filter(|source| !source.digest.asked.is_empty()).count() as u32;
        let limit = (f64::from(room) * SHARE) as u32;
        let of_headings = n_speaking * 2 * HEADING;
        let needed = |longest: usize| all().map(|(source, at)| tokens(source, at, longest)).sum::<u32>() + of_headings;
        let longest = core::iter::once(LONGEST).chain(SHORTER).find(|longest| needed(*longest) <= limit);
        let longest = longest.unwrap_or(SHORTER[2]);
        let mut quoted = Quoted { longest, places: Vec::new(), tokens: of_headings };
        let (in_results, others): (Vec<_>, Vec<_>) = all().partition(|(source, at)| source.is_said_in_result(*at));
        for (source, at) in in_results.into_iter().rev().chain(others.into_iter().rev()) {
            let used = quoted.tokens + tokens(source, at, longest);
            if used <= limit {
                quoted.tokens = used;
                quoted.places.push(at);
            }
        }
        sort_by_number(&mut quoted.places, |at| *at);
        quoted
    }

    /// Whether the text of a part is quoted.
    pub(super) fn has(&self, at: u32) -> bool {
        self.places.binary_search(&at).is_ok()
    }
}

fn tokens(source: &Source<'_>, at: u32, longest: usize) -> u32 {
    estimate(&source.quote(at, longest)) + LINE_END
}
