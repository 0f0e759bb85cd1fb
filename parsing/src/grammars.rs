//! The grammars that are compiled in, by the component's names of languages.
//!
//! Their releases are pinned exactly in `Cargo.toml`: a grammar's shapes are part of what is stored.

use tree_sitter::Language;

/// The grammar of a language; none where the component knows more languages than are compiled in.
pub fn grammar(language: &str) -> Option<Language> {
    let grammar = match language {
        #[cfg(feature = "go")]
        "go" => tree_sitter_go::LANGUAGE,
        #[cfg(feature = "javascript")]
        "javascript" => tree_sitter_javascript::LANGUAGE,
        #[cfg(feature = "python")]
        "python" => tree_sitter_python::LANGUAGE,
        #[cfg(feature = "rust")]
        "rust" => tree_sitter_rust::LANGUAGE,
        #[cfg(feature = "tsx")]
        "tsx" => tree_sitter_typescript::LANGUAGE_TSX,
        #[cfg(feature = "typescript")]
        "typescript" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        _ => return None,
    };
    Some(grammar.into())
}
