//! The user's own folders, for data that must not come from a repository or be lost with a checkout.
//!
//! If `SCRUBJAY_HOME` is set, it replaces all of them. Not here: what is in these folders.

use std::env;
use std::io;
use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The environment variable that names one folder for all data of a user.
pub const HOME_VARIABLE: &str = "SCRUBJAY_HOME";
/// The name of our folder within the system's folders.
const OURS: &str = "scrubjay";

/// The folder for data: `$XDG_DATA_HOME/scrubjay`, or the system's equivalent.
///
/// # Errors
/// `NotFound` if the system names no home folder; `InvalidInput` for a relative one.
pub fn data_folder() -> io::Result<PathBuf> {
    match override_folder()? {
        Some(home) => Ok(home),
        None => absolute(system()?.data_dir().join(OURS)),
    }
}

/// The folder for data that can be remade: `$XDG_CACHE_HOME/scrubjay`, or the system's equivalent.
///
/// # Errors
/// As for [`data_folder`].
pub fn cache_folder() -> io::Result<PathBuf> {
    match override_folder()? {
        Some(home) => Ok(home.join("cache")),
        None => absolute(system()?.cache_dir().join(OURS)),
    }
}

/// The folder for settings: `$XDG_CONFIG_HOME/scrubjay`, or the system's equivalent.
///
/// # Errors
/// As for [`data_folder`].
pub fn config_folder() -> io::Result<PathBuf> {
    match override_folder()? {
        Some(home) => Ok(home),
        None => absolute(system()?.config_dir().join(OURS)),
    }
}

/// The folder in [`HOME_VARIABLE`]; an empty value counts as unset.
fn override_folder() -> io::Result<Option<PathBuf>> {
    env::var_os(HOME_VARIABLE).filter(|home| !home.is_empty()).map(|home| absolute(PathBuf::from(home))).transpose()
}

/// Refuses a relative folder, which would depend on the working folder and often be inside a project.
fn absolute(folder: PathBuf) -> io::Result<PathBuf> {
    match folder.is_absolute() {
        true => Ok(folder),
        false => {
            let why =
                format!("{} is a relative path: set {HOME_VARIABLE}, or HOME, to an absolute one", folder.display());
            Err(io::Error::new(io::ErrorKind::InvalidInput, why))
        }
    }
}

fn system() -> io::Result<impl BaseStrategy> {
    etcetera::base_strategy::choose_native_strategy().map_err(|_| {
        io::Error::new(io::ErrorKind::NotFound, format!("no home folder is known: set {HOME_VARIABLE} to a folder"))
    })
}
