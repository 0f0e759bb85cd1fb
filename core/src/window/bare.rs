//! A window of parts alone, without messages and rows: for who measures what the policies do.

use alloc::string::String;
use alloc::vec::Vec;

use super::history::{History, ItemId};
use super::item::NewItem;
use super::policy::{self, Floor, Moment, Saving};
use super::settings::Settings;
use super::signals::Signals;
use super::stub;
use crate::text::identity::identity;
use crate::text::tokens;

/// See the module.
#[derive(Clone, Debug)]
pub struct Bare {
    history: History,
    signals: Signals,
    settings: Settings,
    n_prunes: u32,
}

/// What a prune did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pruned {
    /// The places of the parts that left, ascending.
    pub places: Vec<u32>,
    /// What it is expected to save.
    pub saving: Saving,
}

impl Bare {
    /// An empty one.
    pub fn new(settings: Settings) -> Bare {
        Bare { history: History::default(), signals: Signals::default(), settings, n_prunes: 0 }
    }

    /// Takes in a part.
    pub fn push(&mut self, new: NewItem) {
        let id = ItemId(identity(&new.text) ^ identity(&new.call_id) ^ new.kind as u64);
        let tokens = new.tokens.unwrap_or_else(|| tokens::estimate(&new.text));
        self.history.push(new, id, tokens);
        self.signals.push(&self.history, self.settings.stub);
    }

    /// The stub of a part.
    pub fn stub(&self, at: u32) -> String {
        stub::text(&self.history.items[at as usize], self.settings.stub)
    }

    /// Prunes for a request of so many tokens that may have `budget`; where that cannot be met, as much as can be.
    pub fn prune(&mut self, now: i64, tokens: u32, budget: u32, is_cold: bool) -> Pruned {
        let mut moment = Moment { now, tokens, budget, is_cold, task: String::new(), explain: false };
        let plan = policy::plan(&self.history, &self.signals, &self.settings, &moment).or_else(|Floor { least }| {
            moment.budget = least;
            policy::plan(&self.history, &self.signals, &self.settings, &moment)
        });
        let plan = plan.unwrap_or_default();
        for at in &plan.victims {
            self.history.items[*at as usize].pruned = Some(self.n_prunes);
            self.signals.prune(*at);
        }
        self.n_prunes += u32::from(!plan.victims.is_empty());
        Pruned { places: plan.victims, saving: plan.saving }
    }
}
