//! The last resort: what the newest step brought leaves too, where the budget cannot be met by anything else.
//!
//! The largest part leaves first, and no more of them than must. What leaves so was not read yet, so its beginning and its end stay
//! beside its id. Images and files of what the user said first and last leave only here. Not here: words of the user, which never do.

use alloc::string::String;
use alloc::vec::Vec;

use super::cost;
use super::history::History;
use super::item::{BodyForm, ItemKind};
use super::policy::{Fate, Judged, Moment, N_RECENT, Plan};
use super::settings::{Policy, Settings, StubKind};
use super::space::Window;
use super::stub::{self, Excerpt};
use crate::base::sort::sort_by_key;

/// The share of the budget that the beginnings and ends of all parts may take that leave so in one prune: half of what stubs may take
/// before messages leave whole, so that they do not drive those out.
const EXCERPTS: f64 = 0.05;

/// A part that leaves as the last resort.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cut {
    pub(crate) at: u32,
    /// How much of it stays beside its id.
    pub(crate) excerpt: Excerpt,
    pub(crate) stub: String,
    pub(crate) stub_tokens: u32,
}

/// Whether there is anything to be cut. O(parts).
pub(super) fn could_cut(history: &History, settings: &Settings, moment: &Moment) -> bool {
    moment.tokens > u64::from(settings.max_tokens) && is_allowed(settings) && candidates(history).next().is_some()
}

fn is_allowed(settings: &Settings) -> bool {
    settings.policy != Policy::Unbounded
}

/// Places of what may leave here and not before.
fn candidates(history: &History) -> impl Iterator<Item = usize> {
    let is_of_last = |at: &usize| history.is_candidate(*at, 0) && !history.is_candidate(*at, N_RECENT);
    let is_alone = |at: &usize| history.items[*at].new.form != BodyForm::Drop;
    (0..history.items.len()).filter(is_of_last).filter(is_alone)
}

impl Window {
    /// A plan that cuts what must be cut, and keeps what then has room; none where nothing can be cut. `left`: the tokens that are left
    /// where nothing is cut and all else leaves.
    pub(super) fn plan_with_cuts(&self, settings: &Settings, moment: &Moment, left: u64) -> Option<Plan> {
        let cuts = if is_allowed(settings) { self.cuts(settings, left) } else { Vec::new() };
        let freed = |cut: &Cut| self.history.items[cut.at as usize].tokens.saturating_sub(cut.stub_tokens);
        let freed: u32 = cuts.iter().map(freed).sum();
        if freed == 0 {
            return None;
        }
        let moment = Moment { tokens: moment.tokens.saturating_sub(u64::from(freed)), ..moment.clone() };
        let mut plan = self.plan_of_old(settings, &moment);
        plan.freed = plan.freed.saturating_add(freed);
        plan.judged.extend(cuts.iter().map(|cut| Judged {
            at: cut.at,
            value: 0.0,
            factors: Vec::new(),
            fate: Fate::Pruned,
        }));
        plan.cuts = cuts;
        Some(plan)
    }

    fn cuts(&self, settings: &Settings, left: u64) -> Vec<Cut> {
        let items = &self.history.items;
        let mut places: Vec<usize> = candidates(&self.history).collect();
        sort_by_key(&mut places, |at| (u32::MAX - items[*at].tokens, *at));
        let budget = u64::from(settings.budget());
        let (mut cuts, mut left) = (Vec::new(), left);
        for at in places {
            let cut = self.cut(at, Excerpt::NONE);
            let freed = u64::from(items[at].tokens.saturating_sub(cut.stub_tokens));
            if left <= budget || freed == 0 {
                break;
            }
            left = left.saturating_sub(freed);
            cuts.push(cut);
        }
        let room = (f64::from(settings.budget()) * EXCERPTS) as u64;
        let each = room.min(budget.saturating_sub(left)) / cuts.len().max(1) as u64;
        let excerpt = Excerpt::of(u32::try_from(each).unwrap_or(u32::MAX));
        if settings.stub == StubKind::Outline && excerpt != Excerpt::NONE {
            cuts.iter_mut().for_each(|cut| *cut = self.cut(cut.at as usize, excerpt));
        }
        cuts
    }

    fn cut(&self, at: usize, excerpt: Excerpt) -> Cut {
        let item = &self.history.items[at];
        let at = at as u32;
        if excerpt == Excerpt::NONE || item.new.kind == ItemKind::Media {
            let (stub, stub_tokens) = (item.stub.clone(), item.stub_tokens);
            return Cut { at, excerpt: Excerpt::NONE, stub, stub_tokens };
        }
        let stub = stub::of_cut(item, self.guard, excerpt);
        let stub_tokens = cost::of_stub(&stub, &item.new, item.begins_response);
        Cut { at, excerpt, stub, stub_tokens }
    }

    /// Puts the stubs of a plan's cuts in the places of their parts.
    pub(super) fn take_cuts(&mut self, plan: &Plan) {
        for cut in &plan.cuts {
            let item = &mut self.history.items[cut.at as usize];
            (item.stub, item.stub_tokens) = (cut.stub.clone(), cut.stub_tokens);
        }
    }
}
