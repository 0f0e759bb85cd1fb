//! Lists recapped parts by their ids: short ranges part by part, long ones by subject, and of any range the parts that
//! mention a word.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::history::{Item, ItemId};
use super::super::masking;
use super::super::space::Window;
use super::super::store::PrunedRow;
use super::super::stub;
use crate::base::sort::{sort_by_key, sort_by_number};
use crate::text::display;

/// The most parts in a list: about 10,000 tokens.
const MAX_LISTED: usize = 200;
/// The most lines in a list by subject: about 5,000 tokens.
const MAX_GROUPS: usize = 120;
/// The most ids that the line of a subject shows, newest first.
const N_NEWEST: usize = 3;
/// The most bytes of a part that its line quotes.
const MAX_HEAD_BYTES: usize = 60;
/// The words of a command that identify it: the program and its subcommand.
const COMMAND_WORDS: usize = 2;
/// Separates the first and last id of a range.
const RANGE_SEPARATOR: &str = "..";
/// Follows a range to list all of it part by part.
const ALL_PARTS: &str = "*";

/// A range of parts that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IdRange<'t> {
    /// The id at one end of the range.
    pub(crate) first: ItemId,
    /// The id at the other end.
    pub(crate) last: ItemId,
    /// Only parts that mention this are listed; if empty or [`ALL_PARTS`], all.
    words: &'t str,
}

impl<'t> IdRange<'t> {
    /// Parses two ids, as a recap names them, and a word that may follow.
    pub(crate) fn parse(text: &'t str) -> Option<IdRange<'t>> {
        let (first, rest) = text.split_once(RANGE_SEPARATOR)?;
        let rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let words = rest[end..].trim_matches(|letter: char| letter.is_whitespace() || "[]()<>`\"'".contains(letter));
        Some(IdRange { first: ItemId::parse_lenient(first)?, last: ItemId::parse_lenient(&rest[..end])?, words })
    }
}

/// A part in a list.
struct ListEntry {
    id: ItemId,
    /// The step, kind, tool, tokens and beginning of the part.
    line: String,
    /// The path or command that it is about; empty if unknown.
    subject: String,
}

impl ListEntry {
    /// Whether its line or subject, put in lower case, contains `words`, which are in lower case.
    fn mentions(&self, words: &str) -> bool {
        let is_in = |text: &str| text.to_lowercase().contains(words);
        is_in(&self.line) || is_in(&self.subject)
    }

    /// The subject by which it is grouped: a file, the first words of a command, else the kind of part.
    fn group(&self) -> String {
        if self.subject.contains(char::is_whitespace) {
            return self.subject.split_whitespace().take(COMMAND_WORDS).collect::<Vec<_>>().join(" ");
        }
        if !self.subject.is_empty() {
            return self.subject.clone();
        }
        let kind = self.line.split_once(", ").and_then(|(_, rest)| rest.split(" of ").next());
        String::from(kind.unwrap_or_default())
    }
}

impl Window {
    /// Lists a range in conversation order: the parts of this instance if it has both ends, else the rows of pruned
    /// parts. `None` if either end is unknown, or if this instance has the last one before the first.
    pub(in super::super) fn list_range(&self, range: IdRange<'_>) -> Option<String> {
        let IdRange { first, last, .. } = range;
        let indices = || Some((self.index_of(first)?, self.index_of(last)?));
        if let Some((from, to)) = indices() {
            let items = self.history.items.get(from..=to)?;
            let entry = |(at, item): (usize, &Item)| ListEntry {
                id: item.id,
                line: self.list_line(item),
                subject: self.list_subject(at),
            };
            return Some(list_entries((from..).zip(items).map(entry).collect(), range));
        }
        let place = |id: ItemId| self.pruned_rows.get(&id).filter(|row| !row.line.is_empty()).map(|row| row.place);
        // A caller that pushes the edited messages counts places anew. Parts that were pruned at another time may then
        // be in the range too.
        let (first_place, last_place) = (place(first)?, place(last)?);
        let places = first_place.min(last_place)..=first_place.max(last_place);
        let is_in = |row: &PrunedRow| places.contains(&row.place) && !row.line.is_empty();
        let mut rows: Vec<_> = self.pruned_rows.iter().filter(|(_, row)| is_in(row)).collect();
        sort_by_key(&mut rows, |(id, row)| (row.place, **id));
        let entry = |(id, row): (&ItemId, &PrunedRow)| {
            let (line, subject) = (row.line.clone(), row.subject.clone());
            ListEntry { id: *id, line, subject }
        };
        Some(list_entries(rows.into_iter().map(entry).collect(), range))
    }

    /// The line of a part in a list.
    pub(in super::super) fn list_line(&self, item: &Item) -> String {
        let masked_text = masking::masked_item(self.guard, item);
        let head = &masked_text[..masked_text.floor_char_boundary(MAX_HEAD_BYTES)];
        let head = display::inside_line(head.lines().next().unwrap_or_default());
        let (step, kind) = (item.step + 1, item.pushed.kind.word());
        let tool = display::inside_line(&self.guard.masked(&item.pushed.tool));
        let description = if tool.is_empty() { String::from(kind) } else { format!("{kind} {tool}") };
        format!("step {step}, {description} of {} tokens: `{head}`", item.tokens)
    }

    /// The subject of a part in a list; empty if unknown.
    pub(in super::super) fn list_subject(&self, at: usize) -> String {
        let subject = masking::masked_subject(&self.history, self.guard, at);
        subject.map_or_else(String::new, |subject| display::inside_line(&stub::shorten_subject(&subject)))
    }
}

/// Lists the entries of a range that mention its words.
fn list_entries(mut parts: Vec<ListEntry>, range: IdRange<'_>) -> String {
    let words = range.words.to_lowercase();
    if !words.is_empty() && words != ALL_PARTS {
        parts.retain(|part| part.mentions(&words));
        if parts.is_empty() {
            return format!("[none of its parts names `{}`]", display::inside_line(range.words));
        }
    } else if words.is_empty() && parts.len() > MAX_LISTED {
        return list_by_group(&parts, range);
    }
    list_in_order(&parts, range)
}

/// Lists entries in order, with the range of the remaining ones at the end.
fn list_in_order(parts: &[ListEntry], range: IdRange<'_>) -> String {
    let line = |part: &ListEntry| match part.subject.is_empty() || part.line.contains(&part.subject) {
        true => format!("{}: {}", part.id.text(), part.line),
        false => format!("{}: {}, `{}`", part.id.text(), part.line, part.subject),
    };
    let mut lines: Vec<String> = parts.iter().take(MAX_LISTED).map(line).collect();
    if let Some(next_part) = parts.get(MAX_LISTED) {
        let (n_more, next_id, last_id) = (parts.len() - MAX_LISTED, next_part.id.text(), range.last.text());
        let words = display::inside_line(range.words);
        lines.push(format!("[{n_more} more: restore \"{next_id}{RANGE_SEPARATOR}{last_id} {words}\"]"));
    }
    lines.join("\n")
}

/// Lists the subjects of entries, newest first, with the ranges for more detail.
fn list_by_group(parts: &[ListEntry], range: IdRange<'_>) -> String {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, part) in parts.iter().enumerate() {
        groups.entry(part.group()).or_default().push(at);
    }
    let mut groups: Vec<(String, Vec<usize>)> = groups.into_iter().collect();
    sort_by_number(&mut groups, |(_, indices)| u32::MAX - indices.last().map_or(0, |at| *at as u32));
    let mut lines = vec![format!("{} parts, by what they are about, the newest first:", parts.len())];
    for (name, indices) in groups.iter().take(MAX_GROUPS) {
        let newest: Vec<String> = indices.iter().rev().take(N_NEWEST).map(|at| parts[*at].id.text()).collect();
        let newest_note = if indices.len() > N_NEWEST { ", the newest" } else { "" };
        lines.push(format!("- `{}`: {}{newest_note} {}", display::inside_line(name), indices.len(), newest.join(" ")));
    }
    if groups.len() > MAX_GROUPS {
        lines.push(format!("- and {} more", groups.len() - MAX_GROUPS));
    }
    let range_text = format!("{}{RANGE_SEPARATOR}{}", range.first.text(), range.last.text());
    lines.push(format!(
        "[restore \"{range_text} WORD\" lists the parts that name a word, as a file; restore \"{range_text} {ALL_PARTS}\" all in their order]"
    ));
    lines.join("\n")
}
