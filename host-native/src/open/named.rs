//! Opens files for reading that a person names: links are followed, and files that are already open are read as they
//! are.
//!
//! `/dev/stdin` and `/dev/fd/N`, by which shells pass pipes, may block as the standard input does. A named pipe may
//! not: its writer may never come. Not here: `-`, which opens nothing.

use std::fs::File;
use std::io;
use std::path::Path;

use super::open_of_user;

/// Prefixes of names of files that this process already has open, and of terminals.
const OPEN_PREFIXES: [&str; 3] = ["/dev/fd/", "/proc/self/fd/", "/dev/pts/"];
/// Names of the standard input, and of special files that are safe to open.
const SAFE_NAMES: [&str; 3] = ["/dev/stdin", "/dev/null", "/dev/tty"];

/// Opens a file that a person names, for reading.
///
/// # Errors
/// Any error of the system; `InvalidInput` with advice for a special file that is not already open.
pub fn named(path: &Path) -> io::Result<File> {
    let is_safe = path
        .to_str()
        .is_some_and(|path| SAFE_NAMES.contains(&path) || OPEN_PREFIXES.iter().any(|lead| path.starts_with(lead)));
    if is_safe {
        return open_special(path);
    }
    open_of_user(path).map_err(|error| match super::NotOrdinary::of(&error) {
        Some(_) if path.is_dir() => io::ErrorKind::IsADirectory.into(),
        Some(_) => {
            let how = "it is no ordinary file, and is not waited for: pipe it in, as in `cat FILE | scrubjay … -`";
            io::Error::new(io::ErrorKind::InvalidInput, how)
        }
        None => error,
    })
}

/// Opens without waiting for a writer; reads then block as usual.
#[cfg(unix)]
fn open_special(path: &Path) -> io::Result<File> {
    use rustix::fs::{CWD, Mode, OFlags, fcntl_getfl, fcntl_setfl, openat};
    let file = openat(CWD, path, OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY, Mode::empty())?;
    fcntl_setfl(&file, fcntl_getfl(&file)? - OFlags::NONBLOCK)?;
    Ok(File::from(file))
}

#[cfg(not(unix))]
fn open_special(path: &Path) -> io::Result<File> {
    File::open(path)
}
