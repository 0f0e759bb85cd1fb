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
use super::layout::Run;
use super::quoted::Quoted;
use crate::base::sort::sort_by_number;
use crate::record::guard::Guard;
use crate::text::author_text::{person_reply, question_answer_lines, user_text};
use crate::text::display;
use crate::text::error_line::first_error_line;
use crate::text::tokens::estimate;

/// Up to which share of its room each sort of lines may fill a recap, in their order, beside what the user said (`quoted`); what is not
/// used is left to the next.
const UP_TO: [(Section, f64); 6] = [
    (Section::Earlier, 0.2),
    (Section::Asked, 0.2),
    (Section::Failures, 0.7),
    (Section::Files, 0.85),
    (Section::Said, 0.95),
    (Section::Tools, 1.0),
];
/// Bytes of words in a result that are repeated: there a person types little, and nothing else tells that they spoke.
const LONGEST_IN_RESULT: usize = 1_200;
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
    pub(crate) run: &'s Run,
}

impl Source<'_> {
    /// The recap, of at most so many tokens but for its first line and what the user said.
    pub(super) fn text(&self, room: u32, quoted: &Quoted) -> String {
        let mut page = Page { text: self.first_line(), used: 0 };
        page.used = estimate(&page.text);
        let free = room.saturating_sub(page.used);
        let mut head = page.used;
        for (section, share) in UP_TO {
            let limit = head + (f64::from(free) * share) as u32;
            match section {
                Section::Earlier => self.earlier(&mut page, limit),
                Section::Asked => {
                    let before = page.used;
                    self.asked(&mut page, quoted);
                    head += page.used - before;
                }
                Section::Failures => self.failures(&mut page, limit),
                Section::Files => self.files(&mut page, limit),
                Section::Said => self.said(&mut page, limit),
                Section::Tools => self.tools(&mut page, limit),
            }
        }
        page.text
    }

    pub(super) fn is_said_in_result(&self, at: u32) -> bool {
        self.item(at).is_said_in_result()
    }

    fn item(&self, at: u32) -> &Item {
        &self.history.items[at as usize]
    }

    /// Its id, what left, and how it comes back.
    fn first_line(&self) -> String {
        // What stays of the carrier is known to no other instance; whether more of it is pruned later changes nothing here.
        let has_left = |at: &u32| !self.run.carrier.contains(at) || *at == self.run.slot;
        let places = || self.digest.places.clone().filter(has_left);
        let (first, last) = (places().next().unwrap_or(self.run.slot), places().next_back().unwrap_or(self.run.slot));
        let (of_first, of_last) = (self.item(first), self.item(last));
        let ids = format!("{}..{}", of_first.id.text(), of_last.id.text());
        let n_parts = self.digest.places.len();
        let (from, to) = (of_first.step + 1, of_last.step + 1);
        let id = self.item(self.run.slot).id.text();
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
            if !page.add(&display::plain(line), limit) {
                return;
            }
        }
    }

    /// What the user said, as far as it is quoted.
    fn asked(&self, page: &mut Page, quoted: &Quoted) {
        let places = self.digest.asked.iter().copied().filter(|at| quoted.has(*at));
        let quotes: Vec<String> = places.map(|at| self.quote(at, quoted.longest)).collect();
        let n_left = self.digest.asked.len() - quotes.len();
        page.quote("the user said", quotes, n_left);
    }

    /// What the agent said: the newest that there is room for, in the order in which it was said.
    fn said(&self, page: &mut Page, limit: u32) {
        let who = "the agent said";
        let mut used = page.used + estimate(who) + HEADING;
        let mut quotes = Vec::new();
        for &at in self.digest.said.iter().rev() {
            let quote = self.quote(at, LONGEST_LINE);
            used += estimate(&quote) + LINE_END;
            if used > limit {
                break;
            }
            quotes.push(quote);
        }
        quotes.reverse();
        let n_left = self.digest.said.len() - quotes.len();
        page.quote(who, quotes, n_left);
    }

    /// A text as it was said, each line behind a mark; what is left out of it is told by its id.
    pub(super) fn quote(&self, at: u32, longest: usize) -> String {
        let item = self.item(at);
        let masked = held::masked(self.guard, item);
        let said = match (item.words, item.new.kind) {
            (Words::User, ItemKind::ToolResult) => {
                let words = person_reply(&item.new.tool, item.new.is_error, &masked).unwrap_or_default();
                if item.new.is_error { Cow::Borrowed(words) } else { Cow::Owned(question_answer_lines(words)) }
            }
            (Words::User, _) => Cow::Owned(user_text(&masked)),
            _ => Cow::Borrowed(&*masked),
        };
        // Where it stands in a result it is short, and is not cut for others.
        let end = said.floor_char_boundary(if item.is_said_in_result() { LONGEST_IN_RESULT } else { longest });
        let mut quote = self.occasion(item);
        for line in said[..end].lines().filter(|line| !line.trim().is_empty()) {
            if !quote.is_empty() {
                quote.push('\n');
            }
            quote.push_str("> ");
            quote.push_str(&display::plain(line));
        }
        if end < said.len() {
            quote.push_str(&format!("\n[more in {}]", item.id.text()));
        }
        quote
    }

    /// What the user spoke to, where their words stand in the result of a call.
    fn occasion(&self, item: &Item) -> String {
        if !item.is_said_in_result() {
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

/// Tokens of a line's end, and of the marks and numbers of a heading.
pub(super) const LINE_END: u32 = 2;
pub(super) const HEADING: u32 = 12;

/// The beginning of a text on one line, between marks that it cannot hold itself.
fn quoted(text: &str) -> String {
    let end = text.floor_char_boundary(LONGEST_LINE);
    format!("`{}`", display::unquoted(text[..end].trim()))
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

    /// Texts of one speaker under a heading that says how many there are more.
    fn quote(&mut self, who: &str, quotes: Vec<String>, n_left: usize) {
        if quotes.is_empty() {
            return;
        }
        match n_left {
            0 => self.put(&format!("{who}:")),
            n => self.put(&format!("{who} ({n} earlier texts are among the parts):")),
        }
        quotes.iter().for_each(|quote| self.put(quote));
    }

    fn put(&mut self, line: &str) {
        self.used += estimate(line) + LINE_END;
        self.text.push('\n');
        self.text.push_str(line);
    }
}
