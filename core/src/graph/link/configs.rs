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
    base: Option<String>,
}

impl<'a> Lookup<'a, '_> {
    /// The file that the nearest configuration maps a specifier to.
    pub(super) fn file_by_config(&mut self, specifier: &str) -> Option<FileId> {
        let (path, statement) =
            self.projects().nearest_above(self.from, &["tsconfig.json", "jsconfig.json"], self.record)?;
        let folder = folder_of(&path);
        let options = self.options(&path);
        if options.paths.is_some() || options.base.is_some() {
            return self.by_options(&options, folder, specifier);
        }
        let references = statement.settings_below(&["references", "path"]).take(MAX_REFERENCES);
        references.filter_map(|(_, path)| manifest_path(folder, path)).find_map(|path| {
            let is_beside = path.ends_with(".json") && folder_of(&path) == folder;
            let options = is_beside.then(|| self.options(&path))?;
            self.by_options(&options, folder, specifier)
        })
    }

    fn by_options(&mut self, options: &Options<'a>, folder: &str, specifier: &str) -> Option<FileId> {
        if let Some((from, statement)) = &options.paths
            && let Some((pattern, star)) = pattern_of(statement, specifier)
        {
            let from = options.base.as_ref().unwrap_or(from);
            let targets =
                statement.settings_below(PATHS).filter(|(rest, _)| rest.first().is_some_and(|key| key == pattern));
            return targets.take(MAX_TARGETS).find_map(|(_, target)| {
                let target = target.replacen('*', star, 1);
                let path = match target.strip_prefix("${configDir}/") {
                    Some(target) => manifest_path(folder, target),
                    None => manifest_path(from, &target),
                };
                self.path_target(&path?)
            });
        }
        let path = manifest_path(options.base.as_ref()?, specifier)?;
        self.path_target(&path)
    }

    /// The options of a configuration and of those that it extends. A configuration wins over those that it extends; of
    /// several in one `extends`, the last one wins.
    fn options(&mut self, path: &str) -> Options<'a> {
        let mut options = Options::default();
        let (mut pending, mut seen) = (vec![path.to_owned()], Vec::new());
        while let Some(path) = pending.pop() {
            if seen.len() == MAX_EXTENDED || seen.contains(&path) {
                continue;
            }
            let statement = self.projects().manifest_at(&path, self.record);
            seen.push(path);
            let (Some(statement), Some(path)) = (statement, seen.last()) else { continue };
            let folder = folder_of(path).to_owned();
            if options.base.is_none() {
                let base = statement.value(&["compilerOptions", "baseUrl"]);
                options.base = base.and_then(|base| manifest_path(&folder, base));
            }
            for (_, extended) in statement.settings_below(&["extends"]) {
                pending.extend(self.extended(&folder, extended));
            }
            if options.paths.is_none() && statement.settings_below(PATHS).next().is_some() {
                options.paths = Some((folder, statement));
            }
        }
        options
    }

    /// The path of the configuration that another one extends: a relative path, or a file in a package of the project.
    /// `None` if the path leaves the project or the package is not in it.
    fn extended(&mut self, folder: &str, path: &str) -> Option<String> {
        let path = if path.starts_with('.') {
            manifest_path(folder, path)?
        } else {
            let (name, rest) = split_package_name(path)?;
            match self.package(name) {
                ProjectLookup::Found(folder, _) => {
                    manifest_path(folder, if rest.is_empty() { "tsconfig.json" } else { rest })?
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
    let mut best: Option<(&str, &str, usize)> = None;
    for (rest, _) in statement.settings_below(PATHS) {
        let Some(pattern) = rest.first() else { continue };
        if pattern == specifier {
            return Some((pattern, ""));
        }
        let Some((before, after)) = pattern.split_once('*') else { continue };
        let inner = specifier.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        if let Some(star) = inner
            && best.is_none_or(|(_, _, n_before)| before.len() > n_before)
        {
            best = Some((pattern, star, before.len()));
        }
    }
    best.map(|(pattern, star, _)| (pattern, star))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::manifest::Kind;

    #[test]
    fn the_pattern_with_the_longest_prefix_before_its_star_wins() {
        let text = r#"{"compilerOptions": {"paths": {"*": ["a"], "@/*": ["b"], "@/x/*": ["c"], "@/x/y": ["d"], "~/*.js": ["e"]}}}"#;
        let statement = Statement::read(Kind::Config, text);
        let best = |specifier| pattern_of(&statement, specifier).map(|(pattern, star)| format!("{pattern} {star}"));
        assert_eq!(best("@/x/z").as_deref(), Some("@/x/* z"));
        assert_eq!(best("@/x/y").as_deref(), Some("@/x/y "));
        assert_eq!(best("@/z").as_deref(), Some("@/* z"));
        assert_eq!(best("~/z.js").as_deref(), Some("~/*.js z"));
        assert_eq!(best("~/z").as_deref(), Some("* ~/z"));
    }
}
