//! Checks the lengths of files.

use super::tree::Tree;

const MAX_LINES: usize = 600;
/// The text in the first lines of generated files, which may be longer.
const GENERATED: &str = "Written by `cargo xtask";
const HEAD_LINES: usize = 3;
const MEDIAN_LINES: usize = 200;
/// The folder of adapters, which run stories on hosts in other languages.
const ADAPTERS: &str = "tests/hosts/";
/// The most lines of an adapter.
const ADAPTER_LINES: usize = 100;
const README: &str = "README.md";
const README_LINES: usize = 120;
const README_COLUMNS: usize = 150;

pub fn no_file_is_too_long(tree: &Tree) -> Vec<String> {
    let by_hand = tree.rust("").filter(|file| !file.text.lines().take(HEAD_LINES).any(|line| line.contains(GENERATED)));
    let sizes = by_hand.map(|file| (file, file.text.lines().count()));
    let long_files = sizes.filter(|(_, n_lines)| *n_lines > MAX_LINES);
    long_files.map(|(file, n_lines)| format!("{}: {n_lines} lines", file.path)).collect()
}

pub fn the_core_has_small_files(tree: &Tree) -> Vec<String> {
    let mut sizes: Vec<usize> = tree.rust("core/src/").map(|file| file.text.lines().count()).collect();
    sizes.sort_unstable();
    let median = sizes.get(sizes.len() / 2).copied().unwrap_or(0);
    if median <= MEDIAN_LINES { Vec::new() } else { vec![format!("the median of core/src is {median} lines")] }
}

/// Lists adapters that are too long: a host that needs more makes decisions that belong in its package.
pub fn adapters_are_thin(tree: &Tree) -> Vec<String> {
    let adapters = tree.files.iter().filter(|file| is_adapter(&file.path));
    let sizes = adapters.map(|file| (file, file.text.lines().count()));
    let long_files = sizes.filter(|(_, n_lines)| *n_lines > ADAPTER_LINES);
    long_files.map(|(file, n_lines)| format!("{}: {n_lines} lines", file.path)).collect()
}

/// Says if the README is too long: the rest belongs in the guide.
pub fn the_readme_is_short(tree: &Tree) -> Vec<String> {
    let Some(readme) = tree.file(README) else { return vec![format!("there is no {README}")] };
    let n_lines = readme.text.lines().count();
    let mut places = Vec::new();
    places.extend((n_lines > README_LINES).then(|| format!("{README}: {n_lines} lines")));
    let wide_lines = readme.places(&readme.text).filter(|(_, line)| line.chars().count() > README_COLUMNS);
    places.extend(wide_lines.map(|(place, _)| format!("{place}: over {README_COLUMNS} characters")));
    places
}

fn is_adapter(path: &str) -> bool {
    let name = path.strip_prefix(ADAPTERS).filter(|name| !name.contains('/'));
    name.is_some_and(|name| name.ends_with(".mjs") || name.ends_with(".py"))
}
