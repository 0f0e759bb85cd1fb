//! Essentials that survive a compaction as data: the goal, the plan, decisions, files, failed attempts and errors.
//!
//! Essentials are taken by rule from the removed entries, and added to those of earlier compactions. The document's
//! member `survived` has them; a person can read and edit it. It also counts the lines and bytes that a limit removed.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value as Json};

use crate::record::guard::Guard;
use crate::record::project::Project;
use crate::text::error_line::first_error_line;
use crate::text::refusal::is_refusal;
use crate::window::arguments::{Arguments, CallEffect, is_plan};
use crate::window::{ItemKind, NewItem};

/// The most bytes of a goal or a plan.
const MAX_LONG_BYTES: usize = 16 << 10;
/// The most bytes of a line.
const MAX_LINE_BYTES: usize = 400;
/// The most bytes of a failed call's arguments that are repeated beside its subject.
const MAX_ARGUMENT_BYTES: usize = 160;
/// The most members of each list; beyond, the oldest are removed.
const MAX_LISTED: usize = 1_000;
/// The lists, as they are named in the document.
const DECISIONS: &str = "decisions";
const FILES_READ: &str = "files_read";
const FILES_CHANGED: &str = "files_changed";
const FAILED_ATTEMPTS: &str = "failed_attempts";
const ERRORS: &str = "errors";
/// Beginnings of lines that state a decision, after list marks and emphasis.
const DECISION_PREFIXES: [&str; 5] = ["decision:", "decided:", "decided to ", "i decided ", "we decided "];
/// Substrings of the names of tools that read a file.
const READ_TOOL_WORDS: [&str; 4] = ["read", "view", "open", "cat"];

/// The member `survived` while it is built.
pub(super) struct Survived {
    members: Map<String, Json>,
    /// Calls without a result, by id.
    calls: BTreeMap<String, Call>,
    project: Project,
    guard: Guard,
}

/// A call without a result.
struct Call {
    tool: String,
    arguments: Arguments,
}

impl Survived {
    /// Begins with the member from earlier compactions.
    pub(super) fn of(before: Option<Json>, project: &Project, guard: Guard) -> Survived {
        let members = match before {
            Some(Json::Object(members)) => members,
            _ => Map::new(),
        };
        Survived { members, calls: BTreeMap::new(), project: project.clone(), guard }
    }

    /// Adds the essentials of an entry.
    pub(super) fn add_entry(&mut self, items: Vec<NewItem>) {
        items.into_iter().for_each(|item| self.add_item(item));
    }

    pub(super) fn json(self) -> Json {
        Json::Object(self.members)
    }

    fn add_item(&mut self, item: NewItem) {
        match item.kind {
            ItemKind::User => {
                if !item.text.trim().is_empty() && !self.has_text("goal") {
                    self.set_text("goal", &item.text);
                }
                self.add_decisions(&item.text);
            }
            ItemKind::Assistant => self.add_decisions(&item.text),
            ItemKind::Call => self.add_call(item),
            ItemKind::ToolResult => self.add_result(&item),
            _ => {}
        }
    }

    fn add_call(&mut self, item: NewItem) {
        let arguments = Arguments::of(&item.tool, &item.text);
        if arguments.effect == CallEffect::Plan {
            self.update_plan(&item);
        }
        // A call without an id cannot be matched with its result.
        if item.call_id.is_empty() {
            self.add_touched_files(&item.tool, &arguments);
        } else {
            self.calls.insert(item.call_id, Call { tool: item.tool, arguments });
        }
    }

    fn add_result(&mut self, item: &NewItem) {
        let call = self.calls.remove(&item.call_id);
        if !item.is_error {
            if let Some(Call { tool, arguments }) = &call {
                self.add_touched_files(tool, arguments);
            }
            return;
        }
        if is_refusal(&item.text) {
            return;
        }
        // A secret of several lines is only known as a whole.
        let error = self.line(first_error_line(&self.guard.masked(&item.text)));
        let tool = call.as_ref().map_or(item.tool.as_str(), |call| &call.tool);
        let subject = call.as_ref().and_then(|call| call.arguments.subject.as_deref()).unwrap_or_default();
        let mut failed_call = format!("{tool} {}", subject.lines().next().unwrap_or_default());
        // The folder of a search says too little without its pattern.
        let arguments = call.as_ref().map_or("", |call| &call.arguments.text);
        if !arguments.starts_with(subject) {
            failed_call = format!("{failed_call} {}", &arguments[..arguments.floor_char_boundary(MAX_ARGUMENT_BYTES)]);
        }
        self.add_line(FAILED_ATTEMPTS, format!("{}: {error}", self.line(&failed_call)));
        self.add_line(ERRORS, error);
    }

    /// Adds the files that a call read or changed.
    fn add_touched_files(&mut self, tool: &str, arguments: &Arguments) {
        let lower_tool = tool.to_ascii_lowercase();
        let list_name = match arguments.effect {
            CallEffect::Edit => FILES_CHANGED,
            CallEffect::Lookup if READ_TOOL_WORDS.iter().any(|word| lower_tool.contains(word)) => FILES_READ,
            _ => return,
        };
        for path in &arguments.paths {
            let path = self.project.path(path).unwrap_or_else(|_| path.clone());
            self.add_line(list_name, self.line(&path));
        }
    }

    /// Replaces the plan by a call's list of tasks, or by its whole text without a list; adds the single task of a
    /// call.
    fn update_plan(&mut self, item: &NewItem) {
        let Ok(arguments) = serde_json::from_str::<Json>(&item.text) else { return self.set_text("plan", &item.text) };
        let list = ["todos", "plan", "items", "tasks"].iter().find_map(|name| arguments.get(name)?.as_array());
        match list {
            Some(list) => {
                let lines: Vec<String> = list.iter().map(step_line).collect();
                self.set_text("plan", &lines.join("\n"));
            }
            None if is_plan(&item.tool) && item.tool.to_ascii_lowercase().starts_with("task") => {
                let old_plan = self.members.get("plan").and_then(Json::as_str).unwrap_or_default();
                let plan = format!("{old_plan}\n{}", step_line(&arguments));
                self.set_text("plan", plan.trim_start());
            }
            None => self.set_text("plan", &item.text),
        }
    }

    /// Adds the lines of a text that state a decision.
    fn add_decisions(&mut self, text: &str) {
        for line in text.lines() {
            let unmarked_line = line.trim_start_matches(|mark: char| mark.is_whitespace() || "-*#>_".contains(mark));
            let lower_beginning: String = unmarked_line.chars().take(16).flat_map(char::to_lowercase).collect();
            if DECISION_PREFIXES.iter().any(|mark| lower_beginning.starts_with(mark)) {
                self.add_line(DECISIONS, self.line(unmarked_line));
            }
        }
    }

    /// A text as one masked line of at most [`MAX_LINE_BYTES`].
    fn line(&self, text: &str) -> String {
        let text = self.guard.masked(text.trim());
        let single_line: String = text.lines().map(str::trim_end).collect::<Vec<&str>>().join(" ");
        String::from(&single_line[..single_line.floor_char_boundary(MAX_LINE_BYTES)])
    }

    fn has_text(&self, name: &str) -> bool {
        self.members.get(name).and_then(Json::as_str).is_some_and(|text| !text.is_empty())
    }

    /// Sets a text member, masked and cut to its limit.
    fn set_text(&mut self, name: &str, text: &str) {
        let text = self.guard.masked(text);
        let end = text.floor_char_boundary(MAX_LONG_BYTES);
        if end < text.len() {
            self.count_left_out(text.len() - end, "bytes_left_out");
        }
        self.members.insert(String::from(name), Json::from(&text[..end]));
    }

    /// Adds a line to a list, or moves it to the end.
    fn add_line(&mut self, name: &str, line: String) {
        let list = self.members.entry(name).or_insert_with(|| Json::Array(Vec::new()));
        let Json::Array(list) = list else { return };
        list.retain(|known| known.as_str() != Some(&line));
        list.push(Json::from(line));
        if list.len() > MAX_LISTED {
            list.remove(0);
            self.count_left_out(1, "n_left_out");
        }
    }

    /// Adds to the count of lines or bytes that a limit left out.
    fn count_left_out(&mut self, n: usize, name: &str) {
        let old_count = self.members.get(name).and_then(Json::as_u64).unwrap_or(0);
        self.members.insert(String::from(name), Json::from(old_count + n as u64));
    }
}

/// A step of a plan with its state, if it has one.
fn step_line(step: &Json) -> String {
    let text = ["content", "step", "title", "subject", "description", "text", "name"];
    let text = text.iter().find_map(|name| step.get(name)?.as_str()).or(step.as_str());
    let text = text.map_or_else(|| format!("{step}"), String::from);
    let id = ["taskId", "id"].iter().find_map(|name| step.get(name)).map(|id| match id {
        Json::String(id) => format!("{id} "),
        id => format!("{id} "),
    });
    match step.get("status").and_then(Json::as_str) {
        Some(status) => format!("[{status}] {}{text}", id.unwrap_or_default()),
        None => text,
    }
}
