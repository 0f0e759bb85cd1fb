//! Names that one scope binds very often, as generated files do: what may matter of them at a place.
//!
//! Looking at each binding for each place of reading takes the square of their number, and one such file would keep all
//! others from being linked. Here the few that count at a place are found by steps: those that hold there, the latest
//! first, and what lasts through the whole scope. Not here: what they mean (`resolve`).

use alloc::vec::Vec;

use super::code::{Bound, Entry};
use crate::map::Map;
use crate::order;

/// A name that its scope binds more often is a crowd.
pub(super) const MANY: usize = 64;

/// The most that are told of each sort: more than the values that are followed for one expression.
const MOST_NEAR: usize = 16;

/// The crowds of one file.
#[derive(Default)]
pub(super) struct Crowds {
    /// By what the first entry of each is bound to.
    crowds: Map<Bound, Crowd>,
}

impl Crowds {
    /// Takes up each crowd among entries, which are sorted by scope, name, place and end; `is_same` says whether two are of
    /// one scope and name. O(n).
    pub(super) fn new(
        entries: &[Entry],
        is_same: impl Fn(usize, usize) -> bool,
        until: impl Fn(&Entry) -> u32,
    ) -> Crowds {
        let mut crowds = Crowds::default();
        let mut from = 0;
        for at in 1..=entries.len() {
            if at < entries.len() && is_same(from, at) {
                continue;
            }
            if at - from > MANY {
                crowds.crowds.insert(entries[from].bound(), Crowd::new(&entries[from..at], &until));
            }
            from = at;
        }
        crowds
    }

    /// What may matter at a byte offset of all that a scope binds to a name, in the order of the text; none where that
    /// is no crowd. O(log n), but for blocks inside one another.
    pub(super) fn near(&self, entries: &[Entry], at: u32) -> Option<Vec<Entry>> {
        if entries.len() <= MANY {
            return None;
        }
        let crowd = self.crowds.get(&entries[0].bound())?;
        Some(crowd.near(at).into_iter().map(|place| entries[place as usize]).collect())
    }
}

/// Bindings are apart from definitions and imports: one of these counts wherever it stands among the others.
#[derive(Default)]
struct Crowd {
    bindings: Strand,
    others: Strand,
}

impl Crowd {
    fn new(entries: &[Entry], until: impl Fn(&Entry) -> u32) -> Crowd {
        let mut crowd = Crowd::default();
        for (entry, place) in entries.iter().zip(0..) {
            let strand = match entry.bound() {
                Bound::Binding(_) => &mut crowd.bindings,
                Bound::Definition(_) | Bound::Import(_) => &mut crowd.others,
            };
            strand.push(entry.at, until(entry), place);
        }
        crowd
    }

    fn near(&self, at: u32) -> Vec<u32> {
        let mut places = Vec::with_capacity(6 * MOST_NEAR);
        for strand in [&self.bindings, &self.others] {
            places.extend(strand.holding(at).take(MOST_NEAR));
            // What lasts to the end of the scope.
            places.extend(strand.holding(u32::MAX - 1).take(MOST_NEAR));
        }
        // A function can be meant before its place, and in some languages a type wherever it stands.
        let others = &self.others;
        places.extend(others.0[others.n_until(at)..].iter().take(MOST_NEAR).map(|member| member.place));
        places.extend(others.0.iter().rev().take(MOST_NEAR).map(|member| member.place));
        order::sort(&mut places);
        places.dedup();
        places
    }
}

/// Entries by place.
#[derive(Default)]
struct Strand(Vec<Member>);

struct Member {
    at: u32,
    until: u32,
    /// How many come before it, up to the latest that ends behind it; 0 where none does.
    n_outer: u32,
    /// Among all of the crowd.
    place: u32,
}

impl Strand {
    /// Adds the next. O(1) on average.
    fn push(&mut self, at: u32, until: u32, place: u32) {
        let mut n_outer = self.0.len();
        while let Some(before) = n_outer.checked_sub(1).map(|last| &self.0[last])
            && before.until <= until
        {
            n_outer = before.n_outer as usize;
        }
        self.0.push(Member { at, until, n_outer: n_outer as u32, place });
    }

    fn n_until(&self, at: u32) -> usize {
        self.0.partition_point(|member| member.at <= at)
    }

    /// The places of those that hold at a byte offset, the latest first.
    fn holding(&self, at: u32) -> impl Iterator<Item = u32> {
        let mut n_left = self.n_until(at);
        core::iter::from_fn(move || {
            loop {
                let member = &self.0[n_left.checked_sub(1)?];
                if at < member.until {
                    n_left -= 1;
                    return Some(member.place);
                }
                // What ends no later does not hold either.
                n_left = member.n_outer as usize;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_hold_at_a_place_are_found_as_if_each_had_been_looked_at() {
        // Blocks inside one another, some that end together, and some that last.
        let mut spans: Vec<(u32, u32)> = Vec::new();
        for block in 0..20_u32 {
            let start = block * 100;
            spans.extend([(start, start + 90), (start + 5, start + 90), (start + 10, start + 40)]);
            spans.extend([(start + 12, start + 30), (start + 15, u32::MAX), (start + 50, start + 60)]);
        }
        spans.sort_unstable();
        let mut strand = Strand::default();
        spans.iter().zip(0..).for_each(|(span, place)| strand.push(span.0, span.1, place));
        for at in (0..2_100).chain([u32::MAX - 1]) {
            let looked_at: Vec<u32> = (0..spans.len() as u32)
                .rev()
                .filter(|&i| (spans[i as usize].0..spans[i as usize].1).contains(&at))
                .collect();
            assert_eq!(strand.holding(at).collect::<Vec<_>>(), looked_at, "at {at}");
        }
    }
}
