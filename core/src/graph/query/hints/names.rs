//! Hints on why no symbol has a name or the searched words.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::elsewhere::AnsweredTexts;
use super::{hint, next_question, next_question_of, quoted_string, without_filters};
use crate::ask::{Attempt, Stop};
use crate::base::error::{Error, ImportedName};
use crate::base::hint::{Hint, HintKind};
use crate::graph::kind::SymbolKind;
use crate::graph::model::SymbolId;
use crate::graph::query::suggest::names_a_file;
use crate::graph::query::{FindQuestion, name};
use crate::graph::space::GraphSpace;
use crate::graph::stored::keyspace::Keyspace;
use crate::text::display::counted_noun;

impl GraphSpace {
    /// Hints on why no symbol matches a text, or why none passes the filters.
    pub(in crate::graph::query) fn hints_of_find(&mut self, question: &FindQuestion) -> Attempt<Vec<Hint>> {
        let (mut hints, mut has_alike_name) = (Vec::new(), false);
        let (has_kinds, has_prefix) = (!question.kinds.is_empty(), !question.path_prefix.is_empty());
        if has_kinds || has_prefix {
            let unfiltered =
                FindQuestion { kinds: Vec::new(), path_prefix: String::new(), limit: 1, ..question.clone() };
            if let n @ 1.. = self.answer(&unfiltered)?.n_hits {
                let filters = [(has_kinds, "kind"), (has_prefix, "path")];
                let next = next_question_of("find", "text", &question.text);
                hints.push(without_filters(&counted_noun(n, "fits", "fit"), &filters, next));
            }
        }
        match self.resolve(&question.text) {
            Err(Stop::Refused(Error::Unknown { suggestions, .. })) => {
                if let Some(first_suggestion) = suggestions.first() {
                    let why = format!("names that come close: {}", suggestions.join(", "));
                    hints.push(hint(HintKind::NearNames, why, next_question_of("find", "text", first_suggestion)));
                }
                hints.extend(self.external_import(&question.text).map(library_hint));
                let last_part = name::name_parts(&question.text).last().copied().unwrap_or_default();
                has_alike_name = suggestions.iter().any(|near| is_spelled_alike(near, last_part));
            }
            Err(Stop::Ask(ask)) => return Err(ask.into()),
            _ => {}
        }
        let is_known = |hint: &Hint| matches!(hint.kind, HintKind::Library | HintKind::Filter);
        if !has_alike_name && !hints.iter().any(is_known) {
            let files = self.first_paths_with_word(&question.text)?;
            if !files.is_empty() {
                let why = format!("no name, signature or comment has it, but texts do: {}", files.join(", "));
                hints.push(hint(HintKind::NamedElsewhere, why, None));
            }
        }
        if hints.is_empty() {
            return Ok(self.word_hints(match question.text.chars().any(char::is_alphanumeric) {
                true => "no name, signature or comment that is read has it",
                false => "there is no letter and no digit in it to look for",
            }));
        }
        Ok(hints)
    }

    /// Extends an error about an unknown name by the module from which the name is imported, and its places in the
    /// text. Returns any other attempt unchanged.
    pub(crate) fn with_name_hints<T>(&mut self, attempt: Attempt<T>, texts: AnsweredTexts) -> Attempt<T> {
        match attempt {
            Err(Stop::Refused(error)) => Err(self.with_import(error, texts)),
            attempt => attempt,
        }
    }

    /// Extends an error about an unknown name. Not generic, so that questions share the code.
    #[inline(never)]
    fn with_import(&mut self, error: Error, texts: AnsweredTexts) -> Stop {
        let Error::Unknown { name, suggestions, .. } = error else { return error.into() };
        // Any file may import the name.
        if let Err(stop) = self.need(Keyspace::Outline) {
            return stop;
        }
        let imported = self.external_import(&name).map(Box::new);
        // The extension of a path is no name.
        let last_part =
            if names_a_file(&name) { "" } else { name::name_parts(&name).last().copied().unwrap_or_default() };
        let has_alike_name = suggestions.iter().any(|near| is_spelled_alike(near, last_part));
        let named_in = match self.occurrences(last_part, has_alike_name, texts) {
            Ok(named_in) => named_in,
            Err(stop) => return stop,
        };
        Error::Unknown { name, suggestions, imported, named_in }.into()
    }

    /// The first import from outside the project that binds the first or last part of a name. All outlines must be
    /// loaded.
    fn external_import(&self, typed: &str) -> Option<ImportedName> {
        let mut parts = typed.trim().split(['.', ':', '/']).filter(|part| !part.is_empty());
        let (first_part, last_part) = (parts.next(), parts.next_back());
        // What JavaScript imports as `default` has another name where it comes from.
        let is_name = |part: &&str| *part != "default" && !part.contains(char::is_whitespace);
        let parts = first_part.into_iter().chain(last_part).filter(is_name);
        let (name, import) =
            parts.filter(|part| !self.is_in_project(part)).find_map(|part| Some((part, self.first_import(part)?)))?;
        let import = self.graph.symbol(import);
        let path = self.graph.file(import.file).path.to_string();
        Some(ImportedName { name: name.to_string(), path, first_line: import.first_line })
    }

    /// The first import of a name, preferably in the project's own code.
    fn first_import(&self, name: &str) -> Option<SymbolId> {
        let imports = self.graph.symbols_named(self.graph.names.get(name)?);
        let imports = imports.filter(|&symbol| self.graph.symbol(symbol).kind == SymbolKind::Import);
        let remoteness = |symbol: SymbolId| {
            let file = self.graph.file(self.graph.symbol(symbol).file);
            (file.is_vendored, file.is_test)
        };
        imports
            .min_by(|&one, &other| remoteness(one).cmp(&remoteness(other)).then_with(|| self.order_of_ids(one, other)))
    }

    /// Whether a symbol, a file or a folder of the project has this name.
    fn is_in_project(&self, name: &str) -> bool {
        let is_defined = |symbol: SymbolId| {
            let kind = self.graph.symbol(symbol).kind;
            !matches!(kind, SymbolKind::Import | SymbolKind::File) && self.is_shown(symbol)
        };
        let id = self.graph.names.get(name);
        let is_named = |part: &str| part == name || part.split_once('.').is_some_and(|(stem, _)| stem == name);
        id.is_some_and(|id| self.graph.symbols_named(id).any(is_defined))
            || self.graph.files().any(|(_, file)| file.path.split('/').any(is_named))
    }
}

/// Whether the last part of a name equals another name but for case and separators of words.
fn is_spelled_alike(name: &str, other: &str) -> bool {
    let letters = |text: &str| {
        text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>()
    };
    name::name_parts(name).last().is_some_and(|last| letters(last) == letters(other))
}

fn library_hint(imported: ImportedName) -> Hint {
    let ImportedName { name, path, first_line } = imported;
    let why = format!("{name} comes from outside the index: {path}:{first_line} imports it");
    hint(
        HintKind::Library,
        why,
        next_question("find", &[("text", quoted_string(&name)), ("kinds", "[\"import\"]".into())]),
    )
}
