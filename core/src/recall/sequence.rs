//! The turns of a session in order, and the scores that each gains from its neighbours.

use alloc::vec::Vec;

use super::index::{DocPosition, Index};
use super::weighting::{ANSWER_DECAY, ANSWER_TURNS, Weights};
use crate::base::id::RecordId;
use crate::lexical::Entry;

/// A turn of a session, by its first document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) id: RecordId,
    pub(super) at: DocPosition,
    pub(super) entry: Entry,
    /// The score of the turn's own words, from 0 to 1.
    pub(super) word_score: f64,
}

/// The weighted scores that a turn gains from turns near it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct NeighbourScores {
    pub(super) answer: f64,
    pub(super) previous: f64,
    pub(super) next: f64,
    pub(super) second_previous: f64,
    pub(super) second_next: f64,
}

/// The turns of a group, oldest first, each by its first document.
pub(super) fn turns_of(index: &Index<'_>, group: u64, word_score: impl Fn(RecordId) -> f64) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for segment in 0..index.segments.list.len() {
        let Some(part) = index.group_in(segment, group) else { continue };
        for place in part.first..part.first + part.n_turns {
            let at = DocPosition { segment, place };
            if let Some(entry) = index.entry(at) {
                turns.push(Turn { id: entry.id, at, entry, word_score: word_score(entry.id) });
            }
        }
    }
    turns.sort_unstable_by_key(|turn| (turn.id, turn.entry.chunk));
    turns.dedup_by_key(|turn| turn.id);
    turns
}

/// A number for the speaker of a turn: from the first term of the name, or from the role if nobody is named.
fn speaker(turn: &Turn) -> u64 {
    match turn.entry.speaker {
        0 => u64::from(turn.entry.flags.is_human()),
        name => 2 + u64::from(name),
    }
}

/// The scores that the turn at an index gains from the turns near it.
pub(super) fn neighbour_scores(turns: &[Turn], at: usize, weights: &Weights) -> NeighbourScores {
    let score = |at: Option<usize>| at.and_then(|at| turns.get(at)).map_or(0.0, |turn| turn.word_score);
    let this_turn = &turns[at];
    let is_reply =
        this_turn.entry.flags.is_human() && turns.get(at + 1).is_some_and(|next| !next.entry.flags.is_human());
    NeighbourScores {
        answer: weights.answer * answer_score(turns, at),
        previous: weights.previous * score(at.checked_sub(1)),
        next: if is_reply { weights.reply } else { weights.next } * score(Some(at + 1)),
        second_previous: weights.second_previous * score(at.checked_sub(2)),
        second_next: weights.second_next * score(Some(at + 2)),
    }
}

/// The score that a turn gains as an answer to the previous speaker: that of the best question among this speaker's
/// last turns, reduced for each earlier turn of the answer. 0 after [`ANSWER_TURNS`] turns of the answer.
fn answer_score(turns: &[Turn], at: usize) -> f64 {
    let own_speaker = speaker(&turns[at]);
    let asker_turn = turns[..at].iter().rposition(|turn| speaker(turn) != own_speaker);
    let Some(last_asked) = asker_turn.filter(|last_asked| at - last_asked <= ANSWER_TURNS) else { return 0.0 };
    let asker = speaker(&turns[last_asked]);
    let of_asker = turns[..=last_asked].iter().rev().take_while(|turn| speaker(turn) == asker);
    let best_score = of_asker.filter(|turn| turn.entry.flags.asks()).map(|turn| turn.word_score).fold(0.0, f64::max);
    let mut score = best_score;
    (1..at - last_asked).for_each(|_| score *= ANSWER_DECAY);
    score
}
