//! What a call was to do: a later success with the same aim mends a failure, whatever lies between them.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use crate::record::event::ToolCall;

/// The most bytes of a word of a command.
const MAX_WORD_BYTES: usize = 64;
/// The most bytes of what a call was about.
const MAX_ABOUT_BYTES: usize = 256;
/// The parameters with a command, and those with the file that a call is about.
const COMMANDS: [&str; 3] = ["command", "cmd", "script"];
const FILES: [&str; 5] = ["file_path", "path", "notebook_path", "filename", "file"];

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Aim {
    /// The tool with the first two words of a shell's command, as one that lists files mends no build.
    pub(crate) subject: String,
    /// The file that another tool was to work on; empty where it names none.
    pub(crate) about: String,
}

impl Aim {
    /// What a call was to do.
    pub(crate) fn of(call: &ToolCall) -> Aim {
        let parameters: Value = serde_json::from_str(&call.parameters).unwrap_or_default();
        let mut subject = call.tool.clone();
        if let Some(command) = COMMANDS.iter().find_map(|name| command(parameters.get(name)?)) {
            for word in words(&command) {
                subject.push(' ');
                subject.push_str(&word[..word.floor_char_boundary(MAX_WORD_BYTES)]);
            }
            return Aim { subject, about: String::new() };
        }
        let about = FILES.iter().find_map(|name| parameters.get(name)?.as_str()).unwrap_or_default();
        Aim { subject, about: String::from(&about[..about.floor_char_boundary(MAX_ABOUT_BYTES)]) }
    }
}

/// A command as it is given: a text, or a program with its arguments, the last of which is the text for a shell.
fn command(given: &Value) -> Option<String> {
    let Value::Array(list) = given else { return given.as_str().map(String::from) };
    let words: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
    match words.as_slice() {
        [_, flag, text] if flag.starts_with('-') && flag.ends_with('c') => Some(String::from(*text)),
        words => Some(words.join(" ")),
    }
}

/// The first two words of what a command does, after the folder that it goes to and the variables that it sets.
fn words(command: &str) -> Vec<&str> {
    let mut rest = command.trim_start();
    while rest.starts_with("cd ") {
        let Some((_, next)) = rest.split_once(['&', ';']) else { break };
        rest = next.trim_start_matches(['&', ' ']);
    }
    let is_setting = |word: &&str| word.split_once('=').is_some_and(|(name, _)| is_name(name));
    rest.split_whitespace().skip_while(is_setting).take(2).collect()
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aim(tool: &str, parameters: &str) -> Aim {
        Aim::of(&ToolCall { tool: tool.into(), parameters: parameters.into(), ..ToolCall::default() })
    }

    #[test]
    fn a_command_is_told_by_its_first_two_words_wherever_it_runs() {
        for parameters in [
            r#"{"command":"cargo test -p a"}"#,
            r#"{"command":"cd /home/u/p && cargo test"}"#,
            r#"{"cmd":"cd a; cd b && RUST_LOG=info CI=1 cargo test"}"#,
            r#"{"command":["bash","-lc","cargo test --all"]}"#,
            r#"{"command":["cargo","test"]}"#,
        ] {
            assert_eq!(aim("bash", parameters).subject, "bash cargo test", "{parameters}");
        }
        assert_eq!(aim("bash", r#"{"command":"cd /home/u"}"#).subject, "bash cd /home/u");
    }

    #[test]
    fn another_tool_is_told_by_the_file_that_it_was_to_work_on() {
        let edit = aim("Edit", r#"{"file_path":"a.py","old_string":"x"}"#);
        assert_eq!(edit, aim("Edit", r#"{"file_path":"a.py","old_string":"y"}"#));
        assert_ne!(edit, aim("Edit", r#"{"file_path":"b.py"}"#));
        assert_eq!(aim("Search", "no JSON"), aim("Search", ""));
    }
}
