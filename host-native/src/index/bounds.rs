//! What a walk leaves out, whatever files of ignore rules say: folders that tools fill, and what the caller excludes.
//!
//! Both are kept with the index, so that whoever takes changes in goes by the same, and the list of such folders need be asked of the
//! component only once for a release. What was left out is kept too, for `status`. Not here: how it is found out on a disk.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::files::exclude::Exclude;
use crate::files::installed::Installed;
use crate::files::walk::{Bounds, Walked};
use crate::store::{META_MARK, Snapshot, StoreError};
use crate::{Error, Memory};

/// The name of the meta value with the patterns of the caller.
const META_EXCLUDE: &str = "exclude";
/// The name of the meta value with the component's list of folders that tools fill.
const META_LIST: &str = "installed-folders";
/// The name of the meta value with those that the last run found.
const META_INSTALLED: &str = "installed";
/// The most of them that are named; all are counted.
pub(super) const MAX_NAMED: usize = 100;

/// The bounds of the last walk, for who only waits for changes.
pub(super) type Shared = Arc<Mutex<Bounds>>;

/// What a memory was told to exclude, as long as no run has stored it.
#[derive(Debug, Default)]
pub(crate) struct Excluding {
    /// The caller's patterns, which take the place of those that are stored.
    given: Option<Exclude>,
    /// The patterns that were stored before the last run, for an index that is made again.
    former: Option<Exclude>,
    last: Shared,
}

impl Excluding {
    /// Goes on with the patterns of an index that may be made again.
    pub(crate) fn keep(&mut self, snapshot: Result<Box<dyn Snapshot>, StoreError>) {
        if let Some(stored) = snapshot.ok().and_then(|snapshot| stored(&*snapshot).ok()?) {
            self.former = Some(stored);
        }
    }

    /// A run has stored what holds.
    pub(super) fn is_stored(&mut self) {
        self.given = None;
    }

    /// The patterns that hold.
    fn of(&self, snapshot: &dyn Snapshot) -> Result<Exclude, StoreError> {
        if let Some(given) = &self.given {
            return Ok(given.clone());
        }
        Ok(stored(snapshot)?.or_else(|| self.former.clone()).unwrap_or_default())
    }
}

impl Memory {
    /// Has index runs leave out files and folders by these patterns, instead of those that hold; none of them lifts all. They are
    /// written as in a `.gitignore` in the folder, only exclude, and take precedence over all rules of files. The next run stores them
    /// with the index, and they hold for every later one, whoever makes it.
    ///
    /// # Errors
    /// [`Error::Refused`] for a pattern that is empty, matches nothing, brings files back (`!`), holds a line break or NUL, or is longer
    /// than 4,096 bytes, and for more than 1,000. Nothing has changed then.
    pub fn exclude(&mut self, patterns: &[String]) -> Result<(), Error> {
        self.excluding.given = Some(Exclude::of(patterns)?);
        Ok(())
    }

    /// The patterns that hold: those of [`Memory::exclude`], or else those that are stored.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn excluded(&self) -> Result<Vec<String>, Error> {
        Ok(self.read(|snapshot| self.excluding.of(snapshot))?.patterns().to_vec())
    }

    /// The bounds of a walk. The component is asked only where the index does not have its list.
    pub(super) fn bounds(&mut self, snapshot: &dyn Snapshot) -> Result<Bounds, Error> {
        let exclude = self.excluding.of(snapshot)?;
        if stored(snapshot)?.unwrap_or_default() == exclude {
            // Whoever gives others from now on is followed.
            self.excluding.is_stored();
        }
        let installed = match listed(snapshot)? {
            Some(listed) => Arc::new(listed),
            None => self.live.installed()?,
        };
        let bounds = Bounds { installed, exclude };
        bounds.clone_into(&mut self.excluding.last.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(bounds)
    }

    /// The same, as far as they are known without the component.
    pub(super) fn known_bounds(&self) -> Result<Bounds, Error> {
        let (exclude, listed) = self.read(|snapshot| Ok((self.excluding.of(snapshot)?, listed(snapshot)?)))?;
        Ok(Bounds { installed: Arc::new(listed.unwrap_or_default()), exclude })
    }

    /// The bounds of each last walk.
    pub(super) fn shared_bounds(&mut self) -> Shared {
        // A store that cannot be read is told of by the run.
        if let Ok(snapshot) = self.snapshot() {
            let _ = self.bounds(&*snapshot);
        }
        Arc::clone(&self.excluding.last)
    }
}

/// The bounds as they are now.
pub(super) fn current(shared: &Shared) -> Bounds {
    shared.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The meta values that differ from what is stored: `walked` is the walk of the whole folder.
pub(super) fn to_note(
    snapshot: &dyn Snapshot,
    bounds: &Bounds,
    walked: Option<&Walked>,
) -> Result<BTreeMap<&'static str, Vec<u8>>, StoreError> {
    let found = walked.map(|walked| (META_INSTALLED, encode(&walked.installed)));
    let all =
        [(META_EXCLUDE, bounds.exclude.encode()), (META_LIST, bounds.installed.encode())].into_iter().chain(found);
    let mut differing = BTreeMap::new();
    for (name, value) in all {
        let is_none = name == META_EXCLUDE && value.is_empty() || name == META_INSTALLED && value == encode(&[]);
        match snapshot.meta(name)? {
            Some(stored) if stored == value => {}
            None if is_none => {}
            _ => _ = differing.insert(name, value),
        }
    }
    Ok(differing)
}

/// Whether files may be left out, or come back, that no run has looked at since the patterns changed.
pub(super) fn is_changed(to_note: &BTreeMap<&'static str, Vec<u8>>) -> bool {
    to_note.contains_key(META_EXCLUDE)
}

/// The folders that the last run did not enter: the first ones, and how many there are; and the patterns that are stored.
pub(super) fn left_out(snapshot: &dyn Snapshot) -> Result<(Vec<String>, u64, Vec<String>), StoreError> {
    let (installed, n_installed) = snapshot.meta(META_INSTALLED)?.and_then(|bytes| decode(&bytes)).unwrap_or_default();
    let exclude = stored(snapshot)?.unwrap_or_default();
    Ok((installed, n_installed, exclude.patterns().to_vec()))
}

/// The patterns that are stored.
fn stored(snapshot: &dyn Snapshot) -> Result<Option<Exclude>, StoreError> {
    let Some(bytes) = snapshot.meta(META_EXCLUDE)? else { return Ok(None) };
    let damaged = || StoreError::Damaged("the patterns that exclude files cannot be read".to_owned());
    Exclude::decode(&bytes).ok_or_else(damaged).map(Some)
}

/// The component's list, if this release stored it.
fn listed(snapshot: &dyn Snapshot) -> Result<Option<Installed>, StoreError> {
    if snapshot.meta(META_MARK)?.is_none_or(|mark| mark != super::MARK) {
        return Ok(None);
    }
    Ok(snapshot.meta(META_LIST)?.and_then(|bytes| Installed::decode(&bytes)))
}

/// How many folders there are, and the names of the first ones. No name holds NUL.
fn encode(installed: &[String]) -> Vec<u8> {
    let named = installed.iter().take(MAX_NAMED).map(|path| format!("\0{path}"));
    format!("{}{}", installed.len(), named.collect::<String>()).into_bytes()
}

fn decode(bytes: &[u8]) -> Option<(Vec<String>, u64)> {
    let mut parts = str::from_utf8(bytes).ok()?.split('\0');
    let n_installed = parts.next()?.parse().ok()?;
    Some((parts.map(str::to_owned).collect(), n_installed))
}
