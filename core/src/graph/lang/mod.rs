//! One folder a language: the syntax it wants to see, how a file's tree becomes facts, and whose rules its names follow.
//! Adding a language is adding a folder and its line in [`LANGUAGES`].

use super::facts::Facts;
use super::manifest;
use super::syntax::{NodeKind, Tree};

mod by_node;
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
    /// The rules that its names follow.
    pub rules: Rules,
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

/// The rules that names follow where languages differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Python's.
    Python,
    /// Rust's.
    Rust,
    /// Those of JavaScript and TypeScript.
    Ecmascript,
    /// Go's.
    Go,
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

/// A language that files are admitted in: what a host must know of it.
pub struct Admitted {
    /// Its name.
    pub name: &'static str,
    /// File name endings, without the dot.
    pub extensions: &'static [&'static str],
    /// The node kinds that are wanted.
    pub kinds: &'static [NodeKind],
    /// The fields that are wanted.
    pub fields: &'static [&'static str],
}

/// Every language that files are admitted in, by name: those of code, and that of manifests, whose text is read as it is, so
/// that nothing of a tree is wanted.
pub fn admitted() -> impl Iterator<Item = Admitted> {
    let of_code = |language: &Language| {
        let &Language { name, extensions, kinds, fields, .. } = language;
        Admitted { name, extensions, kinds, fields }
    };
    let of_manifests = Admitted { name: manifest::LANGUAGE, extensions: &[], kinds: &[], fields: &[] };
    let (before, after) = LANGUAGES.split_at(LANGUAGES.partition_point(|language| language.name < of_manifests.name));
    before.iter().map(of_code).chain([of_manifests]).chain(after.iter().map(of_code))
}
