//! Signals of the conversation about its parts: the last step in which each was asked for, recent mentions of its
//! words, its unique lines, and whether a later part supersedes it.
//!
//! Signals are updated part by part: a new part costs O(its words). Only hashes of words are kept. Not here: what
//! follows for a part's value (`policy`).

use alloc::vec::Vec;
use core::iter;

use super::arguments::{Arguments, CallEffect};
use super::history::{History, Item, ItemId, UserWords};
use super::item::ItemKind;
use super::terms::Terms;
use crate::base::map::Map;
use crate::base::sort::sort;
use crate::text::identity::text_hash;
use crate::text::terminal::without_escapes;

/// Steps after which a mention no longer counts: e^(-18/4) is 1 %.
pub(crate) const MENTION_STEPS: usize = 18;
/// Steps in which a mention decays to 1/e; fitted on recorded sessions.
const MENTION_DECAY_STEPS: f64 = 4.0;
/// The weight of a mention in a result; others count 1. Results are long, and nobody chose their words.
const RESULT_MENTION_WEIGHT: f64 = 0.1;
/// The most that all mentions of one word count.
const MAX_MENTIONS: f64 = 2.0;
/// The most holders of a word that are considered, newest first; a word with more says little of any one of them.
const MAX_HOLDERS: usize = 64;

/// Ends a list of holders.
const NO_HOLDER: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(crate) struct PartSignals {
    /// The last step in which a call asked for one of its words; initially its own step.
    pub(crate) last_asked_step: u32,
    /// How many of its words calls asked for, counting repetitions.
    pub(crate) uses: u32,
    /// The number of its different lines that are long enough to count.
    pub(crate) n_lines: u32,
    /// Its lines that no other visible part holds and no later edit removed.
    pub(crate) n_unique: u32,
    /// Whether a later part says the same, or the part only repeats its call, or its call failed.
    pub(crate) is_superseded: bool,
    /// The effect of its call; `None` without a call.
    pub(crate) effect: Option<CallEffect>,
    /// For a call, the hash of its question: equal for calls that ask the same.
    question_hash: u64,
    /// For a call, hashes of the lines that it removes from a file if it succeeds; empty once it did.
    removed_lines: Vec<u64>,
    /// Ids of the names in it, as long as it is visible.
    name_ids: Vec<u32>,
    /// Ids of the lines in it, as long as it is visible.
    pub(super) line_ids: Vec<u32>,
}

/// A name or a line with the parts that hold it.
#[derive(Clone, Debug)]
struct Word {
    /// The index of its newest holder in `Signals::holders`.
    newest: u32,
    /// The number of visible holders.
    n_live: u32,
    /// The exclusive or of the visible holders' indices: with one holder, its index.
    live_xor: u32,
    /// The number of holders that are never pruned.
    n_durable: u32,
    /// One more than the index of the last call that removed it from a file; 0 if none did.
    last_removal: u32,
    /// The weighted mentions up to the last one, decayed to its step.
    mentions: f64,
    last_mention_step: u32,
}

/// The signals of all parts, with the indices that update them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    /// The signals of each part, by its index.
    parts: Vec<PartSignals>,
    /// The id of each word, by its hash.
    ids: Map<u64, u32>,
    /// The words, by id.
    words: Vec<Word>,
    /// Linked lists of holders: the index of a part, and the index of the list's previous entry.
    holders: Vec<(u32, u32)>,
    /// The words that were mentioned in each step.
    words_by_step: Vec<Vec<u32>>,
    /// The index of the newest result of each question.
    newest_results: Map<u64, u32>,
    /// The number of parts that depend on each part.
    dependents: Map<ItemId, u32>,
    /// The newest part that shows each path.
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

    /// How many parts depend on this one: its result, later calls that name a file which it showed, and declared
    /// dependents.
    pub(crate) fn n_dependents(&self, item: &Item) -> u32 {
        self.dependents.get(&item.id).copied().unwrap_or(0)
    }

    /// Adds the last part; `call` has the arguments of a call. O(its words).
    pub(crate) fn push(&mut self, history: &History, at: usize, call: Option<Arguments>) {
        let (item, at) = (&history.items[at], at as u32);
        let mut signals = PartSignals { last_asked_step: item.step, ..PartSignals::default() };
        let held_terms = match call {
            Some(call) => {
                self.note_question(history, &call.asked_terms, item.step);
                (signals.effect, signals.question_hash, signals.removed_lines) =
                    (Some(call.effect), call.key, call.removed_lines);
                call.all_terms
            }
            None => Terms::of(&without_escapes(&item.pushed.text)),
        };
        if item.pushed.kind == ItemKind::ToolResult {
            self.note_result(item, at, &mut signals);
        }
        self.count_dependencies(history, item);
        self.parts.push(signals);
        self.add_holder(item, at, &held_terms);
    }

    /// Counts the new part for those that it depends on.
    fn count_dependencies(&mut self, history: &History, item: &Item) {
        let mut targets: Vec<ItemId> = item.pushed.dependencies.iter().filter_map(|id| ItemId::parse(id)).collect();
        targets.extend(item.paths.iter().filter_map(|path| self.newest_by_path.get(&text_hash(path)).copied()));
        self.newest_by_path.extend(item.pushed.places.iter().map(|place| (text_hash(&place.path), item.id)));
        if let Some(call) = item.partner.map(|call| &history.items[call as usize]) {
            targets.push(call.id);
            self.newest_by_path.extend(call.paths.iter().map(|path| (text_hash(path), item.id)));
        }
        sort(&mut targets);
        targets.dedup();
        targets.into_iter().for_each(|id| *self.dependents.entry(id).or_insert(0) += 1);
    }

    /// For each word that a call asks for, counts a use of its newest visible holders, unless a part that is never
    /// pruned holds the word.
    fn note_question(&mut self, history: &History, asked_terms: &Terms, step: u32) {
        for word in asked_terms.names.iter().chain(&asked_terms.line_hashes) {
            let Some(word) = self.ids.get(word).map(|at| &self.words[*at as usize]) else { continue };
            if word.n_durable > 0 {
                // It stays visible whatever is pruned.
                continue;
            }
            for holder in holders(&self.holders, word.newest) {
                if history.items[holder as usize].prune_number.is_none() {
                    self.parts[holder as usize].last_asked_step = step;
                    self.parts[holder as usize].uses += 1;
                }
            }
        }
    }

    /// Marks a result as superseded if it failed or is the result of an edit. The result of any other call supersedes
    /// the previous result of the same question. The lines that an edit removes are marked once it succeeded.
    fn note_result(&mut self, item: &Item, at: u32, signals: &mut PartSignals) {
        signals.is_superseded = item.pushed.is_error;
        let Some(call_index) = item.partner else { return };
        let call = &mut self.parts[call_index as usize];
        signals.effect = call.effect;
        if call.effect == Some(CallEffect::Edit) {
            signals.is_superseded = true;
            if !item.pushed.is_error {
                core::mem::take(&mut call.removed_lines)
                    .into_iter()
                    .for_each(|line| self.remove_line(line, call_index));
            }
        } else if let Some(previous_result) = self.newest_results.insert(call.question_hash, at) {
            self.parts[previous_result as usize].is_superseded = true;
        }
    }

    /// Marks a line as removed by a call.
    fn remove_line(&mut self, line: u64, call_index: u32) {
        let Some(word) = self.ids.get(&line).map(|at| &mut self.words[*at as usize]) else { return };
        let previous_removal = word.last_removal;
        word.last_removal = previous_removal.max(call_index + 1);
        if word.n_live == 1 && word.live_xor < word.last_removal && word.live_xor >= previous_removal {
            self.parts[word.live_xor as usize].n_unique -= 1;
        }
    }

    /// Adds a visible part as holder of its words.
    fn add_holder(&mut self, item: &Item, at: u32, held_terms: &Terms) {
        let is_durable = !item.pushed.kind.is_prunable() || item.pushed.is_pinned || item.user_words != UserWords::None;
        let name_ids = held_terms.names.iter().map(|name| self.word_id(*name)).collect::<Vec<u32>>();
        let line_ids = held_terms.line_hashes.iter().map(|line| self.word_id(*line)).collect::<Vec<u32>>();
        for id in name_ids.iter().chain(&line_ids) {
            let word = &mut self.words[*id as usize];
            self.holders.push((at, word.newest));
            word.newest = self.holders.len() as u32 - 1;
            word.n_live += 1;
            word.n_durable += u32::from(is_durable);
            word.live_xor ^= at;
        }
        let weight = if item.pushed.kind == ItemKind::ToolResult { RESULT_MENTION_WEIGHT } else { 1.0 };
        name_ids.iter().for_each(|id| self.add_mention(*id, item.step, weight));
        for id in &line_ids {
            let word = &self.words[*id as usize];
            match word.n_live {
                1 => self.parts[at as usize].n_unique += u32::from(word.last_removal <= at),
                2 => {
                    let other_holder = (word.live_xor ^ at) as usize;
                    self.parts[other_holder].n_unique -= u32::from(word.last_removal as usize <= other_holder);
                }
                _ => {}
            }
        }
        let signals = &mut self.parts[at as usize];
        signals.n_lines = line_ids.len() as u32;
        (signals.name_ids, signals.line_ids) = (name_ids, line_ids);
    }

    /// Adds a mention of a word, after its earlier mentions have decayed.
    fn add_mention(&mut self, id: u32, step: u32, weight: f64) {
        if self.words_by_step.len() <= step as usize {
            self.words_by_step.resize_with(step as usize + 1, Vec::new);
        }
        let word = &mut self.words[id as usize];
        if word.last_mention_step != step || word.mentions <= 0.0 {
            self.words_by_step[step as usize].push(id);
        }
        word.mentions = word.mentions * mention_decay(step - word.last_mention_step) + weight;
        word.last_mention_step = step;
    }

    /// The id of a word, new if unknown.
    fn word_id(&mut self, hash: u64) -> u32 {
        let next_id = self.words.len() as u32;
        let id = *self.ids.entry(hash).or_insert(next_id);
        if id == next_id {
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

    /// Removes a part from the holders of its words. O(its words).
    pub(crate) fn prune(&mut self, at: usize) {
        let at = at as u32;
        let name_ids = core::mem::take(&mut self.parts[at as usize].name_ids);
        for id in &name_ids {
            self.words[*id as usize].n_live -= 1;
            self.words[*id as usize].live_xor ^= at;
        }
        let line_ids = core::mem::take(&mut self.parts[at as usize].line_ids);
        for id in &line_ids {
            let word = &mut self.words[*id as usize];
            word.n_live -= 1;
            word.live_xor ^= at;
            if word.n_live == 1 && word.last_removal <= word.live_xor {
                self.parts[word.live_xor as usize].n_unique += 1;
            }
        }
    }

    /// For each part, how much its words are mentioned now: decayed mentions, shared among holders. O(words mentioned
    /// lately).
    pub(crate) fn mention_weights(&self, history: &History) -> Vec<f64> {
        let mut mention_weights = vec![0.0; self.parts.len()];
        let first_step = self.words_by_step.len().saturating_sub(MENTION_STEPS);
        for (step, words) in self.words_by_step.iter().enumerate().skip(first_step) {
            for word in words.iter().map(|id| &self.words[*id as usize]) {
                if word.last_mention_step as usize != step || word.n_live == 0 {
                    continue;
                }
                let mentions = word.mentions * mention_decay(history.n_steps.saturating_sub(word.last_mention_step));
                let share = mentions.min(MAX_MENTIONS) / libm::sqrt(libm::sqrt(f64::from(word.n_live)));
                holders(&self.holders, word.newest).for_each(|holder| mention_weights[holder as usize] += share);
            }
        }
        mention_weights
    }
}

/// The newest holders of a word, at most [`MAX_HOLDERS`].
fn holders(entries: &[(u32, u32)], newest: u32) -> impl Iterator<Item = u32> {
    let previous = move |at: &u32| Some(entries[*at as usize].1).filter(|before| *before != NO_HOLDER);
    let entry_indices = iter::successors(Some(newest).filter(|newest| *newest != NO_HOLDER), previous);
    entry_indices.take(MAX_HOLDERS).map(|at| entries[at as usize].0)
}

/// The factor of a mention after `steps` steps.
fn mention_decay(steps: u32) -> f64 {
    libm::exp(-f64::from(steps) / MENTION_DECAY_STEPS)
}

/// The unique lines of visible parts, while some of these parts are removed.
#[derive(Debug)]
pub(crate) struct Uniqueness<'s> {
    signals: &'s Signals,
    /// For each line whose holders changed, the number of visible holders and the exclusive or of their indices.
    changed: Map<u32, (u32, u32)>,
    /// The number of lines that became unique, by part.
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

    /// Removes a part, which may make lines of other parts unique.
    pub(crate) fn remove(&mut self, at: u32) {
        for id in &self.signals.of(at).line_ids {
            let word = &self.signals.words[*id as usize];
            if word.n_live < 2 {
                continue;
            }
            let (n_live, live_xor) = self.changed.entry(*id).or_insert((word.n_live, word.live_xor));
            *n_live -= 1;
            *live_xor ^= at;
            if *n_live == 1 && word.last_removal <= *live_xor {
                *self.gained.entry(*live_xor).or_insert(0) += 1;
            }
        }
    }
}
