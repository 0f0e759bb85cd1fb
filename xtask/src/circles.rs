//! `cargo xtask circles`: counts and lists the groups of files in each crate that use each other in a circle.
//!
//! A file uses another if its code outside tests has a path into the other's module that begins with `crate::`,
//! `super::` or `self::`. To use an item of a parent module is to use the parent's file. The list is a measure and no
//! rule: two files that use each other may belong together.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use crate::tidy::tree::{File, Tree};
use crate::workspace::Workspace;

/// The folders of sources, one for each crate.
const SOURCES: [&str; 4] = ["core/src/", "host-native/src/", "cli/src/", "store/src/"];

/// A module by its path in the crate, such as `["graph", "query"]`.
type Module = Vec<String>;

/// Counts the circles of each crate and prints them, the largest first.
pub fn command(workspace: &Workspace) -> anyhow::Result<()> {
    let tree = Tree::read(workspace.root())?;
    for source in SOURCES {
        let mut circles = circles(&tree, source)?;
        circles.sort_by_key(|files| std::cmp::Reverse(files.len()));
        let n_files: usize = circles.iter().map(Vec::len).sum();
        println!("{source}: {} circles, {n_files} files in them", circles.len());
        for files in circles {
            println!("  {}", files.join(", "));
        }
    }
    Ok(())
}

/// The groups of files that use each other in a circle, by their paths in the folder of sources.
fn circles<'t>(tree: &'t Tree, source: &str) -> anyhow::Result<Vec<Vec<&'t str>>> {
    let shipped = tree.rust(source).filter(|file| !file.is_of_tests() && !file.path.ends_with("/main.rs"));
    let files: Vec<&File> = shipped.collect();
    let modules: BTreeMap<Module, usize> =
        files.iter().enumerate().map(|(place, file)| (module_of(&file.path[source.len()..]), place)).collect();
    let mut uses: DiGraphMap<usize, ()> = DiGraphMap::new();
    for (module, place) in &modules {
        for path in used_paths(files[*place].shipped()) {
            let used_file = file_of(&absolute(&path, module).context("a path leaves its crate")?, &modules);
            if let Some(used) = used_file.filter(|used| used != place) {
                uses.add_edge(*place, used, ());
            }
        }
    }
    let groups = tarjan_scc(&uses).into_iter().filter(|group| group.len() > 1);
    Ok(groups.map(|group| group.into_iter().map(|place| &files[place].path[source.len()..]).collect()).collect())
}

fn module_of(path: &str) -> Module {
    let parts = path.trim_end_matches(".rs").split('/').filter(|part| !["lib", "mod"].contains(part));
    parts.map(str::to_owned).collect()
}

/// The file of the module that is the longest prefix of a path.
fn file_of(path: &[String], modules: &BTreeMap<Module, usize>) -> Option<usize> {
    (0..=path.len()).rev().find_map(|length| modules.get(&path[..length]).copied())
}

/// A path in `module` as a path from the root of the crate; `None` if it has more `super` than `module` has parents.
fn absolute(path: &[String], module: &Module) -> Option<Module> {
    let n_up = path.iter().take_while(|part| *part == "super").count();
    let (base, rest_of_path) = match path.first().map(String::as_str) {
        Some("crate") => (0, &path[1..]),
        Some("self") => (module.len(), &path[1..]),
        _ => (module.len().checked_sub(n_up)?, &path[n_up..]),
    };
    Some(module[..base].iter().chain(rest_of_path).cloned().collect())
}

/// The paths in Rust source that begin with `crate`, `super` or `self`. Each name in a group `{a, b}` gives a path of
/// its own.
fn used_paths(text: &str) -> BTreeSet<Module> {
    let code: String = text.lines().flat_map(|line| [line.split("//").next().unwrap_or(line), "\n"]).collect();
    let mut paths = BTreeSet::new();
    for begin in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(begin) {
            let is_inside = code[..at].ends_with(|char: char| char.is_alphanumeric() || "_:$".contains(char));
            if !is_inside {
                read_paths(&code[at..], Vec::new(), &mut paths);
            }
        }
    }
    paths
}

/// Adds the paths at the beginning of a text, each behind the prefix `path`; returns the rest of the text.
fn read_paths<'c>(text: &'c str, mut path: Module, paths: &mut BTreeSet<Module>) -> &'c str {
    let mut rest_of_text = text;
    loop {
        let end = rest_of_text.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(rest_of_text.len());
        let name;
        (name, rest_of_text) = rest_of_text.split_at(end);
        if !name.is_empty() && (name != "self" || path.is_empty()) {
            path.push(name.to_owned());
        }
        match rest_of_text.strip_prefix("::") {
            Some(after_colons) => match after_colons.strip_prefix('{') {
                Some(group) => return read_group(group, &path, paths),
                None => rest_of_text = after_colons,
            },
            None => {
                paths.insert(path);
                return rest_of_text;
            }
        }
    }
}

fn read_group<'c>(group: &'c str, path: &Module, paths: &mut BTreeSet<Module>) -> &'c str {
    let mut rest_of_group = group.trim_start();
    while !rest_of_group.is_empty() && !rest_of_group.starts_with('}') {
        rest_of_group = read_paths(rest_of_group, path.clone(), paths);
        // Skips a renaming, such as `as _`, and the comma.
        let end = rest_of_group.find([',', '}']).unwrap_or(rest_of_group.len());
        rest_of_group = rest_of_group[end..].strip_prefix(',').unwrap_or(&rest_of_group[end..]).trim_start();
    }
    rest_of_group.strip_prefix('}').unwrap_or(rest_of_group)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> Tree {
        let file = |(path, text): &(&str, &str)| File { path: format!("core/src/{path}"), text: (*text).to_owned() };
        Tree { files: files.iter().map(file).collect() }
    }

    #[test]
    fn files_that_use_each_other_are_a_circle() {
        let without_circle = tree(&[
            ("a.rs", "use crate::{b::{self, Thing as _}, c};\n"),
            ("b/mod.rs", "mod inner;\n// use crate::a;\n"),
            ("b/inner.rs", "fn f() { super::super::a::g() }\n"),
            ("c.rs", "fn c() {}\n\n#[cfg(test)]\nmod tests {\n    use crate::a;\n}\n"),
        ]);
        assert_eq!(circles(&without_circle, "core/src/").unwrap(), Vec::<Vec<&str>>::new());
        let with_circle =
            tree(&[("d.rs", "use crate::e;\n"), ("e.rs", "use super::d::x;\n"), ("f.rs", "use crate::d;\n")]);
        let mut found = circles(&with_circle, "core/src/").unwrap();
        found.iter_mut().for_each(|files| files.sort_unstable());
        assert_eq!(found, [["d.rs", "e.rs"]]);
    }
}
