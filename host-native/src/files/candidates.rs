//! Selects those rules of an ignore file that may match a path, so that of thousands only a few are compared with it.
//!
//! A rule without wildcards matches only one text, and is looked up by it. Any other rule is looked up by one piece: up
//! to three bytes that every matching text contains. Of a rule's longest pieces, the one that occurs in the fewest rules
//! is taken. A rule without a piece is always selected.
//! `bindings-js/src/files/candidates.ts` selects the same rules in the same number of steps. Not here: whether a rule
//! matches.

use std::collections::HashMap;

use super::glob::Pattern;

/// The greatest length of a piece in bytes. A rule has shorter pieces only if all its literals are shorter; most paths
/// contain such short pieces.
const MAX_PIECE_BYTES: usize = 3;

/// The rules of a file, indexed by the texts that they need. Rules are identified by their indexes in the file.
pub(super) struct Candidates {
    /// Rules that are compared with the last component of a path.
    of_names: Side,
    /// Rules that are compared with the whole path.
    of_paths: Side,
}

/// The rules that are compared with one kind of text.
#[derive(Default)]
struct Side {
    /// For a text, the last of the rules that match only this text.
    exact_match: HashMap<Box<[u8]>, LastRules>,
    /// All other rules, by ascending index.
    inexact: Vec<u32>,
    /// For each piece, the other rules that it selects.
    by_piece: HashMap<Piece, Vec<u32>>,
    /// Other rules without a piece, which are always candidates.
    without_piece: Vec<u32>,
    /// For pieces of one, two and three bytes: whether any rule is looked up by such a piece.
    has_pieces: [bool; MAX_PIECE_BYTES],
}

/// The indexes of the last of several rules: of all, and of those that also match files.
#[derive(Clone, Copy, Default)]
struct LastRules {
    of_all: Option<u32>,
    of_files: Option<u32>,
}

/// A piece: the number of its bytes, and the bytes, padded with zeros.
type Piece = (u8, [u8; MAX_PIECE_BYTES]);

impl Candidates {
    /// Indexes the rules of a file.
    pub(super) fn of(patterns: &[Pattern]) -> Candidates {
        Candidates { of_names: Side::of(patterns, true), of_paths: Side::of(patterns, false) }
    }

    /// Returns the last rule without wildcards that matches the name or the path, and adds other candidates to `found`.
    /// Uses a step for each look-up and each candidate; if no steps are left, the result is invalid.
    pub(super) fn find(
        &self,
        name: &[u8],
        path: &[u8],
        is_folder: bool,
        found: &mut FoundRules,
        steps: &mut u32,
    ) -> Option<u32> {
        let sides = [(&self.of_names, name), (&self.of_paths, path)];
        let exact_rule = sides.iter().filter_map(|(side, text)| side.exact_match(text, is_folder, steps)).max();
        for (side, text) in sides {
            side.add(text, found, steps);
        }
        exact_rule
    }
}

/// The rules of a file that may match a path, as a bit set: duplicates are harmless, and the order is implied.
#[derive(Default)]
pub(super) struct FoundRules(Vec<u64>);

impl FoundRules {
    /// Empties the set and makes room for this many rules.
    pub(super) fn clear(&mut self, n_rules: usize) {
        self.0.clear();
        self.0.resize(n_rules.div_ceil(64), 0);
    }

    /// The rules in the set, the last one first.
    pub(super) fn rules(&self) -> impl Iterator<Item = u32> {
        self.0.iter().enumerate().rev().flat_map(|(place, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let bit = word.checked_ilog2()?;
                word &= !(1 << bit);
                Some(place as u32 * 64 + bit)
            })
        })
    }
}

impl Side {
    fn of(patterns: &[Pattern], matches_only_names: bool) -> Side {
        let mut side = Side::default();
        let side_patterns =
            || (0..).zip(patterns).filter(|(_, pattern)| pattern.matches_only_names == matches_only_names);
        let mut n_rules_with: HashMap<Piece, u32> = HashMap::new();
        for (rule, pattern) in side_patterns() {
            if let Some(text) = pattern.only_text() {
                let last_rules = side.exact_match.entry(text.into()).or_default();
                last_rules.of_all = Some(rule);
                if !pattern.matches_only_folders {
                    last_rules.of_files = Some(rule);
                }
            } else {
                side.inexact.push(rule);
                pattern.literals(&mut |literal| {
                    pieces(literal).for_each(|piece| *n_rules_with.entry(piece).or_default() += 1)
                });
            }
        }
        for &rule in &side.inexact {
            let mut best: Option<(u32, Piece)> = None;
            patterns[rule as usize].literals(&mut |literal| {
                for piece in pieces(literal) {
                    let n = n_rules_with.get(&piece).copied().unwrap_or_default();
                    let is_better = |&(n_best, best_piece): &(u32, Piece)| {
                        piece.0 > best_piece.0 || piece.0 == best_piece.0 && n < n_best
                    };
                    if best.as_ref().is_none_or(is_better) {
                        best = Some((n, piece));
                    }
                }
            });
            match best {
                Some((_, piece)) => {
                    side.has_pieces[usize::from(piece.0) - 1] = true;
                    side.by_piece.entry(piece).or_default().push(rule);
                }
                None => side.without_piece.push(rule),
            }
        }
        side
    }

    fn exact_match(&self, text: &[u8], is_folder: bool, steps: &mut u32) -> Option<u32> {
        if self.exact_match.is_empty() {
            return None;
        }
        spend(steps, 1);
        let last_rules = self.exact_match.get(text)?;
        if is_folder { last_rules.of_all } else { last_rules.of_files }
    }

    /// Adds the rules of `inexact` that may match a text; all of them if that is cheaper than looking them up.
    fn add(&self, text: &[u8], found: &mut FoundRules, steps: &mut u32) {
        let sizes = (1..=MAX_PIECE_BYTES).filter(|size| self.has_pieces[size - 1]);
        let n_pieces: usize = sizes.clone().map(|size| (text.len() + 1).saturating_sub(size)).sum();
        if self.inexact.len() <= n_pieces {
            return add(&self.inexact, found, steps);
        }
        spend(steps, n_pieces);
        for piece in sizes.flat_map(|size| text.windows(size)).map(piece) {
            if let Some(rules) = self.by_piece.get(&piece) {
                add(rules, found, steps);
            }
        }
        add(&self.without_piece, found, steps);
    }
}

fn add(rules: &[u32], found: &mut FoundRules, steps: &mut u32) {
    spend(steps, rules.len());
    if *steps > 0 {
        rules.iter().for_each(|rule| found.0[*rule as usize / 64] |= 1 << (rule % 64));
    }
}

fn spend(steps: &mut u32, n: usize) {
    *steps = steps.saturating_sub(u32::try_from(n).unwrap_or(u32::MAX));
}

/// All pieces of a literal that have the greatest length possible in it.
fn pieces(literal: &[u8]) -> impl Iterator<Item = Piece> {
    let size = literal.len().min(MAX_PIECE_BYTES);
    literal.windows(size.max(1)).map(piece)
}

fn piece(bytes: &[u8]) -> Piece {
    let mut piece = [0; MAX_PIECE_BYTES];
    piece[..bytes.len()].copy_from_slice(bytes);
    (bytes.len() as u8, piece)
}
