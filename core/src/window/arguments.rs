//! Reads the arguments of a tool call: the terms that it asks for, the lines that it removes, and its effect.
//!
//! Tools are recognised by their names and the names of their arguments, as common agents have them; any other tool has
//! no known effect. Arguments that are not JSON are one text.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::terms::Terms;
use crate::text::identity::text_hash;
use crate::text::json::{Object, Value};

/// Names of arguments that hold a file's text before an edit.
const OLD_TEXT_ARGUMENTS: [&str; 7] =
    ["old_string", "oldText", "old_text", "old_str", "oldString", "old_code", "search"];
/// Names of arguments that hold a file's text after an edit.
const NEW_TEXT_ARGUMENTS: [&str; 11] = [
    "new_string",
    "newText",
    "new_text",
    "new_str",
    "newString",
    "new_code",
    "content",
    "contents",
    "file_text",
    "insert_text",
    "replace",
];
/// Names of arguments that only explain the call to a reader; calls that differ only in them are equal.
const REMARK_ARGUMENTS: [&str; 6] = ["description", "explanation", "reason", "title", "activeForm", "thought"];
/// Names of arguments that identify the subject of a call, best first.
const SUBJECT_ARGUMENTS: [&str; 11] =
    ["file_path", "filePath", "path", "notebook_path", "pattern", "command", "cmd", "query", "url", "prompt", "name"];
const PATH_ARGUMENTS: [&str; 6] = ["file_path", "filePath", "path", "paths", "notebook_path", "file"];
/// Prefixes of the lines of a patch that name a file.
const PATCH_FILE_PREFIXES: [&str; 5] =
    ["*** Update File: ", "*** Add File: ", "*** Delete File: ", "+++ b/", "*** Move to: "];
/// The longest argument, in bytes, that is read as a question; longer ones are content.
const MAX_QUESTION_BYTES: usize = 2_000;
/// The most paths kept for a call.
const MAX_PATHS: usize = 20;
/// The deepest nesting of arguments that is read; deeper values are ignored.
const MAX_DEPTH: usize = 8;

/// The effect of a tool call, recognised by the names of the tool and its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallEffect {
    /// Reads, searches, or runs a command.
    Lookup,
    /// Changes a file.
    Edit,
    /// Writes the to-do list.
    Plan,
    /// Delegates to another agent, or does anything else.
    Other,
}

/// The arguments of a call, reduced to what scoring its part needs.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub(crate) effect: CallEffect,
    /// A hash that is equal for calls of one tool with the same arguments, in any order; remarks are ignored.
    pub(crate) key: u64,
    /// The terms that the call asks for: names in short arguments, lines of old text. A call with the effect `Plan`
    /// or `Other` asks for none.
    pub(crate) asked_terms: Terms,
    pub(crate) all_terms: Terms,
    /// Hashes of the lines that the call removes from a file if it succeeds.
    pub(crate) removed_lines: Vec<u64>,
    /// The decoded strings among the values, joined by line breaks.
    pub(crate) text: String,
    /// The subject of the call: a path, pattern, command or the like.
    pub(crate) subject: Option<String>,
    /// The paths that the call names, each once, at most [`MAX_PATHS`].
    pub(crate) paths: Vec<String>,
}

/// How an argument is read, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ArgumentRole {
    OldText,
    NewText,
    Remark,
    Ordinary,
}

impl Arguments {
    /// Reads the JSON arguments of a call of `tool`; other text counts as a single value.
    pub(crate) fn of(tool: &str, json: &str) -> Arguments {
        let value = Value::parse(json).ok();
        let mut reader = ArgumentReader::default();
        match value {
            Some(value) => reader.read_value("", ArgumentRole::Ordinary, value, 0),
            None => reader.read_text("", ArgumentRole::Ordinary, json),
        }
        reader.into_arguments(tool, value.and_then(Value::object))
    }
}

/// Collects arguments while their JSON is walked.
#[derive(Default)]
struct ArgumentReader {
    asked_terms: Terms,
    old_text: Terms,
    new_text: Terms,
    text: String,
    key: String,
    paths: Vec<String>,
    is_edit: bool,
}

impl ArgumentReader {
    fn read_value(&mut self, name: &str, role: ArgumentRole, value: Value<'_>, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        if let Some(object) = value.object() {
            for (name, value) in object.by_name() {
                self.read_value(&name, role_of(&name, role), value, depth + 1);
            }
        } else if value.is_list() {
            value.list().into_iter().for_each(|value| self.read_value(name, role, value, depth + 1));
        } else if let Some(text) = value.text() {
            self.read_text(name, role, &text);
        } else {
            // Numbers and flags hold no words, but calls that differ in them ask for different things.
            self.add_to_key(name, value.source());
        }
    }

    fn add_to_key(&mut self, name: &str, value: &str) {
        ["\n", name, "=", value].into_iter().for_each(|part| self.key.push_str(part));
    }

    fn read_text(&mut self, name: &str, role: ArgumentRole, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(text);
        if role != ArgumentRole::Remark {
            self.add_to_key(name, text);
        }
        let is_patch = is_patch(text);
        if PATH_ARGUMENTS.contains(&name) && !text.is_empty() {
            self.add_path(text);
        } else if is_patch {
            let file_in_line = |line| PATCH_FILE_PREFIXES.iter().find_map(|mark| str::strip_prefix(line, mark));
            text.lines().filter_map(file_in_line).for_each(|path| self.add_path(path.trim()));
        }
        match role {
            ArgumentRole::OldText => {
                self.is_edit = true;
                self.old_text.add_lines(text);
            }
            ArgumentRole::NewText => {
                self.is_edit |= !name.starts_with("content");
                self.new_text.add_lines(text);
            }
            ArgumentRole::Remark => {}
            ArgumentRole::Ordinary if is_patch => self.read_patch(text),
            ArgumentRole::Ordinary if text.len() <= MAX_QUESTION_BYTES => self.asked_terms.add_names(text),
            ArgumentRole::Ordinary => {}
        }
    }

    fn add_path(&mut self, path: &str) {
        if self.paths.len() < MAX_PATHS && !self.paths.iter().any(|known| known == path) {
            self.paths.push(path.into());
        }
    }

    /// Reads a patch: `-` and context lines are old text, `+` and context lines are new text.
    fn read_patch(&mut self, text: &str) {
        self.is_edit = true;
        for line in text.split('\n') {
            match line.split_at_checked(1) {
                Some(("-", line)) => self.old_text.add_lines(line),
                Some(("+", line)) => self.new_text.add_lines(line),
                Some((" ", line)) => {
                    self.old_text.add_lines(line);
                    self.new_text.add_lines(line);
                }
                _ => self.asked_terms.add_names(line),
            }
        }
    }

    fn into_arguments(mut self, tool: &str, object: Option<Object<'_>>) -> Arguments {
        [&mut self.asked_terms, &mut self.old_text, &mut self.new_text].into_iter().for_each(Terms::sort_dedup);
        let is_removed = |line: &&u64| self.new_text.line_hashes.binary_search(line).is_err();
        let removed_lines = self.old_text.line_hashes.iter().filter(is_removed).copied().collect();
        self.asked_terms.line_hashes = self.old_text.line_hashes;
        let effect = call_effect(tool, self.is_edit);
        if effect == CallEffect::Plan || effect == CallEffect::Other {
            // The model's own words, not a question about what it has read.
            self.asked_terms = Terms::default();
        }
        let subject = object.and_then(|object| SUBJECT_ARGUMENTS.iter().find_map(|name| object.get(name)?.text()));
        self.key.insert_str(0, tool);
        Arguments {
            effect,
            key: text_hash(&self.key),
            asked_terms: self.asked_terms,
            all_terms: Terms::of(&self.text),
            removed_lines,
            subject: subject.map(Cow::into_owned),
            text: self.text,
            paths: self.paths,
        }
    }
}

fn role_of(name: &str, outer: ArgumentRole) -> ArgumentRole {
    match outer {
        ArgumentRole::Ordinary if OLD_TEXT_ARGUMENTS.contains(&name) => ArgumentRole::OldText,
        ArgumentRole::Ordinary if NEW_TEXT_ARGUMENTS.contains(&name) => ArgumentRole::NewText,
        ArgumentRole::Ordinary if REMARK_ARGUMENTS.contains(&name) => ArgumentRole::Remark,
        outer => outer,
    }
}

fn is_patch(text: &str) -> bool {
    text.contains("*** Begin Patch") || text.contains("\n@@ ") && text.contains("\n+++ ")
}

/// Substrings of the names of tools that write the to-do list, in lower case.
const PLAN_TOOL_WORDS: [&str; 5] = ["todo", "update_plan", "taskcreate", "taskupdate", "exitplan"];

/// Whether a tool writes the to-do list.
pub(crate) fn is_plan(tool: &str) -> bool {
    let tool = tool.to_ascii_lowercase();
    PLAN_TOOL_WORDS.iter().any(|word| tool.contains(word))
}

fn call_effect(tool: &str, is_edit: bool) -> CallEffect {
    let is_plan = is_plan(tool);
    let tool = tool.to_ascii_lowercase();
    let has_word = |words: &[&str]| words.iter().any(|word| tool.contains(word));
    if is_plan {
        CallEffect::Plan
    } else if tool.starts_with("task") || has_word(&["agent", "skill", "askuser", "web"]) {
        CallEffect::Other
    } else if is_edit || has_word(&["edit", "write", "patch", "create_file"]) {
        CallEffect::Edit
    } else if has_word(&[
        "read", "view", "cat", "open", "grep", "glob", "search", "find", "list", "ls", "bash", "shell", "exec",
        "command", "terminal", "run", "lsp",
    ]) {
        CallEffect::Lookup
    } else {
        CallEffect::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_removes_the_lines_that_it_does_not_write_again() {
        let json = r#"{"file_path": "src/a.go", "old_string": "first line here\nsecond line here", "new_string": "second line here"}"#;
        let call = Arguments::of("Edit", json);
        assert_eq!(call.effect, CallEffect::Edit);
        assert_eq!(call.removed_lines, Terms::of("first line here").line_hashes);
        assert_eq!(call.asked_terms.line_hashes.len(), 2);
        assert_eq!(call.asked_terms.names, Terms::of("src/a.go").names);
    }

    #[test]
    fn edits_in_lists_and_in_patches_are_read_too() {
        let listed = r#"{"path": "a.go", "edits": [{"old_string": "first line here", "new_string": "x"}]}"#;
        let patched = r#"{"command": ["apply_patch", "*** Begin Patch\n*** Update File: a.go\n-first line here\n+x\n*** End Patch"]}"#;
        for (tool, json) in [("MultiEdit", listed), ("shell", patched)] {
            let call = Arguments::of(tool, json);
            assert_eq!(
                (call.effect, call.removed_lines),
                (CallEffect::Edit, Terms::of("first line here").line_hashes),
                "{tool}"
            );
        }
    }

    #[test]
    fn remarks_and_the_order_of_arguments_do_not_change_the_key() {
        let key = |json| Arguments::of("Bash", json).key;
        let first_key = key(r#"{"command": "go test", "description": "Run the tests"}"#);
        assert_eq!(first_key, key(r#"{"description": "Try again", "command": "go test"}"#));
        assert_ne!(first_key, key(r#"{"command": "go vet"}"#));
        assert_eq!(
            first_key,
            key(r#"{"command":"go vet","command":"\u0067o test"}"#),
            "the last of equal names counts"
        );
        let read_key = |json| Arguments::of("Read", json).key;
        let part_key = read_key(r#"{"file_path": "a", "offset": 1}"#);
        assert_eq!(part_key, read_key(r#"{"offset":1,"file_path":"a"}"#));
        assert_ne!(part_key, read_key(r#"{"file_path": "a", "offset": 100}"#));
        assert_ne!(
            part_key,
            read_key(r#"{"file_path": "a", "offset": 1.0}"#),
            "numbers are compared as they are written"
        );
    }

    #[test]
    fn each_path_of_a_call_is_kept_once() {
        let named_paths = |json| Arguments::of("Edit", json).paths;
        assert_eq!(
            named_paths(r#"{"file_path": "a.go", "edits": [{"path": "b.go"}, {"path": "a.go"}], "limit": 1}"#),
            ["b.go", "a.go"]
        );
        assert_eq!(named_paths(r#"{"input": "*** Begin Patch\n*** Update File: src/a.go\n-x"}"#), ["src/a.go"]);
        assert_eq!(named_paths("no json"), [""; 0]);
    }

    #[test]
    fn the_prompt_of_a_delegated_task_asks_for_no_terms() {
        let call = Arguments::of("Task", r#"{"prompt": "look at parse_line in src/a.go"}"#);
        assert_eq!((call.effect, call.asked_terms), (CallEffect::Other, Terms::default()));
        assert_eq!(call.all_terms.names.len(), 2);
    }

    #[test]
    fn arguments_that_are_no_json_are_a_text() {
        assert_eq!(Arguments::of("bash", "grep parse_line").asked_terms.names.len(), 1);
        let deep = "[".repeat(100_000);
        assert_eq!(Arguments::of("bash", &deep).effect, CallEffect::Lookup);
    }
}
