//! The commands about windows: fitting a conversation into a budget, and explaining the fate of its parts.
//!
//! Messages that are printed keep every byte that no edit replaces: they are not parsed and formatted again here. Not
//! here: what is pruned.

mod args;
mod parts;
mod prepare;
mod replay;
mod restore;
mod text;

use std::cmp::Reverse;
use std::io::Read as _;
use std::path::PathBuf;

use scrubjay::Error;
use scrubjay::records::{Place, now};
use scrubjay::shown::escaped_json;
use scrubjay::window::{Pruned, Window as Conversation, try_again, windows};
use scrubjay::wit::Word as _;
use scrubjay::wit::records::Origin;
use scrubjay::wit::types::{Error as Refusal, UnknownName};
use scrubjay::wit::window::{Explanation, LearningPage, MessageFormat, Restored, WindowSettings, WindowStatus};
use serde_json::{Value, json};

pub(crate) use self::args::WindowCommand;
use self::args::{MAX_WINDOWS, NamedWindow, Prune};
use crate::memory::confirm;
use crate::memory::damaged::tell_salvage;
use crate::memory::place::MemoryLocation;
use crate::output::Output;
use crate::output::json::Json as _;
use crate::output::text::{counted_noun, shown, size_text};
use crate::{Ending, Fault};

/// The most bytes of messages that are read as JSON: twice the 512 MiB of text that the component accepts.
const MAX_INPUT: u64 = 1 << 30;
/// The most windows that are suggested for an unknown name.
const MAX_SUGGESTED: usize = 5;

pub(crate) fn window(what: WindowCommand, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    match what {
        WindowCommand::Prune(given) => prune(given, root, output),
        WindowCommand::Prepare(given) => prepare::prepare(given, root, output),
        WindowCommand::Restore { id, format, window, limit, skip, original, place } => {
            let place = place.place(root, output)?;
            print_restored(place, (&id, format.as_deref(), window.as_deref()), (original, skip, limit), output)
        }
        WindowCommand::Explain { what, factors, named } => explain((what.as_deref(), factors), &named, root, output),
        WindowCommand::WhatIf { max_tokens, factors, format, window, place } => {
            what_if((max_tokens, factors, &format, window), place, root, output)
        }
        WindowCommand::Snapshot { format, named } => {
            let mut window = named.open_to_change(root, output)?;
            push_and_change(&mut window, format_of(&format), &messages()?, Conversation::snapshot)?;
            tell_mended(&window, output);
            let new_snapshots = window.snapshots(1, 0)?.snapshots;
            output.tell(
                &new_snapshots,
                |new_snapshots| text::snapshot_lines(new_snapshots),
                || new_snapshots.first().map_or(Value::Null, |new_snapshots| new_snapshots.json()),
            );
            Ok(Ending::Found)
        }
        WindowCommand::Snapshots { limit, before, named } => {
            let page = named.open(root, output)?.snapshots(limit, before.unwrap_or(0))?;
            output.tell(&page, |page| text::snapshot_lines(&page.snapshots), || page.json());
            if let Some(last) = page.snapshots.last().filter(|_| page.has_more) {
                output.say(format_args!("there are older ones: {} {} goes on", output.argument("before"), last.number));
            }
            Ok(if page.snapshots.is_empty() { Ending::Nothing } else { Ending::Found })
        }
        WindowCommand::Compare { older, newer, named } => {
            let compared = named.open(root, output)?.compare_snapshots(older, newer)?;
            output.tell(&compared, text::comparison_text, || compared.json());
            Ok(if compared.changes.is_empty() { Ending::Nothing } else { Ending::Found })
        }
        WindowCommand::Recover { snapshot, format, named } => recover(snapshot, &format, &named, root, output),
        WindowCommand::List { limit, after, place } => {
            let page = place.open(root, output)?.records.windows(limit, &after)?;
            output.tell(&page, |page| text::window_lines(&page.windows), || page.json());
            if let Some(last) = page.windows.last().filter(|_| page.has_more) {
                output.say(format_args!("there are more: {} {} goes on", output.argument("after"), shown(&last.name)));
            }
            Ok(if page.windows.is_empty() { Ending::Nothing } else { Ending::Found })
        }
        WindowCommand::Status { named, format } => status(&named, format.as_deref(), root, output),
        WindowCommand::Learnings { limit, named } => {
            let page = learnings(named.place.place(root, output)?, &named.window, limit)?;
            output.tell(&page, |page| text::learning_lines(&page.learnings), || page.json());
            if page.has_more {
                output.say(format_args!("there are older ones: ask for them with {}", output.argument("limit")));
            }
            Ok(if page.learnings.is_empty() { Ending::Nothing } else { Ending::Found })
        }
        WindowCommand::Pin { ids, off, format, named } => pin(&ids, off, &format, &named, root, output),
        WindowCommand::End { yes, named } => end(yes, &named, root, output),
        WindowCommand::Replay(given) => replay::replay(&given, output),
    }
}

fn what_if(
    (max_tokens, factors, format, window): (u32, bool, &str, Option<String>),
    place: MemoryLocation,
    root: Option<PathBuf>,
    output: &Output,
) -> Result<Ending, Fault> {
    let settings = WindowSettings::default();
    let mut window = match window {
        Some(name) => open_existing(place.place(root, output)?, &name)?,
        None => Conversation::new(WindowSettings { caller_keeps: true, ..settings })?,
    };
    window.push_messages(format_of(format), &messages()?, 0)?;
    let forecast = window.what_if(max_tokens)?;
    output.tell(&forecast, |forecast| text::what_if_text(forecast, factors), || forecast.json());
    Ok(Ending::Found)
}

fn pin(
    ids: &[String],
    off: bool,
    format: &str,
    named: &NamedWindow,
    root: Option<PathBuf>,
    output: &Output,
) -> Result<Ending, Fault> {
    let mut window = named.open_to_change(root, output)?;
    push_and_change(&mut window, format_of(format), &messages()?, |window| window.pin(ids, !off))?;
    tell_mended(&window, output);
    let words = || {
        let parts = counted_noun(ids.len() as u64, "part", "parts");
        format!("{parts} {}\n", if off { "may leave again" } else { "stay in the conversation" })
    };
    output.answer(words, || json!({ "ids": ids, "is_pinned": !off }));
    Ok(Ending::Found)
}

fn end(yes: bool, named: &NamedWindow, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut window = named.open_to_change(root, output)?;
    if output.speaker() == Origin::Person {
        let WindowStatus { n_pruned, body_bytes, .. } = window.status()?;
        let (name, parts) = (shown(&named.window), counted_noun(n_pruned.into(), "part", "parts"));
        let size = size_text(body_bytes);
        confirm(yes, &format!("End {name}? {parts} that left it, {size}, cannot be restored then."))?;
    }
    try_again(|| window.end())?;
    tell_mended(&window, output);
    let words = || format!("{} has ended: nothing of it can be restored any more\n", shown(&named.window));
    output.answer(words, || json!({ "ended": named.window }));
    Ok(Ending::Found)
}

impl NamedWindow {
    /// Opens an existing window for reading.
    fn open(&self, root: Option<PathBuf>, output: &Output) -> Result<Conversation, Fault> {
        Ok(open_existing(self.place.place(root, output)?, &self.window)?)
    }

    /// Opens an existing window for changes.
    fn open_to_change(&self, root: Option<PathBuf>, output: &Output) -> Result<Conversation, Fault> {
        Ok(open_existing(self.place.place_to_change(root, output)?, &self.window)?)
    }
}

/// The names of the windows, the most recently used first; if there are more than [`MAX_WINDOWS`], only those that are
/// first by name.
fn last_used(place: Place) -> Result<Vec<String>, Error> {
    let mut windows = windows(place, "", MAX_WINDOWS, "")?.windows;
    windows.sort_by_key(|window| Reverse(window.used));
    Ok(windows.into_iter().map(|window| window.name).collect())
}

/// Prints the content of a part: from the named window, or from the window that has the part.
fn print_restored(
    place: Place,
    (id, format, window): (&str, Option<&str>, Option<&str>),
    part_options: (bool, u32, Option<u32>),
    output: &Output,
) -> Result<Ending, Fault> {
    let restored = match window {
        Some(name) => restore::from_window(&mut open_existing(place, name)?, id, format)?,
        None => restore::from_any_window(&place, id, restore::conversation(format)?.as_ref())?,
    };
    restore::print_part(id, &restored, part_options, output);
    Ok(Ending::Found)
}

/// The content of a part, from the most recently used window that has it.
///
/// # Errors
/// As for [`Conversation::restore`].
pub(crate) fn restore_from_any(place: &Place, id: &str) -> Result<Restored, Error> {
    restore::from_any_window(place, id, None)
}

/// Opens an existing window; if there is none of this name, the error suggests recently used windows.
fn open_existing(place: Place, name: &str) -> Result<Conversation, Error> {
    let window = Conversation::open(place.clone(), name.into(), WindowSettings::default())?;
    if window.found().is_known { Ok(window) } else { Err(unknown_window(place, name)?) }
}

/// The learnings of a window, even if it has ended.
fn learnings(place: Place, name: &str, limit: u32) -> Result<LearningPage, Error> {
    let mut window = Conversation::open(place.clone(), name.into(), WindowSettings::default())?;
    let page = window.learnings(limit)?;
    if window.found().is_known || !page.learnings.is_empty() { Ok(page) } else { Err(unknown_window(place, name)?) }
}

/// The error for an unknown name of a window, with recently used windows as suggestions.
fn unknown_window(place: Place, name: &str) -> Result<Error, Error> {
    let suggestions = last_used(place)?.into_iter().take(MAX_SUGGESTED).collect();
    let unknown = UnknownName { name: name.to_owned(), suggestions, imported: None, named_in: Vec::new() };
    Ok(Error::Refused(Refusal::Unknown(unknown)))
}

/// Pushes the conversation, then applies `change`; repeats both if another process changed the window meanwhile.
fn push_and_change(
    window: &mut Conversation,
    format: MessageFormat,
    messages: &str,
    change: impl Fn(&mut Conversation) -> Result<(), Error>,
) -> Result<(), Error> {
    try_again(|| {
        window.push_messages(format, messages, 0)?;
        change(window)
    })
}

/// Reports the losses if the memory was salvaged before the window was changed.
fn tell_mended(window: &Conversation, output: &Output) {
    if let Some(salvage) = window.salvaged() {
        tell_salvage(salvage, output);
    }
}

fn prune(given: Prune, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let settings = given.settings.window_settings();
    let mut window = match &given.window {
        Some(name) => Conversation::open(given.place.place_to_change(root, output)?, name.as_str().into(), settings)?,
        None => Conversation::new(WindowSettings { caller_keeps: true, ..settings })?,
    };
    let messages = messages()?;
    if given.parts {
        let pruned = prune_parts(&mut window, &messages, &given, output);
        tell_mended(&window, output);
        return pruned;
    }
    let format = format_of(given.format.as_deref().unwrap_or_default());
    if let Some(task) = given.task.filter(|task| window.status().is_ok_and(|status| status.task != *task)) {
        push_and_change(&mut window, format, &messages, |window| window.set_task(&task))?;
    }
    let (edited, pruned) = match given.anyway {
        true => window.fit_anyway(format, &messages)?,
        false => window.fit(format, &messages)?,
    };
    tell_mended(&window, output);
    output.say(text::prune_text(&pruned, given.window.as_deref()));
    if output.is_json() {
        output.export(&with_messages(&edited, output.with_staleness(json_of(&pruned))));
    } else {
        output.export(&edited);
        output.export(if edited.ends_with('\n') { "" } else { "\n" });
    }
    Ok(Ending::Found)
}

/// Prunes a conversation that is given as parts. It prints the edits, which the calling program makes in its messages.
fn prune_parts(window: &mut Conversation, parts: &str, given: &Prune, output: &Output) -> Result<Ending, Fault> {
    let items = parts::parse_parts(parts, now())?;
    let set_task = given.task.as_ref().filter(|task| window.status().is_ok_and(|status| status.task != **task));
    let pruned = try_again(|| {
        window.push(&items)?;
        set_task.map_or(Ok(()), |task| window.set_task(task))?;
        window.prune()
    })?;
    output.say(text::prune_text(&pruned, given.window.as_deref()));
    output.data(|| format!("{:#}\n", json_of(&pruned)), || json_of(&pruned));
    Ok(Ending::Found)
}

/// The edited messages and the result of the prune as one JSON object. The messages keep their bytes, and control
/// characters in the rest are escaped.
fn with_messages(edited: &str, pruned: Value) -> String {
    let figures = pruned.to_string();
    format!("{{\"messages\":{},{}\n", edited.trim(), escaped_json(figures.trim_start_matches('{')))
}

fn json_of(pruned: &Pruned) -> Value {
    json!({
        "edits": pruned.edits.json(),
        "n_pruned": pruned.n_pruned,
        "tokens_before": pruned.tokens_before,
        "tokens_after": pruned.tokens_after,
        "first_changed": pruned.first_changed,
        "expected_saving": pruned.expected_saving,
        "snapshot": pruned.snapshot,
    })
}

fn explain(
    (id_or_number, factors): (Option<&str>, bool),
    named: &NamedWindow,
    root: Option<PathBuf>,
    output: &Output,
) -> Result<Ending, Fault> {
    let mut window = named.open(root, output)?;
    // An id has thirteen characters, more than the digits of any number.
    if let Some(id) = id_or_number.filter(|id_or_number| id_or_number.parse::<u32>().is_err()) {
        let explanation = window.explain(id)?;
        if explanation.is_none() {
            output.say("no prune that is kept judged a part of this id");
        }
        let words = |explanation: &Option<Explanation>| {
            explanation.as_ref().map_or_else(String::new, |explanation| text::explanation_text(explanation, factors))
        };
        output.tell(&explanation, words, || explanation.as_ref().map_or(Value::Null, |explanation| explanation.json()));
        return Ok(if explanation.is_some() { Ending::Found } else { Ending::Nothing });
    }
    let Some(snapshot) = window.find_snapshot(id_or_number.and_then(|id_or_number| id_or_number.parse().ok()))? else {
        output.say("there is no such snapshot: nothing was pruned, or it is older than those that are kept");
        output.answer(String::new, || Value::Null);
        return Ok(Ending::Nothing);
    };
    output.tell(&snapshot, |snapshot| text::snapshot_text(snapshot, &named.window, factors), || snapshot.json());
    Ok(Ending::Found)
}

fn status(named: &NamedWindow, format: Option<&str>, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut window = named.open(root, output)?;
    if let Some(format) = format {
        window.push_messages(format_of(format), &messages()?, 0)?;
    }
    let (mut status, n_restorable) = (window.status()?, window.found().n_pruned);
    // The budget is a setting of the window's agent; the snapshot of the last prune has it.
    status.budget = window.find_snapshot(None)?.map_or(status.budget, |last| last.budget);
    let words = |status: &WindowStatus| text::status_text(status, n_restorable, format.is_some());
    output.tell(&status, words, || status.json());
    Ok(Ending::Found)
}

fn recover(
    snapshot: u32,
    format: &str,
    named: &NamedWindow,
    root: Option<PathBuf>,
    output: &Output,
) -> Result<Ending, Fault> {
    let mut window = named.open(root, output)?;
    let messages = messages()?;
    window.push_messages(format_of(format), &messages, 0)?;
    let recovered = window.recover_snapshot(snapshot)?;
    let edited = window.edit_messages(&messages, 0, &recovered.edits)?;
    output.say(format_args!(
        "of these, the first {} were sent then",
        counted_noun(recovered.n_messages.into(), "message", "messages")
    ));
    if recovered.n_missing > 0 {
        let missing = counted_noun(recovered.n_missing.into(), "part", "parts");
        output.say(format_args!("{missing} of then are no longer in the conversation"));
    }
    output.data(|| edited.clone(), || recovered.json());
    Ok(Ending::Found)
}

fn format_of(word: &str) -> MessageFormat {
    MessageFormat::named(word).unwrap_or(MessageFormat::Anthropic)
}

/// Reads messages from the standard input, at most [`MAX_INPUT`] bytes.
fn messages() -> Result<String, Fault> {
    let mut text = String::new();
    std::io::stdin().take(MAX_INPUT).read_to_string(&mut text).map_err(Fault::UnreadableInput)?;
    Ok(text)
}
