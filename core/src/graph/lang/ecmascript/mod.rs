//! JavaScript and TypeScript, with JSX.
//!
//! One reading serves all: TypeScript's grammar is JavaScript's with types, and what a grammar lacks is never met.
//! A file is looked at twice: `declare` finds what it defines, `relate` reads its code with that knowledge. Both are one
//! pass over the flat tree; types and expressions are followed to a capped depth.

use super::{Language, Rules};
use crate::graph::facts::{Facts, FactsBuilder};
use crate::graph::syntax::Tree;
use crate::text::tokens::TokenCounts;

mod bindings;
mod checks;
mod classes;
mod declare;
mod definitions;
mod docs;
mod exports;
mod exprs;
mod imports;
mod library;
mod patterns;
mod references;
mod relate;
mod syntax;
mod types;

#[cfg(test)]
mod tests;

pub(crate) use exports::WHOLE;

/// JavaScript, as far as facts are concerned.
pub(crate) const JAVASCRIPT: Language = language("javascript", &["js", "mjs", "cjs", "jsx"]);
/// TypeScript with JSX.
pub(crate) const TSX: Language = language("tsx", &["tsx"]);
/// TypeScript.
pub(crate) const TYPESCRIPT: Language = language("typescript", &["ts", "mts", "cts"]);

const fn language(name: &'static str, extensions: &'static [&'static str]) -> Language {
    Language {
        name,
        extensions,
        rules: Rules::Ecmascript,
        kinds: syntax::KINDS,
        fields: syntax::FIELDS,
        is_own_member: library::is_own_member,
        called_argument,
        extract,
    }
}

/// What a library's function calls has been read as a call's own argument: nothing is left to say.
fn called_argument(_: &str) -> Option<super::CalledArgument> {
    None
}

fn extract(tree: &Tree<'_>) -> Facts {
    let tokens = TokenCounts::new(tree.source());
    let doc = docs::of_file(tree);
    let mut facts = FactsBuilder::new(tree.n_lines(), tokens.span(0, tree.source().len()), doc);
    let declared = declare::declare(tree, &mut facts, &tokens);
    relate::relate(tree, &mut facts, &declared);
    facts.finish()
}
