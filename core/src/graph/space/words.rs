//! The words of a file by field: path, names of definitions, documentation, text.
//!
//! Not here: weighting terms for a question (`prepare`), and stored rows (`stored::words`).

use alloc::collections::BTreeMap;

use crate::base::map::Map;
use crate::graph::facts::{Facts, Flags};
use crate::graph::stored::words::{Field, WordsRow};
use crate::text::terms::{TermCache, bare_term};

/// The most bytes of a word that are examined as a name; the rest of a longer word is ignored.
const MAX_SHORT_BYTES: usize = 16;

/// Counts the terms of a file by field. `facts` must be those of `text`, with details. O(bytes).
///
/// A name that is a stop word has no terms. It is recorded by its letters, so that the files with it can be found. Stop
/// words of prose are not recorded.
pub(crate) fn count_words(term_cache: &mut TermCache, path: &str, text: &str, facts: &Facts) -> WordsRow {
    let mut words = WordsRow::default();
    term_cache.terms(without_extension(path), &mut |term| words.add(Field::Path, term, 1));
    for definition in facts.definitions.iter().skip(1).filter(|definition| !definition.flags.has(Flags::ANONYMOUS)) {
        let name = &facts.names[definition.name.0 as usize];
        term_cache.terms(name, &mut |term| words.add(Field::Names, term, 1));
    }
    for detail in &facts.details {
        term_cache.terms(&detail.doc, &mut |term| words.add(Field::Docs, term, 1));
    }
    let mut word_counts: Map<&str, u32> = Map::default();
    term_cache.counted_terms(text, &mut |term, n_times| words.add(Field::Body, term, n_times), &mut |word, n_times| {
        _ = word_counts.insert(word, n_times)
    });
    let mut name_counts: BTreeMap<&str, u32> = BTreeMap::new();
    for name in &facts.names {
        let word = name.trim_matches(|char: char| !char.is_alphanumeric() && char != '_');
        match word_counts.get(word) {
            Some(&n_times) => _ = name_counts.insert(name, n_times),
            None if word.is_empty() && !name.is_empty() => {
                _ = name_counts.insert(name, text.matches(&**name).count() as u32)
            }
            None => {}
        }
    }
    // Facts lack names that can lead to no definition.
    each_short_name(text, &mut |word| {
        if let Some(&n_times) = word_counts.get(word) {
            name_counts.insert(word, n_times);
        }
    });
    name_counts.into_iter().for_each(|(name, n_times)| words.add_findable(bare_term(name), n_times));
    words
}

/// Calls `take` with each short word that is used as a name in code: before `(`, `<`, `!` or a backtick, or after a dot
/// or colon.
fn each_short_name<'t>(text: &'t str, take: &mut impl FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let is_name_byte = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | 0x80..);
    for (at, byte) in bytes.iter().enumerate() {
        let (start, end) = match byte {
            b'(' | b'<' | b'!' | b'`' => {
                (at - bytes[..at].iter().rev().take(MAX_SHORT_BYTES).take_while(is_name_byte).count(), at)
            }
            b'.' | b':' => {
                (at + 1, at + 1 + bytes[at + 1..].iter().take(MAX_SHORT_BYTES).take_while(is_name_byte).count())
            }
            _ => continue,
        };
        // A part of a longer word may end inside of a letter.
        if let Some(word) = text.get(start..end).filter(|word| !word.is_empty()) {
            take(word);
        }
    }
}

fn without_extension(path: &str) -> &str {
    let name_at = path.rfind('/').map_or(0, |at| at + 1);
    match path[name_at..].rfind('.') {
        Some(at) if at > 0 => &path[..name_at + at],
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::facts::{DefId, Definition, Detail, ExprId, FactsBuilder};
    use crate::graph::kind::SymbolKind;
    use crate::graph::stored::words::FileTerms;
    use crate::text::terms::query_terms;

    #[test]
    fn a_term_is_counted_in_each_field_where_it_occurs() {
        let mut builder = FactsBuilder::new(2, 9, "Hooks of requests.".into());
        let definition = Definition {
            kind: SymbolKind::Function,
            name: builder.name("register_hook"),
            parent: DefId(0),
            first_line: 1,
            last_line: 2,
            name_offset: 4,
            visible_until: u32::MAX,
            flags: Flags::default(),
            returns: ExprId(0),
            tokens: 9,
        };
        builder.define(definition, Detail { signature: "def register_hook(hook)".into(), doc: "Adds a hook.".into() });
        let text = "def register_hook(hook):\n    'Adds a hook.'\n";
        let bytes = count_words(&mut TermCache::default(), "pkg/hooks.py", text, &builder.finish()).encode();
        let words = FileTerms::read(&bytes).unwrap();
        assert_eq!(words.get(query_terms("hooks")[0].term), Some([1, 1, 2, 3]));
        assert_eq!(words.get(query_terms("register_hook")[2].term), Some([0, 1, 0, 1]));
        assert_eq!(words.get(query_terms("py")[0].term), None);
        assert_eq!(words.n_terms, [2, 3, 4, 6]);
    }

    #[test]
    fn only_the_extension_is_removed_from_a_path() {
        for (path, stem) in [("a.b/c.d.py", "a.b/c.d"), ("a.b/c", "a.b/c"), (".hidden", ".hidden"), ("a/.x", "a/.x")] {
            assert_eq!(without_extension(path), stem);
        }
    }
}
