//! The core's own policies in the replay.

use std::collections::BTreeMap;

use scrubjay_core::ask::Reply;
use scrubjay_core::window::{self, ItemKind, NewItem, Settings, Window};

use super::replay::{PLACE, Pruned, Pruner, State, Stub};
use super::trace::{Kind, Part, Segment, distinct, line_key, tokens};
use super::words;

/// The budget as a share of the most tokens: a request that cannot be brought under the budget is replayed all the same.
const THRESHOLD: f64 = 0.1;

/// One window over a segment.
pub(super) struct Ours {
    window: Window,
    /// Whether the window is told the time, and so that the provider's cache has expired.
    tells_time: bool,
    n_pushed: usize,
}

impl Ours {
    pub(super) fn new(settings: &Settings, budget: u32, tells_time: bool) -> Ours {
        let settings =
            Settings { max_tokens: budget * 10, threshold: THRESHOLD, caller_keeps: true, ..settings.clone() };
        let window = Window::new(settings).expect("the settings are sound");
        Ours { window, tells_time, n_pushed: 0 }
    }
}

impl Pruner for Ours {
    fn before(&mut self, state: &mut State<'_>, step: usize, total: u64) -> Option<Pruned> {
        let n_before = state.segment.ends[step];
        self.window.push(items(state.segment, self.n_pushed..n_before)).expect("a recorded session is sound");
        self.n_pushed = n_before;
        let time = state.segment.parts.get(n_before).map_or(0, |part| part.time);
        let pruned = prune(&mut self.window, if self.tells_time { time } else { 0 });
        let visible = pruned.edits.iter().map(|edit| edit.message as usize).filter(|at| state.is_live[*at]);
        let places: Vec<usize> = visible.collect();
        places.iter().for_each(|at| state.stub(*at));
        let left = state.total(n_before);
        // Its own count of stubs is not the reference's.
        self.window.report_usage(left);
        let first = *places.first()?;
        let expected = pruned.expected_saving;
        Some(Pruned { first: Some(first), is_orphaning: false, expected, freed: total - left })
    }
}

pub(super) fn prune(window: &mut Window, now: i64) -> window::Pruned {
    match window.prune(now, None) {
        Ok(Reply::Done(pruned)) => pruned,
        Ok(Reply::Ask(_)) => panic!("a window in memory asks nothing"),
        Err(error) => panic!("a prune failed: {error}"),
    }
}

/// Parts as the core takes them, each a message, with the reference's tokens. A result whose call was cut off is no result here.
pub(super) fn items(segment: &Segment, range: std::ops::Range<usize>) -> Vec<NewItem> {
    range.map(|at| item(&segment.parts[at], at as u32)).collect()
}

fn item(part: &Part, message: u32) -> NewItem {
    let kind = match part.kind {
        Kind::User | Kind::Meta => ItemKind::User,
        Kind::Text => ItemKind::Assistant,
        Kind::Think => ItemKind::Thinking,
        Kind::Call => ItemKind::Call,
        Kind::Result if part.call.is_none() => ItemKind::Code,
        Kind::Result => ItemKind::ToolResult,
        Kind::Compact => ItemKind::Summary,
    };
    NewItem {
        response: part.response,
        tool: part.tool.clone(),
        call_id: part.id.clone(),
        is_error: part.is_error,
        tokens: Some(part.tokens),
        time: part.time,
        ..NewItem::new(kind, message, part.text.as_str())
    }
}

/// What the core leaves of each part, as the reference counts it: all that can be pruned is.
pub(super) fn stubs(segment: &Segment, settings: &Settings) -> Vec<Stub> {
    let settings =
        Settings { max_tokens: 100_000_000, threshold: 0.05, low: 0.05, caller_keeps: true, ..settings.clone() };
    let mut window = Window::new(settings).expect("the settings are sound");
    let mut parts = items(segment, 0..segment.parts.len());
    let n_parts = parts.len() as u32;
    // The last steps would not be pruned.
    for later in 0..3 {
        let text = NewItem { kind: ItemKind::Assistant, response: u32::MAX - later, ..parts[0].clone() };
        parts.push(NewItem { text: String::new(), message: n_parts + later, call_id: String::new(), ..text });
    }
    window.push(parts).expect("a recorded session is sound");
    window.report_usage(90_000_000);
    let edits: BTreeMap<u32, String> = prune(&mut window, 0)
        .edits
        .into_iter()
        .map(|edit| (edit.message, edit.replacement.unwrap_or_default()))
        .collect();
    let stub = |at: u32| {
        let Some(text) = edits.get(&at) else { return Stub { tokens: PLACE, words: Vec::new() } };
        let known = words::names(text).map(str::to_owned).chain(words::tails(text));
        let known = known.chain(words::lines(text).map(line_key));
        let words = distinct(known.filter_map(|word| segment.numbers.get(&word)));
        Stub { tokens: tokens(text), words }
    };
    (0..n_parts).map(stub).collect()
}
