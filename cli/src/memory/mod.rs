//! Commands on whole memories: listing, copying, restoring, repairing, exporting and deleting them.

pub(crate) mod damaged;
pub(crate) mod erase;
pub(crate) mod place;

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use scrubjay::records::{
    Chosen, FileState, KnownProject, OnDisk, Place, ProjectId, Records, Settings, delete, known_projects,
};
use scrubjay::store::StoreError;
use scrubjay::{Error, store};
use serde_json::json;

use crate::arguments::limits::parse_between;
use crate::output::Output;
use crate::output::json::Json as _;
use crate::output::text::{count, counted_noun, path_of, shown, size_text};
use crate::record::{self, Export, Import, Merge};
use crate::{Ending, Fault, work};
use damaged::{REPAIR, noted_losses, salvage_in_json, salvage_in_words, tell_damage, tell_unreadable};
use place::{MemoryLocation, OpenRecords, SizeLimit, project_folder};

#[derive(Debug, Subcommand)]
pub(crate) enum MemoryCommand {
    /// Show what this memory holds, and where it lies
    Status {
        #[command(flatten)]
        room: SizeLimit,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Show every memory in the user's data folder
    List,
    /// Use the memory with this id for this project, as after a move; what was forgotten in the project's present
    /// memory stays forgotten
    Attach {
        /// The id, as `memory list` shows it
        id: String,
    },
    /// Delete a memory for good, with everything in it
    Delete {
        /// The id, as `memory list` shows it
        #[arg(required_unless_present = "all")]
        id: Option<String>,
        /// All of your memories, also those of other projects
        #[arg(long, conflicts_with = "id")]
        all: bool,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Copy this memory to a new file
    Backup {
        /// The new file
        file: PathBuf,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Replace this memory by a backup; the replaced file is kept beside it. What was forgotten stays forgotten; if
    /// damage makes that uncertain, a message says so first. A damaged backup is refused: `memory repair --memory FILE`
    /// saves what can be read of it, and `memory merge FILE` adds that to this memory
    Restore {
        /// The backup
        file: PathBuf,
        /// Do not ask
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Remove forgotten records from disk for good, in every file of this memory
    #[command(after_help = crate::memory::erase::REACH)]
    Erase {
        /// Do not ask
        #[arg(long)]
        yes: bool,
        /// Show what would happen, and change nothing
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        place: MemoryLocation,
    },
    /// Do background work: convert records of older releases to today's format, and remove those that have expired
    Upkeep(Upkeep),
    /// Verify this memory and, if it is damaged, replace it by what can be saved; the damaged file is kept beside it,
    /// and losses are listed
    #[command(after_help = REPAIRED)]
    Repair(Repair),
    /// Write every record of this memory as a line of JSON, with a trailer that shows that none is missing; or the
    /// records of one kind as a table
    Export(Export),
    /// Add the records that `memory export` or another memory server wrote, each once; what was forgotten here stays
    /// forgotten
    Import(Import),
    /// Add the records of another memory's file, each once; what was forgotten here stays forgotten
    Merge(Merge),
    /// Show a record, what it was derived from, and what was derived from it
    Why {
        /// The id of the record
        id: String,
        #[command(flatten)]
        place: MemoryLocation,
    },
}

/// Help about the effects of `memory repair`.
const REPAIRED: &str = "\
All of the file is verified, about a millisecond for each MiB. Where it is whole nothing is changed. Otherwise all records, windows
and contexts of sessions that can be read and are whole are taken into a new file; what was forgotten stays forgotten. What is lost
is said here, and by `memory status` until it has been seen. A file of which nothing can be read is left as it is. With `--memory
FILE` another file is mended, as a backup that is damaged.";

#[derive(Debug, Args)]
pub(crate) struct Repair {
    /// Remove the notice of earlier losses, and repair nothing
    #[arg(long)]
    seen: bool,
    #[command(flatten)]
    place: MemoryLocation,
}

#[derive(Debug, Args)]
pub(crate) struct Upkeep {
    /// The number of rows in a slice, 1 to 10,000; other processes can write between slices
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = parse_between(1_u32, 10_000))]
    budget: u32,
    #[command(flatten)]
    place: MemoryLocation,
}

pub(crate) fn memory(what: MemoryCommand, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    match what {
        MemoryCommand::Status { room, place } => status(place.open_with_limit(&room, root, output)?, output),
        MemoryCommand::List => list(output),
        MemoryCommand::Attach { id } => {
            let (id, root) = (find_existing(&id)?, project_folder(root)?);
            let mut own_records = Records::open(Place::Project(root.clone()), Settings::default())?;
            // Before the memory is attached: afterwards nobody would know what was forgotten in the project's present
            // one.
            let n_forgotten = Records::open(Place::Id(id.clone()), Settings::default())?.keep_to(&mut own_records)?;
            id.attach(&root).map_err(Error::Store)?;
            tell_forgotten(n_forgotten, output);
            output.answer(
                || format!("{} has the memory {} now\n", path_of(&root), id.as_str()),
                || json!({ "id": id.as_str(), "n_forgotten": n_forgotten }),
            );
            Ok(Ending::Found)
        }
        MemoryCommand::Delete { id: None, yes, .. } => delete_all(yes, output),
        MemoryCommand::Delete { id: Some(id), yes, .. } => {
            let id = find_existing(&id)?;
            confirm(yes, &format!("Delete the memory {} with everything in it?", id.as_str()))?;
            delete(&id).map_err(store_error)?;
            output.answer(|| format!("{} is deleted\n", id.as_str()), || json!({ "id": id.as_str() }));
            Ok(Ending::Found)
        }
        MemoryCommand::Backup { file, place } => {
            place.open(root, output)?.records.backup(&file)?;
            let n_bytes = store::on_disk(&file).map_err(store_error)?;
            output.answer(
                || format!("{}  {}\n", path_of(&file), size_text(n_bytes)),
                || json!({ "file": file, "n_bytes": n_bytes }),
            );
            Ok(Ending::Found)
        }
        MemoryCommand::Restore { file, yes, place } => {
            let mut found = place.open(root, output)?;
            if let Some(unreadable) = found.records.unreadable()? {
                tell_unreadable(&unreadable, output);
            }
            confirm(
                yes,
                &format!("Put {} in the place of this memory? What it holds now is kept beside.", path_of(&file)),
            )?;
            tell_forgotten(found.records.restore(&file)?, output);
            status(found, output)
        }
        MemoryCommand::Erase { yes, dry_run, place } => {
            erase::erase_with_confirmation(
                &mut place.open_to_erase(dry_run, root, output)?,
                &Chosen::Ids(Vec::new()),
                yes,
                dry_run,
                output,
            )?;
            Ok(Ending::Found)
        }
        MemoryCommand::Upkeep(upkeep) => run_upkeep(&upkeep, root, output),
        MemoryCommand::Repair(Repair { seen: true, place }) => dismiss_losses(place.open(root, output)?, output),
        MemoryCommand::Repair(Repair { place, .. }) => repair(place.open_quietly(root, output)?, output),
        MemoryCommand::Export(given) => record::export(&given, root, output),
        MemoryCommand::Import(given) => record::import(&given, root, output),
        MemoryCommand::Merge(given) => record::merge(&given, root, output),
        MemoryCommand::Why { id, place } => work::why(&id, place.open(root, output)?, output),
    }
}

/// Says how many records of the restored or attached memory stay forgotten.
fn tell_forgotten(n: u64, output: &Output) {
    if n > 0 {
        output.say(format_args!("{} of it stay forgotten", counted_noun(n, "record", "records")));
    }
}

fn status(mut found: OpenRecords, output: &Output) -> Result<Ending, Fault> {
    let damage = found.records.verify()?;
    if let Some(damage) = &damage {
        tell_damage(damage, output);
    }
    let totals = found.records.totals()?;
    let losses = found.records.losses()?;
    let OnDisk { path, n_bytes, max_bytes, kept, n_waiting, refused } = found.records.on_disk()?;
    let words = || {
        let location = path.as_ref().map_or_else(|| "nowhere yet".to_owned(), |path| path_of(path));
        let damaged = if damage.is_some() { " (damaged: what is counted may not be all)" } else { "" };
        let mut words = format!(
            "memory      {location}{damaged}\nrecords     {}\nnotes       {}\nforgotten   {}\nsize        {}\n",
            count(totals.n_records),
            count(totals.n_notes),
            count(totals.n_forgotten),
            size_text(n_bytes)
        );
        if let Some(limit) = max_bytes {
            let _ = writeln!(words, "limit       {}", size_text(limit));
        }
        if n_waiting > 0 {
            let _ = writeln!(words, "waiting     {}", counted_noun(n_waiting as u64, "batch", "batches"));
        }
        for path in &kept {
            let _ = writeln!(words, "kept        {} (as it was then)", path_of(path));
        }
        words += &noted_losses(&losses, output.asker());
        for path in &refused {
            let _ = writeln!(words, "refused     {} (look at it, or remove it)", path_of(path));
        }
        if totals.oldest_format != 0 && totals.oldest_format < totals.newest_format {
            let _ = writeln!(
                words,
                "older rows  of format {}; `scrubjay memory upkeep` writes them anew",
                totals.oldest_format
            );
        }
        words
    };
    let as_json = || {
        let mut answer = totals.json();
        answer["path"] = json!(path);
        answer["n_bytes"] = json!(n_bytes);
        answer["max_bytes"] = json!(max_bytes);
        answer["kept"] = json!(kept);
        answer["damage"] = json!(damage.as_ref().map(|damage| &damage.how));
        answer["losses"] = losses.iter().map(salvage_in_json).collect();
        answer["n_waiting"] = json!(n_waiting);
        answer["refused"] = json!(refused);
        answer
    };
    output.answer(words, as_json);
    Ok(if damage.is_some() { Ending::Error } else { Ending::Found })
}

fn repair(mut found: OpenRecords, output: &Output) -> Result<Ending, Fault> {
    let shows_progress = output.can_replace_lines();
    let salvage_result = found.records.repair(&mut |n_rows| {
        if shows_progress {
            output.show_progress(&counted_noun(n_rows, "row looked through", "rows looked through"));
        }
    });
    let salvage_result = salvage_result.map_err(|error| beyond_repair(&found, error))?;
    let words = || match &salvage_result {
        Some(salvage) => salvage_in_words(salvage, usize::MAX),
        None => "nothing is damaged\n".to_owned(),
    };
    output.answer(words, || json!({ "salvaged": salvage_result.as_ref().map(salvage_in_json) }));
    Ok(Ending::Found)
}

/// The error of a failed repair. For a damaged file it is [`Fault::BeyondRepair`], which does not advise another
/// repair.
fn beyond_repair(found: &OpenRecords, error: Error) -> Fault {
    match (error, found.records.on_disk().ok().and_then(|OnDisk { path, .. }| path)) {
        (Error::Store(StoreError::Damaged(how)), Some(path)) => Fault::BeyondRepair { path, how },
        (Error::Store(error), _) => Fault::Memory(error),
        (error, _) => Fault::Library(error),
    }
}

fn dismiss_losses(mut found: OpenRecords, output: &Output) -> Result<Ending, Fault> {
    let was_noted = found.records.saw_losses()?;
    let words = if was_noted { "the notice of what was lost is gone" } else { "no loss was noted" };
    output.answer(|| format!("{words}\n"), || json!({ "was_noted": was_noted }));
    Ok(if was_noted { Ending::Found } else { Ending::Nothing })
}

fn list(output: &Output) -> Result<Ending, Fault> {
    let projects = known_projects().map_err(Error::Store)?;
    let file_states: Vec<FileState> = projects.iter().map(inspect).collect();
    let words = || {
        let line = |(one, file_state): (&KnownProject, &FileState)| {
            let root = one.root.as_ref().map_or_else(|| "of no folder".to_owned(), |root| path_of(root));
            let gone_mark = if one.is_there || one.root.is_none() { "" } else { "  (not there any more)" };
            let state_text = match file_state {
                FileState::Whole => "",
                FileState::Damaged => "  (damaged)",
                FileState::Unverified => "  (not verified since it was written)",
            };
            let unrecorded = if one.is_unrecorded { "  (what is recorded of it is damaged)" } else { "" };
            format!("{}  {:>9}  {root}{gone_mark}{state_text}{unrecorded}\n", one.id.as_str(), size_text(one.n_bytes))
        };
        projects.iter().zip(&file_states).map(line).collect()
    };
    let entry = |(one, file_state): (&KnownProject, &FileState)| {
        let KnownProject { id, root, is_there, is_unrecorded, n_bytes } = one;
        let (is_damaged, is_verified) = (*file_state == FileState::Damaged, *file_state != FileState::Unverified);
        json!({
            "id": id.as_str(), "root": root, "is_there": is_there, "n_bytes": n_bytes,
            "is_damaged": is_damaged, "is_verified": is_verified, "is_unrecorded": is_unrecorded,
        })
    };
    output.answer(words, || json!({ "memories": projects.iter().zip(&file_states).map(entry).collect::<Vec<_>>() }));
    if file_states.contains(&FileState::Damaged) {
        output.warn(format_args!("`{REPAIR}` in its project mends a damaged memory"));
    }
    if projects.is_empty() {
        output.say("no memory is kept of any project yet");
    }
    Ok(if projects.is_empty() { Ending::Nothing } else { Ending::Found })
}

/// Deletes all memories of the user, after listing them and asking.
fn delete_all(yes: bool, output: &Output) -> Result<Ending, Fault> {
    let projects = known_projects().map_err(Error::Store)?;
    if projects.is_empty() {
        output.answer(|| "no memory is kept of any project\n".to_owned(), || json!({ "ids": [], "n_bytes": 0 }));
        return Ok(Ending::Nothing);
    }
    for one in &projects {
        let root = one.root.as_ref().map_or_else(|| "of no folder".to_owned(), |root| path_of(root));
        output.say(format_args!("{}  {:>9}  {root}", one.id.as_str(), size_text(one.n_bytes)));
    }
    let n_bytes: u64 = projects.iter().map(|one| one.n_bytes).sum();
    let n = counted_noun(projects.len() as u64, "memory", "memories");
    confirm(yes, &format!("Delete {n} with everything in them, {}, for good?", size_text(n_bytes)))?;
    projects.iter().try_for_each(|one| delete(&one.id)).map_err(store_error)?;
    let ids: Vec<&str> = projects.iter().map(|one| one.id.as_str()).collect();
    output.answer(|| format!("{n}, {}, deleted\n", size_text(n_bytes)), || json!({ "ids": ids, "n_bytes": n_bytes }));
    Ok(Ending::Found)
}

/// The state of a memory, without reading all of it; unverified if it cannot be read.
fn inspect(one: &KnownProject) -> FileState {
    let state =
        Records::open(Place::Id(one.id.clone()), Settings::default()).and_then(|mut records| records.file_state());
    state.unwrap_or(FileState::Unverified)
}

fn run_upkeep(upkeep: &Upkeep, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = upkeep.place.open_to_change(&SizeLimit::AS_CONFIGURED, root, output)?;
    let (mut n_rewritten, mut n_expired, mut n_masked) = (0u64, 0u64, 0u64);
    loop {
        let slice = found.records.upkeep(upkeep.budget)?;
        n_rewritten += u64::from(slice.n_rewritten);
        n_expired += u64::from(slice.n_expired);
        n_masked += u64::from(slice.n_masked);
        if slice.is_done {
            break;
        }
        if output.can_replace_lines() {
            output.show_progress(&format!(
                "{} looked through",
                counted_noun(n_rewritten + n_expired + n_masked, "record", "records")
            ));
        }
    }
    found.tell_salvage(output);
    let words = || {
        let expired =
            counted_noun(n_expired, "record whose time was over is gone", "records whose time was over are gone");
        let masked_text = match n_masked {
            0 => String::new(),
            n => format!(", {} masked", counted_noun(n, "record was", "records were")),
        };
        format!("{} written anew, {expired}{masked_text}\n", counted_noun(n_rewritten, "record was", "records were"))
    };
    output.answer(words, || json!({ "n_rewritten": n_rewritten, "n_expired": n_expired, "n_masked": n_masked }));
    Ok(Ending::Found)
}

/// The id of the only memory whose id begins with `typed`, which must have at least 8 characters.
fn find_existing(typed: &str) -> Result<ProjectId, Fault> {
    let projects = known_projects().map_err(Error::Store)?;
    let fits = |one: &&KnownProject| one.id.as_str().starts_with(typed) && typed.len() >= 8;
    match projects.iter().filter(fits).collect::<Vec<_>>().as_slice() {
        [one] => Ok(one.id.clone()),
        _ => Err(Fault::UnknownMemoryId(typed.to_owned())),
    }
}

/// Asks a person on a terminal for confirmation, unless `--yes` was given.
///
/// # Errors
/// [`Fault::Unconfirmed`] for any answer but yes, and if the standard input is not a terminal.
pub(crate) fn confirm(yes: bool, question: &str) -> Result<(), Fault> {
    if yes {
        return Ok(());
    }
    if !std::io::stdin().is_terminal() {
        return Err(Fault::Unconfirmed);
    }
    let _ = write!(std::io::stderr(), "{} [y/N] ", shown(question));
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).map_err(Fault::UnreadableInput)?;
    if matches!(answer.trim(), "y" | "Y" | "yes") { Ok(()) } else { Err(Fault::Unconfirmed) }
}

fn store_error(error: std::io::Error) -> Fault {
    Fault::Library(Error::Store(StoreError::from(error)))
}
