//! The records of a memory: a store that any number of processes write in turn.
//!
//! A change holds the lock for one commit. A writer that only adds and finds the lock held writes to a spool instead,
//! which the next holder of the lock adds: nothing is lost, and nothing waits long. Forgetting waits for the lock. What
//! was acknowledged is durable. Not here: the code graph, whose index is another file and never delays a record.

mod file;
mod lock;
mod place;
mod project;
mod registry;
mod site;
mod spool;
mod whose;
mod zone;

mod ask;
mod backups;
mod capture;
mod captured;
mod change;
mod config;
mod copy;
mod damage;
mod damaged_file;
mod erase;
mod forget;
mod generated;
mod hook;
mod known;
mod leftovers;
mod lines;
mod losses;
mod merge;
#[cfg(feature = "parquet")]
mod parquet;
mod salvage;
mod session;
pub mod situation;
mod unreadable;
mod verified;

use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

pub use backups::Backup;
pub use capture::{Captured, Transcript};
pub use config::Config;
pub use damage::{Damage, DamageSeen, FileState};
pub use erase::Erasure;
pub use forget::{Chosen, Forgotten};
pub use lines::Imported;
pub use merge::Merged;
pub use place::{KnownProject, Place, delete, known_projects};
pub use project::{ProjectId, roots};
pub use salvage::Salvage;
pub use session::{Said, SummaryOrRequest};
pub use unreadable::Unreadable;
pub use whose::MemoryOwnership;
pub use zone::zone;

use self::ask::Live;
use self::file::MemoryFile;
use self::place::Files;
use crate::Error;
use crate::files::hash::hash;
use crate::files::parse::MAX_FILE_BYTES;
use crate::files::root::Root;
use crate::store::memory::MemoryStore;
use crate::store::{StoreError, on_disk};
use crate::wit::records::{Event, EventBody, Origin, Owner, RecordSettings, Trust};
use crate::wit::types::Anchor;

/// Settings of opened records: their owner, policies and limits, and how changes treat damage and a held lock.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The owner of the records, with the speaker.
    pub owner: Owner,
    /// The policy for secrets, the retention, and the most events per day.
    pub rules: RecordSettings,
    /// The size in bytes from which nothing more is added to the file; `None` for no limit.
    pub max_bytes: Option<u64>,
    /// Whether a call that changes a damaged memory salvages it. If not, additions wait beside it until another process
    /// has salvaged it, and other changes are refused.
    pub mends: bool,
    /// Whether a call that adds, and finds the lock held, waits a moment until its events are added. If not, it leaves
    /// them in the spool at once.
    pub waits: bool,
}

impl Settings {
    /// The settings for a person's own memory, from the user's file of settings; the speaker is an agent.
    ///
    /// # Errors
    /// As for [`Config::of_user`].
    pub fn of_user() -> Result<Settings, Error> {
        Ok(Config::of_user()?.settings(Settings::default().owner))
    }
}

impl Default for Settings {
    /// A person's own memory without limits; the speaker is an agent. If a person types the records, set
    /// `settings.owner.speaker = Origin::Person`.
    fn default() -> Settings {
        let (tenant, principal) = (String::new(), String::new());
        let owner = Owner { tenant, principal, speaker: Origin::Agent, trust: Trust::Confirmed, roots: Vec::new() };
        Settings { owner, rules: RecordSettings::default(), max_bytes: None, mends: true, waits: true }
    }
}

/// The records of one owner, at one place.
pub struct Records {
    place: Place,
    settings: Settings,
    live: Live,
    store: Store,
    salvaged: Option<Salvage>,
    seen: DamageSeen,
    /// Whether a round of upkeep has begun, so that the whole file was verified for it.
    is_in_upkeep: bool,
    /// Whether the user knows why the memory is new, if it is.
    knows_why_new: bool,
}

/// The rows of the memory: in a file, or in this process alone.
enum Store {
    /// The rows are in a file; `None` until the file exists.
    File(Option<Box<MemoryFile>>),
    Nowhere(MemoryStore),
}

/// The outcome of recording an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The id of the record; if the event waits, the id that it will get unless the event is known.
    pub id: String,
    /// How the event was recorded.
    pub state: State,
}

/// The outcome of one slice of upkeep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upkept {
    /// The number of records of an older format that were rewritten in the newest one.
    pub n_rewritten: u32,
    /// The number of records that were removed because their retention ended.
    pub n_expired: u32,
    /// The number of records of older releases in which a secret or a private text was masked.
    pub n_masked: u32,
    /// Whether nothing is left to do.
    pub is_done: bool,
}

/// How an event was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The event is in the store. If another process added it from the spool, it may have been known there.
    Added,
    /// The event was known: nothing was added, even if its record was forgotten since.
    Known,
    /// The event was known as an untrusted import, and now counts as the importer's own.
    Adopted,
    /// The event is durable in the spool, because another process holds the lock, or because the memory is damaged and
    /// these settings do not repair it. The next process that can will add it.
    Waiting,
}

/// The state of a memory's records on disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnDisk {
    /// The file, which may not exist yet; `None` for records in memory only, or for a project without a memory.
    pub path: Option<PathBuf>,
    /// The bytes that the file takes on the disk; 0 without a file.
    pub n_bytes: u64,
    /// The size in bytes from which nothing more is added, by the settings.
    pub max_bytes: Option<u64>,
    /// Copies of the file from before a newer format, before a restored backup, or before a salvage.
    pub kept: Vec<PathBuf>,
    /// The number of batches in the spool.
    pub n_waiting: usize,
    /// Batches that the component refused, wholly or in part; they are kept, and may be examined or deleted.
    pub refused: Vec<PathBuf>,
}

impl State {
    /// The stable name of the case.
    pub fn word(self) -> &'static str {
        match self {
            State::Added => "added",
            State::Known => "known",
            State::Adopted => "adopted",
            State::Waiting => "waiting",
        }
    }
}

impl Records {
    /// Opens the records of a memory. Nothing is written before the first change. An owner without `roots` gets those
    /// of the place's project.
    ///
    /// # Errors
    /// [`Error::Store`] of the user's data folder.
    pub fn open(place: Place, mut settings: Settings) -> Result<Records, Error> {
        if let (Place::Project(root), true) = (&place, settings.owner.roots.is_empty()) {
            settings.owner.roots = project::roots(root);
        }
        let store = match Files::find(&place)? {
            Some(files) => Store::File(Some(Box::new(MemoryFile::new(files)))),
            None if place == Place::Nowhere => Store::Nowhere(MemoryStore::default()),
            None => Store::File(None),
        };
        Ok(Records {
            place,
            settings,
            live: Live::default(),
            store,
            salvaged: None,
            seen: DamageSeen::default(),
            is_in_upkeep: false,
            knows_why_new: false,
        })
    }

    /// As [`Records::open`], with the component that these records have started: for a caller that learns only from a call
    /// which memory it needs.
    ///
    /// # Errors
    /// As for [`Records::open`].
    pub fn moved_to(self, place: Place, settings: Settings) -> Result<Records, Error> {
        Ok(Records { live: self.live.moved(), ..Records::open(place, settings)? })
    }

    /// Whether a call that changes a damaged memory salvages it.
    pub fn mends(&self) -> bool {
        self.settings.mends
    }

    /// The place where the records are stored.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The settings with which the records were opened.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The records on disk: the file, its size and copies, and the batches beside it.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn on_disk(&self) -> Result<OnDisk, Error> {
        let max_bytes = self.settings.max_bytes;
        let Store::File(Some(file)) = &self.store else { return Ok(OnDisk { max_bytes, ..OnDisk::default() }) };
        let files @ Files { store, spool, .. } = file.files();
        let state = || {
            let n_bytes = if store.try_exists()? { on_disk(store)? } else { 0 };
            let n_waiting = spool::n_waiting(spool)?;
            let (kept, refused) = (files.kept_files()?, spool::refused_batches(spool)?);
            Ok(OnDisk { path: Some(store.clone()), n_bytes, max_bytes, kept, n_waiting, refused })
        };
        state().map_err(|error: io::Error| Error::Store(error.into()))
    }

    /// A note at the current time, as a new event by a person. Recording lowers its origin to the memory's speaker.
    ///
    /// # Errors
    /// [`Error::Entropy`].
    pub fn note(text: impl Into<String>) -> Result<Event, Error> {
        Ok(Event { origin: Origin::Person, ..Records::event(EventBody::Note(text.into()))? })
    }

    /// A new event at the current time, of an agent.
    ///
    /// # Errors
    /// [`Error::Entropy`].
    pub fn event(body: EventBody) -> Result<Event, Error> {
        Ok(situation::new_event(new_event()?, now(), Origin::Agent, body))
    }

    /// Checks whether another process has created the file since.
    fn find_created_file(&mut self) -> Result<(), Error> {
        if let Store::File(empty @ None) = &mut self.store
            && let Some(files) = Files::find(&self.place)?
        {
            *empty = Some(Box::new(MemoryFile::new(files)));
        }
        Ok(())
    }

    /// The memory's file, opened on demand. The folder and the id of a project's memory are created if there are none.
    fn file(&mut self) -> Result<&mut MemoryFile, Error> {
        let Store::File(file) = &mut self.store else { return Err(Error::Store(StoreError::Closed)) };
        let known = file.as_ref().map(|file| file.files());
        let files = Files::make(&self.place, known, self.knows_why_new)?.ok_or(StoreError::Closed)?;
        // The folder may have been given another memory since.
        if known.is_none_or(|known| known.store != files.store) {
            *file = Some(Box::new(MemoryFile::new(files)));
        }
        file.as_deref_mut().ok_or(Error::Store(StoreError::Closed))
    }
}

/// An anchor for a file in its current state; `path` is absolute or relative to `folder`. The hash is empty if the file
/// cannot be read or is too large.
///
/// # Errors
/// [`Error::OutsideRoot`], [`Error::NotUnicode`].
pub fn anchor(root: &Root, folder: &Path, path: &Path) -> Result<Anchor, Error> {
    let path = root.inside(folder, path)?;
    // Of a file that cannot be read only the name is known.
    let hash = root.read(&path, MAX_FILE_BYTES).map_or_else(|_| Vec::new(), |bytes| hash(&bytes).to_vec());
    Ok(Anchor { path, symbol: String::new(), hash, commit: String::new() })
}

/// The current time, in milliseconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// An id for a new event: 128 random bits.
fn new_event() -> Result<String, Error> {
    Ok(entropy()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn entropy() -> Result<[u8; 16], Error> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(|_| Error::Entropy)?;
    Ok(bits)
}
