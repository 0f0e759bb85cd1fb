//! Waits until no other process writes the index.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use super::Progress;
use crate::store::StoreError;
use crate::store::holder::Life;
use crate::store::lock::{Lock, beside};
use crate::{Error, Memory};

/// The interval between two checks.
const PAUSE: Duration = Duration::from_millis(30);

impl Memory {
    /// Waits until no other process writes the index. Another one may begin immediately afterwards.
    ///
    /// # Errors
    /// [`StoreError::Locked`] after `patience`, and at once if it cannot be checked whether the lock's holder is alive;
    /// [`Error::Stopped`] if `progress` broke.
    pub fn wait_until_free(
        &self,
        patience: Duration,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let Some(place) = self.place() else { return Ok(()) };
        let lock = place.lock();
        let began = Instant::now();
        loop {
            let (holder, judged) = match Lock::holder(&lock).map_err(StoreError::Io)? {
                Some((holder, Life::Alive)) => (holder, true),
                Some((holder, Life::Unknown)) => (holder, false),
                Some((_, Life::Dead)) | None => return Ok(()),
            };
            if !judged || began.elapsed() >= patience {
                let path = if judged { lock } else { beside(&lock) };
                return Err(Error::Store(StoreError::Locked { path, holder: Some(holder), judged }));
            }
            if progress(Progress::Waiting { pid: holder.pid }).is_break() {
                return Err(Error::Stopped);
            }
            thread::sleep(PAUSE);
        }
    }
}
