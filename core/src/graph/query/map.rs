//! The repository map: the most important symbols of all files, as a text that fits a token budget.
//!
//! Importance is rank over the graph, times what a reader makes of the kind of symbol. Symbols are taken greedily, best
//! first, each with the lines it stands in; what no longer fits is passed over. Not here: rank itself (`graph::rank`).

use alloc::string::String;
use alloc::vec::Vec;

use super::name;
use crate::ask::{Reply, Resumed};
use crate::error::Error;
use crate::graph::facts::Marks;
use crate::graph::kind::SymbolKind;
use crate::graph::links::{File, FileId, SymbolId};
use crate::graph::rank::{Ranks, rank};
use crate::memory::Memory;
use crate::order;
use crate::text::tokens::Cost;

/// The least and the greatest budget, in tokens.
pub(crate) const BUDGETS: core::ops::RangeInclusive<u32> = 64..=1_000_000;
/// The most names or paths in focus.
pub(crate) const MOST_FOCUS: usize = 100;
/// A line of a map costs at least so many tokens: what bounds how many symbols are looked at.
const LEAST_LINE: u32 = 6;
/// After so many symbols that did not fit, the map counts as full.
const MOST_MISSES: usize = 50;
/// The longest line, in bytes; a longer signature is cut.
const MOST_LINE_BYTES: usize = 160;

/// A symbol that other files are not meant to use, beside one that they are.
const PRIVATE: f64 = 0.5;
/// A symbol of a test, beside one that tests are of.
const IN_TEST: f64 = 0.2;
/// A symbol in a copy of other people's code: what one's own code leans on most comes behind all but the least of it.
const VENDORED: f64 = 0.02;

/// Whose a file is, and what for.
#[derive(Clone, Copy)]
enum Place {
    Own,
    Tests,
    Vendored,
}

impl Place {
    fn of(file: &File) -> Place {
        match () {
            () if file.is_vendored => Place::Vendored,
            () if file.is_test => Place::Tests,
            () => Place::Own,
        }
    }
}

/// The question of `map`.
#[derive(Clone, Debug, PartialEq)]
pub struct MapQuestion {
    /// Tokens: 64 to 1,000,000.
    pub budget: u32,
    /// Paths or names to lean towards; unknown ones are ignored, and named in the answer.
    pub focus: Vec<String>,
}

/// A repository map.
#[derive(Clone, Debug, PartialEq)]
pub struct RepositoryMap {
    /// Files with their most important symbols.
    pub text: String,
    /// Estimated tokens of `text`.
    pub tokens: u32,
    /// Files in it.
    pub n_files: u32,
    /// Symbols in it.
    pub n_symbols: u32,
    /// What of the focus means nothing here.
    pub unknown_focus: Vec<String>,
}

impl Memory {
    /// The most important symbols of the repository in a token budget.
    pub fn map(&mut self, question: &MapQuestion, resumed: Option<Resumed>) -> Result<Reply<RepositoryMap>, Error> {
        if !BUDGETS.contains(&question.budget) {
            return Err(Error::invalid("budget", "64 to 1,000,000 tokens"));
        }
        name::check_focus(&question.focus, "names in focus")?;
        self.resume(resumed)?;
        if let Some(ask) = self.need_edges() {
            return Ok(Reply::Ask(ask));
        }
        let meant: Vec<Vec<SymbolId>> = question.focus.iter().map(|typed| self.every_meaning(typed)).collect();
        let focus: Vec<SymbolId> = meant.iter().flatten().copied().filter(|&symbol| self.is_ranked(symbol)).collect();
        let candidates = self.most_important(&rank(&self.graph, &focus), question.budget);
        if let Some(ask) = self.need_details(candidates.iter().map(|&symbol| self.graph.symbol(symbol).file)) {
            return Ok(Reply::Ask(ask));
        }
        let unknown = question.focus.iter().zip(&meant).filter(|(_, meant)| meant.is_empty());
        let unknown_focus = unknown.map(|(typed, _)| typed.clone()).collect();
        Ok(Reply::Done(RepositoryMap { unknown_focus, ..self.drawn(&candidates, question.budget) }))
    }

    /// Every symbol that a path, id or name in focus can mean. Edges must be there.
    fn every_meaning(&mut self, typed: &str) -> Vec<SymbolId> {
        let found = name::meanings(&self.graph, typed);
        if found.is_empty() { self.elsewhere(typed) } else { found }
    }

    fn is_ranked(&self, symbol: SymbolId) -> bool {
        self.graph.symbol(symbol).kind == SymbolKind::File || self.is_drawn(symbol)
    }

    /// The symbols worth a line, best first, as many as the budget could hold.
    fn most_important(&self, ranks: &Ranks, budget: u32) -> Vec<SymbolId> {
        let mut scored: Vec<(f64, SymbolId)> = Vec::with_capacity(self.graph.n_symbols());
        for (_, file) in self.graph.files() {
            let place = Place::of(file);
            let drawn = file.symbols.iter().copied().filter(|&symbol| self.is_drawn(symbol));
            scored.extend(drawn.map(|symbol| (ranks.of(symbol) * self.worth(symbol, place), symbol)));
        }
        // Symbols come by path and place, and the sort is stable: equal ones stay in that order.
        order::sort_by(&mut scored, |one, other| other.0.total_cmp(&one.0));
        scored.truncate((budget / LEAST_LINE) as usize + MOST_MISSES);
        scored.into_iter().map(|(_, symbol)| symbol).collect()
    }

    /// Whether a symbol is worth a line: types and functions, but not what stands inside a function.
    fn is_drawn(&self, symbol: SymbolId) -> bool {
        use SymbolKind::*;
        let kind = |symbol| self.graph.symbol(symbol).kind;
        self.is_shown(symbol)
            && matches!(kind(symbol), Class | Interface | Enum | Function | Method | TypeAlias | Macro)
            && !self.outwards(symbol).any(|holder| matches!(kind(holder), Function | Method))
    }

    /// What a symbol stands in, from the inside out, the file left out.
    fn outwards(&self, symbol: SymbolId) -> impl Iterator<Item = SymbolId> {
        let parent = |at: &SymbolId| Some(self.graph.symbol(*at).parent);
        let all = core::iter::successors(parent(&symbol), parent);
        all.take_while(|&at| self.graph.symbol(at).kind != SymbolKind::File)
    }

    fn worth(&self, symbol: SymbolId, place: Place) -> f64 {
        let marks = self.graph.symbol(symbol).marks;
        let reach = if marks.has(Marks::PUBLIC) { 1.0 } else { PRIVATE };
        match place {
            Place::Vendored => reach * VENDORED,
            Place::Own if !marks.has(Marks::TEST) => reach,
            Place::Own | Place::Tests => reach * IN_TEST,
        }
    }

    /// The map of as many of `candidates` as fit, files in the order of their first.
    fn drawn(&self, candidates: &[SymbolId], budget: u32) -> RepositoryMap {
        let mut left = Cost::of_tokens(budget);
        let mut is_drawn = vec![false; self.graph.symbols_end()];
        let mut files: Vec<FileId> = Vec::new();
        let mut n_misses = 0;
        for &symbol in candidates {
            let file = self.graph.symbol(symbol).file;
            let root = self.graph.root(file).0 as usize;
            let head = if is_drawn[root] { Cost::default() } else { Cost::of(&self.file_line(file)) };
            let lines = core::iter::once(symbol).chain(self.holders(symbol));
            let lines: Vec<SymbolId> = lines.filter(|line| !is_drawn[line.0 as usize]).collect();
            let cost = head + lines.iter().map(|&line| Cost::of(&self.symbol_line(line))).sum();
            let Some(rest) = left.less(cost) else {
                n_misses += 1;
                if n_misses == MOST_MISSES {
                    break;
                }
                continue;
            };
            left = rest;
            if !core::mem::replace(&mut is_drawn[root], true) {
                files.push(file);
            }
            lines.iter().for_each(|line| is_drawn[line.0 as usize] = true);
        }
        self.text_of(&files, &is_drawn)
    }

    fn text_of(&self, files: &[FileId], is_drawn: &[bool]) -> RepositoryMap {
        let mut text = String::new();
        let mut n_symbols = 0;
        for &file in files {
            text.push_str(&self.file_line(file));
            // The first symbol is the file itself, which has its line.
            for &symbol in self.graph.file(file).symbols.iter().skip(1).filter(|symbol| is_drawn[symbol.0 as usize]) {
                text.push_str(&self.symbol_line(symbol));
                n_symbols += 1;
            }
        }
        RepositoryMap {
            tokens: Cost::of(&text).tokens(),
            n_files: files.len() as u32,
            n_symbols,
            text,
            unknown_focus: Vec::new(),
        }
    }

    /// What a symbol stands in, from the inside out, as far as it has a line of its own.
    fn holders(&self, symbol: SymbolId) -> impl Iterator<Item = SymbolId> {
        self.outwards(symbol).filter(|&at| self.is_shown(at) || !self.detail(at).signature.is_empty())
    }

    fn file_line(&self, file: FileId) -> String {
        format!("{}\n", self.graph.file(file).path)
    }

    fn symbol_line(&self, symbol: SymbolId) -> String {
        let indent = "  ".repeat(1 + self.holders(symbol).count());
        let signature = self.detail(symbol).signature;
        let name = self.graph.names.text(self.graph.symbol(symbol).name);
        let line = if signature.is_empty() { name } else { &signature };
        match line.len() <= MOST_LINE_BYTES {
            true => format!("{indent}{line}\n"),
            false => format!("{indent}{}…\n", &line[..line.floor_char_boundary(MOST_LINE_BYTES)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::testing::World;
    use crate::text::tokens::estimate;

    const TOOLS: &str = "class Tool:\n    def run(self, job):\n        def inner():\n            1\n\n    def _reset(self):\n        2\n";
    const JOBS: &str = "def job():\n    3\n\ndef spare():\n    4\n";
    const TESTS: &str = "def test_job():\n    5\n";

    fn world() -> World {
        let files = [("jobs.py", JOBS), ("tests/test_jobs.py", TESTS), ("tools.py", TOOLS)];
        let calls = [
            ("jobs.py#job", "tools.py#Tool.run"),
            ("jobs.py#spare", "tools.py#Tool.run"),
            ("tests/test_jobs.py#test_job", "jobs.py#job"),
        ];
        World::new(&files, &calls)
    }

    fn map(world: &World, budget: u32, focus: &[&str]) -> RepositoryMap {
        let question = MapQuestion { budget, focus: focus.iter().map(|&name| name.to_owned()).collect() };
        let mut memory = world.memory();
        world.settle(|resumed| memory.map(&question, resumed)).unwrap()
    }

    #[test]
    fn members_stand_in_their_type_and_the_most_used_file_comes_first() {
        let map = map(&world(), 1_000, &[]);
        let expected = "tools.py\n  class Tool\n    def run(self, job)\n    def _reset(self)\n\
            jobs.py\n  def job()\n  def spare()\n\
            tests/test_jobs.py\n  def test_job()\n";
        assert_eq!(map.text, expected);
        assert_eq!((map.n_files, map.n_symbols, map.tokens), (3, 6, estimate(&map.text)));
    }

    #[test]
    fn what_is_in_focus_comes_first() {
        assert!(map(&world(), 1_000, &["spare", "no_such"]).text.starts_with("jobs.py\n  def job()\n  def spare()\n"));
    }

    #[test]
    fn no_budget_is_passed() {
        let text: String = (0..90).map(|n| format!("def function_{n}(argument):\n    {n}\n\n")).collect();
        let world = World::new(&[("many.py", &text)], &[]);
        let mut last = 0;
        for budget in (64..900).step_by(19) {
            let map = map(&world, budget, &[]);
            assert!(map.tokens <= budget && map.n_symbols >= last, "{budget}");
            last = map.n_symbols;
        }
        assert!(last > 40);
    }

    #[test]
    fn questions_outside_their_limits_are_refused() {
        let mut memory = world().memory();
        for budget in [0, 63, 1_000_001] {
            let question = MapQuestion { budget, focus: Vec::new() };
            assert!(matches!(memory.map(&question, None), Err(Error::Invalid { argument: "budget", .. })));
        }
        let question = MapQuestion { budget: 64, focus: vec![String::new(); 101] };
        assert!(matches!(memory.map(&question, None), Err(Error::TooLarge(_))));
    }
}
