//! A call of a tool, from when it was made until its result came.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use serde_json::Value as Json;

use super::touched::TouchedFile;
use crate::record::check::canonical_json;

/// The longest text of a parameter that is kept, in bytes: what a command or a search says is shorter, and what a file is written
/// with stands in the file.
const MAX_TEXT_BYTES: usize = 1_000;
/// The most bytes of all parameters.
const MAX_PARAMETER_BYTES: usize = 16 << 10;
/// How deep parameters nest at most, as events have it.
const MAX_DEPTH: usize = 16;
/// How random ids of providers begin, and how long they are at least.
const RANDOM_ID_PREFIXES: [&str; 3] = ["call_", "toolu_", "chatcmpl-tool-"];
const MIN_RANDOM_ID_BYTES: usize = 20;
/// The longest id that is kept as it is, in bytes.
const MAX_ID_BYTES: usize = 90;

/// A call that was made.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct Call {
    /// The harness's id of it.
    #[n(0)]
    pub(super) id: String,
    #[n(1)]
    pub(super) tool: String,
    /// JSON, with long texts cut.
    #[n(2)]
    pub(super) parameters: String,
    #[n(3)]
    pub(super) files: Vec<TouchedFile>,
    /// When it was made, in milliseconds.
    #[n(4)]
    pub(super) time: i64,
    #[n(5)]
    pub(super) session: String,
    #[n(6)]
    pub(super) branch: String,
    /// The session that the agent's own is part of; empty: none.
    #[n(7)]
    pub(super) parent: String,
    /// Tokens that the model had read when it asked for it; none: nobody counted.
    #[n(8)]
    #[cbor(default)]
    pub(super) context_tokens: Option<u32>,
}

/// How a call ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CallEnd<'a> {
    pub(super) output: Cow<'a, str>,
    /// None: nobody said.
    pub(super) success: Option<bool>,
    /// A person did not let it run, whatever the output says.
    pub(super) is_refused: bool,
    /// When, in milliseconds; none: nobody said.
    pub(super) time: Option<i64>,
    /// How many milliseconds it took, where somebody measured.
    pub(super) duration: Option<u32>,
}

/// Shortens a text to at most about this many bytes.
type Shortener<'s> = &'s dyn Fn(&str, usize) -> String;

/// The parameters of a call as they are kept, long texts shortened.
pub(super) fn parameters(source: &str, shortens: Shortener<'_>) -> String {
    let Ok(mut value) = serde_json::from_str::<Json>(source) else { return String::new() };
    shorten(&mut value, MAX_TEXT_BYTES, 0, shortens);
    if !value.is_object() || value.as_object().is_some_and(serde_json::Map::is_empty) {
        return String::new();
    }
    // The more there are, the less of each.
    let mut max = MAX_TEXT_BYTES;
    let mut text = canonical_json(value.clone());
    while text.len() > MAX_PARAMETER_BYTES && max > 16 {
        max /= 4;
        shorten(&mut value, max, 0, shortens);
        text = canonical_json(value.clone());
    }
    if text.len() > MAX_PARAMETER_BYTES { String::new() } else { text }
}

fn shorten(value: &mut Json, max: usize, depth: usize, shortens: Shortener<'_>) {
    match value {
        Json::String(text) => *text = shortens(text, max),
        Json::Array(_) | Json::Object(_) if depth + 1 >= MAX_DEPTH => *value = Json::Null,
        Json::Array(list) => list.iter_mut().for_each(|value| shorten(value, max, depth + 1, shortens)),
        Json::Object(object) => object.values_mut().for_each(|value| shorten(value, max, depth + 1, shortens)),
        _ => {}
    }
}

/// The id of a call: itself where it is a provider's random id, behind its session where it may be a number, its hash
/// where it is too long, and empty where there is none.
pub(super) fn scoped_id(session: &str, id: &str) -> String {
    let is_random =
        id.len() >= MIN_RANDOM_ID_BYTES && RANDOM_ID_PREFIXES.iter().any(|beginning| id.starts_with(beginning));
    match (id.is_empty(), id.len() > MAX_ID_BYTES) {
        (true, _) => String::new(),
        (_, true) => format!("{:032x}", xxhash_rust::xxh3::xxh3_128(id.as_bytes())),
        _ if is_random => String::from(id),
        _ => format!("{session}:{id}"),
    }
}

/// A path as it is meant in a folder.
pub(super) fn resolve_path(folder: &str, path: &str) -> String {
    let is_whole = path.starts_with(['/', '\\', '~']) || path.as_bytes().get(1) == Some(&b':');
    let path = path.strip_prefix("./").unwrap_or(path);
    match (is_whole || folder.is_empty(), path) {
        (true, _) => String::from(path),
        (false, "" | ".") => String::from(folder),
        (false, _) => format!("{}/{path}", folder.trim_end_matches(['/', '\\'])),
    }
}
