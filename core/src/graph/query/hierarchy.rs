//! Supertypes and subtypes of a type; for a member of a type, the members that it overrides and that override it.
//!
//! A Rust `impl` block implements a trait for its own members only. The block of a Go method only names its type, and
//! may be in any file of its folder: the method is an ordinary member of that type.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::choice::MeaningFilter;
use super::walk::{WalkStep, check_walk};
use super::{Step, Symbol, WalkQuestion, page};
use crate::ask::{Attempt, Resumed};
use crate::base::hint::Hint;
use crate::base::sort;
use crate::graph::kind::{EdgeKind, SymbolKind};
use crate::graph::lang::{LANGUAGES, Rules};
use crate::graph::model::names::NameId;
use crate::graph::model::{Edge, FileId, SymbolId};
use crate::graph::space::{GraphSpace, UnreadLanguage};

/// A symbol's position in the type hierarchy.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyPage {
    /// The symbol that the name resolved to.
    pub symbol: Symbol,
    /// Its supertypes, or the members it overrides; nearest first.
    pub above: Vec<Step>,
    /// The total number, before `skip` and `limit`.
    pub n_above: u32,
    /// Its subtypes, or the members that override it; nearest first.
    pub below: Vec<Step>,
    /// The total number, before `skip` and `limit`.
    pub n_below: u32,
    /// Whether there are further types beyond the depth.
    pub depth_limited: bool,
    /// Number of references that may mean the member, on an unknown receiver; `None` if they are not counted.
    pub n_unresolved: Option<u32>,
    /// Number of files with such references; 0 if they are not counted.
    pub n_unresolved_files: u32,
    /// Numbers of files in languages that are not parsed.
    pub unread: Vec<UnreadLanguage>,
    /// Possible reasons why no step is returned; empty otherwise.
    pub hints: Vec<Hint>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Above,
    Below,
}

/// Bounds on how far a hierarchy is followed.
#[derive(Clone, Copy)]
pub(super) struct HierarchyBounds {
    depth: u32,
    min_confidence: f64,
}

impl HierarchyBounds {
    /// No bounds.
    pub(super) const ALL: HierarchyBounds = HierarchyBounds { depth: u32::MAX, min_confidence: 0.0 };
}

impl GraphSpace {
    /// Finds the supertypes and subtypes of a type; for a member of a type, the members that it overrides and that
    /// override it. O(edges of inheritance within the depth).
    pub(crate) fn hierarchy(&mut self, question: &WalkQuestion, resumed: Option<Resumed>) -> Attempt<HierarchyPage> {
        check_walk(question)?;
        self.begin(resumed)?;
        let mut page = self.answer_hierarchy(question)?;
        if page.above.is_empty() && page.below.is_empty() {
            let n_all = page.n_above + page.n_below;
            page.hints =
                self.hints_of_list((n_all, question.skip), |space| space.hints_of_hierarchy(question, &page))?;
        }
        Ok(page)
    }

    /// The answer without hints on why it may be empty. Not inlined: the question and its hints share the code.
    #[inline(never)]
    pub(super) fn answer_hierarchy(&mut self, question: &WalkQuestion) -> Attempt<HierarchyPage> {
        self.need_symbols_and_stored_edges()?;
        let start = self.resolve_among(&question.name, MeaningFilter::of(&question.kinds, &question.path_prefix)?)?;
        let is_member = self.container_type(start)?.is_some();
        // One more step tells whether there are further types. Overridden members are returned at any distance.
        let depth = if is_member { u32::MAX } else { question.depth + 1 };
        let bounds = HierarchyBounds { depth, min_confidence: question.min_confidence };
        let mut above = self.relatives(start, Direction::Above, bounds)?;
        let mut below = self.relatives(start, Direction::Below, bounds)?;
        let is_within = |step: &WalkStep| is_member || step.depth <= question.depth;
        let depth_limited = !above.iter().chain(&below).all(is_within);
        above.retain(is_within);
        below.retain(is_within);
        let (n_above, n_below) = (above.len() as u32, below.len() as u32);
        page(&mut above, question.skip, question.limit);
        page(&mut below, question.skip, question.limit);
        let shown_symbols = above.iter().chain(&below).map(|step| step.target).chain([start]);
        self.need_details(shown_symbols.map(|symbol| self.graph.symbol(symbol).file))?;
        let (above, below) = (self.steps(&above), self.steps(&below));
        let unlisted_count = self.count_unlisted(start, true);
        let (n_unresolved, n_unresolved_files) = (unlisted_count.n_places, unlisted_count.n_files);
        let (symbol, unread) = (self.shown_symbol(start), self.unread_languages());
        Ok(HierarchyPage {
            symbol,
            above,
            n_above,
            below,
            n_below,
            depth_limited,
            n_unresolved,
            n_unresolved_files,
            unread,
            hints: Vec::new(),
        })
    }

    /// The related types, or members of types, each once with its most confident edge.
    pub(super) fn relatives(
        &mut self,
        start: SymbolId,
        direction: Direction,
        bounds: HierarchyBounds,
    ) -> Attempt<Vec<WalkStep>> {
        self.load_around(vec![self.graph.symbol(start).file])?;
        let mut steps = match self.container_type(start)? {
            Some(holder) => self.same_named_members(start, holder, direction, bounds)?,
            None => self.adjacent_types(start, None, direction, bounds)?,
        };
        self.sort_reached(&mut steps);
        let mut seen_symbols = BTreeSet::from([start]);
        steps.retain(|step| seen_symbols.insert(step.target));
        Ok(steps)
    }

    /// The type that a symbol is a member of; `None` for types and for symbols outside any type.
    pub(super) fn container_type(&mut self, symbol: SymbolId) -> Attempt<Option<SymbolId>> {
        let at = self.graph.symbol(symbol);
        if is_type(at.kind) || at.kind == SymbolKind::File {
            return Ok(None);
        }
        let (parent, rules) = (at.parent, self.rules(at.file));
        match self.graph.symbol(parent).kind {
            SymbolKind::Block if rules == Rules::Go => self.go_type(parent),
            SymbolKind::Block => self.extended_type(parent),
            kind if is_type(kind) => Ok(Some(parent)),
            _ => Ok(None),
        }
    }

    /// The type that a Rust block extends. Of the types with its name, this is the one with an inheritance edge made in
    /// the block. If there is none, it is the only type of the name, or the first in the block's file.
    fn extended_type(&mut self, block: SymbolId) -> Attempt<Option<SymbolId>> {
        let types = self.types_named_like(block)?;
        self.load_around(types.iter().map(|&symbol| self.graph.symbol(symbol).file).collect())?;
        let is_in_block = |edge: &Edge| is_inheritance(edge) && self.is_in_block(edge, block);
        let is_implementing = |symbol: &&SymbolId| self.graph.out_edges(**symbol).any(is_in_block);
        let is_in_same_file = |symbol: &&SymbolId| self.graph.symbol(**symbol).file == self.graph.symbol(block).file;
        let only_type = if let [only_type] = types.as_slice() { Some(only_type) } else { None };
        Ok(types.iter().find(is_implementing).or(only_type).or_else(|| types.iter().find(is_in_same_file)).copied())
    }

    /// The type that a Go block's method belongs to: it has the block's name, in the block's folder.
    fn go_type(&mut self, block: SymbolId) -> Attempt<Option<SymbolId>> {
        let file = self.graph.symbol(block).file;
        let types = self.types_named_like(block)?;
        Ok(types.into_iter().find(|&symbol| self.are_in_one_folder(self.graph.symbol(symbol).file, file)))
    }

    /// Types with the same name as a block, by path and position.
    fn types_named_like(&mut self, block: SymbolId) -> Attempt<Vec<SymbolId>> {
        let name = self.graph.symbol(block).name;
        self.need_defined(&String::from(self.graph.names.text(name)))?;
        let symbols = self.graph.symbols_named(name);
        let mut types: Vec<SymbolId> = symbols.filter(|&symbol| is_type(self.graph.symbol(symbol).kind)).collect();
        sort::sort_by(&mut types, |&one, &other| self.order_of_ids(one, other));
        Ok(types)
    }

    /// The inheritance edges up or down from a type, each with the type at its other end. With a `block` that
    /// implements a trait, the first step up takes only that block's edges.
    pub(super) fn adjacent_types(
        &mut self,
        start: SymbolId,
        block: Option<SymbolId>,
        direction: Direction,
        bounds: HierarchyBounds,
    ) -> Attempt<Vec<WalkStep>> {
        let mut seen_symbols = BTreeSet::from([start]);
        let mut front = seen_symbols.clone();
        let mut steps = Vec::new();
        for depth in 1..=bounds.depth {
            if front.is_empty() {
                break;
            }
            self.load_around(front.iter().map(|&symbol| self.graph.symbol(symbol).file).collect())?;
            let mut next_front = BTreeSet::new();
            for &at in &front {
                for edge in self.inheritance_edges(at, direction) {
                    let confidence = edge.strategy.confidence();
                    let related_type =
                        if direction == Direction::Above { edge.target } else { self.inheriting_type(edge) };
                    let is_in_other_block = depth == 1 && block.is_some_and(|block| !self.is_in_block(edge, block));
                    if confidence < bounds.min_confidence || seen_symbols.contains(&related_type) || is_in_other_block {
                        continue;
                    }
                    steps.push(WalkStep {
                        edge: *edge,
                        target: related_type,
                        source: at,
                        confidence,
                        depth,
                        overridden: None,
                    });
                    next_front.insert(related_type);
                }
            }
            seen_symbols.extend(&next_front);
            front = next_front;
        }
        Ok(steps)
    }

    fn inheritance_edges(&self, at: SymbolId, direction: Direction) -> Vec<&Edge> {
        match direction {
            Direction::Above => self.graph.out_edges(at).filter(|edge| is_inheritance(edge)).collect(),
            Direction::Below => self.graph.in_edges(at).filter(|edge| is_inheritance(edge)).collect(),
        }
    }

    /// The members with the same name in supertypes or subtypes.
    fn same_named_members(
        &mut self,
        member: SymbolId,
        holder: SymbolId,
        direction: Direction,
        bounds: HierarchyBounds,
    ) -> Attempt<Vec<WalkStep>> {
        let parent = self.graph.symbol(member).parent;
        let is_block = self.graph.symbol(parent).kind == SymbolKind::Block;
        let block = (is_block && self.rules(self.graph.symbol(member).file) == Rules::Rust).then_some(parent);
        // Nothing overrides the members in an `impl` block, and a Rust trait overrides no members of its supertraits.
        let overrides_nothing = match direction {
            Direction::Above => block.is_none() && self.rules(self.graph.symbol(member).file) == Rules::Rust,
            Direction::Below => block.is_some(),
        };
        if overrides_nothing {
            return Ok(Vec::new());
        }
        let types = self.adjacent_types(holder, block.filter(|_| direction == Direction::Above), direction, bounds)?;
        let name = self.graph.symbol(member).name;
        if self.rules(self.graph.symbol(member).file) == Rules::Go && !types.is_empty() {
            // The methods of a Go type may be in any file of its folder.
            self.need_defined(&String::from(self.graph.names.text(name)))?;
        }
        let mut steps = Vec::new();
        for step in types {
            let holder =
                if direction == Direction::Above { Some(step.target) } else { self.overriding_container(&step) };
            let related_member = holder.and_then(|holder| self.member_named(holder, name));
            steps.extend(related_member.map(|to| WalkStep { target: to, ..step }));
        }
        Ok(steps)
    }

    /// Loads the edges to and from the symbols of these files.
    fn load_around(&mut self, files: Vec<FileId>) -> Attempt<()> {
        self.need_ends_around(&files)?;
        self.decode_edges_around(files);
        Ok(())
    }

    /// The symbol that contains a subtype's overriding members: in Rust the block that implements the trait.
    fn overriding_container(&self, step: &WalkStep) -> Option<SymbolId> {
        if self.rules(step.edge.home) == Rules::Rust { self.block_of(&step.edge) } else { Some(step.target) }
    }

    /// The type that inherits by an edge; the Rust block itself if its type is generic or not in the project.
    fn inheriting_type(&self, edge: &Edge) -> SymbolId {
        let is_named = edge.source != edge.target && is_type(self.graph.symbol(edge.source).kind);
        if is_named { edge.source } else { self.block_of(edge).unwrap_or(edge.source) }
    }

    fn block_of(&self, edge: &Edge) -> Option<SymbolId> {
        let home = self.graph.file(edge.home);
        let is_block = |symbol: &&SymbolId| self.graph.symbol(**symbol).kind == SymbolKind::Block;
        home.symbols.iter().filter(is_block).find(|&&block| self.is_in_block(edge, block)).copied()
    }

    fn rules(&self, file: FileId) -> Rules {
        LANGUAGES[self.graph.file(file).language as usize].rules
    }

    fn are_in_one_folder(&self, one: FileId, other: FileId) -> bool {
        let folder = |file| self.graph.file(file).path.rsplit_once('/').map(|(folder, _)| folder);
        folder(one) == folder(other)
    }

    fn is_in_block(&self, edge: &Edge, block: SymbolId) -> bool {
        let at = self.graph.symbol(block);
        edge.home == at.file && (at.first_line..=at.last_line).contains(&edge.line)
    }

    /// The first member of a type or block that has this name.
    pub(super) fn member_named(&self, holder: SymbolId, name: NameId) -> Option<SymbolId> {
        let symbols = self.graph.symbols_named(name);
        let is_wanted = |symbol: &SymbolId| {
            self.graph.symbol(*symbol).kind != SymbolKind::Import && self.is_member(*symbol, holder)
        };
        symbols.filter(is_wanted).min_by(|&one, &other| self.order_of_ids(one, other))
    }

    fn is_member(&self, symbol: SymbolId, holder: SymbolId) -> bool {
        let at = self.graph.symbol(symbol);
        let (parent, holder_symbol) = (self.graph.symbol(at.parent), self.graph.symbol(holder));
        let is_go_method = || {
            let has_type_name = parent.kind == SymbolKind::Block && parent.name == holder_symbol.name;
            has_type_name && self.rules(at.file) == Rules::Go && self.are_in_one_folder(at.file, holder_symbol.file)
        };
        at.parent == holder || is_go_method()
    }
}

pub(super) fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum | SymbolKind::TypeAlias)
}

fn is_inheritance(edge: &Edge) -> bool {
    matches!(edge.kind, EdgeKind::Inherits | EdgeKind::Implements)
}
