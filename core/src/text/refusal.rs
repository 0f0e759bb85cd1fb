//! Whether the error of a call says that it was not let run: by a person, a permission or a sandbox. Nothing is wrong with a tool
//! then, and nothing that comes after mends it.
//!
//! The words are those that harnesses of agents write in place of a tool's own result. An operating system's `Permission denied`
//! is none of them: that is a failure of the call.

/// How much of an error is read: harnesses begin with these words, and what a program prints may hold them anywhere.
const MOST_BYTES: usize = 300;
/// In small letters.
const WORDS: [&str; 21] = [
    "the user doesn't want to proceed with this tool use",
    "the user doesn't want to take this action",
    "the user rejected this tool",
    "the user rejected permission to use",
    "the user has declined",
    "the user declined",
    "the user denied this operation",
    "user denied execution",
    "user denied permission",
    "user rejected the",
    "request interrupted by user for tool use",
    "claude requested permissions to",
    "this command requires approval",
    "requires approval before",
    "rejected by user",
    "rejected by the user",
    "denied by the user",
    "denied by policy",
    "tool execution denied",
    "sandbox denied",
    "was blocked. for security",
];

/// See the module.
pub(crate) fn is_refusal(error: &str) -> bool {
    let error = error.trim_start();
    let error = error[..error.floor_char_boundary(MOST_BYTES)].to_ascii_lowercase().replace('’', "'");
    let is_permission = error.contains("permission to use") && error.contains("denied");
    is_permission || WORDS.iter().any(|words| error.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_harnesses_write_when_a_call_is_not_let_run_is_a_refusal() {
        for error in [
            "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, …).",
            "Permission to use Bash with command rm -rf / has been denied.",
            "Claude requested permissions to write to /etc/hosts, but you haven't granted it yet.",
            "exec command rejected by user",
            "patch rejected by user",
            "The user rejected permission to use this specific tool call.",
        ] {
            assert!(is_refusal(error), "{error}");
        }
    }

    #[test]
    fn what_a_program_says_of_its_own_failure_is_no_refusal() {
        for error in [
            "",
            "bash: /etc/shadow: Permission denied",
            "error: test failed, to rerun pass `--lib`",
            "git@github.com: Permission denied (publickey).",
        ] {
            assert!(!is_refusal(error), "{error}");
        }
        let late = "x".repeat(400) + "rejected by user";
        assert!(!is_refusal(&late));
    }
}
