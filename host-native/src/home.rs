//! The user's own folders: for what no repository may bring along, and what no checkout has room for.
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
/// `NotFound` if the system names no home folder; `InvalidInput` for a relative one.
pub fn data() -> io::Result<PathBuf> {
    match given()? {
        Some(home) => Ok(home),
        None => absolute(system()?.data_dir().join(OURS)),
    }
}

/// The folder for what can be made again: `$XDG_CACHE_HOME/scrubjay`, or the system's equivalent.
///
/// # Errors
/// As for [`data`].
pub fn cache() -> io::Result<PathBuf> {
    match given()? {
        Some(home) => Ok(home.join("cache")),
        None => absolute(system()?.cache_dir().join(OURS)),
    }
}

/// The folder for what the user sets: `$XDG_CONFIG_HOME/scrubjay`, or the system's equivalent.
///
/// # Errors
/// As for [`data`].
pub fn config() -> io::Result<PathBuf> {
    match given()? {
        Some(home) => Ok(home),
        None => absolute(system()?.config_dir().join(OURS)),
    }
}

/// A variable that is set to the empty string counts as unset.
fn given() -> io::Result<Option<PathBuf>> {
    env::var_os(VARIABLE).filter(|home| !home.is_empty()).map(|home| absolute(PathBuf::from(home))).transpose()
}

/// Refuses a folder that would be another one in each working folder, and mostly a part of somebody's project.
fn absolute(folder: PathBuf) -> io::Result<PathBuf> {
    match folder.is_absolute() {
        true => Ok(folder),
        false => {
            let why = format!("{} is a relative path: set {VARIABLE}, or HOME, to an absolute one", folder.display());
            Err(io::Error::new(io::ErrorKind::InvalidInput, why))
        }
    }
}

fn system() -> io::Result<impl BaseStrategy> {
    etcetera::base_strategy::choose_native_strategy().map_err(|_| {
        io::Error::new(io::ErrorKind::NotFound, format!("no home folder is known: set {VARIABLE} to a folder"))
    })
}
