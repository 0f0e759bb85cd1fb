//! The limits of a walk besides ignore files: installed folders, and the caller's exclusions.
//!
//! Both are stored with the index, so that every run uses the same, and the component is asked for its list only once
//! per release. What the last run left out is stored too, for `status`. Not here: how installed folders are detected on
//! disk.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::files::exclude::Exclude;
use crate::files::installed::Installed;
use crate::files::walk::{Bounds, Walked};
use crate::store::{META_MARK, Snapshot, StoreError};
use crate::{Error, Memory};

/// The name of the meta value with the caller's patterns.
const META_EXCLUDE: &str = "exclude";
/// The name of the meta value with the component's list of installed folders.
const META_LIST: &str = "installed-folders";
/// The name of the meta value with the installed folders that the last run found.
const META_INSTALLED: &str = "installed";
/// The most installed folders that are stored by name; all are counted.
pub(super) const MAX_NAMED: usize = 100;

/// The bounds of the last walk, shared with a watcher.
pub(super) type SharedBounds = Arc<Mutex<Bounds>>;

/// The exclusions of a memory until a run has stored them.
#[derive(Debug, Default)]
pub(crate) struct ExclusionState {
    /// The caller's new patterns, which replace the stored ones.
    replacement: Option<Exclude>,
    /// The patterns of an index that is about to be remade.
    former_patterns: Option<Exclude>,
    last_bounds: SharedBounds,
}

impl ExclusionState {
    /// Remembers the patterns of an index that may be remade.
    pub(crate) fn keep(&mut self, snapshot: Result<Box<dyn Snapshot>, StoreError>) {
        if let Some(stored_exclude) = snapshot.ok().and_then(|snapshot| stored_patterns(&*snapshot).ok()?) {
            self.former_patterns = Some(stored_exclude);
        }
    }

    /// Forgets the caller's patterns once they are stored: from then on the stored patterns apply, also if another
    /// process replaces them.
    pub(super) fn forget_replacement(&mut self) {
        self.replacement = None;
    }

    /// The patterns that apply, given the stored ones.
    fn current(&self, stored_exclude: Option<Exclude>) -> Exclude {
        self.replacement.clone().or(stored_exclude).or_else(|| self.former_patterns.clone()).unwrap_or_default()
    }
}

impl Memory {
    /// Sets patterns for files and folders that index runs exclude; they replace the current ones, and an empty list
    /// removes all. They have the syntax of a `.gitignore` in the folder, can only exclude, and take precedence over
    /// all ignore files. The next run stores them with the index, and they apply to every later run, whichever program
    /// makes it.
    ///
    /// # Errors
    /// [`Error::Refused`] if a pattern is empty, matches nothing, re-includes files (`!`), contains a line break or
    /// NUL, or is longer than 4,096 bytes; also for more than 1,000 patterns, or more than 1 MiB together;
    /// [`Error::Store`] if the memory is open for reading. Then nothing has changed.
    pub fn exclude(&mut self, patterns: &[String]) -> Result<(), Error> {
        self.check_writable()?;
        self.exclusions.replacement = Some(Exclude::of(patterns)?);
        Ok(())
    }

    /// The patterns that apply: those of [`Memory::exclude`], or else the stored ones.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn excluded(&self) -> Result<Vec<String>, Error> {
        Ok(self.exclusions.current(self.read(stored_patterns)?).patterns().to_vec())
    }

    /// The bounds of a walk, and whether other patterns apply than the stored ones. If so, files may have to be
    /// removed or added that no run has considered yet. Asks the component only if the index lacks its list.
    pub(super) fn bounds(&mut self, snapshot: &dyn Snapshot) -> Result<(Bounds, bool), Error> {
        let stored_exclude = stored_patterns(snapshot)?;
        let exclude = self.exclusions.current(stored_exclude.clone());
        let is_changed = stored_exclude.unwrap_or_default() != exclude;
        if !is_changed {
            self.exclusions.forget_replacement();
        }
        let installed = match stored_list(snapshot)? {
            Some(listed) => Arc::new(listed),
            None => self.live.installed()?,
        };
        let bounds = Bounds { installed, exclude };
        bounds.clone_into(&mut self.exclusions.last_bounds.lock().unwrap_or_else(PoisonError::into_inner));
        Ok((bounds, is_changed))
    }

    /// The bounds as far as they are known without asking the component.
    pub(super) fn known_bounds(&self) -> Result<Bounds, Error> {
        let (stored_exclude, listed) =
            self.read(|snapshot| Ok((stored_patterns(snapshot)?, stored_list(snapshot)?)))?;
        Ok(Bounds { installed: Arc::new(listed.unwrap_or_default()), exclude: self.exclusions.current(stored_exclude) })
    }

    /// A shared handle to the bounds of the last walk.
    pub(super) fn shared_bounds(&mut self) -> SharedBounds {
        // The run reports a store that cannot be read.
        if let Ok(snapshot) = self.snapshot() {
            let _ = self.bounds(&*snapshot);
        }
        Arc::clone(&self.exclusions.last_bounds)
    }
}

/// The current bounds of a shared handle.
pub(super) fn current_bounds(shared: &SharedBounds) -> Bounds {
    shared.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The meta values that differ from the stored ones, by name. `walked` is a walk of the whole folder, or `None` after a
/// walk of a part.
pub(super) fn changed_meta_values(
    snapshot: &dyn Snapshot,
    bounds: &Bounds,
    walked: Option<&Walked>,
) -> Result<BTreeMap<&'static str, Vec<u8>>, StoreError> {
    let installed_value = walked.map(|walked| (META_INSTALLED, encode(&walked.installed)));
    let values = [(META_EXCLUDE, bounds.exclude.encode()), (META_LIST, bounds.installed.encode())]
        .into_iter()
        .chain(installed_value);
    let mut differing = BTreeMap::new();
    for (name, value) in values {
        let is_default = name == META_EXCLUDE && value.is_empty() || name == META_INSTALLED && value == encode(&[]);
        match snapshot.meta(name)? {
            Some(stored) if stored == value => {}
            None if is_default => {}
            _ => _ = differing.insert(name, value),
        }
    }
    Ok(differing)
}

/// The first installed folders of the last run, their number, and the stored patterns.
pub(super) fn excluded_and_installed(snapshot: &dyn Snapshot) -> Result<(Vec<String>, u64, Vec<String>), StoreError> {
    let (installed, n_installed) = snapshot.meta(META_INSTALLED)?.and_then(|bytes| decode(&bytes)).unwrap_or_default();
    let exclude = stored_patterns(snapshot)?.unwrap_or_default();
    Ok((installed, n_installed, exclude.patterns().to_vec()))
}

/// The stored patterns; `None` if there are none.
fn stored_patterns(snapshot: &dyn Snapshot) -> Result<Option<Exclude>, StoreError> {
    let Some(bytes) = snapshot.meta(META_EXCLUDE)? else { return Ok(None) };
    let damage = || StoreError::Damaged("the patterns that exclude files cannot be read".to_owned());
    Exclude::decode(&bytes).ok_or_else(damage).map(Some)
}

/// The component's list of installed folders; `None` if this release has not stored it.
fn stored_list(snapshot: &dyn Snapshot) -> Result<Option<Installed>, StoreError> {
    if snapshot.meta(META_MARK)?.is_none_or(|mark| mark != super::INDEX_MARK) {
        return Ok(None);
    }
    Ok(snapshot.meta(META_LIST)?.and_then(|bytes| Installed::decode(&bytes)))
}

/// Encodes the number of folders and the first names, separated by NUL, which no name contains.
fn encode(installed: &[String]) -> Vec<u8> {
    let first_paths = installed.iter().take(MAX_NAMED).map(|path| format!("\0{path}"));
    format!("{}{}", installed.len(), first_paths.collect::<String>()).into_bytes()
}

fn decode(bytes: &[u8]) -> Option<(Vec<String>, u64)> {
    let mut parts = str::from_utf8(bytes).ok()?.split('\0');
    let n_installed = parts.next()?.parse().ok()?;
    Some((parts.map(str::to_owned).collect(), n_installed))
}
