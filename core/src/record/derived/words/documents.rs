//! The documents that a record has in the index of words: the indexed fields as one text, in parts if it is long.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value as Json;

use super::super::{RecordRef, anchored_paths};
use crate::lexical::{Class, Document, Entry, Flags, SpeakerClass};
use crate::record::envelope::Record;
use crate::record::fields::{IndexedPart, Value};
use crate::record::keyspace::Kind;
use crate::record::kinds::{Body, Role};
use crate::record::trust::Origin;
use crate::text::chunks::chunks;
use crate::text::error_line::first_error_line;
use crate::text::exact::{Exact, exact_words};
use crate::text::terms::{Term, talk_terms};
use crate::text::time_words::{has_question, has_time_word, statement_share};

/// The most bytes that are indexed of a text in a call's parameters: a longer text is mostly the content of a file.
const MAX_PARAMETER_BYTES: usize = 500;

/// The most endings of a path by which the path is found.
const MAX_PATH_ENDINGS: usize = 4;

/// The text of a record that is in the index of words. A document names its chunk of this text by number.
pub(crate) fn recalled_text(record: &Record) -> Cow<'_, str> {
    let Some(body) = &record.body else {
        return Cow::Borrowed(if record.kind == Kind::Note { &record.text } else { "" });
    };
    let mut texts = body.values().filter_map(|(field, value)| indexed_text(field.words, value));
    let Some(first) = texts.next() else { return Cow::Borrowed("") };
    texts.fold(first, |mut text, next_text| {
        if !text.is_empty() && !next_text.is_empty() {
            text.to_mut().push('\n');
        }
        text.to_mut().push_str(&next_text);
        text
    })
}

fn indexed_text(indexed_part: IndexedPart, value: Value<'_>) -> Option<Cow<'_, str>> {
    match (indexed_part, value) {
        (IndexedPart::All, Value::Text(text)) => Some(Cow::Borrowed(text)),
        (IndexedPart::All, Value::Texts(texts)) => Some(Cow::Owned(texts.join("\n"))),
        (IndexedPart::ErrorLine, Value::Text(text)) => Some(Cow::Borrowed(first_error_line(text))),
        (IndexedPart::JsonTexts, Value::Text(text)) => Some(Cow::Owned(json_texts(text))),
        _ => None,
    }
}

/// The beginnings of the texts that are members of a JSON object, or items of a list that is a member, with line breaks
/// between them.
fn json_texts(object: &str) -> String {
    let mut texts = Vec::new();
    if let Ok(Json::Object(members)) = serde_json::from_str(object) {
        for value in members.into_iter().map(|(_, value)| value) {
            match value {
                Json::String(text) => texts.push(text),
                Json::Array(list) => {
                    texts.extend(
                        list.into_iter().filter_map(|one| if let Json::String(text) = one { Some(text) } else { None }),
                    );
                }
                _ => {}
            }
        }
    }
    texts.iter_mut().for_each(|text| text.truncate(text.floor_char_boundary(MAX_PARAMETER_BYTES)));
    texts.join("\n")
}

/// The group of a record: the hash of its session, or without one of its conversation; 0: it has neither.
pub(crate) fn group_of(record: &Record) -> u64 {
    let conversation = match &record.body {
        Some(Body::Turn(turn)) => turn.conversation.as_str(),
        Some(Body::Thought(thought)) => &thought.conversation,
        _ => "",
    };
    match (record.session.as_str(), conversation) {
        ("", "") => 0,
        ("", conversation) => xxhash_rust::xxh3::xxh3_64(conversation.as_bytes()).max(1),
        (session, _) => xxhash_rust::xxh3::xxh3_64_with_seed(session.as_bytes(), 1).max(1),
    }
}

/// Passes the terms of an exact text to `take`. A path also has the terms of its endings, by which people name it.
fn exact_terms(exact: Exact, written: &str, take: &mut impl FnMut(Term)) {
    take(exact_term(exact, written));
    if exact == Exact::Path {
        let slashes = written.rmatch_indices(['/', '\\']).take(MAX_PATH_ENDINGS);
        slashes.for_each(|(at, _)| take(exact_term(exact, &written[at + 1..])));
    }
}

/// The term of a text that is searched exactly. A sign before the text keeps the term apart from those of words.
pub(crate) fn exact_term(exact: Exact, written: &str) -> Term {
    let sign = match exact {
        Exact::Path => "/",
        Exact::ErrorCode => "!",
        Exact::Id => "#",
    };
    xxhash_rust::xxh3::xxh3_64(
        (String::from(sign) + &written.trim_start_matches("./").to_lowercase().replace('\\', "/")).as_bytes(),
    ) as Term
}

pub(super) fn speaker_class_of(record: &Record) -> SpeakerClass {
    let is_human = record.origin == Origin::Person;
    SpeakerClass { trust: record.trust() as u8, origin: record.origin as u8, is_human }
}

/// The documents of a record. A record without terms has none, unless it is a turn: each turn counts as a neighbour of
/// other turns.
pub(crate) fn documents(RecordRef { id, record, .. }: RecordRef<'_>) -> Vec<Document> {
    let text = recalled_text(record);
    let turn = if let Some(Body::Turn(turn)) = &record.body { Some(turn) } else { None };
    let SpeakerClass { trust, origin, is_human } = speaker_class_of(record);
    let is_human = turn.map_or(is_human, |turn| turn.role == Role::User);
    let class = Class { channel: record.channel.clone(), trust, origin };
    let speaker = turn.map_or("", |turn| turn.speaker.as_str());
    let mut speaker_terms: Vec<Term> = Vec::new();
    talk_terms(speaker, &mut |term| speaker_terms.push(term));
    let document = |(at, chunk): (usize, core::ops::Range<usize>)| {
        let text = &text[chunk];
        let mut terms = speaker_terms.clone();
        talk_terms(text, &mut |term| terms.push(term));
        exact_words(text, &mut |exact, written| exact_terms(exact, written, &mut |term| terms.push(term)));
        // A record is found by its anchors even if its text does not name them.
        let anchored_files = if at == 0 { anchored_paths(record) } else { BTreeSet::new() };
        anchored_files.into_iter().for_each(|path| exact_terms(Exact::Path, path, &mut |term| terms.push(term)));
        let entry = Entry {
            id,
            n_terms: terms.len().min(usize::from(u16::MAX)) as u16,
            speaker: speaker_terms.first().copied().unwrap_or(0),
            statement: statement_share(text),
            flags: Flags::of(turn.is_some(), is_human, has_question(text), has_time_word(text)),
            chunk: at.min(usize::from(u8::MAX)) as u8,
            kind: record.kind as u8,
            class: 0,
        };
        Document { group: group_of(record), class: class.clone(), entry, terms }
    };
    let mut documents: Vec<Document> = chunks(&text).enumerate().map(document).collect();
    if documents.is_empty() && turn.is_some() {
        documents.push(document((0, 0..0)));
    }
    documents.retain(|document| turn.is_some() || !document.terms.is_empty());
    documents
}
