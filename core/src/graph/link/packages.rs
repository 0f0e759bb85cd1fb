//! Entry points of packages in `package.json`: `exports`, `imports`, `main`, `module`, `types`, `source`.
//!
//! A target that is a source file is the result. A target that is a build output, which is seldom present, leads to its
//! source by the usual layout: `dist/esm/a.js` to `src/a.ts`. A path that a package does not export is looked up only
//! as the path of a file.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::modules::folder_of;
use super::projects::ProjectLookup;
use super::specifiers::{Lookup, MAX_TARGETS, manifest_path};
use crate::base::sort;
use crate::graph::manifest::Statement;
use crate::graph::model::FileId;
use crate::graph::model::vendored::is_vendored_path;

/// The entry points of a package without `exports`, best first.
const ENTRY_POINTS: [&str; 5] = ["types", "typings", "source", "module", "main"];
/// Extensions of build outputs. Those of declarations come first, because only the first that matches is removed.
const BUILD_EXTENSIONS: [&str; 7] = [".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx"];
/// The most folders around a build output that are stripped, as `dist/esm/`.
const MAX_BUILT_FOLDERS: usize = 3;

/// A path stated in `package.json`. `is_fallback`: it is for consumers that cannot use a better target.
struct Target {
    path: String,
    is_fallback: bool,
}

impl Lookup<'_, '_> {
    /// The file for `#name`, as the nearest `package.json` above the importing file states it.
    pub(super) fn file_by_imports(&mut self, specifier: &str) -> Option<FileId> {
        let (path, statement) = self.projects().nearest_above(self.importer_path, &["package.json"], self.record)?;
        let targets = targets(statement, "imports", specifier)?;
        self.first_file_of(folder_of(&path), &targets, None).or_else(|| {
            targets.iter().filter(|target| !target.path.starts_with('.')).find_map(|target| {
                match self.package(&target.path) {
                    ProjectLookup::Found(folder, statement) => self.entry_point(folder, statement, ""),
                    ProjectLookup::Unknown | ProjectLookup::Declined => None,
                }
            })
        })
    }

    /// The file in a package for the path `subpath` after the package's name. The package's `folder` ends with a slash,
    /// or is empty.
    pub(super) fn entry_point(&mut self, folder: &str, statement: &Statement, subpath: &str) -> Option<FileId> {
        if statement.settings_below(&["exports"]).next().is_none() {
            return match subpath {
                "" => self.main_file(folder, statement),
                _ => {
                    self.path_target(&manifest_path(folder, subpath)?).or_else(|| self.file_in_sources(folder, subpath))
                }
            };
        }
        let key = if subpath.is_empty() { ".".to_owned() } else { format!("./{subpath}") };
        match targets(statement, "exports", &key) {
            Some(targets) if targets.is_empty() => None,
            Some(targets) => self.first_file_of(folder, &targets, Some(subpath)),
            None if subpath.is_empty() => None,
            None => self.file_at(&manifest_path(folder, subpath)?),
        }
    }

    /// The main file of a package folder. Its exports do not count, because the folder is imported by path.
    pub(super) fn package_at(&mut self, path: &str) -> Option<FileId> {
        let folder = if path.is_empty() { String::new() } else { format!("{path}/") };
        let statement = self.projects().manifest_at(&format!("{folder}package.json"), self.record)?;
        self.main_file(&folder, statement)
    }

    fn main_file(&mut self, folder: &str, statement: &Statement) -> Option<FileId> {
        let stated_paths = ENTRY_POINTS.iter().filter_map(|field| statement.value(&[field]));
        let targets: Vec<Target> =
            stated_paths.map(|path| Target { path: path.to_owned(), is_fallback: false }).collect();
        self.first_file_of(folder, &targets, Some(""))
    }

    /// The first file that exists: of targets that are sources; of targets other than fallbacks, or of their sources;
    /// at `subpath` in the usual source folders; of fallbacks; of targets that are build outputs.
    fn first_file_of(&mut self, folder: &str, targets: &[Target], subpath: Option<&str>) -> Option<FileId> {
        let target_path = |target: &Target| Some((manifest_path(folder, &target.path)?, target.is_fallback));
        let targets: Vec<(String, bool)> =
            targets.iter().filter_map(target_path).filter(|(path, _)| path.starts_with(folder)).collect();
        for (path, _) in targets.iter().filter(|(path, _)| is_source(path)) {
            if let Some(file) = self.source_file(path) {
                return Some(file);
            }
        }
        for (path, _) in targets.iter().filter(|(_, is_fallback)| !is_fallback) {
            if let Some(file) = self.source_file(path).or_else(|| self.source_of(folder, path)) {
                return Some(file);
            }
        }
        if let Some(subpath) = subpath
            && let Some(file) = self.in_source_folders(folder, subpath)
        {
            return Some(file);
        }
        let fallback_file =
            targets.iter().filter(|(_, is_fallback)| *is_fallback).find_map(|(path, _)| self.source_file(path));
        fallback_file.or_else(|| targets.iter().find_map(|(path, _)| self.file_at(path)))
    }

    /// The file for a path after a package's name, in the usual source folders.
    fn in_source_folders(&mut self, folder: &str, subpath: &str) -> Option<FileId> {
        self.file_in_sources(folder, subpath)
            .or_else(|| self.source_file(&manifest_path(folder, &format!("./{subpath}"))?))
    }

    /// The file at a path, if it is not a build output.
    fn source_file(&mut self, path: &str) -> Option<FileId> {
        self.file_at(path).filter(|&file| !is_vendored_path(&self.graph.file(file).path))
    }

    /// The source of a build output.
    fn source_of(&mut self, folder: &str, output_path: &str) -> Option<FileId> {
        let path_in_package = output_path.strip_prefix(folder)?;
        let stem =
            BUILD_EXTENSIONS.iter().find_map(|ending| path_in_package.strip_suffix(ending)).unwrap_or(path_in_package);
        let folder_starts = stem.match_indices('/').map(|(at, _)| at + 1).take(MAX_BUILT_FOLDERS);
        folder_starts.map(|at| &stem[at..]).find_map(|subpath| {
            let source_path = format!("{folder}{subpath}");
            self.file_in_sources(folder, subpath).or_else(|| self.source_file(&source_path))
        })
    }
}

/// Whether a path names a TypeScript source rather than a build output.
fn is_source(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    !name.contains(".d.") && [".ts", ".tsx", ".mts", ".cts"].iter().any(|ending| name.ends_with(ending))
}

/// The targets of a key in `exports` or `imports`, best first. If the key is missing, the pattern that fits it with the
/// longest part before the star counts.
///
/// `None` if there is no such key or pattern; empty if the package keeps the key private.
fn targets(statement: &Statement, field: &str, key: &str) -> Option<Vec<Target>> {
    let mut best_pattern: Option<(&str, usize)> = None;
    for (keys, _) in statement.settings_below(&[field]) {
        let pattern = key_of(keys);
        let n_before = if pattern == key {
            usize::MAX
        } else {
            let Some((prefix, suffix)) = split_pattern(pattern) else { continue };
            let is_longer = key.len() > prefix.len() + suffix.len();
            if !(is_longer && key.starts_with(prefix) && key.ends_with(suffix)) {
                continue;
            }
            prefix.len()
        };
        if best_pattern.is_none_or(|(_, n_best)| n_before > n_best) {
            best_pattern = Some((pattern, n_before));
        }
    }
    let (pattern, _) = best_pattern?;
    let star = match split_pattern(pattern) {
        Some((prefix, suffix)) if pattern != key => key.strip_prefix(prefix)?.strip_suffix(suffix)?,
        _ => "",
    };
    let mut ranked_targets = Vec::new();
    for (keys, value) in
        statement.settings_below(&[field]).filter(|(keys, value)| key_of(keys) == pattern && !value.is_empty())
    {
        let value = if value.ends_with('/') { format!("{value}{star}") } else { value.replace('*', star) };
        let rank = rank(keys);
        ranked_targets.push((rank, Target { path: value, is_fallback: rank == LAST_RANK }));
    }
    sort::sort_by_key(&mut ranked_targets, |(rank, _)| *rank);
    Some(ranked_targets.into_iter().map(|(_, target)| target).take(MAX_TARGETS).collect())
}

/// The key of a target in `exports` or `imports`; `.` for a target without a key.
fn key_of(keys: &[String]) -> &str {
    match keys.first() {
        Some(key) if key.starts_with(['.', '#']) => key,
        _ => ".",
    }
}

/// The parts of a pattern before and after its star; a trailing slash counts as a star.
fn split_pattern(pattern: &str) -> Option<(&str, &str)> {
    pattern.split_once('*').or_else(|| pattern.ends_with('/').then_some((pattern, "")))
}

/// Rank of a fallback for consumers that cannot use a better target.
const LAST_RANK: u8 = 3;

/// The rank of a target by its conditions; the lowest is best.
fn rank(conditions: &[String]) -> u8 {
    let has = |names: &[&str]| conditions.iter().any(|condition| names.contains(&condition.as_str()));
    if has(&["types", "source"]) {
        0
    } else if has(&["import", "module"]) {
        1
    } else if has(&["require", "node", "browser", "worker"]) {
        LAST_RANK
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::manifest::Kind;

    fn targets_of(text: &str, key: &str) -> Option<Vec<String>> {
        let statement = Statement::read(Kind::Package, text);
        Some(targets(&statement, "exports", key)?.into_iter().map(|target| target.path).collect())
    }

    #[test]
    fn conditions_are_ranked() {
        let text = r#"{"exports": {"require": "./a.cjs", "default": "./a.js", "import": {"types": "./a.d.ts", "default": "./a.mjs"}}}"#;
        assert_eq!(targets_of(text, ".").unwrap(), ["./a.d.ts", "./a.mjs", "./a.js", "./a.cjs"]);
        assert_eq!(targets_of(text, "./a"), None);
        assert_eq!(targets_of(r#"{"exports": "./a.js"}"#, ".").unwrap(), ["./a.js"]);
        assert_eq!(targets_of(r#"{"exports": ["./a.js", "./b.js"]}"#, ".").unwrap(), ["./a.js", "./b.js"]);
    }

    #[test]
    fn the_longest_pattern_wins_and_private_paths_are_not_found() {
        let text = r#"{"exports": {"./*": "./x/*.js", "./in/*": null, "./f/*.js": "./y/*.ts", "./old/": "./z/", "./f/b.js": "./b"}}"#;
        assert_eq!(targets_of(text, "./a").unwrap(), ["./x/a.js"]);
        assert_eq!(targets_of(text, "./in/a").unwrap(), [""; 0]);
        assert_eq!(targets_of(text, "./f/a.js").unwrap(), ["./y/a.ts"]);
        assert_eq!(targets_of(text, "./f/b.js").unwrap(), ["./b"]);
        assert_eq!(targets_of(text, "./old/a.js").unwrap(), ["./z/a.js"]);
        assert_eq!(targets_of(text, "."), None);
    }
}
