//! The indexed folder, and the conversion between paths and inside names. A name or path that leads out of the folder
//! is refused.
//!
//! An inside name is relative to the root, separated by `/`, without `.` or `..` parts. A folder may also consist of
//! texts in memory, without any disk. Not here: which files are wanted.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::Error;
use crate::open;
use crate::store::reach::is_systems_folder;
use crate::wit::types::{Error as Refusal, InvalidArgument};

/// The path of a folder of texts in memory.
const PATH_IN_MEMORY: &str = "memory:";

/// An indexed folder, by its canonical path.
#[derive(Clone, Debug)]
pub struct Root {
    path: PathBuf,
    /// The absolute path as the caller gave it, possibly through links.
    given_path: PathBuf,
    texts: Option<Arc<BTreeMap<String, String>>>,
}

impl Root {
    /// The folder at `path`, which must exist.
    ///
    /// # Errors
    /// [`Error::NoFolder`] if it does not exist or cannot be accessed, and for the top of a disk and folders of the
    /// system.
    pub fn at(path: &Path) -> Result<Root, Error> {
        let no_folder = |source| Error::NoFolder { path: path.to_owned(), source };
        let canonical_path = canonical(path).map_err(no_folder)?;
        if !canonical_path.is_dir() {
            return Err(no_folder(io::Error::from(io::ErrorKind::NotADirectory)));
        }
        if is_systems_folder(&canonical_path) {
            let why = "it is one of the system's own, and nobody's project";
            return Err(no_folder(io::Error::new(io::ErrorKind::InvalidInput, why)));
        }
        let given_path = std::path::absolute(path).map_err(no_folder)?;
        Ok(Root { path: canonical_path, given_path, texts: None })
    }

    /// A folder of these texts in memory, by their inside names.
    ///
    /// # Errors
    /// [`Error::Refused`] for a name that is not an inside name.
    pub fn of_texts(texts: BTreeMap<String, String>) -> Result<Root, Error> {
        if let Some(name) = texts.keys().find(|name| !is_inside(name)) {
            let why = format!("`{name}` is no path relative to the folder, with `/` and without `.` and `..`");
            return Err(Error::Refused(Refusal::Invalid(InvalidArgument { argument: "files".to_owned(), why })));
        }
        let path = PathBuf::from(PATH_IN_MEMORY);
        Ok(Root { given_path: path.clone(), path, texts: Some(Arc::new(texts)) })
    }

    /// The texts of a folder in memory; `None` for a folder on disk.
    pub(crate) fn texts(&self) -> Option<&BTreeMap<String, String>> {
        self.texts.as_deref()
    }

    /// Checks that the folder can still be read.
    ///
    /// # Errors
    /// [`Error::NoFolder`] if it cannot.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.texts().is_some() {
            return Ok(());
        }
        self.path.read_dir().map(drop).map_err(|source| Error::NoFolder { path: self.path.clone(), source })
    }

    /// The canonical path; `memory:` for texts in memory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The absolute path by which the folder was opened.
    pub(crate) fn given_path(&self) -> &Path {
        &self.given_path
    }

    /// The inside name of a path that a person typed in `folder`. The file need not exist; if it does, the name has the
    /// spelling on disk. On systems where `\` is not a separator it is read as `/`, unless a file has that name.
    ///
    /// # Errors
    /// [`Error::OutsideRoot`] if it is outside the root, through `..` or a symbolic link; [`Error::NotUnicode`].
    pub fn inside(&self, folder: &Path, typed: &Path) -> Result<String, Error> {
        let outside = || Error::OutsideRoot { path: typed.to_owned(), root: self.path.clone() };
        if cfg!(not(windows)) && has_drive(typed) {
            return Err(outside());
        }
        let slashed_path = with_slashes(folder, typed);
        let typed = slashed_path.as_deref().unwrap_or(typed);
        let resolved_path = resolve_dots(&folder.join(typed));
        let resolved_path = if self.texts().is_some() { resolved_path } else { resolve(&resolved_path) };
        let relative = resolved_path.strip_prefix(&self.path).map_err(|_| outside())?;
        let name = name(relative).ok_or_else(|| Error::NotUnicode { path: typed.to_owned() })?;
        Ok(self.as_spelled(name))
    }

    /// The inside name as spelled on disk: a case-insensitive file system finds a file under any case.
    fn as_spelled(&self, name: String) -> String {
        if !self.path.join(&name).exists() {
            return name;
        }
        let mut folder = self.path.clone();
        let parts = name.split('/').map(|part| {
            let entries = folder.read_dir().into_iter().flatten().flatten();
            let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
            let spelled_part = spelling(names, part);
            folder.push(part);
            spelled_part
        });
        parts.collect::<Vec<_>>().join("/")
    }

    /// Opens a regular file by its inside name. No component may be a link; opening a pipe or a device does not block.
    ///
    /// # Errors
    /// Any error of the file system; `InvalidInput` if the name is not an inside name or the file is not regular.
    pub fn open(&self, name: &str) -> io::Result<File> {
        if !is_inside(name) {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        }
        open::below(&self.path, name)
    }

    /// Reads a file of at most `limit` bytes.
    ///
    /// # Errors
    /// As for [`Root::open`]; `FileTooLarge` beyond `limit`, without holding more than that in memory.
    pub fn read(&self, name: &str, limit: u64) -> io::Result<Vec<u8>> {
        let Some(texts) = self.texts() else { return open::read(&self.open(name)?, limit) };
        let text = texts.get(name).ok_or(io::ErrorKind::NotFound)?;
        if text.len() as u64 > limit { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(text.clone().into_bytes()) }
    }
}

/// Whether a name is a valid inside name.
fn is_inside(name: &str) -> bool {
    let is_normal = |part: Component<'_>| matches!(part, Component::Normal(_));
    !name.is_empty() && Path::new(name).components().all(is_normal)
}

/// The canonical path with all links resolved; on Windows a path on a drive has no `\\?\` prefix.
///
/// # Errors
/// Any error of the file system.
pub fn canonical(path: &Path) -> io::Result<PathBuf> {
    let resolved_path = path.canonicalize()?;
    let without_prefix =
        resolved_path.to_str().filter(|_| cfg!(windows)).and_then(without_verbatim_prefix).map(PathBuf::from);
    Ok(without_prefix.unwrap_or(resolved_path))
}

/// A path on a drive without the `\\?\` prefix that Windows adds to canonical paths; `None` for any other path.
fn without_verbatim_prefix(path: &str) -> Option<&str> {
    path.strip_prefix(r"\\?\").filter(|rest| has_drive(Path::new(rest)))
}

/// The name in the folder that equals `typed`, or else one that differs from it only in case, or else `typed`.
fn spelling(names: impl Iterator<Item = String>, typed: &str) -> String {
    let lower = typed.to_lowercase();
    let mut same_but_case = None;
    for name in names {
        if name == typed {
            return name;
        }
        if name.to_lowercase() == lower {
            same_but_case = Some(name);
        }
    }
    same_but_case.unwrap_or_else(|| typed.to_owned())
}

/// Whether a path begins with a drive letter, like `C:\src`.
fn has_drive(typed: &Path) -> bool {
    matches!(typed.to_str().map(str::as_bytes), Some([letter, b':', b'\\' | b'/', ..]) if letter.is_ascii_alphabetic())
}

/// The path with `/` instead of `\`; `None` if it has no `\`, or if a file in `folder` has the typed name.
fn with_slashes(folder: &Path, typed: &Path) -> Option<PathBuf> {
    let text = typed.to_str().filter(|text| text.contains('\\') && !folder.join(typed).exists())?;
    Some(PathBuf::from(text.replace('\\', "/")))
}

/// The inside name of a relative path; `None` if a part is not Unicode.
pub(crate) fn name(relative: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = relative.components().map(|part| part.as_os_str().to_str()).collect();
    Some(parts?.join("/"))
}

/// The path with `.` and `..` resolved, without looking at the file system.
fn resolve_dots(path: &Path) -> PathBuf {
    let mut resolved_path = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved_path.pop();
            }
            other => resolved_path.push(other),
        }
    }
    resolved_path
}

/// The path with links resolved in its longest existing prefix, so that a deleted file has a canonical path too.
fn resolve(path: &Path) -> PathBuf {
    for ancestor in path.ancestors() {
        if let (Ok(canonical_ancestor), Ok(rest)) = (canonical(ancestor), path.strip_prefix(ancestor)) {
            return if rest.as_os_str().is_empty() { canonical_ancestor } else { canonical_ancestor.join(rest) };
        }
    }
    path.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> (tempfile::TempDir, Root) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        std::fs::write(folder.path().join("src/a.py"), "").unwrap();
        let root = Root::at(folder.path()).unwrap();
        (folder, root)
    }

    #[test]
    fn names_get_the_spelling_of_the_disk() {
        let names = || ["README.md", "Src", "src", "Übung.py"].map(str::to_owned).into_iter();
        assert_eq!(spelling(names(), "src"), "src");
        assert_eq!(spelling(names(), "readme.MD"), "README.md");
        assert_eq!(spelling(names(), "übung.py"), "Übung.py");
        assert_eq!(spelling(names(), "gone.py"), "gone.py");
        let (_folder, root) = root();
        assert_eq!(root.as_spelled("src/a.py".to_owned()), "src/a.py");
        assert_eq!(root.as_spelled("SRC/gone.py".to_owned()), "SRC/gone.py");
    }

    #[test]
    fn paths_typed_as_on_windows_mean_the_same() {
        let (_folder, root) = root();
        for typed in ["src\\a.py", ".\\src\\a.py", "src\\..\\src\\.\\a.py", ".\\src/a.py"] {
            assert_eq!(root.inside(root.path(), Path::new(typed)).unwrap(), "src/a.py", "{typed}");
        }
        assert_eq!(root.inside(&root.path().join("src"), Path::new(".\\a.py")).unwrap(), "src/a.py");
        assert_eq!(root.inside(&root.path().join("src"), Path::new("..\\src\\a.py")).unwrap(), "src/a.py");
    }

    #[test]
    fn a_canonical_path_of_windows_is_shown_in_the_usual_form() {
        assert_eq!(without_verbatim_prefix(r"\\?\C:\src\a"), Some(r"C:\src\a"));
        assert_eq!(without_verbatim_prefix(r"\\?\UNC\server\share"), None);
        assert_eq!(without_verbatim_prefix(r"C:\src"), None);
    }

    #[test]
    fn drives_and_shares_are_outside() {
        let (_folder, root) = root();
        for typed in
            ["C:\\src\\a.py", "c:/src/a.py", "\\\\server\\share\\a.py", "\\\\?\\C:\\a.py", "..\\a.py", "\\a.py"]
        {
            let refused = root.inside(root.path(), Path::new(typed));
            assert!(matches!(refused, Err(Error::OutsideRoot { .. })), "{typed}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_backslash_in_a_name_is_not_a_separator() {
        let (_folder, root) = root();
        std::fs::write(root.path().join("src\\a.py"), "").unwrap();
        assert_eq!(root.inside(root.path(), Path::new("src\\a.py")).unwrap(), "src\\a.py");
    }
}
