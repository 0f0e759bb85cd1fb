//! What a window costs in time: taking parts in, and deciding with 1,000 and 10,000 of them; through the core alone.

use std::time::Instant;

use scrubjay_core::window::{NewItem, Settings, Window};

use super::ours;
use super::trace::Segment;
use crate::microseconds;

pub(super) fn print(segments: &[Segment]) {
    println!(
        "\n### Time\n\n| parts | to take one in, mean | to prune once | to ask when nothing is due |\n|---|---|---|---|"
    );
    for n_parts in [1_000, 10_000] {
        let items = conversation(segments, n_parts);
        if items.len() < n_parts {
            return;
        }
        let n_tokens: u32 = items.iter().filter_map(|item| item.tokens).sum();
        let most = n_tokens.saturating_sub(1).clamp(1_000, 100_000_000);
        let settings = Settings { max_tokens: most, threshold: 1.0, caller_keeps: true, ..Settings::default() };
        let mut window = Window::new(settings).expect("the settings are sound");
        let began = Instant::now();
        for item in items {
            window.push(vec![item]).expect("recorded parts are sound");
        }
        let push = microseconds(began.elapsed()) / n_parts as f64;
        let began = Instant::now();
        let pruned = ours::prune(&mut window, 0);
        let prune = microseconds(began.elapsed());
        let began = Instant::now();
        ours::prune(&mut window, 0);
        let nothing = microseconds(began.elapsed());
        println!(
            "| {n_parts} of {n_tokens} tokens | {push:.0} µs | {:.1} ms ({} parts left, a third of the tokens) | {:.2} ms |",
            prune / 1e3,
            pruned.n_pruned,
            nothing / 1e3
        );
    }
}

/// Parts of as many segments as are needed, as one conversation.
fn conversation(segments: &[Segment], n_parts: usize) -> Vec<NewItem> {
    let mut items: Vec<NewItem> = Vec::new();
    for (number, segment) in segments.iter().enumerate() {
        let first = items.len() as u32;
        items.extend(ours::items(segment, 0..segment.parts.len()).into_iter().map(|item| NewItem {
            message: item.message + first,
            response: item.response + first,
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
