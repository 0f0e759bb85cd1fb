//! Formats the answers of a window for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use scrubjay::window::Pruned;
use scrubjay::wit::Word as _;
use scrubjay::wit::types::Factor;
use scrubjay::wit::window::{
    Explanation, ItemFate, Learning, ListedWindow, SnapshotComparison, SnapshotItem, SnapshotOfWindow, WindowStatus,
};

use crate::output::text::{count, counted_noun, shown, size_text};
use crate::output::times::time_with_offset;

/// The most parts that are shown of those that stayed.
const MAX_KEPT: usize = 10;
/// The most subjects of parts that are shown; further ones are only counted.
const MAX_GROUPS: usize = 20;
/// The most parts shown for each subject; further ones are only counted.
const MAX_PER_GROUP: usize = 3;

/// The result of a prune in one line.
pub(super) fn prune_text(pruned: &Pruned, window: Option<&str>) -> String {
    let mut words = match pruned.n_pruned {
        0 => format!("{} tokens: nothing had to be pruned now", count(pruned.tokens_after)),
        n => format!(
            "{} pruned: {} tokens instead of {}",
            counted_noun(n.into(), "part", "parts"),
            count(pruned.tokens_after),
            count(pruned.tokens_before)
        ),
    };
    if let Some(first) = pruned.first_changed {
        let _ = write!(words, "; the first message that changed is {first}");
    }
    if let (Some(window), 1..) = (window, pruned.n_pruned) {
        let _ = write!(words, "; why: scrubjay window explain {} --window {}", pruned.snapshot, shown(window));
    }
    words
}

/// The parts that left at a prune and those that stayed. `with_factors`: also the value of each part, and the factors
/// of the value.
pub(super) fn snapshot_text(snapshot: &SnapshotOfWindow, window: &str, with_factors: bool) -> String {
    let mut words = format!("snapshot {} of {}", snapshot.number, time_with_offset(snapshot.time));
    if !snapshot.task.is_empty() {
        let _ = write!(words, ", task {}", shown(&snapshot.task));
    }
    let (before, after) = (count(snapshot.tokens_before), count(snapshot.tokens_after));
    let _ = match snapshot.budget {
        0 => writeln!(words, ": {after} tokens"),
        budget => writeln!(
            words,
            ": {before} tokens where {} begin a prune, {after} left where {} were wanted",
            count(budget.into()),
            count(snapshot.target.into())
        ),
    };
    if let Some(counted) = snapshot.not_believed {
        let _ = writeln!(words, "{}", not_believed_text(counted));
    }
    if let Some(first) = snapshot.first_changed {
        let saving = snapshot.expected_saving;
        let _ = writeln!(words, "the first message that changed is {first}; it is expected to save {saving:.0} tokens");
    }
    let pruned_items = items_with_fate(snapshot, |fate| fate == ItemFate::Pruned);
    let recapped_items = items_with_fate(snapshot, |fate| fate == ItemFate::Recapped);
    write_departed(&mut words, "left", (&pruned_items, &recapped_items), with_factors);
    let stayed = items_with_fate(snapshot, |fate| matches!(fate, ItemFate::Kept | ItemFate::Spared));
    let judged_items: Vec<&SnapshotItem> = stayed.iter().copied().filter(|item| !item.factors.is_empty()).collect();
    match with_factors {
        true => write_table(&mut words, "stayed, and would have left next", &judged_items, MAX_KEPT),
        false => write_list(&mut words, "stayed, and would have left next", &judged_items),
    }
    let n = |fate| items_with_fate(snapshot, |one| one == fate).len() as u64;
    let (n_kept, n_protected, n_pruned_before) =
        (stayed.len() as u64, n(ItemFate::Protected), n(ItemFate::PrunedBefore));
    let _ = writeln!(
        words,
        "{n_kept} stayed in all, {n_protected} may not be pruned, {n_pruned_before} were pruned before"
    );
    if snapshot.n_left > 0 {
        let _ = writeln!(words, "{} had left whole before", counted_noun(snapshot.n_left.into(), "part", "parts"));
    }
    if let Some(first) = pruned_items.first().or(recapped_items.first()) {
        let _ = writeln!(words, "to bring one back: scrubjay window restore {} --window {}", first.id, shown(window));
    }
    words
}

/// Snapshots, a line each.
pub(super) fn snapshot_lines(snapshots: &[SnapshotOfWindow]) -> String {
    let line = |one: &SnapshotOfWindow| {
        let why = one.reason.word().replace('_', " ");
        let (before, after) = (count(one.tokens_before), count(one.tokens_after));
        let tokens = if before == after { after } else { format!("{before} to {after}") };
        let task = if one.task.is_empty() { String::new() } else { format!(", task {}", shown(&one.task)) };
        format!("{}  {}  {why}: {tokens} tokens{task}\n", one.number, time_with_offset(one.time))
    };
    snapshots.iter().map(line).collect()
}

/// Says that the provider's token count was used only in part.
fn not_believed_text(counted: u64) -> String {
    let counted = counted_noun(counted, "token", "tokens");
    format!("the provider counted {counted}, which is too far from the estimate: it is believed only in part")
}

/// The parts that would leave at another budget.
pub(super) fn what_if_text(forecast: &SnapshotOfWindow, with_factors: bool) -> String {
    let pruned_items = items_with_fate(forecast, |fate| fate == ItemFate::Pruned);
    let (before, after) = (count(forecast.tokens_before), count(forecast.tokens_after));
    let parts = counted_noun(pruned_items.len() as u64, "part", "parts");
    let budget = count(forecast.budget.into());
    let mut words =
        format!("{parts} would leave: {after} tokens instead of {before}; a prune would begin at {budget}\n");
    if let Some(first) = forecast.first_changed {
        let saving = forecast.expected_saving;
        let _ = writeln!(words, "the first message that would change is {first}; {saving:.0} tokens would be saved");
    }
    let recapped_items = items_with_fate(forecast, |fate| fate == ItemFate::Recapped);
    write_departed(&mut words, "would leave", (&pruned_items, &recapped_items), with_factors);
    words
}

/// The parts that left or came between two snapshots.
pub(super) fn comparison_text(comparison: &SnapshotComparison) -> String {
    let SnapshotComparison { older, newer, tokens_older, tokens_newer, changes } = comparison;
    let (before, after) = (count(*tokens_older), count(*tokens_newer));
    let mut words = format!("snapshot {older}: {before} tokens; snapshot {newer}: {after}\n");
    let fate = |fate: Option<ItemFate>| fate.map_or("not there".to_owned(), |fate| fate.word().replace('_', " "));
    for one in changes {
        let tool = if one.tool.is_empty() { String::new() } else { format!(" {}", shown(&one.tool)) };
        let (kind, tokens) = (one.kind.word().replace('_', " "), count(one.tokens.into()));
        let _ = writeln!(
            words,
            "  {}  message {}  {kind}{tool}  {tokens} tokens: {}, then {}",
            one.id,
            one.message,
            fate(one.older),
            fate(one.newer)
        );
    }
    words
}

/// The fate of one part, and its reasons.
pub(super) fn explanation_text(explanation: &Explanation, with_factors: bool) -> String {
    let Explanation { snapshot, time, item, .. } = explanation;
    let mut words = format!(
        "{}, {} of message {}, {} tokens: {} at snapshot {snapshot} of {}",
        item.id,
        what(item),
        item.message,
        count(item.tokens.into()),
        item.fate.word().replace('_', " "),
        time_with_offset(*time),
    );
    for text in [&item.subject, &item.why].into_iter().filter(|text| !text.is_empty()) {
        let _ = write!(words, "\n  {}", shown(text));
    }
    if with_factors && !item.factors.is_empty() {
        let _ = write!(words, "\n  value {:.3} from {}", item.value, factors(&item.factors));
    }
    words.push('\n');
    words
}

/// The parts whose fate fulfils a condition, in ascending order of value.
fn items_with_fate(snapshot: &SnapshotOfWindow, is_wanted: impl Fn(ItemFate) -> bool) -> Vec<&SnapshotItem> {
    let mut items: Vec<&SnapshotItem> = snapshot.items.iter().filter(|item| is_wanted(item.fate)).collect();
    items.sort_by(|one, other| one.value.total_cmp(&other.value));
    items
}

/// Lists the parts in `pruned_items`, which were pruned singly, and those in `recapped_items`, which left with whole
/// messages. Only the parts in `pruned_items` have factors, since the others were not valued.
fn write_departed(
    words: &mut String,
    verb: &str,
    (pruned_items, recapped_items): (&[&SnapshotItem], &[&SnapshotItem]),
    with_factors: bool,
) {
    match with_factors {
        true => write_table(words, &format!("{verb}, of the least value first"), pruned_items, usize::MAX),
        false => write_groups(words, verb, pruned_items),
    }
    write_groups(words, &format!("{verb} whole, with their messages, into a recap"), recapped_items);
}

/// Lists parts grouped by their subject, the subjects with the most tokens first.
fn write_groups(words: &mut String, title: &str, items: &[&SnapshotItem]) {
    if items.is_empty() {
        return;
    }
    let mut groups: BTreeMap<String, Vec<&SnapshotItem>> = BTreeMap::new();
    for item in items {
        let about = if item.subject.is_empty() { what(item) } else { shown(&item.subject).to_string() };
        groups.entry(about).or_default().push(item);
    }
    let tokens = |items: &[&SnapshotItem]| items.iter().map(|item| u64::from(item.tokens)).sum::<u64>();
    let parts = |items: &[&SnapshotItem]| {
        format!("{}, {} tokens", counted_noun(items.len() as u64, "part", "parts"), count(tokens(items)))
    };
    let _ = writeln!(words, "{title}, {}:", parts(items));
    let mut groups: Vec<(String, Vec<&SnapshotItem>)> = groups.into_iter().collect();
    groups.sort_by_key(|(_, items)| std::cmp::Reverse(tokens(items)));
    for (about, items) in groups.iter().take(MAX_GROUPS) {
        if let [item] = items[..] {
            line(words, &format!("  {about}  "), item);
            continue;
        }
        let _ = writeln!(words, "  {about}: {}", parts(items));
        items.iter().take(MAX_PER_GROUP).for_each(|item| line(words, "    ", item));
        if let Some(more @ 1..) = items.len().checked_sub(MAX_PER_GROUP) {
            let _ = writeln!(words, "    and {more} more");
        }
    }
    if let Some(more @ 1..) = groups.len().checked_sub(MAX_GROUPS) {
        let other_items: Vec<&SnapshotItem> =
            groups[MAX_GROUPS..].iter().flat_map(|(_, items)| items.clone()).collect();
        let _ = writeln!(words, "  and {} about {more} other things; --json has all", parts(&other_items));
    }
}

/// Lists the first [`MAX_KEPT`] parts, a line each.
fn write_list(words: &mut String, title: &str, items: &[&SnapshotItem]) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(words, "{title}:");
    for item in items.iter().take(MAX_KEPT) {
        let about = if item.subject.is_empty() { String::new() } else { format!("{}  ", shown(&item.subject)) };
        line(words, &format!("  {about}"), item);
    }
}

fn line(words: &mut String, prefix: &str, item: &SnapshotItem) {
    let spared_note =
        if item.fate == ItemFate::Spared { ", but pruning it would lose cached text that is worth more" } else { "" };
    let (tokens, why) = (counted_noun(item.tokens.into(), "token", "tokens"), shown(&item.why));
    let _ = writeln!(words, "{prefix}{}  {}  {tokens}: {why}{spared_note}", item.id, what(item));
}

fn write_table(words: &mut String, title: &str, items: &[&SnapshotItem], limit: usize) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(words, "{title}:");
    let _ = writeln!(words, "  {:13}  {:>7}  {:24}  {:>8}  {:>9}  factors", "id", "message", "what", "tokens", "value");
    for item in items.iter().take(limit) {
        let spared_note = if item.fate == ItemFate::Spared { " (the cache behind it is worth more)" } else { "" };
        let _ = writeln!(
            words,
            "  {:13}  {:>7}  {:24}  {:>8}  {:>9.3}  {}{spared_note}",
            item.id,
            item.message,
            what(item),
            count(item.tokens.into()),
            item.value,
            factors(&item.factors),
        );
    }
}

fn what(item: &SnapshotItem) -> String {
    let kind = item.kind.word().replace('_', " ");
    if item.tool.is_empty() { kind } else { format!("{kind} {}", shown(&item.tool)) }
}

fn factors(factors: &[Factor]) -> String {
    let parts: Vec<String> = factors.iter().map(|one| format!("{} {:.3}", shown(&one.name), one.value)).collect();
    parts.join(", ")
}

/// Windows, a line each.
pub(super) fn window_lines(windows: &[ListedWindow]) -> String {
    let line = |one: &ListedWindow| {
        let prunes = counted_noun(one.n_prunes.into(), "prune", "prunes");
        format!("{}  {}  {prunes}, {} kept\n", shown(&one.name), time_with_offset(one.used), size_text(one.body_bytes))
    };
    windows.iter().map(line).collect()
}

/// The learnings from pruned parts.
pub(super) fn learning_lines(learnings: &[Learning]) -> String {
    let mut words = String::new();
    for one in learnings {
        let kind = one.item.word().replace('_', " ");
        let tool = if one.tool.is_empty() { String::new() } else { format!(" {}", shown(&one.tool)) };
        let _ = write!(words, "{}  {}  {kind}{tool}", one.part, time_with_offset(one.time));
        if !one.paths.is_empty() {
            let _ = write!(words, "  {}", shown(&one.paths.join(" ")));
        }
        words.push_str(if one.failed { "  failed" } else { "" });
        if !one.first_error_line.is_empty() {
            let _ = write!(words, ": {}", shown(&one.first_error_line));
        }
        words.push('\n');
    }
    words
}

/// The state of a window; figures of the conversation only if the conversation was read.
pub(super) fn status_text(status: &WindowStatus, n_known: u32, is_read: bool) -> String {
    let mut words = String::new();
    if is_read {
        let _ = writeln!(
            words,
            "{} in {}, {} tokens of {} unpruned; a prune begins at {}",
            counted_noun(status.n_items.into(), "part", "parts"),
            counted_noun(status.n_steps.into(), "step", "steps"),
            count(status.tokens),
            count(status.tokens_unpruned),
            count(status.budget.into())
        );
    } else if status.n_prunes > 0 {
        let _ = writeln!(words, "a prune begins at {} tokens", count(status.budget.into()));
    }
    let _ = writeln!(
        words,
        "{} by {}, {} kept for restoring",
        counted_noun(n_known.into(), "part pruned", "parts pruned"),
        counted_noun(status.n_prunes.into(), "prune", "prunes"),
        size_text(status.body_bytes)
    );
    if !status.task.is_empty() {
        let _ = writeln!(words, "task {}", shown(&status.task));
    }
    if let Some(counted) = status.not_believed {
        let _ = writeln!(words, "{}", not_believed_text(counted));
    }
    words
}
