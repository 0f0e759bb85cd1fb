//! Rust's extractor of facts.
//!
//! A file is processed in two passes: `declare` finds its definitions and bound names, and `relate` reads its code with
//! their help. Each pass is one walk over the flat tree; types and expressions are followed to a bounded depth.

use super::{Language, Rules};
use crate::graph::facts::{Facts, FactsBuilder};
use crate::graph::syntax::Tree;
use crate::text::tokens::TokenCounts;

mod attributes;
mod declare;
mod definitions;
mod exprs;
mod items;
mod parameters;
mod patterns;
mod prelude;
mod references;
mod relate;
mod syntax;
mod tokens;
mod types;
mod uses;

#[cfg(test)]
mod tests;

pub(crate) const LANGUAGE: Language = Language {
    name: "rust",
    extensions: &["rs"],
    rules: Rules::Rust,
    kinds: syntax::KINDS,
    fields: syntax::FIELDS,
    is_own_member: prelude::is_common_member,
    is_own_name: prelude::is_prelude,
    called_argument: |_| None,
    extract,
};

fn extract(tree: &Tree<'_>) -> Facts {
    let tokens = TokenCounts::new(tree.source());
    let doc = attributes::file_doc(tree);
    let mut facts = FactsBuilder::new(tree.n_lines(), tokens.span(0, tree.source().len()), doc);
    let declared_names = declare::declare(tree, &mut facts, &tokens);
    relate::relate(tree, &mut facts, &declared_names);
    facts.finish()
}
