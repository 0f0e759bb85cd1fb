//! An entry in a text of JSON with comments: a member of an object, or an element of a list.
//!
//! `jsonc-parser` parses the text and gives positions; hunks insert and remove text there, so that every other byte
//! stays. Its own editor is not used, because it reformats an object that stood on one line, and does not accept a byte
//! order mark. An entry is added behind the last member or element, in the same layout; comments stay where they are.

mod document;

use jsonc_parser::ast::Object;
use serde_json::{Value, json};

use super::edit::{EntryState, Hunk, apply_all, is_blank};
use document::{Container, Document, unfit_error};

/// A member of an object, or an element of a list.
#[derive(Clone, Debug)]
pub(super) struct JsonEntry {
    /// The names of the objects and the list around it, outermost first.
    pub(super) path: Vec<&'static str>,
    /// The name of an object inside the innermost container. The entry goes into that object if it exists and is no
    /// entry itself (has no member `type`).
    pub(super) inner: Option<&'static str>,
    /// The name of the member; `None` for an element of a list.
    pub(super) name: Option<&'static str>,
    /// The value to write, then the values of earlier releases or of a program at another path.
    pub(super) values: Vec<Value>,
    /// Signs of an element that this program wrote, even if a person changed it later: one string in the element
    /// contains all signs.
    pub(super) signs: Vec<String>,
}

struct Place<'t, 'd> {
    container: Container<'t, 'd>,
    nth: usize,
    state: EntryState,
}

impl JsonEntry {
    /// The state of the entry in a text.
    ///
    /// # Errors
    /// Why the text cannot be changed, with the place.
    pub(super) fn state(&self, text: &str) -> Result<EntryState, String> {
        if is_blank(text) {
            return Ok(EntryState::Absent);
        }
        let document = Document::read(text)?;
        Ok(self.place(&document)?.map_or(EntryState::Absent, |place| place.state))
    }

    /// The hunks that add the entry to a text without it, and for each container that is created, the names that lead
    /// to it.
    ///
    /// # Errors
    /// As for [`JsonEntry::state`].
    pub(super) fn hunks_to_add(&self, text: &str) -> Result<(Vec<Hunk>, Vec<Vec<String>>), String> {
        let empty_object = match text {
            "" => "{}\n",
            _ if is_blank(text) => "{}",
            _ => "",
        };
        let text = format!("{text}{empty_object}");
        let document = Document::read(&text)?;
        let path = self.path(&document);
        let (depth, container) = document.nearest_container(&path)?;
        let (is_new, entry_value) = (depth < path.len(), self.values[0].clone());
        if container.is_list() == (is_new || self.name.is_some()) {
            return Err(unfit_error(path.get(depth.wrapping_sub(1)).copied(), container.is_list()));
        }
        let leaf = if is_new && self.name.is_none() { json!([entry_value]) } else { entry_value };
        let mut names = path[depth..].iter().chain(&self.name);
        let first = names.next();
        let value = names.rev().fold(leaf, |value, name| json!({ *name: value }));
        let mut hunks: Vec<Hunk> = (!empty_object.is_empty())
            .then(|| Hunk::insertion(text.len() - empty_object.len(), empty_object))
            .into_iter()
            .collect();
        hunks.extend(document.insertion_hunks(&container, first.copied(), &value, depth + 1));
        let made_paths = (depth..path.len()).map(|last| path[..=last].iter().map(|&name| name.to_owned()).collect());
        Ok((hunks, made_paths.collect()))
    }

    /// The hunks that remove the entry. They also remove containers around it that `init` made and that hold nothing
    /// else.
    ///
    /// # Errors
    /// As for [`JsonEntry::state`].
    pub(super) fn hunks_to_remove(&self, text: &str, is_made: &dyn Fn(&[&str]) -> bool) -> Result<Vec<Hunk>, String> {
        let document = Document::read(text)?;
        let Some(Place { mut container, mut nth, .. }) = self.place(&document)? else { return Ok(Vec::new()) };
        let path = self.path(&document);
        let mut path_around = &path[..];
        while let Some((name, outer)) = path_around.split_last()
            && container.children.len() == 1
            && is_made(path_around)
            && let Some(parent) = document.container(outer)?
            && let Some(place) = parent.position(name)
            && document.n_comments_in(parent.children[place]) == 0
        {
            (path_around, container, nth) = (outer, parent, place);
        }
        let hunks = document.removal_hunks(&container, nth);
        let mut expected_value = Value::from(document.value.clone());
        remove_child(&mut expected_value, path_around, &container, nth);
        match apply_all(text, &hunks).as_deref().map(Document::read) {
            Some(Ok(new)) if Value::from(new.value.clone()) == expected_value => Ok(hunks),
            _ => Err("what was written cannot be taken out of it without changing more".to_owned()),
        }
    }

    fn path(&self, document: &Document<'_>) -> Vec<&'static str> {
        let inner = self.path.iter().copied().chain(self.inner).collect::<Vec<_>>();
        match document.container(&inner) {
            // An object with a member `type` is an entry itself, and holds no entries.
            Ok(Some(container)) if !container.is_list() && container.position("type").is_none() => inner,
            _ => self.path.clone(),
        }
    }

    /// The place of the entry in the document, also if a person changed it; `None`: it is absent.
    fn place<'d, 't>(&self, document: &'d Document<'t>) -> Result<Option<Place<'t, 'd>>, String> {
        let Some(container) = document.container(&self.path(document))? else { return Ok(None) };
        let found = match self.name {
            Some(name) => container.position(name).map(|nth| (nth, self.compare(document, &container, nth))),
            None => (0..container.children.len())
                .filter_map(|nth| {
                    let entry_state = self.compare(document, &container, nth);
                    (entry_state != EntryState::Foreign || self.has_signs(&container.value(nth)))
                        .then_some((nth, entry_state))
                })
                // An element as it was written is preferred to one that a person changed.
                .min_by_key(|(_, entry_state)| matches!(entry_state, EntryState::Foreign)),
        };
        Ok(found.map(|(nth, entry_state)| Place { container, nth, state: entry_state }))
    }

    fn compare(&self, document: &Document<'_>, container: &Container<'_, '_>, nth: usize) -> EntryState {
        let value = container.value(nth);
        match self.values.iter().position(|known| *known == value) {
            // Only a person writes a comment in it.
            Some(_) if document.n_comments_in(container.children[nth]) > 0 => EntryState::Foreign,
            Some(0) => EntryState::Same,
            Some(_) => EntryState::Older,
            None => EntryState::Foreign,
        }
    }

    fn has_signs(&self, value: &Value) -> bool {
        match value {
            Value::String(text) => self.signs.iter().all(|sign| text.contains(sign)),
            Value::Array(list) => list.iter().any(|value| self.has_signs(value)),
            Value::Object(object) => object.values().any(|value| self.has_signs(value)),
            _ => false,
        }
    }
}

/// Whether a text is an object without comments, empty but for the `$schema` that opencode writes into an empty file.
pub(super) fn is_empty_document(text: &str) -> bool {
    Document::read(text).is_ok_and(|document| {
        let names =
            document.value.as_object().map(|object| object.properties.iter().map(|member| member.name.as_str()));
        document.n_comments() == 0 && names.is_some_and(|mut names| names.all(|name| name == "$schema"))
    })
}

/// Removes from `value` the nth element or member of the container at `path`.
fn remove_child(value: &mut Value, path: &[&str], container: &Container<'_, '_>, nth: usize) {
    let Some(value) = path.iter().try_fold(value, |value, name| value.get_mut(name)) else { return };
    match value {
        Value::Array(list) => drop(list.remove(nth)),
        Value::Object(members) => {
            let name = container.value.as_object().map(|object: &Object<'_>| object.properties[nth].name.as_str());
            drop(name.and_then(|name| members.shift_remove(name)));
        }
        _ => {}
    }
}

/// Parses a text of JSON with comments.
pub(super) fn value(text: &str) -> Result<Value, String> {
    Document::read(text).map(|document| document.value.into())
}
