//! What is known of a transcript between two calls: whose session it is, and the calls whose results did not come yet.
//!
//! It goes out and comes back as bytes with a checksum, without a known form of a secret.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::Harness;
use super::call::Call;
use super::messages::Conversation;
use super::pieces::NextPiece;
use crate::base::error::Error;
use crate::record::envelope;
use crate::record::guard::Guard;

/// The name that the state is sealed with.
const SEAL_NAME: &[u8] = b"transcript";
/// The most calls that wait for their results: more run at once in no session, and what never comes back is not kept for ever.
const MAX_OPEN_CALLS: usize = 64;
/// The longest name, id or path that is kept, in bytes.
const MAX_NAME: usize = 1 << 10;
/// The most texts that were typed and wait.
const MAX_QUEUED: usize = 16;

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
    /// The title of the session, until a turn states it.
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
    open_calls: Vec<Call>,
    /// The session that this one is part of, where its first line says so; empty: none.
    #[n(6)]
    #[cbor(default)]
    pub(super) parent: String,
    /// The folder in which the agent works now, where lines of their own say so.
    #[n(7)]
    #[cbor(default)]
    pub(super) cwd: String,
    /// The harness's id of the user's turn that runs, the same.
    #[n(8)]
    #[cbor(default)]
    pub(super) turn: String,
    /// The time of the newest line, in milliseconds, where some have none.
    #[n(9)]
    #[cbor(default)]
    pub(super) time: i64,
    /// Who wrote it, once that is known.
    #[n(10)]
    pub(super) harness: Option<Harness>,
    /// The sort of piece that follows.
    #[n(11)]
    #[cbor(default)]
    pub(super) place: NextPiece,
    /// Texts that were typed while the agent worked and have not reached it yet, oldest first.
    #[n(12)]
    #[cbor(default)]
    queued_texts: Vec<Queued>,
    /// Whose messages follow, where a program writes them.
    #[n(13)]
    #[cbor(default)]
    pub(super) conversation: Option<Conversation>,
    /// The rest of a line follows that is too long, and is passed over.
    #[n(14)]
    #[cbor(default)]
    pub(super) is_skipping_line: bool,
}

/// A text that was typed while the agent worked.
#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct Queued {
    /// When it was typed, as the harness writes it.
    #[n(0)]
    pub(super) time: String,
    #[n(1)]
    pub(super) text: String,
}

impl State {
    /// The state that a call before gave; none was given for the first lines.
    pub(super) fn unseal(bytes: &[u8]) -> Result<State, Error> {
        if bytes.is_empty() {
            return Ok(State::default());
        }
        envelope::read(SEAL_NAME, bytes).ok_or_else(|| Error::invalid("state", "not one that this release gave"))
    }

    /// The state as bytes. Known forms of secrets are masked in the words of people; in calls they are already.
    pub(super) fn seal(mut self, guard: Guard) -> Vec<u8> {
        guard.mask(&mut self.title);
        self.queued_texts.iter_mut().for_each(|queued| guard.mask(&mut queued.text));
        for call in &mut self.open_calls {
            guard.mask_name(&mut call.tool);
            call.files.iter_mut().for_each(|file| guard.mask_name(&mut file.path));
        }
        envelope::stored(SEAL_NAME, &self)
    }

    /// Keeps what was typed until the agent is told. The oldest of too many leaves, as it never was.
    pub(super) fn queue(&mut self, queued: Queued) {
        if self.queued_texts.len() >= MAX_QUEUED {
            self.queued_texts.remove(0);
        }
        self.queued_texts.push(queued);
    }

    /// Removes the oldest typed text.
    pub(super) fn unqueue(&mut self) -> Option<Queued> {
        (!self.queued_texts.is_empty()).then(|| self.queued_texts.remove(0))
    }

    /// Forgets what was typed, which its user took back.
    pub(super) fn clear_queue(&mut self) {
        self.queued_texts.clear();
    }

    /// Cuts what a line said of its session, so that no transcript makes a state long: events take nothing that is longer.
    pub(super) fn shorten(&mut self) {
        let State { session, folder, title, model, branch, parent, cwd, turn, .. } = self;
        [session, folder, title, model, branch, parent, cwd, turn].into_iter().for_each(shorten);
    }

    /// Forgets the calls that wait for their results.
    pub(super) fn forget_calls(&mut self) {
        self.open_calls.clear();
    }

    /// Keeps a call until its result comes. The oldest of too many leaves, and is given.
    pub(super) fn wait_for(&mut self, call: Call) -> Option<Call> {
        self.wait_among(call, MAX_OPEN_CALLS)
    }

    /// As [`State::wait_for`], with at most `max` waiting calls.
    pub(super) fn wait_among(&mut self, mut call: Call, max: usize) -> Option<Call> {
        if call.id.len() > MAX_NAME {
            return None;
        }
        let Call { tool, session, branch, parent, .. } = &mut call;
        [tool, session, branch, parent].into_iter().for_each(shorten);
        call.files.retain(|file| file.path.len() <= MAX_NAME);
        self.open_calls.push(call);
        (self.open_calls.len() > max).then(|| self.open_calls.remove(0))
    }

    /// The call that a result is of.
    pub(super) fn take_call(&mut self, id: &str) -> Option<Call> {
        let at = self.open_calls.iter().rposition(|call| call.id == id)?;
        Some(self.open_calls.remove(at))
    }
}

fn shorten(name: &mut String) {
    name.truncate(name.floor_char_boundary(MAX_NAME));
}
