//! The time that a window with 1,000 and 10,000 parts takes: to push parts, to decide, for a whole prune, and to ask when
//! nothing is due. Measured through the core alone, through the component as every program has it, and through the
//! component with a memory's file, in which a prune is durable.

use std::time::Instant;

use scrubjay::records::Place;
use scrubjay::wit::window::{self as wit, WindowSettings};
use scrubjay_core::window::{BodyForm, ItemKind, NewItem, Settings, Window};

use super::ours;
use super::trace::Segment;
use crate::microseconds;

/// The number of times that a decision is measured.
const N_DECISIONS: u32 = 20;

/// A window, through the core or through the component.
trait Timed {
    fn push(&mut self, item: &NewItem);
    /// Prunes; returns the number of parts that left, or `None` if the rest exceeds the maximum.
    fn prune(&mut self) -> Option<u32>;
    fn report_usage(&mut self, tokens: u64);
}

impl Timed for Window {
    fn push(&mut self, item: &NewItem) {
        Window::push(self, vec![item.clone()]).expect("recorded parts are sound");
    }

    fn prune(&mut self) -> Option<u32> {
        match Window::prune(self, 0, None) {
            Ok(scrubjay_core::ask::Reply::Done(pruned)) => Some(pruned.n_pruned),
            _ => None,
        }
    }

    fn report_usage(&mut self, tokens: u64) {
        Window::report_usage(self, tokens);
    }
}

impl Timed for scrubjay::window::Window {
    fn push(&mut self, item: &NewItem) {
        scrubjay::window::Window::push(self, &[to_wit(item)]).expect("recorded parts are sound");
    }

    fn prune(&mut self) -> Option<u32> {
        scrubjay::window::Window::prune(self).ok().map(|pruned| pruned.n_pruned)
    }

    fn report_usage(&mut self, tokens: u64) {
        scrubjay::window::Window::report_usage(self, tokens).expect("the component answers");
    }
}

/// Prints a table.
pub(super) fn print(segments: &[Segment]) {
    println!(
        "| parts | where | to take one in, mean | to decide, where all may leave and that is not enough | to prune once | to ask when nothing is due |\n|---|---|---|---|---|---|"
    );
    for n_parts in [1_000, 10_000] {
        let items = conversation(segments, n_parts);
        if items.len() < n_parts {
            return;
        }
        let n_tokens: u32 = items.iter().filter_map(|item| item.tokens).sum();
        let limit = n_tokens.saturating_sub(1).clamp(1_000, 100_000_000);
        let settings = Settings { max_tokens: limit, threshold: 1.0, caller_keeps: true, ..Settings::default() };
        let parts = format!("{n_parts} of {n_tokens} tokens");
        row(&parts, "core", &mut Window::new(settings).expect("the settings are sound"), &items, limit);
        let settings =
            WindowSettings { max_tokens: limit, threshold: 1.0, caller_keeps: true, ..WindowSettings::default() };
        let mut window = scrubjay::window::Window::new(settings).expect("the settings are sound");
        window.set_clock(Some(0));
        row(&parts, "component", &mut window, &items, limit);
        let folder = tempfile::tempdir().expect("a folder can be made");
        let place = Place::File(folder.path().join("memory.redb"));
        let mut window =
            scrubjay::window::Window::open(place, "speed".into(), settings).expect("the settings are sound");
        window.set_clock(Some(0));
        row(&parts, "component, kept in a memory", &mut window, &items, limit);
    }
}

fn row(parts: &str, place: &str, window: &mut impl Timed, items: &[NewItem], limit: u32) {
    let push = timed(|| items.iter().for_each(|item| window.push(item))).0 / items.len() as f64;
    // A request that the provider counted far above the budget: all parts are judged and leave, and the prune is refused.
    window.report_usage(u64::from(limit) * 10);
    let (decide, refused) = timed(|| (0..N_DECISIONS).all(|_| window.prune().is_none()));
    assert!(refused, "a prune met a budget that cannot be met");
    window.report_usage(0);
    let (prune, n_pruned) = timed(|| window.prune());
    let idle = timed(|| window.prune()).0;
    println!(
        "| {parts} | {place} | {push:.0} µs | {:.1} ms | {:.1} ms ({} parts left) | {:.2} ms |",
        decide / f64::from(N_DECISIONS) / 1e3,
        prune / 1e3,
        n_pruned.unwrap_or(0),
        idle / 1e3
    );
}

/// The microseconds of a call, and its result.
fn timed<T>(call: impl FnOnce() -> T) -> (f64, T) {
    let began = Instant::now();
    let result = call();
    (microseconds(began.elapsed()), result)
}

/// An item of the core in the types of the interface.
fn to_wit(item: &NewItem) -> wit::NewItem {
    wit::NewItem {
        kind: match item.kind {
            ItemKind::User => wit::ItemKind::User,
            ItemKind::Assistant => wit::ItemKind::Assistant,
            ItemKind::Thinking => wit::ItemKind::Thinking,
            ItemKind::Call => wit::ItemKind::Call,
            ItemKind::ToolResult => wit::ItemKind::ToolResult,
            ItemKind::Code => wit::ItemKind::Code,
            ItemKind::Summary => wit::ItemKind::Summary,
            kind => panic!("{kind:?} is not recorded"),
        },
        form: match item.form {
            BodyForm::Plain => wit::BodyForm::Plain,
            form => panic!("{form:?} is not recorded"),
        },
        message: item.message,
        pointer: item.pointer.clone(),
        text: item.text.clone(),
        original: item.original.clone(),
        response: item.response,
        tool: item.tool.clone(),
        call_id: item.call_id.clone(),
        is_error: item.is_error,
        places: Vec::new(),
        tokens: item.tokens,
        task: item.task.clone(),
        is_pinned: item.is_pinned,
        relevance: item.relevance,
        dependencies: item.dependencies.clone(),
        time: item.time,
    }
}

/// The parts of as many segments as are needed, as one conversation.
fn conversation(segments: &[Segment], n_parts: usize) -> Vec<NewItem> {
    let mut items: Vec<NewItem> = Vec::new();
    for (number, segment) in segments.iter().enumerate() {
        let first_message = items.len() as u32;
        items.extend(ours::items(segment, 0..segment.parts.len()).into_iter().map(|item| NewItem {
            message: item.message + first_message,
            response: item.response + first_message,
            call_id: if item.call_id.is_empty() { item.call_id } else { format!("{number} {}", item.call_id) },
            ..item
        }));
        if items.len() >= n_parts {
            break;
        }
    }
    items.truncate(n_parts);
    items
}
