//! Module specifiers in `tsconfig.json` and `jsconfig.json`: `paths`, `baseUrl`, and inheritance by `extends`.
//!
//! The nearest configuration above a file counts. The pattern with the longest prefix of the specifier wins, and its
//! targets are tried in order; if none exists, the specifier may still be a package. If a configuration has neither
//! `paths` nor `baseUrl` and refers to others next to it, as templates do, those are tried in order.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::modules::folder_of;
use super::projects::ProjectLookup;
use super::specifiers::{Lookup, MAX_TARGETS, manifest_path, split_package_name};
use crate::graph::manifest::Statement;
use crate::graph::model::FileId;

/// The most configurations that are read along `extends`, including the first.
const MAX_EXTENDED: usize = 16;
/// The most references of a configuration that are read.
const MAX_REFERENCES: usize = 16;

const PATHS: &[&str] = &["compilerOptions", "paths"];

/// The options in effect: `paths` with the folder of the configuration that has it, and the folder of `baseUrl`.
#[derive(Default)]
struct Options<'a> {
    paths: Option<(String, &'a Statement)>,
    base_folder: Option<String>,
}

impl<'a> Lookup<'a, '_> {
    /// The file that the nearest configuration maps a specifier to.
    pub(super) fn file_by_config(&mut self, specifier: &str) -> Option<FileId> {
        let (path, statement) =
            self.projects().nearest_above(self.importer_path, &["tsconfig.json", "jsconfig.json"], self.record)?;
        let folder = folder_of(&path);
        let options = self.options(&path);
        if options.paths.is_some() || options.base_folder.is_some() {
            return self.file_by_options(&options, folder, specifier);
        }
        let references = statement.settings_below(&["references", "path"]).take(MAX_REFERENCES);
        references.filter_map(|(_, path)| manifest_path(folder, path)).find_map(|path| {
            let is_in_folder = path.ends_with(".json") && folder_of(&path) == folder;
            let options = is_in_folder.then(|| self.options(&path))?;
            self.file_by_options(&options, folder, specifier)
        })
    }

    fn file_by_options(&mut self, options: &Options<'a>, folder: &str, specifier: &str) -> Option<FileId> {
        if let Some((paths_folder, statement)) = &options.paths
            && let Some((pattern, star)) = pattern_of(statement, specifier)
        {
            let paths_folder = options.base_folder.as_ref().unwrap_or(paths_folder);
            let targets =
                statement.settings_below(PATHS).filter(|(keys, _)| keys.first().is_some_and(|key| key == pattern));
            return targets.take(MAX_TARGETS).find_map(|(_, target)| {
                let target = target.replacen('*', star, 1);
                let path = match target.strip_prefix("${configDir}/") {
                    Some(target) => manifest_path(folder, target),
                    None => manifest_path(paths_folder, &target),
                };
                self.path_target(&path?)
            });
        }
        let path = manifest_path(options.base_folder.as_ref()?, specifier)?;
        self.path_target(&path)
    }

    /// The options of a configuration and of those that it extends. A configuration wins over those that it extends; of
    /// several in one `extends`, the last one wins.
    fn options(&mut self, path: &str) -> Options<'a> {
        let mut options = Options::default();
        let (mut pending_paths, mut seen_paths) = (vec![path.to_owned()], Vec::new());
        while let Some(path) = pending_paths.pop() {
            if seen_paths.len() == MAX_EXTENDED || seen_paths.contains(&path) {
                continue;
            }
            let statement = self.projects().manifest_at(&path, self.record);
            seen_paths.push(path);
            let (Some(statement), Some(path)) = (statement, seen_paths.last()) else { continue };
            let folder = folder_of(path).to_owned();
            if options.base_folder.is_none() {
                let base = statement.value(&["compilerOptions", "baseUrl"]);
                options.base_folder = base.and_then(|base| manifest_path(&folder, base));
            }
            for (_, extended) in statement.settings_below(&["extends"]) {
                pending_paths.extend(self.extended_path(&folder, extended));
            }
            if options.paths.is_none() && statement.settings_below(PATHS).next().is_some() {
                options.paths = Some((folder, statement));
            }
        }
        options
    }

    /// The path of the configuration that another one extends: a relative path, or a file in a package of the project.
    /// `None` if the path leaves the project or the package is not in it.
    fn extended_path(&mut self, folder: &str, path: &str) -> Option<String> {
        let path = if path.starts_with('.') {
            manifest_path(folder, path)?
        } else {
            let (name, subpath) = split_package_name(path)?;
            match self.package(name) {
                ProjectLookup::Found(folder, _) => {
                    manifest_path(folder, if subpath.is_empty() { "tsconfig.json" } else { subpath })?
                }
                ProjectLookup::Unknown | ProjectLookup::Declined => return None,
            }
        };
        Some(if path.ends_with(".json") { path } else { path + ".json" })
    }
}

/// The pattern that matches a specifier best, and the text that its star matches. An exact match is best, then the
/// pattern with the longest prefix.
fn pattern_of<'s>(statement: &'s Statement, specifier: &'s str) -> Option<(&'s str, &'s str)> {
    let mut best_match: Option<(&str, &str, usize)> = None;
    for (keys, _) in statement.settings_below(PATHS) {
        let Some(pattern) = keys.first() else { continue };
        if pattern == specifier {
            return Some((pattern, ""));
        }
        let Some((prefix, suffix)) = pattern.split_once('*') else { continue };
        let star_text = specifier.strip_prefix(prefix).and_then(|text| text.strip_suffix(suffix));
        if let Some(star) = star_text
            && best_match.is_none_or(|(_, _, n_before)| prefix.len() > n_before)
        {
            best_match = Some((pattern, star, prefix.len()));
        }
    }
    best_match.map(|(pattern, star, _)| (pattern, star))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::manifest::Kind;

    #[test]
    fn the_pattern_with_the_longest_prefix_before_its_star_wins() {
        let text = r#"{"compilerOptions": {"paths": {"*": ["a"], "@/*": ["b"], "@/x/*": ["c"], "@/x/y": ["d"], "~/*.js": ["e"]}}}"#;
        let statement = Statement::read(Kind::Config, text);
        let best_pattern =
            |specifier| pattern_of(&statement, specifier).map(|(pattern, star)| format!("{pattern} {star}"));
        assert_eq!(best_pattern("@/x/z").as_deref(), Some("@/x/* z"));
        assert_eq!(best_pattern("@/x/y").as_deref(), Some("@/x/y "));
        assert_eq!(best_pattern("@/z").as_deref(), Some("@/* z"));
        assert_eq!(best_pattern("~/z.js").as_deref(), Some("~/*.js z"));
        assert_eq!(best_pattern("~/z").as_deref(), Some("* ~/z"));
    }
}
