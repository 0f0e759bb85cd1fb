//! Checks lines of files: the beginnings of modules, postponed work, paths of one machine, and `unwrap`.

use super::tree::{File, Tree};

/// Words that postpone work, each in two halves, so that this file passes the check.
const MARKS_OF_TASKS: [&str; 4] =
    [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("todo", "!("), concat!("unimpl", "emented!(")];

/// Prefixes of paths that exist on one machine only.
const MACHINES: [&str; 5] = [
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/tmp/", "bash"),
    concat!("/tmp/", "target"),
    concat!("/Us", "ers/"),
];

pub fn every_module_says_what_it_is(tree: &Tree) -> Vec<String> {
    let without_docs = tree.rust("").filter(|file| !file.text.starts_with("//! "));
    without_docs.map(|file| format!("{} does not begin with `//!`", file.path)).collect()
}

pub fn no_task_is_left_for_later(tree: &Tree) -> Vec<String> {
    // Tests hold code of others as text.
    let files = tree.files.iter().filter(|file| !file.is_of_tests());
    lines_with(files, &MARKS_OF_TASKS)
}

pub fn no_machine_is_named(tree: &Tree) -> Vec<String> {
    let lines = tree.files.iter().flat_map(|file| file.places(&file.text));
    let found = lines.filter(|(_, line)| MACHINES.iter().any(|path| names_path(line, path)));
    found.map(|(place, line)| format!("{place}: {}", line.trim())).collect()
}

/// Whether a line has a path that begins with `path`; a longer path that only contains it does not count.
fn names_path(line: &str, path: &str) -> bool {
    let is_of_a_path = |char: char| char.is_alphanumeric() || "_.-".contains(char);
    line.match_indices(path).any(|(at, _)| !line[..at].ends_with(is_of_a_path))
}

pub fn no_unwrap_outside_tests(tree: &Tree) -> Vec<String> {
    let mut places = Vec::new();
    for file in ["cli/", "core/", "host-native/"].into_iter().flat_map(|below| tree.rust(below)) {
        for (place, line) in file.places(file.shipped()) {
            let is_code = !line.trim_start().starts_with("//");
            if is_code && (line.contains(".unwrap()") || line.contains(".expect(")) {
                places.push(format!("{place}: {}", line.trim()));
            }
        }
    }
    places
}

fn lines_with<'a>(files: impl Iterator<Item = &'a File>, words: &[&str]) -> Vec<String> {
    let lines = files.flat_map(|file| file.places(&file.text));
    let found = lines.filter(|(_, line)| words.iter().any(|word| line.contains(word)));
    found.map(|(place, line)| format!("{place}: {}", line.trim())).collect()
}
