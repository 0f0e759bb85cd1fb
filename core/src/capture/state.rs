//! What is known of a transcript between two calls: whose session it is, and the calls whose results did not come yet.
//!
//! It goes out and comes back as bytes with a checksum, without a known form of a secret.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::call::Call;
use crate::base::error::Error;
use crate::record::envelope;

/// What is sealed with it.
const SEAL: &[u8] = b"transcript";
/// The most calls that wait for their results: more run at once in no session, and what never comes back is not kept for ever.
const MAX_OPEN: usize = 64;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct State {
    /// The session of the newest line.
    #[n(0)]
    pub(super) session: String,
    /// The folder in which the session began.
    #[n(1)]
    pub(super) folder: String,
    /// What the session is called, until a turn says so.
    #[n(2)]
    pub(super) title: String,
    /// The model, where lines before the turns say it.
    #[n(3)]
    pub(super) model: String,
    /// The branch, the same.
    #[n(4)]
    pub(super) branch: String,
    /// Calls without a result, oldest first.
    #[n(5)]
    open: Vec<Call>,
}

impl State {
    /// The state that a call before gave; none was given for the first lines.
    pub(super) fn open(bytes: &[u8]) -> Result<State, Error> {
        if bytes.is_empty() {
            return Ok(State::default());
        }
        envelope::read(SEAL, bytes).ok_or_else(|| Error::invalid("state", "not one that this release gave"))
    }

    pub(super) fn sealed(&self) -> Vec<u8> {
        envelope::stored(SEAL, self)
    }

    /// Keeps a call until its result comes. The oldest of too many leaves, and is given.
    pub(super) fn wait_for(&mut self, call: Call) -> Option<Call> {
        self.open.push(call);
        (self.open.len() > MAX_OPEN).then(|| self.open.remove(0))
    }

    /// The call that a result is of.
    pub(super) fn answered(&mut self, id: &str) -> Option<Call> {
        let at = self.open.iter().rposition(|call| call.id == id)?;
        Some(self.open.remove(at))
    }
}
