//! Checks that only some modules of the hosts open files: those that follow no link and do not block on pipes.

use super::tree::Tree;

/// Calls in Rust that open a file by name, or write to one.
const IN_RUST: [&str; 12] = [
    "fs::read(",
    "fs::read_to_string(",
    "fs::write(",
    "fs::copy(",
    "File::open(",
    "File::create",
    "File::options(",
    "OpenOptions",
    ".open_read_only(",
    "Builder::new().open(",
    "Database::open(",
    "Database::create(",
];
/// Calls in JavaScript that open a file by name, and imports of modules with functions of common names such as `open`.
const IN_JAVASCRIPT: [&str; 16] = [
    "readFileSync",
    "writeFileSync",
    "appendFileSync",
    "copyFileSync",
    "cpSync",
    "openSync",
    "openAsBlob",
    "createReadStream",
    "createWriteStream",
    "readFile(",
    "writeFile(",
    "appendFile(",
    "copyFile(",
    "fs/promises",
    "fs.promises",
    "{ promises",
];
/// Calls in Python that open a file by name.
const IN_PYTHON: [&str; 8] = [
    "os.open(",
    "io.open(",
    "shutil.",
    ".read_text(",
    ".read_bytes(",
    ".write_text(",
    ".write_bytes(",
    "import fileinput",
];

/// The files of a language, by prefixes and suffix of their paths, and whether a line of them opens a file.
type Sources = (&'static [&'static str], &'static str, fn(&str) -> bool);

const SOURCES: [Sources; 4] = [
    (&["cli/src/", "host-native/src/", "bindings-python/src/", "store/src/"], ".rs", |line| has_one(line, &IN_RUST)),
    (&["bindings-js/src/"], ".ts", |line| has_one(line, &IN_JAVASCRIPT)),
    (&["bindings-js/bin/"], ".js", |line| has_one(line, &IN_JAVASCRIPT)),
    (&["bindings-python/python/"], ".py", |line| has_one(line, &IN_PYTHON) || calls_open(line)),
];

/// Files that may open files, with the reason.
const EXCEPTIONS: [(&str, &str); 8] = [
    ("host-native/src/open/", "it is the place"),
    ("host-native/src/store/system.rs", "what the system tells of processes"),
    ("bindings-js/src/files/open.ts", "it is the place"),
    ("bindings-js/src/files/ours.ts", "it is the place"),
    ("bindings-js/src/records/spool.ts", "a folder is opened, to make its names durable"),
    ("bindings-js/src/system.ts", "what the system tells of processes"),
    ("bindings-js/src/installed.ts", "files of the package"),
    ("bindings-js/src/window-node.ts", "files of the package"),
];

pub fn files_are_opened_in_one_place(tree: &Tree) -> Vec<String> {
    let mut places = Vec::new();
    for file in &tree.files {
        let is_of = |(begins, ending, _): &&Sources| {
            file.path.ends_with(ending) && begins.iter().any(|begin| file.path.starts_with(begin))
        };
        let Some((_, _, opens)) = SOURCES.iter().find(is_of) else { continue };
        if EXCEPTIONS.iter().any(|(path, _)| file.path.starts_with(path)) {
            continue;
        }
        for (place, line) in file.places(file.shipped()) {
            let is_code = !["//", "#"].iter().any(|comment| line.trim_start().starts_with(comment));
            if is_code && opens(line) {
                places.push(format!("{place}: {}", line.trim()));
            }
        }
    }
    places
}

fn has_one(line: &str, words: &[&str]) -> bool {
    words.iter().any(|word| line.contains(word))
}

/// Whether a line of Python calls the function `open`, and not a method of this name.
fn calls_open(line: &str) -> bool {
    let is_of_a_name = |char: char| char.is_alphanumeric() || char == '_' || char == '.';
    line.match_indices("open(").any(|(at, _)| !line[..at].ends_with("def ") && !line[..at].ends_with(is_of_a_name))
}

#[cfg(test)]
mod tests {
    use super::super::tree::File;
    use super::*;

    fn n_found(path: &str, text: &str) -> usize {
        let file = File { path: path.to_owned(), text: text.to_owned() };
        files_are_opened_in_one_place(&Tree { files: vec![file] }).len()
    }

    #[test]
    fn whatever_opens_a_file_in_any_language_is_found() {
        let rust = "File::options().read(true).open(path)\nfs::read(path)\nredb::Database::create(path)\n";
        for path in ["host-native/src/a.rs", "bindings-python/src/a.rs", "store/src/a.rs"] {
            assert_eq!(n_found(path, rust), 3, "{path}");
        }
        let javascript = "import { open } from \"node:fs/promises\";\nfs.readFile(a, then);\nimport { promises } from \"fs\";\ncpSync(a, b)\n";
        assert_eq!(n_found("bindings-js/src/a.ts", javascript), 4);
        assert_eq!(n_found("bindings-js/bin/a.js", javascript), 4);
        let python = "with open(path) as file:\ntext = Path(path).read_text()\nshutil.copy(one, other)\n";
        assert_eq!(n_found("bindings-python/python/scrubjay/a.py", python), 3);
    }

    #[test]
    fn what_opens_no_file_and_what_tests_do_is_left_alone() {
        let methods = "# open(path)\nmemory = Memory.open(\".\")\n    def open(\nreopen(path)\n";
        assert_eq!(n_found("bindings-python/python/scrubjay/a.py", methods), 0);
        assert_eq!(n_found("host-native/src/a.rs", "// fs::read(path)\n#[cfg(test)]\nfs::read(path)\n"), 0);
        assert_eq!(n_found("bindings-js/test/a.mjs", "readFileSync(path)\n"), 0);
    }
}
