//! Python's extractor of facts.
//!
//! A file is processed in two passes: `declare` finds its definitions and the bindings of each scope, and `relate`
//! reads its code with their help. Each pass is one walk over the flat tree; expressions are followed to a bounded
//! depth.

use alloc::string::String;

use super::{Language, Rules};
use crate::graph::facts::{Facts, FactsBuilder};
use crate::graph::syntax::Tree;
use crate::text::tokens::TokenCounts;

mod annotations;
mod bindings;
mod builtins;
mod declare;
mod definitions;
mod exprs;
mod imports;
mod kills;
pub(crate) mod library;
mod protocols;
mod quoted;
mod references;
mod relate;
mod scopes;
mod strings;
mod subscripts;
mod syntax;
mod targets;
mod unpack;
mod uses;

#[cfg(test)]
mod tests;

pub(crate) const LANGUAGE: Language = Language {
    name: "python",
    extensions: &["py", "pyi"],
    rules: Rules::Python,
    kinds: syntax::KINDS,
    fields: syntax::FIELDS,
    is_own_member: builtins::is_common_member,
    is_own_name: builtins::is_builtin,
    called_argument: builtins::called_argument,
    extract,
};

fn extract(tree: &Tree<'_>) -> Facts {
    let tokens = TokenCounts::new(tree.source());
    let doc =
        tree.root().and_then(|root| definitions::docstring(tree, root)).map_or(String::new(), strings::docstring_text);
    let mut facts = FactsBuilder::new(tree.n_lines(), tokens.span(0, tree.source().len()), doc);
    let scopes = declare::declare(tree, &mut facts, &tokens);
    relate::relate(tree, &mut facts, &scopes);
    facts.finish()
}
