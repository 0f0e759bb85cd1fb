//! The hosts under test, each behind a small adapter.
//!
//! An adapter only translates: it decides and corrects nothing.

pub(crate) mod arguments;
pub(crate) mod record_steps;
pub(crate) mod sessions;
pub(crate) mod windows;

mod component;
mod native;
mod process;

use std::io;
use std::process::Command;

use crate::host::Host;

/// The members of a status that differ between hosts: the generation depends on a host's batches, the live bytes on its
/// memory, and the damaged rows on its store.
const DIFFERING: [&str; 3] = ["generation", "live_bytes", "damaged"];

/// The environment variable with the names of hosts in other processes, separated by commas. Their requirements must be
/// installed, which the gate does.
const HOSTS_VARIABLE: &str = "HOSTS";

/// The hosts in other processes: name, and the command that starts it in the project's folder.
const PROCESS_HOSTS: [(&str, &[&str]); 3] = [
    ("python", &["python3", "tests/hosts/python.py"]),
    ("node", &["node", "tests/hosts/node.mjs"]),
    ("chromium", &["node", "tests/hosts/chromium.mjs"]),
];

/// The hosts in this process, and those that the environment variable `HOSTS` names. Stories state the first one's
/// answers.
///
/// # Errors
/// An unknown name; errors of the file system, and of starting a program.
pub fn all() -> io::Result<Vec<Box<dyn Host>>> {
    let mut hosts: Vec<Box<dyn Host>> = vec![Box::new(native::Native::new()), Box::new(component::Component::new())];
    let chosen = std::env::var(HOSTS_VARIABLE).unwrap_or_default();
    for name in chosen.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        hosts.push(Box::new(outside(name)?));
    }
    Ok(hosts)
}

/// The host of this name in another process; `None` if the environment variable `HOSTS` does not name it.
///
/// # Errors
/// Errors of starting it.
pub fn chosen(name: &str) -> io::Result<Option<Box<dyn Host>>> {
    let chosen = std::env::var(HOSTS_VARIABLE).unwrap_or_default();
    match chosen.split(',').any(|one| one.trim() == name) {
        true => Ok(Some(Box::new(outside(name)?))),
        false => Ok(None),
    }
}

fn outside(name: &str) -> io::Result<process::Process> {
    let known = PROCESS_HOSTS.iter().find(|(known, _)| *known == name);
    let (name, words) = known.ok_or_else(|| io::Error::other(format!("{HOSTS_VARIABLE} names no host by `{name}`")))?;
    let root = crate::root();
    process::Process::start(name, Command::new(words[0]).args(&words[1..]).current_dir(root))
        .map_err(|error| io::Error::new(error.kind(), format!("{} cannot be started: {error}", words.join(" "))))
}
