//! How long files may be.

use super::tree::Tree;

const MOST_LINES: usize = 600;
const MEDIAN_LINES: usize = 200;

pub fn no_file_is_too_long(tree: &Tree) -> Vec<String> {
    let sizes = tree.rust("").map(|file| (file, file.text.lines().count()));
    let long = sizes.filter(|(_, n_lines)| *n_lines > MOST_LINES);
    long.map(|(file, n_lines)| format!("{}: {n_lines} lines", file.path)).collect()
}

pub fn the_core_has_small_files(tree: &Tree) -> Vec<String> {
    let mut sizes: Vec<usize> = tree.rust("core/src/").map(|file| file.text.lines().count()).collect();
    sizes.sort_unstable();
    let median = sizes.get(sizes.len() / 2).copied().unwrap_or(0);
    if median <= MEDIAN_LINES { Vec::new() } else { vec![format!("the median of core/src is {median} lines")] }
}
