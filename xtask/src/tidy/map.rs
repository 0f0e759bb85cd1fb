//! Checks that the map, `ARCHITECTURE.md`, matches the tree, and that paths in other documents exist.

use super::tree::Tree;

const MAP: &str = "ARCHITECTURE.md";

/// Extensions by which a word in backticks without a slash is recognised as a path.
const ENDINGS: [&str; 5] = [".rs", ".md", ".wit", ".toml", ".json"];
/// The prefix of entry points of the npm package, which are not paths of the tree.
const ENTRY: &str = "scrubjay/";
/// The folder of documents that also mention files of users' projects, which are not in the tree.
const GUIDE: &str = "docs/guide/";

pub fn names_only_what_exists(tree: &Tree) -> Vec<String> {
    if tree.file(MAP).is_none() {
        return vec![format!("there is no {MAP}")];
    }
    let mut places = Vec::new();
    for document in tree.files.iter().filter(|file| file.path == MAP || is_document(&file.path)) {
        let is_guide = document.path.starts_with(GUIDE);
        for (place, line) in document.places(&document.text) {
            let paths = line.split('`').skip(1).step_by(2).filter(|word| is_path(word) && !word.starts_with("target/"));
            let missing = paths.filter(|path| !tree.has(path) && (!is_guide || is_below_a_folder(tree, path)));
            places.extend(missing.map(|path| format!("{place}: `{path}` does not exist")));
        }
    }
    places
}

/// Whether a path begins with a folder of the tree.
fn is_below_a_folder(tree: &Tree, path: &str) -> bool {
    path.split_once('/').is_some_and(|(folder, _)| tree.has(folder))
}

pub fn names_every_folder(tree: &Tree) -> Vec<String> {
    let Some(map) = tree.file(MAP) else { return vec![format!("there is no {MAP}")] };
    let mut folders: Vec<String> = tree.rust("").filter_map(|file| folder_to_name(&file.path)).collect();
    folders.dedup();
    folders.retain(|folder| !map.text.contains(&format!("`{folder}/`")));
    folders.into_iter().map(|folder| format!("{MAP} does not name `{folder}/`")).collect()
}

fn is_document(path: &str) -> bool {
    path.starts_with("docs/") && path.ends_with(".md")
}

/// The folder that the map must name for a source: `core/src/graph` for everything in it, else the package; `None` for
/// a file outside `src/`.
fn folder_to_name(path: &str) -> Option<String> {
    let (package, inside) = path.split_once("/src/")?;
    let in_folder = inside.split_once('/').filter(|_| ["cli", "core", "host-native"].contains(&package));
    Some(in_folder.map_or_else(|| package.to_owned(), |(folder, _)| format!("{package}/src/{folder}")))
}

fn is_path(word: &str) -> bool {
    let is_plain = word.chars().all(|letter| letter.is_ascii_alphanumeric() || "/._-".contains(letter));
    let has_known_form =
        ENDINGS.iter().any(|ending| word.ends_with(ending)) || word.trim_end_matches('/').contains('/');
    is_plain && has_known_form && !word.starts_with('.') && !word.starts_with('/') && !word.starts_with(ENTRY)
}
