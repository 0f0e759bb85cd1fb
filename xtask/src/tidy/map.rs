//! The map, `ARCHITECTURE.md`, against the land; and the paths in the other documents.

use super::tree::Tree;

const MAP: &str = "ARCHITECTURE.md";

/// Endings by which a word in backticks is known as a path, beside those with a slash.
const ENDINGS: [&str; 5] = [".rs", ".md", ".wit", ".toml", ".json"];
/// How an entry of the npm package begins, which is no path of the tree.
const ENTRY: &str = "scrubjay/";

pub fn names_only_what_exists(tree: &Tree) -> Vec<String> {
    if tree.file(MAP).is_none() {
        return vec![format!("there is no {MAP}")];
    }
    let documents = tree.files.iter().filter(|file| file.path == MAP || is_document(&file.path));
    let mut places = Vec::new();
    for (place, line) in documents.flat_map(|document| document.places(&document.text)) {
        let quoted = line.split('`').skip(1).step_by(2);
        let missing = quoted.filter(|word| is_path(word) && !word.starts_with("target/") && !tree.has(word));
        places.extend(missing.map(|word| format!("{place}: `{word}` does not exist")));
    }
    places
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

/// The folder that a source is told about under: `core/src/graph` for all that lies in it, else its package.
fn folder_to_name(path: &str) -> Option<String> {
    let (package, inside) = path.split_once("/src/")?;
    let in_folder = inside.split_once('/').filter(|_| ["core", "host-native"].contains(&package));
    Some(in_folder.map_or_else(|| package.to_owned(), |(folder, _)| format!("{package}/src/{folder}")))
}

fn is_path(word: &str) -> bool {
    let plain = word.chars().all(|letter| letter.is_ascii_alphanumeric() || "/._-".contains(letter));
    let known = ENDINGS.iter().any(|ending| word.ends_with(ending)) || word.trim_end_matches('/').contains('/');
    plain && known && !word.starts_with('.') && !word.starts_with('/') && !word.starts_with(ENTRY)
}
