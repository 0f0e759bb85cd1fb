//! What of a text in a transcript somebody said: without what harnesses wrap into it, and what this memory itself told before,
//! which must not come back as news. Not here: what is private, which is in no line that comes here.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// Around what this memory tells an agent.
pub(crate) const OWN: &str = "scrubjay-memory";
/// What harnesses put around words that are nobody's: the beginnings of the tags' names.
const WRAPPERS: [&str; 20] = [
    "system-reminder",
    "local-command-",
    "command-",
    "bash-",
    "task-notification",
    "user-prompt-submit-hook",
    "user-memory-input",
    "ide_",
    "environment_context",
    "user_instructions",
    "turn_aborted",
    "user_shell_command",
    "subagent_notification",
    "hook_",
    "skill",
    "session_context",
    "in-app-browser-context",
    "collaboration_mode",
    "INSTRUCTIONS",
    OWN,
];
/// The most wrappers of a text that do not end.
const MAX_OPEN: usize = 64;
/// How turns begin that nobody typed.
const NOBODYS: [&str; 12] = [
    "[Request interrupted by user",
    "Caveat: The messages below were generated",
    "This session is being continued from a previous conversation",
    "Base directory for this skill:",
    "Stop hook feedback:",
    "Operation stopped by hook:",
    "<task-notification>",
    "<agent-notification>",
    // Of Codex: what is left of instructions of a repository.
    "# AGENTS.md instructions",
    "Warning: apply_patch was requested via ",
    // Of Gemini CLI.
    "System: Please continue.",
    "This is the Gemini CLI. We are setting up the context for our chat.",
];
/// How a turn begins that was chosen: what follows is a plan, which the agent wrote.
const PLAN: &str = "Implement the following plan:";
/// A slash command, and what was typed behind it.
const COMMAND: [&str; 2] = ["command-name", "command-args"];

/// What a user said in a turn; empty: nothing.
pub(super) fn users_words(text: &str) -> String {
    if let Some(command) = command(text) {
        return command;
    }
    let words = without_wrappers(text);
    let words = words.trim();
    let is_nobodys = |words: &str| NOBODYS.iter().any(|beginning| words.starts_with(beginning));
    if is_nobodys(text.trim_start()) || is_nobodys(words) || is_bare_command(words) {
        return String::new();
    }
    match words.strip_prefix(PLAN).and_then(|plan| plan.trim_start().lines().next()) {
        Some(title) => format!("{PLAN} {title}"),
        None => String::from(words),
    }
}

/// A slash command to which nothing was added, as the queue has it.
fn is_bare_command(words: &str) -> bool {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, ':' | '_' | '-');
    words.strip_prefix('/').is_some_and(|name| name.chars().all(is_of_name))
}

/// What an agent said.
pub(super) fn agents_words(text: &str) -> String {
    String::from(without_wrappers(text).trim())
}

/// A slash command with what was typed behind it; one alone says nothing.
fn command(text: &str) -> Option<String> {
    let inner = |tag: &str| {
        let (_, rest) = text.split_once(&*format!("<{tag}>"))?;
        Some(rest.split_once(&*format!("</{tag}>"))?.0.trim())
    };
    let [name, given] = COMMAND.map(inner);
    let name = name.filter(|_| text.trim_start().starts_with("<command-"))?;
    let given = given.unwrap_or_default();
    Some(if given.is_empty() { String::new() } else { format!("{name} {given}") })
}

/// Whether a tag's name is a wrapper's, of which those that end in a dash or the like name many.
fn is_named(name: &str, wrapper: &str) -> bool {
    match wrapper.ends_with(['-', '_']) {
        true => name.starts_with(wrapper),
        false => name == wrapper,
    }
}

/// A text without the wrappers and what is in them. One that does not end is none; behind many such, as each is looked for to the
/// end of the text, no other is taken out.
fn without_wrappers(text: &str) -> Cow<'_, str> {
    let (mut kept, mut rest, mut from, mut n_open) = (String::new(), text, 0, 0);
    while let Some(at) = rest[from..].find('<').map(|at| from + at) {
        let is_wrapper = |name: &&str| n_open < MAX_OPEN && WRAPPERS.iter().any(|wrapper| is_named(name, wrapper));
        let Some(name) = name_at(&rest[at + 1..]).filter(is_wrapper) else {
            from = at + 1;
            continue;
        };
        let Some(end) = end_of(name, &rest[at..]) else {
            (from, n_open) = (at + 1, n_open + 1);
            continue;
        };
        kept.push_str(&rest[..at]);
        (rest, from) = (&rest[at + end..], 0);
    }
    if kept.is_empty() && rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// Where a wrapper ends that begins here; none: nowhere.
fn end_of(name: &str, text: &str) -> Option<usize> {
    let close = format!("</{name}>");
    text.find(&close).map(|end| end + close.len())
}

/// The name of the tag that opens here.
fn name_at(text: &str) -> Option<&str> {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '_'))?;
    let is_open = end > 0 && matches!(text.as_bytes()[end], b'>' | b' ' | b'\n');
    is_open.then(|| &text[..end])
}
