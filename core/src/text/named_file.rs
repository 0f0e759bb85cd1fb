//! Recognises file paths among words of prose; `and/or`, `e.g.` and `1.2.3` are none.
//!
//! A word with a separator is recognised by its form. A bare name such as `client.go` has the form of `self.name`, so
//! it needs a known file extension.

/// Greatest length of a path in bytes; a longer word is data that contains slashes.
const MAX_BYTES: usize = 300;
/// Greatest length in bytes of an extension in a path with a separator.
const MAX_EXTENSION_BYTES: usize = 5;
/// File names without an extension; they count only after a folder.
const EXTENSIONLESS_NAMES: [&str; 16] = [
    "Makefile",
    "makefile",
    "GNUmakefile",
    "Dockerfile",
    "Containerfile",
    "Vagrantfile",
    "Jenkinsfile",
    "Gemfile",
    "Rakefile",
    "Procfile",
    "Justfile",
    "justfile",
    "BUILD",
    "WORKSPACE",
    "LICENSE",
    "README",
];
/// Extensions by which a name without a folder counts as a file.
const EXTENSIONS: [&str; 123] = [
    "adoc", "asm", "astro", "avi", "awk", "bak", "bash", "bat", "bin", "bmp", "bz2", "c", "cc", "cfg", "cjs", "clj",
    "cmake", "cmd", "conf", "config", "cpp", "cs", "css", "csv", "cts", "cu", "cxx", "dart", "db", "diff", "dll",
    "doc", "docx", "env", "erl", "ex", "exe", "exs", "fish", "flac", "gif", "go", "gradle", "graphql", "gz", "h",
    "hpp", "hs", "htm", "html", "ini", "ipynb", "jar", "java", "jpeg", "jpg", "jl", "js", "json", "jsonl", "jsx",
    "key", "kt", "kts", "less", "lock", "log", "lua", "md", "mdx", "mjs", "mk", "ml", "mov", "mp3", "mp4", "mts",
    "nim", "nix", "odt", "otf", "parquet", "patch", "pdf", "pem", "php", "pl", "png", "ppt", "pptx", "proto", "ps1",
    "py", "pyi", "r", "rb", "rs", "rst", "sass", "scala", "scss", "sh", "so", "sol", "sql", "sqlite", "svelte", "svg",
    "swift", "tar", "tex", "tf", "toml", "ts", "tsv", "tsx", "txt", "vue", "wasm", "xml", "yaml", "yml", "zip",
];

/// Whether a character may be in a path. A colon is only allowed after a drive letter.
pub(crate) fn is_path_char(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '-' | '.' | '/' | '\\' | '~' | '+' | '@')
}

/// The path in a word of prose, without the punctuation around it; `None` if there is none.
pub(crate) fn path_in(piece: &str) -> Option<&str> {
    let path = match piece.split_once('\\') {
        // A line end in escaped form follows the path.
        Some((before, _)) if before.contains('/') => before,
        _ => piece,
    };
    let path = path.trim_start_matches(['@', '-', '+']).trim_end_matches(['.', '-', '/', '\\']);
    let is_plausible = path.len() <= MAX_BYTES && path.contains(char::is_alphabetic);
    let is_path = match (path.contains('/'), path.contains('\\')) {
        (true, _) => is_slash_path(path),
        (_, true) => is_backslash_path(path),
        _ => is_bare_file_name(path),
    };
    (is_plausible && is_path).then_some(path)
}

/// Whether a path begins with a drive letter, as in `C:\src`.
pub(crate) fn has_drive_letter(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic())
}

fn is_slash_path(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    let n_names = path.split('/').filter(|name| name.contains(char::is_alphanumeric)).count();
    let has_path_start = ["./", "../", "~/"].iter().any(|start| path.starts_with(start)) || has_drive_letter(path);
    let n_enough = if path.starts_with('/') { 2 } else { 3 };
    has_path_start || n_names >= n_enough || has_short_extension(last) || EXTENSIONLESS_NAMES.contains(&last)
}

/// Whether a word is a Windows path. Backslashes mostly begin escapes, so an extension, a drive letter or a start such
/// as `.\` must confirm it.
fn is_backslash_path(path: &str) -> bool {
    let last = path.rsplit('\\').next().unwrap_or_default();
    let has_path_start = [".\\", "..\\"].iter().any(|start| path.starts_with(start)) || has_drive_letter(path);
    has_path_start || has_short_extension(last) && !last.starts_with('.')
}

fn is_bare_file_name(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let is_name = stem.starts_with(|char: char| char.is_alphanumeric() || char == '_') && !stem.contains('@');
    is_name && EXTENSIONS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

fn has_short_extension(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).as_bytes();
    let is_short = (1..=MAX_EXTENSION_BYTES).contains(&ending.len()) && ending.iter().all(u8::is_ascii_alphanumeric);
    is_short && ending.iter().any(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_by_their_form() {
        for piece in [
            "src/net/client.go",
            "client.go",
            "README.md",
            ".\\src\\a.py",
            ".\\\\src\\\\a.py",
            "C:\\Users\\me",
            "C:/Users",
            "src\\a.py",
            "build/Makefile",
            "core/src/text",
            "/etc/hosts",
            "~/notes",
            "./run",
            "../a",
            "src/.env",
            "src/@types/x.d.ts",
            "été/größe.rs",
            "github.com/owner/name",
            "_build.log",
        ] {
            assert_eq!(path_in(piece), Some(piece));
        }
    }

    #[test]
    fn what_only_has_a_slash_or_a_dot_is_no_path() {
        for piece in [
            "",
            ".",
            "..",
            "...",
            "/",
            "//",
            "e.g.",
            "i.e",
            "1.2.3",
            "v1.2.3",
            "and/or",
            "a.m.",
            "Makefile",
            "self.name",
            "example.com",
            "me@host.md",
            "24/7",
            "2023/05/07",
            "/etc",
            "//nolint",
            "src/",
            "a\\b",
            "\\w+\\.py",
            ".rs",
            "../..",
            "v1/1.2.3",
            "漢/字",
        ] {
            assert_eq!(path_in(piece), None, "{piece}");
        }
        assert_eq!(path_in(&format!("{}.go", "a/".repeat(200))), None);
    }

    #[test]
    fn marks_around_a_path_do_not_belong_to_it() {
        for (piece, expected) in [
            ("client.go.", "client.go"),
            ("@src/main.rs", "src/main.rs"),
            ("src/a.go...", "src/a.go"),
            ("core/src/text/", "core/src/text"),
            ("src/a.go\\nsrc", "src/a.go"),
        ] {
            assert_eq!(path_in(piece), Some(expected));
        }
    }

    #[test]
    fn each_ending_is_listed_once() {
        for (at, ending) in EXTENSIONS.iter().enumerate() {
            assert!(!EXTENSIONS[..at].contains(ending) && *ending == ending.to_ascii_lowercase(), "{ending}");
        }
    }
}
