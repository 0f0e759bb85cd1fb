//! The repository map: the most important symbols of all files, as a text within a token budget.
//!
//! Importance is the rank in the graph times a weight for the kind of symbol; a type lifts its members. Symbols are
//! taken greedily, best first, each with the lines of its parents; those that no longer fit are skipped. Vendored code
//! ranks behind all of the project's own code, unless it is in focus. Examples, fixtures, benchmarks and typing stubs
//! are left out, unless they are in focus or all candidates are such. Not here: the rank itself (`rank`).

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::aside::is_sample_path;
use super::hierarchy::is_type;
use super::name;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::hint::Hint;
use crate::base::map::Map;
use crate::base::sort;
use crate::graph::facts::Flags;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::{LANGUAGES, Rules};
use crate::graph::model::names::NameId;
use crate::graph::model::{File, FileId, SymbolId};
use crate::graph::query::rank::{Ranks, rank};
use crate::graph::space::{GraphSpace, UnreadLanguage};
use crate::text::display::at_line_start;
use crate::text::tokens::Cost;

/// Budgets in tokens that a question may give.
pub(crate) const BUDGETS: core::ops::RangeInclusive<u32> = 64..=1_000_000;
/// Greatest number of names or paths in focus.
pub(crate) const MAX_FOCUS: usize = 100;
/// Least cost of a line in tokens; limits the number of candidates.
const MIN_LINE_TOKENS: u32 = 6;
/// Number of symbols that did not fit after which the map counts as full.
const MAX_MISSES: usize = 50;
/// Greatest length of a line in bytes; a longer signature is cut.
const MAX_LINE_BYTES: usize = 160;

/// Weight of a private symbol, relative to a public one.
const PRIVATE_WEIGHT: f64 = 0.5;
/// Weight of a symbol in a test, relative to one outside tests.
const TEST_WEIGHT: f64 = 0.2;
/// Weight of a type without code, an alias or an interface without methods, relative to another type.
const CODELESS_WEIGHT: f64 = 0.25;

/// The budget of a repository map, and the paths and names that it prefers.
#[derive(Clone, Debug, PartialEq)]
pub struct MapQuestion {
    /// The budget in tokens: 64 to 1,000,000.
    pub budget: u32,
    /// Paths or names to prefer; unknown ones are ignored and reported in the result.
    pub focus: Vec<String>,
}

/// The answer to `map`: the most important symbols that the budget holds.
#[derive(Clone, Debug, PartialEq)]
pub struct RepositoryMap {
    /// Files with their most important symbols, as text.
    pub text: String,
    /// Estimated tokens of `text`.
    pub tokens: u32,
    /// The number of files in the text.
    pub n_files: u32,
    /// The number of symbols in the text.
    pub n_symbols: u32,
    /// The number of types and functions that have no line in the text.
    pub n_symbols_left_out: u32,
    /// The number of files with types or functions of which the text has none.
    pub n_files_left_out: u32,
    /// Items of the focus that match nothing.
    pub unknown_focus: Vec<String>,
    /// Numbers of files in languages that are not parsed.
    pub unread: Vec<UnreadLanguage>,
    /// Possible reasons why the text has no symbol; empty otherwise.
    pub hints: Vec<Hint>,
}

impl GraphSpace {
    /// The most important symbols of the repository within a token budget.
    pub(crate) fn map(&mut self, question: &MapQuestion, resumed: Option<Resumed>) -> Attempt<RepositoryMap> {
        if !BUDGETS.contains(&question.budget) {
            return Err(Error::invalid("budget", "64 to 1,000,000 tokens").into());
        }
        name::check_focus(&question.focus, "names in focus")?;
        self.begin(resumed)?;
        self.need_edges()?;
        let meanings: Attempt<Vec<Vec<SymbolId>>> =
            question.focus.iter().map(|typed| self.every_meaning(typed)).collect();
        let meanings = meanings?;
        let focus: Vec<SymbolId> =
            meanings.iter().flatten().copied().filter(|&symbol| self.is_ranked(symbol)).collect();
        let candidates = self.most_important(&rank(&self.graph, &focus), &focus, question.budget);
        self.need_details(candidates.iter().map(|&symbol| self.graph.symbol(symbol).file))?;
        let unknown_names = question.focus.iter().zip(&meanings).filter(|(_, meanings)| meanings.is_empty());
        let unknown_focus = unknown_names.map(|(typed, _)| typed.clone()).collect();
        let map = self.draw_map(&candidates, question.budget);
        let hints = match map.n_symbols {
            0 => self.unless_incomplete(self.hints_of_map(map.n_symbols_left_out)),
            _ => Vec::new(),
        };
        Ok(RepositoryMap { unknown_focus, unread: self.unread_languages(), hints, ..map })
    }

    /// All symbols that a path, id or name in the focus can refer to. Edges must be loaded.
    fn every_meaning(&mut self, typed: &str) -> Attempt<Vec<SymbolId>> {
        let meanings = name::meanings(&self.graph, typed);
        if meanings.is_empty() { self.other_meanings(typed) } else { Ok(meanings) }
    }

    fn is_ranked(&self, symbol: SymbolId) -> bool {
        self.graph.symbol(symbol).kind == SymbolKind::File || self.is_displayed(symbol)
    }

    /// The candidates for a line, best first; their number is limited by the budget.
    fn most_important(&self, ranks: &Ranks, focus: &[SymbolId], budget: u32) -> Vec<SymbolId> {
        let is_sample = |file: FileId| is_sample_path(&self.graph.file(file).path);
        let takes_samples = focus.iter().any(|&symbol| is_sample(self.graph.symbol(symbol).file));
        let focus_files: BTreeSet<FileId> = focus.iter().map(|&symbol| self.graph.symbol(symbol).file).collect();
        let comes_last = |symbol: SymbolId| {
            let file = self.graph.symbol(symbol).file;
            self.graph.file(file).is_vendored && !focus_files.contains(&file)
        };
        let mut scored_symbols: Vec<(f64, SymbolId)> = Vec::with_capacity(self.graph.n_symbols());
        for (id, _) in self.graph.files().filter(|&(id, _)| takes_samples || !is_sample(id)) {
            self.score_file(id, ranks, &mut scored_symbols);
        }
        if scored_symbols.is_empty() {
            self.graph.files().for_each(|(id, _)| self.score_file(id, ranks, &mut scored_symbols));
        }
        // Symbols are by path and position, and the sort is stable: ties keep that order.
        sort::sort_by(&mut scored_symbols, |one, other| {
            comes_last(one.1).cmp(&comes_last(other.1)).then(other.0.total_cmp(&one.0))
        });
        scored_symbols.truncate((budget / MIN_LINE_TOKENS) as usize + MAX_MISSES);
        scored_symbols.into_iter().map(|(_, symbol)| symbol).collect()
    }

    /// Adds the displayed symbols of a file in source order, with their importance.
    fn score_file(&self, id: FileId, ranks: &Ranks, scored_symbols: &mut Vec<(f64, SymbolId)>) {
        let file = self.graph.file(id);
        let start = scored_symbols.len();
        let displayed = file.symbols.iter().copied().filter(|&symbol| self.is_displayed(symbol));
        scored_symbols.extend(displayed.map(|symbol| (ranks.of(symbol) * self.kind_weight(symbol, file), symbol)));
        self.raise_members(&mut scored_symbols[start..]);
    }

    /// Raises the best member of each type to at least half of the type's importance, the second best to a third, and
    /// so on. For private members it is half as much.
    fn raise_members(&self, scored_symbols: &mut [(f64, SymbolId)]) {
        let mut types: Map<NameId, (SymbolId, f64)> = Map::default();
        for &(score, symbol) in scored_symbols.iter().filter(|(_, symbol)| is_type(self.graph.symbol(*symbol).kind)) {
            types.entry(self.graph.symbol(symbol).name).or_insert((symbol, score));
        }
        // A method is in its type, or in a block that has the name of its type.
        let type_of = |symbol: SymbolId| {
            let parent = self.graph.symbol(self.graph.symbol(symbol).parent);
            let is_member = matches!(self.graph.symbol(symbol).kind, SymbolKind::Method | SymbolKind::Function)
                && (is_type(parent.kind) || parent.kind == SymbolKind::Block);
            types.get(&parent.name).copied().filter(|_| is_member)
        };
        let members = (0..scored_symbols.len()).filter_map(|at| Some((type_of(scored_symbols[at].1)?, at)));
        let mut members: Vec<((SymbolId, f64), usize)> = members.collect();
        sort::sort_by(&mut members, |((one, _), at), ((other, _), other_at)| {
            one.cmp(other).then(scored_symbols[*other_at].0.total_cmp(&scored_symbols[*at].0))
        });
        for type_members in members.chunk_by(|((one, _), _), ((other, _), _)| one == other) {
            for (&((_, score), at), place) in type_members.iter().zip(2_u32..) {
                let weight =
                    if self.graph.symbol(scored_symbols[at].1).flags.has(Flags::PUBLIC) { 1.0 } else { PRIVATE_WEIGHT };
                scored_symbols[at].0 = scored_symbols[at].0.max(score * weight / f64::from(place));
            }
        }
    }

    /// Whether a symbol may get a line: it is a type or a function, and not inside a function.
    fn is_displayed(&self, symbol: SymbolId) -> bool {
        use SymbolKind::*;
        let kind = |symbol| self.graph.symbol(symbol).kind;
        self.is_shown(symbol)
            && matches!(kind(symbol), Class | Interface | Enum | Function | Method | TypeAlias | Macro)
            && !self.ancestors(symbol).any(|holder| matches!(kind(holder), Function | Method))
    }

    /// The symbols that contain a symbol, from the innermost, without the file.
    fn ancestors(&self, symbol: SymbolId) -> impl Iterator<Item = SymbolId> {
        let parent = |at: &SymbolId| Some(self.graph.symbol(*at).parent);
        let ancestors = core::iter::successors(parent(&symbol), parent);
        ancestors.take_while(|&at| self.graph.symbol(at).kind != SymbolKind::File)
    }

    fn kind_weight(&self, symbol: SymbolId, file: &File) -> f64 {
        let flags = self.graph.symbol(symbol).flags;
        let weight = if flags.has(Flags::PUBLIC) { 1.0 } else { PRIVATE_WEIGHT };
        let weight = if self.has_no_code(symbol) { weight * CODELESS_WEIGHT } else { weight };
        let is_test = !file.is_vendored && (file.is_test || flags.has(Flags::TEST));
        if is_test { weight * TEST_WEIGHT } else { weight }
    }

    /// Whether a symbol is an alias, or an interface without methods.
    fn has_no_code(&self, symbol: SymbolId) -> bool {
        let at = self.graph.symbol(symbol);
        let later_symbols = self.graph.file(at.file).symbols.get(at.index as usize + 1..).unwrap_or_default();
        let members = later_symbols.iter().map(|&member| self.graph.symbol(member));
        match at.kind {
            SymbolKind::TypeAlias => true,
            SymbolKind::Interface => !members
                .take_while(|member| member.first_line <= at.last_line)
                .any(|member| member.parent == symbol && member.kind == SymbolKind::Method),
            _ => false,
        }
    }

    /// The map of as many candidates as fit, with files in the order of their first candidate.
    fn draw_map(&self, candidates: &[SymbolId], budget: u32) -> RepositoryMap {
        let mut budget_left = Cost::of_tokens(budget);
        let mut is_drawn = vec![false; self.graph.symbols_end()];
        let mut files: Vec<FileId> = Vec::new();
        let mut n_misses = 0;
        for &symbol in candidates {
            let file = self.graph.symbol(symbol).file;
            let root = self.graph.root(file).0 as usize;
            let file_cost = if is_drawn[root] { Cost::default() } else { Cost::of(&self.file_line(file)) };
            let lines = core::iter::once(symbol).chain(self.displayed_ancestors(symbol));
            let lines: Vec<SymbolId> = lines.filter(|line| !is_drawn[line.0 as usize]).collect();
            let cost = file_cost + lines.iter().map(|&line| Cost::of(&self.symbol_line(line))).sum();
            let Some(remaining) = budget_left.minus(cost) else {
                n_misses += 1;
                if n_misses == MAX_MISSES {
                    break;
                }
                continue;
            };
            budget_left = remaining;
            if !core::mem::replace(&mut is_drawn[root], true) {
                files.push(file);
            }
            lines.iter().for_each(|line| is_drawn[line.0 as usize] = true);
        }
        self.map_text(&files, &is_drawn)
    }

    fn map_text(&self, files: &[FileId], is_drawn: &[bool]) -> RepositoryMap {
        let mut text = String::new();
        let mut n_symbols = 0;
        for &file in files {
            text.push_str(&self.file_line(file));
            // The first symbol is the file itself, which already has its line.
            for &symbol in self.graph.file(file).symbols.iter().skip(1).filter(|symbol| is_drawn[symbol.0 as usize]) {
                text.push_str(&self.symbol_line(symbol));
                n_symbols += 1;
            }
        }
        let (n_symbols_left_out, n_files_left_out) = self.n_left_out(is_drawn);
        RepositoryMap {
            tokens: Cost::of(&text).tokens(),
            n_files: files.len() as u32,
            n_symbols,
            n_symbols_left_out,
            n_files_left_out,
            text,
            unknown_focus: Vec::new(),
            unread: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Numbers of types and functions without a line, and of files with types or functions but no line in the map.
    fn n_left_out(&self, is_drawn: &[bool]) -> (u32, u32) {
        let (mut n_symbols, mut n_files) = (0, 0);
        for (id, file) in self.graph.files() {
            let undrawn =
                file.symbols.iter().filter(|symbol| !is_drawn[symbol.0 as usize] && self.is_displayed(**symbol));
            let n_undrawn = undrawn.count() as u32;
            n_symbols += n_undrawn;
            n_files += u32::from(n_undrawn > 0 && !is_drawn[self.graph.root(id).0 as usize]);
        }
        (n_symbols, n_files)
    }

    /// The symbols that contain a symbol and have a line of their own, from the innermost.
    fn displayed_ancestors(&self, symbol: SymbolId) -> impl Iterator<Item = SymbolId> {
        // The block of a Go method has no text besides the method.
        let is_go = |at: SymbolId| {
            let file = self.graph.file(self.graph.symbol(at).file);
            LANGUAGES[usize::from(file.language)].rules == Rules::Go
        };
        self.ancestors(symbol)
            .filter(move |&at| self.is_shown(at) || !is_go(at) && !self.detail(at).signature.is_empty())
    }

    fn file_line(&self, file: FileId) -> String {
        format!("{}\n", at_line_start(&self.graph.file(file).path))
    }

    fn symbol_line(&self, symbol: SymbolId) -> String {
        let indent = "  ".repeat(1 + self.displayed_ancestors(symbol).count());
        let signature = self.detail(symbol).signature;
        let name = self.graph.names.text(self.graph.symbol(symbol).name);
        let line = if signature.is_empty() { name } else { &signature };
        match line.len() <= MAX_LINE_BYTES {
            true => format!("{indent}{}\n", at_line_start(line)),
            false => format!("{indent}{}…\n", at_line_start(&line[..line.floor_char_boundary(MAX_LINE_BYTES)])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Stop;
    use crate::prepare::testing::TestWorld;
    use crate::text::tokens::estimate_tokens;

    const TOOLS: &str = "class Tool:\n    def run(self, job):\n        def inner():\n            1\n\n    def _reset(self):\n        2\n";
    const JOBS: &str = "def job():\n    3\n\ndef spare():\n    4\n";
    const TESTS: &str = "def test_job():\n    5\n";

    fn world() -> TestWorld {
        let files = [("jobs.py", JOBS), ("tests/test_jobs.py", TESTS), ("tools.py", TOOLS)];
        let calls = [
            ("jobs.py#job", "tools.py#Tool.run"),
            ("jobs.py#spare", "tools.py#Tool.run"),
            ("tests/test_jobs.py#test_job", "jobs.py#job"),
        ];
        TestWorld::new(&files, &calls)
    }

    fn map(world: &TestWorld, budget: u32, focus: &[&str]) -> RepositoryMap {
        let question = MapQuestion { budget, focus: focus.iter().map(|&name| name.to_owned()).collect() };
        let mut space = world.space();
        world.run(|resumed| space.map(&question, resumed)).unwrap()
    }

    #[test]
    fn members_are_listed_under_their_type_and_the_most_used_file_comes_first() {
        let map = map(&world(), 1_000, &[]);
        let expected = "tools.py\n  class Tool\n    def run(self, job)\n    def _reset(self)\n\
            jobs.py\n  def job()\n  def spare()\n\
            tests/test_jobs.py\n  def test_job()\n";
        assert_eq!(map.text, expected);
        assert_eq!((map.n_files, map.n_symbols, map.tokens), (3, 6, estimate_tokens(&map.text)));
        assert_eq!((map.n_symbols_left_out, map.n_files_left_out), (0, 0));
    }

    #[test]
    fn a_main_type_shows_its_members_before_lesser_functions() {
        let text = "class Main:\n    def first(self):\n        1\n\n    def second(self):\n        2\n\n    def _third(self):\n        3\n";
        let lesser_text: String = (0..40).map(|n| format!("def lesser_{n}():\n    {n}\n\n")).collect();
        let calls: Vec<(String, String)> =
            (0..40).map(|n| (format!("others.py#lesser_{n}"), "main.py#Main".to_owned())).collect();
        let calls: Vec<(&str, &str)> = calls.iter().map(|(one, other)| (one.as_str(), other.as_str())).collect();
        let world = TestWorld::new(&[("main.py", text), ("others.py", &lesser_text)], &calls);
        let map = map(&world, 64, &[]).text;
        let expected = "main.py\n  class Main\n    def first(self)\n    def second(self)\n    def _third(self)\n";
        assert!(map.starts_with(expected), "{map}");
    }

    #[test]
    fn samples_are_left_out_unless_nothing_else_is_there_or_they_are_in_focus() {
        let (sample_file, own_file) = (("examples/a.py", "def sample():\n    1\n"), ("a.py", "def own():\n    1\n"));
        let both_files = TestWorld::new(&[own_file, sample_file], &[]);
        let unfocused = map(&both_files, 1_000, &[]);
        assert_eq!(unfocused.text, "a.py\n  def own()\n");
        assert_eq!((unfocused.n_symbols_left_out, unfocused.n_files_left_out), (1, 1));
        assert!(map(&both_files, 1_000, &["examples/a.py"]).text.contains("sample"));
        assert_eq!(map(&TestWorld::new(&[sample_file], &[]), 1_000, &[]).text, "examples/a.py\n  def sample()\n");
    }

    #[test]
    fn a_path_is_no_heading() {
        let text = "def job():\n    1\n";
        let world = TestWorld::new(&[("## evil.py", text), ("a\u{2028}b\u{1b}.py", text)], &[]);
        let map = map(&world, 1_000, &[]).text;
        assert_eq!(map, "`## evil.py`\n  def job()\na\u{fffd}b\u{fffd}.py\n  def job()\n");
    }

    #[test]
    fn symbols_in_focus_come_first() {
        assert!(map(&world(), 1_000, &["spare", "no_such"]).text.starts_with("jobs.py\n  def job()\n  def spare()\n"));
    }

    #[test]
    fn no_budget_is_exceeded() {
        let text: String = (0..90).map(|n| format!("def function_{n}(argument):\n    {n}\n\n")).collect();
        let world = TestWorld::new(&[("many.py", &text)], &[]);
        let mut last_n_symbols = 0;
        for budget in (64..900).step_by(19) {
            let map = map(&world, budget, &[]);
            assert!(map.tokens <= budget && map.n_symbols >= last_n_symbols, "{budget}");
            assert_eq!(map.n_symbols + map.n_symbols_left_out, 90);
            last_n_symbols = map.n_symbols;
        }
        assert!(last_n_symbols > 40);
    }

    #[test]
    fn questions_outside_their_limits_are_refused() {
        let mut space = world().space();
        for budget in [0, 63, 1_000_001] {
            let question = MapQuestion { budget, focus: Vec::new() };
            let refused = space.map(&question, None);
            assert!(matches!(refused, Err(Stop::Refused(Error::Invalid { argument: "budget", .. }))));
        }
        let question = MapQuestion { budget: 64, focus: vec![String::new(); 101] };
        assert!(matches!(space.map(&question, None), Err(Stop::Refused(Error::TooLarge(_)))));
    }
}
