//! Checks which modules of the core use which: each may use only those in lower layers.
//!
//! The tests of a module may use anything.

use super::tree::{File, Tree};

const CORE: &str = "core/src/";

/// The layers of the core's modules, the lowest first. Modules in one layer do not use each other.
///
/// A module is a folder or file of `core/src/`; those in [`SPACES`] are distinguished one level deeper.
const LAYERS: [&[&str]; 21] = [
    &["base"],
    &["ask", "text"],
    &["effects", "row"],
    &["lexical"],
    &["graph::kind", "graph::syntax"],
    &["graph::facts"],
    &["graph::model"],
    &["graph::manifest", "graph::prose", "graph::lang"],
    &["graph::link"],
    &["graph::stored"],
    &["graph::space"],
    &["graph::query"],
    &["prepare"],
    &["record"],
    &["episode"],
    &["window"],
    &["capture"],
    &["session"],
    &["recall"],
    &["delivery"],
    &["memory"],
];

/// Folders whose modules are distinguished one level deeper.
const SPACES: [&str; 1] = ["graph"];

/// Files that only list modules, and are not checked.
const LISTS: [&str; 2] = ["core/src/lib.rs", "core/src/graph/mod.rs"];

pub fn modules_use_only_those_below(tree: &Tree) -> Vec<String> {
    let mut places = Vec::new();
    for file in tree.rust(CORE).filter(|file| !LISTS.contains(&file.path.as_str())) {
        let user = module_of(file);
        let Some(level) = level(&user) else {
            places.push(format!("{}: the module `{user}` has no place in the order of modules", file.path));
            continue;
        };
        for (place, line) in file.places(file.shipped()) {
            let upward = used_modules(line)
                .into_iter()
                .filter(|used| *used != user && self::level(used).is_none_or(|used| used >= level));
            places.extend(upward.map(|used| format!("{place}: `{user}` must not use `{used}`")));
        }
    }
    places
}

fn level(module: &str) -> Option<usize> {
    LAYERS.iter().position(|modules| modules.contains(&module))
}

fn module_of(file: &File) -> String {
    let path_below = file.path.strip_prefix(CORE).unwrap_or(&file.path);
    let path = path_below.strip_suffix(".rs").unwrap_or(path_below).replace('/', "::");
    first_module(&path).to_owned()
}

/// The module at the beginning of a path, to the depth at which layers distinguish modules.
fn first_module(path: &str) -> &str {
    let mut parts = path.split("::");
    let root = parts.next().unwrap_or(path);
    match parts.next().filter(|_| SPACES.contains(&root)) {
        Some(inner) => &path[..root.len() + 2 + inner.len()],
        None => root,
    }
}

/// The modules in a line of code by paths from the crate's root: `crate::text::cut` and `crate::{text, row::Key}`.
fn used_modules(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or(line);
    let mut modules = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(group) => modules.extend(first_names(group)),
            None => modules.extend(name(rest)),
        }
    }
    modules
}

/// The first name of each path in a group, without nested groups.
fn first_names(group: &str) -> Vec<&str> {
    let (mut names, mut depth, mut start) = (Vec::new(), 0, 0);
    for (place, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' | ',' if depth == 0 => {
                names.extend(name(group[start..place].trim()));
                start = place + 1;
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    names
}

/// The module at the beginning of a path; `None` if the path begins with an item of the root, such as a macro.
fn name(path: &str) -> Option<&str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == ':';
    let end = path.find(|letter: char| !is_part(letter)).unwrap_or(path.len());
    let module = first_module(&path[..end]).trim_end_matches(':');
    let is_module = !module.is_empty() && !module.starts_with(|letter: char| letter.is_ascii_uppercase());
    (is_module && !path[end..].starts_with('!')).then_some(module)
}

#[cfg(test)]
mod tests {
    use super::used_modules;

    #[test]
    fn modules_are_found_in_paths_and_groups() {
        assert_eq!(used_modules("use crate::text::terms; // crate::not"), ["text"]);
        assert_eq!(used_modules("use crate::{row, graph::{facts, kind}, error::Error};"), ["row", "graph", "error"]);
        assert_eq!(used_modules("use crate::graph::query::Symbol;"), ["graph::query"]);
        assert_eq!(used_modules("use crate::graph::facts::{self, Facts};"), ["graph::facts"]);
        assert_eq!(used_modules("crate::Error"), Vec::<&str>::new());
    }
}
