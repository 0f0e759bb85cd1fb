//! The user's own folders: where it is kept what no repository may bring along, and what no checkout has room for.
//!
//! `SCRUBJAY_HOME` stands for all of them. Not here: what lies in them.

use std::env;
use std::io;
use std::path::PathBuf;

use etcetera::BaseStrategy;

/// Names the folder for everything that is kept of a user.
pub const VARIABLE: &str = "SCRUBJAY_HOME";
/// Our folder in those that the system has for all programs.
const OURS: &str = "scrubjay";

/// The folder for data: `$XDG_DATA_HOME/scrubjay`, or the system's equivalent.
///
/// # Errors
/// `NotFound` if the system names no home folder.
pub fn data() -> io::Result<PathBuf> {
    match given() {
        Some(home) => Ok(home),
        None => Ok(system()?.data_dir().join(OURS)),
    }
}

/// The folder for what can be made again: `$XDG_CACHE_HOME/scrubjay`, or the system's equivalent.
///
/// # Errors
/// As for [`data`].
pub fn cache() -> io::Result<PathBuf> {
    match given() {
        Some(home) => Ok(home.join("cache")),
        None => Ok(system()?.cache_dir().join(OURS)),
    }
}

/// The folder for what the user sets: `$XDG_CONFIG_HOME/scrubjay`, or the system's equivalent.
///
/// # Errors
/// As for [`data`].
pub fn config() -> io::Result<PathBuf> {
    match given() {
        Some(home) => Ok(home),
        None => Ok(system()?.config_dir().join(OURS)),
    }
}

/// A variable that is set to the empty string counts as unset.
fn given() -> Option<PathBuf> {
    env::var_os(VARIABLE).filter(|home| !home.is_empty()).map(PathBuf::from)
}

fn system() -> io::Result<impl BaseStrategy> {
    etcetera::base_strategy::choose_native_strategy().map_err(|_| {
        io::Error::new(io::ErrorKind::NotFound, format!("no home folder is known: set {VARIABLE} to a folder"))
    })
}
