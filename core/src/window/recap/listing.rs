//! What left whole, listed by its ids, so that each part can be asked for: a short range part by part, a long one by what its parts
//! are about, and of any range what names a word.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::held;
use super::super::history::{Item, ItemId};
use super::super::space::Window;
use super::super::store::PrunedRow;
use super::super::stub;
use crate::base::sort::{sort_by_key, sort_by_number};
use crate::text::display;

/// The most parts of a list: some 10,000 tokens.
const MAX_LISTED: usize = 200;
/// The most lines of an index: some 5,000 tokens.
const MAX_GROUPS: usize = 120;
/// Ids of the newest parts of a group that stand in its line.
const N_NEWEST: usize = 3;
/// Bytes of each part that are repeated.
const LONGEST_HEAD: usize = 60;
/// Words of a command that tell what it does: the program and what it is told to do.
const COMMAND_WORDS: usize = 2;
/// What stands between the first and the last id of a range.
const MARK: &str = "..";
/// What is said behind a range to have all of it part by part.
const ALL: &str = "*";

/// A range of parts that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range<'t> {
    pub(crate) first: ItemId,
    pub(crate) last: ItemId,
    /// Only what names this; empty: whatever there is.
    words: &'t str,
}

impl<'t> Range<'t> {
    /// The range that a text names, as a recap does, and a word that may follow.
    pub(crate) fn asked(text: &'t str) -> Option<Range<'t>> {
        let (first, rest) = text.split_once(MARK)?;
        let rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let words = rest[end..].trim_matches(|letter: char| letter.is_whitespace() || "[]()<>`\"'".contains(letter));
        Some(Range { first: ItemId::asked(first)?, last: ItemId::asked(&rest[..end])?, words })
    }
}

/// What a list says of a part.
struct Listed {
    id: ItemId,
    line: String,
    subject: String,
}

impl Listed {
    fn names(&self, words: &str) -> bool {
        let is_in = |text: &str| text.to_lowercase().contains(words);
        is_in(&self.line) || is_in(&self.subject)
    }

    /// What it is about, as far as others are about the same: a file, a command, else what sort of part it is.
    fn group(&self) -> String {
        if self.subject.contains(char::is_whitespace) {
            return self.subject.split_whitespace().take(COMMAND_WORDS).collect::<Vec<_>>().join(" ");
        }
        if !self.subject.is_empty() {
            return self.subject.clone();
        }
        let sort = self.line.split_once(", ").and_then(|(_, rest)| rest.split(" of ").next());
        String::from(sort.unwrap_or_default())
    }
}

impl Window {
    /// What a range holds, in the order of the conversation: of all that was pushed, or, where that is not in this instance, of what was
    /// pruned. None where one of its ends is in neither.
    pub(in super::super) fn listed(&self, range: Range<'_>) -> Option<String> {
        let Range { first, last, .. } = range;
        let places = || Some((self.place(first)?, self.place(last)?));
        if let Some((from, to)) = places() {
            let items = self.history.items.get(from..=to)?;
            let listed =
                |(at, item): (usize, &Item)| Listed { id: item.id, line: self.line(item), subject: self.subject(at) };
            return Some(list((from..).zip(items).map(listed).collect(), range));
        }
        let place = |id: ItemId| self.pruned.get(&id).filter(|row| !row.line.is_empty()).map(|row| row.place);
        // Who pushes what was sent counts places anew: then parts that left at another time may be between the two as well.
        let (one, other) = (place(first)?, place(last)?);
        let places = one.min(other)..=one.max(other);
        let is_in = |row: &PrunedRow| places.contains(&row.place) && !row.line.is_empty();
        let mut rows: Vec<_> = self.pruned.iter().filter(|(_, row)| is_in(row)).collect();
        sort_by_key(&mut rows, |(id, row)| (row.place, **id));
        let listed = |(id, row): (&ItemId, &PrunedRow)| {
            let (line, subject) = (row.line.clone(), row.subject.clone());
            Listed { id: *id, line, subject }
        };
        Some(list(rows.into_iter().map(listed).collect(), range))
    }

    /// What a list says of a part.
    pub(in super::super) fn line(&self, item: &Item) -> String {
        let said = held::masked(self.guard, item);
        let head = &said[..said.floor_char_boundary(LONGEST_HEAD)];
        let head = display::unquoted(head.lines().next().unwrap_or_default());
        let (step, kind) = (item.step + 1, item.new.kind.word());
        let tool = display::unquoted(&self.guard.masked(&item.new.tool));
        let what = if tool.is_empty() { String::from(kind) } else { format!("{kind} {tool}") };
        format!("step {step}, {what} of {} tokens: `{head}`", item.tokens)
    }

    /// What a part is about, as lists show it; empty where that is not known.
    pub(in super::super) fn subject(&self, at: usize) -> String {
        let subject = held::subject(&self.history, self.guard, at);
        subject.map_or_else(String::new, |subject| display::unquoted(&stub::subject(&subject)))
    }
}

fn list(mut parts: Vec<Listed>, range: Range<'_>) -> String {
    let words = range.words.to_lowercase();
    if !words.is_empty() && words != ALL {
        parts.retain(|part| part.names(&words));
        if parts.is_empty() {
            return format!("[none of its parts names `{}`]", display::unquoted(range.words));
        }
    } else if words.is_empty() && parts.len() > MAX_LISTED {
        return index(&parts, range);
    }
    in_order(&parts, range)
}

/// The first lines of a list, and from where it goes on up to the last part.
fn in_order(parts: &[Listed], range: Range<'_>) -> String {
    let line = |part: &Listed| match part.subject.is_empty() || part.line.contains(&part.subject) {
        true => format!("{}: {}", part.id.text(), part.line),
        false => format!("{}: {}, `{}`", part.id.text(), part.line, part.subject),
    };
    let mut lines: Vec<String> = parts.iter().take(MAX_LISTED).map(line).collect();
    if let Some(next) = parts.get(MAX_LISTED) {
        let (n_more, next, last) = (parts.len() - MAX_LISTED, next.id.text(), range.last.text());
        let words = display::unquoted(range.words);
        lines.push(format!("[{n_more} more: restore \"{next}{MARK}{last} {words}\"]"));
    }
    lines.join("\n")
}

/// What the parts are about, what came last first, and how to go on.
fn index(parts: &[Listed], range: Range<'_>) -> String {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, part) in parts.iter().enumerate() {
        groups.entry(part.group()).or_default().push(at);
    }
    let mut groups: Vec<(String, Vec<usize>)> = groups.into_iter().collect();
    sort_by_number(&mut groups, |(_, places)| u32::MAX - places.last().map_or(0, |at| *at as u32));
    let mut lines = vec![format!("{} parts, by what they are about, the newest first:", parts.len())];
    for (name, places) in groups.iter().take(MAX_GROUPS) {
        let newest: Vec<String> = places.iter().rev().take(N_NEWEST).map(|at| parts[*at].id.text()).collect();
        let more = if places.len() > N_NEWEST { ", the newest" } else { "" };
        lines.push(format!("- `{}`: {}{more} {}", display::unquoted(name), places.len(), newest.join(" ")));
    }
    if groups.len() > MAX_GROUPS {
        lines.push(format!("- and {} more", groups.len() - MAX_GROUPS));
    }
    let ends = format!("{}{MARK}{}", range.first.text(), range.last.text());
    lines.push(format!(
        "[restore \"{ends} WORD\" lists the parts that name a word, as a file; restore \"{ends} {ALL}\" all in their order]"
    ));
    lines.join("\n")
}
