//! What a harness tells a hook, and what it reads of the hook's answer. Not here: what a hook does (the program).

use super::Records;
use crate::Error;
use crate::wit::capture::HookEvent;

impl Records {
    /// Reads what a hook was given, which was called for an event: JSON, in which `cwd` says the folder whose memory to open.
    ///
    /// # Errors
    /// [`Error::Refused`] of what is no JSON object.
    pub fn read_hook(&mut self, input: &str, event: &str) -> Result<HookEvent, Error> {
        let settings = self.settings.clone();
        self.live.call(&settings, "capture.read-hook", |exports, store| {
            exports.scrubjay_memory_capture().call_read_hook(store, input, event)
        })
    }

    /// Whether a call that adds waits a moment where another process has the lock, from now on; see [`super::Settings::waits`].
    pub fn set_waits(&mut self, waits: bool) {
        self.settings.waits = waits;
    }

    /// What a hook prints so that its agent is told a text.
    ///
    /// # Errors
    /// [`Error::Refused`] of an event of more than 128 bytes.
    pub fn answer_hook(&mut self, event: &str, text: &str) -> Result<String, Error> {
        let settings = self.settings.clone();
        self.live.call(&settings, "capture.answer-hook", |exports, store| {
            exports.scrubjay_memory_capture().call_answer_hook(store, event, text)
        })
    }
}
