//! One folder a language: the syntax it wants to see, how a file's tree becomes facts, and the rules by which its
//! names resolve. Adding a language is adding a folder and its line in [`LANGUAGES`].

use super::facts::Facts;
use super::manifest;
use super::syntax::{NodeKind, Tree};

pub(crate) mod ecmascript;
mod excerpt;
pub(crate) mod go;
pub(crate) mod import_line;
mod memo;
pub(crate) mod python;
pub(crate) mod rust;
#[cfg(test)]
mod testing;

/// A language, as far as facts are concerned.
pub struct Language {
    /// Its name in the door and in stored rows.
    pub name: &'static str,
    /// File name endings, without the dot.
    pub extensions: &'static [&'static str],
    /// The node kinds it wants.
    pub kinds: &'static [NodeKind],
    /// The fields it wants.
    pub fields: &'static [&'static str],
    /// Whether members of this name are common in the language's own library: then the name alone says nothing of a
    /// receiver that is not known.
    pub is_own_member: fn(&str) -> bool,
    /// Which of its arguments a function calls that the language itself binds (`map`); none where it calls none.
    pub called_argument: fn(&str) -> Option<CalledArgument>,
    /// What a file says. Total: any tree gives facts.
    pub extract: fn(&Tree<'_>) -> Facts,
}

/// An argument that is called by the function that is given it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CalledArgument {
    /// The first one.
    First,
    /// The one with the keyword `key`.
    Key,
}

/// Every language of code, by name.
pub const LANGUAGES: &[Language] =
    &[go::LANGUAGE, ecmascript::JAVASCRIPT, python::LANGUAGE, rust::LANGUAGE, ecmascript::TSX, ecmascript::TYPESCRIPT];

/// That of manifests: their text is read as it is, so it wants nothing of a tree.
const MANIFEST: Language = Language {
    name: manifest::LANGUAGE,
    extensions: &[],
    kinds: &[],
    fields: &[],
    is_own_member: |_| false,
    called_argument: |_| None,
    extract: |_| Facts::default(),
};

/// Every language that files are admitted in, by name: those of code, and that of manifests.
pub fn admitted() -> impl Iterator<Item = &'static Language> {
    let (before, after) = LANGUAGES.split_at(LANGUAGES.partition_point(|language| language.name < MANIFEST.name));
    before.iter().chain([&MANIFEST]).chain(after)
}

/// The language with this name.
pub fn language(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.name == name)
}
