//! Checks links between documents: the file or folder exists, and so does the heading if the link names one.

use super::tree::{File, Tree};

pub fn links_lead_somewhere(tree: &Tree) -> Vec<String> {
    let mut places = Vec::new();
    for document in tree.files.iter().filter(|file| is_document(&file.path)) {
        for (place, line) in outside_fences(document) {
            let broken_links = targets(line).filter(|target| !leads_somewhere(tree, document, target));
            places.extend(broken_links.map(|target| format!("{place}: ({target}) leads nowhere")));
        }
    }
    places
}

/// Whether a file is a document; stories contain documents only as text.
fn is_document(path: &str) -> bool {
    path.ends_with(".md") && !path.starts_with("tests/scenarios/")
}

/// The lines outside code fences, each with its place.
fn outside_fences(document: &File) -> impl Iterator<Item = (String, &str)> {
    let mut is_prose = true;
    document.places(&document.text).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_prose ^= is_fence;
        is_prose && !is_fence
    })
}

fn targets(line: &str) -> impl Iterator<Item = &str> {
    let links = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    links.map(|(target, _)| target).filter(|target| !target.contains("://"))
}

fn leads_somewhere(tree: &Tree, document: &File, target: &str) -> bool {
    let (path, heading) = target.split_once('#').map_or((target, None), |(path, heading)| (path, Some(heading)));
    let path = if path.is_empty() { document.path.clone() } else { joined(&document.path, path) };
    match heading {
        None => tree.has(&path),
        Some(heading) => tree.file(&path).is_some_and(|file| has_heading(file, heading)),
    }
}

/// The path from the root for a path relative to the folder of a document.
fn joined(document: &str, path: &str) -> String {
    let mut parts: Vec<&str> = document.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn has_heading(file: &File, anchor: &str) -> bool {
    outside_fences(file).any(|(_, line)| {
        let title = line.trim_start_matches('#');
        title.len() < line.len() && title.starts_with(' ') && anchor_of(title) == anchor
    })
}

/// The anchor of a heading, as renderers of Markdown derive it.
fn anchor_of(title: &str) -> String {
    let letters = title.trim().chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    letters.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken_links(document: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let guide = "# Guide\n\n## Vercel's AI SDK\n\n```sh\n# not a heading\n```\n";
        links_lead_somewhere(&Tree {
            files: vec![file("docs/a.md", document), file("docs/guide/b.md", guide), file("wit/types.wit", "")],
        })
    }

    #[test]
    fn a_link_leads_to_a_file_a_folder_or_a_heading() {
        assert!(
            broken_links("# Top\n[a](guide/b.md#vercels-ai-sdk), [b](../wit), [c](#top), [d](https://example.org/x)")
                .is_empty()
        );
        assert_eq!(broken_links("one\n[a](b.md)"), ["docs/a.md:2: (b.md) leads nowhere"]);
        assert_eq!(broken_links("[a](guide/b.md#not-a-heading), [b](#gone)").len(), 2);
    }

    #[test]
    fn what_stands_in_a_fence_is_no_link() {
        assert!(broken_links("```md\n[a](gone.md)\n```\n").is_empty());
        assert_eq!(broken_links("```md\n```\n[a](gone.md)\n").len(), 1);
    }
}
