//! What the conversation itself tells of its parts: when each was last asked for, how much is said of its words now, which of its
//! lines stand nowhere else, whether a later part supersedes it.
//!
//! Kept up part by part: a part costs O(its words), whatever came before. Texts are not kept, only hashes of their words. Not here:
//! what follows for a part's value (`policy`).

use alloc::vec::Vec;
use core::iter;

use super::arguments::{Arguments, CallEffect};
use super::history::{History, Item, ItemId, UserWords};
use super::item::ItemKind;
use super::terms::Terms;
use crate::base::map::Map;
use crate::base::sort::sort;
use crate::text::identity::identity;
use crate::text::terminal::without_escapes;

/// Steps after which a mention counts for nothing: e^(-18/4) is 1 %.
pub(crate) const MENTION_STEPS: usize = 18;
/// Steps in which a mention fades to e^-1; recorded sessions of a Go repository.
const MENTION_DECAY_STEPS: f64 = 4.0;
/// The weight of a mention in a result; any other counts 1. Results are long, and nobody chose their words.
const RESULT_MENTION_WEIGHT: f64 = 0.1;
/// The most that the mentions of one word count.
const MAX_MENTIONS: f64 = 2.0;
/// The number of a word's newest holders that are looked at: a word in more of them tells nothing of one.
const MAX_HOLDERS: usize = 64;

/// No holder.
const NO_HOLDER: u32 = u32::MAX;

/// The signals of one part.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartSignals {
    /// The last step in which a call asked for one of its words; its own, before one did.
    pub(crate) last_asked_step: u32,
    /// How many of its words calls asked for, each time.
    pub(crate) uses: u32,
    pub(crate) n_lines: u32,
    /// Its lines that no other visible part holds and no later edit removed.
    pub(crate) n_unique: u32,
    /// A later part says the same, or it only echoes a call, or the call failed.
    pub(crate) is_superseded: bool,
    /// The sort of its call; `Other` for a part without a call.
    pub(crate) effect: Option<CallEffect>,
    /// The hash of the call's question: equal for calls that ask the same.
    question_hash: u64,
    /// The lines that are gone from a file once a call has succeeded.
    removed_lines: Vec<u64>,
    name_ids: Vec<u32>,
    pub(super) line_ids: Vec<u32>,
}

/// A name or a line, and who holds it.
#[derive(Clone, Debug)]
struct Word {
    /// The newest place that holds it in `Signals::holders`.
    newest: u32,
    n_live: u32,
    /// The exclusive-or of the visible holders: of one, that one.
    live_xor: u32,
    /// Holders that are never pruned.
    n_durable: u32,
    /// One more than the place of the last call that removed it from a file.
    last_removal: u32,
    mentions: f64,
    last_mention_step: u32,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    parts: Vec<PartSignals>,
    ids: Map<u64, u32>,
    words: Vec<Word>,
    /// Places that hold a word, and what of this list is before it.
    holders: Vec<(u32, u32)>,
    /// The words that were mentioned in each step.
    last_mention_step: Vec<Vec<u32>>,
    /// The newest result of each question.
    newest_results: Map<u64, u32>,
    /// How many parts depend on one.
    dependents: Map<ItemId, u32>,
    /// The newest result of a call that named a path.
    newest_by_path: Map<u64, ItemId>,
}

impl Signals {
    pub(crate) fn of(&self, at: u32) -> &PartSignals {
        &self.parts[at as usize]
    }

    /// The hash of a call's question: equal for calls that ask the same.
    pub(crate) fn question(&self, at: u32) -> u64 {
        self.of(at).question_hash
    }

    /// How many parts depend on this one: a result on its call, a call on the newest result that showed a file which it names, and
    /// what says so itself.
    pub(crate) fn n_dependents(&self, item: &Item) -> u32 {
        self.dependents.get(&item.id).copied().unwrap_or(0)
    }

    /// Takes in the part that was pushed last, with what it says if it is a call. O(its words).
    pub(crate) fn push(&mut self, history: &History, at: usize, call: Option<Arguments>) {
        let (item, at) = (&history.items[at], at as u32);
        let mut known = PartSignals { last_asked_step: item.step, ..PartSignals::default() };
        let held = match call {
            Some(call) => {
                self.note_question(history, &call.asked_terms, item.step);
                (known.effect, known.question_hash, known.removed_lines) =
                    (Some(call.effect), call.key, call.removed_lines);
                call.all_terms
            }
            None => Terms::of(&without_escapes(&item.pushed.text)),
        };
        if item.pushed.kind == ItemKind::ToolResult {
            self.note_result(item, at, &mut known);
        }
        self.count_dependencies(history, item);
        self.parts.push(known);
        self.add_holder(item, at, &held);
    }

    /// Counts a part for those that it depends on.
    fn count_dependencies(&mut self, history: &History, item: &Item) {
        let mut on: Vec<ItemId> = item.pushed.dependencies.iter().filter_map(|id| ItemId::parse(id)).collect();
        on.extend(item.paths.iter().filter_map(|path| self.newest_by_path.get(&identity(path)).copied()));
        self.newest_by_path.extend(item.pushed.places.iter().map(|place| (identity(&place.path), item.id)));
        if let Some(call) = item.partner.map(|call| &history.items[call as usize]) {
            on.push(call.id);
            self.newest_by_path.extend(call.paths.iter().map(|path| (identity(path), item.id)));
        }
        sort(&mut on);
        on.dedup();
        on.into_iter().for_each(|id| *self.dependents.entry(id).or_insert(0) += 1);
    }

    /// A call asks for words: whoever holds them was used.
    fn note_question(&mut self, history: &History, asked_terms: &Terms, step: u32) {
        for word in asked_terms.names.iter().chain(&asked_terms.lines) {
            let Some(word) = self.ids.get(word).map(|at| &self.words[*at as usize]) else { continue };
            if word.n_durable > 0 {
                // It stays visible whatever is pruned.
                continue;
            }
            for holder in holders(&self.holders, word.newest) {
                if history.items[holder as usize].pruned_in.is_none() {
                    self.parts[holder as usize].last_asked_step = step;
                    self.parts[holder as usize].uses += 1;
                }
            }
        }
    }

    /// A result: supersedes the one of the same question before it, or is an echo, or a failure. What an edit removed is gone
    /// only now, because the edit succeeded.
    fn note_result(&mut self, item: &Item, at: u32, known: &mut PartSignals) {
        known.is_superseded = item.pushed.is_error;
        let Some(place) = item.partner else { return };
        let call = &mut self.parts[place as usize];
        known.effect = call.effect;
        if call.effect == Some(CallEffect::Edit) {
            known.is_superseded = true;
            if !item.pushed.is_error {
                core::mem::take(&mut call.removed_lines).into_iter().for_each(|line| self.remove_line(line, place));
            }
        } else if let Some(before) = self.newest_results.insert(call.question_hash, at) {
            self.parts[before as usize].is_superseded = true;
        }
    }

    fn remove_line(&mut self, line: u64, by: u32) {
        let Some(word) = self.ids.get(&line).map(|at| &mut self.words[*at as usize]) else { return };
        let before = word.last_removal;
        word.last_removal = before.max(by + 1);
        if word.n_live == 1 && word.live_xor < word.last_removal && word.live_xor >= before {
            self.parts[word.live_xor as usize].n_unique -= 1;
        }
    }

    /// A part is visible with its words.
    fn add_holder(&mut self, item: &Item, at: u32, held: &Terms) {
        let is_durable = !item.pushed.kind.is_prunable() || item.pushed.is_pinned || item.user_words != UserWords::None;
        let names = held.names.iter().map(|name| self.word_id(*name)).collect::<Vec<u32>>();
        let lines = held.lines.iter().map(|line| self.word_id(*line)).collect::<Vec<u32>>();
        for id in names.iter().chain(&lines) {
            let word = &mut self.words[*id as usize];
            self.holders.push((at, word.newest));
            word.newest = self.holders.len() as u32 - 1;
            word.n_live += 1;
            word.n_durable += u32::from(is_durable);
            word.live_xor ^= at;
        }
        let weight = if item.pushed.kind == ItemKind::ToolResult { RESULT_MENTION_WEIGHT } else { 1.0 };
        names.iter().for_each(|id| self.add_mention(*id, item.step, weight));
        for id in &lines {
            let word = &self.words[*id as usize];
            match word.n_live {
                1 => self.parts[at as usize].n_unique += u32::from(word.last_removal <= at),
                2 => {
                    let other = (word.live_xor ^ at) as usize;
                    self.parts[other].n_unique -= u32::from(word.last_removal as usize <= other);
                }
                _ => {}
            }
        }
        let known = &mut self.parts[at as usize];
        known.n_lines = lines.len() as u32;
        (known.name_ids, known.line_ids) = (names, lines);
    }

    fn add_mention(&mut self, id: u32, step: u32, weight: f64) {
        if self.last_mention_step.len() <= step as usize {
            self.last_mention_step.resize_with(step as usize + 1, Vec::new);
        }
        let word = &mut self.words[id as usize];
        if word.last_mention_step != step || word.mentions <= 0.0 {
            self.last_mention_step[step as usize].push(id);
        }
        word.mentions = word.mentions * mention_decay(step - word.last_mention_step) + weight;
        word.last_mention_step = step;
    }

    fn word_id(&mut self, hash: u64) -> u32 {
        let next = self.words.len() as u32;
        let id = *self.ids.entry(hash).or_insert(next);
        if id == next {
            let word = Word {
                newest: NO_HOLDER,
                n_live: 0,
                live_xor: 0,
                n_durable: 0,
                last_removal: 0,
                mentions: 0.0,
                last_mention_step: 0,
            };
            self.words.push(word);
        }
        id
    }

    /// A part is no longer visible. O(its words).
    pub(crate) fn prune(&mut self, at: usize) {
        let at = at as u32;
        let known = core::mem::take(&mut self.parts[at as usize].name_ids);
        for id in &known {
            self.words[*id as usize].n_live -= 1;
            self.words[*id as usize].live_xor ^= at;
        }
        let lines = core::mem::take(&mut self.parts[at as usize].line_ids);
        for id in &lines {
            let word = &mut self.words[*id as usize];
            word.n_live -= 1;
            word.live_xor ^= at;
            if word.n_live == 1 && word.last_removal <= word.live_xor {
                self.parts[word.live_xor as usize].n_unique += 1;
            }
        }
    }

    /// How much is said of the words of each part in the step that begins: of each word what it was mentioned, fading, shared by
    /// its holders. O(words mentioned of late).
    pub(crate) fn heats(&self, history: &History) -> Vec<f64> {
        let mut heats = vec![0.0; self.parts.len()];
        let first = self.last_mention_step.len().saturating_sub(MENTION_STEPS);
        for (step, words) in self.last_mention_step.iter().enumerate().skip(first) {
            for word in words.iter().map(|id| &self.words[*id as usize]) {
                if word.last_mention_step as usize != step || word.n_live == 0 {
                    continue;
                }
                let mentions = word.mentions * mention_decay(history.n_steps.saturating_sub(word.last_mention_step));
                let share = mentions.min(MAX_MENTIONS) / libm::sqrt(libm::sqrt(f64::from(word.n_live)));
                holders(&self.holders, word.newest).for_each(|holder| heats[holder as usize] += share);
            }
        }
        heats
    }
}

/// The newest holders of a word.
fn holders(all: &[(u32, u32)], newest: u32) -> impl Iterator<Item = u32> {
    let next = move |at: &u32| Some(all[*at as usize].1).filter(|before| *before != NO_HOLDER);
    let places = iter::successors(Some(newest).filter(|newest| *newest != NO_HOLDER), next);
    places.take(MAX_HOLDERS).map(|at| all[at as usize].0)
}

/// The share of a mention that is left after `steps` steps.
fn mention_decay(steps: u32) -> f64 {
    libm::exp(-f64::from(steps) / MENTION_DECAY_STEPS)
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
    pub(crate) fn remove(&mut self, at: u32) {
        for id in &self.signals.of(at).line_ids {
            let word = &self.signals.words[*id as usize];
            if word.n_live < 2 {
                continue;
            }
            let (n_live, live) = self.changed.entry(*id).or_insert((word.n_live, word.live_xor));
            *n_live -= 1;
            *live ^= at;
            if *n_live == 1 && word.last_removal <= *live {
                *self.gained.entry(*live).or_insert(0) += 1;
            }
        }
    }
}
