//! A record as a line of an export, and the chain of hashes by which a reader knows that lines are as they were written.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_128;

use super::check::canonical_json;
use super::envelope::{Learning, Record};
use super::event::{Body, PatternKind};
use super::keyspace::Kind;
use super::lines::{INTENTS, OPERATIONS, ORIGINS, ROLES, STATUSES};
use super::trust::Trust;
use crate::base::anchor::Anchor;
use crate::base::id::RecordId;

pub(super) const KINDS: [(&str, Kind); 11] = [
    ("note", Kind::Note),
    ("learning", Kind::Learning),
    ("turn", Kind::Turn),
    ("tool_call", Kind::ToolCall),
    ("file_touch", Kind::FileTouch),
    ("task_step", Kind::TaskStep),
    ("strategy", Kind::Strategy),
    ("strategy_use", Kind::StrategyUse),
    ("working_value", Kind::WorkingValue),
    ("profile_value", Kind::ProfileValue),
    ("observation", Kind::Observation),
];
pub(super) const TRUSTS: [(&str, Trust); 3] =
    [("untrusted", Trust::Untrusted), ("unconfirmed", Trust::Unconfirmed), ("confirmed", Trust::Confirmed)];
pub(super) const PATTERNS: [(&str, PatternKind); 2] =
    [("error_fix", PatternKind::ErrorFix), ("refactor", PatternKind::Refactor)];

/// The word for a kind.
pub(super) fn kind_word(kind: Kind) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind).map_or("record", |(word, _)| word)
}

/// How many lines there were, and their hash.
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

/// The last line of an export.
pub(crate) fn trailer(chain: &Chain) -> String {
    let hash = format!("{:032x}", u128::from_be_bytes(chain.hash));
    canonical_json(json!({ "trailer": { "n_lines": chain.n_lines, "hash": hash } }))
}

/// A record as a line, of which what is empty is left out.
pub(crate) fn line(id: RecordId, record: Record) -> String {
    canonical_json(Value::Object(members(id, record)))
}

/// The members of a record, without those that are empty.
pub(super) fn members(id: RecordId, record: Record) -> Map<String, Value> {
    let mut line = Map::new();
    line.insert("id".into(), id.text().into());
    line.insert("kind".into(), word(&KINDS, record.kind));
    line.insert("event_id".into(), record.event_id.as_str().into());
    line.insert("time".into(), record.time.milliseconds().into());
    line.insert("recorded".into(), record.recorded.milliseconds().into());
    line.insert("origin".into(), word(&ORIGINS, record.origin));
    line.insert("trust".into(), word(&TRUSTS, record.trust()));
    let parents: Vec<Value> = record.parents.iter().map(|parent| parent.id().text().into()).collect();
    let anchors: Vec<Value> = record.anchors.iter().map(anchor).collect();
    let others = [
        ("principal", Value::from(record.principal)),
        ("channel", record.channel.into()),
        ("session", record.session.into()),
        ("task", record.task.into()),
        ("text", record.text.into()),
        ("parents", parents.into()),
        ("anchors", anchors.into()),
        ("metadata", parsed(&record.metadata)),
        ("updated", record.updated.map_or(Value::Null, |time| time.milliseconds().into())),
        ("task_intent", record.intent.map_or(Value::Null, |intent| word(&INTENTS, intent))),
    ];
    put(&mut line, others);
    record.body.into_iter().for_each(|body| put_body(&mut line, body));
    record.learning.into_iter().for_each(|learning| put_learning(&mut line, learning));
    line
}

fn put_body(line: &mut Map<String, Value>, body: Body) {
    match body {
        Body::Turn(turn) => put(
            line,
            [
                ("conversation", turn.conversation.into()),
                ("role", word(&ROLES, turn.role)),
                ("text", turn.text.into()),
                ("tokens", turn.tokens.into()),
            ],
        ),
        Body::ToolCall(call) => put(
            line,
            [
                ("tool", call.tool.into()),
                ("parameters", parsed(&call.parameters)),
                ("output", call.output.into()),
                ("success", call.success.into()),
                ("error", call.error.into()),
                ("duration", call.duration.into()),
                ("context_tokens", call.context_tokens.into()),
                ("refused", call.refused.then_some(true).into()),
            ],
        ),
        Body::FileTouch(touch) => put(
            line,
            [
                ("path", touch.path.into()),
                ("operation", word(&OPERATIONS, touch.operation)),
                ("first_line", touch.first_line.into()),
                ("last_line", touch.last_line.into()),
                ("success", touch.success.into()),
                ("why", touch.why.into()),
                ("change", touch.change.into()),
            ],
        ),
        Body::TaskStep(step) => put(
            line,
            [
                ("status", word(&STATUSES, step.status)),
                ("description", step.description.into()),
                ("intent", step.intent.map_or(Value::Null, |intent| word(&INTENTS, intent))),
                ("outcome", step.outcome.into()),
            ],
        ),
        Body::Strategy(strategy) => put(
            line,
            [
                ("description", strategy.description.into()),
                ("context", strategy.context.into()),
                ("task_type", strategy.task_type.into()),
                ("tools", strategy.tools.into()),
            ],
        ),
        Body::StrategyUse(used) => {
            put(line, [("strategy", used.strategy.into()), ("success", used.success.into())]);
        }
        Body::WorkingValue(value) => {
            line.insert("value".into(), value.value.into());
            put(
                line,
                [
                    ("conversation", value.conversation.into()),
                    ("key", value.key.into()),
                    ("lifetime", value.lifetime.into()),
                ],
            );
        }
        Body::ProfileValue(value) => {
            line.insert("value".into(), value.value.into());
            put(line, [("key", value.key.into())]);
        }
        Body::Observation(seen) => put(
            line,
            [
                ("pattern", word(&PATTERNS, seen.kind)),
                ("subject", seen.subject.into()),
                ("signature", seen.signature.into()),
                ("files", seen.files.into()),
            ],
        ),
    }
}

fn put_learning(line: &mut Map<String, Value>, learning: Learning) {
    let Learning { item, tool, paths, failed, part } = learning;
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

/// Adds members, but none that is empty.
fn put<const N: usize>(line: &mut Map<String, Value>, members: [(&str, Value); N]) {
    for (name, value) in members {
        let is_empty = match &value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(list) => list.is_empty(),
            _ => false,
        };
        if !is_empty {
            line.insert(name.into(), value);
        }
    }
}

fn word<T: PartialEq>(words: &[(&str, T)], meant: T) -> Value {
    words.iter().find(|(_, one)| *one == meant).map_or(Value::Null, |(word, _)| Value::from(*word))
}

/// JSON of the user's as it is shown: as a text where showing it as JSON would not give the same bytes back.
fn parsed(text: &str) -> Value {
    match serde_json::from_str::<Value>(text) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) if canonical_json(value.clone()) == text => value,
        _ => text.into(),
    }
}

fn anchor(anchor: &Anchor) -> Value {
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
