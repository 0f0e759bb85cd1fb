//! The records of a memory: what was recorded, in a store of its own that any number of processes write in turn.
//!
//! A change takes the lock for one commit. What only adds, and finds the lock held, is written to a spool, which whoever has
//! the lock next takes in: it is never lost and never waits long. What forgets waits for the lock. Promises that what was
//! acknowledged is durable. Not here: the code graph, whose index lies elsewhere and never holds up a record.

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
pub use damage::{Damage, DamageSeen, Looked};
pub use erase::Erasure;
pub use forget::{Chosen, Forgotten};
pub use lines::Imported;
pub use merge::Merged;
pub use place::{KnownProject, Place, delete, known_projects};
pub use project::{ProjectId, roots};
pub use salvage::Salvage;
pub use session::{Said, SummaryOrRequest};
pub use unreadable::Unreadable;
pub use whose::Whose;
pub use zone::zone;

use self::ask::Live;
use self::file::MemoryFile;
use self::place::Files;
use crate::Error;
use crate::files::hash::hash;
use crate::files::parse::MAX_BYTES;
use crate::files::root::Root;
use crate::store::memory::MemoryStore;
use crate::store::{StoreError, on_disk};
use crate::wit::records::{Event, EventBody, Origin, Owner, RecordSettings, Trust};
use crate::wit::types::Anchor;

/// How records are opened.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The owner of the records, and who speaks.
    pub owner: Owner,
    /// The person's settings.
    pub rules: RecordSettings,
    /// Refuses to add anything to a file of this many bytes; `None`: no limit but the disk's.
    pub max_bytes: Option<u64>,
    /// A call that changes a damaged memory salvages it. Otherwise what is to be recorded waits beside it until somebody else has, and
    /// every other change is refused.
    pub mends: bool,
    /// A call that adds and finds the lock held waits a moment for its events to be taken in. Otherwise they wait in the spool at once.
    pub waits: bool,
}

impl Settings {
    /// A person's own memory, as their file in the folder for configuration sets it. An agent speaks.
    ///
    /// # Errors
    /// As for [`Config::of_user`].
    pub fn of_user() -> Result<Settings, Error> {
        Ok(Config::of_user()?.settings(Settings::default().owner))
    }
}

impl Default for Settings {
    /// A person's own memory, without a limit, to which an agent speaks. Where a person types what is remembered, say so:
    /// `settings.owner.speaker = Origin::Person`.
    fn default() -> Settings {
        let (tenant, principal) = (String::new(), String::new());
        let owner = Owner { tenant, principal, speaker: Origin::Agent, trust: Trust::Confirmed, roots: Vec::new() };
        Settings { owner, rules: RecordSettings::default(), max_bytes: None, mends: true, waits: true }
    }
}

/// The records of a memory.
pub struct Records {
    place: Place,
    settings: Settings,
    live: Live,
    store: Store,
    salvaged: Option<Salvage>,
    seen: DamageSeen,
    /// A round of upkeep has begun, and the whole file was verified for it.
    is_in_upkeep: bool,
    /// The user knows why the memory is a new one, if it is.
    is_told: bool,
}

/// Where rows are kept.
enum Store {
    /// In a file; `None` until there is one.
    File(Option<Box<MemoryFile>>),
    Nowhere(MemoryStore),
}

/// The outcome of recording an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its id; if it waits, the id that it will get unless its event is known already.
    pub id: String,
    /// How it was taken.
    pub state: State,
}

/// The outcome of one slice of upkeep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upkept {
    /// Records of an older format that were written in the newest one.
    pub n_rewritten: u32,
    /// Records that went because their time was over.
    pub n_expired: u32,
    /// Records of older releases of which something is masked now, or was private.
    pub n_masked: u32,
    /// Nothing is left to do.
    pub is_done: bool,
}

/// How an event was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is in the store. Where another process took it in from the spool, its event may have been known to that one.
    Added,
    /// Its event was known already: nothing was added, also if it was forgotten since.
    Known,
    /// The same, and what was imported before, untrusted, is its importer's own word from now on.
    Adopted,
    /// It is durable in the spool, because another process holds the lock, and will be taken in by whoever has it next; or because
    /// the memory is damaged and these settings do not mend it, and will be taken in by whoever mends it.
    Waiting,
}

/// How the records of a memory stand on disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnDisk {
    /// The file; `None` for records that are kept nowhere, or before the first one.
    pub path: Option<PathBuf>,
    /// The bytes of the file.
    pub n_bytes: u64,
    /// The bytes at which nothing is added any more, by the settings.
    pub max_bytes: Option<u64>,
    /// The file as it was before a newer format, before a backup was put in its place, or before it was salvaged.
    pub kept: Vec<PathBuf>,
    /// Batches that wait to be taken in.
    pub n_waiting: usize,
    /// Batches that were refused when they were taken in: each is kept, and may be looked at or removed.
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
    /// Opens the records of a memory. Nothing is written before the first change. Where the owner has no `roots`, they are those of
    /// the place's project.
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
            is_told: false,
        })
    }

    /// Whether a call that changes a damaged memory salvages it.
    pub fn mends(&self) -> bool {
        self.settings.mends
    }

    /// Where they are kept.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// How they were opened.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How they stand on disk.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn on_disk(&self) -> Result<OnDisk, Error> {
        let max_bytes = self.settings.max_bytes;
        let Store::File(Some(file)) = &self.store else { return Ok(OnDisk { max_bytes, ..OnDisk::default() }) };
        let files @ Files { store, spool, .. } = file.files();
        let stands = || {
            let n_bytes = if store.try_exists()? { on_disk(store)? } else { 0 };
            let n_waiting = spool::n_waiting(spool)?;
            let (kept, refused) = (files.kept()?, spool::refused(spool)?);
            Ok(OnDisk { path: Some(store.clone()), n_bytes, max_bytes, kept, n_waiting, refused })
        };
        stands().map_err(|error: io::Error| Error::Store(error.into()))
    }

    /// A note that is said now, as a new event of whoever speaks to the memory that records it.
    ///
    /// # Errors
    /// [`Error::Entropy`].
    pub fn note(text: impl Into<String>) -> Result<Event, Error> {
        Ok(Event { origin: Origin::Person, ..Records::event(EventBody::Note(text.into()))? })
    }

    /// Something that happens now, as a new event of an agent.
    ///
    /// # Errors
    /// [`Error::Entropy`].
    pub fn event(body: EventBody) -> Result<Event, Error> {
        Ok(situation::begun(new_event()?, now(), Origin::Agent, body))
    }

    /// Looks for a file that another process may have made since.
    fn look_again(&mut self) -> Result<(), Error> {
        if let Store::File(empty @ None) = &mut self.store
            && let Some(files) = Files::find(&self.place)?
        {
            *empty = Some(Box::new(MemoryFile::new(files)));
        }
        Ok(())
    }

    /// The file; made if there is none.
    fn file(&mut self) -> Result<&mut MemoryFile, Error> {
        let Store::File(file) = &mut self.store else { return Err(Error::Store(StoreError::Closed)) };
        let known = file.as_ref().map(|file| file.files());
        let files = Files::make(&self.place, known, self.is_told)?.ok_or(StoreError::Closed)?;
        // The folder may have been given another memory since.
        if known.is_none_or(|known| known.store != files.store) {
            *file = Some(Box::new(MemoryFile::new(files)));
        }
        file.as_deref_mut().ok_or(Error::Store(StoreError::Closed))
    }
}

/// A file as it is now, for a note to speak of: relative to the root, or to another folder.
///
/// # Errors
/// [`Error::OutsideRoot`], [`Error::NotUnicode`].
pub fn anchor(root: &Root, folder: &Path, path: &Path) -> Result<Anchor, Error> {
    let path = root.inside(folder, path)?;
    // Of a file that cannot be read only the name is known.
    let hash = root.read(&path, MAX_BYTES).map_or_else(|_| Vec::new(), |bytes| hash(&bytes).to_vec());
    Ok(Anchor { path, symbol: String::new(), hash, commit: String::new() })
}

/// The time of this machine, in milliseconds since 1970.
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
