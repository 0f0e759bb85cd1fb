//! Go's extractor of facts.
//!
//! A file is processed in two passes: `declare` finds its definitions, and `relate` reads its code with their help.
//! Each pass is one walk over the flat tree; types and expressions are followed to a bounded depth. A method is in a
//! block that extends its receiver's type, because it may be in any file of the package.

use super::{Language, Rules};
use crate::graph::facts::{Facts, FactsBuilder};
use crate::graph::syntax::Tree;
use crate::text::tokens::TokenCounts;

mod bindings;
mod declare;
mod definitions;
mod docs;
mod exprs;
mod functions;
mod imports;
mod library;
mod literals;
mod references;
mod relate;
mod syntax;
mod type_specs;
mod types;

#[cfg(test)]
mod tests;

pub(crate) use imports::{is_standard, package_guess};
pub(crate) use type_specs::underlying_name;

pub(crate) const LANGUAGE: Language = Language {
    name: "go",
    extensions: &["go"],
    rules: Rules::Go,
    kinds: syntax::KINDS,
    fields: syntax::FIELDS,
    is_own_member: library::is_common_member,
    is_own_name: library::is_predeclared,
    called_argument: |_| None,
    extract,
};

fn extract(tree: &Tree<'_>) -> Facts {
    let tokens = TokenCounts::new(tree.source());
    let doc = docs::file_doc(tree);
    let mut facts = FactsBuilder::new(tree.n_lines(), tokens.span(0, tree.source().len()), doc);
    let declared_names = declare::declare(tree, &mut facts, &tokens);
    relate::relate(tree, &mut facts, &declared_names);
    facts.finish()
}
