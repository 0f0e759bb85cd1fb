//! Opens files that a person names to be read: links are followed, and what the program was given open already is read as it is.
//!
//! `/dev/stdin` and `/dev/fd/N`, by which shells hand on pipes, are waited for as the standard input is. A pipe with a name of its
//! own is not: who writes to it may never come. Not here: `-`, which opens nothing.

use std::fs::File;
use std::io;
use std::path::Path;

use super::of_user;

/// Names of files that this process was given open, and of files without content.
const OPEN: [&str; 3] = ["/dev/fd/", "/proc/self/fd/", "/dev/pts/"];
const ALSO: [&str; 3] = ["/dev/stdin", "/dev/null", "/dev/tty"];

/// Opens a file that a person names.
///
/// # Errors
/// Any error of the system; `InvalidInput` for what is neither an ordinary file nor open already, and how it is read instead.
pub(crate) fn named(path: &Path) -> io::Result<File> {
    let is_open =
        path.to_str().is_some_and(|path| ALSO.contains(&path) || OPEN.iter().any(|lead| path.starts_with(lead)));
    if is_open {
        return waiting(path);
    }
    of_user(path).map_err(|error| match super::NotOrdinary::of(&error) {
        Some(_) if path.is_dir() => io::ErrorKind::IsADirectory.into(),
        Some(_) => {
            let how = "it is no ordinary file, and is not waited for: pipe it in, as in `cat FILE | scrubjay … -`";
            io::Error::new(io::ErrorKind::InvalidInput, how)
        }
        None => error,
    })
}

/// Opens without waiting for who writes, and then reads as others do.
#[cfg(unix)]
fn waiting(path: &Path) -> io::Result<File> {
    use rustix::fs::{CWD, Mode, OFlags, fcntl_getfl, fcntl_setfl, openat};
    let file = openat(CWD, path, OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY, Mode::empty())?;
    fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    Ok(File::from(file))
}

#[cfg(not(unix))]
fn waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}
