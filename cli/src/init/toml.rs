//! An entry in a text of TOML: a table at its end.
//!
//! `toml_edit` parses the text before and after a change, but does not write it: it would end every line as Unix does
//! and drop a byte order mark. A table that a person changed in any way is treated as theirs.

use toml_edit::{Document, Item, TableLike};

use super::edit::{BYTE_ORDER_MARK, EntryState, Hunk, find_lines, line_end};

/// A table within another table. The values of its members are strings and lists of strings.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) outer: &'static str,
    pub(super) name: &'static str,
    /// The text to write, then the texts that may have been written before.
    pub(super) bodies: Vec<String>,
}

impl Table {
    /// The state of the table in a text.
    ///
    /// # Errors
    /// Why the text cannot be changed, with the place.
    pub(super) fn state(&self, text: &str) -> Result<EntryState, String> {
        let document = read(text)?;
        let Some(found) = self.of(&document)? else { return Ok(EntryState::Absent) };
        let is_of =
            |body: &String| read(body).is_ok_and(|own| self.of(&own).is_ok_and(|own| own.as_ref() == Some(&found)));
        Ok(match self.bodies.iter().position(|body| is_of(body) && self.lines_of(body, text).is_some()) {
            Some(0) => EntryState::Same,
            Some(_) => EntryState::Older,
            None => EntryState::Foreign,
        })
    }

    /// The hunks that add the table to a text without it.
    ///
    /// # Errors
    /// As for [`Table::state`].
    pub(super) fn hunks_to_add(&self, text: &str) -> Result<Vec<Hunk>, String> {
        let line = line_end(text);
        let body = self.bodies[0].replace('\n', line);
        let insertion = match text {
            "" => body + line,
            _ if text.ends_with('\n') => format!("{line}{body}{line}"),
            _ => format!("{line}{line}{body}"),
        };
        match self.state(&format!("{text}{insertion}")) {
            Ok(EntryState::Same) => Ok(vec![Hunk::insertion(text.len(), insertion)]),
            _ => Err(format!("its \"{}\" is no table that another one can be put into", self.outer)),
        }
    }

    /// The hunks that remove the table.
    ///
    /// # Errors
    /// As for [`Table::state`].
    pub(super) fn hunks_to_remove(&self, text: &str) -> Result<Vec<Hunk>, String> {
        let lines = self.bodies.iter().find_map(|body| self.lines_of(body, text));
        Ok(lines.map(|(from, to)| removal_of_lines(text, from, to)).into_iter().collect())
    }

    /// The start and end of the table's lines, in bytes; `None` if the text has no such lines.
    fn lines_of(&self, body: &str, text: &str) -> Option<(usize, usize)> {
        let body = body.replace('\n', line_end(text));
        find_lines(text, &body).map(|at| (at, at + body.len()))
    }

    /// The table's members in a document, normalized for comparison; `None` if there is no such table.
    fn of(&self, document: &Document<&str>) -> Result<Option<TableMembers>, String> {
        let not_one = |name: &str| format!("its \"{name}\" is no table");
        let Some(outer) = document.as_table().get(self.outer) else { return Ok(None) };
        let outer = outer.as_table_like().ok_or_else(|| not_one(self.outer))?;
        let Some(table) = outer.get(self.name) else { return Ok(None) };
        Ok(Some(table.as_table_like().map(members_of).unwrap_or_default()))
    }
}

/// The members of a table, each with its strings.
type TableMembers = Vec<(String, Vec<String>)>;

fn members_of(table: &dyn TableLike) -> TableMembers {
    table.iter().map(|(name, value)| (name.to_owned(), texts(value))).collect()
}

/// The string or the strings in a list; other values are left out.
fn texts(value: &Item) -> Vec<String> {
    match value.as_array() {
        Some(list) => list.iter().filter_map(|one| one.as_str()).map(str::to_owned).collect(),
        None => value.as_str().map(str::to_owned).into_iter().collect(),
    }
}

fn read(text: &str) -> Result<Document<&str>, String> {
    let error = |error: toml_edit::TomlError| {
        let words = error.to_string();
        let place = words.lines().next().unwrap_or_default().to_owned();
        format!("it is not TOML: {} ({})", error.message(), place.trim_start_matches("TOML parse error "))
    };
    Document::parse(text.trim_start_matches(BYTE_ORDER_MARK)).map_err(error)
}

/// The hunk that removes lines, with the last line end and the blank line that separates them from the text before.
pub(super) fn removal_of_lines(text: &str, from: usize, to: usize) -> Hunk {
    let line = line_end(text);
    let (head, tail) = (&text[..from], &text[to..]);
    let is_parted = head.ends_with(&line.repeat(2));
    match tail.strip_prefix(line) {
        Some(tail) => Hunk::removal(text, from - if is_parted { line.len() } else { 0 }, text.len() - tail.len()),
        // The text before had no line end at its end either.
        None if is_parted && tail.is_empty() => Hunk::removal(text, from - 2 * line.len(), to),
        None => Hunk::removal(text, from, to),
    }
}
