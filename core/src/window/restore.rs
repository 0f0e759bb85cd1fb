//! Restores pruned parts, and tells whether a text is still visible.

use alloc::string::String;
use alloc::vec::Vec;

use super::formats;
use super::history::{Item, ItemId};
use super::item::ItemKind;
use super::policy::Plan;
use super::recap::listing::IdRange;
use super::space::Window;
use super::store::{Body, SecretTreatment};
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::Error;
use crate::base::sort::sort;
use crate::record::keyspace::Keyspace;

/// A part that is not pruned, so that the model sees it in the next request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleItem {
    /// The id of the part, as stubs write it.
    pub id: String,
    /// The index of the part's message in the caller's list.
    pub message: u32,
    /// The kind of the part. A part of the kind `Code` may hold the text among other code; any other part has
    /// exactly the text.
    pub kind: ItemKind,
}

/// The content of a restored part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The text that the model read, decoded; for a call the JSON of its arguments.
    pub text: String,
    /// The bytes of its value in the caller's JSON; for a part that is never pruned the text.
    pub original: String,
    /// Whether secrets in it were masked, so that these are not the bytes that were pushed.
    pub is_masked: bool,
}

impl Window {
    /// Restores the content of a part, or lists the parts in a range of ids; it changes nothing.
    ///
    /// A pruned part is restored as long as its bytes are kept. A range is two ids, as a recap names them. Its parts
    /// are listed one by one, or by subject if they are more than 200. A word after the range lists only parts that
    /// mention it, and `*` lists all, 200 at a time. An id may be in capitals or between brackets. A part that this
    /// instance was given is returned unmasked; other instances return what the policy on secrets allowed to be kept.
    ///
    /// # Errors
    /// [`Error::Unknown`] if no part has the id; [`Error::Expired`] if its bytes are no longer kept;
    /// [`Error::Withheld`] if they were never kept, because they held a secret.
    pub fn restore(&self, id: &str, now: i64, resumed: Option<Resumed>) -> Result<Reply<Restored>, Error> {
        reply(self.restore_attempt(id, now, resumed))
    }

    fn restore_attempt(&self, text: &str, now: i64, resumed: Option<Resumed>) -> Attempt<Restored> {
        let unknown_error = || Error::unknown(text, Vec::new());
        if let Some(range) = IdRange::parse(text) {
            let list = self.list_range(range).ok_or_else(unknown_error)?;
            return Ok(Restored { original: list.clone(), text: list, is_masked: false });
        }
        let id = ItemId::parse_lenient(text).ok_or_else(unknown_error)?;
        if let Some(item) = self.history.items.iter().find(|item| item.id == id && item.prune_number.is_none()) {
            return Ok(pushed_content(item));
        }
        let row = self.pruned_rows.get(&id).ok_or_else(unknown_error)?;
        let key = self.store.key(Keyspace::Body, id);
        let is_expired = now.saturating_sub(row.time.milliseconds()) > i64::from(self.settings.body_lifetime);
        // If a part was pushed as its stub, this instance does not have its content.
        let pushed_item = self.history.items.iter().find(|item| item.id == id && !item.was_pushed_as_stub);
        let call = self.store.call("window.restore", &[text.as_bytes(), &now.to_le_bytes()]);
        self.store.answer(call, resumed, |rows| {
            let body = rows.read(&key).filter(|_: &Body<'_>| !is_expired);
            match (row.secret, pushed_item, body) {
                (SecretTreatment::Refused, Some(item), _) if !is_expired => Ok(pushed_content(item)),
                (SecretTreatment::Refused, None, _) if !is_expired => Err(Error::Withheld(String::from(text))),
                (SecretTreatment::Masked, Some(item), Some(_)) => Ok(pushed_content(item)),
                (secret, _, Some(Body { text, original, form, .. })) => {
                    let original = formats::original_of(form, text, original);
                    Ok(Restored { text: text.into(), original, is_masked: secret == SecretTreatment::Masked })
                }
                _ => Err(Error::Expired(String::from(text))),
            }
        })
    }

    /// The newest visible part that has exactly this text, or is code and contains it; `None` if there is none.
    pub fn already_visible(&self, content: &str) -> Option<VisibleItem> {
        let is_content_in = |item: &Item| item.pushed.text == content || contains_piece(item, content);
        let is_match = |item: &&Item| item.prune_number.is_none() && is_content_in(item);
        let item = self.history.items.iter().rev().find(is_match)?;
        Some(VisibleItem { id: item.id.text(), message: item.pushed.message, kind: item.pushed.kind })
    }

    /// The ids of the bodies to delete: expired ones, and the oldest if the bodies that `plan` adds exceed the limit.
    pub(super) fn expired_bodies(&self, now: i64, plan: &Plan) -> Vec<ItemId> {
        let indices = plan.indices();
        let coming_indices = indices.iter().filter(|at| self.history.items[**at as usize].prune_number.is_none());
        let coming_bytes: u64 = coming_indices.filter_map(|&at| Some(self.body(at as usize)?.n_bytes())).sum();
        let mut stored_bodies: Vec<_> = self
            .pruned_rows
            .iter()
            .filter(|(_, row)| row.n_bytes > 0)
            .map(|(id, row)| (row.time, *id, row.n_bytes))
            .collect();
        sort(&mut stored_bodies);
        let oldest_time = now.saturating_sub(i64::from(self.settings.body_lifetime));
        let mut total_bytes = self.state.body_bytes + coming_bytes;
        let mut expired = Vec::new();
        for (time, id, n_bytes) in stored_bodies {
            if time.milliseconds() < oldest_time || total_bytes > u64::from(self.settings.max_window_bytes) {
                total_bytes = total_bytes.saturating_sub(n_bytes);
                expired.push(id);
            }
        }
        expired
    }
}

/// Whether a part is code that contains this piece.
fn contains_piece(item: &Item, piece: &str) -> bool {
    item.pushed.kind == ItemKind::Code && !piece.is_empty() && item.pushed.text.contains(piece)
}

/// The content of a part as this instance was given it.
fn pushed_content(item: &Item) -> Restored {
    Restored { text: item.pushed.text.clone(), original: formats::original_json(&item.pushed), is_masked: false }
}

#[cfg(test)]
mod tests {
    use super::super::item::NewItem;
    use super::super::policy::fixtures::part;
    use super::super::settings::{Policy, Settings};
    use super::*;

    /// A call and its result of 2,000 letters, as the n-th response.
    fn pair(n: u32) -> Vec<NewItem> {
        let of = |kind, text: &str, message| {
            let (call_id, response) = (alloc::format!("call {n}"), n);
            NewItem { message, call_id, response, tool: "read".into(), ..part(kind, text) }
        };
        let body = alloc::format!("{n} {}", "letters ".repeat(250));
        Vec::from([of(ItemKind::Call, "{}", 2 * n), of(ItemKind::ToolResult, &body, 2 * n + 1)])
    }

    /// Formerly the bytes of a deleted body were subtracted again at each later prune, so that ever more was kept.
    #[test]
    fn the_bytes_that_are_kept_are_those_that_can_be_restored() {
        let limit = 7_000;
        let (max_tokens, threshold, policy) = (100_000, 0.05, Policy::KeepLast);
        let settings = Settings { max_tokens, threshold, policy, max_window_bytes: limit, ..Settings::default() };
        let mut window = Window::new(Settings { keep_last: 1, ..settings }).unwrap();
        let mut ids = Vec::new();
        for n in 0..12 {
            window.push(pair(n)).unwrap();
            window.prune(i64::from(n), None).unwrap();
            window.report_usage(90_000);
            let Ok(Reply::Done(pruned)) = window.prune(i64::from(n), None) else { panic!("nothing is asked for") };
            ids = pruned.edits.into_iter().map(|edit| edit.id).collect::<Vec<_>>();
            let original = |id: &String| match window.restore(id, i64::from(n), None) {
                Ok(Reply::Done(restored)) => restored.text.len() as u64,
                gone => {
                    assert!(matches!(gone, Err(Error::Expired(_))), "{gone:?}");
                    0
                }
            };
            assert_eq!(window.status().body_bytes, ids.iter().map(original).sum::<u64>(), "after prune {n}");
            assert!(window.status().body_bytes <= u64::from(limit));
        }
        assert!(ids.len() > 8, "{}", ids.len());
    }
}
