//! The compiled-in grammars, by the component's names of languages.
//!
//! Their versions are pinned exactly in `Cargo.toml`, because the trees of a grammar determine what is stored.

use tree_sitter::Language;

/// The grammar of a language; `None` if it is not compiled in.
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
