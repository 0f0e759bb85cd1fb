//! To-do lists of agents: what a call of a harness's tool states of its list, as steps of tasks.
//!
//! Some tools give the whole list each time, others add an item or change one. Each item is a task of the agent's; a step
//! is recorded only where something is new, so that a list that is stated again says nothing. Not here: which tasks an
//! opening shows (`episode`).

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::events::{MAX_NAME_BYTES, hash_of, record_name};
use crate::record::to_do::{name_of_to_do, session_of_to_do};
use crate::record::{TaskStatus, TaskStep};
use crate::text::json::{Object, Value};

/// The most items of one call that are read.
pub(super) const MAX_ITEMS: usize = 32;
/// The most items that are remembered of a transcript.
const MAX_KNOWN: usize = 128;
/// Tools that state the whole list, and those that add an item or change one; without case and underscores.
const LIST_TOOLS: [&str; 3] = ["todowrite", "updateplan", "writetodos"];
const CREATING_TOOL: &str = "taskcreate";
const CHANGING_TOOL: &str = "taskupdate";
const ITEM_TOOLS: [&str; 2] = [CREATING_TOOL, CHANGING_TOOL];
/// Members with the items of a list, and those with the words of an item.
const LIST_MEMBERS: [&str; 2] = ["todos", "plan"];
const WORDS_MEMBERS: [&str; 4] = ["content", "step", "subject", "description"];
/// The outcome of an item that the agent took off its list undone.
const LEFT_LIST: &str = "taken off the list";

/// A task's name and its new step.
pub(super) type NamedStep = (String, TaskStep);

/// The items of a transcript that are known, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct Todos {
    #[n(0)]
    known: Vec<Todo>,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
struct Todo {
    /// The name of its task.
    #[n(0)]
    task: String,
    #[n(1)]
    status: TaskStatus,
    /// Whether a tool states it that states the whole list.
    #[n(2)]
    is_of_list: bool,
}

/// An item as a call states it.
struct Item {
    /// The harness's number, or a hash of the words.
    key: String,
    /// `None`: as before.
    status: Option<TaskStatus>,
    /// Empty: as before.
    words: String,
}

impl Todos {
    /// The new steps of tasks that a successful call states.
    pub(super) fn steps_of(&mut self, tool: &str, parameters: &str, output: &str, session: &str) -> Vec<NamedStep> {
        let plain_name = tool.replace('_', "").to_ascii_lowercase();
        let is_list = LIST_TOOLS.contains(&plain_name.as_str());
        // Most calls are of other tools: their parameters are not read.
        if !is_list && !ITEM_TOOLS.contains(&plain_name.as_str()) {
            return Vec::new();
        }
        let Some(input) = Value::parse_object(parameters) else { return Vec::new() };
        let items: Vec<Item> = match plain_name.as_str() {
            CREATING_TOOL => created_item(&input, output).into_iter().collect(),
            CHANGING_TOOL => changed_item(&input).into_iter().collect(),
            _ => listed_items(&input),
        };
        let is_whole = is_list && items.len() < MAX_ITEMS;
        let mut steps: Vec<NamedStep> = Vec::new();
        let mut listed: Vec<String> = Vec::new();
        for item in items.into_iter().take(MAX_ITEMS) {
            let task = task_name(&item.key, session);
            listed.push(task.clone());
            steps.extend(self.step_of(task, item, is_list));
        }
        if is_whole {
            steps.extend(self.steps_of_missing(&listed, session));
        }
        steps
    }

    /// The step of an item; `None` if nothing is new.
    fn step_of(&mut self, task: String, item: Item, is_of_list: bool) -> Option<NamedStep> {
        let known = self.known.iter_mut().find(|known| known.task == task);
        let before = known.as_ref().map(|known| known.status);
        let status = item.status.or(before).unwrap_or(TaskStatus::Paused);
        // The words of a listed item are what it is known by.
        let is_known_by_words = is_of_list && before.is_some();
        let has_new_words = !is_known_by_words && !item.words.is_empty();
        if before == Some(status) && !has_new_words {
            return None;
        }
        match known {
            Some(known) => known.status = status,
            None => {
                if self.known.len() >= MAX_KNOWN {
                    self.known.remove(0);
                }
                self.known.push(Todo { task: task.clone(), status, is_of_list });
            }
        }
        let description = if has_new_words { item.words } else { String::new() };
        Some((task, TaskStep { status, description, ..TaskStep::default() }))
    }

    /// The steps of listed items that were to be done, and are on the list no more.
    fn steps_of_missing(&mut self, listed: &[String], session: &str) -> Vec<NamedStep> {
        let mut steps = Vec::new();
        for known in self.known.iter_mut().filter(|known| known.is_of_list && !listed.contains(&known.task)) {
            let is_open = matches!(known.status, TaskStatus::Active | TaskStatus::Paused);
            if is_open && session_of_to_do(&known.task) == Some(session) && steps.len() < MAX_ITEMS {
                known.status = TaskStatus::Failed;
                let outcome = LEFT_LIST.to_string();
                steps.push((
                    known.task.clone(),
                    TaskStep { status: TaskStatus::Failed, outcome, ..TaskStep::default() },
                ));
            }
        }
        steps
    }
}

fn task_name(key: &str, session: &str) -> String {
    record_name(&name_of_to_do(key, session), MAX_NAME_BYTES)
}

/// The items of a whole list.
fn listed_items(input: &Object<'_>) -> Vec<Item> {
    let list = LIST_MEMBERS.iter().find_map(|name| input.get(name)).map(Value::list).unwrap_or_default();
    let item = |item: Object<'_>| {
        let words = words_of(&item)?;
        let key = format!("{:08x}", hash_of(&words));
        Some(Item { key, status: status_of(&item), words })
    };
    list.into_iter().filter_map(Value::object).filter_map(item).take(MAX_ITEMS).collect()
}

/// The item that a call added; its number stands in the result.
fn created_item(input: &Object<'_>, output: &str) -> Option<Item> {
    let after_mark = output.split_once('#')?.1;
    let end = after_mark.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(after_mark.len());
    let [subject, description] = ["subject", "description"].map(|name| input.text(name));
    let words = match (subject.trim(), description.trim()) {
        ("", words) | (words, "") => words.to_string(),
        (subject, description) => format!("{subject}: {description}"),
    };
    let key = &after_mark[..end];
    (!key.is_empty() && !words.is_empty()).then(|| Item { key: key.to_string(), status: None, words })
}

/// The item that a call changed.
fn changed_item(input: &Object<'_>) -> Option<Item> {
    let key = input.text("taskId").into_owned();
    let (status, words) = (status_of(input), words_of(input).unwrap_or_default());
    (!key.is_empty() && (status.is_some() || !words.is_empty())).then_some(Item { key, status, words })
}

fn words_of(item: &Object<'_>) -> Option<String> {
    let words = WORDS_MEMBERS.iter().map(|name| item.text(name)).find(|words| !words.trim().is_empty())?;
    Some(words.trim().to_string())
}

/// The status of an item; `None` if it states none that is known.
fn status_of(item: &Object<'_>) -> Option<TaskStatus> {
    match &*item.text("status") {
        "pending" => Some(TaskStatus::Paused),
        "in_progress" => Some(TaskStatus::Active),
        "completed" => Some(TaskStatus::Completed),
        "cancelled" | "deleted" => Some(TaskStatus::Failed),
        _ => None,
    }
}
