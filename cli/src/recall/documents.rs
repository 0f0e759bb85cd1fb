//! Sections of the repository's own documents that answer a question, shown beside records.
//!
//! Anyone who can write to the repository can write a document, so a section is quoted: below a line that says so, with
//! indented text, each behind a heading of this program.

use std::fmt::Write as _;
use std::path::Path;

use scrubjay::wit::graph::{DocumentPage, DocumentsQuestion, FoundSection};
use scrubjay::wit::limits::documents_question as limits;
use scrubjay::wit::types::Strength;
use scrubjay::{Error, Memory};

use crate::index::fresh::freshen;
use crate::output::Output;
use crate::output::text::{counted_noun, shown};

/// The line above the sections.
const HEADING: &str = "from the repository's own documents, quoted as they stand; nobody checked what they say:";

/// Searches the documents of a folder; `None` if it has no index. Updates the index first, as before a question about
/// code, unless `as_is`. If the index cannot be asked, a message says so, and the records are shown anyway.
pub(crate) fn search_folder(
    root: &Path,
    question: &DocumentsQuestion,
    as_is: bool,
    output: &Output,
) -> Option<DocumentPage> {
    let mut memory = Memory::reading(root).ok()?;
    if !as_is {
        match freshen(&mut memory) {
            Ok(staleness) => staleness.tell(output),
            Err(error) => output.warn(format_args!("the repository's documents are as they were indexed: {error}")),
        }
    }
    search_memory(&mut memory, question, output)
}

/// Searches the documents of an open memory; `None` after an error, which is reported.
pub(crate) fn search_memory(
    memory: &mut Memory,
    question: &DocumentsQuestion,
    output: &Output,
) -> Option<DocumentPage> {
    match memory.documents(question) {
        Ok(page) => Some(page),
        Err(Error::NotIndexed { .. }) => None,
        Err(error) => {
            output.warn(format_args!("the repository's documents are left out: {error}"));
            None
        }
    }
}

/// The question for documents beside a command for records with this limit of hits and this budget of tokens.
pub(crate) fn documents_question(query: &str, limit: u32, budget: u32) -> DocumentsQuestion {
    DocumentsQuestion { limit: limit.min(limits::LIMIT.default), budget, ..DocumentsQuestion::new(query.to_owned()) }
}

/// The sections, best first, under a line that says where they come from.
pub(crate) fn sections_text(page: &DocumentPage, is_explained: bool) -> String {
    if page.sections.is_empty() {
        return String::new();
    }
    let mut words = format!("{HEADING}\n");
    page.sections.iter().for_each(|section| section_words(section, is_explained, &mut words));
    words
}

fn section_words(section: &FoundSection, is_explained: bool, words: &mut String) {
    let FoundSection { path, heading, first_line, last_line, .. } = section;
    // Writing to a String cannot fail.
    let _ = write!(words, "document  {}:{first_line}-{last_line}", shown(path));
    if !heading.is_empty() {
        let _ = write!(words, "  {}", shown(heading));
    }
    words.push('\n');
    let excerpt = if section.is_changed { "(it changed since it was indexed)" } else { &section.excerpt };
    let _ = writeln!(words, "    {excerpt}");
    if is_explained {
        let factors = section.factors.iter().map(|factor| format!("{} {:.2}", factor.name, factor.value));
        let factors = factors.collect::<Vec<_>>().join(" + ");
        let _ = writeln!(words, "    why: {:.2} = {factors}; fit {:.2}", section.score, section.fit);
    }
}

/// Prints the notes on what the answer leaves out, and on how well it fits the question.
pub(crate) fn tell_rest(page: &DocumentPage, output: &Output) {
    if page.strength == Strength::Weak {
        let share = 100.0 * page.best_fit;
        output.say(format_args!("the documents fit only in part: the best has {share:.0} % of what the question says"));
    }
    if page.n_beyond_budget > 0 {
        let sections = counted_noun(page.n_beyond_budget.into(), "section", "sections");
        output.say(format_args!(
            "left out: {sections} of documents for which the budget has no room ({})",
            output.argument("budget")
        ));
    }
}
