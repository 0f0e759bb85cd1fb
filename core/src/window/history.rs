//! The conversation so far: its parts in their order, the steps they belong to, which call a result answers.
//!
//! A *step* is one response of the model: what comes after it, up to the next one, belongs to it.

use alloc::string::String;
use alloc::vec::Vec;

use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use super::arguments::{Arguments, is_plan};
use super::cost;
use super::item::{BodyForm, ItemKind, NewItem};
use super::settings::StubKind;
use super::stub::{self, Excerpt};
use crate::base::map::{Map, Set};
use crate::record::guard::Guard;

/// A part that was pushed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) pushed: NewItem,
    /// The id, which tells it from every other part and survives a new start: it follows from kind, tool, call and
    /// text.
    pub(crate) id: ItemId,
    pub(crate) step: u32,
    /// It is the first part of a response of the model.
    pub(crate) begins_response: bool,
    pub(crate) tokens: u32,
    /// Its tokens, as it is edited.
    pub(crate) tokens_left: u32,
    /// The call of a result, or the result of a call.
    pub(crate) partner: Option<u32>,
    /// The number of the prune that took it; none: it is visible.
    pub(crate) pruned_in: Option<u32>,
    /// The hash of its kind, tool, call and text.
    pub(crate) key: Key,
    /// The stub that replaces it once it is pruned; empty for a part that is never pruned, and where the caller pushed
    /// the stub itself.
    pub(crate) stub: String,
    pub(crate) stub_tokens: u32,
    /// The paths that a call names.
    pub(crate) paths: Vec<String>,
    /// Its bytes are beyond what is kept for restoring: it is not pruned.
    pub(crate) is_too_large: bool,
    /// The number of the prune at which its message left whole; none: it did not.
    pub(crate) recapped_in: Option<u32>,
    /// A recap of parts that left stands in its place.
    pub(crate) is_carrier: bool,
    /// The caller pushed what stands in its place.
    pub(crate) is_echo: bool,
    /// Whose words are in it, beside the model's and those of tools.
    pub(crate) user_words: UserWords,
}

impl Item {
    /// Whether a person said something in it, and it is the result of a call.
    pub(crate) fn is_said_in_result(&self) -> bool {
        self.user_words == UserWords::User && self.pushed.kind == ItemKind::ToolResult
    }

    /// The bytes from which it can be restored.
    pub(crate) fn n_body_bytes(&self) -> u64 {
        (self.pushed.text.len() + self.pushed.original.len()) as u64
    }
}

/// The hash of a part, equal only for its repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key(u128);

impl Key {
    pub(crate) fn of(new: &NewItem) -> Key {
        let mut hash = Xxh3::new();
        hash.update(&[new.kind as u8]);
        for part in [&new.tool, &new.call_id, &new.text, &new.original] {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        Key(hash.digest128())
    }

    /// The id of the n-th part that is so.
    fn id(self, n_before: u32) -> ItemId {
        ItemId(xxh3_64_with_seed(&self.0.to_le_bytes(), u64::from(n_before)))
    }
}

/// See [`Item::id`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ItemId(pub(crate) u64);

/// The digits of an id: Crockford's base 32, whose letters are not mistaken for each other.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Thirteen digits of five bits.
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

    /// The id of a text; none if it is not one.
    pub(crate) fn parse(text: &str) -> Option<ItemId> {
        if text.len() != ID_DIGITS || text.as_bytes()[0] > b'f' {
            return None;
        }
        let digit = |byte: u8| DIGITS.iter().position(|&digit| digit == byte);
        text.bytes().try_fold(0, |id: u64, byte| Some((id << 5) | digit(byte)? as u64)).map(ItemId)
    }

    /// The id that a model or a person asks for: in capitals, between brackets or quotes, or as a stub or recap begins with it.
    pub(crate) fn parse_lenient(text: &str) -> Option<ItemId> {
        let text = text.trim().trim_start_matches(['[', '(', '<', '`', '"', '\'']);
        let text = ["pruned ", "recap "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text).trim_start();
        let end = text.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(text.len());
        ItemId::parse(&text[..end].to_ascii_lowercase())
    }
}

/// Whose words a part has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UserWords {
    /// Nobody's.
    None,
    /// A person's.
    User,
    /// A summary of earlier talk, in the place of a person's words.
    Summary,
}

/// The places of a person's words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct UserPlaces {
    first: Option<u32>,
    last: Option<u32>,
    /// The last that they said when they refused a call, or answered a question: it stands in a result.
    in_result: Option<u32>,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    pub(crate) items: Vec<Item>,
    /// The number of responses so far; a part that comes before the next response has the last one's step.
    pub(crate) n_steps: u32,
    last_response: Option<u32>,
    calls: Map<String, u32>,
    /// The newest call that wrote down what is to be done: it stays.
    plan: Option<u32>,
    /// The places of a person's words.
    user_places: UserPlaces,
    /// The first and the last part of the user's role, whoever wrote it.
    user_turns: Option<(u32, u32)>,
    /// How many parts of a key there are.
    n_equal: Map<Key, u32>,
    ids: Set<ItemId>,
    /// A recap was pushed as it was sent.
    pub(crate) has_recap: bool,
    /// The estimated tokens of all parts as they are edited.
    tokens: u64,
}

impl History {
    /// Takes a part in, which is visible; gives its place.
    pub(crate) fn push(&mut self, new: NewItem, key: Key, id: ItemId, tokens: u32) -> usize {
        let begins_response = self.begins_response(&new);
        if begins_response {
            self.n_steps += 1;
            self.last_response = Some(new.response);
        }
        let at = self.items.len();
        let partner = self.join(&new, at as u32);
        let step = self.n_steps.saturating_sub(1);
        if new.kind == ItemKind::Call && is_plan(&new.tool) {
            self.plan = Some(at as u32);
        }
        if new.kind == ItemKind::User {
            self.user_turns = Some((self.user_turns.map_or(at as u32, |(first, _)| first), at as u32));
        }
        *self.n_equal.entry(key).or_default() += 1;
        self.ids.insert(id);
        self.tokens += u64::from(tokens);
        let item = Item {
            pushed: new,
            id,
            step,
            begins_response,
            tokens,
            tokens_left: tokens,
            partner,
            pruned_in: None,
            key,
            stub: String::new(),
            stub_tokens: 0,
            paths: Vec::new(),
            is_too_large: false,
            recapped_in: None,
            is_carrier: false,
            is_echo: false,
            user_words: UserWords::None,
        };
        self.items.push(item);
        at
    }

    /// Whether a part is the first of a response.
    pub(crate) fn begins_response(&self, new: &NewItem) -> bool {
        new.kind.is_of_model() && self.last_response != Some(new.response)
    }

    /// The response that the message before one belongs to, if the model said it.
    pub(crate) fn response_before(&self, message: u32) -> Option<u32> {
        let end = self.items.partition_point(|item| item.pushed.message < message);
        self.items[..end].last().map(|item| &item.pushed).filter(|new| new.kind.is_of_model()).map(|new| new.response)
    }

    /// The id that a part will have: of those that are equal to it the next one's. One before it may have been pushed as its stub,
    /// by which its id is known and not what it was.
    /// `is_gone`: a part of this id is known not to be in the conversation.
    pub(crate) fn next_id(&self, key: Key, is_gone: impl Fn(ItemId) -> bool) -> ItemId {
        let first = self.n_equal.get(&key).copied().unwrap_or(0);
        let mut ids = (first..=u32::MAX).map(|n_before| key.id(n_before));
        ids.find(|id| !self.ids.contains(id) && !is_gone(*id)).unwrap_or(key.id(first))
    }

    /// Makes the stub of the part that was pushed last, if it may ever need one; `call` is what it says, if it is a call.
    pub(crate) fn make_stub(
        &mut self,
        (kind, excerpt): (StubKind, Excerpt),
        guard: Guard,
        call: Option<&Arguments>,
        is_echo: bool,
    ) {
        let Some(item) = self.items.last_mut().filter(|item| item.pushed.kind.is_prunable()) else { return };
        item.stub = match excerpt {
            Excerpt::NONE => stub::write(item, (kind, guard), call, is_echo),
            Excerpt::BARE => stub::bare(item.id),
            excerpt => stub::write_cut(item, guard, excerpt),
        };
        item.stub_tokens = cost::stub_tokens(&item.stub, &item.pushed, item.begins_response);
    }

    /// Puts its stub in the place of a part, which then has `tokens_left` tokens.
    pub(crate) fn prune(&mut self, at: usize, prune: u32, tokens_left: u32) {
        self.items[at].pruned_in = Some(prune);
        self.set_tokens_left(at, tokens_left);
    }

    /// Sets the tokens of a part as it is edited.
    pub(crate) fn set_tokens_left(&mut self, at: usize, tokens_left: u32) {
        let item = &mut self.items[at];
        self.tokens = self.tokens - u64::from(item.tokens_left) + u64::from(tokens_left);
        item.tokens_left = tokens_left;
    }

    /// The estimated tokens of the conversation as it is edited.
    pub(crate) fn tokens(&self) -> u64 {
        self.tokens
    }

    /// Whether a call of this id has no result yet.
    pub(crate) fn is_in_flight(&self, call_id: &str) -> bool {
        self.calls.get(call_id).is_some_and(|&call| self.items[call as usize].partner.is_none())
    }

    /// The tool of the newest call with this id; empty if there is none.
    pub(crate) fn tool_of(&self, call_id: &str) -> &str {
        self.calls.get(call_id).map_or("", |&call| &self.items[call as usize].pushed.tool)
    }

    /// Joins a result with its call.
    fn join(&mut self, new: &NewItem, at: u32) -> Option<u32> {
        match new.kind {
            ItemKind::Call => {
                self.calls.insert(new.call_id.clone(), at);
                None
            }
            ItemKind::ToolResult => {
                let call = self.calls.get(&new.call_id).copied()?;
                self.items[call as usize].partner = Some(at);
                Some(call)
            }
            // An image that a tool gave stands beside its result.
            ItemKind::Media => self.calls.get(&new.call_id).copied(),
            _ => None,
        }
    }

    /// Sets whose words the part holds that was pushed last.
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

    /// The places of a person's first and last words, and of their last words in a result: these parts never leave.
    /// Where nobody said anything, the places of what stands there instead.
    pub(crate) fn goal_and_last(&self) -> [Option<u32>; 3] {
        let UserPlaces { first, last, in_result } = self.user_places;
        [first.or(self.user_turns.map(|turns| turns.0)), last.or(self.user_turns.map(|turns| turns.1)), in_result]
    }

    /// The place where the user's last turn begins, whoever wrote it; thinking before it is of a loop that is over.
    pub(crate) fn last_turn(&self) -> u32 {
        self.user_turns.map_or(0, |turns| turns.1)
    }

    /// Whether a part stands in the message of a person's first or last words.
    fn is_beside_goal(&self, item: &Item) -> bool {
        let is_same = |at: u32| self.items[at as usize].pushed.message == item.pushed.message;
        self.goal_and_last().into_iter().flatten().any(is_same)
    }

    /// The places of the parts in whose places recaps stand.
    pub(crate) fn recap_slots(&self) -> Vec<u32> {
        let slots = self.items.iter().enumerate().filter(|(_, item)| item.is_carrier && item.recapped_in.is_some());
        slots.map(|(at, _)| at as u32).collect()
    }

    /// Whether it is the newest call that wrote down what is to be done.
    pub(crate) fn is_live_plan(&self, at: usize) -> bool {
        self.plan == Some(at as u32)
    }

    /// Whether a part may be pruned now: of a kind and form that allow it, visible, without words of a person, not pinned, not the live
    /// plan, and older than the last `n_recent` steps; a call in flight, whose result is not here, never. Where `n_recent` is not 0,
    /// neither an image or a file of what the user said first or last.
    pub(crate) fn is_candidate(&self, at: usize, n_recent: u32) -> bool {
        let item = &self.items[at];
        let is_settled = item.pushed.kind != ItemKind::Call || item.partner.is_some();
        item.pruned_in.is_none()
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
