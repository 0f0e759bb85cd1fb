//! A record as a line of an export, and the chain of hashes that shows whether exported lines are unchanged.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value as Json, json};
use xxhash_rust::xxh3::xxh3_128;

use super::check::canonical_json;
use super::envelope::{LearningFields, Record};
use super::fields::{Field, Shape, Value, WordEnum as _};
use super::situation::{MEMBERS, Situated as _};
use crate::base::anchor::Anchor;
use crate::base::id::RecordId;

/// The number of lines so far, and a hash of all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    n_lines: u64,
    hash: [u8; 16],
}

impl Chain {
    pub(crate) fn add(&mut self, line: &str) {
        self.n_lines += 1;
        self.hash = xxh3_128(&[self.hash.as_slice(), line.as_bytes()].concat()).to_be_bytes();
    }

    pub(crate) fn text(&self) -> String {
        format!("{}.{:032x}", self.n_lines, u128::from_be_bytes(self.hash))
    }

    pub(crate) fn parse(text: &str) -> Option<Chain> {
        let (n_lines, hash) = text.split_once('.').filter(|(_, hash)| hash.len() == 32)?;
        let hash = u128::from_str_radix(hash, 16).ok()?.to_be_bytes();
        Some(Chain { n_lines: n_lines.parse().ok()?, hash })
    }
}

/// The last line of an export, which states the number and the hash of the lines.
pub(crate) fn trailer(chain: &Chain) -> String {
    let hash = format!("{:032x}", u128::from_be_bytes(chain.hash));
    canonical_json(json!({ "trailer": { "n_lines": chain.n_lines, "hash": hash } }))
}

/// The last line of an export of a damaged memory, which states no hash. A release that does not know this line refuses
/// it.
pub(crate) fn damaged_trailer(chain: &Chain) -> String {
    canonical_json(json!({ "trailer": { "n_lines": chain.n_lines, "is_damaged": true } }))
}

/// A record as a line without its empty fields, except that the value of a key is written even if it is empty.
pub(crate) fn export_line(id: RecordId, record: Record) -> String {
    canonical_json(Json::Object(export_members(id, record)))
}

/// The members of a record as JSON without the empty ones, except that the value of a key is kept even if it is empty.
pub(super) fn export_members(id: RecordId, mut record: Record) -> Map<String, Json> {
    let mut line = Map::new();
    put(&mut line, MEMBERS.iter().map(|member| member.field.name).zip(record.take_situation().map(Json::from)));
    line.insert("id".into(), id.text().into());
    line.insert("kind".into(), record.kind.word().into());
    line.insert("event_id".into(), record.event_id.as_str().into());
    line.insert("time".into(), record.time.milliseconds().into());
    line.insert("recorded".into(), record.recorded.milliseconds().into());
    line.insert("origin".into(), record.origin.word().into());
    line.insert("trust".into(), record.trust().word().into());
    let parents: Vec<Json> = record.parents.iter().map(|parent| parent.id().text().into()).collect();
    let anchors: Vec<Json> = record.anchors.iter().map(anchor).collect();
    let optional_members = [
        ("principal", Json::from(record.principal)),
        ("channel", record.channel.into()),
        ("text", record.text.into()),
        ("parents", parents.into()),
        ("anchors", anchors.into()),
        ("metadata", user_json(&record.metadata)),
        ("updated", record.updated.map_or(Json::Null, |time| time.milliseconds().into())),
        ("task_intent", record.intent.map_or(Json::Null, |intent| intent.word().into())),
    ];
    put(&mut line, optional_members);
    for (field, value) in record.body.iter().flat_map(|body| body.values()) {
        put_field(&mut line, field, value);
    }
    record.learning.into_iter().for_each(|learning| put_learning(&mut line, learning));
    line
}

fn put_field(line: &mut Map<String, Json>, field: &Field, value: Value<'_>) {
    let json = match value {
        Value::Text(text) if matches!(field.shape, Shape::Json(_)) => user_json(text),
        Value::Text(text) => text.into(),
        Value::Texts(texts) => texts.into(),
        Value::Number(number) => number.into(),
        Value::Flag(Some(false)) if field.is_left_out_if_false => Json::Null,
        Value::Flag(flag) => flag.into(),
        Value::Word(word) => word.into(),
    };
    // The value of a key is written even if it is empty.
    if matches!(field.shape, Shape::Value(_)) || !is_empty(&json) {
        line.insert(field.name.into(), json);
    }
}

fn put_learning(line: &mut Map<String, Json>, learning: LearningFields) {
    let LearningFields { item, tool, paths, failed, part } = learning;
    put(
        line,
        [
            ("item", item.into()),
            ("tool", tool.into()),
            ("files", paths.into()),
            ("success", (!failed).into()),
            ("part", part.into()),
        ],
    );
}

/// Adds members to a line, except those that are empty.
fn put<'m>(line: &mut Map<String, Json>, members: impl IntoIterator<Item = (&'m str, Json)>) {
    line.extend(members.into_iter().filter(|(_, json)| !is_empty(json)).map(|(name, json)| (name.into(), json)));
}

fn is_empty(json: &Json) -> bool {
    match json {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        _ => false,
    }
}

/// The user's JSON as a value; as a text if it is neither object nor list, or if writing the value would give other
/// bytes.
fn user_json(text: &str) -> Json {
    match serde_json::from_str::<Json>(text) {
        Ok(value @ (Json::Object(_) | Json::Array(_))) if canonical_json(value.clone()) == text => value,
        _ => text.into(),
    }
}

fn anchor(anchor: &Anchor) -> Json {
    let hash: String = anchor.hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut members = Map::new();
    put(
        &mut members,
        [
            ("path", anchor.path.as_str().into()),
            ("symbol", anchor.symbol.as_str().into()),
            ("hash", hash.into()),
            ("commit", anchor.commit.as_str().into()),
        ],
    );
    members.into()
}
