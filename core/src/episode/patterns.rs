//! Patterns that were learnt: how errors are fixed, and which edits follow renames.

use alloc::string::String;
use alloc::vec::Vec;

use super::tasks::NamedCount;
use super::{MAX_LIMIT, check_page_limit};
use crate::ask::{Attempt, Resumed};
use crate::base::sort::sort_by;
use crate::record::derived::{PatternRow, confidence, pattern_key, ranked_patterns_prefix};
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::{PatternKind, RecordSpace};

/// The most files of a pattern that are returned.
const MAX_FILES: usize = 16;
/// The most bytes of a row in the ranking of patterns: the tenant's name of at most 128 bytes, and 64 others.
const RANKED_BYTES: u32 = 192;

/// Filters of a list of learnt patterns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternsQuestion {
    /// Only patterns of this kind; `None`: of all.
    pub kind: Option<PatternKind>,
    /// Only patterns whose subject begins with this; empty: all.
    pub subject: String,
    /// The most patterns to return, 1 to 1,000.
    pub limit: u32,
}

/// A pattern, with how often it was observed.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// The kind decides the meaning of `subject` and `signature`.
    pub kind: PatternKind,
    /// The failed tool with the first words of its command, or the folder of the renamed file.
    pub subject: String,
    /// The signature of the error: its line with `#` for each number and nothing between double quotes or backquotes;
    /// empty for a rename.
    pub signature: String,
    /// The files that were edited, the most frequent first; at most 16.
    pub files: Vec<NamedCount>,
    /// The number of files that the pattern counts separately.
    pub n_files: u32,
    /// How often it was observed.
    pub n: u64,
    /// n / (n + 2).
    pub confidence: f64,
    /// The beginning of the first day on which it was observed, in milliseconds since 1970.
    pub first_day: i64,
    /// The beginning of the last day on which it was observed, in milliseconds since 1970.
    pub last_day: i64,
}

/// A page of patterns. Only the 1,000 most frequent ones of each kind are searched for a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternPage {
    /// The patterns, the most frequent first.
    pub patterns: Vec<Pattern>,
    /// Whether there are more patterns.
    pub has_more: bool,
}

impl RecordSpace {
    pub(crate) fn patterns(&self, question: &PatternsQuestion, resumed: Option<Resumed>) -> Attempt<PatternPage> {
        check_page_limit(question.limit)?;
        let kinds = match question.kind {
            Some(kind) => vec![kind],
            None => vec![PatternKind::ErrorFix, PatternKind::Refactor],
        };
        let kind_bytes: Vec<u8> = kinds.iter().map(|kind| *kind as u8).collect();
        let call = Call::of(
            self.generation,
            "patterns",
            [kind_bytes.as_slice(), question.subject.as_bytes(), &question.limit.to_le_bytes()],
        );
        let n_of_each_kind = if question.subject.is_empty() { question.limit + 1 } else { MAX_LIMIT };
        let (mut rows_found, mut has_more) =
            call.answer(resumed, |rows| Ok(self.patterns_of(rows, &kinds, n_of_each_kind)))?;
        rows_found.retain(|row| row.subject.starts_with(&question.subject));
        let mut patterns: Vec<Pattern> = rows_found.into_iter().map(pattern).collect();
        let name = |one: &Pattern| (one.kind, one.subject.clone(), one.signature.clone());
        sort_by(&mut patterns, |one, other| other.n.cmp(&one.n).then_with(|| name(one).cmp(&name(other))));
        has_more |= patterns.len() > question.limit as usize;
        patterns.truncate(question.limit as usize);
        Ok(PatternPage { patterns, has_more })
    }

    /// The most frequent patterns of these kinds, about `n_of_each` of each; and whether there are more.
    fn patterns_of(&self, rows: &Rows, kinds: &[PatternKind], n_of_each: u32) -> (Vec<PatternRow>, bool) {
        let tenant = &self.owner.tenant;
        let (mut pattern_rows, mut has_more) = (Vec::new(), false);
        for kind in kinds {
            let (keys, is_all) =
                rows.page(&Span::from(ranked_patterns_prefix(tenant, *kind)), n_of_each * RANKED_BYTES);
            has_more |= !is_all;
            let hashes = keys.iter().filter_map(|key| key.last_chunk::<16>());
            pattern_rows.extend(hashes.filter_map(|hash| rows.read::<PatternRow>(&pattern_key(tenant, hash))));
        }
        (pattern_rows, has_more)
    }
}

fn pattern(row: PatternRow) -> Pattern {
    let (n, (first_day, last_day)) = (row.days.n(), row.days.span());
    let mut files: Vec<NamedCount> = row.files.into_iter().map(|(name, n)| NamedCount { name, n }).collect();
    sort_by(&mut files, |one, other| other.n.cmp(&one.n).then_with(|| one.name.cmp(&other.name)));
    let n_files = files.len() as u32;
    files.truncate(MAX_FILES);
    Pattern {
        kind: row.kind,
        subject: row.subject,
        signature: row.signature,
        files,
        n_files,
        n,
        confidence: confidence(n),
        first_day,
        last_day,
    }
}
