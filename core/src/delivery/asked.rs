//! What a prompt asks, and how much of it a text holds: by words, of which few records have some, by names in code, and by
//! addresses.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;

use crate::recall::{AskedTerms, Strength};
use crate::record::keyspace::Kind;
use crate::text::chatter::{chatter_terms, continuing_terms, terms_of};
use crate::text::code_names::{code_names, links, quoted_code_names};
use crate::text::fit::{Fit, MIN_FIT_TEXTS};
use crate::text::terms::{Term, n_talk_terms};

/// A word is rare if at most one in this many records has it.
const RARE_DIVISOR: u64 = 25;
/// The least number of words of a prompt that a hit must contain, and of rare words among them.
const MIN_SHARED: (usize, usize) = (4, 2);
/// The number of shared rare words that tell the topic without a name in code.
const MANY_RARE: usize = 6;
/// The least fit of a text that holds a prompt as a whole, and so needs no name in code.
const WHOLE_FIT: f64 = 0.95;
/// As [`MIN_SHARED`], of a note, decision or lesson.
const MIN_SHARED_OF_KEPT: (usize, usize) = (3, 1);
/// The least fit of earlier work with which a prompt goes on, and the least rare words that both have; in a small memory
/// the least words that are no small talk.
const WORK_FIT: f64 = 0.5;
const MIN_RARE_OF_WORK: usize = 4;
const MIN_TOPIC_OF_WORK: usize = 3;
/// As [`WORK_FIT`], of work that has a name in code of the prompt, with the rare words of [`MIN_SHARED`].
const NAMED_WORK_FIT: f64 = 0.3;
/// The share of a text's words in the prompt from which it is no news.
const MAX_KNOWN_SHARE: f64 = 0.6;
/// The least terms of a turn that is worth quoting.
const MIN_TERMS: usize = 20;

/// What a prompt asks, by its words and by its names in code.
pub(super) struct AskedPrompt {
    terms: AskedTerms,
    names: BTreeSet<String>,
    links: BTreeSet<String>,
    /// All terms of the prompt, also of what was pasted.
    all_terms: BTreeSet<Term>,
    chatter: BTreeSet<Term>,
}

/// What a text shares with a prompt.
struct Shared {
    /// The share of the prompt's words, weighted by rarity.
    fit: f64,
    n_words: usize,
    /// The words that are no small talk.
    n_topic: usize,
    /// Those of them that few records have.
    n_rare: usize,
    /// Whether both have a name in code.
    names_the_same: bool,
}

/// What relates a record to a prompt; a later one counts more.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) enum Relation {
    /// The prompt only says to go on, and the work was left last.
    LeftLast,
    /// The share of the prompt's words that a text holds.
    Words(f64),
    /// An address that both have, as of an issue.
    Address,
}

impl Relation {
    /// The reason for a piece about the work.
    pub(super) fn why(self) -> String {
        match self {
            Relation::LeftLast => String::from("It was asked for last, in another session."),
            Relation::Words(fit) => {
                format!("It holds {} % of what the prompt says.", libm::round(100.0 * fit) as u32)
            }
            Relation::Address => String::from("It is about the address that the prompt names."),
        }
    }
}

impl AskedPrompt {
    /// The prompt `text`, of which `typed` can be searched for. How many records have its terms is not known yet.
    pub(super) fn of(text: &str, typed: &str) -> AskedPrompt {
        let terms = terms_of(typed).into_iter().map(|term| (term, 0)).collect();
        let (names, links, all_terms) = (code_names(typed), links(text), terms_of(text));
        AskedPrompt { terms: AskedTerms { terms, n_docs: 0 }, names, links, all_terms, chatter: chatter_terms() }
    }

    /// The prompt with the terms as they were searched for, and how many records have each.
    pub(super) fn counted(self, terms: AskedTerms) -> AskedPrompt {
        AskedPrompt { terms, ..self }
    }

    pub(super) fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// Whether it has too few words for anything to hold most of it by itself.
    pub(super) fn is_brief(&self) -> bool {
        self.terms.terms.len() < MIN_SHARED_OF_KEPT.0
    }

    /// The share of the prompt's words in the excerpt, weighted by rarity. `None` if the fit is not strong, if too few
    /// words or rare words are shared, or if a turn is too short, shares only words of prose or is no news.
    pub(super) fn fit(&self, kind: Kind, excerpt: &str) -> Option<f64> {
        let shared = self.shared_with(excerpt);
        if kind == Kind::Turn && self.says_already(excerpt) {
            return None;
        }
        let is_kept = matches!(kind, Kind::Note | Kind::Decision | Kind::Lesson);
        let (min_held, min_rare) = if is_kept { MIN_SHARED_OF_KEPT } else { MIN_SHARED };
        let is_strong =
            Strength::of(shared.fit) == Strength::Strong && shared.n_words >= min_held && shared.n_rare >= min_rare;
        let names_the_same = shared.n_rare >= MANY_RARE || shared.fit >= WHOLE_FIT || shared.names_the_same;
        let is_told = kind != Kind::Turn || n_talk_terms(excerpt) >= MIN_TERMS && names_the_same;
        (is_strong && is_told).then_some(shared.fit)
    }

    /// Whether a text is no news: the prompt has most of its words.
    fn says_already(&self, text: &str) -> bool {
        let terms = terms_of(text);
        let n_known = terms.intersection(&self.all_terms).count() as f64;
        n_known >= MAX_KNOWN_SHARE * terms.len() as f64
    }

    /// What a text shares with the prompt.
    fn shared_with(&self, text: &str) -> Shared {
        let held_terms = terms_of(text);
        let AskedTerms { terms, n_docs } = &self.terms;
        let n_texts = (*n_docs).max(MIN_FIT_TEXTS as u64);
        let held_indices = terms.iter().enumerate().filter(|(_, (term, _))| held_terms.contains(term));
        let (mut mask, mut n_words, mut n_topic, mut n_rare) = (0, 0, 0, 0);
        for (at, term) in held_indices {
            mask |= 1u128 << at;
            n_words += 1;
            n_topic += usize::from(!self.chatter.contains(&term.0));
            n_rare += usize::from(self.is_rare(term));
        }
        let fit = Fit::new(terms.iter().map(|(_, n_with)| *n_with as u32), n_texts as usize).of(mask);
        Shared { fit, n_words, n_topic, n_rare, names_the_same: !quoted_code_names(text).is_disjoint(&self.names) }
    }

    /// What relates the text of earlier work to the prompt; `None` if the prompt is about other work.
    pub(super) fn relation_to(&self, work: &str) -> Option<Relation> {
        if !links(work).is_disjoint(&self.links) {
            return Some(Relation::Address);
        }
        let shared = self.shared_with(work);
        let is_named = shared.names_the_same && shared.n_rare >= MIN_SHARED.1 && shared.fit >= NAMED_WORK_FIT;
        // In a small memory the words of a session's topic are in many of its records, which are most.
        let is_small = self.terms.n_docs < MIN_FIT_TEXTS as u64;
        let tells_topic = match is_small {
            true => shared.n_topic >= MIN_TOPIC_OF_WORK,
            false => shared.n_rare >= MIN_RARE_OF_WORK,
        };
        let is_told = tells_topic && shared.fit >= WORK_FIT;
        (is_named || is_told).then_some(Relation::Words(shared.fit))
    }

    /// Whether the prompt only says to go on, without any word of what.
    pub(super) fn only_continues(&self) -> bool {
        let (chatter, continuing) = (&self.chatter, continuing_terms());
        let mut terms = self.terms.terms.iter().map(|(term, _)| term);
        let is_small_talk = self.names.is_empty()
            && self.links.is_empty()
            && terms.clone().all(|term| chatter.contains(term) || continuing.contains(term));
        is_small_talk && terms.any(|term| continuing.contains(term))
    }

    /// Whether few records have a term, and it is no small talk.
    fn is_rare(&self, (term, n_with): &(Term, u64)) -> bool {
        n_with * RARE_DIVISOR <= self.terms.n_docs.max(MIN_FIT_TEXTS as u64) && !self.chatter.contains(term)
    }
}
