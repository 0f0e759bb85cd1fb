//! Resolves typed names: an id, a path, `path:line`, or any tail of a qualified name.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::export::snake_case;
use super::map::MAX_FOCUS;
use super::suggest::suggestions;
use crate::base::error::{Candidate, Error, repeated_argument};
use crate::base::path::MAX_PATH_BYTES;
use crate::base::sort;
use crate::graph::facts::Flags;
use crate::graph::kind::SymbolKind;
use crate::graph::model::{FileId, Graph, SymbolId};

/// Greatest length in bytes of a name that is looked up.
pub(super) const MAX_NAME_BYTES: usize = 1_000;
/// The most candidates that are listed for an ambiguous name.
const MAX_CANDIDATES: usize = 100;

/// The symbols that a name refers to, by path and position. An exact id or position refers to one symbol, and is an
/// error if there is no such symbol.
pub(super) fn find_symbols(graph: &Graph, typed: &str) -> Result<Vec<SymbolId>, Error> {
    let name = typed.trim();
    Error::check_limit("bytes in a name", name.len(), MAX_NAME_BYTES)?;
    if name.is_empty() {
        return Err(Error::invalid("name", "it is empty"));
    }
    if let Some(file) = graph.file_of(name) {
        return Ok(vec![graph.root(file)]);
    }
    if let Some((file, qualified)) = split_id(graph, name) {
        return symbol_by_id(graph, file, qualified)
            .map(|symbol| vec![symbol])
            .ok_or_else(|| unknown_error(graph, name));
    }
    if let Some(symbol) = symbol_at_position(graph, name)? {
        return Ok(vec![symbol]);
    }
    let symbols = symbols_matching(graph, name);
    Ok(if symbols.is_empty() { files_by_path_tail(graph, name) } else { disambiguate(graph, symbols) })
}

/// The file that a path refers to: the file at that path, or the only file whose path ends with it.
///
/// # Errors
/// The path is empty, too long, unknown, or the end of several paths.
pub(crate) fn find_file(graph: &Graph, typed: &str) -> Result<FileId, Error> {
    let path = typed.trim().trim_start_matches("./");
    Error::check_limit("bytes in a path", path.len(), MAX_PATH_BYTES)?;
    if path.is_empty() {
        return Err(Error::invalid("path", "it is empty"));
    }
    if let Some(file) = graph.file_of(path) {
        return Ok(file);
    }
    match files_by_path_tail(graph, path).as_slice() {
        [] => Err(unknown_error(graph, path)),
        [only] => Ok(graph.symbol(*only).file),
        several => Err(ambiguous_error(graph, typed.trim(), several)),
    }
}

/// The file of an id, or the file with this path.
pub(super) fn file_of_id(graph: &Graph, id: &str) -> Option<FileId> {
    graph.file_of(id).or_else(|| split_id(graph, id).map(|(file, _)| file))
}

/// Refuses a focus with too many or too long texts. A text that matches nothing is no error.
pub(crate) fn check_focus(focus: &[String], what: &'static str) -> Result<(), Error> {
    Error::check_limit(what, focus.len(), MAX_FOCUS)?;
    let longest = focus.iter().map(String::len).max().unwrap_or(0);
    Error::check_limit("bytes of one in focus", longest, MAX_PATH_BYTES)
}

/// The file of an id, and the rest of the id. Paths and names may contain `#` too, so the last `#` after a known path
/// separates them.
fn split_id<'n>(graph: &Graph, id: &'n str) -> Option<(FileId, &'n str)> {
    id.rmatch_indices('#').find_map(|(at, _)| Some((graph.file_of(&id[..at])?, &id[at + 1..])))
}

pub(super) fn symbol_by_id(graph: &Graph, file: FileId, qualified: &str) -> Option<SymbolId> {
    // A name may itself contain `~`.
    let by_ordinal = || {
        let (name, n) = qualified.rsplit_once('~')?;
        symbol_of_qualified_name(graph, file, name, n.parse::<usize>().ok()?.checked_sub(1)?)
    };
    symbol_of_qualified_name(graph, file, qualified, 0)
        .or_else(by_ordinal)
        .or_else(|| block_named(graph, file, qualified))
}

/// The first block of a file with this qualified name. `hierarchy` returns ids of Rust blocks that extend types of
/// other crates.
fn block_named(graph: &Graph, file: FileId, qualified: &str) -> Option<SymbolId> {
    let is_named_block = |&symbol: &SymbolId| {
        graph.symbol(symbol).kind == SymbolKind::Block && graph.qualified_name(symbol) == qualified
    };
    graph.file(file).symbols.iter().copied().find(is_named_block)
}

/// The symbol of a file with this qualified name that comes after `n_before` others of the same name.
fn symbol_of_qualified_name(graph: &Graph, file: FileId, qualified: &str, n_before: usize) -> Option<SymbolId> {
    let mut symbols = graph.file(file).symbols.iter().copied().filter(|&symbol| {
        graph.symbol(symbol).kind != SymbolKind::Block
            && graph.symbol(symbol).kind != SymbolKind::File
            && qualified.ends_with(graph.names.text(graph.symbol(symbol).name))
            && graph.qualified_name(symbol) == qualified
    });
    symbols.nth(n_before)
}

/// The innermost symbol at `path:line` or `path:line:column`. `None` if the text has another form, or the path is not
/// in the project. An error if the path is ambiguous or the file does not have the line.
fn symbol_at_position(graph: &Graph, name: &str) -> Result<Option<SymbolId>, Error> {
    let Some((path, line)) = split_position(name) else { return Ok(None) };
    let file = match find_file(graph, path) {
        Err(Error::Unknown { .. }) => return Ok(None),
        Err(Error::Ambiguous { candidates, n_candidates, .. }) => {
            return Err(Error::Ambiguous { name: name.to_owned(), candidates, n_candidates });
        }
        found => found?,
    };
    let n_lines = graph.file(file).n_lines;
    if line == 0 || line > n_lines {
        let path = &graph.file(file).path;
        return Err(Error::invalid("name", format!("{path} has {n_lines} lines, from 1 on")));
    }
    let contains_line = |symbol: &SymbolId| {
        let at = graph.symbol(*symbol);
        let is_definition = !matches!(at.kind, SymbolKind::Import | SymbolKind::Block);
        is_definition && (at.kind == SymbolKind::File || (at.first_line <= line && line <= at.last_line))
    };
    let innermost = graph.file(file).symbols.iter().copied().filter(contains_line).min_by_key(|&symbol| {
        let at = graph.symbol(symbol);
        let n_lines = at.last_line - at.first_line.min(at.last_line);
        (at.kind == SymbolKind::File, n_lines, core::cmp::Reverse(at.index))
    });
    Ok(innermost)
}

/// The path and the line of `path:line` or `path:line:column`.
fn split_position(name: &str) -> Option<(&str, u32)> {
    let (path, tail) = name.rsplit_once(':')?;
    let number = tail.parse().ok()?;
    match path.rsplit_once(':').map(|(path, line)| (path, line.parse())) {
        Some((path, Ok(line))) => Some((path, line)),
        _ => Some((path, number)),
    }
}

/// All symbols that a path, an id, or a tail of a qualified name can refer to, by path and position.
pub(super) fn meanings(graph: &Graph, typed: &str) -> Vec<SymbolId> {
    let name = typed.trim().trim_start_matches("./");
    if let Some(file) = graph.file_of(name) {
        return vec![graph.root(file)];
    }
    match split_id(graph, name) {
        Some((file, qualified)) => symbol_by_id(graph, file, qualified).into_iter().collect(),
        None => symbols_matching(graph, name),
    }
}

/// The parts of a typed name, outermost first: `a::B.c()` gives `a`, `B`, `c`.
pub(super) fn name_parts(name: &str) -> Vec<&str> {
    let name = name.strip_suffix("()").unwrap_or(name);
    let name = name.strip_suffix('!').unwrap_or(name);
    name.split("::").flat_map(|part| part.split('.')).filter(|part| !part.is_empty()).collect()
}

/// All symbols whose qualified name, preceded by their module's path, ends with the typed parts.
fn symbols_matching(graph: &Graph, name: &str) -> Vec<SymbolId> {
    let parts = name_parts(name);
    let Some((last_part, qualifiers)) = parts.split_last() else { return Vec::new() };
    let Some(id) = graph.names.get(last_part) else { return Vec::new() };
    let symbols = graph.symbols_named(id).filter(|&symbol| {
        !matches!(graph.symbol(symbol).kind, SymbolKind::Import | SymbolKind::Block | SymbolKind::File)
    });
    let mut fitting_symbols: Vec<SymbolId> = symbols.filter(|&symbol| is_inside(graph, symbol, qualifiers)).collect();
    sort_symbols(graph, &mut fitting_symbols);
    fitting_symbols
}

/// Whether the path of a symbol's file and the names of the enclosing symbols end with these parts.
pub(super) fn is_inside(graph: &Graph, symbol: SymbolId, qualifiers: &[&str]) -> bool {
    if qualifiers.is_empty() {
        return true;
    }
    let mut qualifiers_left = qualifiers;
    let mut at = graph.symbol(symbol).parent;
    while let Some((innermost, outer_qualifiers)) = qualifiers_left.split_last() {
        if graph.symbol(at).kind == SymbolKind::File {
            break;
        }
        if graph.names.text(graph.symbol(at).name) == *innermost {
            qualifiers_left = outer_qualifiers;
        } else if !graph.symbol(at).flags.has(Flags::ANONYMOUS) {
            return false;
        }
        at = graph.symbol(at).parent;
    }
    fits_path(&graph.file(graph.symbol(symbol).file).path, qualifiers_left)
}

/// Whether the name of a file's module, as its language spells it, ends with these parts.
pub(super) fn fits_path(path: &str, parts: &[&str]) -> bool {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let stem = ["/__init__", "/mod", "/lib", "/main"].iter().find_map(|end| stem.strip_suffix(end)).unwrap_or(stem);
    let fits = |stem: &str| {
        let mut folders = stem.rsplit('/').filter(|&folder| folder != "src");
        let is_same_name =
            |typed: &str, folder: &str| typed == folder || typed == "crate" || typed == folder.replace('-', "_");
        parts.iter().rev().all(|part| folders.next().is_some_and(|folder| is_same_name(part, folder)))
    };
    // The index file of a folder, and in Go each of its files, also has the name of the folder.
    let folder = stem.rsplit_once('/').filter(|(_, name)| *name == "index" || path.ends_with(".go"));
    fits(stem) || folder.is_some_and(|(folder, _)| fits(folder))
}

/// The files that a path can refer to: the file at that path, and all files whose path ends with it. A text with
/// neither a dot nor a slash is no end of a path.
pub(super) fn files_with_path(graph: &Graph, path: &str) -> impl Iterator<Item = SymbolId> {
    let exact_match = graph.file_of(path).map(|file| graph.root(file));
    exact_match.into_iter().chain(files_by_path_tail(graph, path))
}

fn files_by_path_tail(graph: &Graph, name: &str) -> Vec<SymbolId> {
    if !name.contains(['.', '/']) {
        return Vec::new();
    }
    let tail = format!("/{name}");
    graph.files().filter(|(_, file)| file.path.ends_with(&tail)).map(|(id, _)| graph.root(id)).collect()
}

/// Leaves out local symbols if there are others. Of symbols with the same qualified name in one file, keeps only what
/// [`push_preferred`] selects.
pub(super) fn disambiguate(graph: &Graph, symbols: Vec<SymbolId>) -> Vec<SymbolId> {
    let (local_symbols, visible_symbols): (Vec<SymbolId>, Vec<SymbolId>) =
        symbols.into_iter().partition(|&symbol| is_local(graph, symbol));
    let candidates = if visible_symbols.is_empty() { local_symbols } else { visible_symbols };
    if let [_] = candidates.as_slice() {
        return candidates;
    }
    let mut by_qualified_name: BTreeMap<(FileId, String), Vec<SymbolId>> = BTreeMap::new();
    for symbol in candidates {
        by_qualified_name.entry((graph.symbol(symbol).file, graph.qualified_name(symbol))).or_default().push(symbol);
    }
    let mut preferred = Vec::new();
    by_qualified_name.values().for_each(|group| push_preferred(graph, group, &mut preferred));
    sort_symbols(graph, &mut preferred);
    preferred
}

/// Whether a symbol is inside a function, and therefore visible only there.
fn is_local(graph: &Graph, symbol: SymbolId) -> bool {
    let mut at = graph.symbol(symbol);
    while at.kind != SymbolKind::File {
        at = graph.symbol(at.parent);
        if matches!(at.kind, SymbolKind::Function | SymbolKind::Method) {
            return true;
        }
    }
    false
}

/// Selects among definitions with the same qualified name in one file.
///
/// A definition that replaces the earlier ones wins, the last if there are several: this is the implementation of
/// overloaded signatures. Otherwise callable definitions come before variables and fields, and functions with a body
/// before others. The first definition counts for a class, for a property with its setter, and if none is callable.
fn push_preferred(graph: &Graph, group: &[SymbolId], preferred: &mut Vec<SymbolId>) {
    use SymbolKind::{Class, Function, Macro, Method};
    let at = |symbol: &SymbolId| graph.symbol(*symbol);
    if let Some(replacing_definition) = group.iter().rfind(|symbol| at(symbol).flags.has(Flags::REPLACING)) {
        return preferred.push(*replacing_definition);
    }
    let is_callable = |symbol: &&SymbolId| matches!(at(symbol).kind, Class | Function | Macro | Method);
    let Some(first_definition) = group.iter().find(is_callable).or(group.first()) else { return };
    let has_body = |symbol: &&SymbolId| is_callable(symbol) && !at(symbol).flags.has(Flags::ABSTRACT);
    if at(first_definition).kind == Class
        || !is_callable(&first_definition)
        || at(first_definition).flags.has(Flags::PROPERTY)
    {
        return preferred.push(*first_definition);
    }
    let n_before = preferred.len();
    preferred.extend(group.iter().filter(has_body));
    if preferred.len() == n_before {
        preferred.push(*first_definition);
    }
}

pub(super) fn sort_symbols(graph: &Graph, symbols: &mut [SymbolId]) {
    sort::sort_by_key(symbols, |&symbol| (&graph.file(graph.symbol(symbol).file).path, graph.symbol(symbol).index));
}

pub(super) fn ambiguous_error(graph: &Graph, name: &str, meanings: &[SymbolId]) -> Error {
    let candidate = |&symbol: &SymbolId| Candidate {
        id: graph.lasting_id(symbol),
        kind: snake_case(graph.symbol(symbol).kind.word()),
        path: graph.file(graph.symbol(symbol).file).path.to_string(),
        first_line: graph.symbol(symbol).first_line,
    };
    Error::Ambiguous {
        name: repeated_argument(name),
        candidates: meanings.iter().take(MAX_CANDIDATES).map(candidate).collect(),
        n_candidates: meanings.len() as u32,
    }
}

/// The error for an unknown name, with similar names as suggestions.
pub(crate) fn unknown_error(graph: &Graph, name: &str) -> Error {
    Error::unknown(name, suggestions(graph, name, &|_| true))
}

#[cfg(test)]
mod tests {
    use super::super::{FileQuestion, FindQuestion, MapQuestion, PathQuestion, WalkQuestion};
    use super::*;
    use crate::prepare::testing::TestWorld;
    use crate::prepare::{PrepareQuestion, prepare};

    /// The refusal of a text by each question that takes a name or a path; `None` for a question that answers.
    fn refusals(text: &str) -> Vec<(&'static str, Option<Error>)> {
        let world = TestWorld::new(&[("shelf.py", "def add():\n    1\n")], &[]);
        let mut space = world.space();
        let (text, empty_text) = (text.to_owned(), String::new());
        let (depth, limit, min_confidence) = (1, 9, 0.0);
        let (skip, kinds, path_prefix) = (0, Vec::new(), String::new());
        let walk = WalkQuestion { name: text.clone(), depth, limit, min_confidence, skip, kinds, path_prefix };
        let file = FileQuestion { path: text.clone(), depth, limit, skip };
        let find =
            |text, path_prefix| FindQuestion { text, kinds: Vec::new(), path_prefix, limit, explain: false, skip };
        let path = |source, target| PathQuestion { source, target, depth, kinds: Vec::new(), min_confidence };
        let focus = vec![empty_text.clone(), text.clone()];
        let add_name = || "add".to_owned();
        vec![
            ("outline", world.run(|resumed| space.outline(&text, resumed)).err()),
            ("dependencies", world.run(|resumed| space.dependencies(&file, resumed)).err()),
            ("dependents", world.run(|resumed| space.dependents(&file, resumed)).err()),
            ("callers", world.run(|resumed| space.callers(&walk, resumed)).err()),
            ("callees", world.run(|resumed| space.callees(&walk, resumed)).err()),
            ("references", world.run(|resumed| space.references(&walk, resumed)).err()),
            ("impact", world.run(|resumed| space.impact(&walk, resumed)).err()),
            ("hierarchy", world.run(|resumed| space.hierarchy(&walk, resumed)).err()),
            ("source", world.run(|resumed| space.path(&path(text.clone(), add_name()), resumed)).err()),
            ("target", world.run(|resumed| space.path(&path(add_name(), text.clone()), resumed)).err()),
            ("find", world.run(|resumed| space.find(&find(text.clone(), empty_text.clone()), resumed)).err()),
            ("path-prefix", world.run(|resumed| space.find(&find(add_name(), text.clone()), resumed)).err()),
            ("map", world.run(|resumed| space.map(&MapQuestion { budget: 64, focus: focus.clone() }, resumed)).err()),
            (
                "prepare",
                world
                    .run(|resumed| {
                        prepare(
                            &mut space,
                            &PrepareQuestion { focus: focus.clone(), ..PrepareQuestion::new(&add_name(), 64) },
                            resumed,
                        )
                    })
                    .err(),
            ),
        ]
    }

    #[test]
    fn a_name_or_path_of_any_length_is_refused_and_not_repeated() {
        for text in ["x".repeat(1_025), "ä/".repeat(1_000_000)] {
            for (question, refused) in refusals(&text) {
                assert!(matches!(refused, Some(Error::TooLarge(_))), "{question}: {refused:.200?}");
            }
        }
        for (question, refused) in refusals(&"ä".repeat(499)) {
            let error_len = refused.map_or(0, |error| format!("{error:?}").len());
            assert!(error_len < 400, "{question} says {error_len} bytes");
        }
    }

    #[test]
    fn an_empty_name_or_path_is_refused_where_one_is_required() {
        for (question, refused) in refusals(" ") {
            let may_be_empty = matches!(question, "path-prefix" | "map" | "prepare");
            assert_eq!(matches!(refused, Some(Error::Invalid { .. })), !may_be_empty, "{question}: {refused:?}");
        }
    }
}
