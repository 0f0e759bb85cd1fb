//! Pushing parts: appends new ones, compares known ones, and replaces the rest of a history that was edited.
//!
//! A refused push leaves all parts as they were.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::arguments::{Arguments, CallEffect};
use super::cost;
use super::formats::{self, ByteRange, MessageFormat, Place};
use super::history::{History, Item, ItemId, Key, UserWords};
use super::item::{ItemKind, NewItem};
use super::space::Window;
use super::stub::{self, Excerpt};
use crate::base::code_place::CodePlace;
use crate::base::error::{Error, repeated_argument};
use crate::base::map::{Map, Set};
use crate::base::path::MAX_PATH_BYTES;
use crate::base::time::Timestamp;
use crate::text::quoted_code::MAX_PLACES;
use crate::text::{author_text, quoted_code};

/// The most parts of a conversation.
const MAX_ITEMS: usize = 200_000;
/// The most bytes of text of a conversation.
const MAX_BYTES: usize = 512 << 20;
/// The longest name of a tool or a task, id of a call, or pointer, in bytes.
const MAX_NAME_BYTES: usize = 1_024;
/// The most dependencies of one part.
const MAX_DEPENDENCIES: usize = 1_000;

/// How many parts of a push were new or known, and the size of the conversation after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pushed {
    /// The number of parts that were appended, or that replaced known ones.
    pub n_new: u32,
    /// The number of parts that equal known ones, or are stubs or recaps of them.
    pub n_known: u32,
    /// The index of the first message that differs from the known conversation, whose parts from there on were replaced
    /// or dropped. `None` if every known part was kept.
    pub edited_from: Option<u32>,
    /// The number of parts of the conversation after the push.
    pub n_items: u32,
    /// The tokens of the edited conversation, corrected by the provider's count.
    pub tokens: u64,
}

/// The result of a push of messages as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushedText {
    /// The result for the parts of the messages.
    pub pushed: Pushed,
    /// The bytes of each message in the JSON.
    pub messages: Vec<ByteRange>,
}

impl Window {
    /// Pushes parts in conversation order. They take the place of all known parts from the first pushed message on.
    /// Known parts before the first difference are kept.
    ///
    /// # Errors
    /// [`Error::Invalid`] names the message of a part that is not valid; [`Error::TooLarge`] names the limit that is
    /// exceeded.
    pub fn push(&mut self, items: Vec<NewItem>) -> Result<Pushed, Error> {
        let places = vec![None; items.len()];
        self.push_placed(items, places)
    }

    /// Like [`Window::push`], with the place of each part in its message.
    fn push_placed(&mut self, items: Vec<NewItem>, mut places: Vec<Option<Place>>) -> Result<Pushed, Error> {
        let Some(first) = items.first() else { return Ok(self.report_of_push(0, 0, None)) };
        check(&items)?;
        let known_items = &self.history.items;
        let start = known_items.partition_point(|item| item.pushed.message < first.message);
        let n_same = known_items[start..]
            .iter()
            .zip(&items)
            .take_while(|(known_item, new_item)| self.is_same(known_item, new_item))
            .count();
        let n_new = items.len() - n_same;
        // A known part keeps its pointer. The part that was pushed in its stead may have another one.
        for ((known_item, new_item), place) in known_items[start..start + n_same].iter().zip(&items).zip(&mut places) {
            *place = place.take().filter(|_| known_item.pushed.pointer == new_item.pointer);
        }
        let is_sent_recap = |item: &NewItem| stub::is_recap(&item.text) && self.echoed_part(item).is_some();
        let has_recap = self.history.has_recap || items.iter().any(is_sent_recap);
        let n_bytes = |items: &[NewItem]| items.iter().map(|item| item.text.len() + item.original.len()).sum::<usize>();
        Error::check_limit("parts of a conversation", start + n_same + n_new, MAX_ITEMS)?;
        if start + n_same == known_items.len() {
            let bytes = self.n_bytes + n_bytes(&items[n_same..]);
            Error::check_limit("bytes of a conversation", bytes, MAX_BYTES)?;
            self.history.check(&items[n_same..])?;
            self.n_bytes = bytes;
            // The ids of appended parts depend on this flag.
            self.history.has_recap = has_recap;
            items.into_iter().skip(n_same).for_each(|item| self.append(item));
            self.set_places(start, places);
            self.lay_out_if_needed();
            return Ok(self.report_of_push(n_new, n_same, None));
        }
        let edited_from =
            items.get(n_same).map_or_else(|| known_items[start + n_same].pushed.message, |item| item.message);
        let kept_places = known_items[..start].iter().map(|item| item.place.clone()).chain(places).collect();
        let kept_items = known_items[..start].iter().map(|item| item.pushed.clone());
        let all_items: Vec<NewItem> = kept_items.chain(items).collect();
        let bytes = n_bytes(&all_items);
        Error::check_limit("bytes of a conversation", bytes, MAX_BYTES)?;
        History::default().check(&all_items)?;
        let has_recap = all_items.iter().any(is_sent_recap);
        (self.history, self.signals) = Default::default();
        self.history.has_recap = has_recap;
        (self.recaps, self.needs_layout) = Default::default();
        self.n_bytes = bytes;
        all_items.into_iter().for_each(|item| self.append(item));
        self.set_places(0, kept_places);
        self.lay_out_if_needed();
        Ok(self.report_of_push(n_new, n_same, Some(edited_from)))
    }

    /// Pushes messages of a format, as JSON; the first has the number `first`.
    ///
    /// # Errors
    /// As for [`Window::push`]; [`Error::Invalid`] also if the text is not JSON of this format.
    pub fn push_messages(
        &mut self,
        format: MessageFormat,
        messages: &str,
        first: u32,
        now: i64,
    ) -> Result<Pushed, Error> {
        Ok(self.push_text(format, messages, first, now)?.pushed)
    }

    /// Like [`Window::push_messages`]; also returns the bytes of the messages, for [`Window::edit_ranges`].
    ///
    /// # Errors
    /// As for [`Window::push_messages`].
    pub fn push_text(
        &mut self,
        format: MessageFormat,
        messages: &str,
        first: u32,
        now: i64,
    ) -> Result<PushedText, Error> {
        let formats::PlacedItems { mut items, places, messages } = formats::read_placed(format, messages, first)?;
        let current_response =
            (format == MessageFormat::OpenaiResponses).then(|| self.history.response_before(first)).flatten();
        for item in &mut items {
            item.time = now;
            // A response whose items come one by one goes on.
            if let Some(response) = current_response.filter(|_| item.response == first && item.kind.is_from_model()) {
                item.response = response;
            }
            // A result that comes without its call has the tool of the one that was pushed before.
            let is_answer = matches!(item.kind, ItemKind::ToolResult | ItemKind::Media) && !item.call_id.is_empty();
            if is_answer && item.tool.is_empty() {
                item.tool = String::from(self.history.tool_of(&item.call_id));
            }
        }
        Ok(PushedText { pushed: self.push_placed(items, places)?, messages })
    }

    /// Sets the places of the parts from an index on.
    fn set_places(&mut self, start: usize, places: Vec<Option<Place>>) {
        for (item, place) in self.history.items[start..].iter_mut().zip(places) {
            item.place = place;
        }
    }

    fn report_of_push(&self, n_new: usize, n_known: usize, edited_from: Option<u32>) -> Pushed {
        let (n_new, n_known, n_items) = (n_new as u32, n_known as u32, self.history.items.len() as u32);
        Pushed { n_new, n_known, edited_from, n_items, tokens: self.token_offset.total(self.history.tokens()) }
    }

    /// Whether a pushed part equals the known one, or is its stub or recap.
    fn is_same(&self, known: &Item, new_item: &NewItem) -> bool {
        known.pushed.message == new_item.message
            && (known.key == Key::of(new_item) || self.echoed_part(new_item).is_some_and(|id| id == known.id))
    }

    /// The id of the pruned part whose stub or recap was pushed; `None` for any other part.
    fn echoed_part(&self, new_item: &NewItem) -> Option<ItemId> {
        let id = stub::id_in(&new_item.text)?;
        let row = self.pruned_rows.get(&id)?;
        let text = stub::stub_in(&new_item.text);
        (row.stub == stub::hash_stub(&text) || *text == stub::bare_stub(id)).then_some(id)
    }

    /// Whether the caller pushes edited messages, and this part was recapped.
    fn has_left_conversation(&self, id: ItemId) -> bool {
        self.history.has_recap && self.pruned_rows.get(&id).is_some_and(|row| row.recapped_in > 0)
    }

    /// Appends a part, pruned or recapped if its row says so.
    fn append(&mut self, mut new_item: NewItem) {
        self.guard.mask(&mut new_item.task);
        if new_item.task.is_empty() {
            new_item.task = String::from(self.state.task_at(new_item.message));
        }
        if new_item.places.is_empty() && may_quote_code(new_item.kind) {
            new_item.places = quoted_code::quoted_places(&new_item.text).unwrap_or_default();
        }
        let echoed_id = self.echoed_part(&new_item);
        let key = Key::of(&new_item);
        let id = echoed_id.unwrap_or_else(|| self.history.next_id(key, |id| self.has_left_conversation(id)));
        let tokens = cost::part_tokens(&new_item, self.history.begins_response(&new_item));
        new_item.is_pinned |= self.state.pinned.contains(&id.0);
        // A stub or a recap holds no words of the user.
        let held_words = if echoed_id.is_some() { UserWords::None } else { user_words(&new_item) };
        let at = self.history.push(new_item, key, id, tokens);
        self.history.set_user_words(held_words);
        let n_bytes = self.history.items[at].n_body_bytes();
        self.history.items[at].is_too_large =
            n_bytes > u64::from(self.settings.max_body_bytes) && !self.settings.caller_keeps;
        let new_item = &self.history.items[at].pushed;
        let mut call = (new_item.kind == ItemKind::Call).then(|| Arguments::of(&new_item.tool, &new_item.text));
        if let Some(call) = &mut call {
            self.history.items[at].paths = core::mem::take(&mut call.paths);
        }
        if echoed_id.is_none() {
            let excerpt = self.pruned_rows.get(&id).map_or(Excerpt::NONE, |row| row.excerpt);
            let item = &self.history.items[at];
            let is_edit = |call: u32| self.signals.of(call).effect == Some(CallEffect::Edit);
            let is_edit_result =
                item.pushed.kind == ItemKind::ToolResult && !item.pushed.is_error && item.partner.is_some_and(is_edit);
            self.history.make_stub((self.settings.stub, excerpt), self.guard, call.as_ref(), is_edit_result);
        }
        self.signals.push(&self.history, at, call);
        if let Some(row) = self.pruned_rows.get(&id) {
            let (prune, recap_prune, is_carrier) = (row.prune, row.recapped_in, row.is_carrier);
            self.mark_pruned(at, prune, echoed_id.is_some());
            self.mark_recapped(at, recap_prune, is_carrier, echoed_id.is_some());
        }
    }
}

/// Which words of the user a part holds; only parts of the role `user` and results hold any.
fn user_words(new_item: &NewItem) -> UserWords {
    let is_from_user = match new_item.kind {
        ItemKind::User => !author_text::user_text(&new_item.text).is_empty(),
        ItemKind::ToolResult => author_text::person_reply(&new_item.tool, new_item.is_error, &new_item.text).is_some(),
        _ => false,
    };
    match new_item.kind {
        _ if is_from_user => UserWords::User,
        ItemKind::User if author_text::is_summary(&new_item.text) => UserWords::Summary,
        _ => UserWords::None,
    }
}

/// Whether a part of this kind may quote prepared code. A result may not, as any tool could return a text of that form.
fn may_quote_code(kind: ItemKind) -> bool {
    matches!(kind, ItemKind::Code | ItemKind::GraphQuery)
}

/// Whether a place names a file, and a range of its lines or all of it.
fn is_place(CodePlace { path, first_line, last_line }: &CodePlace) -> bool {
    let is_path = !path.is_empty() && path.len() <= MAX_PATH_BYTES && !path.contains(char::is_control);
    is_path && first_line <= last_line && (*first_line > 0 || *last_line == 0)
}

/// Checks limits of the parts, independent of the conversation.
fn check(items: &[NewItem]) -> Result<(), Error> {
    let refused = |item: &NewItem, why: &str| Error::invalid("items", format!("message {}: {why}", item.message));
    let mut last_message = 0;
    for item in items {
        if item.message < last_message {
            return Err(refused(item, "it comes after a later one"));
        }
        last_message = item.message;
        if !(0.0..=1.0).contains(&item.relevance) {
            return Err(refused(item, "a relevance lies in 0.0 to 1.0"));
        }
        let names = [&item.tool, &item.call_id, &item.task, &item.pointer];
        if names.iter().any(|name| name.len() > MAX_NAME_BYTES) {
            return Err(refused(item, "a name, an id or a pointer is longer than 1,024 bytes"));
        }
        if matches!(item.kind, ItemKind::Call | ItemKind::ToolResult) && item.call_id.is_empty() {
            return Err(refused(item, "a call or a result has no id"));
        }
        Error::check_limit("parts that one depends on", item.dependencies.len(), MAX_DEPENDENCIES)?;
        Error::check_limit("places of code", item.places.len(), MAX_PLACES)?;
        if !item.places.iter().all(is_place) {
            let why =
                "a place has no path, one over 1,024 bytes or with control characters, or lines that are no range";
            return Err(refused(item, why));
        }
        Timestamp::checked("time", item.time)?;
    }
    Ok(())
}

impl History {
    /// Refuses parts that no provider accepts: a result without a call, a second result of a call in another message,
    /// and a call with the id of one in flight.
    pub(super) fn check(&self, items: &[NewItem]) -> Result<(), Error> {
        let mut opened: Set<&str> = Set::default();
        // A result with an image has a part for each of its texts, in one message.
        let mut answered: Map<&str, u32> = Map::default();
        let refused = |item: &NewItem, why: &str| {
            let id = repeated_argument(&item.call_id);
            Error::invalid("items", format!("message {}: {why} {id:?}", item.message))
        };
        for item in items {
            let id = item.call_id.as_str();
            match item.kind {
                ItemKind::Call => {
                    if opened.contains(id) || (self.is_in_flight(id) && !answered.contains_key(id)) {
                        return Err(refused(item, "a second call has the id of one in flight,"));
                    }
                    opened.insert(id);
                }
                ItemKind::ToolResult => {
                    let is_open = opened.remove(id) || (self.is_in_flight(id) && !answered.contains_key(id));
                    if !is_open && answered.get(id) != Some(&item.message) {
                        return Err(refused(item, "a result answers no call:"));
                    }
                    answered.insert(id, item.message);
                }
                _ => {}
            }
        }
        Ok(())
    }
}
