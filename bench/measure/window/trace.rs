//! Recorded sessions, each a line of JSON, cut into segments at each compaction, as the reference evaluator does.
//!
//! A session is `{source, sid, events: [{k, t, ts, tool?, inp?, id?, err?, mid?}]}`. `k` is user, text, think, call, result,
//! meta, compact or boundary. A step is one response of the model, identified by `mid`.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::words;

/// The reference's estimate of the tokens of a message with this text.
pub(crate) fn estimate_tokens(text: &str) -> u32 {
    (text.chars().count() as f64 * 0.373) as u32 + 4
}

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    User,
    Text,
    Think,
    Call,
    Result,
    Meta,
    Compact,
}

/// A text, thought, call or result of a session.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) kind: Kind,
    pub(crate) text: String,
    pub(crate) tool: String,
    pub(crate) id: String,
    pub(crate) input: serde_json::Map<String, Value>,
    pub(crate) is_error: bool,
    /// The number of the response, which all of its parts share.
    pub(crate) response: u32,
    pub(crate) step: usize,
    pub(crate) tokens: u32,
    /// The provider's count for the request whose response this part belongs to, including cached tokens; 0 if it was
    /// not recorded.
    pub(crate) provider_tokens: u64,
    /// Milliseconds since 1970; never less than that of an earlier part.
    pub(crate) time: i64,
    /// The index of the call that a result belongs to.
    pub(crate) call: Option<usize>,
    pub(crate) names: Vec<u32>,
    pub(crate) tails: Vec<u32>,
    pub(crate) lines: Vec<u32>,
}

/// A number for each distinct text.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    numbers: BTreeMap<String, u32>,
}

impl Numbers {
    fn add(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(text.to_owned(), number);
        number
    }

    pub(crate) fn get(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }
}

/// A part of a session between two compactions.
#[derive(Debug)]
pub(crate) struct Segment {
    /// The index of its session in the file.
    pub(crate) session: usize,
    pub(crate) parts: Vec<Part>,
    pub(crate) n_steps: usize,
    /// The number of parts before the request of each step.
    pub(crate) ends: Vec<usize>,
    pub(crate) numbers: Numbers,
}

/// A choice of sessions: `Tune` are those by which constants may be chosen, `Aside` all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    All,
    Tune,
    Aside,
}

impl Share {
    pub(crate) fn description(self) -> &'static str {
        match self {
            Share::All => "all",
            Share::Tune => "the two thirds by which constants were chosen",
            Share::Aside => "the third that was kept aside and scored once",
        }
    }

    /// Whether the choice includes a session. A third of all sessions, by their ids, is set aside.
    fn holds(self, sid: &str) -> bool {
        // 64-bit FNV-1a.
        let hash = sid
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        match self {
            Share::All => true,
            Share::Tune => hash % 3 != 0,
            Share::Aside => hash % 3 == 0,
        }
    }
}

/// The segments of a file's sessions, and the number of sessions read.
pub(crate) fn read(file: &Path, share: Share) -> Result<(Vec<Segment>, usize), Box<dyn Error>> {
    let (mut segments, mut n_sessions) = (Vec::new(), 0);
    each_session(file, share, |session| {
        let events = session["events"].as_array().ok_or("a session without events")?;
        for part in events.split(|event| event["k"] == "boundary").filter(|part| !part.is_empty()) {
            segments.push(segment(n_sessions, part));
        }
        n_sessions += 1;
        Ok(())
    })?;
    Ok((segments, n_sessions))
}

/// Long conversations: sessions of one working folder, joined in the order of their times and without their
/// compactions; and the number of sessions read. A conversation begins at each session, and ends with the session in
/// which it reaches `n_steps` responses. Conversations overlap, so that there are enough of them.
pub(crate) fn read_joined(file: &Path, share: Share, n_steps: usize) -> Result<(Vec<Segment>, usize), Box<dyn Error>> {
    let mut by_folder: BTreeMap<String, Vec<(String, Vec<Value>)>> = BTreeMap::new();
    let mut n_sessions = 0;
    each_session(file, share, |mut session| {
        let began = session["t0"].as_str().unwrap_or_default().to_owned();
        let folder = session["meta"]["cwd"].as_str().unwrap_or_default().to_owned();
        let Value::Array(mut events) = session["events"].take() else { return Err("a session without events".into()) };
        events.retain(|event| event["k"] != "boundary" && event["k"] != "compact");
        by_folder.entry(folder).or_default().push((began, events));
        n_sessions += 1;
        Ok(())
    })?;
    let mut segments = Vec::new();
    for sessions in by_folder.values_mut() {
        sessions.sort_by(|one, other| one.0.cmp(&other.0));
        for start in 0..sessions.len() {
            let mut events = Vec::new();
            for (_, session_events) in &sessions[start..] {
                events.extend_from_slice(session_events);
                let responses: BTreeSet<&str> = events.iter().filter_map(|event| event["mid"].as_str()).collect();
                if responses.len() >= n_steps {
                    segments.push(segment(segments.len(), &events));
                    break;
                }
            }
        }
    }
    Ok((segments, n_sessions))
}

/// Passes each session of a file to a function. A file whose name ends with `.gz` is unpacked by `gzip`.
fn each_session(
    file: &Path,
    share: Share,
    mut visit: impl FnMut(Value) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut child = match file.extension().is_some_and(|end| end == "gz") {
        true => Command::new("gzip").arg("-dc").arg(file).stdout(Stdio::piped()).spawn()?,
        false => Command::new("cat").arg(file).stdout(Stdio::piped()).spawn()?,
    };
    for line in BufReader::new(child.stdout.take().ok_or("no output")?).lines() {
        let session: Value = serde_json::from_str(&line?)?;
        if share.holds(session["sid"].as_str().unwrap_or_default()) {
            visit(session)?;
        }
    }
    child.wait()?;
    Ok(())
}

fn segment(session: usize, events: &[Value]) -> Segment {
    let mut numbers = Numbers::default();
    let mut parts: Vec<Part> = Vec::new();
    let mut responses: BTreeMap<String, u32> = BTreeMap::new();
    let (mut n_steps, mut last_response, mut time) = (0_usize, None, 0);
    let mut calls: BTreeMap<String, usize> = BTreeMap::new();
    for event in events {
        let Some(kind) = kind(event) else { continue };
        let text = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
        let n_responses = responses.len() as u32;
        let response = *responses.entry(event["mid"].to_string()).or_insert(n_responses);
        if matches!(kind, Kind::Text | Kind::Think | Kind::Call) && last_response != Some(response) {
            n_steps += 1;
            last_response = Some(response);
        }
        time = time.max(milliseconds(&text("ts")).unwrap_or(0));
        let input = event["inp"].as_object().cloned().unwrap_or_default();
        let (body, id) = (text("t"), text("id"));
        let call = (kind == Kind::Result).then(|| calls.get(&id).copied()).flatten();
        if kind == Kind::Call {
            calls.insert(id.clone(), parts.len());
        }
        let values = || input.values().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        let line_text = match kind {
            Kind::Call => values().collect::<Vec<_>>().join("\n"),
            _ => body.clone(),
        };
        parts.push(Part {
            kind,
            // A result has the tool of its call.
            tool: call.map_or_else(|| text("tool"), |call| parts[call].tool.clone()),
            id,
            is_error: event["err"].as_bool().unwrap_or(false),
            response,
            step: n_steps.saturating_sub(1),
            tokens: estimate_tokens(&body),
            provider_tokens: counted_tokens(&event["usage"]),
            time,
            call,
            names: distinct(words::names(&body).map(|word| numbers.add(word))),
            tails: distinct(words::tails(&body).iter().map(|word| numbers.add(word))),
            lines: distinct(words::lines(&line_text).map(|line| numbers.add(&line_key(line)))),
            text: body,
            input,
        });
    }
    let ends = (0..n_steps).map(|step| parts.partition_point(|part| part.step < step)).collect();
    Segment { session, parts, n_steps, ends, numbers }
}

fn counted_tokens(usage: &Value) -> u64 {
    let tokens_of = |name: &str| usage[name].as_u64().unwrap_or(0);
    tokens_of("input_tokens") + tokens_of("cache_read_input_tokens") + tokens_of("cache_creation_input_tokens")
}

/// The key of a line among numbered texts, distinct from names and paths.
pub(crate) fn line_key(line: &str) -> String {
    format!("\n{line}")
}

/// The distinct numbers, in ascending order.
pub(crate) fn distinct(numbers: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn kind(event: &Value) -> Option<Kind> {
    Some(match event["k"].as_str()? {
        "user" => Kind::User,
        "text" => Kind::Text,
        "think" => Kind::Think,
        "call" => Kind::Call,
        "result" => Kind::Result,
        "meta" => Kind::Meta,
        "compact" => Kind::Compact,
        _ => return None,
    })
}

/// Parses a time such as `2026-01-27T09:18:57.495Z` to milliseconds since 1970.
pub(crate) fn milliseconds(text: &str) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<i64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    let thousandths = text.get(20..23).and_then(|digits| digits.parse::<i64>().ok()).unwrap_or(0);
    // Days of the civil calendar, in years that begin in March.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let year_of_era = year.rem_euclid(400);
    let days = year.div_euclid(400) * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100
        + (153 * month + 2) / 5
        + day
        - 1;
    Some((((days - 719_468) * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + thousandths)
}
