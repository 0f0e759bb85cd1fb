//! What was pruned, given back; and whether something can still be read.

use alloc::string::String;
use alloc::vec::Vec;

use super::history::ItemId;
use super::item::ItemKind;
use super::kept::Body;
use super::policy::Plan;
use super::space::Window;
use crate::ask::{Attempt, Reply, Resumed, reply};
use crate::base::error::{Error, repeated};
use crate::base::sort::{set, sort};
use crate::record::keyspace::Keyspace;

/// A part that is visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleItem {
    /// Its id.
    pub id: String,
    /// The place of its message.
    pub message: u32,
    /// What it is.
    pub kind: ItemKind,
}

impl Window {
    /// The bytes of a part, as they were pushed: of one that was pruned, as long as they are kept. It changes nothing; who
    /// wants the part back in the conversation appends it.
    ///
    /// # Errors
    /// [`Error::Unknown`]; [`Error::Expired`] where its bytes are no longer kept.
    pub fn restore(&self, id: &str, now: i64, resumed: Option<Resumed>) -> Result<Reply<String>, Error> {
        reply(self.restore_attempt(id, now, resumed))
    }

    fn restore_attempt(&self, text: &str, now: i64, resumed: Option<Resumed>) -> Attempt<String> {
        let unknown = || Error::Unknown { name: repeated(text), suggestions: Vec::new() };
        let id = ItemId::parse(text).ok_or_else(unknown)?;
        if let Some(item) = self.history.items.iter().find(|item| item.id == id && item.pruned.is_none()) {
            return Ok(String::from(item.original()));
        }
        let row = self.pruned.get(&id).ok_or_else(unknown)?;
        let key = self.kept.key(Keyspace::Body, id);
        let call = self.kept.call("window.restore", &[text.as_bytes(), &now.to_le_bytes()]);
        let rows = self.kept.rows(call, set([key.clone()]), resumed)?;
        let is_over = now.saturating_sub(row.time.milliseconds()) > i64::from(self.settings.body_lifetime);
        let body = rows.read(&key).filter(|_: &Body<'_>| !is_over);
        Ok(body.ok_or_else(|| Error::Expired(String::from(text)))?.original.into())
    }

    /// The newest part whose text is this, if one can be read in the conversation as it is edited.
    pub fn already_visible(&self, content: &str) -> Option<VisibleItem> {
        let is_it = |item: &&super::history::Item| item.pruned.is_none() && item.new.text == content;
        let found = self.history.items.iter().rev().find(is_it)?;
        Some(VisibleItem { id: found.id.text(), message: found.new.message, kind: found.new.kind })
    }

    /// The bodies to give up: those whose time is over, and the oldest where a prune would take them past their limit.
    pub(super) fn expired(&self, now: i64, plan: &Plan) -> Vec<ItemId> {
        let coming: u64 = plan.victims.iter().map(|&at| self.history.items[at as usize].original().len() as u64).sum();
        let mut kept: Vec<_> = self
            .pruned
            .iter()
            .filter(|(_, row)| row.n_bytes > 0)
            .map(|(id, row)| (row.time, *id, row.n_bytes))
            .collect();
        sort(&mut kept);
        let oldest = now.saturating_sub(i64::from(self.settings.body_lifetime));
        let mut bytes = self.state.body_bytes + coming;
        let mut expired = Vec::new();
        for (time, id, n_bytes) in kept {
            if time.milliseconds() < oldest || bytes > u64::from(self.settings.max_window_bytes) {
                bytes = bytes.saturating_sub(n_bytes);
                expired.push(id);
            }
        }
        expired
    }
}
