//! The input of a harness's hook, and the output that the harness reads. Not here: what a hook does (the program).

use super::Records;
use crate::Error;
use crate::wit::capture::HookEvent;

impl Records {
    /// Parses the JSON that a harness passes to the hook of an event. Reads no memory: the result names the folder
    /// whose memory is to be opened, as by [`Records::moved_to`].
    ///
    /// # Errors
    /// [`Error::Refused`] if it is not a JSON object.
    pub fn read_hook(&mut self, input: &str, event: &str) -> Result<HookEvent, Error> {
        let settings = self.settings.clone();
        self.live.call(&settings, "capture.read-hook", |exports, store| {
            exports.scrubjay_memory_capture().call_read_hook(store, input, event)
        })
    }

    /// Sets whether a call that adds records waits a moment if another process holds the lock; see
    /// [`super::Settings::waits`].
    pub fn set_waits(&mut self, waits: bool) {
        self.settings.waits = waits;
    }

    /// The output by which a hook passes a text to its agent.
    ///
    /// # Errors
    /// [`Error::Refused`] for an event of more than 128 bytes.
    pub fn answer_hook(&mut self, event: &str, text: &str) -> Result<String, Error> {
        let settings = self.settings.clone();
        self.live.call(&settings, "capture.answer-hook", |exports, store| {
            exports.scrubjay_memory_capture().call_answer_hook(store, event, text)
        })
    }
}
