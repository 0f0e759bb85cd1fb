//! Checks what no compiler does: sizes, module docs, words, links, edges between modules, and that the map matches the
//! tree.
//!
//! Each rule is one check; it lists every place that breaks it. Rules read files only.

mod edges;
mod links;
mod map;
mod obeyed;
mod opening;
mod sizes;
mod text;
pub mod tree;

use crate::gate::Count;
use crate::workspace::Workspace;
use tree::Tree;

/// A rule: its description, and a function that lists the places that break it.
type Rule = (&'static str, fn(&Tree) -> Vec<String>);

const RULES: [Rule; 14] = [
    ("no file is over 600 lines", sizes::no_file_is_too_long),
    ("half of the core's files are within 200 lines", sizes::the_core_has_small_files),
    ("no adapter of a host is over 100 lines", sizes::adapters_are_thin),
    ("the README fits in a minute", sizes::the_readme_is_short),
    ("every module says what it is", text::every_module_says_what_it_is),
    ("nothing is left to be done later", text::no_task_is_left_for_later),
    ("nothing of one machine is in the tree", text::no_machine_is_named),
    ("no unwrap outside tests", text::no_unwrap_outside_tests),
    ("files are opened where links and pipes are refused", opening::files_are_opened_in_one_place),
    ("what is obeyed instead of shown is listed alike", obeyed::lists_of_what_is_obeyed_are_the_same),
    ("the core's modules use only those below them", edges::modules_use_only_those_below),
    ("the map and the documents name only what exists", map::names_only_what_exists),
    ("links between documents lead somewhere", links::links_lead_somewhere),
    ("the map names every folder", map::names_every_folder),
];

/// Checks every rule.
pub fn check(workspace: &Workspace) -> anyhow::Result<Count> {
    let tree = Tree::read(workspace.root())?;
    let mut count = Count::default();
    for (rule, find_breaches) in RULES {
        let places = find_breaches(&tree);
        println!("{rule} ... {}", if places.is_empty() { "ok" } else { "FAILED" });
        places.iter().for_each(|place| println!("    {place}"));
        count.failures.extend(places.iter().map(|place| format!("{rule}: {place}")));
        count.n_passed += u32::from(places.is_empty());
        count.n_failed += u32::from(!places.is_empty());
    }
    Ok(count)
}
