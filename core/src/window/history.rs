//! The conversation so far: its parts in order, the steps they belong to, and which call a result answers.
//!
//! A *step* is one response of the model with all parts up to the next response.

use alloc::string::String;
use alloc::vec::Vec;

use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use super::arguments::{Arguments, is_plan};
use super::cost;
use super::formats::Place;
use super::item::{BodyForm, ItemKind, NewItem};
use super::settings::StubKind;
use super::stub::{self, Excerpt};
use crate::base::map::{Map, Set};
use crate::record::guard::Guard;

/// A part of the conversation, with its state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    /// The part as the caller pushed it.
    pub(crate) pushed: NewItem,
    /// Identifies the part across instances; derived from its key and the number of equal parts before it.
    pub(crate) id: ItemId,
    /// The number of its step, from 0.
    pub(crate) step: u32,
    /// Whether it is the first part of a response of the model.
    pub(crate) begins_response: bool,
    /// The tokens of the part while it is not pruned.
    pub(crate) tokens: u32,
    /// The tokens of the part in its current form: whole, replaced or left out.
    pub(crate) tokens_left: u32,
    /// For a result, or media that a tool gave, the index of its call; for a call, the index of its result.
    pub(crate) partner: Option<u32>,
    /// The number of the prune that removed it; `None` while it is visible.
    pub(crate) prune_number: Option<u32>,
    /// The hash of its kind, tool, call, text and original value.
    pub(crate) key: Key,
    /// The stub that replaces it when pruned; empty if it is never pruned or the caller pushed the stub itself.
    pub(crate) stub: String,
    /// Its tokens when the stub replaces it.
    pub(crate) stub_tokens: u32,
    /// The paths that a call names.
    pub(crate) paths: Vec<String>,
    /// Whether its body exceeds the limit for restoring, so that it is not pruned.
    pub(crate) is_too_large: bool,
    /// The number of the prune at which its whole message was replaced by a recap; `None` if it was not.
    pub(crate) recapped_in: Option<u32>,
    /// Whether a recap of other parts replaces its text.
    pub(crate) is_carrier: bool,
    /// Whether the caller pushed the stub or recap in its place.
    pub(crate) was_pushed_as_stub: bool,
    pub(crate) user_words: UserWords,
    /// The place of the part's value in its message, as last pushed; `None` if it is not known.
    pub(crate) place: Option<Place>,
}

impl Item {
    /// Whether it is the result of a call and holds words of the user.
    pub(crate) fn is_said_in_result(&self) -> bool {
        self.user_words == UserWords::User && self.pushed.kind == ItemKind::ToolResult
    }

    /// The size of the body that restores it, in bytes.
    pub(crate) fn n_body_bytes(&self) -> u64 {
        (self.pushed.text.len() + self.pushed.original.len()) as u64
    }
}

/// The hash of a part's kind, tool, call, text and original value: equal only for repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(u128);

impl Key {
    pub(crate) fn of(new_item: &NewItem) -> Key {
        let mut hash = Xxh3::new();
        hash.update(&[new_item.kind as u8]);
        for part in [&new_item.tool, &new_item.call_id, &new_item.text, &new_item.original] {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        Key(hash.digest128())
    }

    /// The id of a part that `n_before` equal parts precede.
    fn id(self, n_before: u32) -> ItemId {
        ItemId(xxh3_64_with_seed(&self.0.to_le_bytes(), u64::from(n_before)))
    }
}

/// A hash of a part's key and the number of equal parts before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ItemId(pub(crate) u64);

/// Crockford's base 32, which has no letters that are easily confused.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// The length of an id in text: thirteen digits of five bits.
pub(crate) const ID_DIGITS: usize = 13;

impl ItemId {
    /// The id as stubs write it.
    pub(crate) fn text(self) -> String {
        let mut digits = [DIGITS[0]; ID_DIGITS];
        for (place, digit) in digits.iter_mut().rev().enumerate() {
            *digit = DIGITS[(self.0 >> (5 * place)) as usize & 31];
        }
        String::from_utf8_lossy(&digits).into_owned()
    }

    /// Parses an id in the form of stubs; `None` for other text.
    pub(crate) fn parse(text: &str) -> Option<ItemId> {
        if text.len() != ID_DIGITS || text.as_bytes()[0] > b'f' {
            return None;
        }
        let digit = |byte: u8| DIGITS.iter().position(|&digit| digit == byte);
        text.bytes().try_fold(0, |id: u64, byte| Some((id << 5) | digit(byte)? as u64)).map(ItemId)
    }

    /// Parses an id as a model or person writes it: in capitals, in brackets or quotes, or with the beginning of a stub
    /// or recap.
    pub(crate) fn parse_lenient(text: &str) -> Option<ItemId> {
        let text = text.trim().trim_start_matches(['[', '(', '<', '`', '"', '\'']);
        let text = ["pruned ", "recap "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text).trim_start();
        let end = text.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(text.len());
        ItemId::parse(&text[..end].to_ascii_lowercase())
    }
}

/// Whether a part holds words of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UserWords {
    None,
    /// The user's own words.
    User,
    /// A summary of earlier conversation that replaces the user's words.
    Summary,
}

/// Indices of the parts with the user's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct UserPlaces {
    /// The first such part outside of results.
    first: Option<u32>,
    /// The last such part outside of results.
    last: Option<u32>,
    /// The last such part that is a result: a refusal of a call, or an answer to a question.
    in_result: Option<u32>,
}

/// The parts of a conversation and the indices over them.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    pub(crate) items: Vec<Item>,
    /// The number of responses so far; a part between responses belongs to the step of the last one.
    pub(crate) n_steps: u32,
    last_response: Option<u32>,
    /// The index of the newest call with each call id.
    calls: Map<String, u32>,
    /// The index of the newest call that wrote the to-do list; that call is not pruned.
    plan: Option<u32>,
    user_places: UserPlaces,
    /// The indices of the first and last part with the role `user`, whoever wrote it.
    user_turns: Option<(u32, u32)>,
    /// The number of parts with each key.
    n_equal: Map<Key, u32>,
    ids: Set<ItemId>,
    /// Whether a recap is among the pushed parts, so that the caller pushes edited messages.
    pub(crate) has_recap: bool,
    /// The estimated tokens of all parts as they are edited.
    tokens: u64,
}

impl History {
    /// Appends a visible part; returns its index.
    pub(crate) fn push(&mut self, new_item: NewItem, key: Key, id: ItemId, tokens: u32) -> usize {
        let begins_response = self.begins_response(&new_item);
        if begins_response {
            self.n_steps += 1;
            self.last_response = Some(new_item.response);
        }
        let at = self.items.len();
        let partner = self.link_call(&new_item, at as u32);
        let step = self.n_steps.saturating_sub(1);
        if new_item.kind == ItemKind::Call && is_plan(&new_item.tool) {
            self.plan = Some(at as u32);
        }
        if new_item.kind == ItemKind::User {
            self.user_turns = Some((self.user_turns.map_or(at as u32, |(first, _)| first), at as u32));
        }
        *self.n_equal.entry(key).or_default() += 1;
        self.ids.insert(id);
        self.tokens += u64::from(tokens);
        let item = Item {
            pushed: new_item,
            id,
            step,
            begins_response,
            tokens,
            tokens_left: tokens,
            partner,
            prune_number: None,
            key,
            stub: String::new(),
            stub_tokens: 0,
            paths: Vec::new(),
            is_too_large: false,
            recapped_in: None,
            is_carrier: false,
            was_pushed_as_stub: false,
            user_words: UserWords::None,
            place: None,
        };
        self.items.push(item);
        at
    }

    /// Whether a part would begin a response if it were appended now.
    pub(crate) fn begins_response(&self, new_item: &NewItem) -> bool {
        new_item.kind.is_from_model() && self.last_response != Some(new_item.response)
    }

    /// The number of the response of the last part before a message; `None` if the model did not write that part.
    pub(crate) fn response_before(&self, message: u32) -> Option<u32> {
        let end = self.items.partition_point(|item| item.pushed.message < message);
        self.items[..end]
            .last()
            .map(|item| &item.pushed)
            .filter(|item| item.kind.is_from_model())
            .map(|item| item.response)
    }

    /// The id for the next part with a key: skips ids that parts already have, as those pushed as stubs, and ids for
    /// which `is_gone` holds.
    pub(crate) fn next_id(&self, key: Key, is_gone: impl Fn(ItemId) -> bool) -> ItemId {
        let first = self.n_equal.get(&key).copied().unwrap_or(0);
        let mut ids = (first..=u32::MAX).map(|n_before| key.id(n_before));
        ids.find(|id| !self.ids.contains(id) && !is_gone(*id)).unwrap_or(key.id(first))
    }

    /// Makes the stub of the last part, if its kind may be pruned; `call` has the arguments of a call.
    /// `is_edit_result`: as for [`stub::write_stub`].
    pub(crate) fn make_stub(
        &mut self,
        (kind, excerpt): (StubKind, Excerpt),
        guard: Guard,
        call: Option<&Arguments>,
        is_edit_result: bool,
    ) {
        let Some(item) = self.items.last_mut().filter(|item| item.pushed.kind.is_prunable()) else { return };
        item.stub = match excerpt {
            Excerpt::NONE => stub::write_stub(item, (kind, guard), call, is_edit_result),
            Excerpt::BARE => stub::bare_stub(item.id),
            excerpt => stub::cut_stub(item, guard, excerpt),
        };
        item.stub_tokens = cost::stub_tokens(&item.stub, &item.pushed, item.begins_response);
    }

    /// Replaces a part by its stub, with `tokens_left` tokens.
    pub(crate) fn prune(&mut self, at: usize, prune: u32, tokens_left: u32) {
        self.items[at].prune_number = Some(prune);
        self.set_tokens_left(at, tokens_left);
    }

    /// Sets the tokens of a part in its edited form.
    pub(crate) fn set_tokens_left(&mut self, at: usize, tokens_left: u32) {
        let item = &mut self.items[at];
        self.tokens = self.tokens - u64::from(item.tokens_left) + u64::from(tokens_left);
        item.tokens_left = tokens_left;
    }

    /// The estimated tokens of the conversation as it is edited.
    pub(crate) fn tokens(&self) -> u64 {
        self.tokens
    }

    /// Whether a call with this id has no result yet.
    pub(crate) fn is_in_flight(&self, call_id: &str) -> bool {
        self.calls.get(call_id).is_some_and(|&call| self.items[call as usize].partner.is_none())
    }

    /// The tool of the newest call with this id; empty if there is none.
    pub(crate) fn tool_of(&self, call_id: &str) -> &str {
        self.calls.get(call_id).map_or("", |&call| &self.items[call as usize].pushed.tool)
    }

    /// Notes a call, or links a result with its call; returns the index of the call of a result or media.
    fn link_call(&mut self, new_item: &NewItem, at: u32) -> Option<u32> {
        match new_item.kind {
            ItemKind::Call => {
                self.calls.insert(new_item.call_id.clone(), at);
                None
            }
            ItemKind::ToolResult => {
                let call = self.calls.get(&new_item.call_id).copied()?;
                self.items[call as usize].partner = Some(at);
                Some(call)
            }
            // An image from a tool comes in addition to the result.
            ItemKind::Media => self.calls.get(&new_item.call_id).copied(),
            _ => None,
        }
    }

    /// Sets whether the last part holds words of the user.
    pub(crate) fn set_user_words(&mut self, words: UserWords) {
        let at = (self.items.len() as u32).saturating_sub(1);
        let Some(item) = self.items.last_mut() else { return };
        item.user_words = words;
        match (words, item.pushed.kind) {
            (UserWords::User, ItemKind::ToolResult) => self.user_places.in_result = Some(at),
            (UserWords::User, _) => {
                self.user_places.first.get_or_insert(at);
                self.user_places.last = Some(at);
            }
            _ => {}
        }
    }

    /// Indices of the user's first and last words, and of their last words in a result; these parts are never pruned.
    /// Without words of the user, the first and last part with the role `user` count.
    pub(crate) fn goal_and_last(&self) -> [Option<u32>; 3] {
        let UserPlaces { first, last, in_result } = self.user_places;
        [first.or(self.user_turns.map(|turns| turns.0)), last.or(self.user_turns.map(|turns| turns.1)), in_result]
    }

    /// The index of the last part with the role `user`, whoever wrote it. It begins the current turn; thinking before
    /// it belongs to a finished tool loop.
    pub(crate) fn last_turn(&self) -> Option<u32> {
        self.user_turns.map(|turns| turns.1)
    }

    /// Whether a part shares a message with one of [`History::goal_and_last`].
    fn is_beside_goal(&self, item: &Item) -> bool {
        let is_same = |at: u32| self.items[at as usize].pushed.message == item.pushed.message;
        self.goal_and_last().into_iter().flatten().any(is_same)
    }

    /// Indices of the parts whose text is replaced by a recap.
    pub(crate) fn recap_slots(&self) -> Vec<u32> {
        let slots = self.items.iter().enumerate().filter(|(_, item)| item.is_carrier && item.recapped_in.is_some());
        slots.map(|(at, _)| at as u32).collect()
    }

    /// Whether a part is the newest call that wrote the to-do list.
    pub(crate) fn is_live_plan(&self, at: usize) -> bool {
        self.plan == Some(at as u32)
    }

    /// Whether a part may be pruned now. Its kind and form must allow it, and it must be visible, without words of the
    /// user, not pinned, and not too large. The live plan, calls in flight and the last `n_recent` steps are excluded.
    /// If `n_recent` is not 0, images and files beside the user's first and last words are excluded too.
    pub(crate) fn is_candidate(&self, at: usize, n_recent: u32) -> bool {
        let item = &self.items[at];
        let is_settled = item.pushed.kind != ItemKind::Call || item.partner.is_some();
        item.prune_number.is_none()
            && item.pushed.kind.is_prunable()
            && !matches!(item.pushed.form, BodyForm::Fixed)
            && item.user_words == UserWords::None
            && !(n_recent > 0 && item.pushed.kind == ItemKind::Media && self.is_beside_goal(item))
            && !item.pushed.is_pinned
            && !self.is_live_plan(at)
            && !item.is_too_large
            && is_settled
            && item.step + n_recent < self.n_steps
    }
}
