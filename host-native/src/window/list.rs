//! Lists the windows of a memory store.

use super::records_of;
use crate::Error;
use crate::records::{Place, Records};
use crate::wit::window::WindowPage;

/// The windows of a tenant in a memory: up to `limit`, by name, after the name `after` (empty: from the first).
///
/// # Errors
/// As for [`Records::windows`].
pub fn windows(place: Place, tenant: &str, limit: u32, after: &str) -> Result<WindowPage, Error> {
    records_of(place, tenant, "")?.windows(limit, after)
}

impl Records {
    /// The windows of these records: up to `limit`, by name, after the name `after` (empty: from the first).
    ///
    /// # Errors
    /// [`Error::Refused`]; [`Error::Store`]; [`Error::Guest`].
    pub fn windows(&mut self, limit: u32, after: &str) -> Result<WindowPage, Error> {
        let settings = self.settings().clone();
        self.read(|live, snapshot| {
            let at = snapshot.generation();
            live.ask(&settings, snapshot, "window.windows", |exports, store, resumed| {
                exports.scrubjay_memory_window().call_windows(store, &settings.owner.tenant, at, limit, after, resumed)
            })
        })
    }
}
