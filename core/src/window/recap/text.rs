//! What a recap says: how it is taken back, what the user said, which files were touched, what failed, what the agent said, and
//! which tools it called.
//!
//! By rule, from what left, within its room. What is told in its own words stands at the beginning of a line; whatever is repeated
//! stands behind `> ` or between backticks, and on one line each, so that nothing that was said can look like the recap. The newest
//! of each sort has the room, and what has none is counted. Not here: which parts left.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::arguments::Arguments;
use super::super::held;
use super::super::history::{History, Item, Words};
use super::super::item::ItemKind;
use super::super::stub::RECAP_BEGINNING;
use super::digest::{Digest, FileWork};
use crate::base::sort::sort_by_number;
use crate::record::guard::Guard;
use crate::text::error_line::first_error_line;
use crate::text::said::{answers, in_result, users_words};
use crate::text::shown;
use crate::text::tokens::estimate;

/// Up to which share of its room each sort of lines may fill a recap, in their order: half of it is the user's, as what they said
/// cannot be found out again; what is not used is left to the next.
const UP_TO: [(Section, f64); 6] = [
    (Section::Earlier, 0.2),
    (Section::Asked, 0.55),
    (Section::Failures, 0.7),
    (Section::Files, 0.85),
    (Section::Said, 0.95),
    (Section::Tools, 1.0),
];
/// Bytes of one text that are repeated: a request is mostly said in its first lines.
const LONGEST_QUOTE: usize = 600;
/// The same of what stands in a result: there a person types little, and nothing else tells that they spoke.
const LONGEST_IN_RESULT: usize = 1_200;
/// The same where not all texts have room so: rather less of each than nothing of some.
const SHORTER_QUOTES: [usize; 3] = [300, 150, 80];
/// Bytes of a line of an error, of what a call was about, of a path, or of what the agent said.
const LONGEST_LINE: usize = 160;

#[derive(Clone, Copy)]
enum Section {
    Earlier,
    Asked,
    Failures,
    Files,
    Said,
    Tools,
}

/// What a recap is made from.
pub(crate) struct Source<'s> {
    pub(crate) history: &'s History,
    pub(crate) guard: Guard,
    pub(crate) digest: &'s Digest,
    /// The part in whose place it stands.
    pub(crate) slot: u32,
}

impl Source<'_> {
    /// The recap, of at most so many tokens but for its first line.
    pub(crate) fn text(&self, room: u32) -> String {
        let mut page = Page { text: self.first_line(), used: 0 };
        page.used = estimate(&page.text);
        let free = room.saturating_sub(page.used);
        let head = page.used;
        for (section, share) in UP_TO {
            let limit = head + (f64::from(free) * share) as u32;
            match section {
                Section::Earlier => self.earlier(&mut page, limit),
                Section::Asked => self.asked(&mut page, limit),
                Section::Failures => self.failures(&mut page, limit),
                Section::Files => self.files(&mut page, limit),
                Section::Said => self.quotes(&mut page, limit, "the agent said", &self.digest.said, LONGEST_LINE),
                Section::Tools => self.tools(&mut page, limit),
            }
        }
        page.text
    }

    fn item(&self, at: u32) -> &Item {
        &self.history.items[at as usize]
    }

    /// Its id, what left, and how it comes back.
    fn first_line(&self) -> String {
        let (first, last) = (self.digest.places.start, self.digest.places.end - 1);
        let (of_first, of_last) = (self.item(first), self.item(last));
        let ids = format!("{}..{}", of_first.id.text(), of_last.id.text());
        let n_parts = last - first + 1;
        let (from, to) = (of_first.step + 1, of_last.step + 1);
        let id = self.item(self.slot).id.text();
        format!(
            "{RECAP_BEGINNING}{id}; steps {from} to {to} left, in {n_parts} parts; restore \"{ids}\" lists their ids]"
        )
    }

    /// Lines of recaps that the caller pushed as they were sent: the newest one's, without its first.
    fn earlier(&self, page: &mut Page, limit: u32) {
        let Some(&newest) = self.digest.recaps.last() else { return };
        let item = self.item(newest);
        if !page.add(&format!("before that, recap {}:", item.id.text()), limit) {
            return;
        }
        for line in item.new.text.lines().skip(1) {
            if !page.add(&shown::plain(line), limit) {
                return;
            }
        }
    }

    /// What the user said, of each text as much as lets all have room.
    fn asked(&self, page: &mut Page, limit: u32) {
        let (who, places) = ("the user said", &self.digest.asked);
        let room = limit.saturating_sub(page.used + estimate(who) + HEADING);
        let fits = |longest: &usize| {
            let needed = places.iter().map(|at| estimate(&self.quote(*at, *longest)) + LINE_END);
            needed.sum::<u32>() <= room
        };
        let shorter = SHORTER_QUOTES.iter().copied();
        let longest = core::iter::once(LONGEST_QUOTE).chain(shorter).find(fits).unwrap_or(SHORTER_QUOTES[2]);
        self.quotes(page, limit, who, places, longest);
    }

    /// Texts of one speaker: the newest that there is room for, in the order in which they were said. Words in results come first: no
    /// list of what left says that a person spoke there.
    fn quotes(&self, page: &mut Page, limit: u32, who: &str, places: &[u32], longest: usize) {
        let mut used = page.used + estimate(who) + HEADING;
        let (in_results, others): (Vec<u32>, Vec<u32>) =
            places.iter().rev().partition(|at| is_said_in_result(self.item(**at)));
        let mut quotes = Vec::new();
        for at in in_results.into_iter().chain(others) {
            let quote = self.quote(at, longest);
            used += estimate(&quote) + LINE_END;
            if used > limit {
                break;
            }
            quotes.push((at, quote));
        }
        sort_by_number(&mut quotes, |(at, _)| *at);
        let n_left = places.len() - quotes.len();
        let heading = match n_left {
            0 => format!("{who}:"),
            n => format!("{who} ({n} earlier texts are among the parts):"),
        };
        if !quotes.is_empty() {
            page.put(&heading);
            quotes.iter().for_each(|(_, quote)| page.put(quote));
        }
    }

    /// A text as it was said, each line behind a mark; what is left out of it is told by its id.
    fn quote(&self, at: u32, longest: usize) -> String {
        let item = self.item(at);
        let masked = held::masked(self.guard, item);
        let said = match (item.words, item.new.kind) {
            (Words::User, ItemKind::ToolResult) => {
                let words = in_result(&item.new.tool, item.new.is_error, &masked).unwrap_or_default();
                if item.new.is_error { Cow::Borrowed(words) } else { Cow::Owned(answers(words)) }
            }
            (Words::User, _) => Cow::Owned(users_words(&masked)),
            _ => Cow::Borrowed(&*masked),
        };
        // Where it stands in a result it is short, and is not cut for others.
        let end = said.floor_char_boundary(if is_said_in_result(item) { LONGEST_IN_RESULT } else { longest });
        let mut quote = self.occasion(item);
        for line in said[..end].lines().filter(|line| !line.trim().is_empty()) {
            if !quote.is_empty() {
                quote.push('\n');
            }
            quote.push_str("> ");
            quote.push_str(&shown::plain(line));
        }
        if end < said.len() {
            quote.push_str(&format!("\n[more in {}]", item.id.text()));
        }
        quote
    }

    /// What the user spoke to, where their words stand in the result of a call.
    fn occasion(&self, item: &Item) -> String {
        if !is_said_in_result(item) {
            return String::new();
        }
        let how = if item.new.is_error { "refusing" } else { "answering" };
        let subject = item.partner.filter(|_| item.new.is_error).and_then(|call| self.subject(call));
        format!("{how} {}{}:", self.quoted(&item.new.tool), subject.unwrap_or_default())
    }

    fn failures(&self, page: &mut Page, limit: u32) {
        let mut places: Vec<u32> = self.digest.failures.values().copied().collect();
        sort_by_number(&mut places, |at| u32::MAX - at);
        self.list(page, limit, "failed, and was not done again with success", &places, |at| self.failure(*at));
    }

    /// What was called, and the line that tells of its error.
    fn failure(&self, at: u32) -> String {
        let item = self.item(at);
        let subject = item.partner.and_then(|call| self.subject(call)).unwrap_or_default();
        let error = self.guard.masked(&item.new.text);
        let (tool, error) = (self.quoted(&item.new.tool), self.quoted(first_error_line(&error)));
        format!("- {tool}{subject}: {error} ({})", item.id.text())
    }

    fn subject(&self, call: u32) -> Option<String> {
        let item = self.item(call);
        let arguments = held::masked(self.guard, item);
        let subject = Arguments::of(&item.new.tool, &arguments).subject?;
        Some(format!(" {}", quoted(subject.lines().next().unwrap_or_default())))
    }

    fn files(&self, page: &mut Page, limit: u32) {
        let mut files: Vec<(&String, &FileWork)> = self.digest.files.iter().collect();
        sort_by_number(&mut files, |(_, work)| u32::MAX - work.last);
        self.list(page, limit, "files, those touched last first", &files, |(path, work)| self.file(path, work));
    }

    fn file(&self, path: &str, work: &FileWork) -> String {
        let counted = |n: u32, what: &str| if n > 0 { format!(" {what} {n}") } else { String::new() };
        let failed = if work.has_failed { ", the last time without success" } else { "" };
        let path = quoted(&self.guard.named(path));
        format!("- {path}:{}{}{failed}", counted(work.n_reads, "read"), counted(work.n_edits, "edited"))
    }

    fn tools(&self, page: &mut Page, limit: u32) {
        let mut tools: Vec<(&String, u32)> = self.digest.tools.iter().map(|(tool, n)| (tool, *n)).collect();
        sort_by_number(&mut tools, |(_, n)| u32::MAX - n);
        self.list(page, limit, "tools", &tools, |(tool, n)| format!("- {}: called {n}", self.quoted(tool)));
    }

    /// Lines under a heading as far as there is room, and how many there are more.
    fn list<T>(&self, page: &mut Page, limit: u32, heading: &str, all: &[T], line: impl Fn(&T) -> String) {
        let mut n_shown = 0;
        for one in all {
            let line = line(one);
            let needed = estimate(&line) + LINE_END + if n_shown == 0 { estimate(heading) + LINE_END } else { 0 };
            if page.used + needed + HEADING > limit {
                break;
            }
            if n_shown == 0 {
                page.put(&format!("{heading}:"));
            }
            page.put(&line);
            n_shown += 1;
        }
        if n_shown > 0 && n_shown < all.len() {
            page.put(&format!("- and {} more", all.len() - n_shown));
        }
    }

    fn quoted(&self, text: &str) -> String {
        quoted(&self.guard.masked(text))
    }
}

/// Whether a person said something in the result of a call.
fn is_said_in_result(item: &Item) -> bool {
    item.words == Words::User && item.new.kind == ItemKind::ToolResult
}

/// Tokens of a line's end, and of the marks and numbers of a heading.
const LINE_END: u32 = 2;
const HEADING: u32 = 12;

/// The beginning of a text on one line, between marks that it cannot hold itself.
fn quoted(text: &str) -> String {
    let end = text.floor_char_boundary(LONGEST_LINE);
    format!("`{}`", shown::unquoted(text[..end].trim()))
}

struct Page {
    text: String,
    used: u32,
}

impl Page {
    fn add(&mut self, line: &str, limit: u32) -> bool {
        let fits = self.used + estimate(line) + LINE_END <= limit;
        if fits {
            self.put(line);
        }
        fits
    }

    fn put(&mut self, line: &str) {
        self.used += estimate(line) + LINE_END;
        self.text.push('\n');
        self.text.push_str(line);
    }
}
