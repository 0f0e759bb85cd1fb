//! Finds the functions that contain given lines, such as the lines of past edits.

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

/// Greatest number of line ranges in one question: as many as `reread` gives.
const MAX_LINES: usize = 1_000;

/// The lines whose functions `functions-at` names.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionsQuestion {
    /// Line ranges with weights; at most 1,000.
    pub lines: Vec<TouchedLines>,
    /// Greatest number of results: 1 to 1,000.
    pub limit: u32,
}

/// A function that contains some of the lines.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionAt {
    /// The function, or a type.
    pub symbol: Symbol,
    /// The sum of the ranges' weights, each times the share of the range that is inside the function.
    pub weight: f64,
    /// Number of line ranges that overlap with the function.
    pub n_touches: u32,
}

/// The answer to `functions-at`.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionPage {
    /// Sorted by descending weight, then by id.
    pub functions: Vec<FunctionAt>,
    /// Total number of functions and types that contain some of the lines.
    pub n_functions: u32,
    /// Paths in the question that are not in the index, each once.
    pub unknown_paths: Vec<String>,
}

/// Weight and touches of one symbol, summed over the question's lines.
#[derive(Clone, Copy, Default)]
struct SymbolSum {
    weight: f64,
    n_touches: u32,
}

impl FunctionsQuestion {
    fn check(&self) -> Result<(), Error> {
        check_page_limit(self.limit)?;
        Error::check_limit("lines", self.lines.len(), MAX_LINES)?;
        let is_valid = |lines: &TouchedLines| {
            lines.weight > 0.0 && lines.weight.is_finite() && (1..=lines.last_line).contains(&lines.first_line)
        };
        match self.lines.iter().all(is_valid) {
            true => Ok(()),
            false => Err(Error::invalid(
                "lines",
                "they begin at 1 or later, end where they begin or later, and weigh over 0",
            )),
        }
    }
}

impl GraphSpace {
    /// Finds the functions that contain given lines.
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
        let mut sums: BTreeMap<SymbolId, SymbolSum> = BTreeMap::new();
        let mut unknown_paths: Vec<String> = Vec::new();
        for lines in &question.lines {
            match self.graph.file_of(&lines.path) {
                Some(file) => self.add_functions(file, lines, &mut sums),
                None if !unknown_paths.contains(&lines.path) => unknown_paths.push(lines.path.clone()),
                None => {}
            }
        }
        let n_functions = sums.len() as u32;
        let mut ranked_functions: Vec<(SymbolId, SymbolSum)> = sums.into_iter().collect();
        sort_by(&mut ranked_functions, |one, other| {
            other.1.weight.total_cmp(&one.1.weight).then_with(|| self.order_of_ids(one.0, other.0))
        });
        ranked_functions.truncate(question.limit as usize);
        self.need_details(ranked_functions.iter().map(|(symbol, _)| self.graph.symbol(*symbol).file))?;
        let function_at = |&(symbol, SymbolSum { weight, n_touches }): &(SymbolId, SymbolSum)| FunctionAt {
            symbol: self.shown_symbol(symbol),
            weight,
            n_touches,
        };
        Ok(FunctionPage { functions: ranked_functions.iter().map(function_at).collect(), n_functions, unknown_paths })
    }

    /// Adds the innermost functions and types of a file that overlap with a line range.
    fn add_functions(&self, file: FileId, lines: &TouchedLines, sums: &mut BTreeMap<SymbolId, SymbolSum>) {
        let mut touched_symbols: Vec<SymbolId> = Vec::new();
        // A parent comes before its children, which replace it if they overlap too.
        for &symbol in &self.graph.file(file).symbols {
            let at = self.graph.symbol(symbol);
            let overlaps = at.first_line <= lines.last_line && lines.first_line <= at.last_line;
            if !overlaps || !holds_code(at.kind) || !self.is_shown(symbol) {
                continue;
            }
            let parents = self.parents(symbol);
            touched_symbols.retain(|outer| !parents.contains(outer));
            touched_symbols.push(symbol);
        }
        let n_lines = f64::from(lines.last_line - lines.first_line) + 1.0;
        for symbol in touched_symbols {
            let at = self.graph.symbol(symbol);
            let overlap = at.last_line.min(lines.last_line) - at.first_line.max(lines.first_line);
            let sum = sums.entry(symbol).or_default();
            sum.weight += lines.weight * (f64::from(overlap) + 1.0) / n_lines;
            sum.n_touches += 1;
        }
    }

    /// The symbols that contain a symbol, from the innermost to the file.
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

/// Whether a kind of symbol contains code; a constant or a field is too small to be an answer.
fn holds_code(kind: SymbolKind) -> bool {
    use SymbolKind::{Class, Enum, Function, Interface, Macro, Method};
    matches!(kind, Function | Method | Macro | Class | Interface | Enum)
}
