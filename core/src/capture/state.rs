//! The state of a transcript between two calls: its session, and calls without results.
//!
//! The host keeps the state as bytes with a checksum, in which secrets are masked.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Harness;
use super::call::Call;
use super::checkout::Checkout;
use super::messages::Conversation;
use super::pieces::NextPiece;
use super::todos::Todos;
use crate::base::error::Error;
use crate::record::envelope;
use crate::record::guard::Guard;

/// The name in the checksum of the state.
const SEAL_NAME: &[u8] = b"transcript";
/// The most calls that wait for results, so that calls without a result do not accumulate.
const MAX_OPEN_CALLS: usize = 64;
/// The most bytes of a name, id or path.
const MAX_NAME_BYTES: usize = 1 << 10;
/// The most queued texts.
const MAX_QUEUED_TEXTS: usize = 16;

/// The state of a transcript between two calls.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct State {
    /// The session of the newest line.
    #[n(0)]
    pub(super) session: String,
    /// The folder in which the session began.
    #[n(1)]
    pub(super) folder: String,
    /// The title of the session, until a turn carries it.
    #[n(2)]
    pub(super) title: String,
    /// The model, if a line before the turns states it.
    #[n(3)]
    pub(super) model: String,
    /// The branch and commit that were checked out, if a line before the turns states them.
    #[n(4)]
    pub(super) checkout: Checkout,
    /// Calls without a result, oldest first.
    #[n(5)]
    open_calls: Vec<Call>,
    /// The session that started this one, if its first line states it; may be empty.
    #[n(6)]
    #[cbor(default)]
    pub(super) parent: String,
    /// The agent's current folder, if a line states it.
    #[n(7)]
    #[cbor(default)]
    pub(super) cwd: String,
    /// The harness's id of the user's current turn, if a line states it.
    #[n(8)]
    #[cbor(default)]
    pub(super) turn: String,
    /// The time of the newest line, in milliseconds since 1970, for lines without one.
    #[n(9)]
    #[cbor(default)]
    pub(super) time: i64,
    /// The harness that writes the transcript, once known.
    #[n(10)]
    pub(super) harness: Option<Harness>,
    /// The kind of piece that follows.
    #[n(11)]
    #[cbor(default)]
    pub(super) place: NextPiece,
    /// Texts typed while the agent worked that have not reached it yet, oldest first.
    #[n(12)]
    #[cbor(default)]
    queued_texts: Vec<QueuedText>,
    /// The conversation of a program, once its header was read.
    #[n(13)]
    #[cbor(default)]
    pub(super) conversation: Option<Conversation>,
    /// Whether the rest of a too long line follows, which is skipped.
    #[n(14)]
    #[cbor(default)]
    pub(super) is_skipping_line: bool,
    /// The to-do lists of the transcript's agents.
    #[n(15)]
    #[cbor(default)]
    pub(super) todos: Todos,
    /// The harness's id of the newest message, if titles refer to it.
    #[n(16)]
    #[cbor(default)]
    pub(super) message: String,
}

/// A text that was typed while the agent worked.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct QueuedText {
    /// When it was typed, as the harness writes it.
    #[n(0)]
    pub(super) time: String,
    #[n(1)]
    pub(super) text: String,
}

impl State {
    /// The state from the bytes of the call before; empty bytes begin a transcript.
    pub(super) fn unseal(bytes: &[u8]) -> Result<State, Error> {
        if bytes.is_empty() {
            return Ok(State::default());
        }
        envelope::read(SEAL_NAME, bytes).ok_or_else(|| Error::invalid("state", "not one that this release gave"))
    }

    /// The state as bytes, with secrets masked; the parameters of calls are masked already.
    pub(super) fn seal(mut self, guard: Guard) -> Vec<u8> {
        guard.mask(&mut self.title);
        self.queued_texts.iter_mut().for_each(|queued| guard.mask(&mut queued.text));
        for call in &mut self.open_calls {
            guard.mask_name(&mut call.tool);
            call.files.iter_mut().for_each(|file| guard.mask_name(&mut file.path));
        }
        envelope::encode_value(SEAL_NAME, &self)
    }

    /// Queues a typed text; beyond the limit the oldest is dropped.
    pub(super) fn queue(&mut self, queued: QueuedText) {
        if self.queued_texts.len() >= MAX_QUEUED_TEXTS {
            self.queued_texts.remove(0);
        }
        self.queued_texts.push(queued);
    }

    /// Removes and returns the oldest typed text.
    pub(super) fn unqueue(&mut self) -> Option<QueuedText> {
        (!self.queued_texts.is_empty()).then(|| self.queued_texts.remove(0))
    }

    /// Drops the typed texts, which the user took back.
    pub(super) fn clear_queue(&mut self) {
        self.queued_texts.clear();
    }

    /// Shortens names, titles and paths to [`MAX_NAME_BYTES`] bytes.
    pub(super) fn shorten(&mut self) {
        let State { session, folder, title, model, checkout, parent, cwd, turn, message, .. } = self;
        [session, folder, title, model, parent, cwd, turn, message].into_iter().for_each(shorten);
        checkout.shorten(MAX_NAME_BYTES);
    }

    /// Drops the calls that wait for results.
    pub(super) fn forget_calls(&mut self) {
        self.open_calls.clear();
    }

    /// Keeps a call until its result comes, unless its id is too long; beyond the limit removes and returns the oldest.
    pub(super) fn wait_for(&mut self, call: Call) -> Option<Call> {
        self.wait_among(call, MAX_OPEN_CALLS)
    }

    /// Like [`State::wait_for`], with at most `max` waiting calls.
    pub(super) fn wait_among(&mut self, mut call: Call, max: usize) -> Option<Call> {
        if call.id.len() > MAX_NAME_BYTES {
            return None;
        }
        let Call { tool, session, checkout, parent, .. } = &mut call;
        [tool, session, parent].into_iter().for_each(shorten);
        checkout.shorten(MAX_NAME_BYTES);
        call.files.retain(|file| file.path.len() <= MAX_NAME_BYTES);
        self.open_calls.push(call);
        (self.open_calls.len() > max).then(|| self.open_calls.remove(0))
    }

    /// The call with an id that waits for its result.
    pub(super) fn open_call(&self, id: &str) -> Option<&Call> {
        self.open_calls.iter().rev().find(|call| call.id == id)
    }

    /// Removes and returns the call that a result belongs to.
    pub(super) fn take_call(&mut self, id: &str) -> Option<Call> {
        let at = self.open_calls.iter().rposition(|call| call.id == id)?;
        Some(self.open_calls.remove(at))
    }
}

fn shorten(name: &mut String) {
    name.truncate(name.floor_char_boundary(MAX_NAME_BYTES));
}
