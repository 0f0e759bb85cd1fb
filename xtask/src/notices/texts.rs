//! The texts that a package requires to be kept with its copies: files with licences, notices and copyrights.
//!
//! If a package offers a choice that includes MIT, we choose MIT.

use std::path::Path;

use anyhow::Context;

use crate::packages::Package;

/// Prefixes of the names of files with such texts.
const NAMES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
/// Titles that add nothing to the text.
const TITLES: [&str; 3] = ["MIT License", "The MIT License (MIT)", "The MIT License"];

/// A licence text, with the copyright lines in it.
#[derive(Debug)]
pub struct Text {
    pub copyrights: Vec<String>,
    pub body: String,
}

impl Text {
    pub fn new(text: &str) -> Text {
        let text = text.replace("\r\n", "\n");
        let (copyrights, body): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| states_copyright(line));
        let copyrights = copyrights.into_iter().map(|line| line.trim().to_owned()).collect();
        Text { copyrights, body: body.join("\n") }
    }

    /// The words of the body without titles, separated by single spaces: equal for texts that differ only in layout.
    pub fn normalized_body(&self) -> String {
        let lines = self.body.lines().filter(|line| !TITLES.contains(&line.trim()));
        lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }
}

/// Whether a line states a copyright, as `Copyright (c) 2020 Somebody`, instead of being a sentence about copyright.
fn states_copyright(line: &str) -> bool {
    let Some(rest) = line.trim().strip_prefix("Copyright ") else { return false };
    let holder = rest.trim_start();
    holder.starts_with(['(', '©', '[', '<']) || holder.starts_with(|first: char| first.is_ascii_digit())
}

/// The texts of a package: its own; else those of a linked package with the same licence and the same repository or
/// authors; else, if it is under MIT alone, MIT's with its authors. Empty if none of these is known.
pub fn licence_texts(package: Package<'_>, linked: &[Package<'_>], root: &Path) -> anyhow::Result<Vec<Text>> {
    let own_texts = files(package)?;
    if !own_texts.is_empty() {
        return Ok(own_texts);
    }
    let (repository, authors) = (package.repository().map(repository_of), package.authors());
    let is_alike = |other: &&Package<'_>| {
        let has_same_repository = repository.is_some() && other.repository().map(repository_of) == repository;
        let has_same_authors = !authors.is_empty() && other.authors() == authors;
        (has_same_repository || has_same_authors) && other.licence() == package.licence()
    };
    for other in linked.iter().filter(is_alike) {
        let texts = files(*other)?;
        if !texts.is_empty() {
            return Ok(texts);
        }
    }
    if package.licence() != "MIT" || package.authors().is_empty() {
        return Ok(Vec::new());
    }
    let mit = std::fs::read_to_string(root.join("LICENSE-MIT")).context("cannot read LICENSE-MIT")?;
    let copyrights = vec![format!("Copyright (c) {}", package.authors().join(", "))];
    Ok(vec![Text { copyrights, body: Text::new(&mit).body }])
}

/// The address of a repository, from the address of a folder in it.
fn repository_of(address: &str) -> &str {
    let address = address.split("/tree/").next().unwrap_or(address);
    address.trim_end_matches('/').trim_end_matches(".git")
}

/// The texts in a package's folder.
fn files(package: Package<'_>) -> anyhow::Result<Vec<Text>> {
    let (mut pending, mut found) = (vec![package.folder()?], Vec::new());
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().to_uppercase();
            if entry.file_type()?.is_dir() {
                pending.push(entry.path());
            } else if NAMES.iter().any(|start| name.starts_with(start)) && !name.ends_with(".RS") {
                found.push((name, entry.path()));
            }
        }
    }
    found.sort();
    let offers_mit = found.iter().any(|(name, _)| name.contains("MIT"));
    let needed_files = found.iter().filter(|(name, _)| !offers_mit || is_needed(name, package.licence()));
    needed_files.map(|(_, path)| Ok(Text::new(&std::fs::read_to_string(path)?))).collect()
}

/// Whether a file is needed beside the text of MIT: false for texts of licences that MIT replaces.
fn is_needed(name: &str, expression: &str) -> bool {
    let demanded = expression.replace(['(', ')'], " ");
    let demanded: Vec<String> = demanded.split(" AND ").skip(1).map(|licence| licence.trim().to_uppercase()).collect();
    let alternatives = ["APACHE", "UNLICENSE", "ZLIB", "BSD", "COPYING"];
    let named = alternatives.iter().find(|alternative| name.contains(*alternative));
    named.is_none_or(|named| demanded.iter().any(|licence| licence.starts_with(named)))
}

#[cfg(test)]
mod tests {
    use super::{Text, is_needed, states_copyright};

    #[test]
    fn a_text_is_the_same_however_it_is_laid_out() {
        let one = Text::new("MIT License\r\n\r\nCopyright (c) 2020 A\r\n\r\nPermission is\r\nhereby granted\r\n");
        let other = Text::new("Copyright 2021 B\n\nPermission   is hereby\ngranted");
        assert_eq!(one.normalized_body(), other.normalized_body());
        assert_eq!(
            (one.copyrights, other.copyrights),
            (vec!["Copyright (c) 2020 A".to_owned()], vec!["Copyright 2021 B".to_owned()])
        );
        assert!(!states_copyright("copyright license to reproduce"));
        assert!(!states_copyright("Copyright notices must be kept."));
    }

    #[test]
    fn beside_mit_only_what_is_demanded_too_is_needed() {
        assert!(!is_needed("LICENSE-APACHE", "MIT OR Apache-2.0"));
        assert!(!is_needed("LICENSE-BSD", "BSD-2-Clause OR Apache-2.0 OR MIT"));
        assert!(is_needed("LICENSE-MIT", "MIT OR Apache-2.0"));
        assert!(is_needed("LICENSE-UNICODE", "(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(is_needed("LICENSE-BSD", "(MIT OR Apache-2.0) AND BSD-3-Clause"));
        assert!(is_needed("NOTICE", "MIT OR Apache-2.0"));
    }
}
