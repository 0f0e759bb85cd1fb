//! Finds symbols by words in their names, the names of their containers, their signatures and docs.
//!
//! Files are ranked by the words of their names and docs, then the symbols of the best files: so the details of only a
//! few files are read. A word such as `class` also stands for a kind of symbol.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::find::{FindQuestion, MatchKind, NameWordMatch, ScoredMatch, WordMatch};
use crate::ask::Attempt;
use crate::base::map::Map;
use crate::base::sort;
use crate::graph::kind::SymbolKind;
use crate::graph::model::{FileId, SymbolId};
use crate::graph::space::GraphSpace;
use crate::graph::stored::keyspace::Keyspace;
use crate::graph::stored::words::{Field, FileTerms};
use crate::text::bm25;
use crate::text::terms::{NameSplitter, NameWord, Term, terms, whole_term};

/// The most files whose symbols are ranked.
const MAX_FILES: usize = 40;
/// Least weight of the words in a symbol's own name, signature and doc, as a share of the best such weight.
const MIN_SHARE: f64 = 0.34;
/// The most words of a query that count, as many as a [`WordSet`] has bits.
const MAX_WORDS: usize = 32;
/// Greatest number of words in a query that may be the parts of a single name.
const MAX_NAME_RUN_WORDS: usize = 4;
/// Weight of a stop word such as `get`; others have between 0.1 and 12.
const STOP_WEIGHT: f64 = 0.1;

/// Weight of a word by the text that has it: the symbol's name, a container's name, the signature, the doc.
const NAME_WEIGHT: f64 = 1.0;
const CONTAINER_WEIGHT: f64 = 0.7;
const SIGNATURE_WEIGHT: f64 = 0.4;
const DOC_WEIGHT: f64 = 0.25;
/// Weight of a word that only a file's text has, relative to one in its names or docs.
const TEXT_WEIGHT: f64 = 0.1;

/// A bit set of the query's words, by index.
type WordSet = u32;

/// A parsed query.
#[derive(Default)]
struct WordQuery {
    words: Vec<NameWord>,
    /// Each word in lower case; parallel to `words`. So are `weights`, which grow with rarity.
    texts: Vec<String>,
    weights: Vec<f64>,
    /// Ranges of adjacent words that may form an identifier, each with the term of that identifier.
    runs: Vec<(Range<usize>, Term)>,
    /// The index of a first or last word that names kinds of symbols, and these kinds.
    kind: Option<(usize, &'static [SymbolKind])>,
}

/// How the query's words match a symbol; the symbol's own name, signature or doc has at least one.
struct SymbolMatch {
    name: NameWordMatch,
    /// The words that the symbol or a container's name has.
    held_words: WordSet,
    /// The weight of the words in the symbol's own name, signature and doc. `total_weight` also counts words in its
    /// containers' names.
    own_weight: f64,
    total_weight: f64,
    /// Where the words are found: see [`WordMatch`].
    placement: f64,
}

/// A file that contains some of the words.
struct FileMatch {
    file: FileId,
    /// The words in names and docs.
    in_names: WordSet,
    /// The words anywhere in the file.
    in_file: WordSet,
    /// Number of words in the longest run that is a name.
    n_in_run: usize,
}

impl GraphSpace {
    /// The symbols that match the words of the query, and the words that no symbol has.
    pub(super) fn find_by_words(&mut self, question: &FindQuestion) -> Attempt<(Vec<ScoredMatch>, Vec<String>)> {
        self.need(Keyspace::Outline)?;
        self.need(Keyspace::Words)?;
        let mut query = WordQuery::parse(&question.text);
        let (files, words_beyond) = self.best_files(&mut query, &question.path_prefix);
        self.need_details(files.iter().copied())?;
        let mut splitter = NameSplitter::default();
        let (mut fitting_symbols, mut held_words) = (Vec::new(), 0);
        for &symbol in files.iter().flat_map(|&file| &self.graph.file(file).symbols) {
            if self.passes_filters(symbol, question)
                && let Some(fit) = self.fit_of(symbol, &query, &mut splitter)
            {
                held_words |= fit.held_words;
                fitting_symbols.push((symbol, fit));
            }
        }
        let best_weight = fitting_symbols.iter().map(|(_, fit)| fit.own_weight).fold(0.0, f64::max);
        let fitting_symbols = fitting_symbols.into_iter().filter(|(_, fit)| fit.own_weight >= MIN_SHARE * best_weight);
        let matches = fitting_symbols
            .map(|(symbol, fit)| self.score_match(symbol, MatchKind::Words(query.word_fit(&fit, held_words))))
            .collect();
        Ok((matches, query.informative_words_outside(held_words | words_beyond)))
    }

    /// The files whose names and docs match the query best, and the words in names and docs of all other files. Also
    /// sets the weights of the words, by the number of files that contain each.
    fn best_files(&self, query: &mut WordQuery, prefix: &str) -> (Vec<FileId>, WordSet) {
        let mut n_files_with = vec![0u32; query.words.len()];
        let mut file_matches = Vec::new();
        for (file, node) in self.graph.files() {
            let Some(words) = self.words_of(file) else { continue };
            let file_match = query.match_file(file, &words);
            n_files_with
                .iter_mut()
                .enumerate()
                .for_each(|(word, n)| *n += u32::from(has_word(file_match.in_file, word)));
            if (file_match.in_file != 0 || file_match.n_in_run > 0) && node.path.starts_with(prefix) {
                file_matches.push(file_match);
            }
        }
        query.set_weights(&n_files_with, self.graph.n_files());
        let score = |file_match: &FileMatch| {
            let word_score =
                |word: usize| match (has_word(file_match.in_names, word), has_word(file_match.in_file, word)) {
                    (true, _) => query.weights[word],
                    (_, true) => query.weights[word] * TEXT_WEIGHT,
                    _ => 0.0,
                };
            // A run of words in a name says more than the same words apart.
            (file_match.n_in_run, (0..query.words.len()).map(word_score).sum::<f64>())
        };
        let mut scored_files: Vec<((usize, f64), &FileMatch)> =
            file_matches.iter().map(|file_match| (score(file_match), file_match)).collect();
        // Files are by path, and the sort is stable: ties keep that order.
        sort::sort_by(&mut scored_files, |(one, _), (other, _)| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
        let words_beyond =
            scored_files.iter().skip(MAX_FILES).fold(0, |named, (_, file_match)| named | file_match.in_names);
        (scored_files.into_iter().take(MAX_FILES).map(|(_, file_match)| file_match.file).collect(), words_beyond)
    }

    /// A file's words; `None` if their keyspace is not loaded, or the file has none.
    pub(crate) fn words_of(&self, file: FileId) -> Option<FileTerms<'_>> {
        FileTerms::read(self.words_bytes(file)?)
    }

    /// How the words match a symbol; `None` if none matches the symbol itself, or only the word for its kind does.
    fn fit_of(&self, symbol: SymbolId, query: &WordQuery, splitter: &mut NameSplitter) -> Option<SymbolMatch> {
        let at = self.graph.symbol(symbol);
        let kind_word = query.kind.filter(|(_, kinds)| kinds.contains(&at.kind)).map(|(word, _)| word);
        let mut name = Vec::new();
        splitter.words(self.graph.names.text(at.name), &mut |word, _| name.push(word));
        let detail = self.detail(symbol);
        let (signature, doc) = (term_set(&detail.signature), term_set(&detail.doc));
        let container_words = self.container_words(symbol, splitter);
        let (mut held_words, mut own_weight, mut total_weight, mut placed_weight) = (0, 0.0, 0.0, 0.0);
        for (index, (word, &weight)) in query.words.iter().zip(&query.weights).enumerate() {
            let own_place = match () {
                () if name.contains(word) => NAME_WEIGHT,
                () if signature.contains_key(&word.term) => SIGNATURE_WEIGHT,
                () if doc.contains_key(&word.term) => DOC_WEIGHT,
                () => 0.0,
            };
            let place = match () {
                () if kind_word == Some(index) => NAME_WEIGHT,
                () if container_words.contains(&word.term) => CONTAINER_WEIGHT.max(own_place),
                () => own_place,
            };
            held_words |= WordSet::from(place > 0.0) << index;
            own_weight += if own_place > 0.0 || kind_word == Some(index) { weight } else { 0.0 };
            total_weight += if place > 0.0 { weight } else { 0.0 };
            placed_weight += weight * place;
        }
        let by_kind_alone = kind_word.map_or(0.0, |word| query.weights[word]);
        let name = (own_weight > by_kind_alone).then(|| query.name_fit(&name, kind_word))?;
        Some(SymbolMatch { name, held_words, own_weight, total_weight, placement: placed_weight / total_weight })
    }

    /// The words in the names of a symbol's containers.
    fn container_words(&self, symbol: SymbolId, splitter: &mut NameSplitter) -> Vec<Term> {
        let mut words = Vec::new();
        let mut at = self.graph.symbol(symbol).parent;
        while self.graph.symbol(at).kind != SymbolKind::File {
            splitter.words(self.graph.names.text(self.graph.symbol(at).name), &mut |word, _| words.push(word.term));
            at = self.graph.symbol(at).parent;
        }
        words
    }
}

impl WordQuery {
    fn parse(text: &str) -> WordQuery {
        let (mut words, mut texts) = (Vec::new(), Vec::new());
        NameSplitter::default().words(text, &mut |word, lower| {
            if words.len() < MAX_WORDS {
                words.push(word);
                texts.push(String::from_utf8_lossy(lower).into_owned());
            }
        });
        let n_words = words.len();
        let starts = 0..if n_words <= MAX_NAME_RUN_WORDS { n_words } else { 0 };
        let runs = starts.flat_map(|start| (start + 2..=n_words).map(move |end| start..end));
        let runs = runs.map(|run| (run.clone(), whole_term(&texts[run]))).collect();
        let outer_words = [Some(0), n_words.checked_sub(1)].into_iter().flatten().filter(|_| n_words > 1);
        let kind = outer_words.filter_map(|at| Some((at, kinds_called(&texts[at])?))).next();
        WordQuery { words, texts, weights: Vec::new(), runs, kind }
    }

    /// How well the words match a symbol, relative to the words that any symbol has (`held_words`).
    fn word_fit(&self, fit: &SymbolMatch, held_words: WordSet) -> WordMatch {
        let held_weight: f64 = self.words_in(held_words).map(|word| self.weights[word]).sum();
        let is_lacking = |word: &usize| self.words[*word].is_content && !has_word(fit.held_words, *word);
        let n_missing = self.words_in(held_words).filter(is_lacking).count() as u32;
        WordMatch { name: fit.name, n_missing, share: fit.total_weight / held_weight, placement: fit.placement }
    }

    /// The indexes of the words in a set.
    fn words_in(&self, set: WordSet) -> impl Iterator<Item = usize> + use<> {
        (0..self.words.len()).filter(move |&word| has_word(set, word))
    }

    /// The content words that are not in a set, without the word for a kind.
    fn informative_words_outside(&self, set: WordSet) -> Vec<String> {
        let says_something =
            |word: &usize| self.words[*word].is_content && self.kind.is_none_or(|(kind, _)| kind != *word);
        let outside_words = (0..self.words.len()).filter(|word| !has_word(set, *word)).filter(says_something);
        outside_words.map(|word| self.texts[word].clone()).collect()
    }

    /// The words that a file contains.
    fn match_file(&self, file: FileId, words: &FileTerms<'_>) -> FileMatch {
        let mut file_match = FileMatch { file, in_names: 0, in_file: 0, n_in_run: 0 };
        for (index, word) in self.words.iter().enumerate().filter(|(_, word)| word.is_content) {
            let Some(counts) = words.get(word.term) else { continue };
            file_match.in_file |= 1 << index;
            let is_named = counts[Field::Names as usize] > 0 || counts[Field::Docs as usize] > 0;
            file_match.in_names |= WordSet::from(is_named) << index;
        }
        for (run, term) in &self.runs {
            let is_possible =
                run.clone().all(|word| has_word(file_match.in_names, word) || !self.words[word].is_content);
            if run.len() > file_match.n_in_run
                && is_possible
                && words.get(*term).is_some_and(|counts| counts[Field::Names as usize] > 0)
            {
                file_match.n_in_run = run.len();
            }
        }
        file_match
    }

    /// Weighs the words by the number of files that contain them. A word for a kind gets the least weight of the
    /// others.
    fn set_weights(&mut self, n_files_with: &[u32], n_files: usize) {
        let weight = |(word, &n): (&NameWord, &u32)| match word.is_content {
            true => bm25::idf(n, n_files).max(STOP_WEIGHT),
            false => STOP_WEIGHT,
        };
        self.weights = self.words.iter().zip(n_files_with).map(weight).collect();
        if let Some((kind, _)) = self.kind {
            let other_words = (0..self.words.len()).filter(|&word| word != kind && self.words[word].is_content);
            self.weights[kind] = other_words.map(|word| self.weights[word]).reduce(f64::min).unwrap_or(STOP_WEIGHT);
        }
    }

    /// How the words match a name; the word for the symbol's kind need not be in the name.
    fn name_fit(&self, name: &[NameWord], kind_word: Option<usize>) -> NameWordMatch {
        let name: Vec<Term> = name.iter().map(|word| word.term).collect();
        match (self.name_fit_without(&name, None), kind_word) {
            (NameWordMatch::Whole, _) => NameWordMatch::Whole,
            (_, Some(_)) => self.name_fit_without(&name, kind_word),
            (fit, None) => fit,
        }
    }

    fn name_fit_without(&self, name: &[Term], word: Option<usize>) -> NameWordMatch {
        let asked_words = || (0..self.words.len()).filter(|&index| Some(index) != word);
        let says_something =
            |&index: &usize| self.words[index].is_content || self.kind.is_some_and(|kind| kind.0 == index);
        let terms =
            |indexes: Vec<usize>| indexes.into_iter().map(|index| self.words[index].term).collect::<Vec<Term>>();
        let (all_terms, content_terms) =
            (terms(asked_words().collect()), terms(asked_words().filter(says_something).collect()));
        let content_terms = if content_terms.is_empty() { &all_terms } else { &content_terms };
        let mut name_terms = name.iter();
        match () {
            () if name == all_terms || name == content_terms => NameWordMatch::Whole,
            () if content_terms.iter().all(|term| name.contains(term)) => NameWordMatch::All {
                is_in_order: content_terms.iter().all(|term| name_terms.any(|of| of == term)),
                share: (content_terms.len() as f64 / name.len() as f64).min(1.0),
            },
            () => NameWordMatch::Partly,
        }
    }
}

fn has_word(set: WordSet, word: usize) -> bool {
    set >> word & 1 == 1
}

/// The kinds of symbols that a word names.
fn kinds_called(word: &str) -> Option<&'static [SymbolKind]> {
    use SymbolKind::*;
    Some(match word {
        "class" | "struct" | "union" => &[Class],
        "interface" | "trait" | "protocol" => &[Interface],
        "enum" => &[Enum],
        "type" => &[TypeAlias, Class, Interface, Enum],
        "function" | "func" | "fn" | "def" => &[Function, Method],
        "method" => &[Method],
        "macro" => &[Macro],
        "module" | "mod" | "namespace" | "package" => &[Module],
        "constant" | "const" => &[Constant],
        "variable" | "var" | "let" => &[Variable],
        "field" | "property" | "attribute" => &[Field],
        _ => return None,
    })
}

fn term_set(text: &str) -> Map<Term, ()> {
    let mut set: Map<Term, ()> = Map::default();
    terms(text, &mut |term| {
        set.insert(term, ());
    });
    set
}
