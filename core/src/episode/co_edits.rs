//! Co-edits: files that are edited together.

use alloc::string::String;
use alloc::vec::Vec;

use super::check_page_limit;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::sort::sort_by;
use crate::record::RecordSpace;
use crate::record::derived::{CoEditRow, RankedCoEdit, confidence, pairs_prefix, ranked_pairs_prefix};
use crate::record::envelope;
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;

/// The most bytes of a pair's row, unless its paths are long.
const PAIR_BYTES: u32 = 512;

/// Asks for the pairs of a file, or for all pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoEditsQuestion {
    /// Only pairs with this file; empty: all pairs.
    pub path: String,
    /// Only pairs with at least this many occasions, 3 to 1,000,000.
    pub min_occasions: u32,
    /// The most pairs to return, 1 to 1,000.
    pub limit: u32,
}

/// Two files that were edited together.
#[derive(Clone, Debug, PartialEq)]
pub struct CoEdit {
    /// The file of the question; if the question names none, the file of the pair whose path sorts first.
    pub path: String,
    /// The file that was edited together with `path`.
    pub other: String,
    /// The number of occasions on which both were edited.
    pub n: u64,
    /// How many of these occasions are known from imports, such as commits of others.
    pub n_imported: u64,
    /// n / (n + 2).
    pub confidence: f64,
    /// The beginning of the first day (UTC) on which both were edited, in milliseconds since 1970.
    pub first_day: i64,
    /// The beginning of the last day (UTC) on which both were edited, in milliseconds since 1970.
    pub last_day: i64,
}

/// The most frequent pairs that match a question, at most its limit.
#[derive(Clone, Debug, PartialEq)]
pub struct CoEditPage {
    /// The pairs of files, the most frequent first.
    pub pairs: Vec<CoEdit>,
    /// Whether there are more pairs.
    pub has_more: bool,
}

impl RecordSpace {
    pub(crate) fn co_edits(&self, question: &CoEditsQuestion, resumed: Option<Resumed>) -> Attempt<CoEditPage> {
        let CoEditsQuestion { path, min_occasions, limit } = question;
        check_page_limit(*limit)?;
        if !(3..=1_000_000).contains(min_occasions) {
            return Err(Error::invalid("min-occasions", "from 3 to 1,000,000").into());
        }
        let path = if path.is_empty() { String::new() } else { self.project.path(path)? };
        let numbers = [min_occasions.to_le_bytes(), limit.to_le_bytes()].concat();
        let call = Call::of(self.generation, "co-edits", [path.as_bytes(), &numbers]);
        let mut pairs = call.answer(resumed, |rows| match path.is_empty() {
            true => Ok(self.all_pairs(rows, *limit)),
            false => Ok(self.pairs_of(rows, &self.resolve_file(rows, path)?)),
        })?;
        pairs.retain(|pair| pair.n >= u64::from(*min_occasions));
        let has_more = pairs.len() > *limit as usize;
        pairs.truncate(*limit as usize);
        Ok(CoEditPage { pairs, has_more })
    }

    /// The most frequent pairs: more than `limit` of them, if there are that many.
    fn all_pairs(&self, rows: &Rows, limit: u32) -> Vec<CoEdit> {
        let mut unread_span = Span::from(ranked_pairs_prefix(&self.owner.tenant));
        let mut pairs = Vec::new();
        while pairs.len() <= limit as usize && unread_span.start < unread_span.end {
            let (keys, is_all) = rows.page(&unread_span, (limit + 1) * PAIR_BYTES);
            let ranked = keys.iter().filter_map(|key| rows.read::<RankedCoEdit>(key));
            pairs.extend(ranked.map(|row| pair(row.path, row.pair)));
            unread_span.start = match keys.last() {
                Some(last) if !is_all => [last.as_slice(), &[0]].concat(),
                _ => unread_span.end.clone(),
            };
        }
        pairs
    }

    fn pairs_of(&self, rows: &Rows, path: &str) -> Vec<CoEdit> {
        let span = Span::from(pairs_prefix(&self.owner.tenant, path));
        let pair_rows = rows.all(&span).filter_map(|(key, value)| envelope::read::<CoEditRow>(key, value));
        let mut pairs: Vec<CoEdit> = pair_rows.map(|row| pair(String::from(path), row)).collect();
        sort_by(&mut pairs, |one, other| other.n.cmp(&one.n).then_with(|| one.other.cmp(&other.other)));
        pairs
    }
}

fn pair(path: String, row: CoEditRow) -> CoEdit {
    let CoEditRow { other, days, n_imported } = row;
    let (n, (first_day, last_day)) = (days.n(), days.span());
    CoEdit { path, other, n, n_imported, confidence: confidence(n), first_day, last_day }
}
