//! Writes the text of a recap: how to restore it, user messages, files, failures, agent messages and tools.
//!
//! The text follows by rule from the removed parts, within its room. The recap's own words begin a line; everything
//! quoted follows `> ` or is in backticks, one line each, so that no quote can pass for the recap. The newest failures,
//! files and words get room first; a section that shows some entries counts those left out. Not here: which parts are
//! removed.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::arguments::Arguments;
use super::super::history::{History, Item, UserWords};
use super::super::item::ItemKind;
use super::super::masking;
use super::super::stub::RECAP_PREFIX;
use super::digest::{Digest, FileActivity};
use super::layout::Run;
use super::quoted::QuoteSelection;
use crate::base::sort::sort_by_number;
use crate::record::guard::Guard;
use crate::text::author_text::{person_reply, question_answer_lines, user_text};
use crate::text::display;
use crate::text::error_line::first_error_line;
use crate::text::tokens::estimate_tokens;

/// The share of the room up to which each section may fill a recap, in order, besides words of the user (`quoted`);
/// unused room passes to the next section.
const SECTION_SHARES: [(Section, f64); 6] = [
    (Section::EarlierRecap, 0.2),
    (Section::UserWords, 0.2),
    (Section::Failures, 0.7),
    (Section::Files, 0.85),
    (Section::AgentWords, 0.95),
    (Section::Tools, 1.0),
];
/// The most bytes quoted of the user's words in a result. They are usually short, and nothing else shows that the user
/// spoke.
const MAX_RESULT_WORDS_BYTES: usize = 1_200;
/// The most bytes of an error line, a subject, a path or an agent's words.
const MAX_LINE_BYTES: usize = 160;

#[derive(Clone, Copy)]
enum Section {
    EarlierRecap,
    UserWords,
    Failures,
    Files,
    AgentWords,
    Tools,
}

/// The inputs of a recap.
pub(crate) struct RecapSource<'s> {
    pub(crate) history: &'s History,
    pub(crate) guard: Guard,
    pub(crate) digest: &'s Digest,
    pub(crate) run: &'s Run,
}

impl RecapSource<'_> {
    /// Writes the recap in at most `room` tokens, not counting the user's words; the first line is written even if it
    /// takes more.
    pub(super) fn text(&self, room: u32, quoted: &QuoteSelection) -> String {
        let mut page = RecapWriter { text: self.first_line(), used: 0 };
        page.used = estimate_tokens(&page.text);
        let free_tokens = room.saturating_sub(page.used);
        let mut tokens_of_head = page.used;
        for (section, share) in SECTION_SHARES {
            let limit = tokens_of_head + (f64::from(free_tokens) * share) as u32;
            match section {
                Section::EarlierRecap => self.write_earlier_recap(&mut page, limit),
                Section::UserWords => {
                    let used_before = page.used;
                    self.write_user_words(&mut page, quoted);
                    tokens_of_head += page.used - used_before;
                }
                Section::Failures => self.write_failures(&mut page, limit),
                Section::Files => self.write_files(&mut page, limit),
                Section::AgentWords => self.write_agent_words(&mut page, limit),
                Section::Tools => self.write_tools(&mut page, limit),
            }
        }
        page.text
    }

    /// Whether a part is a result with words of the user.
    pub(super) fn is_said_in_result(&self, at: u32) -> bool {
        self.item(at).is_said_in_result()
    }

    fn item(&self, at: u32) -> &Item {
        &self.history.items[at as usize]
    }

    /// The id of the recap, the steps and the number of parts that it replaces, and the range that lists them.
    fn first_line(&self) -> String {
        // Only this instance knows which parts of the carrier remain. If more of them are pruned later, this line stays
        // the same.
        let is_replaced = |at: &u32| !self.run.carrier.contains(at) || *at == self.run.slot;
        let indices = || self.digest.indices.clone().filter(is_replaced);
        let (first, last) = (indices().next().unwrap_or(self.run.slot), indices().next_back().unwrap_or(self.run.slot));
        let (first_item, last_item) = (self.item(first), self.item(last));
        let ids = format!("{}..{}", first_item.id.text(), last_item.id.text());
        let n_parts = self.digest.indices.len();
        let (from, to) = (first_item.step + 1, last_item.step + 1);
        let id = self.item(self.run.slot).id.text();
        format!("{RECAP_PREFIX}{id}; steps {from} to {to} left, in {n_parts} parts; restore \"{ids}\" lists their ids]")
    }

    /// Writes the newest recap that the caller pushed as a part, without its first line, as far as there is room.
    fn write_earlier_recap(&self, page: &mut RecapWriter, limit: u32) {
        let Some(&newest) = self.digest.earlier_recaps.last() else { return };
        let item = self.item(newest);
        if !page.push_if_room(&format!("before that, recap {}:", item.id.text()), limit) {
            return;
        }
        for line in item.pushed.text.lines().skip(1) {
            if !page.push_if_room(&display::on_one_line(line), limit) {
                return;
            }
        }
    }

    /// Writes the quoted words of the user.
    fn write_user_words(&self, page: &mut RecapWriter, quoted: &QuoteSelection) {
        let indices = self.digest.user_parts.iter().copied().filter(|at| quoted.contains(*at));
        let quotes: Vec<String> = indices.map(|at| self.quote(at, quoted.max_bytes)).collect();
        let n_left = self.digest.user_parts.len() - quotes.len();
        page.write_quotes("the user said", quotes, n_left);
    }

    /// Writes the newest words of the agent that have room, in order.
    fn write_agent_words(&self, page: &mut RecapWriter, limit: u32) {
        let who = "the agent said";
        let mut used = page.used + estimate_tokens(who) + HEADING_TOKENS;
        let mut quotes = Vec::new();
        for &at in self.digest.assistant_parts.iter().rev() {
            let quote = self.quote(at, MAX_LINE_BYTES);
            used += estimate_tokens(&quote) + LINE_END_TOKENS;
            if used > limit {
                break;
            }
            quotes.push(quote);
        }
        quotes.reverse();
        let n_left = self.digest.assistant_parts.len() - quotes.len();
        page.write_quotes(who, quotes, n_left);
    }

    /// Quotes the text of a part line by line, each line after `> `; after a cut text follows the part's id.
    pub(super) fn quote(&self, at: u32, max_bytes: usize) -> String {
        let item = self.item(at);
        let masked = masking::masked_item(self.guard, item);
        let quoted_text = match (item.user_words, item.pushed.kind) {
            (UserWords::User, ItemKind::ToolResult) => {
                let words = person_reply(&item.pushed.tool, item.pushed.is_error, &masked).unwrap_or_default();
                if item.pushed.is_error { Cow::Borrowed(words) } else { Cow::Owned(question_answer_lines(words)) }
            }
            (UserWords::User, _) => Cow::Owned(user_text(&masked)),
            _ => Cow::Borrowed(&*masked),
        };
        // The user's words in a result are short, and are not cut to make room for others.
        let end =
            quoted_text.floor_char_boundary(if item.is_said_in_result() { MAX_RESULT_WORDS_BYTES } else { max_bytes });
        let mut quote = self.reply_heading(item);
        for line in quoted_text[..end].lines().filter(|line| !line.trim().is_empty()) {
            if !quote.is_empty() {
                quote.push('\n');
            }
            quote.push_str("> ");
            quote.push_str(&display::on_one_line(line));
        }
        if end < quoted_text.len() {
            quote.push_str(&format!("\n[more in {}]", item.id.text()));
        }
        quote
    }

    /// The line before the user's words in a result: the call that they refused or answered.
    fn reply_heading(&self, item: &Item) -> String {
        if !item.is_said_in_result() {
            return String::new();
        }
        let verb = if item.pushed.is_error { "refusing" } else { "answering" };
        let subject = item.partner.filter(|_| item.pushed.is_error).and_then(|call| self.subject(call));
        format!("{verb} {}{}:", self.quoted(&item.pushed.tool), subject.unwrap_or_default())
    }

    /// Writes the failures that no later call made good.
    fn write_failures(&self, page: &mut RecapWriter, limit: u32) {
        let mut indices: Vec<u32> = self.digest.failures.values().copied().collect();
        sort_by_number(&mut indices, |at| u32::MAX - at);
        self.write_list(page, limit, "failed, and was not done again with success", &indices, |at| {
            self.failure_line(*at)
        });
    }

    /// The failed call and the line that names the error.
    fn failure_line(&self, at: u32) -> String {
        let item = self.item(at);
        let subject = item.partner.and_then(|call| self.subject(call)).unwrap_or_default();
        let error = self.guard.masked(&item.pushed.text);
        let (tool, error) = (self.quoted(&item.pushed.tool), self.quoted(first_error_line(&error)));
        format!("- {tool}{subject}: {error} ({})", item.id.text())
    }

    /// The subject of a call, in backticks after a space; `None` if its arguments name none.
    fn subject(&self, call: u32) -> Option<String> {
        let item = self.item(call);
        let arguments = masking::masked_item(self.guard, item);
        let subject = Arguments::of(&item.pushed.tool, &arguments).subject?;
        Some(format!(" {}", quoted(subject.lines().next().unwrap_or_default())))
    }

    /// Writes the touched files, newest first.
    fn write_files(&self, page: &mut RecapWriter, limit: u32) {
        let mut files: Vec<(&String, &FileActivity)> = self.digest.files.iter().collect();
        sort_by_number(&mut files, |(_, work)| u32::MAX - work.last_result);
        self.write_list(page, limit, "files, those touched last first", &files, |(path, work)| {
            self.file_line(path, work)
        });
    }

    /// A file with its numbers of reads and edits.
    fn file_line(&self, path: &str, activity: &FileActivity) -> String {
        let counted = |n: u32, what: &str| if n > 0 { format!(" {what} {n}") } else { String::new() };
        let failure_note = if activity.has_failed { ", the last time without success" } else { "" };
        let path = quoted(&self.guard.masked_name(path));
        format!("- {path}:{}{}{failure_note}", counted(activity.n_reads, "read"), counted(activity.n_edits, "edited"))
    }

    /// Writes how often each tool was called.
    fn write_tools(&self, page: &mut RecapWriter, limit: u32) {
        let mut tools: Vec<(&String, u32)> = self.digest.tools.iter().map(|(tool, n)| (tool, *n)).collect();
        sort_by_number(&mut tools, |(_, n)| u32::MAX - n);
        self.write_list(page, limit, "tools", &tools, |(tool, n)| format!("- {}: called {n}", self.quoted(tool)));
    }

    /// Writes lines under a heading as long as there is room, then the number of remaining ones.
    fn write_list<T>(
        &self,
        page: &mut RecapWriter,
        limit: u32,
        heading: &str,
        entries: &[T],
        line: impl Fn(&T) -> String,
    ) {
        let mut n_shown = 0;
        for entry in entries {
            let line = line(entry);
            let needed_tokens = estimate_tokens(&line)
                + LINE_END_TOKENS
                + if n_shown == 0 { estimate_tokens(heading) + LINE_END_TOKENS } else { 0 };
            if page.used + needed_tokens + HEADING_TOKENS > limit {
                break;
            }
            if n_shown == 0 {
                page.push_line(&format!("{heading}:"));
            }
            page.push_line(&line);
            n_shown += 1;
        }
        if n_shown > 0 && n_shown < entries.len() {
            page.push_line(&format!("- and {} more", entries.len() - n_shown));
        }
    }

    /// A masked text in backticks.
    fn quoted(&self, text: &str) -> String {
        quoted(&self.guard.masked(text))
    }
}

/// Tokens of a line break.
pub(super) const LINE_END_TOKENS: u32 = 2;
/// Tokens of the punctuation and number in a heading.
pub(super) const HEADING_TOKENS: u32 = 12;

/// The beginning of a text on one line, in backticks.
fn quoted(text: &str) -> String {
    let end = text.floor_char_boundary(MAX_LINE_BYTES);
    format!("`{}`", display::inside_line(text[..end].trim()))
}

/// A text with its tokens so far.
struct RecapWriter {
    text: String,
    /// The estimated tokens of `text`.
    used: u32,
}

impl RecapWriter {
    /// Adds a line if the total stays within `limit`; returns whether it did.
    fn push_if_room(&mut self, line: &str, limit: u32) -> bool {
        let fits = self.used + estimate_tokens(line) + LINE_END_TOKENS <= limit;
        if fits {
            self.push_line(line);
        }
        fits
    }

    /// Adds quotes of one speaker under a heading that counts the texts left out.
    fn write_quotes(&mut self, who: &str, quotes: Vec<String>, n_left: usize) {
        if quotes.is_empty() {
            return;
        }
        match n_left {
            0 => self.push_line(&format!("{who}:")),
            n => self.push_line(&format!("{who} ({n} earlier texts are among the parts):")),
        }
        quotes.iter().for_each(|quote| self.push_line(quote));
    }

    /// Adds a line and its tokens.
    fn push_line(&mut self, line: &str) {
        self.used += estimate_tokens(line) + LINE_END_TOKENS;
        self.text.push('\n');
        self.text.push_str(line);
    }
}
