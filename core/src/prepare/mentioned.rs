//! Resolves the mentions in a task: files by path ends, modules and symbols by name.
//!
//! A name that many files define says little about each, so its weight is divided among them and multiplied by its
//! rarity. Not here: the weight of names relative to words (`files`).

use alloc::string::String;
use alloc::vec::Vec;

use super::listing::Listing;
use super::task::{NameMention, PathMention, Task};
use crate::base::sort;
use crate::graph::kind::SymbolKind;
use crate::graph::model::{Graph, SymbolId};

/// Weight of a symbol whose parent does not match the mention, relative to one whose parent does. Also the weight of a
/// name that may be an ordinary word, relative to one written as code.
const PARTIAL_MATCH: f64 = 0.5;

/// Weight of a traceback frame, relative to the frame that it calls.
const OUTER_FRAME_FACTOR: f64 = 0.6;

/// How strongly a task mentions each file, by index of the file in the listing; and which lines and symbols it
/// mentions.
pub(crate) struct Mentions {
    /// Strengths of mentions by the file's path.
    pub(crate) paths: Vec<f64>,
    /// Strengths of mentions by the file's module, `a.b` or `a/b`.
    pub(crate) modules: Vec<f64>,
    /// Strengths of mentions by the name of one of the file's symbols, if the task writes it as code.
    pub(crate) code_names: Vec<f64>,
    /// Strengths of mentions by the name of one of the file's symbols, if that could be an ordinary word.
    pub(crate) plain_names: Vec<f64>,
    /// Lines mentioned with the path of exactly one file: the index of the file, and the line.
    pub(crate) lines: Vec<(usize, u32)>,
    /// Mentioned symbols, sorted, each with a strength: 1 for a name written as code that only one file defines.
    symbols: Vec<(SymbolId, f64)>,
}

pub(crate) fn find_mentions(graph: &Graph, listing: &Listing, task: &Task) -> Mentions {
    let zeros = || vec![0.0; listing.len()];
    let mut mentions = Mentions {
        paths: zeros(),
        modules: zeros(),
        code_names: zeros(),
        plain_names: zeros(),
        lines: Vec::new(),
        symbols: Vec::new(),
    };
    let paths = PathParts::of(graph, listing);
    for (strength, path) in strengths(&task.paths).into_iter().zip(&task.paths) {
        mentions.add_path(&paths, path, strength);
    }
    for name in &task.names {
        mentions.add_symbols(&paths, name);
        if name.parts.len() > 1 {
            mentions.add_module(&paths, &name.parts);
            // The outer parts are names too: `Session.send` also mentions `Session`.
            for outer_name in &name.parts[..name.parts.len() - 1] {
                mentions.add_symbols(&paths, &NameMention { parts: vec![outer_name.clone()], is_code: true });
            }
        }
    }
    // The strongest mention of each symbol comes first and is kept.
    sort::sort_by(&mut mentions.symbols, |one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
    mentions.symbols.dedup_by_key(|named| named.0);
    mentions
}

/// The strength of each path. Paths with lines are usually a traceback, whose last frame is the strongest.
fn strengths(paths: &[PathMention]) -> Vec<f64> {
    let mut strength = 1.0;
    let mut strengths: Vec<f64> = Vec::with_capacity(paths.len());
    for path in paths.iter().rev() {
        strengths.push(if path.lines.is_empty() { 1.0 } else { strength });
        strength *= if path.lines.is_empty() { 1.0 } else { OUTER_FRAME_FACTOR };
    }
    strengths.reverse();
    strengths
}

/// The parts of all files' paths, by index of the file.
struct PathParts<'g> {
    graph: &'g Graph,
    listing: &'g Listing,
    /// All parts of each path.
    path_parts: Vec<Vec<&'g str>>,
    /// The parts of each path that name a module: without the extension, and without `mod`, `index` and the like.
    modules: Vec<Vec<&'g str>>,
}

impl<'g> PathParts<'g> {
    fn of(graph: &'g Graph, listing: &'g Listing) -> PathParts<'g> {
        let path_parts: Vec<Vec<&str>> =
            listing.files.iter().map(|&file| graph.file(file).path.split('/').collect()).collect();
        PathParts { graph, listing, modules: path_parts.iter().map(|parts| module(parts)).collect(), path_parts }
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

/// The number of parts that two names have in common at their ends.
fn n_common_last(one: &[String], other: &[&str]) -> usize {
    one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
}

impl Mentions {
    /// Adds the files whose paths share the longest end with a mention. If only the file name is shared, the mention
    /// must be a file name itself, or the file must be in the root folder. So `site-packages/other/utils.py` does not
    /// mention `src/utils.py`.
    fn add_path(&mut self, paths: &PathParts<'_>, path: &PathMention, strength: f64) {
        let n_shared: Vec<usize> = paths.path_parts.iter().map(|parts| n_common_last(&path.parts, parts)).collect();
        let max_shared = n_shared.iter().copied().max().unwrap_or(0);
        let is_specific =
            |position: usize| max_shared > 1 || path.parts.len() == 1 || paths.path_parts[position].len() == max_shared;
        let best_positions: Vec<usize> = (0..n_shared.len())
            .filter(|&position| max_shared > 0 && n_shared[position] == max_shared && is_specific(position))
            .collect();
        for &position in &best_positions {
            self.paths[position] += strength / best_positions.len() as f64;
            if best_positions.len() == 1 {
                self.lines.extend(path.lines.iter().map(|&line| (position, line)));
            }
        }
    }

    /// Adds the files whose module ends with the longest possible prefix of the name, of at least two parts:
    /// `pkg.models.Session` mentions `pkg/models.py`.
    fn add_module(&mut self, paths: &PathParts<'_>, parts: &[String]) {
        for n_parts in (2..=parts.len()).rev() {
            let prefix = &parts[..n_parts];
            let fits = |&position: &usize| n_common_last(prefix, &paths.modules[position]) == n_parts;
            let matching_positions: Vec<usize> = (0..paths.modules.len()).filter(fits).collect();
            if !matching_positions.is_empty() {
                matching_positions
                    .iter()
                    .for_each(|&position| self.modules[position] += 1.0 / matching_positions.len() as f64);
                return;
            }
        }
    }

    /// Adds the symbols with the last part of a name; only those whose parent or module has the part before it, if
    /// there are any.
    fn add_symbols(&mut self, paths: &PathParts<'_>, name: &NameMention) {
        let graph = paths.graph;
        let Some((last_part, outer_parts)) = name.parts.split_last() else { return };
        let Some(id) = graph.names.get(last_part) else { return };
        let is_definition = |&symbol: &SymbolId| {
            !matches!(graph.symbol(symbol).kind, SymbolKind::Import | SymbolKind::File | SymbolKind::Block)
        };
        let named_symbols: Vec<SymbolId> = graph.symbols_named(id).filter(is_definition).collect();
        let is_contained =
            |&symbol: &SymbolId| outer_parts.last().is_some_and(|outer| has_container_named(paths, symbol, outer));
        let contained_symbols: Vec<SymbolId> = named_symbols.iter().copied().filter(is_contained).collect();
        let is_whole = outer_parts.is_empty() || !contained_symbols.is_empty();
        self.add_strength(
            paths,
            if contained_symbols.is_empty() { &named_symbols } else { &contained_symbols },
            name.is_code,
            is_whole,
        );
    }

    fn add_strength(&mut self, paths: &PathParts<'_>, symbols: &[SymbolId], is_code: bool, is_whole: bool) {
        let position_of = |&symbol: &SymbolId| paths.listing.index(paths.graph.symbol(symbol).file);
        let mut files: Vec<usize> = symbols.iter().map(position_of).collect();
        sort::sort(&mut files);
        files.dedup();
        if files.is_empty() {
            return;
        }
        let (n_files, n_all_files) = (files.len() as f64, paths.path_parts.len() as f64);
        let rarity = libm::log1p(n_all_files / n_files) / libm::log1p(n_all_files);
        let file_strength = if is_whole { rarity } else { rarity * PARTIAL_MATCH };
        let names = if is_code { &mut self.code_names } else { &mut self.plain_names };
        files.iter().for_each(|&position| names[position] += file_strength / n_files);
        let strength = if is_code { file_strength / n_files } else { PARTIAL_MATCH * file_strength / n_files };
        self.symbols.extend(symbols.iter().map(|&symbol| (symbol, strength)));
    }

    /// The strength of a symbol's mention; 0 if it is not mentioned.
    pub(crate) fn strength(&self, symbol: SymbolId) -> f64 {
        let found = self.symbols.binary_search_by_key(&symbol, |named| named.0);
        found.map_or(0.0, |at| self.symbols[at].1)
    }
}

/// Whether the symbol's parent or module has the name `outer`.
fn has_container_named(paths: &PathParts<'_>, symbol: SymbolId, outer: &str) -> bool {
    let at = paths.graph.symbol(symbol);
    let parent = paths.graph.symbol(at.parent);
    match parent.kind {
        SymbolKind::File => paths.modules[paths.listing.index(at.file)].last() == Some(&outer),
        _ => paths.graph.names.text(parent.name) == outer,
    }
}
