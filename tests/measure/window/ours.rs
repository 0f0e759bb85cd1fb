//! The core's own policies in the replay.

use scrubjay_core::window::{Bare, Form, ItemKind, NewItem, Settings};

use super::replay::{Pruned, Pruner, State, Stub};
use super::trace::{Kind, Part, Segment, distinct, line_key, tokens};
use super::words;

/// One window over a segment.
pub(super) struct Ours {
    window: Bare,
    budget: u32,
    /// Whether the window is told that the provider's cache has expired.
    tells_cold: Option<u64>,
    n_pushed: usize,
    /// What each prune was expected to save, and what later requests showed: the step, the saving, the tokens freed.
    pub(super) savings: Vec<(usize, f64, u32, u32)>,
}

impl Ours {
    pub(super) fn new(settings: Settings, budget: u32, tells_cold: bool) -> Ours {
        let tells_cold = tells_cold.then_some(settings.cache_lifetime);
        Ours { window: Bare::new(settings), budget, tells_cold, n_pushed: 0, savings: Vec::new() }
    }
}

impl Pruner for Ours {
    fn before(&mut self, state: &mut State<'_>, step: usize, total: u64) -> Option<Pruned> {
        let n_before = state.segment.ends[step];
        for part in &state.segment.parts[self.n_pushed..n_before] {
            self.window.push(item(part));
        }
        self.n_pushed = n_before;
        let now = state.segment.parts.get(n_before).map_or(0, |part| part.time);
        let is_cold = self.tells_cold.is_some_and(|lifetime| idle(state.segment, step) > lifetime);
        let pruned = self.window.prune(now, total as u32, self.budget, is_cold);
        pruned.places.iter().for_each(|at| state.stub(*at as usize));
        let first = *pruned.places.first()? as usize;
        let freed = total - state.total(n_before);
        self.savings.push((step, pruned.saving.expected, freed as u32, pruned.saving.rewritten));
        Some(Pruned { first: Some(first), is_orphaning: false })
    }
}

/// Milliseconds between the request of a step and the one before.
pub(super) fn idle(segment: &Segment, step: usize) -> u64 {
    let time = |step: usize| segment.parts.get(segment.ends[step]).map_or(0, |part| part.time);
    if step == 0 { 0 } else { (time(step) - time(step - 1)).max(0) as u64 }
}

/// A part as the core takes it, with the reference's tokens.
pub(super) fn item(part: &Part) -> NewItem {
    let kind = match part.kind {
        Kind::User | Kind::Meta => ItemKind::User,
        Kind::Text => ItemKind::Assistant,
        Kind::Think => ItemKind::Thinking,
        Kind::Call => ItemKind::Call,
        Kind::Result => ItemKind::ToolResult,
        Kind::Compact => ItemKind::Summary,
    };
    NewItem {
        kind,
        message: 0,
        pointer: String::new(),
        text: part.text.clone(),
        original: String::new(),
        form: Form::Text,
        response: part.response,
        tool: part.tool.clone(),
        call_id: part.id.clone(),
        is_error: part.is_error,
        tokens: Some(part.tokens),
        task: String::new(),
        is_pinned: false,
        relevance: 1.0,
        dependencies: Vec::new(),
        time: part.time,
    }
}

/// What the core leaves of each part, as the reference counts it.
pub(super) fn stubs(segment: &Segment, settings: &Settings) -> Vec<Stub> {
    let mut window = Bare::new(settings.clone());
    let mut stubs = Vec::new();
    for (at, part) in segment.parts.iter().enumerate() {
        window.push(item(part));
        let text = window.stub(at as u32);
        let known = words::names(&text).map(str::to_owned).chain(words::tails(&text));
        let known = known.chain(words::lines(&text).map(line_key));
        let words = distinct(known.filter_map(|word| segment.numbers.get(&word)));
        stubs.push(Stub { tokens: tokens(&text), words });
    }
    stubs
}
