//! Languages: each folder has the syntax nodes of one language, the extraction of facts from a file's tree, and the
//! rules of its names. To add a language, add a folder and a line in [`LANGUAGES`].

use super::facts::Facts;
pub use super::syntax::NodeKind;
use super::syntax::Tree;
use super::{manifest, prose};

mod by_node;
pub(crate) mod ecmascript;
mod excerpt;
pub(crate) mod go;
pub(crate) mod import_line;
mod memo;
pub(crate) mod python;
pub(crate) mod rust;
#[cfg(test)]
pub(in crate::graph) mod testing;
pub(crate) mod unread;

/// A programming language with its extractor of facts.
pub struct Language {
    /// The language's name in the component's interface and in stored rows.
    pub name: &'static str,
    /// File extensions, without the dot.
    pub extensions: &'static [&'static str],
    /// The rules by which its names are resolved; JavaScript and TypeScript share them.
    pub(crate) rules: Rules,
    /// The node kinds of its grammar from which facts are extracted; a kind's number is its 1-based index here.
    pub kinds: &'static [NodeKind],
    /// The fields of its grammar from which facts are extracted; a field's number is its 1-based index here.
    pub fields: &'static [&'static str],
    /// Whether members with this name are common in the standard library, so that the name says nothing about an
    /// unknown receiver.
    pub(crate) is_own_member: fn(&str) -> bool,
    /// Whether the language itself defines a name, where no file binds it.
    pub(crate) is_own_name: fn(&str) -> bool,
    /// The argument that a built-in function calls (as `map` does); `None` if it calls none.
    pub(crate) called_argument: fn(&str) -> Option<CalledArgument>,
    /// Extracts the facts of a file. It never fails: any tree has facts.
    pub(crate) extract: fn(&Tree<'_>) -> Facts,
}

/// The rules by which names are resolved, where languages differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rules {
    Python,
    Rust,
    /// JavaScript and TypeScript.
    Ecmascript,
    Go,
}

/// An argument that a built-in function calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CalledArgument {
    First,
    /// The keyword argument `key`.
    Key,
}

/// All programming languages, sorted by name.
pub const LANGUAGES: &[Language] =
    &[go::LANGUAGE, ecmascript::JAVASCRIPT, python::LANGUAGE, rust::LANGUAGE, ecmascript::TSX, ecmascript::TYPESCRIPT];

/// A language whose files are indexed, as far as a host needs to know it.
pub struct LanguageSpec {
    /// The name by which a host marks files of this language.
    pub name: &'static str,
    /// File extensions, without the dot.
    pub extensions: &'static [&'static str],
    /// The node kinds that a host passes; a kind's number is its 1-based index here.
    pub kinds: &'static [NodeKind],
    /// The fields that a host passes; a field's number is its 1-based index here.
    pub fields: &'static [&'static str],
}

/// All languages whose files are indexed, sorted by name. Manifests and prose count too: they are read as text and need
/// no nodes.
pub fn language_specs() -> impl Iterator<Item = LanguageSpec> {
    let code_spec = |language: &Language| {
        let &Language { name, extensions, kinds, fields, .. } = language;
        LanguageSpec { name, extensions, kinds, fields }
    };
    let text_spec = |name, extensions| LanguageSpec { name, extensions, kinds: &[], fields: &[] };
    let text_specs = [text_spec(manifest::LANGUAGE, &[]), text_spec(prose::LANGUAGE, prose::EXTENSIONS)];
    let (languages_before, languages_after) =
        LANGUAGES.split_at(LANGUAGES.partition_point(|language| language.name < manifest::LANGUAGE));
    languages_before.iter().map(code_spec).chain(text_specs).chain(languages_after.iter().map(code_spec))
}
