//! The document of a session: a JSON object whose members are kept as they were written.
//!
//! Known members are checked for their type; all others are kept. The history is split into entries, each with its own
//! bytes. Not here: the content of an entry (`entry`), changes by a compaction (`compact`).

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value as Json;

use super::entry::Entry;
use crate::base::error::Error;
use crate::record::check::{canonical_json, nesting_depth};
use crate::record::guard::Guard;
use crate::text::json::{Value, string};

/// The most bytes of a document without its history.
const MAX_MEMBER_BYTES: usize = 4 << 20;
/// The most entries of a history.
pub(super) const MAX_ENTRIES: usize = 100_000;
/// The most bytes of a history.
pub(super) const MAX_HISTORY_BYTES: usize = 32 << 20;
/// The deepest nesting of a document.
const MAX_DEPTH: usize = 64;
/// The newest format that is read; a document without `format` has the first.
const FORMAT_VERSION: u64 = 1;

/// The member with the history.
const HISTORY_MEMBER: &str = "recent_history";
/// Known members in the order of writing, each with its type and initial value.
const MEMBERS: [(&str, MemberForm, &str); 10] = [
    ("session_id", MemberForm::Text, ""),
    ("system_state", MemberForm::Object, "{}"),
    ("facts", MemberForm::List, "[]"),
    (HISTORY_MEMBER, MemberForm::List, "[]"),
    ("long_term_summary", MemberForm::Text, "\"\""),
    ("survived", MemberForm::Object, "{}"),
    ("active_tasks", MemberForm::List, "[]"),
    ("tool_stats", MemberForm::Object, r#"{"by_tool":{},"failures":0,"total_calls":0}"#),
    ("last_known_environment", MemberForm::Object, "{}"),
    ("token_usage", MemberForm::Object, r#"{"by_session":0,"total_input":0,"total_output":0}"#),
];

/// The JSON type of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MemberForm {
    Text,
    List,
    Object,
}

/// The members of a document except its history: JSON by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Members(BTreeMap<String, String>);

impl Members {
    /// The members of a new session's document.
    pub(super) fn new(id: &str) -> Members {
        let mut members = Members::default();
        for (name, _, initial) in MEMBERS.into_iter().filter(|(name, ..)| *name != HISTORY_MEMBER) {
            members.set(name, String::from(initial));
        }
        members.set("session_id", string(id));
        members
    }

    /// The members stored in a row.
    pub(super) fn read(stored: &str) -> Members {
        let object = Value::parse(stored).ok().and_then(Value::object);
        let members = object.iter().flat_map(|object| object.by_name());
        Members(members.map(|(name, value)| (name.into_owned(), String::from(value.source()))).collect())
    }

    /// The members as a row stores them: a JSON object.
    pub(super) fn text(&self) -> String {
        let members = self.0.iter().map(|(name, value)| format!("{}:{value}", string(name)));
        format!("{{{}}}", members.collect::<Vec<String>>().join(","))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub(super) fn json(&self, name: &str) -> Option<Json> {
        serde_json::from_str(self.get(name)?).ok()
    }

    /// A text member, decoded; empty if absent.
    pub(super) fn text_of(&self, name: &str) -> String {
        let value = self.get(name).and_then(|source| Value::parse(source).ok());
        value.and_then(Value::text).map_or_else(String::new, |text| text.into_owned())
    }

    pub(super) fn set(&mut self, name: &str, value: String) {
        self.0.insert(String::from(name), value);
    }

    pub(super) fn set_json(&mut self, name: &str, value: Json) {
        self.set(name, canonical_json(value));
    }

    pub(super) fn set_text(&mut self, name: &str, text: &str) {
        self.set(name, string(text));
    }

    /// The whole document, with entries as they were written.
    pub(super) fn with_history<'e>(&self, entries: impl Iterator<Item = &'e str>) -> String {
        let mut text = String::from("{");
        let known_names = MEMBERS.iter().map(|(name, ..)| *name);
        let other_names =
            self.0.keys().map(String::as_str).filter(|name| !MEMBERS.iter().any(|(known, ..)| known == name));
        let mut entries = Some(entries);
        for name in known_names.chain(other_names) {
            let value = match (name, self.get(name)) {
                (HISTORY_MEMBER, _) => None,
                (_, None) => continue,
                (_, value) => value,
            };
            if text.len() > 1 {
                text.push(',');
            }
            text.push_str(&string(name));
            text.push(':');
            match value {
                Some(value) => text.push_str(value),
                None => push_list(&mut text, entries.take().into_iter().flatten()),
            }
        }
        text.push('}');
        text
    }
}

fn push_list<'e>(text: &mut String, entries: impl Iterator<Item = &'e str>) {
    text.push('[');
    for (nth, entry) in entries.enumerate() {
        if nth > 0 {
            text.push(',');
        }
        text.push_str(entry);
    }
    text.push(']');
}

/// Parses the document of a session with this stored id.
///
/// # Errors
/// [`Error::Invalid`] if the text is no such document; [`Error::NewerFormat`] if it has a newer format;
/// [`Error::TooLarge`] if its history or its other members exceed a limit.
pub(super) fn parse((id, guard): (&str, Guard), text: &str) -> Result<(Members, Vec<Entry>), Error> {
    if nesting_depth(text) > MAX_DEPTH {
        return Err(invalid(format!("it nests deeper than {MAX_DEPTH}")));
    }
    let value = Value::parse(text).map_err(|why| invalid(format!("it is no JSON: {why}")))?;
    let object = value.object().ok_or_else(|| invalid(String::from("it is no JSON object")))?;
    let (mut members, mut history) = (Members::default(), Vec::new());
    for (name, value) in object.by_name() {
        check_form(&name, value)?;
        match &*name {
            HISTORY_MEMBER => history = parse_entries("recent_history", value)?,
            name => members.set(name, String::from(value.source())),
        }
    }
    check_format(&members)?;
    if members.get("session_id").is_some() && guard.masked_name(&members.text_of("session_id")) != id {
        return Err(invalid(String::from("`session_id` names another session")));
    }
    check_members(&members.text())?;
    Ok((members, history))
}

/// Refuses members that are too long in total.
pub(super) fn check_members(members: &str) -> Result<(), Error> {
    Error::check_limit("bytes of a session without its history", members.len(), MAX_MEMBER_BYTES)
}

/// Parses a JSON list of entries.
pub(super) fn read_entries(text: &str) -> Result<Vec<Entry>, Error> {
    if nesting_depth(text) > MAX_DEPTH {
        return Err(Error::invalid("entries", format!("they nest deeper than {MAX_DEPTH}")));
    }
    let value = Value::parse(text).map_err(|why| Error::invalid("entries", format!("they are no JSON: {why}")))?;
    parse_entries("entries", value)
}

/// Parses a list of entries; `argument` is named in errors.
fn parse_entries(argument: &'static str, value: Value<'_>) -> Result<Vec<Entry>, Error> {
    if !value.is_list() {
        return Err(Error::invalid(argument, "it is no list"));
    }
    let list = value.list();
    Error::check_limit("entries of a history", list.len(), MAX_ENTRIES)?;
    Error::check_limit("bytes of a history", value.source().len(), MAX_HISTORY_BYTES)?;
    let entry = |(nth, value)| Entry::new(value).map_err(|why| Error::invalid(argument, format!("entry {nth} {why}")));
    list.into_iter().enumerate().map(entry).collect()
}

/// Refuses a known member of the wrong type.
fn check_form(name: &str, value: Value<'_>) -> Result<(), Error> {
    let Some((_, form, _)) = MEMBERS.iter().find(|(member, ..)| *member == name) else { return Ok(()) };
    let (has_form, wanted_form) = match form {
        MemberForm::Text => (value.is_string(), "a text"),
        MemberForm::List => (value.is_list(), "a list"),
        MemberForm::Object => (value.is_object(), "an object"),
    };
    if has_form { Ok(()) } else { Err(invalid(format!("`{name}` is not {wanted_form}"))) }
}

/// Refuses a newer format.
fn check_format(members: &Members) -> Result<(), Error> {
    match members.json("format") {
        None => Ok(()),
        Some(format) => match format.as_u64() {
            Some(1..=FORMAT_VERSION) => Ok(()),
            Some(newer_version) if newer_version > FORMAT_VERSION => {
                Err(Error::NewerFormat(u32::try_from(newer_version).unwrap_or(u32::MAX)))
            }
            _ => Err(invalid(String::from("`format` is not a number from 1 on"))),
        },
    }
}

fn invalid(why: String) -> Error {
    Error::invalid("document", why)
}
