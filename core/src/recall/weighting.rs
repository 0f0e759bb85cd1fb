//! Weightings: what counts how much where records are ranked. They are numbers with a source, and no code knows one by its name.

use crate::record::keyspace::Kind;
use crate::record::kinds::Kind::{
    Decision, Lesson, Note, Observation, ProfileValue, Strategy, StrategyUse, TaskStep, Thought, ToolCall, Turn,
};
use crate::text::bm25::Bm25Params;

/// A weighting, by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weighting {
    /// `people` where people are named who speak, else `assistant`.
    #[default]
    Auto,
    /// Conversations of people.
    People,
    /// Conversations with an assistant, and what is recorded of its work.
    Assistant,
    /// Past work: what a person asked for, newer first of equals.
    Work,
    /// Kinds of memory by fixed shares.
    Shares,
}

/// The weights of a score's parts. A leg is at most 1 before it is weighed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// How soon further mentions of a term stop counting, and how much a document's length counts against it.
    pub(super) k1: f64,
    pub(super) b: f64,
    /// Terms that stand beside each other as in the question, each pair as a term.
    pub(super) pair: f64,
    /// The words of the document itself.
    pub(super) words: f64,
    /// The best question that the speaker before asked, for the answer; each further turn of the answer counts less by `ANSWER_DECAY`.
    pub(super) answer: f64,
    /// The turn before, the reply to what a person said, any other turn after, the second before, the second after.
    pub(super) previous: f64,
    pub(super) reply: f64,
    pub(super) next: f64,
    pub(super) second_previous: f64,
    pub(super) second_next: f64,
    /// The words of the whole session.
    pub(super) session: f64,
    /// How much of the text stands outside questions.
    pub(super) statement: f64,
    /// It is said by the one speaker whom the question names.
    pub(super) speaker: f64,
    /// Its session took place when the question says.
    pub(super) date: f64,
    /// The question asks when, and it names a time.
    pub(super) when: f64,
    /// For a long document: a third of the logarithm of its terms.
    pub(super) length: f64,
    /// A person said it.
    pub(super) human: f64,
    /// It was kept on purpose.
    pub(super) kept: f64,
    /// The newness of a record: 1 now, 1/e after `recency_days`.
    pub(super) recency: f64,
    pub(super) recency_days: f64,
    /// Only what a person said has words.
    pub(super) is_human_only: bool,
    /// The share of a kind's own words; 1 for all but `Shares`.
    pub(super) kinds: fn(Kind) -> f64,
}

/// The factor by which each further turn of an answer counts less, and the number of its turns that count.
pub(super) const ANSWER_DECAY: f64 = 0.7;
pub(super) const ANSWER_TURNS: usize = 4;
/// BM25 of whole sessions: the usual constants (Robertson and Zaragoza, 2009).
pub(super) const SESSION: Bm25Params = Bm25Params { k1: 1.2, b: 0.75 };
/// The score of an exact match, which comes before all that is ranked.
pub(super) const EXACT: f64 = 10.0;

/// The weight of a kind: talk counts whole, actions half, since over recorded sessions an index of talk finds more than
/// one of everything.
fn talk_first(kind: Kind) -> f64 {
    match kind {
        ToolCall | Observation | StrategyUse => 0.5,
        _ => 1.0,
    }
}

/// The share of a kind: of talk and actions, and of how things are done; facts (.25) and entities (.2) are not kept
/// yet.
fn shares(kind: Kind) -> f64 {
    match kind {
        Turn | Note | Decision | TaskStep | Thought | ToolCall | ProfileValue => 0.3,
        Strategy | StrategyUse | Lesson | Observation => 0.15,
        _ => 0.0,
    }
}

/// Tuned on two conversations of people and held against eight others; see docs/recall.md.
const PEOPLE: Weights = Weights {
    k1: 0.9,
    b: 0.4,
    pair: 0.3,
    words: 1.0,
    answer: 0.7,
    previous: 0.0,
    reply: 0.2,
    next: 0.2,
    second_previous: 0.3,
    second_next: 0.2,
    session: 0.6,
    statement: 0.4,
    speaker: 0.15,
    date: 1.0,
    when: 0.35,
    length: 0.15,
    human: 0.0,
    kept: 0.0,
    recency: 0.0,
    recency_days: 1.0,
    is_human_only: false,
    kinds: talk_first,
};

/// The weights for talk with an assistant whose long reply says what the person's turn is about.
const ASSISTANT: Weights = Weights {
    k1: 1.2,
    b: 0.75,
    answer: 0.0,
    previous: 0.1,
    reply: 1.0,
    second_previous: 0.1,
    statement: 0.0,
    speaker: 0.0,
    when: 0.0,
    length: 0.0,
    human: 0.5,
    kept: 0.5,
    ..PEOPLE
};

/// The weights for past work: the requests of people, and their newness at half the weight, with three days.
const WORK: Weights = Weights {
    words: 0.0,
    session: 1.0,
    previous: 0.0,
    reply: 0.0,
    next: 0.0,
    second_previous: 0.0,
    second_next: 0.0,
    human: 0.0,
    kept: 0.0,
    date: 0.0,
    recency: 0.5,
    recency_days: 3.0,
    is_human_only: true,
    ..ASSISTANT
};

/// A tenth for how new it is, which halves in fourteen days as a decay of .95 a day does.
const SHARES: Weights = Weights {
    previous: 0.0,
    reply: 0.0,
    next: 0.0,
    second_previous: 0.0,
    second_next: 0.0,
    session: 0.0,
    human: 0.0,
    kept: 0.0,
    date: 0.0,
    pair: 0.0,
    recency: 0.1,
    recency_days: 19.5,
    kinds: shares,
    ..ASSISTANT
};

impl Weighting {
    /// The weights by this name; `names_speakers`: the question names who said most of the records that were found.
    pub(super) fn weights(self, names_speakers: bool) -> Weights {
        match self {
            Weighting::Auto if names_speakers => PEOPLE,
            Weighting::Auto | Weighting::Assistant => ASSISTANT,
            Weighting::People => PEOPLE,
            Weighting::Work => WORK,
            Weighting::Shares => SHARES,
        }
    }
}

/// Whether records of a kind are kept on purpose, and not because they happened.
pub(super) fn is_kept(kind: Kind) -> bool {
    matches!(kind, Note | Decision | Lesson | Strategy | ProfileValue)
}
