//! A copy of a memory's live rows in a new file: a backup, and what a smaller file is made from.

use std::path::Path;

use super::ask::held;
use super::{Records, Store};
use crate::Error;
use crate::store::StoreError;

impl Records {
    /// Copies the live rows into a new file, which is whole once this returns.
    ///
    /// # Errors
    /// [`Error::Store`]: of either file; `AlreadyExists` if there is a file of this name.
    pub fn backup(&mut self, to: &Path) -> Result<(), Error> {
        let Store::File(Some(file)) = &mut self.store else {
            return Err(Error::Store(StoreError::Missing { path: to.to_owned() }));
        };
        let _lock = held(file)?;
        file.view_locked()?;
        Ok(file.copy_to(to)?)
    }

    /// Puts a backup in the place of these records. What is there now is kept beside, under a name with the time.
    ///
    /// # Errors
    /// [`Error::Store`]: of either file. Then nothing has changed.
    pub fn restore(&mut self, from: &Path) -> Result<(), Error> {
        let file = self.file()?;
        let _lock = held(file)?;
        Ok(file.replace_by(from, super::now())?)
    }
}
