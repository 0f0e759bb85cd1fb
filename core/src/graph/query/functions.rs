//! Which functions lines are of: those that were worked on are known by their lines alone.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Symbol, check_page_limit};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::sort::sort_by;
use crate::base::touched::TouchedLines;
use crate::graph::kind::SymbolKind;
use crate::graph::model::{FileId, SymbolId};
use crate::graph::space::GraphSpace;

/// The most lines of one question: as many as `reread` gives.
const MAX_LINES: usize = 1_000;

/// The arguments of `functions-at`.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionsQuestion {
    /// Up to 1,000.
    pub lines: Vec<TouchedLines>,
    /// The most results: 1 to 1,000.
    pub limit: u32,
}

/// A function that lines are of.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionAt {
    /// The function, or a type.
    pub symbol: Symbol,
    /// The sum of the lines' weights, each times the share of the lines that are its own.
    pub weight: f64,
    /// How many of the given lines reach into it.
    pub n_touches: u32,
}

/// The result of `functions-at`.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionPage {
    /// The greatest weight first, equal ones by id.
    pub functions: Vec<FunctionAt>,
    /// How many there are in all.
    pub n_functions: u32,
    /// Files of the question that are not in the index, each once.
    pub unknown_paths: Vec<String>,
}

/// The sums for one symbol.
#[derive(Clone, Copy, Default)]
struct Sum {
    weight: f64,
    n_touches: u32,
}

impl FunctionsQuestion {
    fn check(&self) -> Result<(), Error> {
        check_page_limit(self.limit)?;
        Error::check_limit("lines", self.lines.len(), MAX_LINES)?;
        let holds = |lines: &TouchedLines| {
            lines.weight > 0.0 && lines.weight.is_finite() && (1..=lines.last_line).contains(&lines.first_line)
        };
        match self.lines.iter().all(holds) {
            true => Ok(()),
            false => Err(Error::invalid(
                "lines",
                "they begin at 1 or later, end where they begin or later, and weigh over 0",
            )),
        }
    }
}

impl GraphSpace {
    /// The functions that lines are of.
    pub(crate) fn functions_at(
        &mut self,
        question: &FunctionsQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<FunctionPage> {
        question.check()?;
        self.resume(resumed)?;
        self.need_files()?;
        let file_of = |lines: &TouchedLines| self.graph.file_of(&lines.path);
        self.need_outlines(question.lines.iter().filter_map(file_of))?;
        let mut sums: BTreeMap<SymbolId, Sum> = BTreeMap::new();
        let mut unknown_paths: Vec<String> = Vec::new();
        for lines in &question.lines {
            match self.graph.file_of(&lines.path) {
                Some(file) => self.add_functions(file, lines, &mut sums),
                None if !unknown_paths.contains(&lines.path) => unknown_paths.push(lines.path.clone()),
                None => {}
            }
        }
        let n_functions = sums.len() as u32;
        let mut best: Vec<(SymbolId, Sum)> = sums.into_iter().collect();
        sort_by(&mut best, |one, other| {
            other.1.weight.total_cmp(&one.1.weight).then_with(|| self.order(one.0, other.0))
        });
        best.truncate(question.limit as usize);
        self.need_details(best.iter().map(|(symbol, _)| self.graph.symbol(*symbol).file))?;
        let shown = |&(symbol, Sum { weight, n_touches }): &(SymbolId, Sum)| FunctionAt {
            symbol: self.shown(symbol),
            weight,
            n_touches,
        };
        Ok(FunctionPage { functions: best.iter().map(shown).collect(), n_functions, unknown_paths })
    }

    /// Adds the innermost functions and types that lines of a file reach into.
    fn add_functions(&self, file: FileId, lines: &TouchedLines, sums: &mut BTreeMap<SymbolId, Sum>) {
        let mut reached: Vec<SymbolId> = Vec::new();
        // A parent stands before its children, which take its place.
        for &symbol in &self.graph.file(file).symbols {
            let at = self.graph.symbol(symbol);
            let overlaps = at.first_line <= lines.last_line && lines.first_line <= at.last_line;
            if !overlaps || !holds_code(at.kind) || !self.is_shown(symbol) {
                continue;
            }
            let around = self.parents(symbol);
            reached.retain(|outer| !around.contains(outer));
            reached.push(symbol);
        }
        let n_lines = f64::from(lines.last_line - lines.first_line) + 1.0;
        for symbol in reached {
            let at = self.graph.symbol(symbol);
            let own = at.last_line.min(lines.last_line) - at.first_line.max(lines.first_line);
            let sum = sums.entry(symbol).or_default();
            sum.weight += lines.weight * (f64::from(own) + 1.0) / n_lines;
            sum.n_touches += 1;
        }
    }

    /// The symbols that a symbol stands in, from the nearest to the file.
    fn parents(&self, symbol: SymbolId) -> Vec<SymbolId> {
        let mut parents = Vec::new();
        let mut at = symbol;
        while self.graph.symbol(at).kind != SymbolKind::File {
            at = self.graph.symbol(at).parent;
            parents.push(at);
        }
        parents
    }
}

/// Whether reading such a symbol again says what was worked on; a constant's or field's line says too little.
fn holds_code(kind: SymbolKind) -> bool {
    use SymbolKind::{Class, Enum, Function, Interface, Macro, Method};
    matches!(kind, Function | Method | Macro | Class | Interface | Enum)
}
