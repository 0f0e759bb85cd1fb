//! Checks the text of files, line by line.

use super::tree::{File, Tree};

/// Words that postpone work, each in two halves, so that this file passes the check.
const LATER: [&str; 4] =
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
    let silent = tree.rust("").filter(|file| !file.text.starts_with("//! "));
    silent.map(|file| format!("{} does not begin with `//!`", file.path)).collect()
}

pub fn nothing_is_left_for_later(tree: &Tree) -> Vec<String> {
    // Tests hold code of others as text.
    let files = tree.files.iter().filter(|file| !file.is_of_tests());
    lines_with(files, &LATER)
}

pub fn no_machine_is_named(tree: &Tree) -> Vec<String> {
    lines_with(tree.files.iter(), &MACHINES)
}

pub fn no_unwrap_outside_tests(tree: &Tree) -> Vec<String> {
    let mut places = Vec::new();
    for file in ["core/", "host-native/"].into_iter().flat_map(|below| tree.rust(below)) {
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
