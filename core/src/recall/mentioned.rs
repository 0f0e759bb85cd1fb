//! What a task names, found in this repository: files by the end of their path, modules and symbols by their names.
//!
//! A name that many files define says little about each, so what it gives is shared out among them and weighed by how few
//! they are. Not here: how much naming counts against words (`files`).

use alloc::string::String;
use alloc::vec::Vec;

use super::listing::Listing;
use super::task::{NameMention, PathMention, Task};
use crate::graph::kind::SymbolKind;
use crate::graph::links::{Graph, SymbolId};
use crate::order;

/// How sure a name is to mean a symbol whose surroundings fit it only in part, beside one that they fit wholly.
const PARTLY: f64 = 0.5;

/// What a frame of a traceback says beside the one it calls.
const OUTER_FRAME: f64 = 0.6;

/// What is named outright: strengths by place of the file.
pub(crate) struct Mentioned {
    /// As a path.
    pub(crate) paths: Vec<f64>,
    /// As a module, `a.b` or `a/b`.
    pub(crate) modules: Vec<f64>,
    /// By names of its symbols, written as code.
    pub(crate) code_names: Vec<f64>,
    /// By names of its symbols, which may be mere words.
    pub(crate) plain_names: Vec<f64>,
    /// Lines that stand beside a path, each with the place of its file.
    pub(crate) lines: Vec<(usize, u32)>,
    /// Symbols that are named, sorted, and how much that says: 1 for a name that only this file defines, written as code.
    symbols: Vec<(SymbolId, f64)>,
}

/// Looks up what a task names.
pub(crate) fn mentioned(graph: &Graph, listing: &Listing, task: &Task) -> Mentioned {
    let none = || vec![0.0; listing.len()];
    let mut found = Mentioned {
        paths: none(),
        modules: none(),
        code_names: none(),
        plain_names: none(),
        lines: Vec::new(),
        symbols: Vec::new(),
    };
    let paths = Paths::of(graph, listing);
    for (strength, path) in strengths(&task.paths).into_iter().zip(&task.paths) {
        found.path(&paths, path, strength);
    }
    for name in &task.names {
        found.symbols_of(&paths, name);
        if name.parts.len() > 1 {
            found.module(&paths, &name.parts);
            // The outer parts are names too: of `Session.send` also `Session` matters.
            for outer in &name.parts[..name.parts.len() - 1] {
                found.symbols_of(&paths, &NameMention { parts: vec![outer.clone()], is_code: true });
            }
        }
    }
    // The strongest of each symbol's mentions comes first and is the one that stays.
    order::sort_by(&mut found.symbols, |one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
    found.symbols.dedup_by_key(|named| named.0);
    found
}

/// How much each path says: of those with lines, which mostly come from a traceback, the last says most.
fn strengths(paths: &[PathMention]) -> Vec<f64> {
    let mut strength = 1.0;
    let mut strengths: Vec<f64> = Vec::with_capacity(paths.len());
    for path in paths.iter().rev() {
        strengths.push(if path.lines.is_empty() { 1.0 } else { strength });
        strength *= if path.lines.is_empty() { 1.0 } else { OUTER_FRAME };
    }
    strengths.reverse();
    strengths
}

/// The files' paths in parts, by place.
struct Paths<'g> {
    graph: &'g Graph,
    listing: &'g Listing,
    whole: Vec<Vec<&'g str>>,
    /// Without ending, and without the file name where it stands for its folder.
    modules: Vec<Vec<&'g str>>,
}

impl<'g> Paths<'g> {
    fn of(graph: &'g Graph, listing: &'g Listing) -> Paths<'g> {
        let whole: Vec<Vec<&str>> =
            listing.files.iter().map(|&file| graph.file(file).path.split('/').collect()).collect();
        Paths { graph, listing, modules: whole.iter().map(|parts| module(parts)).collect(), whole }
    }
}

fn module<'g>(path: &[&'g str]) -> Vec<&'g str> {
    let mut parts = path.to_vec();
    if let Some(name) = parts.pop() {
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        if !matches!(stem, "__init__" | "mod" | "lib" | "main" | "index") {
            parts.push(stem);
        }
    }
    parts
}

/// How many parts two names share at their ends.
fn common_end(one: &[String], other: &[&str]) -> usize {
    one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
}

impl Mentioned {
    /// The files whose path has most of its end in common. A mere file name only counts where that is all that was said,
    /// or all there is: `site-packages/other/utils.py` is not our `utils.py`.
    fn path(&mut self, paths: &Paths<'_>, path: &PathMention, strength: f64) {
        let shared: Vec<usize> = paths.whole.iter().map(|parts| common_end(&path.parts, parts)).collect();
        let most = shared.iter().copied().max().unwrap_or(0);
        let counts = |place: usize| most > 1 || path.parts.len() == 1 || paths.whole[place].len() == most;
        let best: Vec<usize> =
            (0..shared.len()).filter(|&place| most > 0 && shared[place] == most && counts(place)).collect();
        for &place in &best {
            self.paths[place] += strength / best.len() as f64;
            if best.len() == 1 {
                self.lines.extend(path.lines.iter().map(|&line| (place, line)));
            }
        }
    }

    /// The files whose module ends in the longest beginning of the name: `pkg.models.Session` means `pkg/models.py`.
    fn module(&mut self, paths: &Paths<'_>, parts: &[String]) {
        for n_parts in (2..=parts.len()).rev() {
            let wanted = &parts[..n_parts];
            let fits = |&place: &usize| common_end(wanted, &paths.modules[place]) == n_parts;
            let best: Vec<usize> = (0..paths.modules.len()).filter(fits).collect();
            if !best.is_empty() {
                best.iter().for_each(|&place| self.modules[place] += 1.0 / best.len() as f64);
                return;
            }
        }
    }

    /// The symbols that bear the name's last part, and of these, where there are any, those whose surroundings bear the
    /// part before it.
    fn symbols_of(&mut self, paths: &Paths<'_>, name: &NameMention) {
        let graph = paths.graph;
        let Some((last, around)) = name.parts.split_last() else { return };
        let Some(id) = graph.names.get(last) else { return };
        let is_definition = |&symbol: &SymbolId| {
            !matches!(graph.symbol(symbol).kind, SymbolKind::Import | SymbolKind::File | SymbolKind::Block)
        };
        let named: Vec<SymbolId> = graph.named(id).filter(is_definition).collect();
        let fitting = |&symbol: &SymbolId| around.last().is_some_and(|outer| stands_in(paths, symbol, outer));
        let within: Vec<SymbolId> = named.iter().copied().filter(fitting).collect();
        let is_whole = around.is_empty() || !within.is_empty();
        self.credit(paths, if within.is_empty() { &named } else { &within }, name.is_code, is_whole);
    }

    fn credit(&mut self, paths: &Paths<'_>, symbols: &[SymbolId], is_code: bool, is_whole: bool) {
        let place_of = |&symbol: &SymbolId| paths.listing.place(paths.graph.symbol(symbol).file);
        let mut files: Vec<usize> = symbols.iter().map(place_of).collect();
        order::sort(&mut files);
        files.dedup();
        if files.is_empty() {
            return;
        }
        let (n_files, all) = (files.len() as f64, paths.whole.len() as f64);
        let rarity = libm::log1p(all / n_files) / libm::log1p(all);
        let sure = if is_whole { rarity } else { rarity * PARTLY };
        let names = if is_code { &mut self.code_names } else { &mut self.plain_names };
        files.iter().for_each(|&place| names[place] += sure / n_files);
        let strength = if is_code { sure / n_files } else { PARTLY * sure / n_files };
        self.symbols.extend(symbols.iter().map(|&symbol| (symbol, strength)));
    }

    /// How much naming says of a symbol.
    pub(crate) fn strength(&self, symbol: SymbolId) -> f64 {
        let found = self.symbols.binary_search_by_key(&symbol, |named| named.0);
        found.map_or(0.0, |at| self.symbols[at].1)
    }
}

/// Whether the symbol's parent or module bears a name.
fn stands_in(paths: &Paths<'_>, symbol: SymbolId, outer: &str) -> bool {
    let at = paths.graph.symbol(symbol);
    let parent = paths.graph.symbol(at.parent);
    match parent.kind {
        SymbolKind::File => paths.modules[paths.listing.place(at.file)].last() == Some(&outer),
        _ => paths.graph.names.text(parent.name) == outer,
    }
}
