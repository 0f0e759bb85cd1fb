//! Normalizes recorded and queried paths: which file of the project a path means, or that it is foreign to the project.
//!
//! Every form of a path within the project becomes one relative path with slashes, and a relative path that climbs out
//! of it is refused. An absolute path elsewhere is normalized, and an address is kept as it is; both are foreign and
//! never proposed. Only the text of a path is read, so that all hosts agree. Not here: links in the file system, and
//! whether a file exists (the host).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::base::error::{Error, repeated_argument};
use crate::base::path::MAX_PATH_BYTES;

/// The most absolute paths of one project's folder.
const MAX_ROOTS: usize = 8;
/// The normalized path of the project's folder itself.
const ROOT_PATH: &str = ".";

/// The absolute paths of a project's folder, one for each of its names; empty for records of no project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Project {
    roots: Vec<Absolute>,
}

/// An absolute path without `.` and `..`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Absolute {
    /// The root that it starts at: `/`, `//` before a machine, `C:/` or `~/`.
    start: String,
    parts: Vec<String>,
}

impl Project {
    /// The project with these folders; an error if one is not an absolute path.
    pub(crate) fn at(roots: &[String]) -> Result<Project, Error> {
        Error::check_limit("roots of a project", roots.len(), MAX_ROOTS)?;
        let absolute_root = |root: &String| {
            let not_absolute =
                || Error::invalid("roots", format!("{:?}: it is no absolute path", repeated_argument(root)));
            match PathForm::of(root) {
                PathForm::Absolute(absolute) => Ok(absolute),
                PathForm::Address | PathForm::Relative(_) => Err(not_absolute()),
            }
        };
        Ok(Project { roots: roots.iter().map(absolute_root).collect::<Result<_, _>>()? })
    }

    /// A path as it is recorded and queried: relative to the project if it is inside, else absolute. An address of
    /// anything but a file stays as it is; a relative path that leads out of the project is an error.
    pub(crate) fn path(&self, path: &str) -> Result<String, Error> {
        check_path(path)?;
        let normalized = match PathForm::of(path) {
            PathForm::Address => Some(String::from(path)),
            PathForm::Absolute(absolute) => Some(self.relative_path(&absolute).unwrap_or_else(|| absolute.text())),
            PathForm::Relative(path) => {
                relative_components(&path).map(|parts| join_components(&parts)).or_else(|| self.reentering_path(&path))
            }
        };
        let normalized = normalized.ok_or_else(|| {
            Error::invalid("path", format!("{:?}: it leads out of the project", repeated_argument(path)))
        })?;
        check_path(&normalized).map(|()| normalized)
    }

    /// A part of a path as it is searched for: an absolute path within the project becomes relative.
    pub(crate) fn part(&self, part: &str) -> String {
        match PathForm::of(part) {
            PathForm::Address => String::from(part),
            PathForm::Absolute(absolute) => self.relative_path(&absolute).unwrap_or_else(|| with_slashes(part)),
            PathForm::Relative(path) => String::from(path.strip_prefix("./").unwrap_or(&path)),
        }
    }

    /// The path relative to the project's folder; `None` if it is outside.
    fn relative_path(&self, path: &Absolute) -> Option<String> {
        self.roots.iter().find_map(|root| root.components_below(path)).map(join_components)
    }

    /// A relative path that leaves the project's folder and enters it again, made relative to it; `None` if it stays
    /// outside.
    fn reentering_path(&self, path: &str) -> Option<String> {
        let root = self.roots.first()?;
        self.relative_path(&Absolute::of(&format!("{}/{path}", root.text()))?)
    }
}

/// Whether a recorded path is a file of the project; only such files are proposed to anybody.
pub(crate) fn is_in_project(path: &str) -> bool {
    path != ROOT_PATH && matches!(PathForm::of(path), PathForm::Relative(_))
}

/// A path by its form. Backslashes are replaced by slashes.
enum PathForm {
    /// An address of anything but a file: `https://example.org/x`.
    Address,
    Absolute(Absolute),
    /// A relative path, with slashes.
    Relative(String),
}

impl PathForm {
    fn of(path: &str) -> PathForm {
        let path = with_slashes(path);
        match scheme(&path) {
            Some(scheme) if scheme.eq_ignore_ascii_case("file") => {
                Absolute::of(&path_of_file_url(&path[scheme.len() + 1..])).map_or(PathForm::Address, PathForm::Absolute)
            }
            Some(_) => PathForm::Address,
            None => Absolute::of(&path).map_or(PathForm::Relative(path), PathForm::Absolute),
        }
    }
}

/// The scheme of an address, whose colon is followed by a slash; `None` for a path. A single letter is a drive.
fn scheme(path: &str) -> Option<&str> {
    let (scheme, rest) = path.split_once(':')?;
    let is_of_scheme = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let is_scheme = scheme.len() > 1 && scheme.as_bytes()[0].is_ascii_alphabetic() && scheme.bytes().all(is_of_scheme);
    (is_scheme && rest.starts_with('/')).then_some(scheme)
}

/// The path in an address of a file, after its scheme; on another machine it begins with `//` and the machine.
fn path_of_file_url(address: &str) -> String {
    let path = with_slashes(&percent_decoded(address));
    let path = match path.strip_prefix("//").map(|rest| rest.split_at(rest.find('/').unwrap_or(rest.len()))) {
        Some((machine, path)) if machine.is_empty() || machine.eq_ignore_ascii_case("localhost") => String::from(path),
        _ => path,
    };
    // A slash also comes before a drive, as in `/C:/x`.
    let drive = path.strip_prefix('/').filter(|drive| is_drive(drive));
    drive.map_or_else(|| path.clone(), String::from)
}

/// Whether a path begins with a drive: a letter, a colon and a slash.
fn is_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic())
}

impl Absolute {
    /// Parses a path with slashes; `None` if it is not absolute.
    fn of(path: &str) -> Option<Absolute> {
        let (start, rest) = match path.as_bytes() {
            [b'/', b'/', ..] => (String::from("//"), &path[2..]),
            [b'/', ..] => (String::from("/"), &path[1..]),
            [b'~'] | [b'~', b'/', ..] => (String::from("~/"), &path[1..]),
            [drive, ..] if is_drive(path) => (format!("{}:/", drive.to_ascii_uppercase() as char), &path[3..]),
            _ => return None,
        };
        Some(Absolute { start, parts: absolute_components(rest) })
    }

    /// The components of a path below this one; `None` if it is not below. On a drive case is ignored.
    fn components_below<'p>(&self, path: &'p Absolute) -> Option<&'p [String]> {
        let (leading_parts, parts_below) = path.parts.split_at_checked(self.parts.len())?;
        let is_same_part = |(one, other): (&String, &String)| match self.start.ends_with(":/") {
            true => one.eq_ignore_ascii_case(other),
            false => one == other,
        };
        (self.start == path.start && self.parts.iter().zip(leading_parts).all(is_same_part)).then_some(parts_below)
    }

    fn text(&self) -> String {
        self.start.clone() + &self.parts.join("/")
    }
}

/// Refuses a path that is empty, too long or has a control character.
fn check_path(path: &str) -> Result<(), Error> {
    match path.is_empty() || path.len() > MAX_PATH_BYTES || path.contains(char::is_control) {
        true => Err(Error::invalid("path", "it has 1 to 1,024 bytes, and no control character")),
        false => Ok(()),
    }
}

/// A path with slashes for backslashes, without the prefix that Windows gives to long paths.
fn with_slashes(path: &str) -> String {
    let path = path.replace('\\', "/");
    match path.strip_prefix("//?/") {
        Some(drive) if is_drive(drive) => String::from(drive),
        Some(network_path) if network_path.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("unc/")) => {
            format!("//{}", &network_path[4..])
        }
        // Of a volume or a device that has no letter.
        _ => path,
    }
}

/// Decodes the escapes in an address, such as `%20`; returns it unchanged if the bytes are not UTF-8.
fn percent_decoded(address: &str) -> String {
    let (mut bytes, mut unread) = (Vec::with_capacity(address.len()), address.as_bytes());
    while let Some((&first, following)) = unread.split_first() {
        let escaped = (first == b'%').then(|| following.get(..2)).flatten();
        let escaped = escaped.and_then(|digits| u8::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(escaped.unwrap_or(first));
        unread = if escaped.is_some() { &following[2..] } else { following };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| String::from(address))
}

/// The components of an absolute path with `.` and `..` resolved; `..` at the root stays there.
fn absolute_components(path: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(String::from(part)),
        }
    }
    parts
}

/// The components of a relative path with `.` and `..` resolved; `None` if it climbs out of its start.
fn relative_components(path: &str) -> Option<Vec<String>> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(String::from(part)),
        }
    }
    Some(parts)
}

/// A relative path of these components; `.` without any.
fn join_components(parts: &[String]) -> String {
    if parts.is_empty() { String::from(ROOT_PATH) } else { parts.join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(roots: &[&str]) -> Project {
        Project::at(&roots.iter().map(|root| String::from(*root)).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn every_form_of_a_path_within_the_project_is_the_same_path() {
        let unix = at(&["/home/u/p", "/mnt/disk/p"]);
        for path in [
            "src/a.py",
            "./src/a.py",
            "src//a.py",
            "src/../src/./a.py",
            "src\\a.py",
            "/home/u/p/src/a.py",
            "/home/u/p/../p/src/a.py",
            "/mnt/disk/p/src/a.py",
            "../p/src/a.py",
            "file:///home/u/p/src/a%2Epy",
            "file://localhost/home/u/p/src/a.py",
            "FILE:/home/u/p/src/a.py",
        ] {
            assert_eq!(unix.path(path).as_deref(), Ok("src/a.py"), "{path}");
        }
        let windows = at(&["C:\\Code\\p"]);
        for path in ["src\\a.py", "C:\\Code\\p\\src\\a.py", "c:/code/P/src/a.py", "\\\\?\\C:\\Code\\p\\src\\a.py"] {
            assert_eq!(windows.path(path).as_deref(), Ok("src/a.py"), "{path}");
        }
        for path in ["file:///C:/Code/p/src/a.py", "file:///c%3A/Code/p/src/a.py", "file:///C:%5CCode%5Cp%5Csrc%5Ca.py"]
        {
            assert_eq!(windows.path(path).as_deref(), Ok("src/a.py"), "{path}");
        }
        assert_eq!(unix.path("/home/u/p/").as_deref(), Ok("."));
    }

    #[test]
    fn a_path_that_climbs_out_of_the_project_is_refused_by_its_name() {
        for project in [at(&[]), at(&["/home/u/p"])] {
            for path in ["../../.ssh/id_rsa", "..", "src/../../x", "..\\..\\x"] {
                let Err(Error::Invalid { argument: "path", why }) = project.path(path) else { panic!("{path}") };
                assert!(why.contains(&format!("{path:?}")) && why.contains("out of the project"), "{why}");
            }
        }
        assert!(
            at(&[]).path("").is_err() && at(&[]).path("a\nb").is_err() && at(&[]).path(&"a".repeat(1_025)).is_err()
        );
    }

    #[test]
    fn a_path_elsewhere_is_kept_as_it_is_and_is_none_of_the_projects() {
        let project = at(&["/home/u/p"]);
        for (path, kept) in [
            ("/etc/hosts", "/etc/hosts"),
            ("/home/u/pp/a.py", "/home/u/pp/a.py"),
            ("/home/u/p/../q/a.py", "/home/u/q/a.py"),
            ("~/.ssh/config", "~/.ssh/config"),
            ("D:\\x\\y.py", "D:/x/y.py"),
            ("\\\\machine\\share\\x", "//machine/share/x"),
            ("\\\\?\\UNC\\machine\\share\\x", "//machine/share/x"),
            ("file://machine/share/x", "//machine/share/x"),
            ("file://machine/share/x%20y", "//machine/share/x y"),
            ("\\\\?\\Volume{b75e}\\x", "//?/Volume{b75e}/x"),
        ] {
            assert_eq!(project.path(path).as_deref(), Ok(kept), "{path}");
            assert_eq!(project.path(kept).as_deref(), Ok(kept), "{path}");
            assert!(!is_in_project(kept), "{path}");
        }
        assert!(is_in_project("src/a.py") && !is_in_project("."));
        assert!(!is_in_project(&at(&[]).path("/home/u/p/a.py").unwrap()), "without a project all is elsewhere");
        assert!(Project::at(&["relative".into()]).is_err());
    }

    /// Formerly addresses became relative paths, which agents were advised to read.
    #[test]
    fn an_address_of_anything_but_a_file_is_kept_as_it_is_and_is_none_of_the_projects() {
        let project = at(&["/home/u/p"]);
        for address in [
            "https://example.org/x",
            "https://example.org//x/../y?z=a\\b#c",
            "vscode-remote://wsl+ubuntu/home/u/p/a.py",
            "git:/home/u/p/a.py?ref",
            "https:/example.org/x",
            "file:/",
        ] {
            assert!(!is_in_project(&project.path(address).unwrap()), "{address}");
            assert_eq!(project.part(address), address);
        }
        assert_eq!(
            project.path("https://example.org//x/../y?z=a\\b#c").as_deref(),
            Ok("https://example.org//x/../y?z=a\\b#c")
        );
        assert!(Project::at(&["https://example.org/p".into()]).is_err());
    }

    /// Formerly `a:b.py` became `A:/b.py`, a file of a drive.
    #[test]
    fn a_colon_in_the_name_of_a_file_makes_no_drive_and_no_address() {
        let project = at(&["/home/u/p"]);
        for path in ["a:b.py", "C:", "src/a:b.py", "notes:2.md", "1:/x.py", "a b:/x.py"] {
            assert_eq!(project.path(path).as_deref(), Ok(path));
            assert!(is_in_project(path), "{path}");
        }
    }

    #[test]
    fn a_part_of_a_path_is_looked_for_as_it_was_recorded() {
        let project = at(&["/home/u/p"]);
        for (part, asked) in [("client", "client"), ("/home/u/p/src", "src"), ("./src\\a", "src/a"), ("/src/", "/src/")]
        {
            assert_eq!(project.part(part), asked);
        }
    }
}
