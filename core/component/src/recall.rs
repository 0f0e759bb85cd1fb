use crate::bindings::exports::scrubjay::memory::recall::{Guest, PrepareQuestion, PrepareReply};
use crate::bindings::exports::scrubjay::memory::types::{Error, Resumed};
use crate::Component;
impl Guest for Component {
    fn prepare(question: PrepareQuestion, resumed: Option<Resumed>) -> Result<PrepareReply, Error> {
        let _ = (question, resumed);
        Err(Error::ReadOnly)
    }
}
