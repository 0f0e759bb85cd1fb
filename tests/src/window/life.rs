//! Plays a conversation as an agent does: messages come one by one, the window is pruned before each request, and a window's
//! promises are checked after every step.

use std::collections::{BTreeMap, BTreeSet};

use scrubjay_core::ask::Reply;
use scrubjay_core::error::Error;
use scrubjay_core::window::formats::{ByteRange, apply, original_json, read};
use scrubjay_core::window::{Edit, ItemKind, NewItem, Policy, Pruned, Restored, Settings, StubKind, Window};
use serde_json::Value;

use super::MessageFormat;
use super::generate::{Chance, Turn, history, messages_of};
use super::judge::{alternates, compare, compare_left, judge};

/// The time of the first request, and the pauses before the next ones, in milliseconds: mostly a short one, sometimes one that
/// no prompt cache outlives.
const BEGIN_MS: i64 = 1_700_000_000_000;
const PAUSE_MS: i64 = 20_000;
const BREAK_MS: i64 = 3_600_000;

const POLICIES: [Policy; 5] = [Policy::Evidence, Policy::FiveFactor, Policy::KeepLast, Policy::Lru, Policy::Unbounded];

/// The counts of a played conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lived {
    /// Requests that were made.
    pub n_requests: usize,
    /// Requests at which something was pruned.
    pub n_prunes: usize,
    /// Parts that were pruned, each of which was restored.
    pub n_pruned: usize,
    /// Requests whose floor was above the budget.
    pub n_floors: usize,
    /// Messages that had left whole at the end.
    pub n_gone: usize,
}

/// The answer of a reply; a window without a store must not ask.
fn unwrap_reply<T>(reply: Result<Reply<T>, Error>) -> Result<Result<T, Error>, String> {
    match reply {
        Ok(Reply::Done(answer)) => Ok(Ok(answer)),
        Ok(Reply::Ask(_)) => Err("a window without a store asks".into()),
        Err(error) => Ok(Err(error)),
    }
}

fn expect(holds: bool, why: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.into()) }
}

/// Whether an edit removes a whole message.
pub(super) fn removes_message(edit: &Edit) -> bool {
    edit.pointer.is_empty() && edit.replacement.is_none()
}

/// The byte range of each message in the JSON list of all.
fn places(messages: &[String]) -> Vec<ByteRange> {
    let mut message_at = 1;
    let place = |message: &String| {
        let start = message_at + message.len() - message.trim_start().len();
        message_at += message.len() + 1;
        ByteRange { start: start as u64, end: (start + message.trim().len()) as u64 }
    };
    messages.iter().map(place).collect()
}

/// The text with each byte range replaced by its edit.
fn replaced(text: &str, edits: &[Edit], ranges: &[ByteRange]) -> String {
    let mut changes: Vec<(&ByteRange, &Edit)> = ranges.iter().zip(edits).collect();
    changes.sort_by_key(|(range, _)| range.start);
    let mut text = text.to_owned();
    for (range, edit) in changes.into_iter().rev() {
        text.replace_range(range.start as usize..range.end as usize, edit.replacement.as_deref().unwrap_or(""));
    }
    text
}

fn is_recap(edit: &Edit) -> bool {
    edit.replacement.as_ref().is_some_and(|text| text.contains("[recap "))
}

fn gone_of(edits: &[Edit]) -> impl Iterator<Item = u32> {
    edits.iter().filter(|edit| removes_message(edit)).map(|edit| edit.message)
}

/// The numbers of the messages that left whole.
fn gone_messages(edits: &[Edit]) -> BTreeSet<u32> {
    gone_of(edits).collect()
}

/// A conversation in progress.
struct Life {
    format: MessageFormat,
    settings: Settings,
    window: Window,
    /// The messages so far, as their text.
    messages: Vec<String>,
    items: Vec<NewItem>,
    /// The messages of the last request.
    sent: Vec<Value>,
    /// The edit of every part that was ever pruned, by its id.
    stubs: BTreeMap<String, Edit>,
    now: i64,
    /// Everything is checked once in this many requests; the effects of a prune always are.
    full_check_interval: usize,
    counts: Lived,
}

/// Plays the history of a seed with random settings.
///
/// # Errors
/// The promise that was broken.
pub fn life(format: MessageFormat, seed: u64) -> Result<Lived, String> {
    let mut chance = Chance::new(seed ^ 0x11fe);
    let settings = Settings {
        policy: POLICIES[chance.below(POLICIES.len())],
        max_tokens: 1_000 + chance.below(4_000) as u32,
        threshold: 0.3 + chance.below(8) as f64 / 10.0,
        low: 0.2 + chance.below(9) as f64 / 10.0,
        keep_last: chance.below(5) as u32,
        stub: if chance.once_in(2) { StubKind::Outline } else { StubKind::Bare },
        ..Settings::default()
    };
    // From random numbers of its own, so that the other settings of a seed are what they were before there were recaps.
    let recap_share = Chance::new(seed ^ 0x4eca).below(6) as f64 / 10.0;
    let (threshold, low) = (settings.threshold.min(1.0), settings.low.min(1.0));
    let settings = Settings { threshold, low, recap_share, ..settings };
    live(format, history(format, seed).messages, settings, chance, 1)
}

/// Plays a recorded conversation, by the default policy under a budget.
///
/// # Errors
/// The promise that was broken.
pub fn recorded_life(format: MessageFormat, turns: &[Turn], max_tokens: u32) -> Result<Lived, String> {
    let mut chance = Chance::new(u64::from(max_tokens));
    let messages = messages_of(format, turns, &mut chance);
    let settings = Settings { max_tokens, threshold: 0.9, ..Settings::default() };
    live(format, messages, settings, chance, 100)
}

fn live(
    format: MessageFormat,
    messages: Vec<String>,
    settings: Settings,
    mut chance: Chance,
    full_check_interval: usize,
) -> Result<Lived, String> {
    let window = Window::new(settings.clone()).map_err(|error| error.to_string())?;
    let mut life = Life {
        format,
        settings,
        window,
        messages: Vec::new(),
        items: Vec::new(),
        sent: Vec::new(),
        stubs: BTreeMap::new(),
        now: BEGIN_MS,
        full_check_interval,
        counts: Lived::default(),
    };
    for message in messages {
        life.messages.push(message);
        life.push_next(&mut chance)?;
        if chance.once_in(6 * full_check_interval) {
            life.begin_anew(&mut chance)?;
        }
    }
    Ok(life.counts)
}

impl Life {
    fn text(&self) -> String {
        format!("[{}]", self.messages.join(","))
    }

    /// Pushes the newest message, sometimes with earlier ones again, and makes a request.
    fn push_next(&mut self, chance: &mut Chance) -> Result<(), String> {
        self.now += if chance.once_in(10) { BREAK_MS } else { PAUSE_MS };
        // All at once, or from some message on: what is known is compared.
        let is_again = chance.once_in(3 * self.full_check_interval);
        let first = if is_again { chance.below(self.messages.len()) } else { self.messages.len() - 1 };
        let piece = format!("[{}]", self.messages[first..].join(","));
        let pushed = self.window.push_text(self.format, &piece, first as u32, self.now);
        let pushed = pushed.map_err(|error| format!("{error}: {piece}"))?;
        expect(pushed.messages == places(&self.messages[first..]), "messages stand elsewhere")?;
        let pushed = pushed.pushed;
        // A piece may begin with results whose tools it does not name, which is no edit of the history.
        expect(pushed.edited_from.is_none(), format!("message {:?} is taken for another", pushed.edited_from))?;
        self.request()
    }

    fn request(&mut self) -> Result<(), String> {
        self.counts.n_requests += 1;
        let status_before = self.window.status();
        let edits_before = self.window.edits();
        match unwrap_reply(self.window.prune(self.now, None))? {
            Ok(result) if result.n_pruned > 0 || self.counts.n_requests.is_multiple_of(self.full_check_interval) => {
                self.check_request(&result)
            }
            Ok(_) => Ok(()),
            Err(Error::Floor(floor)) => {
                self.counts.n_floors += 1;
                expect(floor.actual > floor.limit, "a floor below the budget is refused")?;
                expect(self.window.status() == status_before, "a refused prune changed the window")?;
                expect(self.window.edits() == edits_before, "a refused prune changed the edits")
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn check_request(&mut self, result: &Pruned) -> Result<(), String> {
        expect(result.tokens_after <= u64::from(self.settings.max_tokens), "the budget is not met")?;
        let text = self.text();
        self.items = read(self.format, &text, 0).map_err(|error| error.to_string())?;
        let edited = apply(&text, &result.edits, 0).map_err(|error| error.to_string())?;
        let ranges = self.window.edit_ranges(&places(&self.messages)).map_err(|error| error.to_string())?;
        let ranges = ranges.ok_or("it is not known where a part stands")?;
        expect(replaced(&text, &result.edits, &ranges) == edited, "the places of edits are not theirs")?;
        let parse = |text: &str| serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
        let (before, after) = (parse(&text)?, parse(&edited)?);
        self.check_kept_and_valid(&text, &result.edits, (&before, &after))?;
        if self.settings.policy == Policy::Unbounded {
            expect(edited == text, "a window without bounds changed something")?;
        }
        self.compare_with_sent(result, &after)?;
        self.compare_stubs(result)?;
        if self.counts.n_requests.is_multiple_of(8) {
            self.compare_tokens(&edited)?;
        }
        self.compare_bodies(result)?;
        self.check_visible(result)?;
        let second_prune = unwrap_reply(self.window.prune(self.now, None))?.map_err(|error| error.to_string())?;
        expect(second_prune.n_pruned == 0 && second_prune.edits == result.edits, "a second prune at once prunes more")?;
        self.counts.n_prunes += usize::from(result.n_pruned > 0);
        self.counts.n_pruned += result.n_pruned as usize;
        self.sent = after.as_array().cloned().unwrap_or_default();
        Ok(())
    }

    /// Checks that everything is kept, apart from messages that left whole and parts that a recap replaces, and is as
    /// valid as before.
    fn check_kept_and_valid(
        &self,
        text: &str,
        edits: &[Edit],
        (before, after): (&Value, &Value),
    ) -> Result<(), String> {
        let is_said = |edit: &Edit| self.part_of(edit).is_some_and(|item| item.kind == ItemKind::Assistant);
        let removing_edits: Vec<Edit> =
            edits.iter().filter(|edit| removes_message(edit) || is_said(edit)).cloned().collect();
        let rest_of_text = apply(text, &removing_edits, 0).map_err(|error| error.to_string())?;
        let rest_of_text = serde_json::from_str(&rest_of_text).map_err(|error| error.to_string())?;
        match edits.iter().any(removes_message) {
            true => compare_left(self.format, &rest_of_text, after)?,
            false => compare(self.format, &rest_of_text, after)?,
        }
        if judge(self.format, before).is_ok() {
            judge(self.format, after)?;
        }
        if alternates(self.format, before).is_ok() { alternates(self.format, after) } else { Ok(()) }
    }

    /// Checks that the request only grows between prunes, and that a prune names the first message that it changes.
    fn compare_with_sent(&self, result: &Pruned, after: &Value) -> Result<(), String> {
        let gone_messages = gone_messages(&result.edits);
        let place_in_request = |first: u32| first as usize - gone_messages.range(..first).count();
        let messages_now = after.as_array().map_or(&[][..], Vec::as_slice);
        let n_same = self.sent.iter().zip(messages_now).take_while(|(one, other)| one == other).count();
        match result.first_changed {
            None => expect(n_same == self.sent.len(), format!("message {n_same} changed without a prune")),
            Some(first) => {
                // A call that leaves with its result at once may be new itself.
                let first = place_in_request(first).min(self.sent.len());
                expect(n_same >= first, format!("message {n_same} changed before {first}, the first that is told"))
            }
        }
    }

    /// Checks that pruned parts stay pruned, with the same stubs.
    fn compare_stubs(&mut self, result: &Pruned) -> Result<(), String> {
        let stubs_now: BTreeMap<_, _> = result.edits.iter().map(|edit| (edit.id.clone(), edit.clone())).collect();
        expect(stubs_now.len() == result.edits.len(), "two parts have one id")?;
        let gone_messages = gone_messages(&result.edits);
        let carriers: BTreeSet<u32> =
            result.edits.iter().filter(|edit| is_recap(edit)).map(|edit| edit.message).collect();
        let edits_before: Vec<Edit> = self.stubs.values().cloned().collect();
        let came_back = gone_of(&edits_before).find(|message| !gone_messages.contains(message));
        expect(came_back.is_none(), format!("message {came_back:?} came back"))?;
        for (id, stub) in &self.stubs {
            let has_left = gone_messages.contains(&stub.message) || self.is_beside(&carriers, stub.message);
            expect(has_left || stubs_now.get(id) == Some(stub), format!("{id} came back, or its stub changed"))?;
        }
        self.counts.n_gone = gone_messages.len();
        self.stubs = stubs_now;
        Ok(())
    }

    /// Checks that the window states the tokens that a new window counts in the edited request.
    fn compare_tokens(&self, edited: &str) -> Result<(), String> {
        let settings = Settings { policy: Policy::Unbounded, ..Settings::default() };
        let mut new_window = Window::new(settings).map_err(|error| error.to_string())?;
        let pushed = new_window.push_messages(self.format, edited, 0, self.now).map_err(|error| error.to_string())?;
        let stated_tokens = self.window.status().tokens;
        expect(
            stated_tokens == pushed.tokens,
            format!("{stated_tokens} tokens are said to be sent, and {} are", pushed.tokens),
        )
    }

    fn part_of(&self, edit: &Edit) -> Option<&NewItem> {
        let is_part =
            |item: &&NewItem| item.message == edit.message && (removes_message(edit) || item.pointer == edit.pointer);
        self.items.iter().find(is_part)
    }

    /// Checks that every pruned part is restored byte by byte, and was of a kind that may be pruned.
    fn compare_bodies(&self, result: &Pruned) -> Result<(), String> {
        let gone_messages = gone_messages(&result.edits);
        for item in self.items.iter().filter(|item| gone_messages.contains(&item.message)) {
            expect(!self.is_live_plan(item), "the newest list of what is to be done left")?;
            // Blanks alone are nobody's words.
            let is_user = |item: &&NewItem| item.kind == ItemKind::User && !item.text.trim().is_empty();
            let user_ends = [self.items.iter().find(is_user), self.items.iter().rfind(is_user)];
            let is_kept = user_ends.into_iter().flatten().any(|end| end.message == item.message);
            expect(!is_kept && item.kind != ItemKind::System, "what never leaves left")?;
        }
        for edit in &result.edits {
            let item = self.part_of(edit).ok_or("an edit is of no part")?;
            if removes_message(edit) || item.kind == ItemKind::Assistant {
                self.restore(&edit.id, item)?;
                continue;
            }
            let is_prunable = matches!(
                item.kind,
                ItemKind::Thinking
                    | ItemKind::Call
                    | ItemKind::ToolResult
                    | ItemKind::Media
                    | ItemKind::Code
                    | ItemKind::GraphQuery
            );
            expect(is_prunable, format!("{:?} was pruned", item.kind))?;
            expect(!self.is_live_plan(item), "the newest list of what is to be done was pruned")?;
            self.restore(&edit.id, item)?;
        }
        Ok(())
    }

    fn restore(&self, id: &str, item: &NewItem) -> Result<(), String> {
        let restored = unwrap_reply(self.window.restore(id, self.now, None))?.map_err(|error| error.to_string())?;
        let expected = Restored { text: item.text.clone(), original: original_json(item), is_masked: false };
        expect(restored == expected, format!("{id} is restored otherwise"))
    }

    /// Whether a message belongs to a step that has a recap.
    fn is_beside(&self, carriers: &BTreeSet<u32>, message: u32) -> bool {
        let calls = |message: u32| self.items.iter().filter(move |item| item.message == message);
        let is_of_step = |carrier: &u32| {
            let is_answer =
                |item: &NewItem| !item.call_id.is_empty() && calls(*carrier).any(|other| other.call_id == item.call_id);
            *carrier == message || calls(message).any(is_answer) || self.is_of_response(*carrier, message)
        };
        carriers.iter().any(is_of_step)
    }

    /// Whether a message is of the response to whose call the message `result` has the result, or has another result of
    /// that response.
    fn is_of_response(&self, result: u32, message: u32) -> bool {
        let asking_response = |message: u32| {
            let results = self.items.iter().filter(move |item| item.message == message && !item.call_id.is_empty());
            let response_of_call = |item: &NewItem| {
                let call = |call: &&NewItem| {
                    call.kind == ItemKind::Call && call.call_id == item.call_id && call.message <= message
                };
                self.items.iter().rev().find(call).map(|call| call.response)
            };
            results.filter_map(response_of_call).next()
        };
        let of_model = self.items.iter().find(|item| item.message == message).map(|item| item.response);
        asking_response(result)
            .is_some_and(|response| asking_response(message) == Some(response) || of_model == Some(response))
    }

    /// Whether a part is the newest call that wrote down a plan.
    fn is_live_plan(&self, item: &NewItem) -> bool {
        const TOOLS: [&str; 4] = ["TodoWrite", "TaskCreate", "TaskUpdate", "ExitPlanMode"];
        let is_plan = |item: &&NewItem| item.kind == ItemKind::Call && TOOLS.contains(&item.tool.as_str());
        let newest = self.items.iter().rev().find(is_plan);
        let place = |item: &NewItem| (item.message, item.pointer.clone());
        newest.is_some_and(|newest| place(newest) == place(item))
    }

    /// Checks that parts that can be read are found as visible, and pruned parts are not.
    fn check_visible(&self, result: &Pruned) -> Result<(), String> {
        let is_pruned = |item: &NewItem| {
            let is_edit_of =
                |edit: &Edit| edit.message == item.message && (removes_message(edit) || edit.pointer == item.pointer);
            result.edits.iter().any(is_edit_of)
        };
        let visible: Vec<&str> =
            self.items.iter().filter(|item| !is_pruned(item)).map(|item| item.text.as_str()).collect();
        for item in &self.items {
            let is_found = self.window.already_visible(&item.text).is_some();
            expect(is_found == visible.contains(&item.text.as_str()), "what is visible is not told")?;
        }
        Ok(())
    }

    /// Simulates a new process: loads the saved window, and pushes the messages again, as they were or as they were sent.
    fn begin_anew(&mut self, chance: &mut Chance) -> Result<(), String> {
        let (edits, saved) = (self.window.edits(), self.window.save());
        let (window, _) = Window::load(&saved, self.settings.clone()).map_err(|error| error.to_string())?;
        self.window = window;
        let is_echo = chance.once_in(2) && edits.iter().all(|edit| edit.replacement.is_some() || removes_message(edit));
        let text = match is_echo {
            true => apply(&self.text(), &edits, 0).map_err(|error| error.to_string())?,
            false => self.text(),
        };
        let pushed = self.window.push_messages(self.format, &text, 0, self.now);
        pushed.map_err(|error| error.to_string())?;
        if is_echo {
            expect(self.window.edits().is_empty(), "what was sent is edited again")?;
            // The messages are as they were sent from now on: their originals are pushed once more.
            let pushed = self.window.push_messages(self.format, &self.text(), 0, self.now);
            pushed.map_err(|error| error.to_string())?;
        }
        expect(self.window.edits() == edits, "another instance edits otherwise")
    }
}
