//! Resolves anchors: whether a place in the code that a record refers to is the same, changed, moved or gone.
//!
//! The question asks for the outlines of the anchors' files, then for those of files that define a missing symbol's
//! name. It asks for all outlines only to find a file by its hash. A symbol whose qualified name is in a single other
//! file needs no hash. An anchor that cannot be compared is unknown, never an error.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::admit::{Verdict, verdict};
use super::name;
use crate::ask::{Attempt, Resumed};
use crate::base::anchor::Anchor;
use crate::base::error::Error;
use crate::base::map::Map;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::LANGUAGES;
use crate::graph::model::{FileId, Graph, SymbolId};
use crate::graph::space::GraphSpace;
use crate::graph::stored::keyspace::Keyspace;

/// Greatest number of anchors in one question.
const MAX_ANCHORS: usize = 1_000;

/// Recorded places in the code, whose current places are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnchorsQuestion {
    /// The anchors to resolve; at most 1,000.
    pub anchors: Vec<Anchor>,
}

/// The state of a recorded place compared with the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is documented at `graph.anchor-state` in the WIT")]
pub enum AnchorState {
    Same,
    Changed,
    Moved,
    Gone,
    Unknown,
}

/// The current place of an anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedAnchor {
    /// The current place compared with the recorded one.
    pub state: AnchorState,
    /// The current path; empty if gone or unknown.
    pub path: String,
    /// The symbol's current id; empty for a file, and if gone or unknown.
    pub symbol: String,
}

/// The answer to `resolve-anchors`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedAnchors {
    /// One result for each anchor, in the same order.
    pub anchors: Vec<ResolvedAnchor>,
}

/// The state of an anchor at its own path; missing if its file or symbol is not there.
enum FoundAnchor {
    Here(AnchorState),
    Unknown,
    Missing,
}

/// For each content hash the only file that has it; `None` if there are several.
type ByHash = Map<[u8; 32], Option<FileId>>;

impl ResolvedAnchor {
    fn unresolved(state: AnchorState) -> ResolvedAnchor {
        ResolvedAnchor { state, path: String::new(), symbol: String::new() }
    }
}

impl GraphSpace {
    /// Finds the current places of at most 1,000 anchors.
    pub(crate) fn resolve_anchors(
        &mut self,
        question: &AnchorsQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<ResolvedAnchors> {
        let anchors = &question.anchors;
        Error::check_limit("anchors", anchors.len(), MAX_ANCHORS)?;
        self.resume(resumed)?;
        self.need_files()?;
        self.need_outlines(anchors.iter().filter_map(|anchor| self.graph.file_of(&anchor.path)))?;
        let found_anchors: Vec<FoundAnchor> =
            anchors.iter().map(|anchor| compare_at_path(&self.graph, anchor)).collect();
        let missing_anchors =
            || anchors.iter().zip(&found_anchors).filter(|(_, found)| matches!(found, FoundAnchor::Missing));
        let names = missing_anchors().flat_map(|(anchor, _)| names_in(qualified_name(anchor)));
        self.need_any_defined(&names.collect())?;
        let is_hash_needed = missing_anchors()
            .any(|(anchor, _)| !anchor.hash.is_empty() && only_in_other_file(&self.graph, anchor).is_none());
        let mut by_hash = ByHash::default();
        if is_hash_needed {
            self.need(Keyspace::Outline)?;
            by_hash = files_by_hash(&self.graph);
        }
        let resolved_anchors = anchors.iter().zip(&found_anchors).map(|(anchor, found)| match found {
            FoundAnchor::Here(state) => {
                ResolvedAnchor { state: *state, path: anchor.path.clone(), symbol: anchor.symbol.clone() }
            }
            FoundAnchor::Unknown => ResolvedAnchor::unresolved(AnchorState::Unknown),
            FoundAnchor::Missing => moved_anchor(&self.graph, anchor, &by_hash),
        });
        Ok(ResolvedAnchors { anchors: resolved_anchors.collect() })
    }
}

fn compare_at_path(graph: &Graph, anchor: &Anchor) -> FoundAnchor {
    if graph.n_files() == 0 || anchor.check().is_err() || !is_in_graph(&anchor.path) {
        return FoundAnchor::Unknown;
    }
    let Some(file) = graph.file_of(&anchor.path) else { return FoundAnchor::Missing };
    if !anchor.hash.is_empty() && anchor.hash == graph.file(file).hash {
        return FoundAnchor::Here(AnchorState::Same);
    }
    if !qualified_name(anchor).is_empty() && name::symbol_by_id(graph, file, qualified_name(anchor)).is_none() {
        return FoundAnchor::Missing;
    }
    if anchor.hash.is_empty() { FoundAnchor::Unknown } else { FoundAnchor::Here(AnchorState::Changed) }
}

/// Whether a file with this path would be indexed in the graph.
fn is_in_graph(path: &str) -> bool {
    matches!(verdict(path, 0), Verdict::Read(name) if LANGUAGES.iter().any(|language| language.name == name))
}

/// The current place of an anchor that is no longer at its path.
fn moved_anchor(graph: &Graph, anchor: &Anchor, by_hash: &ByHash) -> ResolvedAnchor {
    if let Some(symbol) = only_in_other_file(graph, anchor) {
        let path = graph.file(graph.symbol(symbol).file).path.to_string();
        return ResolvedAnchor { state: AnchorState::Moved, path, symbol: graph.lasting_id(symbol) };
    }
    let unchanged_file = <[u8; 32]>::try_from(anchor.hash.as_slice()).ok().and_then(|hash| *by_hash.get(&hash)?);
    let Some(file) = unchanged_file else { return ResolvedAnchor::unresolved(AnchorState::Gone) };
    let path = graph.file(file).path.to_string();
    if qualified_name(anchor).is_empty() {
        return ResolvedAnchor { state: AnchorState::Moved, path, symbol: String::new() };
    }
    match name::symbol_by_id(graph, file, qualified_name(anchor)) {
        Some(symbol) => ResolvedAnchor { state: AnchorState::Moved, path, symbol: graph.lasting_id(symbol) },
        None => ResolvedAnchor::unresolved(AnchorState::Gone),
    }
}

/// The symbol with an anchor's qualified name, if exactly one other file has it.
fn only_in_other_file(graph: &Graph, anchor: &Anchor) -> Option<SymbolId> {
    let wanted_name = qualified_name(anchor);
    let bare_name = without_ordinal(wanted_name);
    let is_wanted = |&symbol: &SymbolId| {
        let node = graph.symbol(symbol);
        !matches!(node.kind, SymbolKind::Import | SymbolKind::Block | SymbolKind::File)
            && *graph.file(node.file).path != *anchor.path
            && [wanted_name, bare_name].contains(&graph.qualified_name(symbol).as_str())
    };
    let names = names_in(wanted_name).into_iter().filter_map(|name| graph.names.get(name));
    let mut files =
        names.flat_map(|name| graph.symbols_named(name)).filter(is_wanted).map(|symbol| graph.symbol(symbol).file);
    let first_file = files.next()?;
    // Of several definitions in that file the one with the anchor's number, or else the first.
    let symbol_in_file = || {
        name::symbol_by_id(graph, first_file, wanted_name).or_else(|| name::symbol_by_id(graph, first_file, bare_name))
    };
    if files.all(|file| file == first_file) { symbol_in_file() } else { None }
}

fn files_by_hash(graph: &Graph) -> ByHash {
    let mut by_hash = ByHash::default();
    for (id, file) in graph.files() {
        by_hash.entry(file.hash).and_modify(|only| *only = None).or_insert(Some(id));
    }
    by_hash
}

/// The qualified name of an anchor's symbol; empty for a file.
fn qualified_name(anchor: &Anchor) -> &str {
    let id = anchor.symbol.as_str();
    match id.strip_prefix(anchor.path.as_str()) {
        Some("") => "",
        Some(after_path) => after_path.strip_prefix('#').unwrap_or(id),
        None => id,
    }
}

/// A qualified name without its ordinal `~n`.
fn without_ordinal(qualified_name: &str) -> &str {
    let is_number = |n: &str| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit());
    qualified_name.rsplit_once('~').filter(|(_, n)| is_number(n)).map_or(qualified_name, |(bare, _)| bare)
}

/// The possible bare names in a qualified name: a name may itself contain a dot or `~`.
fn names_in(qualified_name: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for full_name in [qualified_name, without_ordinal(qualified_name)] {
        names.push(full_name);
        names.extend(full_name.match_indices('.').map(|(at, _)| &full_name[at + 1..]));
    }
    names.sort_unstable();
    names.dedup();
    names.retain(|name| !name.is_empty());
    names
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;

    use super::*;
    use crate::prepare::testing::TestWorld;

    fn anchor(path: &str, symbol: &str, hash: &[u8]) -> Anchor {
        Anchor { path: path.to_owned(), symbol: symbol.to_owned(), hash: hash.to_vec(), commit: String::new() }
    }

    fn shop() -> TestWorld {
        TestWorld::new(&[("shop.py", "class Shelf\n"), ("till.py", "def pay\n")], &[])
    }

    #[test]
    fn more_than_a_thousand_anchors_are_refused() {
        let question = AnchorsQuestion { anchors: vec![anchor("shop.py", "", &[]); MAX_ANCHORS + 1] };
        let refused = shop().run(|resumed| shop().space().resolve_anchors(&question, resumed));
        assert!(matches!(refused, Err(Error::TooLarge(_))), "{refused:?}");
    }

    #[test]
    fn anchors_of_any_form_are_unknown_or_gone() {
        let dots = ".".repeat(2_048);
        let odd_anchors =
            [("", "", 0), ("shop.py", "#", 31), ("a\u{0}b", "x", 32), ("..", "..#..", 33), ("shop.py", &dots, 32)];
        let long = "a#~".repeat(2_000);
        let long_anchors = [("x.py", "x.py#~~2~", 32), ("shop.py", long.as_str(), 32)];
        let anchors: Vec<Anchor> = odd_anchors
            .iter()
            .chain(&long_anchors)
            .map(|&(path, symbol, n_bytes)| anchor(path, symbol, &vec![7; n_bytes]))
            .collect();
        let (world, n_anchors) = (shop(), anchors.len());
        let mut space = world.space();
        let answer = world.run(|resumed| space.resolve_anchors(&AnchorsQuestion { anchors: anchors.clone() }, resumed));
        let states: Vec<AnchorState> = answer.unwrap().anchors.iter().map(|one| one.state).collect();
        assert_eq!(states.len(), n_anchors);
        assert!(states.iter().all(|state| matches!(state, AnchorState::Unknown | AnchorState::Gone)), "{states:?}");
    }
}
