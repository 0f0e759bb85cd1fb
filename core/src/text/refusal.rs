//! Detects errors that mean that a person, a permission or a sandbox refused a call. Then the tool is not at fault, and
//! no later call counts as a fix.
//!
//! Only the words with which agent harnesses begin such a result count: further on, a program may have printed them. An
//! operating system's `Permission denied` is a failure of the call.

/// Greatest number of bytes of an error that are examined; a refusal may quote a long command.
const MAX_BYTES: usize = 4 << 10;
/// The beginning of what Claude Code says where it does not run a call.
const NOT_RUN: &str = "<tool_use_error>";
/// Preambles of harnesses that are skipped, in lower case and in this order.
const PREAMBLES: [&str; 5] = [NOT_RUN, "error:", "execution error:", "[operation cancelled] reason:", "rejected(\""];
/// Beginnings of refusals, in lower case.
const BEGINNINGS: [&str; 20] = [
    "the user doesn't want to proceed with this tool use",
    "the user doesn't want to take this action",
    "the user rejected this tool",
    "the user rejected permission to use",
    "the user has specified a rule which prevents you from using this specific tool call",
    "the user has declined",
    "the user declined",
    "the user denied this operation",
    "user denied execution",
    "user denied permission",
    "user did not allow tool call",
    "user rejected the",
    "[request interrupted by user for tool use",
    "claude requested permissions to",
    "this command requires approval",
    "exec command rejected by user",
    "patch rejected by user",
    "rejected by user",
    "tool execution denied",
    "sandbox denied",
];
/// Refusals with a tool, command or path in the middle: their beginning, and the words after the middle.
const SPLIT_BEGINNINGS: [(&str, &str); 6] = [
    ("permission to use ", " has been denied"),
    ("tool '", "' execution denied by policy"),
    ("patch rejected: ", "rejected by user"),
    ("command rejected: ", "rejected by user"),
    ("exec_command failed for ", "rejected(\\\"rejected by user"),
    ("this bash command contains multiple operations", "requires approval"),
];
/// Continuation of a refusal after a quoted path outside of the allowed folders; a command's name precedes the path.
const BLOCKED_PATH: &str = "' was blocked. for security, ";
/// Greatest length in bytes of the command's name before that path.
const MAX_COMMAND_BYTES: usize = 40;

/// Whether an error is a harness's own: it did not run the call, whoever is the reason.
pub(crate) fn is_of_harness(error: &str) -> bool {
    error.trim_start().starts_with(NOT_RUN)
}

/// Whether an error means that the call was not let run.
pub(crate) fn is_refusal(error: &str) -> bool {
    let error = error.trim_start();
    let error = error[..error.floor_char_boundary(MAX_BYTES)].to_ascii_lowercase().replace('’', "'");
    let stripped_error = without_preamble(&error);
    let matches_split =
        |(begin, later_words): &(&str, &str)| stripped_error.starts_with(begin) && stripped_error.contains(later_words);
    BEGINNINGS.iter().any(|words| stripped_error.starts_with(words))
        || SPLIT_BEGINNINGS.iter().any(matches_split)
        || is_blocked_path(stripped_error)
}

/// An error without the words that a harness puts before it.
fn without_preamble(error: &str) -> &str {
    let (first_line, rest) = error.split_once('\n').unwrap_or((error, ""));
    let rest = rest.trim_start();
    // A command that ran until a person stopped it, or the result of a tool under its name.
    let is_stopped = first_line.starts_with("exit code ") && rest.starts_with("[request interrupted by user");
    if is_stopped || first_line.starts_with('[') && first_line.trim_end().ends_with("] result:") {
        return rest;
    }
    PREAMBLES.iter().fold(error, |error, before| error.strip_prefix(before).map_or(error, str::trim_start))
}

/// Whether an error says that a path is outside of the allowed folders, as `cat in '/etc/hosts' was blocked. For
/// security, …` does.
fn is_blocked_path(error: &str) -> bool {
    error.split_once('\'').is_some_and(|(command, rest)| {
        let is_command = command.len() <= MAX_COMMAND_BYTES && (command.ends_with(" in ") || command.ends_with(" to "));
        is_command && rest.lines().next().is_some_and(|line| line.contains(BLOCKED_PATH))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_harnesses_write_when_a_call_is_not_let_run_is_a_refusal() {
        for error in [
            "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, …).",
            "The user doesn’t want to take this action right now. STOP what you are doing.",
            "[Request interrupted by user for tool use]",
            "Exit code 137\n[Request interrupted by user for tool use]\n=== RUN   TestAll",
            "Permission to use Bash with command rm -rf / has been denied.",
            "Permission to use Bash with command cd /tmp\nls has been denied.",
            "Claude requested permissions to write to /etc/hosts, but you haven't granted it yet.",
            "cat in '/etc/hosts' was blocked. For security, Claude Code may only concatenate files from the allowed …",
            "This Bash command contains multiple operations. The following part requires approval: ls /",
            "exec command rejected by user",
            "patch rejected by user",
            "patch rejected: writing outside of the project; rejected by user approval settings",
            "execution error: Rejected(\"rejected by user\")",
            "exec_command failed for `ls`: CreateProcess { message: \"Rejected(\\\"rejected by user\\\")\" }",
            "The user rejected permission to use this specific tool call.",
            "[Operation Cancelled] Reason: User did not allow tool call",
            "[write_to_file for 'a.py'] Result:\nThe user denied this operation.",
            "Error: The user denied this operation.",
            "<tool_use_error>The user has declined to run this tool.</tool_use_error>",
            "Tool execution denied by policy.",
            "Tool 'shell' execution denied by policy",
        ] {
            assert!(is_refusal(error), "{error}");
        }
    }

    /// A regression: the words counted anywhere in the first 300 bytes, so such failures counted as refusals.
    #[test]
    fn what_a_program_says_of_its_own_failure_is_no_refusal() {
        for error in [
            "",
            "bash: /etc/shadow: Permission denied",
            "error: test failed, to rerun pass `--lib`",
            "git@github.com: Permission denied (publickey).",
            "E  AssertionError: assert 'accepted' == 'rejected by the user'",
            "FAILED test_a.py - AssertionError: exec command rejected by user",
            "error: request denied by policy",
            "Error from server (Forbidden): admission webhook denied by policy",
            "ERROR:  need permission to use schema public, access denied",
            "Exit code 1\nrejected by user",
            "Exit code 1\n=== RUN TestStop\n[Request interrupted by user for tool use]",
            "it was blocked. For security, the port is closed",
            "the proxy in front of 'a' was slow, and 'b' was blocked. For security, see the log",
        ] {
            assert!(!is_refusal(error), "{error}");
        }
    }
}
