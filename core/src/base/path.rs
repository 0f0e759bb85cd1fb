//! Paths as the interface defines them: relative, separated by `/`, at most 1,024 bytes.

use alloc::format;

use super::error::{Error, repeated_argument};

/// Greatest length of a path in bytes.
pub(crate) const MAX_PATH_BYTES: usize = 1_024;

/// An error unless a path has the form that `types` in the WIT describes.
pub(crate) fn check_path(path: &str) -> Result<(), Error> {
    let why = if path.is_empty() {
        "it is empty"
    } else if path.len() > MAX_PATH_BYTES {
        "it is longer than 1,024 bytes"
    } else if path.starts_with('/') || path.contains('\\') {
        "it is absolute, or has a backslash"
    } else if path.bytes().any(|byte| byte.is_ascii_control()) {
        "it has a control character"
    } else if path.as_bytes()[1..].first() == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic() {
        "it begins with a drive letter"
    } else if path.split('/').any(|part| matches!(part, "" | "." | "..")) {
        "it has an empty, `.` or `..` part"
    } else {
        return Ok(());
    };
    Err(Error::invalid("path", format!("{:?}: {why}", repeated_argument(path))))
}
