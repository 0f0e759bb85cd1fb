//! The aim of a tool call. A later success with the same aim fixes a failure, whatever calls lie between them.
//!
//! A command line may do several things, of which the last one is its aim: `nvm use 20 && node test.js` runs a test, as
//! `node test.js` does.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value;

use crate::record::event::ToolCall;

/// The most bytes of a word of a command that are compared.
const MAX_WORD_BYTES: usize = 64;
/// The most bytes of the file in an aim.
const MAX_ABOUT_BYTES: usize = 256;
/// The most bytes of a command or a file in a text about the call.
const MAX_LINE_BYTES: usize = 200;
/// Commands that run the command in their arguments, for example as another user or with a time limit.
const WRAPPERS: [&str; 9] = ["command", "env", "exec", "nice", "nohup", "stdbuf", "sudo", "time", "timeout"];
/// Commands that prepare for others, or only print something.
const PREPARATORY_COMMANDS: [&str; 16] = [
    ".", "cd", "clear", "echo", "eval", "exit", "export", "popd", "printf", "pushd", "set", "sleep", "source", "true",
    "ulimit", "unset",
];
/// Commands that only read, and so change nothing that another command needs.
const READ_ONLY_COMMANDS: [&str; 22] = [
    "awk", "cat", "date", "df", "diff", "du", "env", "file", "find", "grep", "head", "jq", "ls", "ps", "pwd", "rg",
    "stat", "tail", "tree", "wc", "which", "whoami",
];
/// Subcommands of git that are taken to only read.
const READ_ONLY_GIT_SUBCOMMANDS: [&str; 6] = ["blame", "branch", "diff", "log", "show", "status"];
/// The names of parameters that hold a command.
const COMMAND_PARAMETERS: [&str; 3] = ["command", "cmd", "script"];
/// The names of parameters that hold the file that a call is about.
const FILE_PARAMETERS: [&str; 5] = ["file_path", "path", "notebook_path", "filename", "file"];

/// The aim of a tool call. Calls with equal aims try to achieve the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Aim {
    /// The tool; for a shell with the first two words of the command's main part, because `ls` fixes no build.
    pub(crate) subject: String,
    /// The file that a tool other than a shell works on; empty if the call names none.
    pub(crate) about: String,
}

impl Aim {
    /// The aim of a call: from its command, else from the file that it names.
    pub(crate) fn of(call: &ToolCall) -> Aim {
        let parameters = parameters(call);
        match command_in(&parameters) {
            Some(command) => {
                let parts = parts(shell_text(&command));
                Aim::of_part(&call.tool, main_part(&parts))
            }
            None => {
                let about = file_in(&parameters);
                let about = String::from(&about[..about.floor_char_boundary(MAX_ABOUT_BYTES)]);
                Aim { subject: call.tool.clone(), about }
            }
        }
    }

    /// All aims that a successful call achieved. Of a command line these are the parts at its end that are joined by
    /// `&&`, and its main part, unless `||` follows that part.
    pub(crate) fn achieved_aims(call: &ToolCall) -> Vec<Aim> {
        match command_in(&parameters(call)) {
            Some(command) => {
                let parts = parts(shell_text(&command));
                let parts_before_last = &parts[..parts.len().saturating_sub(1)];
                let achieved_start = parts_before_last
                    .iter()
                    .rposition(|part| part.next_runs != RunCondition::IfSucceeded)
                    .map_or(0, |at| at + 1);
                let main_command =
                    Some(main_part(&parts)).filter(|main_command| main_command.next_runs != RunCondition::IfFailed);
                parts[achieved_start..].iter().chain(main_command).map(|part| Aim::of_part(&call.tool, part)).collect()
            }
            None => vec![Aim::of(call)],
        }
    }

    /// The tool and the first two words of the part.
    fn of_part(tool: &str, part: &CommandPart<'_>) -> Aim {
        let mut subject = String::from(tool);
        for word in part.words() {
            subject.push(' ');
            subject.push_str(&word[..word.floor_char_boundary(MAX_WORD_BYTES)]);
        }
        Aim { subject, about: String::new() }
    }

    /// The tool, with the first two words of a command's main part.
    pub(crate) fn subject_of(tool: &str, command: &str) -> String {
        let parts = parts(shell_text(command));
        Aim::of_part(tool, main_part(&parts)).subject
    }

    /// The command of a call; empty if it has none.
    pub(crate) fn command(call: &ToolCall) -> String {
        command_in(&parameters(call)).unwrap_or_default()
    }

    /// The first line of a call's command, else the file that the call names, shortened; empty if it has neither.
    pub(crate) fn command_or_file(call: &ToolCall) -> String {
        let parameters = parameters(call);
        let command_or_path = command_in(&parameters).unwrap_or_else(|| String::from(file_in(&parameters)));
        let command_or_path = command_or_path.replace("\\\n", " ");
        let line = command_or_path.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let end = line.floor_char_boundary(MAX_LINE_BYTES);
        String::from(&line[..end]) + if end < line.len() { "…" } else { "" }
    }

    /// Whether a call runs a command that may have changed what another command needs.
    pub(crate) fn may_change(call: &ToolCall) -> bool {
        let Some(command) = command_in(&parameters(call)) else { return false };
        let changes_nothing = |part: &CommandPart<'_>| match part.words().as_slice() {
            [] => true,
            ["git", subcommand] => READ_ONLY_GIT_SUBCOMMANDS.contains(subcommand),
            [program, ..] => READ_ONLY_COMMANDS.contains(program) || PREPARATORY_COMMANDS.contains(program),
        };
        !parts(shell_text(&command)).iter().all(changes_nothing)
    }
}

fn parameters(call: &ToolCall) -> Value {
    serde_json::from_str(&call.parameters).unwrap_or_default()
}

fn command_in(parameters: &Value) -> Option<String> {
    COMMAND_PARAMETERS.iter().find_map(|name| command(parameters.get(name)?))
}

fn file_in(parameters: &Value) -> &str {
    FILE_PARAMETERS.iter().find_map(|name| parameters.get(name)?.as_str()).unwrap_or_default()
}

/// The command in a parameter: a text, or a list of a program and its arguments. Of a list such as `bash -c TEXT` it is
/// only the text.
fn command(parameter: &Value) -> Option<String> {
    let Value::Array(list) = parameter else { return parameter.as_str().map(String::from) };
    let words: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
    match words.as_slice() {
        [_, flag, text] if is_text_flag(flag) => Some(String::from(*text)),
        words => Some(words.join(" ")),
    }
}

/// Whether a flag announces that a shell's command text follows, as `-c` and `-lc` do.
fn is_text_flag(flag: &str) -> bool {
    flag.starts_with('-') && flag.ends_with('c')
}

/// The text that a command passes to a shell, as in `bash -c "…"`; else the command itself.
fn shell_text(command: &str) -> &str {
    let command = command.trim();
    let mut words = command.splitn(3, ' ');
    let (Some(shell), Some(flag), Some(text)) = (words.next(), words.next(), words.next()) else { return command };
    let text = text.trim();
    let is_quoted =
        text.len() > 1 && ['"', '\''].iter().any(|quote| text.starts_with(*quote) && text.ends_with(*quote));
    let is_shell = ["sh", "bash", "zsh", "dash"].iter().any(|known| shell.rsplit('/').next() == Some(*known));
    if is_shell && is_text_flag(flag) && is_quoted { &text[1..text.len() - 1] } else { command }
}

/// A part of a command line, between operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CommandPart<'c> {
    text: &'c str,
    next_runs: RunCondition,
}

/// When the part after this one runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunCondition {
    /// After success: `&&`.
    IfSucceeded,
    /// After failure: `||`.
    IfFailed,
    /// In any case: `;`, or the end of a line.
    Always,
}

impl<'c> CommandPart<'c> {
    /// The first two words of the command, after the variables that it sets and the programs that it runs under.
    fn words(&self) -> Vec<&'c str> {
        let is_setting = |word: &str| word.split_once('=').is_some_and(|(name, _)| is_name(name));
        let is_number = |word: &str| word.trim_end_matches(['s', 'm', 'h']).bytes().all(|byte| byte.is_ascii_digit());
        let mut is_wrapped = false;
        let precedes_command = |word: &&str| {
            let is_before =
                is_setting(word) || WRAPPERS.contains(word) || is_wrapped && (word.starts_with('-') || is_number(word));
            is_wrapped |= WRAPPERS.contains(word);
            is_before
        };
        self.text.split_whitespace().skip_while(precedes_command).take(2).collect()
    }

    fn is_preparatory(&self) -> bool {
        self.words().first().is_none_or(|word| PREPARATORY_COMMANDS.contains(word))
    }
}

/// The main part of a command line: the last one that does not only prepare for others; if each does, the last of all.
fn main_part<'p, 'c>(parts: &'p [CommandPart<'c>]) -> &'p CommandPart<'c> {
    const NO_PART: &CommandPart<'_> = &CommandPart { text: "", next_runs: RunCondition::Always };
    parts.iter().rfind(|part| !part.is_preparatory()).or_else(|| parts.last()).unwrap_or(NO_PART)
}

/// The parts of a command line between `&&`, `||`, `;` and ends of lines, each cut at its first pipe. Operators in
/// quotes do not count.
fn parts(command: &str) -> Vec<CommandPart<'_>> {
    let (mut parts, mut start, mut quote, mut pipe_at) = (Vec::new(), 0, None, None);
    let bytes = command.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let (byte, next_byte) = (bytes[at], bytes.get(at + 1).copied());
        let operator_length = match (quote, byte) {
            (Some(open_quote), _) => {
                quote = quote.filter(|_| open_quote != byte);
                0
            }
            (None, b'"' | b'\'' | b'`') => {
                quote = Some(byte);
                0
            }
            (None, b'&' | b'|') if next_byte == Some(byte) => 2,
            (None, b';' | b'\n') => 1,
            (None, b'|') => {
                pipe_at = pipe_at.or(Some(at));
                0
            }
            _ => 0,
        };
        if operator_length > 0 {
            let text = command[start..pipe_at.unwrap_or(at)].trim();
            let next_runs = match byte {
                b'&' => RunCondition::IfSucceeded,
                b'|' => RunCondition::IfFailed,
                _ => RunCondition::Always,
            };
            parts.push(CommandPart { text, next_runs });
            (start, pipe_at) = (at + operator_length, None);
        }
        at += operator_length.max(1);
    }
    parts.push(CommandPart {
        text: command[start..pipe_at.unwrap_or(command.len())].trim(),
        next_runs: RunCondition::Always,
    });
    parts.retain(|part| !part.text.is_empty());
    parts
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
    fn a_command_is_known_by_its_first_two_words_wherever_it_runs() {
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

    fn call(command: &str) -> ToolCall {
        let parameters = serde_json::json!({ "command": command }).to_string();
        ToolCall { tool: "sh".into(), parameters, ..ToolCall::default() }
    }

    #[test]
    fn a_command_in_another_form_has_the_same_aim() {
        let asked = Aim::of(&call("node test.js"));
        for command in [
            "nvm use 20 && node test.js",
            "source ~/.nvm/nvm.sh; nvm use 20 >/dev/null && CI=1 node test.js 2>&1 | tail -20",
            "bash -lc 'nvm use 20 && node test.js'",
            "sudo timeout 60 env A=1 node test.js",
            "export PATH=/opt/node/bin:$PATH\nnode test.js; echo \"done; $?\"",
            "node test.js && node lint.js",
        ] {
            assert!(Aim::achieved_aims(&call(command)).contains(&asked), "{command}");
        }
        for command in ["echo 'node test.js'", "node lint.js", "node test.js || true", "cat a | node test.js"] {
            assert!(!Aim::achieved_aims(&call(command)).contains(&asked), "{command}");
        }
        assert_eq!(Aim::of(&call("npm ci && npm test || exit 1")).subject, "sh npm test");
        for nothing in ["", " && ", ";;|", "'", "timeout"] {
            assert!(Aim::of(&call(nothing)).subject.starts_with("sh"), "{nothing}");
        }
    }

    #[test]
    fn what_only_looks_changes_nothing() {
        for command in ["ls -la", "cd a && git status", "cat x | grep y; echo z"] {
            assert!(!Aim::may_change(&call(command)), "{command}");
        }
        for command in ["npm ci", "git checkout -- .", "cd a && make"] {
            assert!(Aim::may_change(&call(command)), "{command}");
        }
        assert_eq!(Aim::command_or_file(&call("  npm ci\nls")), "npm ci");
    }

    #[test]
    fn another_tool_is_known_by_the_file_that_it_was_to_work_on() {
        let edit = aim("Edit", r#"{"file_path":"a.py","old_string":"x"}"#);
        assert_eq!(edit, aim("Edit", r#"{"file_path":"a.py","old_string":"y"}"#));
        assert_ne!(edit, aim("Edit", r#"{"file_path":"b.py"}"#));
        assert_eq!(aim("Search", "no JSON"), aim("Search", ""));
    }
}
