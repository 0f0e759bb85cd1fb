//! JavaScript and TypeScript, with JSX.
//!
//! One extractor serves all of them: TypeScript's grammar is JavaScript's with types, and nodes that a grammar lacks
//! never occur. A file is processed in two passes: `declare` finds its definitions, and `relate` reads its code with
//! their help. Each pass is one walk over the flat tree; types and expressions are followed to a bounded depth.

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
mod objects;
mod patterns;
mod references;
mod relate;
mod syntax;
mod types;

#[cfg(test)]
mod tests;

pub(crate) use exports::WHOLE_EXPORT;

/// JavaScript, with JSX.
pub(crate) const JAVASCRIPT: Language = language("javascript", &["js", "mjs", "cjs", "jsx"]);
/// TypeScript with JSX.
pub(crate) const TSX: Language = language("tsx", &["tsx"]);
/// TypeScript without JSX.
pub(crate) const TYPESCRIPT: Language = language("typescript", &["ts", "mts", "cts"]);

const fn language(name: &'static str, extensions: &'static [&'static str]) -> Language {
    Language {
        name,
        extensions,
        rules: Rules::Ecmascript,
        kinds: syntax::KINDS,
        fields: syntax::FIELDS,
        is_own_member: library::is_common_member,
        is_own_name: library::is_global,
        called_argument,
        extract,
    }
}

/// Always `None`: the extractor treats callbacks of library functions as arguments of the call already.
fn called_argument(_: &str) -> Option<super::CalledArgument> {
    None
}

fn extract(tree: &Tree<'_>) -> Facts {
    let tokens = TokenCounts::new(tree.source());
    let doc = docs::file_doc(tree);
    let mut facts = FactsBuilder::new(tree.n_lines(), tokens.span(0, tree.source().len()), doc);
    let declared_names = declare::declare(tree, &mut facts, &tokens);
    relate::relate(tree, &mut facts, &declared_names);
    facts.finish()
}
