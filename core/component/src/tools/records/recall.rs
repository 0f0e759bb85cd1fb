//! `recall`: records that fit, best first, and sections of the project's documents beside them.
//!
//! Anyone who can write to the repository can write a document. So sections are quoted: below a line that says that
//! nobody checked them, each with a heading of its own and indented text.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::anchors::Anchors;
use super::{by_principal, indented_text, since, situation_in_words, times};
use crate::bindings::exports::scrubjay::memory::episodes::RecordedEvent;
use crate::bindings::exports::scrubjay::memory::graph::{DocumentPage, DocumentsQuestion, FoundSection};
use crate::bindings::exports::scrubjay::memory::recall::{RecallHit, RecallQuestion, Recalled};
use crate::bindings::exports::scrubjay::memory::records::{EventBody, Trust};
use crate::bindings::exports::scrubjay::memory::tools::{ObjectMember, RecallRequest};
use crate::bindings::exports::scrubjay::memory::types::{Factor, Strength};
use crate::tools::asker::Asker;
use crate::tools::limits::documents_question;
use crate::tools::output::{ToolOutput, plain_object};
use crate::tools::replies::{Attempt, HostReply, Replies};
use crate::tools::text::{counted_noun, shown, with_separators};
use crate::tools::word::Word as _;

/// The most bytes shown of a turn beside a hit.
const MAX_TURN_BYTES: usize = 200;
/// The line above the sections.
const DOCUMENTS_HEADING: &str =
    "from the repository's own documents, quoted as they stand; nobody checked what they say:";

pub(super) fn recall(request: RecallRequest, replies: &mut Replies, output: &mut ToolOutput<'_>) -> Attempt<bool> {
    let RecallRequest { mut question, since: written, explain, records_only } = request;
    (question.now, question.zone) = (replies.now(), replies.zone().to_vec());
    question.since = since(&written, question.since, replies)?;
    let limit = question.limit;
    let documents =
        if has_no_filter(&question) && !records_only { documents(&question, replies, output)? } else { None };
    let recalled = replies.recall(question)?;
    let reply = replies.latest();
    let anchors = Anchors::of(recalled.hits.iter().map(|hit| hit.event.event.anchors.as_slice()), replies)?;
    let mut text = hits_text(&recalled, &anchors, explain, replies);
    let mut object = plain_object(reply).with("hits", anchors.member());
    if let Some((page, reply)) = &documents {
        text += &sections_text(page, explain);
        object = object.with("documents", ObjectMember::Reply(*reply));
    }
    output.answer(text.into(), object);
    let has_sections = documents.as_ref().is_some_and(|(page, _)| !page.sections.is_empty());
    report_remarks(&recalled, has_sections, replies, output);
    report_limit(limit, &recalled, output);
    documents.iter().for_each(|(page, _)| report_document_remarks(page, output));
    Ok(!recalled.hits.is_empty() || has_sections)
}

/// Whether the question has no filter, so that sections of documents may be added.
fn has_no_filter(question: &RecallQuestion) -> bool {
    let names = [
        &question.channel,
        &question.session,
        &question.task,
        &question.conversation,
        &question.branch,
        &question.commit,
    ];
    let has_no_time = question.since.is_none() && question.until.is_none();
    let has_no_list = question.kinds.is_empty() && question.metadata.is_empty();
    names.iter().all(|name| name.is_empty()) && has_no_time && has_no_list && question.trust == Trust::Untrusted
}

/// The sections of documents, with the index of their reply; `None` without an index of the code, or, with a warning,
/// if it cannot be asked.
fn documents(
    question: &RecallQuestion,
    replies: &mut Replies,
    output: &mut ToolOutput<'_>,
) -> Attempt<Option<(DocumentPage, u32)>> {
    let (query, budget) = (question.query.clone(), question.budget);
    let limit = question.limit.min(documents_question::LIMIT.default);
    match replies.documents(DocumentsQuestion { query, limit, budget })? {
        HostReply::Given(page) => Ok(Some((page, replies.latest()))),
        HostReply::Nothing => Ok(None),
        HostReply::Failed(why) => {
            output.warn(format_args!("the repository's documents are left out: {why}"));
            Ok(None)
        }
    }
}

fn hits_text(recalled: &Recalled, anchors: &Anchors, is_explained: bool, replies: &Replies) -> String {
    let (mut text, mut n_anchors) = (String::new(), 0);
    for hit in &recalled.hits {
        let hit_anchors = &hit.event.event.anchors;
        push_hit(&mut text, hit, &anchors.in_words(n_anchors, hit_anchors), is_explained, replies);
        n_anchors += hit_anchors.len();
    }
    text
}

fn push_hit(text: &mut String, hit: &RecallHit, places: &[String], is_explained: bool, replies: &Replies) {
    text.push_str(&heading(&hit.event, replies));
    if hit.n_alike > 0 {
        // Writing to a String cannot fail, here and below.
        let _ = write!(text, ", {} more like it", with_separators(hit.n_alike));
    }
    if !hit.newer_id.is_empty() {
        text.push_str(", a newer one above speaks of this");
    }
    text.push('\n');
    hit.before.iter().for_each(|one| text.push_str(&turn_excerpt(one)));
    let _ = writeln!(text, "    {}", quoted_text(&hit.excerpt));
    hit.after.iter().for_each(|one| text.push_str(&turn_excerpt(one)));
    for place in places {
        let _ = writeln!(text, "    at: {place}");
    }
    let _ = writeln!(text, "    id: {}", indented_text(&hit.event.id));
    if is_explained {
        push_factors(text, hit.score, &hit.factors, hit.fit);
    }
}

fn push_factors(text: &mut String, score: f64, factors: &[Factor], fit: f64) {
    let factors = factors.iter().map(|factor| format!("{} {:.2}", factor.name, factor.value));
    let factors = factors.collect::<Vec<String>>().join(" + ");
    let _ = writeln!(text, "    why: {score:.2} = {factors}; fit {fit:.2}");
}

/// The heading of a record: its time, kind, role or origin, situation and principal, and whether it is untrusted.
fn heading(record: &RecordedEvent, replies: &Replies) -> String {
    let event = &record.event;
    let author = match &event.body {
        EventBody::Turn(turn) if turn.speaker.is_empty() => turn.role.word().to_owned(),
        EventBody::Turn(turn) => format!("{} ({})", shown(&turn.speaker), turn.role.word()),
        _ => event.origin.word().to_owned(),
    };
    let mut text = format!("{}  {}, {author}", times::with_offset(event.time, replies), record.kind.word());
    text += &situation_in_words(event);
    text += &by_principal(&record.principal);
    if record.trust == Trust::Untrusted {
        let _ = write!(text, ", {}", record.trust.word());
    }
    text
}

/// A recorded text whose further lines are indented deeper than the other lines about a record, so that none can pass
/// for the record's id or place.
fn quoted_text(text: &str) -> String {
    indented_text(text).replace("\n    ", "\n        ")
}

/// The beginning of a turn beside a hit.
fn turn_excerpt(record: &RecordedEvent) -> String {
    let EventBody::Turn(turn) = &record.event.body else { return String::new() };
    let text = quoted_text(&turn.text);
    let end = text.floor_char_boundary(MAX_TURN_BYTES);
    let ellipsis = if end < text.len() { " …" } else { "" };
    format!("      ({}) {}{ellipsis}\n", turn.role.word(), text[..end].trim())
}

/// Tells what the answer leaves out, and how the question was interpreted.
fn report_remarks(recalled: &Recalled, has_sections: bool, replies: &Replies, output: &mut ToolOutput<'_>) {
    if let Some(since) = recalled.since {
        let span = times::span(since, recalled.until, replies);
        output.say(format_args!("only what happened {span}"));
    }
    if recalled.hits.is_empty() {
        report_nothing(recalled, has_sections, output);
    } else if recalled.strength == Strength::Weak {
        let share = 100.0 * recalled.best_fit;
        output.say(format_args!("these fit only in part: the best has {share:.0} % of what the question says"));
    }
    let left_out = [
        (recalled.n_outdated, "that hold no more", "outdated"),
        (recalled.n_of_session, "of sessions that have enough hits", "per_session"),
        (recalled.n_beyond_budget, "for which the budget has no room", "budget"),
    ];
    for (n, reason, argument) in left_out.into_iter().filter(|(n, ..)| *n > 0) {
        let (records, argument) = (counted_noun(n, "record", "records"), output.argument(argument));
        output.say(format_args!("left out: {records} {reason} ({argument})"));
    }
    if recalled.is_incomplete {
        let mend = match output.asker() {
            Asker::Shell => "`scrubjay memory upkeep` completes it",
            Asker::Agent(_) => "upkeep completes it",
        };
        output.warn(format_args!("the index of words is not complete, so that something may be missing: {mend}"));
    }
}

/// Tells how many records have a word of the question, if the limit ended the hits.
fn report_limit(limit: u32, recalled: &Recalled, output: &mut ToolOutput<'_>) {
    let n_hits = recalled.hits.len() as u64;
    if n_hits == u64::from(limit) && recalled.n_matching > n_hits {
        let (records, limit) = (with_separators(recalled.n_matching), output.argument("limit"));
        output.say(format_args!("{n_hits} of {records} records that have something of it: {limit} shows more"));
    }
}

fn report_nothing(recalled: &Recalled, has_sections: bool, output: &mut ToolOutput<'_>) {
    let nearest = match recalled.n_matching {
        // Records that the filters left out may have these words, and so may records that are not indexed.
        0 if recalled.unknown_words.is_empty() => "no record that is asked about has it".to_owned(),
        0 => "no record has a word of it".to_owned(),
        n => {
            let records = counted_noun(n, "record has", "records have");
            let (share, weak) = (100.0 * recalled.best_fit, output.argument("weak"));
            format!("{records} something of it, the best {share:.0} %; {weak} shows them")
        }
    };
    let nothing_text = if has_sections { "nothing recorded fits" } else { "nothing fits" };
    output.say(format_args!("{nothing_text}: {nearest}"));
    if !recalled.unknown_words.is_empty() {
        let unknown_words: Vec<_> = recalled.unknown_words.iter().map(|word| shown(word)).collect();
        output.say(format_args!("no record has: {}", unknown_words.join(", ")));
    }
}

/// The sections, best first, under a line that says where they come from.
fn sections_text(page: &DocumentPage, is_explained: bool) -> String {
    if page.sections.is_empty() {
        return String::new();
    }
    let mut text = format!("{DOCUMENTS_HEADING}\n");
    page.sections.iter().for_each(|section| push_section(&mut text, section, is_explained));
    text
}

fn push_section(text: &mut String, section: &FoundSection, is_explained: bool) {
    let FoundSection { path, heading, first_line, last_line, .. } = section;
    let _ = write!(text, "document  {}:{first_line}-{last_line}", shown(path));
    if !heading.is_empty() {
        let _ = write!(text, "  {}", shown(heading));
    }
    text.push('\n');
    match section.is_changed {
        true => text.push_str("    (it changed since it was indexed)\n"),
        false => drop(writeln!(text, "    {}", indented_text(&section.excerpt))),
    }
    if is_explained {
        push_factors(text, section.score, &section.factors, section.fit);
    }
}

/// Tells if the sections fit only in part, and how many the budget leaves out.
fn report_document_remarks(page: &DocumentPage, output: &mut ToolOutput<'_>) {
    if page.strength == Strength::Weak {
        let share = 100.0 * page.best_fit;
        output.say(format_args!("the documents fit only in part: the best has {share:.0} % of what the question says"));
    }
    if page.n_beyond_budget > 0 {
        let sections = counted_noun(page.n_beyond_budget, "section", "sections");
        let budget = output.argument("budget");
        output.say(format_args!("left out: {sections} of documents for which the budget has no room ({budget})"));
    }
}
