//! The core's own policies in the replay.

use std::collections::BTreeMap;

use scrubjay_core::ask::Reply;
use scrubjay_core::error::Error;
use scrubjay_core::window::{self, BodyForm, Edit, ItemKind, NewItem, Settings, Window};

use super::replay::{Pruned, Pruner, REFERENCE_STUB_TOKENS, State, Stub};
use super::trace::{Kind, Part, Segment, distinct, estimate_tokens, line_key};
use super::words;

/// The budget as a share of the window's maximum. The maximum is ten budgets, so that requests above the budget are
/// replayed too.
const THRESHOLD: f64 = 0.1;

/// A window that replays a segment.
pub(super) struct CorePolicy {
    window: Window,
    /// Whether the window knows the time, and so when the provider's cache has expired.
    tells_time: bool,
    n_pushed: usize,
    /// The last replacement of each changed part.
    replacements: BTreeMap<usize, Option<String>>,
}

impl CorePolicy {
    pub(super) fn new(settings: &Settings, budget: u32, tells_time: bool) -> CorePolicy {
        let settings =
            Settings { max_tokens: budget * 10, threshold: THRESHOLD, caller_keeps: true, ..settings.clone() };
        let window = Window::new(settings).expect("the settings are sound");
        CorePolicy { window, tells_time, n_pushed: 0, replacements: BTreeMap::new() }
    }
}

impl CorePolicy {
    /// Applies an edit of the window to the state. Returns the index of the part, or `None` if the edit repeats the
    /// last one of that part.
    fn apply_edit(&mut self, state: &mut State<'_>, edit: &Edit) -> Option<usize> {
        let at = edit.message as usize;
        if self.replacements.get(&at) == Some(&edit.replacement) {
            return None;
        }
        self.replacements.insert(at, edit.replacement.clone());
        state.is_live[at] = false;
        state.is_gone[at] = edit.replacement.is_none();
        if let Some(text) = &edit.replacement {
            state.replacements.insert(at, stub(state.segment, text));
        }
        Some(at)
    }
}

impl Pruner for CorePolicy {
    fn prune_before(&mut self, state: &mut State<'_>, step: usize, total: u64) -> Option<Pruned> {
        let n_before = state.segment.ends[step];
        self.window.push(items(state.segment, self.n_pushed..n_before)).expect("a recorded session is sound");
        self.n_pushed = n_before;
        let time = state.segment.parts.get(n_before).map_or(0, |part| part.time);
        let now = if self.tells_time { time } else { 0 };
        let pruned = match self.window.prune(now, None) {
            // A request that cannot be brought below ten budgets is replayed unchanged.
            Err(Error::Floor(_)) => return None,
            pruned => expect_pruned(pruned),
        };
        let first_changed = pruned.edits.iter().filter_map(|edit| self.apply_edit(state, edit)).min();
        let tokens_left = state.total(n_before);
        // The window's count of stubs differs from the reference's.
        self.window.report_usage(tokens_left);
        let expected_saving = pruned.expected_saving;
        let (is_orphaning, freed) = (is_orphaning(state, n_before), total.saturating_sub(tokens_left));
        Some(Pruned { first: Some(first_changed?), is_orphaning, expected_saving, freed })
    }
}

/// Whether a call was removed whose result stays, or the reverse.
fn is_orphaning(state: &State<'_>, n_before: usize) -> bool {
    let is_apart =
        |at: usize| state.segment.parts[at].call.is_some_and(|call| state.is_gone[call] != state.is_gone[at]);
    (0..n_before).any(is_apart)
}

/// Prunes as far as possible, even if the rest exceeds the budget.
pub(super) fn prune_anyway(window: &mut Window) -> window::Pruned {
    expect_pruned(window.prune_anyway(0, None))
}

pub(super) fn prune(window: &mut Window, now: i64) -> window::Pruned {
    expect_pruned(window.prune(now, None))
}

fn expect_pruned(pruned: Result<Reply<window::Pruned>, Error>) -> window::Pruned {
    match pruned {
        Ok(Reply::Done(pruned)) => pruned,
        Ok(Reply::Ask(_)) => panic!("a window in memory asks nothing"),
        Err(error) => panic!("a prune failed: {error}"),
    }
}

/// The parts as items of the core, one message each, with the reference's token counts. A result without its call
/// becomes an item of code.
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
        // Providers take thoughts only as a whole tool loop, so they leave whole.
        form: if part.kind == Kind::Think { BodyForm::Drop } else { BodyForm::Plain },
        is_error: part.is_error,
        tokens: Some(part.tokens),
        time: part.time,
        ..NewItem::new(kind, message, part.text.as_str())
    }
}

/// The stub of each part by the core, after all prunable parts were pruned; tokens are counted as in the reference
/// evaluator.
pub(super) fn stubs(segment: &Segment, settings: &Settings) -> Vec<Stub> {
    let settings =
        Settings { max_tokens: 100_000_000, threshold: 0.05, low: 0.05, caller_keeps: true, ..settings.clone() };
    let mut window = Window::new(settings).expect("the settings are sound");
    let mut parts = items(segment, 0..segment.parts.len());
    let n_parts = parts.len() as u32;
    // The last steps are never pruned, so three empty ones follow.
    for number_later in 0..3 {
        let text = NewItem { kind: ItemKind::Assistant, response: u32::MAX - number_later, ..parts[0].clone() };
        parts.push(NewItem { text: String::new(), message: n_parts + number_later, call_id: String::new(), ..text });
    }
    window.push(parts).expect("a recorded session is sound");
    window.report_usage(90_000_000);
    let edits: BTreeMap<u32, String> =
        prune(&mut window, 0).edits.into_iter().filter_map(|edit| Some((edit.message, edit.replacement?))).collect();
    let reference_stub = || Stub { tokens: REFERENCE_STUB_TOKENS, words: Vec::new() };
    (0..n_parts).map(|at| edits.get(&at).map_or_else(reference_stub, |text| stub(segment, text))).collect()
}

/// A stub from its text: its tokens, and its words that occur in the segment.
fn stub(segment: &Segment, text: &str) -> Stub {
    let words_in_stub = words::names(text).map(str::to_owned).chain(words::tails(text));
    let words_in_stub = words_in_stub.chain(words::lines(text).map(line_key));
    let words = distinct(words_in_stub.filter_map(|word| segment.numbers.get(&word)));
    Stub { tokens: estimate_tokens(text), words }
}
