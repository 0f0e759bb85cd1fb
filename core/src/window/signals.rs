//! What the conversation itself tells of its parts: when each was last asked for, how much is said of its words now, which of its
//! lines stand nowhere else, whether a later part supersedes it.
//!
//! Kept up part by part: a part costs O(its words), whatever came before. Texts are not kept, only hashes of their words. Not here:
//! what follows for a part's value (`policy`).

use alloc::vec::Vec;
use core::iter;

use super::arguments::{Arguments, CallSort};
use super::history::{History, Item, ItemId, Words};
use super::item::ItemKind;
use super::terms::Terms;
use crate::base::map::Map;
use crate::base::sort::sort;
use crate::text::identity::identity;
use crate::text::terminal::without_escapes;

/// Steps after which a mention counts for nothing: e^(-18/4) is 1 %.
pub(crate) const MENTION_STEPS: usize = 18;
/// Steps in which a mention fades to e^-1; recorded sessions of a Go repository.
const MENTION_FADES: f64 = 4.0;
/// The weight of a mention in a result; any other counts 1. Results are long, and nobody chose their words.
const RESULT_MENTION: f64 = 0.1;
/// The most that the mentions of one word count.
const MAX_MENTIONS: f64 = 2.0;
/// The number of a word's newest holders that are looked at: a word in more of them tells nothing of one.
const MAX_HOLDERS: usize = 64;

/// No holder.
const NONE: u32 = u32::MAX;

/// The signals of one part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// The last step in which a call asked for one of its words; its own, before one did.
    pub(crate) last: u32,
    /// How many of its words calls asked for, each time.
    pub(crate) uses: u32,
    pub(crate) n_lines: u32,
    /// Its lines that no other visible part holds and no later edit removed.
    pub(crate) n_unique: u32,
    /// A later part says the same, or it only echoes a call, or the call failed.
    pub(crate) is_superseded: bool,
    /// The sort of its call; `Other` for a part without a call.
    pub(crate) sort: Option<CallSort>,
    /// The hash of the call's question: equal for calls that ask the same.
    question: u64,
    /// The lines that are gone from a file once a call has succeeded.
    removed: Vec<u64>,
    names: Vec<u32>,
    pub(super) lines: Vec<u32>,
}

/// A name or a line, and who holds it.
#[derive(Clone, Debug)]
struct Word {
    /// The newest place that holds it in `Signals::holders`.
    newest: u32,
    n_live: u32,
    /// The exclusive-or of the visible holders: of one, that one.
    live: u32,
    /// Holders that are never pruned.
    n_durable: u32,
    /// One more than the place of the last call that removed it from a file.
    removed: u32,
    mentions: f64,
    mentioned: u32,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    known: Vec<Known>,
    ids: Map<u64, u32>,
    words: Vec<Word>,
    /// Places that hold a word, and what of this list is before it.
    holders: Vec<(u32, u32)>,
    /// The words that were mentioned in each step.
    mentioned: Vec<Vec<u32>>,
    /// The newest result of each question.
    answers: Map<u64, u32>,
    /// How many parts depend on one.
    dependents: Map<ItemId, u32>,
    /// The newest result of a call that named a path.
    shown: Map<u64, ItemId>,
}

impl Signals {
    pub(crate) fn of(&self, at: u32) -> &Known {
        &self.known[at as usize]
    }

    /// The hash of a call's question: equal for calls that ask the same.
    pub(crate) fn question(&self, at: u32) -> u64 {
        self.of(at).question
    }

    /// How many parts depend on this one: a result on its call, a call on the newest result that showed a file which it names, and
    /// what says so itself.
    pub(crate) fn n_dependents(&self, item: &Item) -> u32 {
        self.dependents.get(&item.id).copied().unwrap_or(0)
    }

    /// Takes in the part that was pushed last, with what it says if it is a call. O(its words).
    pub(crate) fn push(&mut self, history: &History, at: usize, call: Option<Arguments>) {
        let (item, at) = (&history.items[at], at as u32);
        let mut known = Known { last: item.step, ..Known::default() };
        let held = match call {
            Some(call) => {
                self.ask(history, &call.wanted, item.step);
                (known.sort, known.question, known.removed) = (Some(call.sort), call.key, call.removed);
                call.held
            }
            None => Terms::of(&without_escapes(&item.new.text)),
        };
        if item.new.kind == ItemKind::ToolResult {
            self.answer(item, at, &mut known);
        }
        self.depend(history, item);
        self.known.push(known);
        self.hold(item, at, &held);
    }

    /// Counts a part for those that it depends on.
    fn depend(&mut self, history: &History, item: &Item) {
        let mut on: Vec<ItemId> = item.new.dependencies.iter().filter_map(|id| ItemId::parse(id)).collect();
        on.extend(item.paths.iter().filter_map(|path| self.shown.get(&identity(path)).copied()));
        self.shown.extend(item.new.places.iter().map(|place| (identity(&place.path), item.id)));
        if let Some(call) = item.partner.map(|call| &history.items[call as usize]) {
            on.push(call.id);
            self.shown.extend(call.paths.iter().map(|path| (identity(path), item.id)));
        }
        sort(&mut on);
        on.dedup();
        on.into_iter().for_each(|id| *self.dependents.entry(id).or_insert(0) += 1);
    }

    /// A call asks for words: whoever holds them was used.
    fn ask(&mut self, history: &History, wanted: &Terms, step: u32) {
        for word in wanted.names.iter().chain(&wanted.lines) {
            let Some(word) = self.ids.get(word).map(|at| &self.words[*at as usize]) else { continue };
            if word.n_durable > 0 {
                // It stays visible whatever is pruned.
                continue;
            }
            for holder in holders(&self.holders, word.newest) {
                if history.items[holder as usize].pruned.is_none() {
                    self.known[holder as usize].last = step;
                    self.known[holder as usize].uses += 1;
                }
            }
        }
    }

    /// A result: supersedes the one of the same question before it, or is an echo, or a failure. What an edit removed is gone
    /// only now, because the edit succeeded.
    fn answer(&mut self, item: &Item, at: u32, known: &mut Known) {
        known.is_superseded = item.new.is_error;
        let Some(place) = item.partner else { return };
        let call = &mut self.known[place as usize];
        known.sort = call.sort;
        if call.sort == Some(CallSort::Edit) {
            known.is_superseded = true;
            if !item.new.is_error {
                core::mem::take(&mut call.removed).into_iter().for_each(|line| self.remove(line, place));
            }
        } else if let Some(before) = self.answers.insert(call.question, at) {
            self.known[before as usize].is_superseded = true;
        }
    }

    fn remove(&mut self, line: u64, by: u32) {
        let Some(word) = self.ids.get(&line).map(|at| &mut self.words[*at as usize]) else { return };
        let before = word.removed;
        word.removed = before.max(by + 1);
        if word.n_live == 1 && word.live < word.removed && word.live >= before {
            self.known[word.live as usize].n_unique -= 1;
        }
    }

    /// A part is visible with its words.
    fn hold(&mut self, item: &Item, at: u32, held: &Terms) {
        let is_durable = !item.new.kind.is_prunable() || item.new.is_pinned || item.words != Words::None;
        let names = held.names.iter().map(|name| self.word(*name)).collect::<Vec<u32>>();
        let lines = held.lines.iter().map(|line| self.word(*line)).collect::<Vec<u32>>();
        for id in names.iter().chain(&lines) {
            let word = &mut self.words[*id as usize];
            self.holders.push((at, word.newest));
            word.newest = self.holders.len() as u32 - 1;
            word.n_live += 1;
            word.n_durable += u32::from(is_durable);
            word.live ^= at;
        }
        let weight = if item.new.kind == ItemKind::ToolResult { RESULT_MENTION } else { 1.0 };
        names.iter().for_each(|id| self.mention(*id, item.step, weight));
        for id in &lines {
            let word = &self.words[*id as usize];
            match word.n_live {
                1 => self.known[at as usize].n_unique += u32::from(word.removed <= at),
                2 => {
                    let other = (word.live ^ at) as usize;
                    self.known[other].n_unique -= u32::from(word.removed as usize <= other);
                }
                _ => {}
            }
        }
        let known = &mut self.known[at as usize];
        known.n_lines = lines.len() as u32;
        (known.names, known.lines) = (names, lines);
    }

    fn mention(&mut self, id: u32, step: u32, weight: f64) {
        if self.mentioned.len() <= step as usize {
            self.mentioned.resize_with(step as usize + 1, Vec::new);
        }
        let word = &mut self.words[id as usize];
        if word.mentioned != step || word.mentions <= 0.0 {
            self.mentioned[step as usize].push(id);
        }
        word.mentions = word.mentions * fading(step - word.mentioned) + weight;
        word.mentioned = step;
    }

    fn word(&mut self, hash: u64) -> u32 {
        let next = self.words.len() as u32;
        let id = *self.ids.entry(hash).or_insert(next);
        if id == next {
            let word = Word { newest: NONE, n_live: 0, live: 0, n_durable: 0, removed: 0, mentions: 0.0, mentioned: 0 };
            self.words.push(word);
        }
        id
    }

    /// A part is no longer visible. O(its words).
    pub(crate) fn prune(&mut self, at: usize) {
        let at = at as u32;
        let known = core::mem::take(&mut self.known[at as usize].names);
        for id in &known {
            self.words[*id as usize].n_live -= 1;
            self.words[*id as usize].live ^= at;
        }
        let lines = core::mem::take(&mut self.known[at as usize].lines);
        for id in &lines {
            let word = &mut self.words[*id as usize];
            word.n_live -= 1;
            word.live ^= at;
            if word.n_live == 1 && word.removed <= word.live {
                self.known[word.live as usize].n_unique += 1;
            }
        }
    }

    /// How much is said of the words of each part in the step that begins: of each word what it was mentioned, fading, shared by
    /// its holders. O(words mentioned of late).
    pub(crate) fn heats(&self, history: &History) -> Vec<f64> {
        let mut heats = vec![0.0; self.known.len()];
        let first = self.mentioned.len().saturating_sub(MENTION_STEPS);
        for (step, words) in self.mentioned.iter().enumerate().skip(first) {
            for word in words.iter().map(|id| &self.words[*id as usize]) {
                if word.mentioned as usize != step || word.n_live == 0 {
                    continue;
                }
                let mentions = word.mentions * fading(history.n_steps.saturating_sub(word.mentioned));
                let share = mentions.min(MAX_MENTIONS) / libm::sqrt(libm::sqrt(f64::from(word.n_live)));
                holders(&self.holders, word.newest).for_each(|holder| heats[holder as usize] += share);
            }
        }
        heats
    }
}

/// The newest holders of a word.
fn holders(all: &[(u32, u32)], newest: u32) -> impl Iterator<Item = u32> {
    let next = move |at: &u32| Some(all[*at as usize].1).filter(|before| *before != NONE);
    let places = iter::successors(Some(newest).filter(|newest| *newest != NONE), next);
    places.take(MAX_HOLDERS).map(|at| all[at as usize].0)
}

/// The share of a mention that is left after `steps` steps.
fn fading(steps: u32) -> f64 {
    libm::exp(-f64::from(steps) / MENTION_FADES)
}

/// The lines of the parts that are visible, while some of them leave.
#[derive(Debug)]
pub(crate) struct Uniqueness<'s> {
    signals: &'s Signals,
    /// Lines whose holders have changed: how many are visible, and their exclusive-or.
    changed: Map<u32, (u32, u32)>,
    /// How many lines became unique.
    gained: Map<u32, u32>,
}

impl Uniqueness<'_> {
    pub(crate) fn new(signals: &Signals) -> Uniqueness<'_> {
        Uniqueness { signals, changed: Map::default(), gained: Map::default() }
    }

    /// The lines of a part that no other visible part holds and no later edit removed.
    pub(crate) fn n_unique(&self, at: u32) -> u32 {
        self.signals.of(at).n_unique + self.gained.get(&at).copied().unwrap_or(0)
    }

    /// A part leaves.
    pub(crate) fn leave(&mut self, at: u32) {
        for id in &self.signals.of(at).lines {
            let word = &self.signals.words[*id as usize];
            if word.n_live < 2 {
                continue;
            }
            let (n_live, live) = self.changed.entry(*id).or_insert((word.n_live, word.live));
            *n_live -= 1;
            *live ^= at;
            if *n_live == 1 && word.removed <= *live {
                *self.gained.entry(*live).or_insert(0) += 1;
            }
        }
    }
}
