//! Reads the files that contain ignore rules, and reports those that cannot be used.
//!
//! Files in the folder are read as untrusted; a user's own may be links. Not here: the meaning of rules.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::exclude::Exclude;
use super::git;
use super::rules::{Kind, MAX_BYTES, RuleFolder, Rules, UnusedRules};
use crate::open;

/// Ignore files that are not used, or only in part: their paths for display, and the reasons.
pub(super) type Notes = Vec<(String, String)>;

/// Whether an entry with this name may change the rules in its folder.
pub(super) fn may_hold_rules(name: &OsStr) -> bool {
    name == ".git" || Kind::ALL.iter().any(|kind| name == kind.file())
}

/// Reads ignore files for one root.
pub(super) struct IgnoreFiles<'a> {
    root: &'a Path,
    user_rules: Rules,
}

impl<'a> IgnoreFiles<'a> {
    /// Reads the rules from outside a root: `exclude`, the user's ignore file and, if the root is in a repository, its
    /// `info/exclude` and the ignore files of folders above the root. Of these, a `.gitignore` counts only within the
    /// repository, a `.scrubjayignore` in all folders above. Returns the reader and these rules.
    pub(super) fn above(root: &'a Path, exclude: &Exclude, notes: &mut Notes) -> (IgnoreFiles<'a>, Rules) {
        let top = git::repository_top(root);
        let repository = top.and_then(git::repository);
        let ignores_case = repository.as_ref().map(|repository| git::ignores_case(repository));
        if let (Some(Err(error)), Some(repository)) = (&ignores_case, &repository) {
            note(root, &repository.join("config"), error, notes);
        }
        let mut user_rules = Rules::none(matches!(ignores_case, Some(Ok(true))));
        user_rules.exclude(exclude);
        if let Some(file) = git::user_ignore_file() {
            add(root, &mut user_rules, Kind::Git, RuleFolder::Below(""), (&file, open::open_of_user(&file)), notes);
        }
        let mut rules = user_rules.clone();
        let ignore_files = IgnoreFiles { root, user_rules };
        let Some(top) = top else { return (ignore_files, rules) };
        let folders_above: Vec<(&Path, String)> =
            root.ancestors().skip(1).map(|folder_above| (folder_above, path_to_root(folder_above, root))).collect();
        let top_folder = RuleFolder::Above(
            folders_above
                .iter()
                .find(|(folder_above, _)| *folder_above == top)
                .map_or("", |(_, path_to_root)| path_to_root),
        );
        ignore_files.add_excluded(&mut rules, top_folder, repository.as_deref(), notes);
        for (folder_above, path_to_root) in folders_above.iter().rev() {
            for kind in Kind::ALL {
                if kind == Kind::Ours || folder_above.starts_with(top) {
                    ignore_files.add(
                        &mut rules,
                        kind,
                        RuleFolder::Above(path_to_root),
                        &folder_above.join(kind.file()),
                        notes,
                    );
                }
            }
        }
        (ignore_files, rules)
    }

    /// The rules in the root or a folder below it: those from above, and those of ignore files in it. In a nested
    /// repository the user's rules replace git's from above. `holds` tells whether the folder contains a name.
    pub(super) fn of(
        &self,
        inside_name: &str,
        rules_above: &Rules,
        holds: impl Fn(&str) -> bool,
        notes: &mut Notes,
    ) -> Rules {
        let folder = self.root.join(inside_name);
        let place = RuleFolder::Below(inside_name);
        let mut rules = rules_above.clone();
        if !inside_name.is_empty() && holds(".git") {
            rules = rules_above.inside(&self.user_rules);
            self.add_excluded(&mut rules, place, git::repository(&folder).as_deref(), notes);
        }
        for kind in Kind::ALL.into_iter().filter(|kind| holds(kind.file())) {
            self.add(&mut rules, kind, place, &folder.join(kind.file()), notes);
        }
        rules
    }

    /// Adds the rules in the repository's `info/exclude`.
    fn add_excluded(&self, rules: &mut Rules, place: RuleFolder<'_>, repository: Option<&Path>, notes: &mut Notes) {
        const EXCLUDE: &str = "info/exclude";
        let Some(repository) = repository else { return };
        let file = (&*repository.join(EXCLUDE), open::below(repository, EXCLUDE));
        add(self.root, rules, Kind::Git, place, file, notes);
    }

    fn add(&self, rules: &mut Rules, kind: Kind, place: RuleFolder<'_>, file: &Path, notes: &mut Notes) {
        add(self.root, rules, kind, place, (file, open::at(self.root, file)), notes);
    }
}

/// Adds the rules of an open file, and notes rules that cannot be used.
fn add(
    root: &Path,
    to: &mut Rules,
    kind: Kind,
    place: RuleFolder<'_>,
    file: (&Path, io::Result<File>),
    notes: &mut Notes,
) {
    let (path, file) = file;
    let (text, is_whole) = match read(file) {
        Ok(read) => read,
        Err(error) => return note(root, path, &error, notes),
    };
    let UnusedRules { n_used, n_long } = to.add(kind, place, &text);
    let why = match (n_used, n_long, is_whole) {
        (Some(n_used), ..) => {
            format!("only the first {n_used} of its rules hold: with those above it, 10,000, or 1 MiB, are the most")
        }
        (None, _, false) => "only the rules of its first MiB hold".to_owned(),
        (None, 0, true) => return,
        (None, n_long, true) => format!("{n_long} of its lines are longer than a path can be, and do not hold"),
    };
    notes.push((display_path(root, path), why));
}

/// The path from a folder to the root below it, with a slash at the end. A component that is not Unicode matches no
/// rule.
fn path_to_root(above: &Path, root: &Path) -> String {
    let parts = root.strip_prefix(above).into_iter().flat_map(Path::components);
    parts.map(|part| format!("{}/", part.as_os_str().to_string_lossy())).collect()
}

/// Reads a file, or of a file longer than [`MAX_BYTES`] the complete lines within that limit; returns whether this is
/// the whole file.
fn read(file: io::Result<File>) -> io::Result<(Vec<u8>, bool)> {
    let mut text = Vec::new();
    file?.take(MAX_BYTES as u64 + 1).read_to_end(&mut text)?;
    let is_whole = text.len() <= MAX_BYTES;
    if !is_whole {
        // The last line may go on.
        text.truncate(text[..MAX_BYTES].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
    }
    Ok((text, is_whole))
}

/// Notes a file that exists but cannot be read.
fn note(root: &Path, file: &Path, error: &io::Error, notes: &mut Notes) {
    let why = match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => return,
        // A program that runs as another user has the first user's home. As in git, files that it may not read are
        // skipped.
        io::ErrorKind::PermissionDenied if !file.starts_with(root) => return,
        io::ErrorKind::FileTooLarge => "it is too large to be read".to_owned(),
        _ => error.to_string(),
    };
    notes.push((display_path(root, file), why));
}

fn display_path(root: &Path, file: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).to_string_lossy().into_owned()
}
