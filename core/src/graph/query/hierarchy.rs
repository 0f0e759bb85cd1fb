//! The types above and below a type; for a member of a type, what it overrides and what overrides it.
//!
//! A Rust `impl` is a block of its own: what it implements is said of its members alone. A Go method stands in a block that
//! only names its type, anywhere in the folder: it is a member of that type like any other.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::walk::{Reached, check_walk};
use super::{Step, Symbol, WalkQuestion};
use crate::ask::{Reply, Resumed};
use crate::error::Error;
use crate::graph::kind::{EdgeKind, SymbolKind};
use crate::graph::lang::{LANGUAGES, Rules};
use crate::graph::links::{Edge, FileId, SymbolId};
use crate::graph::names::NameId;
use crate::memory::Memory;
use crate::order;
use crate::row::key::Room;

/// A symbol's place among the types.
#[derive(Clone, Debug, PartialEq)]
pub struct HierarchyPage {
    /// What the name was taken to mean.
    pub symbol: Symbol,
    /// What it inherits and implements, or overrides; the nearest first.
    pub above: Vec<Step>,
    /// How many there are in all.
    pub n_above: u32,
    /// What inherits and implements, or overrides it; the nearest first.
    pub below: Vec<Step>,
    /// How many there are in all.
    pub n_below: u32,
}

/// Which way to look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Above,
    Below,
}

impl Memory {
    /// The types above and below a type; for a member of a type, what it overrides and what overrides it.
    /// O(edges of inheritance within the depth).
    pub fn hierarchy(
        &mut self,
        question: &WalkQuestion,
        resumed: Option<Resumed>,
    ) -> Result<Reply<HierarchyPage>, Error> {
        check_walk(question)?;
        self.resume(resumed)?;
        if let Some(ask) = self.need(Room::Outline).or_else(|| self.need_some_edges()) {
            return Ok(Reply::Ask(ask));
        }
        let start = match self.meant(&question.name)? {
            Reply::Ask(ask) => return Ok(Reply::Ask(ask)),
            Reply::Done(symbol) => symbol,
        };
        let mut above = self.kin(start, Way::Above, question);
        let mut below = self.kin(start, Way::Below, question);
        let (n_above, n_below) = (above.len() as u32, below.len() as u32);
        above.truncate(question.most as usize);
        below.truncate(question.most as usize);
        let shown = above.iter().chain(&below).map(|step| step.to).chain([start]);
        if let Some(ask) = self.need_details(shown.map(|symbol| self.graph.symbol(symbol).file)) {
            return Ok(Reply::Ask(ask));
        }
        let (above, below) = (self.steps(&above), self.steps(&below));
        Ok(Reply::Done(HierarchyPage { symbol: self.shown(start), above, n_above, below, n_below }))
    }

    /// Types, or members of types: each once, by its surest edge.
    fn kin(&mut self, start: SymbolId, way: Way, question: &WalkQuestion) -> Vec<Reached> {
        self.edges_around(vec![self.graph.symbol(start).file]);
        let mut reached = match self.holder(start) {
            Some(holder) => self.overridden(start, holder, way, question),
            None => self.types(start, None, way, question),
        };
        self.sort_reached(&mut reached);
        let mut seen = BTreeSet::from([start]);
        reached.retain(|step| seen.insert(step.to));
        reached
    }

    /// The type that a symbol is a member of; none for a type itself, and for what stands in no type.
    fn holder(&mut self, symbol: SymbolId) -> Option<SymbolId> {
        let at = self.graph.symbol(symbol);
        if is_type(at.kind) || at.kind == SymbolKind::File {
            return None;
        }
        let parent = at.parent;
        match self.graph.symbol(parent).kind {
            SymbolKind::Block if self.rules(at.file) == Rules::Go => self.go_type(parent),
            SymbolKind::Block => self.extended(parent),
            kind if is_type(kind) => Some(parent),
            _ => None,
        }
    }

    /// The type that a Rust block extends: the one of its name with an edge that stands in the block, or else the only
    /// one, or the one beside the block.
    fn extended(&mut self, block: SymbolId) -> Option<SymbolId> {
        let named = self.types_named_like(block);
        self.edges_around(named.iter().map(|&symbol| self.graph.symbol(symbol).file).collect());
        let in_block = |edge: &Edge| is_kinship(edge) && self.is_in_block(edge, block);
        let implements = |symbol: &&SymbolId| self.graph.out_edges(**symbol).any(in_block);
        let beside = |symbol: &&SymbolId| self.graph.symbol(**symbol).file == self.graph.symbol(block).file;
        let only = if let [only] = named.as_slice() { Some(only) } else { None };
        named.iter().find(implements).or(only).or_else(|| named.iter().find(beside)).copied()
    }

    /// The type whose method stands in a Go block.
    fn go_type(&self, block: SymbolId) -> Option<SymbolId> {
        let file = self.graph.symbol(block).file;
        self.types_named_like(block).into_iter().find(|&symbol| self.share_folder(self.graph.symbol(symbol).file, file))
    }

    /// Types with the name of a block, by path and place.
    fn types_named_like(&self, block: SymbolId) -> Vec<SymbolId> {
        let named = self.graph.named(self.graph.symbol(block).name);
        let mut types: Vec<SymbolId> = named.filter(|&symbol| is_type(self.graph.symbol(symbol).kind)).collect();
        order::sort_by(&mut types, |&one, &other| self.order(one, other));
        types
    }

    /// Every edge of inheritance up or down from a type, each with the type that it leads to.
    /// From a member of a block that implements something, only that block's edges lead up.
    pub(super) fn types(
        &mut self,
        start: SymbolId,
        block: Option<SymbolId>,
        way: Way,
        question: &WalkQuestion,
    ) -> Vec<Reached> {
        let mut seen = BTreeSet::from([start]);
        let mut front = seen.clone();
        let mut reached = Vec::new();
        for depth in 1..=question.depth {
            self.edges_around(front.iter().map(|&symbol| self.graph.symbol(symbol).file).collect());
            let mut next = BTreeSet::new();
            for &at in &front {
                for edge in self.kinships(at, way) {
                    let confidence = edge.strategy.confidence();
                    let to = if way == Way::Above { edge.target } else { edge.source };
                    let elsewhere = depth == 1 && block.is_some_and(|block| !self.is_in_block(edge, block));
                    if confidence < question.least_confidence || seen.contains(&to) || elsewhere {
                        continue;
                    }
                    reached.push(Reached { edge: *edge, to, via: at, confidence, depth });
                    next.insert(to);
                }
            }
            seen.extend(&next);
            front = next;
        }
        reached
    }

    fn kinships(&self, at: SymbolId, way: Way) -> Vec<&Edge> {
        match way {
            Way::Above => self.graph.out_edges(at).filter(|edge| is_kinship(edge)).collect(),
            Way::Below => self.graph.in_edges(at).filter(|edge| is_kinship(edge)).collect(),
        }
    }

    /// The members of the same name in the types above or below.
    fn overridden(&mut self, member: SymbolId, holder: SymbolId, way: Way, question: &WalkQuestion) -> Vec<Reached> {
        let parent = self.graph.symbol(member).parent;
        let is_block = self.graph.symbol(parent).kind == SymbolKind::Block;
        let block = (is_block && self.rules(self.graph.symbol(member).file) == Rules::Rust).then_some(parent);
        // Nothing overrides what a block gives to a type, and a Rust trait overrides nothing of those it requires.
        let overrides_nothing = match way {
            Way::Above => block.is_none() && self.rules(self.graph.symbol(member).file) == Rules::Rust,
            Way::Below => block.is_some(),
        };
        if overrides_nothing {
            return Vec::new();
        }
        let types = self.types(holder, block.filter(|_| way == Way::Above), way, question);
        let mut reached = Vec::new();
        for step in types {
            let holder = if way == Way::Above { Some(step.to) } else { self.overriding(&step) };
            let name = self.graph.symbol(member).name;
            let found = holder.and_then(|holder| self.member_named(holder, name));
            reached.extend(found.map(|to| Reached { to, ..step }));
        }
        reached
    }

    /// Where a type below states its members: in Rust only in the block that implements.
    fn overriding(&self, step: &Reached) -> Option<SymbolId> {
        if self.rules(step.edge.home) != Rules::Rust {
            return Some(step.to);
        }
        let home = self.graph.file(step.edge.home);
        let is_block = |symbol: &&SymbolId| self.graph.symbol(**symbol).kind == SymbolKind::Block;
        home.symbols.iter().filter(is_block).find(|&&block| self.is_in_block(&step.edge, block)).copied()
    }

    fn rules(&self, file: FileId) -> Rules {
        LANGUAGES[self.graph.file(file).language as usize].rules
    }

    fn share_folder(&self, one: FileId, other: FileId) -> bool {
        let folder = |file| self.graph.file(file).path.rsplit_once('/').map(|(folder, _)| folder);
        folder(one) == folder(other)
    }

    fn is_in_block(&self, edge: &Edge, block: SymbolId) -> bool {
        let at = self.graph.symbol(block);
        edge.home == at.file && (at.first_line..=at.last_line).contains(&edge.line)
    }

    /// The first member of a type or block that has a name.
    pub(super) fn member_named(&self, holder: SymbolId, name: NameId) -> Option<SymbolId> {
        let named = self.graph.named(name);
        let is_it = |symbol: &SymbolId| {
            self.graph.symbol(*symbol).kind != SymbolKind::Import && self.is_member(*symbol, holder)
        };
        named.filter(is_it).min_by(|&one, &other| self.order(one, other))
    }

    fn is_member(&self, symbol: SymbolId, holder: SymbolId) -> bool {
        let at = self.graph.symbol(symbol);
        let (parent, of) = (self.graph.symbol(at.parent), self.graph.symbol(holder));
        let is_go_method = || {
            let is_named_so = parent.kind == SymbolKind::Block && parent.name == of.name;
            is_named_so && self.rules(at.file) == Rules::Go && self.share_folder(at.file, of.file)
        };
        at.parent == holder || is_go_method()
    }
}

pub(super) fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum | SymbolKind::TypeAlias)
}

fn is_kinship(edge: &Edge) -> bool {
    matches!(edge.kind, EdgeKind::Inherits | EdgeKind::Implements)
}
