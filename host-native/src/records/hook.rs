//! The input of a harness's hook, and the output that the harness reads. Not here: what a hook does (the program).

use super::Records;
use crate::Error;
use crate::wit::capture::HookEvent;

impl Records {
    /// Parses the input of a hook for an event: JSON, in which `cwd` is the folder whose memory to open.
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

    /// The output by which a hook passes a text to its agent.
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
