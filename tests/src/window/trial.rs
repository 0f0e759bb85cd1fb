//! Passes one history through the core: reads it, pushes it to a window, prunes it in several ways, judges and restores it.

use scrubjay_core::window::formats::{apply, original_json, read, replacement};
use scrubjay_core::window::{BodyForm, Edit, ItemKind, NewItem, Settings, Window};
use serde_json::Value;

use super::MessageFormat;
use super::generate::{Chance, History, history};
use super::judge::{compare, judge};

/// Tries the history of a seed; fails with the first broken promise.
pub fn trial(format: MessageFormat, seed: u64) -> Result<(), String> {
    let history = history(format, seed);
    let before = parsed(&history.text)?;
    match (judge(format, &before), history.is_in_flight) {
        (Err(why), false) => return Err(format!("the history itself is not valid: {why}")),
        (Ok(()), true) => return Err("the judge does not see calls in flight".into()),
        _ => {}
    }
    let items = read(format, &history.text, 0).map_err(|error| error.to_string())?;
    expect(applied(&history.text, &[])? == history.text, "no edit changed something")?;
    reads_alike_in_two_pieces(format, &history, &items, seed)?;
    a_window_takes_it(format, &history, items.len(), seed)?;
    let mut chance = Chance::new(seed ^ 0x5eed);
    stubs_and_restores(format, &history.text, &before, &items, &mut chance)?;
    leaves_thoughts_out(format, &history.text, &before, &items, &mut chance)
}

fn expect(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.to_owned()) }
}

fn parsed(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|why| format!("{why}: {text}"))
}

fn applied(text: &str, edits: &[Edit]) -> Result<String, String> {
    apply(text, edits, 0).map_err(|error| error.to_string())
}

fn is_stubbed(item: &NewItem) -> bool {
    !matches!(item.form, BodyForm::Fixed | BodyForm::Drop)
}

fn edit(item: &NewItem, replacement: Option<String>) -> Edit {
    Edit { message: item.message, pointer: item.pointer.clone(), replacement, id: String::new() }
}

fn stub(item: &NewItem) -> Edit {
    edit(item, replacement(item.form, &format!("[pruned 0000000000000; \"{}\" é\n{}]", item.call_id, item.text.len())))
}

/// Messages that are read in two pieces have the same parts as messages that are read at once.
fn reads_alike_in_two_pieces(
    format: MessageFormat,
    history: &History,
    items: &[NewItem],
    seed: u64,
) -> Result<(), String> {
    let n_first = Chance::new(seed).below(history.messages.len() + 1);
    let mut pieces = Vec::new();
    for (first, messages) in [(0, &history.messages[..n_first]), (n_first, &history.messages[n_first..])] {
        let text = format!("[{}]", messages.join(","));
        pieces.extend(read(format, &text, first as u32).map_err(|error| error.to_string())?);
    }
    // A piece that begins with results does not know their tools, and one that cuts a response in two begins another.
    pieces.iter_mut().zip(items).for_each(|(piece, item)| {
        if piece.tool.is_empty() {
            piece.tool.clone_from(&item.tool);
        }
        piece.response = item.response;
    });
    expect(pieces == items, "two pieces are read otherwise than one")
}

/// A window takes every valid history, at once or in pieces, and recognises what is pushed again.
fn a_window_takes_it(format: MessageFormat, history: &History, n_items: usize, seed: u64) -> Result<(), String> {
    let mut window = Window::new(Settings::default()).map_err(|error| error.to_string())?;
    let mut push = |messages: &[String], first: usize| {
        let text = format!("[{}]", messages.join(","));
        window.push_messages(format, &text, first as u32, 0).map_err(|error| error.to_string())
    };
    let n_first = Chance::new(seed).below(history.messages.len() + 1);
    push(&history.messages[..n_first], 0)?;
    let pushed = push(&history.messages[n_first..], n_first)?;
    expect(pushed.n_items as usize == n_items, "a window has other parts")?;
    let second_push = push(&history.messages, 0)?;
    let is_known =
        second_push.n_new == 0 && second_push.n_known as usize == n_items && second_push.edited_from.is_none();
    expect(is_known, "a window does not know what it was told")
}

/// Replaces all parts by stubs, then some and after them the others; judges the messages and restores them.
fn stubs_and_restores(
    format: MessageFormat,
    text: &str,
    before: &Value,
    items: &[NewItem],
    chance: &mut Chance,
) -> Result<(), String> {
    let stubs: Vec<_> = items.iter().filter(|item| is_stubbed(item)).map(stub).collect();
    let pruned = applied(text, &stubs)?;
    compare(format, before, &parsed(&pruned)?)?;
    let pruned_items = read(format, &pruned, 0).map_err(|error| error.to_string())?;
    let read_again: Vec<&NewItem> = items.iter().filter(|item| !is_settled_by_image(items, item)).collect();
    expect(pruned_items.len() == read_again.len(), "other parts are read of pruned messages")?;
    for (one, other) in read_again.into_iter().zip(&pruned_items) {
        let identity_of = |item: &NewItem| {
            (item.kind, item.message, item.pointer.clone(), item.call_id.clone(), item.tool.clone(), item.is_error)
        };
        // A text takes the place of an image.
        let is_it = match one.kind {
            ItemKind::Media => (one.message, &one.call_id) == (other.message, &other.call_id),
            _ => identity_of(one) == identity_of(other),
        };
        expect(is_it, &format!("{one:?} became {other:?}"))?;
        let is_pruned = other.text.contains("[pruned 0000000000000; ");
        expect(if is_stubbed(one) { is_pruned } else { one == other }, &format!("{one:?} says {other:?}"))?;
    }
    let originals = items.iter().filter(|item| is_stubbed(item)).map(|item| edit(item, Some(original_json(item))));
    expect(applied(&pruned, &originals.collect::<Vec<_>>())? == text, "what is restored differs")?;
    let (mut some_stubs, other_stubs): (Vec<_>, Vec<_>) = stubs.into_iter().partition(|_| chance.once_in(2));
    let half_pruned = applied(text, &some_stubs)?;
    compare(format, before, &parsed(&half_pruned)?)?;
    some_stubs.reverse();
    expect(applied(text, &some_stubs)? == half_pruned, "the order of edits matters")?;
    expect(applied(&half_pruned, &other_stubs)? == pruned, "two prunes differ from one")
}

/// Whether a part is the empty result of a call that an image answers; a text in place of the image is the result itself.
fn is_settled_by_image(items: &[NewItem], item: &NewItem) -> bool {
    let is_of_call = |other: &&NewItem| other.message == item.message && other.call_id == item.call_id;
    let is_empty = item.kind == ItemKind::ToolResult && item.form == BodyForm::Fixed && item.text.is_empty();
    is_empty && items.iter().filter(is_of_call).any(|other| other.kind == ItemKind::Media)
}

/// Leaves out the thoughts of some finished turns, each turn as a whole, and nothing else.
fn leaves_thoughts_out(
    format: MessageFormat,
    text: &str,
    before: &Value,
    items: &[NewItem],
    chance: &mut Chance,
) -> Result<(), String> {
    let turn_of = |at: usize| items[..at].iter().filter(|item| begins_turn(item)).map(|item| item.message).max();
    let last_turn = turn_of(items.len());
    let mut edits = Vec::new();
    let mut choices = std::collections::BTreeMap::new();
    for (at, item) in items.iter().enumerate() {
        let turn = turn_of(at);
        if item.form == BodyForm::Drop && turn < last_turn && *choices.entry(turn).or_insert_with(|| !chance.once_in(3))
        {
            edits.push(edit(item, None));
        } else if is_stubbed(item) && item.kind != ItemKind::Media && chance.once_in(2) {
            edits.push(stub(item));
        }
    }
    let pruned = applied(text, &edits)?;
    compare(format, before, &parsed(&pruned)?)?;
    let pruned_items = read(format, &pruned, 0).map_err(|error| error.to_string())?;
    let n_left_out = edits.iter().filter(|edit| edit.replacement.is_none()).count();
    expect(pruned_items.len() + n_left_out == items.len(), "something else is left out")
}

fn begins_turn(item: &NewItem) -> bool {
    item.kind == ItemKind::User
}
