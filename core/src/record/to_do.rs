//! The names of tasks that are items of an agent's own list in a session.

use alloc::format;
use alloc::string::String;

/// The beginning of such a name, and what stands between item and session.
const PREFIX: &str = "to-do ";
const SEPARATOR: &str = " of ";

/// The name of the task for an item of a session's list.
pub(crate) fn name_of_to_do(item: &str, session: &str) -> String {
    format!("{PREFIX}{item}{SEPARATOR}{session}")
}

/// The session whose agent has a to-do of this name; `None` for any other task.
pub(crate) fn session_of_to_do(task: &str) -> Option<&str> {
    task.strip_prefix(PREFIX)?.split_once(SEPARATOR).map(|(_, session)| session)
}
