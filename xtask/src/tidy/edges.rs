//! Which module of the core may use which: each only those that stand before it in one order.
//!
//! A module's tests may use anything.

use super::tree::{File, Tree};

const CORE: &str = "core/src/";

/// The core's modules from the ground up. Modules of one line do not use each other.
///
/// What is asked of the graph (`graph::query`) reads a whole memory, so it stands above it; what the graph is stands below.
const LAYERS: [&[&str]; 7] =
    [&["map", "order", "error", "ask"], &["text"], &["graph"], &["row"], &["memory"], &["graph::query"], &["recall"]];

pub fn modules_use_only_those_below(tree: &Tree) -> Vec<String> {
    let mut places = Vec::new();
    for file in tree.rust(CORE).filter(|file| file.path != "core/src/lib.rs") {
        let user = module_of(file);
        let Some(level) = level(user) else {
            places.push(format!("{}: the module `{user}` has no place in the order of modules", file.path));
            continue;
        };
        for (place, line) in file.places(file.shipped()) {
            let upward = used(line)
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

fn module_of(file: &File) -> &str {
    let inside = file.path.strip_prefix(CORE).unwrap_or(&file.path);
    if inside.starts_with("graph/query") {
        return "graph::query";
    }
    let module = inside.split('/').next().unwrap_or(inside);
    module.strip_suffix(".rs").unwrap_or(module)
}

/// The modules that a line of code names from the crate's root: `crate::text::cut` and `crate::{text, row::Key}`.
fn used(line: &str) -> Vec<&str> {
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

/// The first name of each path of a group, groups inside it left out.
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

/// The module that a path begins with; none where it begins with an item of the root, as a macro.
fn name(path: &str) -> Option<&str> {
    let end = path.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(path.len());
    if path.starts_with("graph::query") {
        return Some("graph::query");
    }
    let is_module = !path[..end].is_empty() && !path[..end].starts_with(|letter: char| letter.is_ascii_uppercase());
    (is_module && !path[end..].starts_with('!')).then_some(&path[..end])
}

#[cfg(test)]
mod tests {
    use super::used;

    #[test]
    fn modules_are_found_in_paths_and_groups() {
        assert_eq!(used("use crate::text::terms; // crate::not"), ["text"]);
        assert_eq!(used("use crate::{row, graph::{facts, kind}, error::Error};"), ["row", "graph", "error"]);
        assert_eq!(used("use crate::graph::query::Symbol;"), ["graph::query"]);
        assert_eq!(used("crate::Error"), Vec::<&str>::new());
    }
}
