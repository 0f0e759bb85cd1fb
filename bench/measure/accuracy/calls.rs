//! Calls compared with a SCIP index: the edges of the memory, and those of two naive rules for the same calls.
//!
//! A call in the syntax tree is judged if the index has its name. Reading or writing through an accessor is a call too.
//! An edge is right if, according to the index, some call on its line has its target. It is wrong if calls on its line
//! have the target's name but none has its target; so two calls of one name on one line count as one.
//!
//! Three kinds of edges are counted separately: those on lines without a call of the target's name (values that are
//! passed on, renamed imports), those to a variable according to the index, and those to a target that the index does not
//! define, because it is compiled under another condition. If the index gives a variable as the target, it has no
//! information on the function in that variable: an edge by `flow` is judged only if the index gives a function.
//!
//! A call can be missing if the index gives a function, method, type or variant in the same sources for it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::definitions;
use super::graph::Graph;
use super::project::Project;
use super::scip::{Index, Position, is_accessor};
use super::score::{Score, Strategies, confidence};
use super::sites::Sites;
use super::{manifests, texts};
use crate::Outcome;

/// Kinds of symbols that the naive rules link to.
const LINKED: [&str; 3] = ["function", "method", "class"];

/// A call: path, line, and the id of its target.
type Call = (String, u32, String);

pub(crate) fn measure(language: &str, folder: &Path, subfolder: &str, index: &Path) -> Outcome {
    let texts = texts(folder, subfolder, &[language])?;
    let mut index = Index::read(&std::fs::read(index)?)?;
    let sites: BTreeMap<String, Sites> =
        texts.iter().filter_map(|(path, text)| Some((path.clone(), Sites::of(language, text)?))).collect();
    index.follow(|Position { path, line, column }| {
        let &(line, column) = sites.get(path)?.value_names.get(&(*line, *column))?;
        Some(Position { path: path.clone(), line, column })
    });
    let mut project_texts = texts;
    project_texts.extend(manifests(folder, subfolder)?);
    let mut project = Project::of(&project_texts)?;
    let graph = project.graph()?;
    let truth = Truth::of(&index, &sites, &graph);

    let ours = ours(&graph);
    let mut strategies = Strategies::default();
    let edges = ours.iter().map(|(call, strategy)| (call, strategy.as_str()));
    let score = truth.judge(edges, &graph, |(path, line, target), strategy, verdict| match verdict {
        Verdict::Right => strategies.count(strategy, true),
        Verdict::Wrong(correct_symbol) => {
            strategies.count(strategy, false);
            println!("wrong {path}:{line} {target} ({strategy}), not {correct_symbol}");
        }
        Verdict::Unknown => println!("unjudged {path}:{line} {target} ({strategy})"),
    });
    score.print("calls", "ours");
    strategies.print(language);
    truth.print_missing(&ours);
    for (rule, limit) in [("unique-name", 1), ("every-name", usize::MAX)] {
        let linked = by_name(&graph, &truth, limit);
        truth.judge(linked.iter().map(|call| (call, "")), &graph, |_, _, _| {}).print("calls", rule);
    }
    definitions::measure(&mut project, &graph, &index, &sites)
}

/// The calls in the memory, each with the strategy of highest confidence that found it.
fn ours(graph: &Graph) -> BTreeMap<Call, String> {
    let mut ours: BTreeMap<Call, String> = BTreeMap::new();
    for link in graph.links.iter().filter(|link| link.edge.kind == "calls") {
        let Some(target) = graph.symbol(&link.edge.target) else { continue };
        let call = (link.path.clone(), link.line, graph.constructed_type(target).id.clone());
        let strategy = ours.entry(call).or_insert_with(|| link.edge.strategy.clone());
        if confidence(&link.edge.strategy) > confidence(strategy) {
            strategy.clone_from(&link.edge.strategy);
        }
    }
    ours
}

/// Links each call to the symbols with its name, if they have at most `limit` qualified names. Of several symbols with
/// one qualified name, links the right one, or the first if none is right.
fn by_name(graph: &Graph, truth: &Truth, limit: usize) -> BTreeSet<Call> {
    let mut ids_by_name: BTreeMap<&str, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
    for symbol in graph.symbols().filter(|symbol| LINKED.contains(&symbol.kind.as_str())) {
        let first_id = symbol.id.split('~').next().unwrap_or(&symbol.id);
        ids_by_name.entry(&symbol.name).or_default().entry(first_id).or_default().push(&symbol.id);
    }
    let mut linked = BTreeSet::new();
    for (path, line, name) in truth.known.keys() {
        let Some(candidates) = ids_by_name.get(name.as_str()).filter(|candidates| candidates.len() <= limit) else {
            continue;
        };
        for ids in candidates.values() {
            let calls = ids.iter().map(|id| (path.clone(), *line, (*id).to_owned()));
            let right = calls.clone().find(|call| truth.right.contains(call));
            linked.extend(right.or_else(|| calls.clone().next()));
        }
    }
    linked
}

/// The calls according to the index.
struct Truth {
    /// Each call of a callable in the sources, by line and the index's symbol, with the ids of the symbols at its
    /// definitions; or with a text that is no id, if the memory has no symbol there.
    calls: BTreeMap<(String, u32, String), BTreeSet<String>>,
    right: BTreeSet<Call>,
    /// Edges to called targets that are no functions: a parameter, or a field that holds a function.
    aside: BTreeSet<Call>,
    /// Called names whose definition is not callable, such as that of a variable; by path and line.
    not_callable: BTreeSet<(String, u32, String)>,
    /// Ids of the definitions in the index.
    definitions: BTreeSet<String>,
    /// The index's symbol of every called name, by line.
    known: BTreeMap<(String, u32, String), String>,
}

impl Truth {
    fn of(index: &Index, sites: &BTreeMap<String, Sites>, graph: &Graph) -> Truth {
        let (calls, known) = Default::default();
        let defined = index.definitions.values().flatten().filter_map(|at| {
            let name = &sites.get(&at.path)?.definitions.get(&(at.line, at.column))?.name;
            Some(graph.constructed_type(graph.symbol_at(&at.path, name, at.line)?).id.clone())
        });
        let (right, aside, not_callable) = Default::default();
        let mut truth = Truth { calls, right, aside, not_callable, definitions: defined.collect(), known };
        for (path, file_sites) in sites {
            for (&(line, column), name) in &file_sites.calls {
                let position = Position { path: path.clone(), line, column };
                if let Some(symbol) = index.references.get(&position) {
                    truth.read(index, sites, graph, &position, symbol, name);
                }
            }
        }
        for (position, symbol) in &index.references {
            if is_accessor(symbol) && sites.contains_key(&position.path) {
                let name = symbol.rsplit('>').next().unwrap_or(symbol).split('`').next().unwrap_or(symbol).to_owned();
                truth.read(index, sites, graph, position, symbol, &name);
            }
        }
        truth.right = truth
            .calls
            .iter()
            .flat_map(|((path, line, _), ids)| ids.iter().map(|id| (path.clone(), *line, id.clone())))
            .collect();
        truth
    }

    /// Takes in the call of a name at a position, at which the index has this symbol.
    fn read(
        &mut self,
        index: &Index,
        sites: &BTreeMap<String, Sites>,
        graph: &Graph,
        position: &Position,
        symbol: &str,
        name: &str,
    ) {
        let (path, line) = (&position.path, position.line);
        self.known.insert((path.clone(), line, name.to_owned()), symbol.to_owned());
        let positions = index.definitions.get(symbol).into_iter().flatten();
        for defined_at in positions {
            let Some(file_sites) = sites.get(&defined_at.path) else { continue };
            let defined_site = file_sites.definitions.get(&(defined_at.line, defined_at.column));
            let defined_name = defined_site.map_or(name, |defined_site| &defined_site.name);
            let symbol_found = graph
                .symbol_at(&defined_at.path, defined_name, defined_at.line)
                .map(|symbol| graph.constructed_type(symbol));
            if defined_site.is_some_and(|defined_site| defined_site.is_callable) {
                let id = symbol_found.map_or_else(
                    || format!("{}:{} {defined_name}", defined_at.path, defined_at.line),
                    |symbol_found| symbol_found.id.clone(),
                );
                self.calls.entry((path.clone(), line, symbol.to_owned())).or_default().insert(id);
            } else {
                self.not_callable.insert((path.clone(), line, name.to_owned()));
                self.aside.extend(symbol_found.map(|symbol_found| (path.clone(), line, symbol_found.id.clone())));
            }
        }
    }

    /// Counts edges and missing calls, and passes the verdict on each edge to `tell`.
    fn judge<'c>(
        &self,
        edges: impl Iterator<Item = (&'c Call, &'c str)>,
        graph: &Graph,
        mut tell: impl FnMut(&Call, &str, Verdict<'_>),
    ) -> Score {
        let mut calls: BTreeSet<&Call> = BTreeSet::new();
        let mut score = Score::default();
        for (call, strategy) in edges {
            calls.insert(call);
            let verdict = self.verdict(call, strategy, graph);
            match verdict {
                Verdict::Right => score.n_right += 1,
                Verdict::Wrong(_) => score.n_wrong += 1,
                Verdict::Unknown => score.n_aside += 1,
            }
            tell(call, strategy, verdict);
        }
        for ((path, line, _), ids) in &self.calls {
            let is_found = ids.iter().any(|id| calls.contains(&(path.clone(), *line, id.clone())));
            score.n_found += u64::from(is_found);
            score.n_missing += u64::from(!is_found);
        }
        score
    }

    fn print_missing(&self, ours: &BTreeMap<Call, String>) {
        for ((path, line, symbol), ids) in &self.calls {
            if !ids.iter().any(|id| ours.contains_key(&(path.clone(), *line, id.clone()))) {
                let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
                println!("missing {path}:{line} {} ({symbol})", ids.join(" or "));
            }
        }
    }

    fn verdict(&self, call: &Call, strategy: &str, graph: &Graph) -> Verdict<'_> {
        let (path, line, target) = call;
        let name = graph.symbol(target).map(|symbol| symbol.name.clone()).unwrap_or_default();
        let site = (path.clone(), *line, name);
        match self.known.get(&site) {
            _ if self.right.contains(call) => Verdict::Right,
            _ if strategy == "flow" && self.not_callable.contains(&site) => Verdict::Unknown,
            Some(correct_symbol) if self.definitions.contains(target) && !self.aside.contains(call) => {
                Verdict::Wrong(correct_symbol)
            }
            _ => Verdict::Unknown,
        }
    }
}

/// The index's verdict on an edge.
enum Verdict<'t> {
    Right,
    /// The call has the target with this name instead.
    Wrong(&'t str),
    /// The index has no information.
    Unknown,
}
