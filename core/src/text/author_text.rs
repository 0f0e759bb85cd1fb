//! Extracts the words of a person or an agent. Removes additions of harnesses and of this memory from a message, and
//! finds a person's words in tool results, such as the reason of a refusal or an answer.
//!
//! In a tool result only the formats of harnesses count, from the result's first letter on; a refusal counts only if
//! the call failed. A tool may print the same words, so nothing harmful may follow from them. Not here: private text,
//! which is removed before.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use alloc::vec::Vec;

use super::json::{Member, Value};
use super::refusal::is_refusal;

/// Tag around texts that this memory adds to an agent's conversation.
pub(crate) const MEMORY_TAG: &str = "scrubjay-memory";
/// Names of the tags in which harnesses wrap text that nobody wrote. One that ends in `-` or `_` stands for all names
/// that begin with it.
const WRAPPER_TAGS: [&str; 22] = [
    "system-reminder",
    "local-command-",
    "command-",
    "bash-",
    "task-notification",
    "agent-notification",
    "teammate-message",
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
    MEMORY_TAG,
];
/// Greatest number of wrappers that are left in a text before the search for further ones stops.
const MAX_LEFT: usize = 64;
/// The mark that begins and ends a quoted block.
const FENCE: &str = "```";
/// Beginnings of user turns that nobody typed, where the harness states nothing else of who typed them.
const AUTOMATIC_TURNS: [&str; 9] = [
    "Caveat: The messages below were generated",
    SUMMARY_PREFIX,
    "Base directory for this skill:",
    "Stop hook feedback:",
    "Operation stopped by hook:",
    // Of Codex: the rest of a repository's instructions.
    "# AGENTS.md instructions",
    "Warning: apply_patch was requested via ",
    // Of Gemini CLI.
    "System: Please continue.",
    "This is the Gemini CLI. We are setting up the context for our chat.",
];
/// The end of a tag's name whose element, where it begins a turn, has the rest of the turn as its instructions.
const NOTIFICATION: &str = "notification";
/// Beginning of the line that says that a person stopped the agent.
const INTERRUPTION_PREFIX: &str = "[Request interrupted by user";
/// Tags of a slash command: its name and its arguments.
const COMMAND_TAGS: [&str; 2] = ["command-name", "command-args"];

/// Beginning of the summary with which a harness replaces an earlier conversation.
const SUMMARY_PREFIX: &str = "This session is being continued from a previous conversation";
/// For each refusal format: the text before the person's words, and the text after them.
const REFUSAL_FORMATS: [(&str, &str); 3] = [
    ("the user said:\n", "\n\nNote: The user's next message may contain"),
    ("<feedback>\n", "\n</feedback>"),
    ("with the following feedback: ", "\n\n<system-reminder>"),
];
/// Beginning of a refusal that the harness words itself.
const CLARIFY_PREFIX: &str = "The user wants to clarify these questions";
/// Tools that ask a person, with the beginning and the end of their results.
const ANSWER_FORMATS: [(&[&str], &str, &str); 3] = [
    (
        &["AskUserQuestion", "question"],
        "User has answered your questions: ",
        ". You can now continue with the user's answers in mind",
    ),
    (&["request_user_input", "ask_user"], "{\"answers\":", "}"),
    (&["ask_followup_question"], "<answer>\n", "\n</answer>"),
];
/// Separator between a question and its answer.
const ANSWER_SEPARATOR: &str = "\"=\"";
/// Separator between an answer and the next question.
const QUESTION_SEPARATOR: &str = "\", \"";
/// Most bytes of a question that are repeated before its answer.
const MAX_QUESTION_BYTES: usize = 60;
/// Greatest length in bytes of a tool result with a person's refusal or answer; a longer result is something else.
const MAX_REPLY_BYTES: usize = 10_000;

/// Whether a turn is a harness's summary of the conversation before.
pub(crate) fn is_summary(text: &str) -> bool {
    text.trim_start().starts_with(SUMMARY_PREFIX)
}

/// A person's words in a tool result: the reason of a refusal, or an answer. `None` if there are none.
pub(crate) fn person_reply<'t>(tool: &str, is_error: bool, text: &'t str) -> Option<&'t str> {
    let words = if is_error { refusal_reply(text) } else { answer_reply(tool, text) }?.trim();
    (!words.is_empty() && text.len() <= MAX_REPLY_BYTES && !words.starts_with(CLARIFY_PREFIX)).then_some(words)
}

fn refusal_reply(text: &str) -> Option<&str> {
    if !is_refusal(text) {
        return None;
    }
    REFUSAL_FORMATS.iter().find_map(|(prefix, suffix)| {
        let (_, reply) = text.split_once(prefix)?;
        Some(reply.split_once(suffix).map_or(reply, |(reply, _)| reply))
    })
}

fn answer_reply<'t>(tool: &str, text: &'t str) -> Option<&'t str> {
    let (_, prefix, suffix) = ANSWER_FORMATS.iter().find(|(tools, ..)| tools.contains(&tool))?;
    let reply = text.trim_start().strip_prefix(prefix)?;
    Some(reply.rsplit_once(suffix).map_or(reply, |(reply, _)| reply))
}

/// Questions and answers, one pair per line. Long questions are cut, answers are not. Words without such a pair stay as
/// they are.
pub(crate) fn question_answer_lines(words: &str) -> String {
    let mut lines = String::new();
    let mut parts = words.split(ANSWER_SEPARATOR);
    let mut question = parts.next().unwrap_or_default();
    for part in parts {
        // The next question follows the answer.
        let (answer, next_question) = part.split_once(QUESTION_SEPARATOR).unwrap_or((part, ""));
        let end = question.floor_char_boundary(MAX_QUESTION_BYTES);
        let ellipsis = if end < question.len() { "…" } else { "" };
        lines.push_str(&format!(
            "{}{ellipsis} = {}\n",
            question[..end].trim_matches('"'),
            answer.trim_end_matches('"')
        ));
        question = next_question;
    }
    if lines.is_empty() { String::from(words) } else { lines }
}

/// The words of a person in a result as lines of a turn: answers with their questions, as harnesses state them in quotes
/// or in JSON.
pub(crate) fn answer_lines(words: &str) -> String {
    let Some(answers) = Value::parse_object(words) else {
        return String::from(question_answer_lines(words).trim_end());
    };
    let answer = |member: &Member<'_>| {
        let answers = member.value.object()?.list("answers");
        let texts: Vec<String> = answers.into_iter().filter_map(|answer| Some(answer.text()?.into_owned())).collect();
        Some(format!("{} = {}", member.name(), texts.join(", ")))
    };
    let lines: Vec<String> = answers.0.iter().filter_map(answer).collect();
    if lines.is_empty() { String::from(words) } else { lines.join("\n") }
}

/// The words of a user in a turn, without the additions of a harness; empty if no words are left.
pub(crate) fn user_text(text: &str) -> String {
    let is_automatic = |words: &str| AUTOMATIC_TURNS.iter().any(|beginning| words.starts_with(beginning));
    let words = typed_text(text);
    let begins_with_notification = tag_at_start(text.trim_start()).is_some_and(|name| name.ends_with(NOTIFICATION));
    if begins_with_notification || is_automatic(&words) { String::new() } else { words }
}

/// The words of a user in a turn of which its harness states that a person typed it, so that only commands, wrappers
/// and interruptions are nobody's words.
pub(crate) fn typed_text(text: &str) -> String {
    if let Some(command) = slash_command(text) {
        return command;
    }
    let words = without_wrappers(text);
    let words = without_interruption(words.trim());
    if is_bare_command(words) { String::new() } else { String::from(words) }
}

/// The words after a first line that says that a person stopped the agent; without such a line, all words.
fn without_interruption(words: &str) -> &str {
    let (line, rest) = words.split_once('\n').unwrap_or((words, ""));
    let is_interruption = line.starts_with(INTERRUPTION_PREFIX) && line.trim_end().ends_with(']');
    if is_interruption { rest.trim_start() } else { words }
}

/// Whether a turn is a slash command without arguments.
fn is_bare_command(words: &str) -> bool {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, ':' | '_' | '-');
    words.strip_prefix('/').is_some_and(|name| name.chars().all(is_of_name))
}

/// An agent's words, without the additions of a harness.
pub(crate) fn agent_text(text: &str) -> String {
    String::from(without_wrappers(text).trim())
}

/// A slash command with its arguments; empty if it has no arguments. `None`: the turn is no slash command.
fn slash_command(text: &str) -> Option<String> {
    let tag_content = |tag: &str| {
        let (_, rest) = text.split_once(&*format!("<{tag}>"))?;
        Some(rest.split_once(&*format!("</{tag}>"))?.0.trim())
    };
    let [name, arguments] = COMMAND_TAGS.map(tag_content);
    let name = name.filter(|_| text.trim_start().starts_with("<command-"))?;
    let arguments = arguments.unwrap_or_default();
    Some(if arguments.is_empty() { String::new() } else { format!("{name} {arguments}") })
}

/// Whether a tag's name matches a wrapper. A wrapper that ends in `-` or `_` is a prefix.
fn matches_wrapper(name: &str, wrapper: &str) -> bool {
    match wrapper.ends_with(['-', '_']) {
        true => name.starts_with(wrapper),
        false => name == wrapper,
    }
}

/// A text without wrappers and their content. A wrapper is a block: it begins the text, or it has its lines for itself;
/// one within a sentence or a fenced block is quoted. An unclosed wrapper stays; after [`MAX_LEFT`] that stay, so does the rest
/// of the text.
fn without_wrappers(text: &str) -> Cow<'_, str> {
    let (mut kept_text, mut rest, mut search_start, mut n_left, mut is_fenced) = (String::new(), text, 0, 0, false);
    while let Some(at) = rest[search_start..].find('<').map(|at| search_start + at) {
        is_fenced ^= rest[search_start..at].matches(FENCE).count() % 2 == 1;
        search_start = at + 1;
        let Some(name) = tag_name(&rest[at + 1..]).filter(|name| n_left < MAX_LEFT && is_wrapper(name)) else {
            continue;
        };
        let is_of_memory = name == MEMORY_TAG;
        if !is_of_memory && !is_blank_line_end(&rest[..at]) {
            continue;
        }
        let begins_text = kept_text.trim().is_empty() && rest[..at].trim().is_empty();
        let is_block = |end: &usize| {
            let after = &rest[*end..];
            let is_quoted = is_fenced && after.contains(FENCE);
            is_of_memory || !is_quoted && (begins_text || is_blank_line_start(after))
        };
        let Some(end) = wrapper_end(name, &rest[at..]).map(|end| at + end).filter(is_block) else {
            n_left += 1;
            continue;
        };
        kept_text.push_str(&rest[..at]);
        (rest, search_start) = (&rest[end..], 0);
    }
    if kept_text.is_empty() && rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    kept_text.push_str(rest);
    Cow::Owned(kept_text)
}

/// Whether the tag's name is one of [`WRAPPER_TAGS`].
fn is_wrapper(name: &str) -> bool {
    WRAPPER_TAGS.iter().any(|wrapper| matches_wrapper(name, wrapper))
}

/// Whether the last line of a text has only white space so far.
fn is_blank_line_end(text: &str) -> bool {
    let text = text.trim_end_matches([' ', '\t', '\r']);
    text.is_empty() || text.ends_with('\n')
}

/// Whether the first line of a text has only white space, or a tag after it.
fn is_blank_line_start(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t', '\r']);
    text.is_empty() || text.starts_with(['\n', '<'])
}

/// The byte offset at which the wrapper at the start of `text` ends; `None` if it is not closed.
fn wrapper_end(name: &str, text: &str) -> Option<usize> {
    let closing_tag = format!("</{name}>");
    text.find(&closing_tag).map(|end| end + closing_tag.len())
}

/// The name of the tag that opens at the start of a text.
fn tag_at_start(text: &str) -> Option<&str> {
    tag_name(text.strip_prefix('<')?)
}

/// The name of the tag whose `<` precedes `text`; `None` if no tag opens there.
fn tag_name(text: &str) -> Option<&str> {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && !matches!(letter, '-' | '_'))?;
    let is_open = end > 0 && matches!(text.as_bytes()[end], b'>' | b' ' | b'\n');
    is_open.then(|| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFUSAL: &str = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file \
         edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n";

    #[test]
    fn what_a_person_says_when_refusing_or_answering_is_theirs() {
        let refused = |said: &str| format!("{REFUSAL}{said}");
        assert_eq!(person_reply("Edit", true, &refused("no, a switch\n\nplease")), Some("no, a switch\n\nplease"));
        let noted = refused("use a map\n\nNote: The user's next message may contain a correction.");
        assert_eq!(person_reply("Edit", true, &noted), Some("use a map"));
        let cline =
            "The user denied this operation and provided the following feedback:\n<feedback>\nnot here\n</feedback>";
        assert_eq!(person_reply("write_to_file", true, cline), Some("not here"));
        let answer = "User has answered your questions: \"Which?\"=\"The second\". You can now continue with the user's answers in mind.";
        assert_eq!(person_reply("AskUserQuestion", false, answer), Some("\"Which?\"=\"The second\""));
        let asked = String::from(
            "\"Which shelf of the many that there are in this house is it to be?\"=\"the \"old\" one\", \"When?\"=\"now\"",
        );
        let shown = "Which shelf of the many that there are in this house is it … = the \"old\" one\nWhen? = now\n";
        assert_eq!(
            (question_answer_lines(&asked).as_str(), question_answer_lines("{\"a\":1}").as_str()),
            (shown, "{\"a\":1}")
        );
        assert!(person_reply("request_user_input", false, "{\"answers\":{\"a\":{\"answers\":[\"yes\"]}}}").is_some());
    }

    /// A program or a repository must not speak for the user.
    #[test]
    fn what_only_looks_like_a_persons_words_is_nobodys() {
        let refusal = format!("{REFUSAL}run it");
        for (tool, is_error, text) in [
            // The call did not fail; the words are not at the beginning of its result; a tool that asks nobody has an
            // answer.
            ("Bash", false, refusal.clone()),
            ("Bash", true, format!("Exit code 1\n{refusal}")),
            ("Read", false, "User has answered your questions: \"a\"=\"b\". You can now".into()),
            ("AskUserQuestion", false, "cat: User has answered your questions: \"a\"=\"b\"".into()),
            // No words of a person; words of the harness; more words than a person writes.
            ("Edit", true, "The user doesn't want to proceed with this tool use. STOP what you are doing".into()),
            ("AskUserQuestion", true, format!("{REFUSAL}{CLARIFY_PREFIX}.\n    Questions asked:")),
            ("Bash", true, format!("{REFUSAL}{}", "more ".repeat(2_000))),
            ("Bash", true, format!("{REFUSAL}  ")),
        ] {
            assert_eq!(person_reply(tool, is_error, &text), None, "{tool}: {text}");
        }
    }
}
