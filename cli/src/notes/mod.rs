//! The commands that remember, show and forget notes.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use scrubjay::Error;
use scrubjay::files::root::Root;
use scrubjay::records::situation::{Situated as _, checkout_members};
use scrubjay::records::{Chosen, Forgotten, Recorded, Records, State, anchor};
use scrubjay::shown::one_line;
use scrubjay::wit::Word;
use scrubjay::wit::limits::notes_question as limits;
use scrubjay::wit::records::{Event, Fate, NewText, NotesQuestion, Origin, Receipt, Selection};
use scrubjay::wit::tools::{NewNote, NotesRequest, Remembered, ToolRequest};
use scrubjay::wit::types::Anchor;
use serde_json::json;

use crate::arguments::limits::{parse_within, range_help};
use crate::arguments::narrowed::SituationArgs;
use crate::arguments::{names, words};
use crate::memory::place::{MemoryLocation, SizeLimit};
use crate::memory::{confirm, erase};
use crate::output::Output;
use crate::output::json::Json as _;
use crate::output::text::{count, counted_noun, path_of};
use crate::output::times::parse_time;
use crate::{Ending, Fault, request, work};

/// Advice for `remember` without a text.
const NO_TEXT: &str =
    "say what to remember, as `scrubjay remember the tests want Node 20`, or pipe it: COMMAND | scrubjay remember -";

/// The message about a note that waits while another process writes.
const WAITS: &str = "another process is writing: the note is kept, and is taken in by the next that can";

#[derive(Debug, Args)]
pub(crate) struct Remember {
    /// What to remember, 1 to 65,536 bytes; words need no quotes, and `-` reads the standard input
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<String>,
    /// The channel that it belongs to, at most 128 bytes
    #[arg(long, value_name = "NAME", default_value = "")]
    channel: String,
    /// Who said it, if that source is trusted less than the speaker: a person at a terminal, otherwise an agent
    #[arg(long, visible_alias = "from", value_name = "WHO", value_parser = names::word_parser::<Origin>())]
    origin: Option<String>,
    #[command(flatten)]
    situation: SituationArgs,
    /// A file that it is about; may be given several times, 100 at most
    #[arg(long, value_name = "PATH")]
    at: Vec<PathBuf>,
    /// The id of a note that it was derived from; may be given several times, 100 at most
    #[arg(long, value_name = "ID")]
    parent: Vec<String>,
    /// The id of this event, 1 to 256 bytes; an event is remembered once, even if it is given twice
    #[arg(long, value_name = "ID")]
    event: Option<String>,
    #[command(flatten)]
    room: SizeLimit,
    #[command(flatten)]
    place: MemoryLocation,
}

#[derive(Debug, Args)]
pub(crate) struct Notes {
    /// Only of this channel
    #[arg(long, value_name = "NAME", default_value = "")]
    channel: String,
    /// Only what happened then or later: a date, a time, today, yesterday, last week, or so long ago, as 7d or 12h
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    since: Option<i64>,
    /// Only what happened before this time
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    until: Option<i64>,
    #[arg(long, value_name = "N", help = range_help("How many at most", limits::LIMIT))]
    #[arg(default_value_t = limits::LIMIT.default, value_parser = parse_within(limits::LIMIT))]
    limit: u32,
    /// Only with this member in the metadata; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    metadata: Vec<String>,
    /// The id of the note after which to continue
    #[arg(long, value_name = "ID", default_value = "")]
    after: String,
    #[command(flatten)]
    place: MemoryLocation,
}

#[derive(Debug, Subcommand)]
pub(crate) enum NoteCommand {
    /// Show a note, what it was derived from, and what was derived from it
    Get {
        /// The id of the note
        id: String,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Replace the text of a note; its id and its time stay
    Update {
        /// The id of the note
        id: String,
        /// The new text; `-` reads it from the standard input
        #[arg(required = true, value_name = "TEXT")]
        text: Vec<String>,
        /// A JSON object that replaces its metadata; not given: the metadata is removed
        #[arg(long, value_name = "JSON", default_value = "")]
        metadata: String,
        #[command(flatten)]
        place: MemoryLocation,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Forget {
    /// The id of the record, as `remember`, `notes` and `work events` show it
    #[arg(value_name = "ID", required_unless_present_any = ["session", "principal", "channel", "origin", "since"])]
    ids: Vec<String>,
    /// Instead of ids: everything of this session
    #[arg(long, value_name = "NAME", conflicts_with = "ids")]
    session: Option<String>,
    /// Instead of ids: everything that this principal recorded
    #[arg(long, value_name = "NAME", conflicts_with = "ids")]
    principal: Option<String>,
    /// Instead of ids: everything of this channel
    #[arg(long, value_name = "NAME", conflicts_with = "ids")]
    channel: Option<String>,
    /// Instead of ids: everything of this origin
    #[arg(long, value_name = "WHO", conflicts_with = "ids", value_parser = names::word_parser::<Origin>())]
    origin: Option<String>,
    /// Instead of ids: everything that happened then or later; several of these options must all apply
    #[arg(long, value_name = "TIME", conflicts_with = "ids", value_parser = parse_time)]
    since: Option<i64>,
    /// Also remove it from every file of the memory, as `memory erase` does
    #[arg(long)]
    erase: bool,
    /// Do not ask; without this, a person is always asked, and a program only if it gives no ids
    #[arg(long)]
    yes: bool,
    /// Show what would happen, and change nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    place: MemoryLocation,
}

impl Forget {
    fn chosen(&self) -> Chosen {
        if !self.ids.is_empty() {
            return Chosen::Ids(self.ids.clone());
        }
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        Chosen::Selection(Selection {
            session: name(&self.session),
            principal: name(&self.principal),
            channel: name(&self.channel),
            origin: self.origin.as_deref().and_then(Origin::named),
            since: self.since,
        })
    }
}

pub(crate) fn remember(given: Remember, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open_to_speak(&given.room, root, output)?;
    let (top, folder) = (Root::at(&found.root)?, std::env::current_dir().map_err(Fault::NoFolder)?);
    let ending = remember_in(given, &mut found.records, &top, &folder, output)?;
    found.tell_salvage(output);
    Ok(ending)
}

/// Adds a note to these records. Files that the note names are relative to `folder` and must be below `top`.
fn remember_in(
    given: Remember,
    records: &mut Records,
    top: &Root,
    folder: &Path,
    output: &Output,
) -> Result<Ending, Fault> {
    let note = Records::note(words::text_or_input(&given.text, NO_TEXT)?)?;
    let anchors: Vec<Anchor> = given.at.iter().map(|path| anchor(top, folder, path)).collect::<Result<_, _>>()?;
    missing_files(&anchors, top).for_each(|line| output.warn(line));
    let origin = given.origin.as_deref().and_then(Origin::named).unwrap_or(note.origin);
    if given.origin.is_some() && origin == Origin::Person && output.speaker() != Origin::Person {
        output.say("note: an agent says it, because it was not typed at a terminal");
    }
    // A note with a given event id may be about the past, when something else was checked out.
    let situation = if given.event.is_none() { checkout_members(top.path()) } else { Vec::new() };
    let note = Event {
        event_id: given.event.unwrap_or(note.event_id),
        channel: given.channel,
        origin,
        parents: given.parent,
        anchors,
        ..note
    };
    let note = note.situated(situation).situated(given.situation.members());
    for Recorded { id, state } in records.record(&[note])? {
        match state {
            State::Added => {}
            State::Known | State::Adopted => output.say("this event was known already: nothing was added"),
            // The message about the damage has said what happens to the note.
            State::Waiting if records.damage().is_some() => {}
            State::Waiting => output.say(WAITS),
        }
        output.answer(|| format!("{id}\n"), || json!({ "id": id, "state": state.word() }));
    }
    Ok(Ending::Found)
}

/// Messages about anchors whose files do not exist, a line each.
fn missing_files(anchors: &[Anchor], top: &Root) -> impl Iterator<Item = String> {
    let missing = anchors.iter().filter(|anchor| !top.path().join(&anchor.path).is_file());
    missing.map(|Anchor { path, .. }| {
        let top = path_of(top.path());
        format!("note: there is no file {path} in {top}: the note is kept, and names it")
    })
}

/// Adds a note of an agent to these records.
///
/// # Errors
/// As for [`anchor`] and [`Records::record`].
pub(crate) fn remember_of_agent(
    note: &NewNote,
    records: &mut Records,
    top: &Root,
    folder: &Path,
) -> Result<Remembered, Error> {
    let NewNote { text, at, channel } = note;
    let anchors: Vec<Anchor> = at.iter().map(|path| anchor(top, folder, path.as_ref())).collect::<Result<_, _>>()?;
    let mut notes: Vec<String> = missing_files(&anchors, top).collect();
    let note = Event { channel: channel.clone(), origin: Origin::Agent, anchors, ..Records::note(text.clone())? };
    let recorded = records.record(&[note.situated(checkout_members(top.path()))])?;
    let Some(Recorded { id, state }) = recorded.into_iter().next() else {
        return Err(Error::Contract { call: "records.pack", what: "no id for a note" });
    };
    if matches!(state, State::Waiting) && records.damage().is_none() {
        notes.push(WAITS.to_owned());
    }
    Ok(Remembered { id, state: state.word().to_owned(), notes })
}

pub(crate) fn notes(given: Notes, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open(root, output)?;
    let Notes { channel, since, until, limit, metadata, after, .. } = given;
    let question = NotesQuestion { channel, since, until, limit, metadata, after };
    let request = ToolRequest::Notes(NotesRequest { question, since: String::new() });
    request::show_from_records(&request, &mut found, true, output)
}

pub(crate) fn forget(given: &Forget, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = match given.erase {
        true => given.place.open_to_erase(given.dry_run, root, output)?,
        false => given.place.open_unless_dry_run(given.dry_run, root, output)?,
    };
    let chosen = given.chosen();
    if given.erase {
        let erasure = erase::erase_with_confirmation(&mut found, &chosen, given.yes, given.dry_run, output)?;
        return Ok(ending(&erasure.receipts));
    }
    // A program that gives ids has looked them up, and is not asked.
    let must_ask = matches!(chosen, Chosen::Selection(_)) || output.speaker() == Origin::Person;
    if must_ask && !given.dry_run {
        let Forgotten { receipts, n_derived } = found.records.would_forget(&chosen)?;
        if receipts.is_empty() {
            output.say("nothing that was recorded fits: nothing is forgotten");
        }
        let n = receipts.iter().filter(|one| one.fate == Fate::Forgotten).count() as u64;
        let derived_text = match n_derived {
            0 => String::new(),
            n => format!(", and {} made from what goes", count(n.into())),
        };
        let is_nothing = n == 0 && matches!(chosen, Chosen::Ids(_));
        confirm(
            given.yes || is_nothing,
            &format!("Forget {}{derived_text}, for good?", counted_noun(n, "record", "records")),
        )?;
    }
    let Forgotten { receipts, n_derived } = match given.dry_run {
        true => found.records.would_forget(&chosen)?,
        false => found.records.forget_chosen(&chosen)?,
    };
    found.tell_salvage(output);
    let words = || erase::fate_lines(&receipts, n_derived, given.dry_run);
    let in_json = || json!({ "receipts": receipts.json(), "n_derived": n_derived, "dry_run": given.dry_run });
    output.answer(words, in_json);
    Ok(ending(&receipts))
}

/// The exit code: whether any of the records ever existed.
fn ending(receipts: &[Receipt]) -> Ending {
    let is_known = receipts.iter().any(|one| one.fate != Fate::Unknown);
    if is_known { Ending::Found } else { Ending::Nothing }
}

pub(crate) fn note(what: NoteCommand, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    match what {
        NoteCommand::Get { id, place } => work::why(&id, place.open(root, output)?, output),
        NoteCommand::Update { id, text, metadata, place } => {
            let mut found = place.open_to_speak(&SizeLimit::AS_CONFIGURED, root, output)?;
            let is_known =
                found.records.update(&id, &NewText { text: words::text_or_input(&text, NO_TEXT)?, metadata })?;
            found.tell_salvage(output);
            let words = if is_known { "updated" } else { "is no note here" };
            output.answer(|| format!("{}  {words}\n", one_line(&id)), || json!({ "id": id, "is_known": is_known }));
            Ok(if is_known { Ending::Found } else { Ending::Nothing })
        }
    }
}
