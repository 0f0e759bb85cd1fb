//! Programming languages that are not parsed. Their files are only counted, so that an answer can name the languages
//! that it does not cover.

/// A language's name and its file extensions, in lower case.
type UnreadLanguage = (&'static str, &'static [&'static str]);

/// Languages that are not parsed, sorted by name. Rows store the index of a language. Data and text formats are left
/// out: no question is about them.
pub(crate) const UNREAD_LANGUAGES: [UnreadLanguage; 46] = [
    ("Ada", &["adb", "ads"]),
    ("Apex", &["cls"]),
    ("Assembly", &["asm", "s"]),
    ("Astro", &["astro"]),
    ("C", &["c", "h"]),
    ("C#", &["cs", "csx"]),
    ("C++", &["cc", "cpp", "cxx", "hh", "hpp", "hxx", "ipp", "ixx", "cppm"]),
    ("CUDA", &["cu", "cuh"]),
    ("Clojure", &["clj", "cljc", "cljs"]),
    ("Common Lisp", &["lisp", "lsp"]),
    ("Crystal", &["cr"]),
    ("Cython", &["pxd", "pyx"]),
    ("D", &["d"]),
    ("Dart", &["dart"]),
    ("Elixir", &["ex", "exs"]),
    ("Elm", &["elm"]),
    ("Emacs Lisp", &["el"]),
    ("Erlang", &["erl", "hrl"]),
    ("F#", &["fs", "fsi", "fsx"]),
    ("Fortran", &["f", "f03", "f08", "f90", "f95", "for"]),
    ("GDScript", &["gd"]),
    ("Groovy", &["gradle", "groovy"]),
    ("Haskell", &["hs", "lhs"]),
    ("Java", &["java"]),
    ("Julia", &["jl"]),
    ("Jupyter Notebook", &["ipynb"]),
    ("Kotlin", &["kt", "kts"]),
    ("Lua", &["lua", "luau"]),
    ("Nim", &["nim"]),
    ("Nix", &["nix"]),
    ("OCaml", &["ml", "mli"]),
    ("Objective-C", &["m", "mm"]),
    ("PHP", &["php", "phtml"]),
    ("Pascal", &["dpr", "pas"]),
    ("Perl", &["pl", "pm"]),
    ("PowerShell", &["ps1", "psm1"]),
    ("R", &["r"]),
    ("Ruby", &["rake", "rb"]),
    ("Scala", &["sbt", "sc", "scala"]),
    ("Shell", &["bash", "fish", "ksh", "sh", "zsh"]),
    ("Solidity", &["sol"]),
    ("Svelte", &["svelte"]),
    ("Swift", &["swift"]),
    ("Visual Basic", &["vb"]),
    ("Vue", &["vue"]),
    ("Zig", &["zig"]),
];

/// The index in [`UNREAD_LANGUAGES`] of the language with this file extension, in upper or lower case; `None` if no
/// language has it.
pub(crate) fn unread_language_of(ending: &str) -> Option<usize> {
    let lower_ending = ending.to_ascii_lowercase();
    UNREAD_LANGUAGES.iter().position(|(_, endings)| endings.contains(&lower_ending.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::lang::LANGUAGES;

    #[test]
    fn no_ending_belongs_to_two_languages() {
        let mut known_endings: alloc::collections::BTreeSet<&str> =
            LANGUAGES.iter().flat_map(|language| language.extensions.iter().copied()).collect();
        for (name, endings) in UNREAD_LANGUAGES {
            for ending in endings {
                assert!(known_endings.insert(ending), "{ending} of {name} is known already");
            }
        }
        assert!(UNREAD_LANGUAGES.is_sorted());
        assert_eq!(unread_language_of("CS").map(|at| UNREAD_LANGUAGES[at].0), Some("C#"));
        assert_eq!(unread_language_of("md"), None);
    }
}
