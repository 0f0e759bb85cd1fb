//! Finds the memory for commands about notes and windows: that of the project around the working folder, or of a given
//! file.

use std::cell::Cell;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use clap::Args;
use scrubjay::Error;
use scrubjay::files::root::Root;
use scrubjay::records::{Config, Place, Records, Settings, roots};
use scrubjay::store::reach;
use scrubjay::wit::records::{Origin, Owner};

use super::confirm;
use super::damaged::{tell_damage, tell_salvage, tell_waiting};
use crate::Fault;
use crate::arguments::limits::parse_from;
use crate::output::Output;
use crate::output::asker::Asker;
use crate::output::text::path_of;

/// Arguments that say where a memory lies.
#[derive(Debug, Args)]
pub(crate) struct MemoryLocation {
    /// The file of a memory without a project, instead of the project's own
    #[arg(long, value_name = "FILE")]
    pub(crate) memory: Option<PathBuf>,
}

#[derive(Debug, Default, Args)]
pub(crate) struct SizeLimit {
    /// Add nothing more once the memory's file has this many bytes. Not given: the limit of the settings, or none
    #[arg(long, value_name = "BYTES", env = "SCRUBJAY_MEMORY_BYTES", value_parser = limit)]
    max_bytes: Option<Limit>,
}

impl SizeLimit {
    /// The limit that the settings state.
    pub(crate) const AS_CONFIGURED: SizeLimit = SizeLimit { max_bytes: None };
}

/// A size in bytes, or no limit.
#[derive(Clone, Copy, Debug)]
struct Limit(Option<u64>);

/// Parses a limit. An empty text, as from an empty environment variable, means that none was given.
fn limit(typed: &str) -> Result<Limit, String> {
    if typed.is_empty() { Ok(Limit(None)) } else { parse_from(1)(typed).map(|limit| Limit(Some(limit))) }
}

/// The records of a memory, and the folder of its project.
pub(crate) struct OpenRecords {
    pub(crate) records: Records,
    pub(crate) root: PathBuf,
    /// Whether the salvage was already reported.
    is_told: Cell<bool>,
}

impl OpenRecords {
    /// Reports once that the memory was damaged, and the result of the salvage.
    pub(crate) fn tell_salvage(&self, output: &Output) {
        if !self.is_told.get()
            && let Some(salvage) = self.records.salvaged()
        {
            self.is_told.set(true);
            tell_salvage(salvage, output);
        }
    }
}

impl MemoryLocation {
    /// Opens the records for reading. Reports damage, because answers may be incomplete.
    pub(crate) fn open(&self, root: Option<PathBuf>, output: &Output) -> Result<OpenRecords, Fault> {
        self.open_with_limit(&SizeLimit::AS_CONFIGURED, root, output)
    }

    /// As [`Self::open`], with a limit on the file's size.
    pub(crate) fn open_with_limit(
        &self,
        room: &SizeLimit,
        root: Option<PathBuf>,
        output: &Output,
    ) -> Result<OpenRecords, Fault> {
        let mut found = self.open_records(Origin::Agent, room, root, output)?;
        if let Some(damage) = found.records.check()? {
            tell_damage(&damage, output);
        }
        Ok(found)
    }

    /// Opens the records for changes. Damaged records are salvaged first, and losses are reported.
    ///
    /// An agent salvages nothing, and is told that the records which it adds must wait.
    pub(crate) fn open_to_change(
        &self,
        room: &SizeLimit,
        root: Option<PathBuf>,
        output: &Output,
    ) -> Result<OpenRecords, Fault> {
        self.open_as(Origin::Agent, room, root, output)
    }

    /// As [`Self::open_to_change`], with a given speaker.
    pub(crate) fn open_as(
        &self,
        speaker: Origin,
        room: &SizeLimit,
        root: Option<PathBuf>,
        output: &Output,
    ) -> Result<OpenRecords, Fault> {
        salvage_before_change(self.open_records(speaker, room, root, output)?, output)
    }

    /// As [`Self::open_as`], for the person or program that types the command.
    pub(crate) fn open_to_speak(
        &self,
        room: &SizeLimit,
        root: Option<PathBuf>,
        output: &Output,
    ) -> Result<OpenRecords, Fault> {
        self.open_as(output.speaker(), room, root, output)
    }

    /// Opens the records to erase. Erasing salvages by itself: the damaged file is removed with the others.
    pub(crate) fn open_to_erase(
        &self,
        dry_run: bool,
        root: Option<PathBuf>,
        output: &Output,
    ) -> Result<OpenRecords, Fault> {
        if dry_run { self.open(root, output) } else { self.open_quietly(root, output) }
    }

    /// Opens the records for changes, or for reading in a dry run.
    pub(crate) fn open_unless_dry_run(
        &self,
        dry_run: bool,
        root: Option<PathBuf>,
        output: &Output,
    ) -> Result<OpenRecords, Fault> {
        if dry_run { self.open(root, output) } else { self.open_to_change(&SizeLimit::AS_CONFIGURED, root, output) }
    }

    /// Opens the records without reporting damage.
    pub(crate) fn open_quietly(&self, root: Option<PathBuf>, output: &Output) -> Result<OpenRecords, Fault> {
        self.open_records(Origin::Agent, &SizeLimit::AS_CONFIGURED, root, output)
    }

    fn open_records(
        &self,
        speaker: Origin,
        room: &SizeLimit,
        root: Option<PathBuf>,
        output: &Output,
    ) -> Result<OpenRecords, Fault> {
        let root = project_folder(root)?;
        let max_bytes = room.max_bytes.and_then(|Limit(limit)| limit);
        let config = Config::of_user()?;
        warn_of_unknown_settings(&config, output);
        let user_settings = config.settings(Settings::default().owner);
        let mends = output.asker() == Asker::Shell;
        // A memory in a file of its own is used in a project, too.
        let owner = Owner { speaker, roots: roots(&root), ..user_settings.owner };
        let settings = Settings {
            owner,
            max_bytes: max_bytes.or(user_settings.max_bytes),
            rules: user_settings.rules,
            mends,
            waits: true,
        };
        let mut records = Records::open(self.of(&root), settings)?;
        if explain_memory(&mut records, &root, output)? {
            records = Records::open(self.of(&root), records.settings().clone())?;
        }
        output.watch_for_damage(&records);
        Ok(OpenRecords { records, root, is_told: Cell::new(false) })
    }

    /// The place of the memory, for reading a window. Reports damage.
    pub(crate) fn place(&self, root: Option<PathBuf>, output: &Output) -> Result<Place, Fault> {
        Ok(self.of(&self.open(root, output)?.root))
    }

    /// The place of the memory, for changing a window. Salvages damaged records first.
    pub(crate) fn place_to_change(&self, root: Option<PathBuf>, output: &Output) -> Result<Place, Fault> {
        Ok(self.of(&self.open_to_change(&SizeLimit::AS_CONFIGURED, root, output)?.root))
    }

    fn of(&self, root: &Path) -> Place {
        self.memory.clone().map_or_else(|| Place::Project(root.to_owned()), Place::File)
    }
}

/// Warns of settings that this release does not know, unless an agent asks.
pub(crate) fn warn_of_unknown_settings(config: &Config, output: &Output) {
    if let Some(notice) = config.notice().filter(|_| !output.asker().is_agent()) {
        let file = Config::file().ok().flatten().map(|file| format!("{}: ", path_of(&file))).unwrap_or_default();
        output.say(format_args!("note: {file}{notice}"));
    }
}

/// Explains once why the project does not use the memory that a file in it claims. A person at a terminal is asked
/// first whether it should.
///
/// Returns whether the person chose that memory.
fn explain_memory(records: &mut Records, root: &Path, output: &Output) -> Result<bool, Fault> {
    let Some(ownership) = records.ownership()? else { return Ok(false) };
    let Some(words) = ownership.notice() else { return Ok(false) };
    let is_asked = output.asker() == Asker::Shell && std::io::stdin().is_terminal();
    if let Some((question, id)) = ownership.question().filter(|_| is_asked) {
        match confirm(false, &question) {
            Ok(()) => {
                id.attach(root).map_err(Error::Store)?;
                return Ok(true);
            }
            Err(Fault::Unconfirmed) => records.create_own_memory()?,
            Err(other) => return Err(other),
        }
    }
    output.warn(format_args!("note: {words}"));
    records.dismiss_ownership_notice()?;
    Ok(false)
}

/// Salvages damaged records before a change, unless the settings forbid it.
fn salvage_before_change(mut found: OpenRecords, output: &Output) -> Result<OpenRecords, Fault> {
    match found.records.check()? {
        Some(_) if found.records.mends() => {
            found.records.repair(&mut |_| {})?;
            found.tell_salvage(output);
        }
        Some(damage) => tell_waiting(&damage, output),
        None => {}
    }
    Ok(found)
}

/// The folder of the project: the given one, or the project around the working folder, or the working folder.
pub(crate) fn project_folder(root: Option<PathBuf>) -> Result<PathBuf, Fault> {
    if let Some(root) = root {
        return Ok(Root::at(&root)?.path().to_owned());
    }
    let folder = std::env::current_dir().map_err(Fault::NoFolder)?;
    let folder = Root::at(&folder)?.path().to_owned();
    Ok(project_around(&folder).unwrap_or(folder))
}

/// The project around a folder: the nearest indexed folder, from the folder upwards, or else its repository's top.
pub(crate) fn project_around(folder: &Path) -> Option<PathBuf> {
    scrubjay::locate(folder).ok().or_else(|| repository_root(folder).map(Path::to_owned))
}

/// The top folder of the repository around a folder; `None`: there is no repository.
pub(crate) fn repository_root(folder: &Path) -> Option<&Path> {
    reach::folders(folder, reach::home().as_deref()).last().copied().filter(|top| reach::has_git(top))
}
