//! Weightings: how much each factor counts in a score. Each weighting is a table of weights.

use crate::record::keyspace::Kind;
use crate::record::kinds::Kind::{
    Decision, Lesson, Note, Observation, ProfileValue, Strategy, StrategyUse, TaskStep, Thought, ToolCall, Turn,
};
use crate::text::bm25::Bm25Params;

/// A choice of weights, by the records that are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weighting {
    /// `People` if most of the records that match have named speakers, else `Assistant`.
    #[default]
    Auto,
    /// Conversations of people.
    People,
    /// Conversations with an assistant, and records of its work.
    Assistant,
    /// Past work, by the words of persons' turns in the whole session; newer work gains.
    Work,
    /// Records of all kinds, each kind with a fixed share.
    Shares,
}

/// The weights of the factors of a score. Except for the length, a factor is at most 1 before it is weighted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// BM25's k1: how soon further occurrences of a term stop counting.
    pub(super) k1: f64,
    /// BM25's b: how much the length of a document counts against it.
    pub(super) b: f64,
    /// The weight of a pair of terms that are adjacent as in the question, against 1 for a term.
    pub(super) pair: f64,
    /// The weight of the words of the document itself.
    pub(super) words: f64,
    /// The weight of the best question that an answer follows. Each further turn of the answer gains less, by
    /// `ANSWER_DECAY`.
    pub(super) answer: f64,
    /// The weight of the words of the previous turn.
    pub(super) previous: f64,
    /// The weight of the words of the next turn, if that replies to a person.
    pub(super) reply: f64,
    /// The weight of the words of the next turn, if that replies to nobody.
    pub(super) next: f64,
    /// The weight of the words of the turn before the previous one.
    pub(super) second_previous: f64,
    /// The weight of the words of the turn after the next one.
    pub(super) second_next: f64,
    /// The weight of the words of the whole session.
    pub(super) session: f64,
    /// The weight of the share of the text that is outside questions.
    pub(super) statement: f64,
    /// The weight for a record whose speaker is the only one that the question names.
    pub(super) speaker: f64,
    /// The weight of how near the session is to a date in the question.
    pub(super) date: f64,
    /// The weight for a text that names a time, if the question asks when.
    pub(super) when: f64,
    /// The weight of a document's length: the logarithm of its number of terms, divided by 3.
    pub(super) length: f64,
    /// The weight for a person's turn.
    pub(super) human: f64,
    /// The weight for a record that is kept on purpose; see [`is_kept`].
    pub(super) kept: f64,
    /// The weight of newness, which is 1 now and 1/e after `recency_days`.
    pub(super) recency: f64,
    /// The days after which newness is 1/e.
    pub(super) recency_days: f64,
    /// Whether only the words of persons' turns count.
    pub(super) is_human_only: bool,
    /// The factor of a kind for the score of a record's words.
    pub(super) kinds: fn(Kind) -> f64,
}

/// The share of a turn's gain that the next turn of the same answer gains.
pub(super) const ANSWER_DECAY: f64 = 0.7;
/// The number of an answer's turns that gain from the question.
pub(super) const ANSWER_TURNS: usize = 4;
/// The parameters of BM25 over whole sessions: the usual constants (Robertson and Zaragoza, 2009).
pub(super) const SESSION_BM25: Bm25Params = Bm25Params { k1: 1.2, b: 0.75 };
/// The score for an exact phrase, higher than all other factors together.
pub(super) const EXACT_SCORE: f64 = 10.0;

/// The factors of kinds: talk counts fully, actions half, because in recorded sessions an index of talk alone finds
/// more than an index of everything.
fn talk_first(kind: Kind) -> f64 {
    match kind {
        ToolCall | Observation | StrategyUse => 0.5,
        _ => 1.0,
    }
}

/// The shares of kinds by the weighting `Shares`: 0.3 for talk and actions, 0.15 for ways of doing things, else 0.
fn shares(kind: Kind) -> f64 {
    match kind {
        Turn | Note | Decision | TaskStep | Thought | ToolCall | ProfileValue => 0.3,
        Strategy | StrategyUse | Lesson | Observation => 0.15,
        _ => 0.0,
    }
}

/// Weights for conversations of people, tuned on two such conversations and tested on eight others; see docs/recall.md.
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

/// Weights for conversations with an assistant, whose long reply tells the topic of the person's turn. Tuned on 40
/// questions about recorded sessions and 93 about past work: a turn's own words must outweigh what a short turn is given,
/// or short turns come first; see docs/recall.md.
const ASSISTANT: Weights = Weights {
    k1: 1.2,
    b: 0.5,
    words: 1.5,
    answer: 0.0,
    previous: 0.1,
    reply: 0.75,
    second_previous: 0.1,
    session: 1.0,
    statement: 0.0,
    speaker: 0.0,
    when: 0.0,
    length: 0.0,
    human: 0.375,
    kept: 0.5,
    ..PEOPLE
};

/// Weights for past work: the words of a session's requests, and half as much newness, which falls to 1/e in three
/// days.
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

/// Shares of kinds, and a tenth for newness, which halves in fourteen days like a decay of .95 a day.
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
    b: 0.75,
    words: 1.0,
    pair: 0.0,
    recency: 0.1,
    recency_days: 19.5,
    kinds: shares,
    ..ASSISTANT
};

impl Weighting {
    /// What `Auto` stands for; `names_speakers`: most of the records that match have named speakers.
    pub(super) fn resolved(self, names_speakers: bool) -> Weighting {
        match self {
            Weighting::Auto if names_speakers => Weighting::People,
            Weighting::Auto => Weighting::Assistant,
            named => named,
        }
    }

    /// The weights of this weighting.
    pub(super) fn weights(self) -> Weights {
        match self {
            Weighting::Auto | Weighting::Assistant => ASSISTANT,
            Weighting::People => PEOPLE,
            Weighting::Work => WORK,
            Weighting::Shares => SHARES,
        }
    }
}

/// Whether records of a kind are kept on purpose, and not as a trace of an event.
pub(super) fn is_kept(kind: Kind) -> bool {
    matches!(kind, Note | Decision | Lesson | Strategy | ProfileValue)
}
