//! Whose memory the commands about notes and windows speak of: the project's around the working folder, or a file's.

use std::path::{Path, PathBuf};

use clap::Args;
use scrubjay::files::root::Root;
use scrubjay::records::{Place, Records, Salvage, Settings, roots};
use scrubjay::wit::records::Owner;

use super::Fault;
use super::output::Output;
use super::text::many;

/// Arguments that say where a memory lies.
#[derive(Debug, Args)]
pub(crate) struct Where {
    /// The file of a memory without a project, instead of the project's own
    #[arg(long, value_name = "FILE")]
    pub(crate) memory: Option<PathBuf>,
}

/// How large a memory may become.
#[derive(Debug, Args)]
pub(crate) struct Room {
    /// Add nothing once the memory's file takes this many bytes. Not given: as the settings say, or no limit but the disk's
    #[arg(long, value_name = "N", env = "SCRUBJAY_MEMORY_BYTES", value_parser = limit)]
    most_bytes: Option<Limit>,
}

/// A size, or none.
#[derive(Clone, Copy, Debug)]
struct Limit(Option<u64>);

/// A limit as it is typed. A variable that is set to the empty string counts as unset.
fn limit(typed: &str) -> Result<Limit, String> {
    match typed.parse() {
        Ok(most @ 1..) => Ok(Limit(Some(most))),
        _ if typed.is_empty() => Ok(Limit(None)),
        _ => Err("write a number of bytes, at least 1".to_owned()),
    }
}

/// A memory's records, and the folder of its project.
pub(crate) struct Found {
    pub(crate) records: Records,
    pub(crate) root: PathBuf,
}

impl Found {
    /// Says if the memory was damaged, and what became of it.
    pub(super) fn tell_salvage(&self, output: &Output) {
        tell_salvage(self.records.salvaged(), output);
    }
}

/// Says what was salvaged of a memory, if it was damaged.
pub(super) fn tell_salvage(salvaged: Option<&Salvage>, output: &Output) {
    let Some(Salvage { kept, n_records, n_damaged }) = salvaged else { return };
    let lost = if *n_damaged > 0 {
        format!(", {} are lost beside what could not be read", many(*n_damaged, "row", "rows"))
    } else {
        String::new()
    };
    output.warn(format_args!(
        "the memory was damaged: {} could be saved{lost}; the damaged file is kept as {}",
        many(*n_records, "record", "records"),
        kept.display()
    ));
}

impl Where {
    /// Opens the records.
    pub(super) fn open(&self, root: Option<PathBuf>) -> Result<Found, Fault> {
        self.open_within(&Room { most_bytes: None }, root)
    }

    /// Opens the records, to which nothing is added beyond a size.
    pub(super) fn open_within(&self, room: &Room, root: Option<PathBuf>) -> Result<Found, Fault> {
        let root = project(root)?;
        let most_bytes = room.most_bytes.and_then(|Limit(most)| most);
        let user = Settings::of_user()?;
        // A file of its own is used in a project all the same.
        let owner = Owner { roots: roots(&root), ..user.owner };
        let settings = Settings { owner, most_bytes: most_bytes.or(user.most_bytes), rules: user.rules };
        Ok(Found { records: Records::open(self.of(&root), settings)?, root })
    }

    /// Where the memory lies.
    pub(super) fn place(&self, root: Option<PathBuf>) -> Result<Place, Fault> {
        Ok(self.of(&project(root)?))
    }

    fn of(&self, root: &Path) -> Place {
        self.memory.clone().map_or_else(|| Place::Project(root.to_owned()), Place::File)
    }
}

/// The folder of the project: the one that is given, or from the working folder upwards the first that is indexed or that
/// git looks after, or the working folder.
pub(super) fn project(root: Option<PathBuf>) -> Result<PathBuf, Fault> {
    if let Some(root) = root {
        return Ok(Root::at(&root)?.path().to_owned());
    }
    let folder = std::env::current_dir().map_err(Fault::NoFolder)?;
    let folder = Root::at(&folder)?.path().to_owned();
    if let Ok(indexed) = scrubjay::locate(&folder) {
        return Ok(indexed);
    }
    let is_top = |folder: &&Path| folder.join(".git").exists();
    Ok(folder.ancestors().find(is_top).unwrap_or(&folder).to_owned())
}
