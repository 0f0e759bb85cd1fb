//! Chooses the folder that a call is about: the program's own project, or one of the client's folders (its roots).
//!
//! Only the client's folders are answered about. The home folder, folders above it and the root of a disk are not
//! projects, unless `--root` names one of them, because desktop clients start servers anywhere. Not here: paths within
//! a folder; the library keeps those inside the folder, whatever `..`, links and absolute paths say.

use std::path::{Path, PathBuf};

use scrubjay::files::root::{Root, canonical};
use scrubjay::store::reach;

use crate::Fault;
use crate::memory::place::project_around;

/// Files that mark the top folder of a project without git.
const MANIFESTS: [&str; 9] = [
    "package.json",
    "pyproject.toml",
    "setup.py",
    "Cargo.toml",
    "go.mod",
    "go.work",
    "tsconfig.json",
    "jsconfig.json",
    "deno.json",
];

/// The folder given by `--root`, or else the working folder at the start.
pub(super) struct StartFolder {
    folder: PathBuf,
    /// The given folder itself, or the project around the working folder; `None`: there is none, or it is too wide.
    project: Option<PathBuf>,
}

/// The folder that a call is about.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ChosenFolder {
    pub(super) root: PathBuf,
    /// The client's other usable folders that do not contain `root`. They are not asked.
    pub(super) others: Vec<PathBuf>,
}

impl StartFolder {
    /// The start folder: the given one, which is also the project; else the working folder, with the project around it
    /// if there is one that is not too wide.
    pub(super) fn of(root: Option<PathBuf>) -> Result<StartFolder, Fault> {
        if let Some(root) = root {
            let folder = Root::at(&root)?.path().to_owned();
            return Ok(StartFolder { project: Some(folder.clone()), folder });
        }
        // One of the system's folders is no project, but a client may name one.
        let folder = std::env::current_dir().and_then(|folder| canonical(&folder)).map_err(Fault::NoFolder)?;
        let home = reach::home();
        let project = project_around(&folder).or_else(|| with_manifest(&folder, home.as_deref()));
        let project = project.filter(|project| !reach::is_too_wide(project, home.as_deref()));
        Ok(StartFolder { project, folder })
    }

    /// Chooses the folder to answer about.
    ///
    /// It is the innermost of the client's folders that contain a path of the question. If there is none, it is the
    /// program's own project if a folder of the client contains that project, else the client's first folder that is
    /// not too wide. If the client names no folder, it is the program's own project.
    ///
    /// # Errors
    /// A message with the reason and the remedy, for the model to tell its user.
    pub(super) fn choose(&self, uris: &[String], paths: &[&str]) -> Result<ChosenFolder, String> {
        self.choose_below(uris, paths, reach::home().as_deref())
    }

    fn choose_below(&self, uris: &[String], paths: &[&str], home: Option<&Path>) -> Result<ChosenFolder, String> {
        let reachable =
            |uri: &String| folder(uri).and_then(|folder| canonical(&folder).ok()).filter(|folder| folder.is_dir());
        let folders: Vec<PathBuf> = uris.iter().filter_map(reachable).collect();
        let is_named = |root: &&PathBuf| paths.iter().any(|path| Path::new(path).starts_with(root));
        let (wide_folders, usable_folders): (Vec<&PathBuf>, Vec<&PathBuf>) =
            folders.iter().partition(|root| reach::is_too_wide(root, home));
        let named_folder = usable_folders.iter().copied().filter(is_named).max_by_key(|root| root.components().count());
        let own_project = self
            .project
            .as_ref()
            .filter(|own_project| uris.is_empty() || folders.iter().any(|root| own_project.starts_with(root)));
        let root = match named_folder.or(own_project).or(usable_folders.first().copied()) {
            Some(root) => root.clone(),
            None if uris.is_empty() => return Err(self.no_project()),
            None if wide_folders.is_empty() => return Err(unreachable(uris)),
            None => return Err(too_wide(wide_folders[0])),
        };
        let others = usable_folders.into_iter().filter(|other| !root.starts_with(other)).cloned().collect();
        Ok(ChosenFolder { root, others })
    }

    fn no_project(&self) -> String {
        format!(
            "{} is no project, so nothing in it is read: it is the user's home folder or above it, or neither it nor a folder above it has \
             .git, an index, or a manifest such as {}; start the server in a project's folder, or with `--root FOLDER`: \
             \"args\": [\"mcp\", \"--root\", \"/path/of/project\"]; or open the folder in the client, if that tells the folders that it \
             works in",
            self.folder.display(),
            MANIFESTS[..5].join(", ")
        )
    }
}

impl ChosenFolder {
    /// The note that names the folders which were not asked; `None` if there are none.
    pub(super) fn note(&self) -> Option<String> {
        let others: Vec<String> = self.others.iter().map(|other| other.display().to_string()).collect();
        let example = self.others.first()?.join("FILE");
        Some(format!(
            "note: this is of {} alone, not of {}: an argument with an absolute path, such as {}, is asked there",
            self.root.display(),
            others.join(", "),
            example.display()
        ))
    }
}

/// The nearest folder with a manifest, from `folder` upwards, as far as a project around `folder` may extend.
fn with_manifest(folder: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let has_manifest = |folder: &&Path| MANIFESTS.iter().any(|name| folder.join(name).is_file());
    reach::folders(folder, home).into_iter().find(has_manifest).map(Path::to_owned)
}

fn unreachable(uris: &[String]) -> String {
    format!(
        "none of the folders that the client works in can be reached here: {}; name one that is there",
        uris.join(", ")
    )
}

fn too_wide(folder: &Path) -> String {
    format!(
        "the client works in {}, which is no project but the user's home folder, above it, or the top of a disk, so nothing in it is read: \
         open a project's folder in the client, or start the server with `--root FOLDER`",
        folder.display()
    )
}

/// The path in a `file:` URI of this machine; `None` for other URIs.
fn folder(uri: &str) -> Option<PathBuf> {
    let address = uri.strip_prefix("file://")?;
    let path = address.strip_prefix("localhost").unwrap_or(address);
    let path = percent_decoded(path)?;
    // `/C:/folder` is how a drive is written.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    let path = if is_drive { &path[1..] } else { path.as_str() };
    Some(PathBuf::from(path)).filter(|path| path.is_absolute())
}

/// A text with percent-encoding decoded; `None` if the result is not UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest_of_text = text.as_bytes();
    while let [first, behind @ ..] = rest_of_text {
        let digits = behind.get(..2).filter(|_| *first == b'%');
        let byte = digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest_of_text = if byte.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{StartFolder, percent_decoded};

    #[test]
    fn a_uri_is_a_path_with_some_bytes_spelled_out() {
        assert_eq!(percent_decoded("/a%20b/%C3%A9%").as_deref(), Some("/a b/é%"));
        assert_eq!(percent_decoded("/%FF"), None);
    }

    #[test]
    fn the_choice_keeps_to_the_folders_of_the_client() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        let in_folder = |name: &str| top.join(name);
        for name in ["home/own", "home/other", "srv"] {
            std::fs::create_dir_all(in_folder(name)).unwrap();
        }
        let uris = |names: &[&str]| -> Vec<String> {
            names.iter().map(|name| format!("file://{}", in_folder(name).display())).collect()
        };
        let start_folder =
            |project: Option<&str>| StartFolder { folder: in_folder("home"), project: project.map(in_folder) };
        let chosen = |own_project: Option<&str>, names: &[&str], paths: &[&str]| {
            let chosen = start_folder(own_project).choose_below(&uris(names), paths, Some(&in_folder("home")));
            chosen.map(|chosen| (chosen.root, chosen.others))
        };
        let own_project = Some("home/own");
        assert_eq!(chosen(own_project, &[], &[]), Ok((in_folder("home/own"), vec![])));
        assert_eq!(
            chosen(own_project, &["home/other", "home/own"], &[]),
            Ok((in_folder("home/own"), vec![in_folder("home/other")]))
        );
        assert_eq!(chosen(own_project, &["gone", "home/other"], &[]), Ok((in_folder("home/other"), vec![])));
        let path = in_folder("home/other/a.py");
        let path = path.to_str().unwrap();
        assert_eq!(
            chosen(own_project, &["home/own", "home/other"], &[path]),
            Ok((in_folder("home/other"), vec![in_folder("home/own")]))
        );
        assert_eq!(
            chosen(own_project, &["home"], &[]),
            Ok((in_folder("home/own"), vec![])),
            "it lies below the client's folder"
        );
        assert_eq!(chosen(None, &["home", "srv"], &[]), Ok((in_folder("srv"), vec![])), "a home folder is passed over");
        for (names, why) in
            [(&["gone"][..], "can be reached"), (&["home"], "no project"), (&[""], "no project"), (&[], "no project")]
        {
            let refusal = chosen(None, names, &[]).unwrap_err();
            assert!(
                refusal.contains(why) && refusal.contains(if why == "can be reached" { "name one" } else { "--root" }),
                "{refusal}"
            );
        }
        assert!(chosen(own_project, &["gone"], &[]).is_err());
        let web = ["https://example.com/".to_owned()];
        assert!(start_folder(own_project).choose_below(&web, &[], None).is_err());
    }
}
