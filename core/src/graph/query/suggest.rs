//! Suggestions for an unknown name: the files of a mistyped path, or similar symbols.
//!
//! All names of the project are compared with the typed name, most of them by length and letters only. The parts of a
//! qualified name are compared one by one, from the innermost. Not here: the edit distance (`text::edits`).

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::graph::facts::Flags;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::LANGUAGES;
use crate::graph::model::names::NameId;
use crate::graph::model::{File, FileId, Graph, SymbolId};
use crate::text::edits::{MAX_EDITS, NameMatcher};

/// Greatest number of suggestions.
const MAX_SUGGESTIONS: usize = 5;
/// Greatest number of qualifiers of a name that are compared, the innermost ones.
const MAX_PARTS: usize = 6;
/// Cost of a part that is not close, or of a name that merely contains the typed name: more than the greatest number of
/// edits.
const APART_COST: usize = MAX_EDITS + 1;
/// Least length in bytes of a typed name that is searched for inside names, and of a name searched for inside it.
const MIN_CONTAINED_BYTES: usize = 3;
/// Cost of a name that joins two names without a separator.
const JOINED_COST: usize = 1;
/// Number of types whose members are compared with the typed name.
const MAX_OWNERS: usize = 64;

/// The names similar to an unknown name, best first, at most [`MAX_SUGGESTIONS`]. All outlines must be loaded. O(names
/// + symbols with a similar name).
pub(super) fn suggestions(graph: &Graph, typed: &str, is_wanted: &dyn Fn(SymbolId) -> bool) -> Vec<String> {
    let typed = typed.trim();
    let (home, name) = typed.rsplit_once('#').unwrap_or(("", typed));
    let mut best = BestSuggestions::default();
    if home.is_empty() && names_a_file(typed) {
        offer_files(graph, typed, is_wanted, &mut best);
    }
    if best.ranked.is_empty() {
        SymbolSearch { graph, home: graph.file_of(home), is_wanted, best: &mut best }.offer(name);
    }
    // A suggestion with more parts that are not close is left out if another one has fewer.
    if let Some(n_apart) = best.ranked.first().map(|(rank, _)| rank[0] / APART_COST) {
        best.ranked.retain(|(rank, _)| rank[0] / APART_COST == n_apart || n_apart > 0 && !is_qualified(name));
    }
    best.ranked.into_iter().map(|(_, text)| text).collect()
}

/// Sort key of a suggestion; smaller is better, compared lexicographically.
type Rank = [usize; 3];

/// The best suggestions so far, without duplicates.
#[derive(Default)]
struct BestSuggestions {
    ranked: Vec<(Rank, String)>,
}

impl BestSuggestions {
    /// Whether a suggestion of this cost could be among the best.
    fn is_competitive(&self, cost: usize) -> bool {
        self.ranked.len() < MAX_SUGGESTIONS || self.ranked.last().is_some_and(|(rank, _)| cost <= rank[0])
    }

    fn offer(&mut self, rank: Rank, text: &str) {
        if let Some(known_at) = self.ranked.iter().position(|(_, known)| known == text) {
            if self.ranked[known_at].0 <= rank {
                return;
            }
            self.ranked.remove(known_at);
        }
        let is_before = |(other_rank, known): &(Rank, String)| {
            (other_rank, known.len(), known.as_str()) < (&rank, text.len(), text)
        };
        let place = self.ranked.partition_point(is_before);
        if place < MAX_SUGGESTIONS {
            self.ranked.insert(place, (rank, text.to_owned()));
            self.ranked.truncate(MAX_SUGGESTIONS);
        }
    }
}

struct SymbolSearch<'s> {
    graph: &'s Graph,
    /// The file of a typed id; `None` if the typed text is no id in a known file.
    home: Option<FileId>,
    is_wanted: &'s dyn Fn(SymbolId) -> bool,
    best: &'s mut BestSuggestions,
}

impl SymbolSearch<'_> {
    fn offer(&mut self, typed: &str) {
        let separator = if typed.contains("::") { "::" } else { "." };
        let parts: Vec<&str> = typed.rsplit(['.', ':', '/', '\\', '#']).filter(|part| !part.is_empty()).collect();
        let Some(&last_part) = parts.first() else { return };
        let mut qualifiers: Vec<NameMatcher> =
            parts[1..].iter().take(MAX_PARTS).map(|part| NameMatcher::new(part)).collect();
        for (edits, names) in self.close_names(last_part).into_iter().enumerate() {
            for name in names {
                self.offer_name(name, edits, &mut qualifiers, separator);
            }
        }
        let has_near = self.best.ranked.first().is_some_and(|(rank, _)| rank[0] < APART_COST);
        if !has_near && self.home.is_none() && last_part.len() >= MIN_CONTAINED_BYTES {
            self.offer_joined(last_part, &mut qualifiers, separator);
            self.offer_members(last_part, &mut qualifiers, separator);
        }
        let lower_text = last_part.to_lowercase();
        if self.best.is_competitive(APART_COST) && lower_text.len() >= MIN_CONTAINED_BYTES {
            for (name, _) in self.graph.names.containing(&lower_text) {
                let n_more = self.graph.names.text(name).len().saturating_sub(lower_text.len());
                self.offer_name(name, APART_COST + n_more, &mut qualifiers, separator);
            }
        }
    }

    /// Offers members typed without a separator, as in `QuerySetfilter`.
    fn offer_joined(&mut self, last_part: &str, qualifiers: &mut Vec<NameMatcher>, separator: &str) {
        let mut matcher = NameMatcher::new(last_part);
        for name in (0..self.graph.names.n_names() as u32).map(NameId) {
            if let Some(prefix) = matcher.prefix_before(self.graph.names.text(name), MIN_CONTAINED_BYTES) {
                qualifiers.insert(0, NameMatcher::new(&prefix));
                self.offer_below(name, JOINED_COST, qualifiers, separator);
                qualifiers.remove(0);
            }
        }
    }

    /// Offers the symbols with a name whose containers match all typed qualifiers.
    fn offer_below(&mut self, name: NameId, cost: usize, qualifiers: &mut [NameMatcher], separator: &str) {
        let graph = self.graph;
        for symbol in graph.symbols_named(name) {
            let (qualifier_cost, text) = qualified_name_cost(graph, symbol, qualifiers, separator);
            if qualifier_cost < APART_COST && self.is_offered(symbol) {
                self.best.offer([cost + qualifier_cost, usize::from(is_supporting_code(graph, symbol)), 0], &text);
            }
        }
    }

    /// Offers the members of types with a name close to the typed qualifier. The names of members may differ by more
    /// edits than other names.
    fn offer_members(&mut self, last_part: &str, qualifiers: &mut [NameMatcher], separator: &str) {
        let graph = self.graph;
        let Some(owner) = qualifiers.first_mut() else { return };
        let close_names = (0..graph.names.n_names() as u32).map(NameId);
        let close_names: Vec<NameId> =
            close_names.filter(|&name| owner.edits(graph.names.text(name)).is_some()).collect();
        let owners = close_names
            .into_iter()
            .flat_map(|name| graph.symbols_named(name))
            .filter(|&owner| has_members(graph, owner));
        let mut last_part = NameMatcher::among_few(last_part);
        for owner in owners.take(MAX_OWNERS) {
            let members = graph.file(graph.symbol(owner).file).symbols.iter().copied();
            for member in members.filter(|&member| graph.symbol(member).parent == owner) {
                if !self.is_offered(member) {
                    continue;
                }
                let Some(edits) = last_part.edits(graph.names.text(graph.symbol(member).name)) else { continue };
                let (qualifier_cost, text) = qualified_name_cost(graph, member, qualifiers, separator);
                self.best.offer([edits + qualifier_cost, usize::from(is_supporting_code(graph, member)), 0], &text);
            }
        }
    }

    /// The names within the edit limit; index n of the result has those n edits away.
    fn close_names(&self, last_part: &str) -> [Vec<NameId>; APART_COST] {
        let mut matcher = NameMatcher::new(last_part);
        let mut by_edits: [Vec<NameId>; APART_COST] = Default::default();
        for name in (0..self.graph.names.n_names() as u32).map(NameId) {
            if let Some(edits) = matcher.edits(self.graph.names.text(name)) {
                by_edits[edits].push(name);
            }
        }
        by_edits
    }

    fn offer_name(&mut self, name: NameId, cost: usize, qualifiers: &mut [NameMatcher], separator: &str) {
        let graph = self.graph;
        if !self.best.is_competitive(cost) {
            return;
        }
        if self.home.is_none() && qualifiers.is_empty() {
            // The name stands for all of its symbols.
            let wanted_symbols = graph.symbols_named(name).filter(|&symbol| self.is_offered(symbol));
            if let Some(is_supporting) = wanted_symbols.map(|symbol| is_supporting_code(graph, symbol)).min() {
                self.best.offer([cost, usize::from(is_supporting), 0], graph.names.text(name));
            }
            return;
        }
        for symbol in graph.symbols_named(name) {
            if !self.is_offered(symbol) {
                continue;
            }
            let (qualifier_cost, text) = match self.home {
                Some(home) if home == graph.symbol(symbol).file => (0, graph.lasting_id(symbol)),
                Some(_) => (APART_COST, graph.lasting_id(symbol)),
                None => qualified_name_cost(graph, symbol, qualifiers, separator),
            };
            let is_telling = qualifier_cost < APART_COST * qualifiers.len().max(1)
                || graph.names.text(name).len() >= MIN_CONTAINED_BYTES;
            if self.home.is_some() || is_telling {
                self.best.offer([cost + qualifier_cost, usize::from(is_supporting_code(graph, symbol)), 0], &text);
            }
        }
    }

    fn is_offered(&self, symbol: SymbolId) -> bool {
        let at = self.graph.symbol(symbol);
        let is_named = !matches!(at.kind, SymbolKind::Import | SymbolKind::Block | SymbolKind::File);
        is_named && !at.flags.has(Flags::ANONYMOUS) && (self.is_wanted)(symbol)
    }
}

/// Whether a symbol can contain members.
fn has_members(graph: &Graph, symbol: SymbolId) -> bool {
    use SymbolKind::{Block, Class, Enum, Interface};
    matches!(graph.symbol(symbol).kind, Class | Interface | Enum | Block)
}

fn is_qualified(typed: &str) -> bool {
    typed.contains(['.', ':', '/', '\\'])
}

fn is_supporting_code(graph: &Graph, symbol: SymbolId) -> bool {
    let file = graph.file(graph.symbol(symbol).file);
    file.is_test || file.is_vendored || graph.symbol(symbol).flags.has(Flags::TEST)
}

/// The total cost of a symbol's containers compared with the typed qualifiers. Also returns the symbol's name,
/// qualified by the containers that are close.
fn qualified_name_cost(
    graph: &Graph,
    symbol: SymbolId,
    qualifiers: &mut [NameMatcher],
    separator: &str,
) -> (usize, String) {
    let parent = |at: &SymbolId| Some(graph.symbol(*at).parent);
    let parents = core::iter::successors(parent(&symbol), parent)
        .take_while(|&at| graph.symbol(at).kind != SymbolKind::File)
        .filter(|&at| !graph.symbol(at).flags.has(Flags::ANONYMOUS));
    let parents: Vec<&str> = parents.map(|at| graph.names.text(graph.symbol(at).name)).collect();
    let folders = module_names(&graph.file(graph.symbol(symbol).file).path);
    let containers = parents.iter().copied().chain(folders);
    let (mut cost, mut close_names) = (0, Vec::new());
    let mut containers = containers.peekable();
    for typed in qualifiers.iter_mut() {
        // A missing part does not hide the parts around it: `Session.request.send` still matches `Session`.
        match containers.peek().and_then(|name| typed.edits(name)) {
            Some(edits) => {
                cost += edits;
                close_names.extend(containers.next());
            }
            None => cost += APART_COST,
        }
    }
    close_names.drain(..parents.len().min(close_names.len()));
    let mut names: Vec<&str> = close_names.into_iter().rev().collect();
    let name_in_file = graph.qualified_name(symbol);
    names.extend(name_in_file.split('.'));
    (cost, names.join(separator))
}

/// The module names of a path, from the innermost: `b`, `a` for `a/src/b.py` and for `a/b/__init__.py`.
fn module_names(path: &str) -> impl Iterator<Item = &str> {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stands_for_folder = matches!(stem, "__init__" | "mod" | "lib" | "main" | "index") || name.ends_with(".go");
    Some(stem).filter(|_| !stands_for_folder).into_iter().chain(parts.filter(|&folder| folder != "src"))
}

/// Whether a text is a path rather than the name of a symbol.
pub(super) fn names_a_file(typed: &str) -> bool {
    let path = without_line(typed);
    let has_ending = |(stem, ending): (&str, &str)| {
        !stem.is_empty() && LANGUAGES.iter().any(|language| language.extensions.contains(&ending))
    };
    path.contains(['/', '\\']) || path.rsplit_once('.').is_some_and(has_ending)
}

/// A path without the line and column after it.
fn without_line(typed: &str) -> &str {
    typed.trim_end_matches(|letter: char| letter == ':' || letter.is_ascii_digit())
}

/// Offers files with the typed name in other folders or with another extension, and files with a similar name.
fn offer_files(graph: &Graph, typed: &str, is_wanted: &dyn Fn(SymbolId) -> bool, best: &mut BestSuggestions) {
    let path = without_line(typed).replace('\\', "/");
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let mut stem_matcher = NameMatcher::new(stem);
    // All outlines are loaded before a name is refused; until then, a file without its outline is skipped.
    let is_offered = |file: &File| file.symbols.first().is_some_and(|&root| is_wanted(root));
    for (id, file) in graph.files().filter(|(_, file)| is_offered(file)) {
        let (other_folders, other_name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
        let (other_stem, other_ending) = other_name.rsplit_once('.').unwrap_or((other_name, ""));
        let edits = if other_stem == stem { Some(0) } else { stem_matcher.edits(other_stem) };
        let Some(edits) = edits else { continue };
        let n_missing = folders.split('/').filter(|&folder| !other_folders.split('/').any(|other| other == folder));
        let rank =
            [2 * edits + usize::from(ending != other_ending), n_missing.count(), other_folders.split('/').count()];
        if best.is_competitive(rank[0]) {
            best.offer(rank, &graph.file(id).path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::testing::TestWorld;

    const CLIENT: &str = "class Client:\n    def send(self):\n        1\n\n    def reset_queries(self):\n        2\n";
    const OTHERS: &str =
        "class Other:\n    def send(self):\n        1\n\nclass HTTPTransport:\n    def sent(self):\n        2\n";

    fn suggested(typed: &str) -> Vec<String> {
        let files = [
            ("net/client.py", CLIENT),
            ("net/others.py", OTHERS),
            ("net/point.py", "class Point:\n    def x(self):\n        1\n"),
            ("tests/test_client.py", "def test_send():\n    1\n"),
        ];
        let space = TestWorld::new(&files, &[]).linked();
        suggestions(&space.graph, typed, &|_| true)
    }

    #[test]
    fn a_slip_in_any_part_of_a_name_is_seen_through() {
        for (typed, expected) in [
            ("client.send", "Client.send"),
            ("Clent.send", "Client.send"),
            ("Client.snd", "Client.send"),
            ("client::Clinet", "client::Client"),
            ("cleint.Client.sedn", "client.Client.send"),
            ("HTTPTransprt", "HTTPTransport"),
            ("resetQueries", "reset_queries"),
            ("reset-queries", "reset_queries"),
            ("Client.resetQuerys()", "Client.reset_queries"),
            ("net/client.py#Client.sendd", "net/client.py#Client.send"),
            ("queries", "reset_queries"),
            ("ClientSend", "Client.send"),
            ("client_resetqueries", "Client.reset_queries"),
            ("net.client.Client.snds", "net.client.Client.send"),
            ("Client.session.send", "Client.send"),
        ] {
            assert_eq!(suggested(typed).first().map(String::as_str), Some(expected), "{typed}");
        }
        assert_eq!(suggested("other.sennd"), ["Other.send"]);
        assert_eq!(suggested("zebra"), [""; 0]);
        assert_eq!(suggested("Client.session.send"), ["Client.send"], "and none that has less in common");
        assert_eq!(suggested("Nope.x"), [""; 0], "a letter alone says nothing of what was meant");
    }

    #[test]
    fn a_path_suggests_the_file_that_is_elsewhere_or_ends_otherwise() {
        for (typed, expected) in [
            ("src/client.py", "net/client.py"),
            ("net\\client.py:12", "net/client.py"),
            ("net/client.pyi", "net/client.py"),
            ("client.rs", "net/client.py"),
            ("net/cleint.py", "net/client.py"),
            ("net/client", "net/client.py"),
        ] {
            assert_eq!(suggested(typed).first().map(String::as_str), Some(expected), "{typed}");
        }
    }

    #[test]
    fn any_text_is_compared_in_bounded_time() {
        for typed in
            ["", " ", "::", "#", "/", ".py", ":1", "a.b.c.d.e.f.g.h.i.j", "é", &"x.".repeat(500), &"y".repeat(1_000)]
        {
            assert!(suggested(typed).len() <= MAX_SUGGESTIONS, "{typed}");
        }
    }
}
