//! Finds sections of the repository's own documents that fit a question, best first.
//!
//! Sections are ranked by their stored terms (`rank`), and only the lines of the best sections are read. Sections with
//! too low a fit are not returned. Not here: how documents are split (`prose`), and records (`recall`).

mod asked;
mod rank;
#[cfg(test)]
mod tests;

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use self::asked::DocumentQuery;
use self::rank::{MIN_FIT, RankedSections, rank};
use super::source::hash_of;
use crate::ask::{Answer, Attempt, FileSpan, Request, Resumed, Wanted};
use crate::base::error::Error;
use crate::base::score::Factor;
use crate::graph::prose::quotation;
use crate::graph::space::GraphSpace;
use crate::graph::stored::keyspace::Keyspace;
use crate::text::excerpt::excerpt;
use crate::text::fit::Strength;
use crate::text::secrets::mask;
use crate::text::terms::Term;
use crate::text::tokens::estimate_tokens;

/// Greatest length of a question in bytes.
const MAX_QUERY_BYTES: usize = 64 << 10;
/// Greatest number of sections that a question may ask for.
const MAX_LIMIT: u32 = 50;
/// Greatest budget in tokens that a question may give.
const MAX_BUDGET: u32 = 1_000_000;
/// Approximate tokens beside an excerpt: file, heading, line numbers.
const EXCERPT_OVERHEAD: u32 = 20;

/// The words that `documents` searches for in the repository's documents, and bounds on its answer.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DocumentsQuestion {
    /// The words to search for: 1 to 65,536 bytes.
    pub query: String,
    /// Greatest number of sections: 1 to 50.
    pub limit: u32,
    /// Greatest number of tokens of all excerpts together; 0 for no bound.
    pub budget: u32,
}

/// A section of a document that fits the question.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundSection {
    /// The document's path.
    pub path: String,
    /// The titles of the headings that contain it, joined with ` > `.
    pub heading: String,
    /// The first line, 1-based: that of the heading, or of the text where no heading belongs to it.
    pub first_line: u32,
    /// The last line, 1-based and inclusive.
    pub last_line: u32,
    /// The part of the section's text that fits best, without comments and secrets; empty if the file has changed.
    pub excerpt: String,
    /// Whether the file differs from the indexed one, so that there is no text.
    pub is_changed: bool,
    /// The sum of the factors; sections are sorted by it.
    pub score: f64,
    /// Only factors above 0: `text`, `heading`, `path` and `named`.
    pub factors: Vec<Factor>,
    /// The share of the question's words that the section or its path has, weighted by rarity, from 0 to 1. It is 1 if
    /// the question names the file.
    pub fit: f64,
}

/// The answer to `documents`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct DocumentPage {
    /// The sections, best first.
    pub sections: Vec<FoundSection>,
    /// How well the best section fits.
    pub strength: Strength,
    /// The fit of the best section, even if too low to be returned.
    pub best_fit: f64,
    /// Number of sections that have a term of the question, or whose path has one, or whose file it names.
    pub n_matching: u32,
    /// Number of fitting sections, among the best `limit`, for which the budget had no room.
    pub n_beyond_budget: u32,
    /// Words of the question that no document has.
    pub unknown_words: Vec<String>,
    /// Number of documents in the index.
    pub n_documents: u32,
}

impl DocumentsQuestion {
    fn check(&self) -> Result<(), Error> {
        if self.query.trim().is_empty() {
            return Err(Error::invalid("query", "it is empty: say in words what is looked for"));
        }
        Error::check_limit("bytes of a query", self.query.len(), MAX_QUERY_BYTES)?;
        if !(1..=MAX_LIMIT).contains(&self.limit) {
            return Err(Error::invalid("limit", "from 1 to 50"));
        }
        match self.budget <= MAX_BUDGET {
            true => Ok(()),
            false => Err(Error::invalid("budget", "from 0 to 1,000,000")),
        }
    }
}

impl GraphSpace {
    /// Finds the sections of the repository's own documents that fit a question, best first.
    pub(crate) fn documents(
        &mut self,
        question: &DocumentsQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<DocumentPage> {
        question.check()?;
        let answered_text = self.take_texts(resumed)?;
        self.need(Keyspace::Sections)?;
        let query = DocumentQuery::parse(&question.query);
        let ranked_sections = rank(self.documents_by_path(), &query, question.limit as usize);
        let spans: Vec<FileSpan> = ranked_sections.best.iter().map(|one| one.span()).collect();
        let wanted_hash = hash_of(&spans);
        let answers = match answered_text {
            None if spans.is_empty() => Vec::new(),
            None => {
                let requests = spans.into_iter().map(Request::Span).collect();
                return Err(self.ask(requests, Wanted::Plan { hash: wanted_hash, has_details: false }).into());
            }
            Some((hash, _)) if hash != wanted_hash => {
                return Err(Error::invalid("ticket", "it belongs to another question").into());
            }
            Some((_, answers)) => answers,
        };
        Ok(page(&query, ranked_sections, answers, question.budget)?)
    }
}

/// The answer, from the lines of each ranked section.
fn page(
    query: &DocumentQuery,
    ranked_sections: RankedSections<'_>,
    answers: Vec<Answer>,
    budget: u32,
) -> Result<DocumentPage, Error> {
    if answers.len() != ranked_sections.best.len() {
        return Err(Error::invalid("answers", "one for each request"));
    }
    let terms: BTreeSet<Term> = query.terms.iter().map(|(term, _)| *term).collect();
    let mut sections = Vec::with_capacity(answers.len());
    for (candidate, answer) in ranked_sections.best.iter().zip(answers) {
        let (text, is_changed) = match answer {
            Answer::Text(text) => (mask(&quotation(&text)).into_owned(), false),
            Answer::Changed => (String::new(), true),
            Answer::Rows(_) | Answer::Model(_) => {
                return Err(Error::invalid("answers", "lines of files were asked for"));
            }
        };
        sections.push(FoundSection {
            path: candidate.path.into(),
            heading: candidate.section.heading.into(),
            first_line: candidate.section.first_line,
            last_line: candidate.section.last_line,
            excerpt: excerpt(&text, &terms),
            is_changed,
            score: candidate.score,
            factors: candidate.factors.clone(),
            fit: candidate.fit,
        });
    }
    let n_kept = n_within_budget(budget, &sections);
    let n_beyond_budget = (sections.len() - n_kept) as u32;
    sections.truncate(n_kept);
    Ok(DocumentPage {
        sections,
        strength: Strength::with_threshold(MIN_FIT, ranked_sections.best_fit),
        best_fit: ranked_sections.best_fit,
        n_matching: ranked_sections.n_matching,
        n_beyond_budget,
        unknown_words: ranked_sections.unknown_words,
        n_documents: ranked_sections.n_documents,
    })
}

/// Number of leading sections that fit a budget.
fn n_within_budget(budget: u32, sections: &[FoundSection]) -> usize {
    if budget == 0 {
        return sections.len();
    }
    let mut budget_left = budget;
    let has_room = |section: &&FoundSection| {
        let remaining = budget_left.checked_sub(estimate_tokens(&section.excerpt) + EXCERPT_OVERHEAD);
        budget_left = remaining.unwrap_or(0);
        remaining.is_some()
    };
    sections.iter().take_while(has_room).count()
}
