//! Which folder a call is about: the program's own project, or what the client says that it works in.
//!
//! A client's folders are a border: nothing outside them is answered about. Not here: paths within a folder, which the
//! library holds to that folder, whatever `..`, links and absolute paths say.

use std::path::{Path, PathBuf};

use scrubjay::files::root::canonical;

/// The folder to answer about: the program's own project if it lies in one of the client's folders, or else the first of
/// these. A client that names no folder leaves the program its own.
///
/// # Errors
/// What is wrong, for the model to tell its user.
pub(super) fn chosen(own: &Path, uris: &[String]) -> Result<PathBuf, String> {
    if uris.is_empty() {
        return Ok(own.to_owned());
    }
    let folders: Vec<PathBuf> =
        uris.iter().filter_map(|uri| folder(uri)).filter_map(|folder| canonical(&folder).ok()).collect();
    if folders.iter().any(|folder| own.starts_with(folder)) {
        return Ok(own.to_owned());
    }
    let first = folders.into_iter().find(|folder| folder.is_dir());
    first.ok_or_else(|| {
        format!(
            "none of the folders that the client works in can be reached here: {}; name one that is there",
            uris.join(", ")
        )
    })
}

/// The folder of a `file:` URI of this machine.
fn folder(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = decoded(path)?;
    // `/C:/folder` is how a drive is written.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    let path = if is_drive { &path[1..] } else { path.as_str() };
    Some(PathBuf::from(path)).filter(|path| path.is_absolute())
}

/// A text without its percent signs; `None` for one that is not UTF-8 then.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let digits = behind.get(..2).filter(|_| *first == b'%');
        let byte = digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{chosen, decoded};

    #[test]
    fn a_uri_is_a_path_with_some_bytes_spelled_out() {
        assert_eq!(decoded("/a%20b/%C3%A9%").as_deref(), Some("/a b/é%"));
        assert_eq!(decoded("/%FF"), None);
    }

    #[test]
    fn the_own_project_is_left_for_the_folders_of_the_client() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path().canonicalize().unwrap();
        std::fs::create_dir(top.join("own")).unwrap();
        std::fs::create_dir(top.join("other")).unwrap();
        let uri = |name: &str| format!("file://{}", top.join(name).display());
        let own = top.join("own");
        assert_eq!(chosen(&own, &[]), Ok(own.clone()));
        assert_eq!(chosen(&own, &[uri("other"), uri("")]), Ok(own.clone()), "it lies below the second");
        assert_eq!(chosen(&own, &[uri("gone"), uri("other")]), Ok(top.join("other")));
        assert!(chosen(&own, &[uri("gone"), "https://example.com/".to_owned()]).is_err());
        assert!(chosen(Path::new("/"), &[uri("gone")]).is_err());
    }
}
