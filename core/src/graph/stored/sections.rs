//! The sections of a document: the lines and heading of each, and its terms with their counts.
//!
//! A question looks up its terms in every section, so nothing is decoded. Terms of three bytes are sorted, and next to
//! them is a byte of counts for each. Not here: splitting a document (`prose`), weighting terms (`query`).

use alloc::vec::Vec;

use super::words::{TERM_BYTES, index_of_term, stored_part};
use crate::base::sort;
use crate::graph::prose::{Section, each_section};
use crate::row::codec::{Reader, Writer};
use crate::text::terms::{Term, talk_terms};

/// The most terms of a section that are stored; only a very long line has more.
const MAX_TERMS: usize = 1_024;
/// Number of bits of a stored byte of counts that count a term in the heading; the other bits count it in the text.
const HEADING_COUNT_BITS: u32 = 2;
/// The greatest count in a heading that is stored.
const MAX_HEADING_COUNT: u32 = (1 << HEADING_COUNT_BITS) - 1;
/// The greatest count in a text that is stored.
const MAX_TEXT_COUNT: u32 = (1 << (8 - HEADING_COUNT_BITS)) - 1;

/// Numbers of occurrences of a term in the heading and in the text of a section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TermCounts {
    pub(crate) heading: u32,
    pub(crate) text: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredSection<'b> {
    /// The titles of the headings that contain the section: see [`Section`].
    pub(crate) heading: &'b str,
    /// The title of the innermost heading.
    pub(crate) title: &'b str,
    pub(crate) first_line: u32,
    pub(crate) text_line: u32,
    pub(crate) last_line: u32,
    /// Numbers of terms in heading and text, including repetitions.
    pub(crate) n_terms: TermCounts,
    terms: &'b [[u8; TERM_BYTES]],
    counts: &'b [u8],
}

impl StoredSection<'_> {
    /// The counts of a term in the section; `None` if the section does not have it.
    pub(crate) fn get(&self, term: Term) -> Option<TermCounts> {
        let packed = u32::from(self.counts[index_of_term(self.terms, term)?]);
        Some(TermCounts { heading: packed & MAX_HEADING_COUNT, text: packed >> HEADING_COUNT_BITS })
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Document<'b> {
    /// SHA-256 of the document's bytes.
    pub(crate) hash: &'b [u8],
    pub(crate) sections: Vec<StoredSection<'b>>,
}

/// Splits a document into sections, and encodes the payload. O(bytes).
pub(crate) fn encode(hash: &[u8; 32], text: &str) -> Vec<u8> {
    let mut sections = Writer::default();
    let mut n_sections = 0;
    each_section(text, &mut |section| {
        n_sections += 1;
        write(section, &mut sections);
    });
    let mut writer = Writer::default();
    writer.raw(hash);
    writer.count(n_sections);
    writer.raw(&sections.finish());
    writer.finish()
}

fn write(section: &Section<'_>, writer: &mut Writer) {
    let &Section { heading, title, first_line, text_line, last_line, text } = section;
    let mut n_terms = TermCounts::default();
    let mut counts: Vec<(u32, TermCounts)> = Vec::new();
    talk_terms(heading, &mut |term| {
        n_terms.heading += 1;
        counts.push((stored_part(term), TermCounts { heading: 1, text: 0 }));
    });
    talk_terms(text, &mut |term| {
        n_terms.text += 1;
        counts.push((stored_part(term), TermCounts { heading: 0, text: 1 }));
    });
    let counts = merge_terms(counts);
    writer.text(heading);
    for number in [title.len() as u32, first_line, text_line - first_line, last_line - text_line] {
        writer.number(number);
    }
    writer.number(n_terms.heading);
    writer.number(n_terms.text);
    writer.count(counts.len());
    for (record, (term, _)) in writer.records(counts.len()).iter_mut().zip(&counts) {
        let [_, high, middle, low] = term.to_be_bytes();
        *record = [high, middle, low];
    }
    for (_, TermCounts { heading, text }) in counts {
        writer.byte(((text.min(MAX_TEXT_COUNT) << HEADING_COUNT_BITS) | heading.min(MAX_HEADING_COUNT)) as u8);
    }
}

/// The distinct terms, sorted, at most [`MAX_TERMS`]. Terms of the heading are kept first, then the most frequent, then
/// those with the lower hash.
fn merge_terms(mut term_counts: Vec<(u32, TermCounts)>) -> Vec<(u32, TermCounts)> {
    sort::sort_by_key(&mut term_counts, |(term, _)| *term);
    term_counts.dedup_by(|(next_term, next_counts), (term, counts)| {
        let is_same = next_term == term;
        if is_same {
            counts.heading += next_counts.heading;
            counts.text += next_counts.text;
        }
        is_same
    });
    if term_counts.len() > MAX_TERMS {
        sort::sort_by_key(&mut term_counts, |(term, counts)| core::cmp::Reverse((counts.heading, counts.text, !*term)));
        term_counts.truncate(MAX_TERMS);
        sort::sort_by_key(&mut term_counts, |(term, _)| *term);
    }
    term_counts
}

impl<'b> Document<'b> {
    /// Opens a payload; `None` if it is damaged. O(sections): the order of terms is not checked, so terms out of order
    /// are not found.
    pub(crate) fn read(bytes: &'b [u8]) -> Option<Document<'b>> {
        let mut reader = Reader::new(bytes);
        let hash = reader.raw(32)?;
        let n_sections = reader.count(8)?;
        let mut sections = Vec::with_capacity(n_sections);
        for _ in 0..n_sections {
            sections.push(read(&mut reader)?);
        }
        reader.finish().map(|()| Document { hash, sections })
    }
}

fn read<'b>(reader: &mut Reader<'b>) -> Option<StoredSection<'b>> {
    let heading = reader.text()?;
    let title = heading.get(heading.len().checked_sub(reader.number()? as usize)?..)?;
    let first_line = reader.number()?;
    let text_line = first_line.checked_add(reader.number()?)?;
    let last_line = text_line.checked_add(reader.number()?)?;
    let n_terms = TermCounts { heading: reader.number()?, text: reader.number()? };
    let n_distinct = reader.count(TERM_BYTES + 1)?;
    let (terms, _) = reader.raw(n_distinct * TERM_BYTES)?.as_chunks();
    let counts = reader.raw(n_distinct)?;
    (first_line > 0).then_some(StoredSection {
        heading,
        title,
        first_line,
        text_line,
        last_line,
        n_terms,
        terms,
        counts,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::stored::sample::survives_damage;
    use crate::text::terms::question_terms;

    fn term(word: &str) -> Term {
        question_terms(word)[0].term
    }

    #[test]
    fn a_section_is_read_back_with_the_counts_of_its_terms() {
        let bytes = encode(&[7; 32], "# Shop\n\nSells books.\n\n## Opening hours\n\nThe shop opens. It opens late.\n");
        let document = Document::read(&bytes).unwrap();
        assert_eq!((document.hash, document.sections.len()), (&[7; 32][..], 2));
        let hours = &document.sections[1];
        assert_eq!((hours.heading, hours.title), ("Shop > Opening hours", "Opening hours"));
        assert_eq!((hours.first_line, hours.text_line, hours.last_line), (5, 7, 7));
        assert_eq!(hours.get(term("open")), Some(TermCounts { heading: 1, text: 2 }));
        assert_eq!(hours.get(term("shop")), Some(TermCounts { heading: 1, text: 1 }));
        assert_eq!(hours.get(term("book")), None);
        assert_eq!(hours.n_terms, TermCounts { heading: 3, text: 4 });
    }

    #[test]
    fn counts_and_terms_beyond_the_maximum_are_dropped() {
        let many_words: String = (0..3_000).map(|n| format!("word{n}x ")).collect();
        let bytes = encode(&[0; 32], &format!("# A A A A often\n{} {many_words}", "often ".repeat(90)));
        let document = Document::read(&bytes).unwrap();
        let section = document.sections[0];
        assert_eq!(section.terms.len(), MAX_TERMS);
        assert_eq!(section.get(term("often")), Some(TermCounts { heading: 1, text: MAX_TEXT_COUNT }));
    }

    #[test]
    fn a_document_without_text_has_no_sections() {
        for text in ["", "# A", "<!-- a -->"] {
            assert_eq!(Document::read(&encode(&[0; 32], text)).map(|document| document.sections.len()), Some(0));
        }
    }

    #[test]
    fn damage_is_refused_or_decoded_differently_but_never_panics() {
        let bytes = encode(&[1; 32], "# Ärger\ntext of it\n\nB\n--\nmore text\n");
        survives_damage(&bytes, |bytes| {
            let Some(document) = Document::read(bytes) else { return false };
            document.sections.iter().for_each(|section| _ = section.get(term("text")));
            true
        });
    }
}
