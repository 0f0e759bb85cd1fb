//! Finds files that contain a name in their text, whether edges lead from them or not.
//!
//! A reference may be missing from a list, but its name is in the file's text. So before an answer says that nothing
//! names a symbol, the word index is asked, and the few files with the name are read. A place may be in a comment, or
//! mean another symbol of that name. Not here: the places of declined references (`unresolved`).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::ask::{Answer, Attempt, FileSpan, Request, Resumed, Wanted};
use crate::base::error::Error;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::LANGUAGES;
use crate::graph::model::{File, FileId, SymbolId};
use crate::graph::query::source::hash_of;
use crate::graph::space::GraphSpace;
use crate::graph::stored::keyspace::Keyspace;
use crate::graph::stored::words::Field;
use crate::text::display::counted_noun;
use crate::text::terms::{QueryTerm, bare_term, query_terms};

/// The most files, and the most places, that a hint lists.
const MAX_LISTED: usize = 3;
/// The most places and files together that are listed for a name without a symbol.
const MAX_REPORTED: usize = 10;
/// The most files that are read for an empty answer.
const MAX_READ_FILES: usize = 256;
/// The most bytes of files that are read for an empty answer.
const MAX_READ_BYTES: u64 = 4 << 20;

/// The hash of a request for lines, and the host's answers. `None` if nothing was requested yet.
pub(crate) type AnsweredTexts = Option<(u64, Vec<Answer>)>;

/// Places where a name occurs, and files in which it may occur.
#[derive(Default)]
pub(super) struct NameOccurrences {
    /// Places where the name occurs, by path and line.
    places: Vec<(FileId, u32)>,
    /// Further files that may contain the name, by path.
    files: Vec<FileId>,
}

impl NameOccurrences {
    /// Keeps only places and files for which `is_kept` holds.
    pub(super) fn retain_files(&mut self, is_kept: impl Fn(FileId) -> bool) {
        self.places.retain(|(file, _)| is_kept(*file));
        self.files.retain(|file| is_kept(*file));
    }
}

impl GraphSpace {
    /// The files that may refer to a symbol: their language shares names with the symbol's, and they contain the name
    /// more often than they define it.
    pub(super) fn possible_files(&mut self, symbol: SymbolId) -> Attempt<NameOccurrences> {
        let at = self.graph.symbol(symbol);
        let (kind, home_file) = (at.kind, at.file);
        let rules = |file: &File| LANGUAGES[usize::from(file.language)].rules;
        let own_rules = rules(self.graph.file(home_file));
        let name = match kind {
            SymbolKind::File => stem(&self.graph.file(home_file).path).to_string(),
            _ => self.graph.names.text(at.name).to_string(),
        };
        let mut occurrences = self.files_with_word(&name)?;
        occurrences.files.retain(|&file| {
            rules(self.graph.file(file)) == own_rules && (kind != SymbolKind::File || file != home_file)
        });
        Ok(occurrences)
    }

    /// Reads the [`possible_files`](Self::possible_files) and returns the places of the name in their text. Files
    /// beyond the bounds on reading are returned unread; if the symbol is a file, all are.
    pub(super) fn read_occurrences(&mut self, symbol: SymbolId, texts: AnsweredTexts) -> Attempt<NameOccurrences> {
        let occurrences = self.possible_files(symbol)?;
        if self.graph.symbol(symbol).kind == SymbolKind::File {
            return Ok(occurrences);
        }
        let name = self.graph.names.text(self.graph.symbol(symbol).name).to_string();
        self.search_files(&name, occurrences, texts, |hash| Wanted::Plan { hash, has_details: false })
    }

    /// Searches the first files for a name. Returns the places of the name there, and the files that were not read or
    /// have changed.
    fn search_files(
        &self,
        name: &str,
        occurrences: NameOccurrences,
        texts: AnsweredTexts,
        wanted_of: fn(u64) -> Wanted,
    ) -> Attempt<NameOccurrences> {
        let NameOccurrences { mut places, files: mut read_files } = occurrences;
        let unread_files = read_files.split_off(self.n_readable(&read_files));
        let spans = read_files.iter().map(|&file| self.span_of_file(file)).collect::<Vec<FileSpan>>();
        let answers = match texts {
            _ if spans.is_empty() => Vec::new(),
            Some((hash, answers)) if hash == hash_of(&spans) && answers.len() == spans.len() => answers,
            Some(_) => return Err(Error::invalid("ticket", "it belongs to another question").into()),
            None => {
                let wanted = wanted_of(hash_of(&spans));
                return Err(self.ask(spans.into_iter().map(Request::Span).collect(), wanted).into());
            }
        };
        let mut files = Vec::new();
        for (file, answer) in read_files.into_iter().zip(answers) {
            match answer {
                Answer::Text(text) => places.extend(self.places_outside_definitions(name, file, &text)),
                // The file has changed since it was indexed.
                _ => files.push(file),
            }
        }
        files.extend(unread_files);
        Ok(NameOccurrences { places, files })
    }

    /// Number of leading files that the bounds on reading allow.
    fn n_readable(&self, files: &[FileId]) -> usize {
        let mut n_bytes = 0;
        let is_within_bounds = |file: &&FileId| {
            n_bytes += u64::from(self.graph.file(**file).n_bytes);
            n_bytes <= MAX_READ_BYTES
        };
        files.iter().take(MAX_READ_FILES).take_while(is_within_bounds).count()
    }

    /// Separates texts that were requested for a name without a symbol from answers that belong to the question itself.
    pub(crate) fn texts_of_name(&self, resumed: Option<Resumed>) -> Result<(Option<Resumed>, AnsweredTexts), Error> {
        match resumed {
            Some(resumption) => match self.decode_ticket(&resumption.ticket)? {
                Wanted::Named { hash } => Ok((None, Some((hash, resumption.answers)))),
                _ => Ok((Some(resumption), None)),
            },
            None => Ok((None, None)),
        }
    }

    fn span_of_file(&self, file: FileId) -> FileSpan {
        let node = self.graph.file(file);
        FileSpan {
            path: node.path.to_string(),
            hash: node.hash.to_vec(),
            first_line: 1,
            last_line: node.n_lines.max(1),
        }
    }

    /// The places of a name in a text, except where it is defined.
    fn places_outside_definitions(&self, name: &str, file: FileId, text: &str) -> Vec<(FileId, u32)> {
        let is_name_char = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$');
        let n_on_line = |line: &str| line.split(|char| !is_name_char(char)).filter(|word| *word == name).count();
        let mut lines: Vec<u32> = Vec::new();
        for (line, at) in text.lines().zip(1..) {
            lines.extend(core::iter::repeat_n(at, n_on_line(line)));
        }
        for first_line in self.definitions_in(file, name).map(|symbol| self.graph.symbol(symbol).first_line) {
            if let Some(definition_at) = lines.iter().position(|line| *line >= first_line) {
                lines.remove(definition_at);
            }
        }
        lines.dedup();
        lines.into_iter().map(|line| (file, line)).collect()
    }

    /// The symbols of a file with this name.
    fn definitions_in(&self, file: FileId, name: &str) -> impl Iterator<Item = SymbolId> {
        let id = self.graph.names.get(name);
        self.graph.file(file).symbols.iter().copied().filter(move |&symbol| {
            let at = self.graph.symbol(symbol);
            Some(at.name) == id && !matches!(at.kind, SymbolKind::Import | SymbolKind::Block | SymbolKind::File)
        })
    }

    /// The files whose text has a name more often than they define it. A file with more words than are stored may
    /// have any name.
    pub(super) fn files_with_word(&mut self, name: &str) -> Attempt<NameOccurrences> {
        self.need(Keyspace::Outline)?;
        self.need(Keyspace::Words)?;
        let terms = terms_of(name);
        let may_have = |file: FileId| {
            if self.graph.file(file).n_lines == 0 {
                return false;
            }
            let Some(words) = self.words_of(file) else { return true };
            let n_defined = self.definitions_in(file, name).count() as u32;
            let n_times = |term: &QueryTerm| words.get(term.term).map_or(0, |counts| counts[Field::Body as usize]);
            words.is_capped() || terms.iter().all(|term| n_times(term) > n_defined)
        };
        let mut files: Vec<FileId> = self.graph.files().map(|(file, _)| file).filter(|file| may_have(*file)).collect();
        files.sort_unstable_by(|one, other| self.graph.order_of_paths(*one, *other));
        Ok(NameOccurrences { places: Vec::new(), files })
    }

    /// The files that may contain a name without a symbol.
    fn files_with_unknown_name(&mut self, name: &str) -> Attempt<NameOccurrences> {
        let is_definition = |symbol: SymbolId| {
            !matches!(self.graph.symbol(symbol).kind, SymbolKind::Import | SymbolKind::Block | SymbolKind::File)
        };
        let is_name_char = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$');
        let id = self.graph.names.get(name);
        if !name.contains(is_name_char) || id.is_some_and(|id| self.graph.symbols_named(id).any(is_definition)) {
            return Ok(NameOccurrences::default());
        }
        self.files_with_word(name)
    }

    /// The paths of the first files that may contain a name without a symbol.
    pub(super) fn first_paths_with_word(&mut self, name: &str) -> Attempt<Vec<String>> {
        let occurrences = self.files_with_unknown_name(name)?;
        Ok(occurrences.files.iter().take(MAX_LISTED).map(|file| self.graph.file(*file).path.to_string()).collect())
    }

    /// The places of a name without a symbol, then the files that may have it. `has_alike_name`: a symbol's name
    /// differs only in spelling, so unread files are left out.
    pub(super) fn occurrences(
        &mut self,
        name: &str,
        has_alike_name: bool,
        texts: AnsweredTexts,
    ) -> Attempt<Vec<String>> {
        let occurrences = self.files_with_unknown_name(name)?;
        let NameOccurrences { places, files } =
            self.search_files(name, occurrences, texts, |hash| Wanted::Named { hash })?;
        let path = |file: FileId| self.graph.file(file).path.to_string();
        let known_places = places.into_iter().map(|(file, line)| format!("{}:{line}", path(file)));
        let possible_files = files.into_iter().filter(|_| !has_alike_name).map(path);
        Ok(known_places.chain(possible_files).take(MAX_REPORTED).collect())
    }

    /// The sentence that lists where a name occurs; `None` if it occurs nowhere.
    pub(super) fn occurrence_sentence(
        &self,
        beginning: &str,
        NameOccurrences { places, files }: &NameOccurrences,
    ) -> Option<String> {
        let path = |file: &FileId| self.graph.file(*file).path.to_string();
        let known_places = places.iter().map(|(file, line)| format!("{}:{line}", path(file)));
        let known_places = list_text("the name stands at ", known_places.collect(), "place", "places");
        let n = files.len() as u32;
        let possible_files = counted_noun(n, "file has the word: ", "files have the word: ");
        let possible_files = list_text(&possible_files, files.iter().map(path).collect(), "file", "files");
        let sentences: Vec<String> = [known_places, possible_files].into_iter().flatten().collect();
        (!sentences.is_empty()).then(|| format!("{beginning} {}", sentences.join(", and ")))
    }
}

/// The first items and the number of further ones, after the text `beginning`; `None` if there are no items.
fn list_text(beginning: &str, mut items: Vec<String>, singular: &str, plural: &str) -> Option<String> {
    let n_left = items.len().saturating_sub(MAX_LISTED) as u32;
    items.truncate(MAX_LISTED);
    let more_text =
        if n_left > 0 { format!(" and {} more", counted_noun(n_left, singular, plural)) } else { String::new() };
    (!items.is_empty()).then(|| format!("{beginning}{}{more_text}", items.join(", ")))
}

/// The terms of a text that contains a name: the name as a whole, or all parts of a very long one. For a name without
/// terms, the term of its letters.
fn terms_of(name: &str) -> Vec<QueryTerm> {
    let mut terms = query_terms(name);
    if let Some(whole_name_at) = terms.iter().position(|term| term.text == name) {
        terms = vec![terms.swap_remove(whole_name_at)];
    }
    if terms.is_empty() {
        terms.push(QueryTerm { text: name.to_string(), term: bare_term(name), n_times: 1 });
    }
    terms
}

/// The name by which imports refer to a file: its file name up to the first dot, or the folder's name for files such as
/// `index` or `mod`.
fn stem(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or(path);
    match name.split('.').next().unwrap_or(name) {
        "index" | "mod" | "__init__" => parts.next().unwrap_or(name),
        stem => stem,
    }
}
