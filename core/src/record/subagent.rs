//! The names of the sessions of subagents, whose work is that of the session that started them.

use alloc::format;
use alloc::string::String;

/// What stands between the name of the session that started a subagent and the subagent's own.
const SEPARATOR: char = ':';

/// The name of a subagent's session.
pub(crate) fn name_of_subagent(parent: &str, agent: &str) -> String {
    format!("{parent}{SEPARATOR}{agent}")
}

/// The name of the session that started a subagent of this name, if it is one.
pub(crate) fn parent_of_subagent(session: &str) -> Option<&str> {
    session.split_once(SEPARATOR).map(|(parent, _)| parent)
}
