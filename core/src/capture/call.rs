//! A tool call, between the call and its result.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};
use serde_json::Value as Json;

use super::checkout::Checkout;
use super::touched::TouchedFile;
use crate::record::check::canonical_json;

/// The most bytes kept of a text parameter; commands and searches are shorter, and written content is in the file.
const MAX_TEXT_BYTES: usize = 1_000;
/// The most bytes of all parameters of a call.
const MAX_PARAMETER_BYTES: usize = 16 << 10;
/// The deepest nesting of parameters, as events allow.
const MAX_DEPTH: usize = 16;
/// Prefixes of providers' random call ids.
const RANDOM_ID_PREFIXES: [&str; 3] = ["call_", "toolu_", "chatcmpl-tool-"];
/// The least bytes of a random call id.
const MIN_RANDOM_ID_BYTES: usize = 20;
/// The most bytes of an id that is kept as it is.
const MAX_ID_BYTES: usize = 90;

/// A call without its result.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct Call {
    /// The harness's id of the call.
    #[n(0)]
    pub(super) id: String,
    #[n(1)]
    pub(super) tool: String,
    /// JSON, with long texts shortened.
    #[n(2)]
    pub(super) parameters: String,
    #[n(3)]
    pub(super) files: Vec<TouchedFile>,
    /// When it was made, in milliseconds since 1970.
    #[n(4)]
    pub(super) time: i64,
    #[n(5)]
    pub(super) session: String,
    /// The branch and commit that were checked out; empty if unknown.
    #[n(6)]
    pub(super) checkout: Checkout,
    /// The session that started the agent's session; may be empty.
    #[n(7)]
    pub(super) parent: String,
    /// Tokens that the model had read before the call; `None` if not counted.
    #[n(8)]
    #[cbor(default)]
    pub(super) context_tokens: Option<u32>,
}

/// The end of a call, as far as the harness states it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct CallEnd<'a> {
    /// The text of the result.
    pub(super) output: Cow<'a, str>,
    /// `None` if unknown.
    pub(super) success: Option<bool>,
    /// Whether a person refused the call, whatever the output says.
    pub(super) is_refused: bool,
    /// When it ended, in milliseconds since 1970; `None` if unknown.
    pub(super) time: Option<i64>,
    /// The duration in milliseconds, if measured.
    pub(super) duration: Option<u32>,
}

/// Shortens a text to about this many bytes.
type Shortener<'s> = &'s dyn Fn(&str, usize) -> String;

/// The parameters of a call with long texts shortened, within `MAX_PARAMETER_BYTES`. Empty if they are no JSON object
/// with members, or cannot be shortened enough.
pub(super) fn parameters(source: &str, shortener: Shortener<'_>) -> String {
    let Ok(mut value) = serde_json::from_str::<Json>(source) else { return String::new() };
    shorten(&mut value, MAX_TEXT_BYTES, 0, shortener);
    if !value.is_object() || value.as_object().is_some_and(serde_json::Map::is_empty) {
        return String::new();
    }
    // The more texts there are, the less is kept of each.
    let mut max = MAX_TEXT_BYTES;
    let mut text = canonical_json(value.clone());
    while text.len() > MAX_PARAMETER_BYTES && max > 16 {
        max /= 4;
        shorten(&mut value, max, 0, shortener);
        text = canonical_json(value.clone());
    }
    if text.len() > MAX_PARAMETER_BYTES { String::new() } else { text }
}

fn shorten(value: &mut Json, max: usize, depth: usize, shortener: Shortener<'_>) {
    match value {
        Json::String(text) => *text = shortener(text, max),
        Json::Array(_) | Json::Object(_) if depth + 1 >= MAX_DEPTH => *value = Json::Null,
        Json::Array(list) => list.iter_mut().for_each(|value| shorten(value, max, depth + 1, shortener)),
        Json::Object(object) => object.values_mut().for_each(|value| shorten(value, max, depth + 1, shortener)),
        _ => {}
    }
}

/// The id of a call: a provider's random id as it is, any other id with its session as a prefix, a long one as a hash;
/// empty if there is none.
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

/// An absolute path stays as it is, also one from `~`; any other path is joined to the folder, without a leading `./`.
pub(super) fn resolve_path(folder: &str, path: &str) -> String {
    let is_whole = path.starts_with(['/', '\\', '~']) || path.as_bytes().get(1) == Some(&b':');
    let path = path.strip_prefix("./").unwrap_or(path);
    match (is_whole || folder.is_empty(), path) {
        (true, _) => String::from(path),
        (false, "" | ".") => String::from(folder),
        (false, _) => format!("{}/{path}", folder.trim_end_matches(['/', '\\'])),
    }
}
