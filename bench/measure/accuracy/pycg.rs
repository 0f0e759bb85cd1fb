//! Calls in small Python programs compared with their call graphs, in the layout of the PyCG benchmark:
//! `category/case/` with sources and a `callgraph.json` of callers and the names that each calls.
//!
//! Of every eight cases in the order of their paths, the third, sixth and eighth are held out and scored separately.
//! Edges to a class itself are left out, because these graphs name the method that runs when an instance is created.
//! Names in the graphs that the case does not define are left out too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::graph::Graph;
use super::project::Project;
use super::score::{Score, Strategies, confidence};
use super::texts;
use crate::Outcome;

/// The held-out cases of every eight, counted from 0.
const HELD_OUT: [usize; 3] = [2, 5, 7];

/// A caller and its callee, both by dotted name.
type Call = (String, String);

/// Scores the calls of all cases, those in `further_folder` apart from those in `folder`, and each strategy over all
/// cases.
pub(crate) fn measure(folder: &Path, further_folder: Option<&Path>) -> Outcome {
    let mut strategies = Strategies::default();
    let (mut tuned, mut held_out) = (Counts::default(), Counts::default());
    for (at, case) in cases(folder)?.iter().enumerate() {
        let counts = if HELD_OUT.contains(&(at % 8)) { &mut held_out } else { &mut tuned };
        judge(folder, case, counts, &mut strategies)?;
    }
    tuned.print("calls-tuned");
    held_out.print("calls-held-out");
    if let Some(further_folder) = further_folder {
        let mut counts = Counts::default();
        for case in cases(further_folder)? {
            judge(further_folder, &case, &mut counts, &mut strategies)?;
        }
        counts.print("calls-further");
    }
    strategies.print("python");
    Ok(())
}

fn judge(folder: &Path, case: &Path, counts: &mut Counts, strategies: &mut Strategies) -> Outcome {
    let texts = texts(case, "", &["python"])?;
    let graph = Project::of(&texts)?.graph()?;
    let truth = truth(case, &texts)?;
    let ours = ours(&graph);
    let name = case.strip_prefix(folder)?.display().to_string();
    for (call, strategy) in &ours {
        strategies.count(strategy, truth.contains(call));
        if !truth.contains(call) {
            println!("wrong {name}: {} calls {} ({strategy})", call.0, call.1);
        }
    }
    truth.iter().filter(|&call| !ours.contains_key(call)).for_each(|(caller, callee)| {
        println!("missing {name}: {caller} calls {callee}");
    });
    counts.add("ours", Score::of(&ours.into_keys().collect(), &truth));
    for (rule, limit) in [("unique-name", 1), ("every-name", usize::MAX)] {
        counts.add(rule, Score::of(&by_name(&graph, &texts, limit), &truth));
    }
    Ok(())
}

/// Scores by rule.
#[derive(Default)]
struct Counts(BTreeMap<&'static str, Score>);

impl Counts {
    fn add(&mut self, rule: &'static str, score: Score) {
        let sum = self.0.entry(rule).or_default();
        sum.n_right += score.n_right;
        sum.n_wrong += score.n_wrong;
        sum.n_found += score.n_found;
        sum.n_missing += score.n_missing;
    }

    fn print(&self, what: &str) {
        self.0.iter().for_each(|(rule, score)| score.print(what, rule));
    }
}

/// The folders that contain a call graph, sorted by path.
fn cases(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn std::error::Error>> {
    let (mut cases, mut pending) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder_below) = pending.pop() {
        if folder_below.join("callgraph.json").is_file() {
            cases.push(folder_below);
            continue;
        }
        for entry in std::fs::read_dir(&folder_below)
            .map_err(|error| format!("cannot read {}: {error}", folder_below.display()))?
        {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path);
            }
        }
    }
    cases.sort();
    if cases.is_empty() { Err(format!("no case below {}", folder.display()).into()) } else { Ok(cases) }
}

fn truth(case: &Path, texts: &BTreeMap<String, String>) -> Result<BTreeSet<Call>, Box<dyn std::error::Error>> {
    let modules: BTreeSet<String> = texts.keys().map(|path| module(path)).collect();
    let is_inside = |name: &str| {
        let is_below =
            |module: &String| name.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        modules.iter().any(is_below)
    };
    let callers: BTreeMap<String, Vec<String>> =
        serde_json::from_str::<Value>(&std::fs::read_to_string(case.join("callgraph.json"))?)?
            .as_object()
            .ok_or("a call graph is an object")?
            .iter()
            .map(|(caller, callees)| {
                let callees = callees.as_array().into_iter().flatten();
                (caller.clone(), callees.filter_map(|callee| Some(callee.as_str()?.to_owned())).collect())
            })
            .collect();
    let calls = callers
        .into_iter()
        .flat_map(|(caller, callees)| callees.into_iter().map(move |callee| (caller.clone(), callee)));
    Ok(calls.filter(|(caller, callee)| is_inside(caller) && is_inside(callee)).collect())
}

/// The calls in the memory, each with the strategy of highest confidence that found it.
fn ours(graph: &Graph) -> BTreeMap<Call, String> {
    let mut ours: BTreeMap<Call, String> = BTreeMap::new();
    let calls = graph.links.iter().map(|link| &link.edge).filter(|edge| edge.kind == "calls");
    for edge in calls.filter(|edge| graph.symbol(&edge.target).is_none_or(|target| target.kind != "class")) {
        let call = (dotted(&edge.source), dotted(&edge.target));
        let strategy = ours.entry(call).or_insert_with(|| edge.strategy.clone());
        if confidence(&edge.strategy) > confidence(strategy) {
            strategy.clone_from(&edge.strategy);
        }
    }
    ours
}

/// Links each call in the tree to the functions with its name, if there are at most `limit`; and the name of a class to
/// its constructor.
fn by_name(graph: &Graph, texts: &BTreeMap<String, String>, limit: usize) -> BTreeSet<Call> {
    let mut linked = BTreeSet::new();
    for (path, text) in texts {
        let Some(sites) = super::sites::Sites::of("python", text) else { continue };
        for (&(line, _), name) in &sites.calls {
            let enclosing_scopes = graph.symbols().filter(|symbol| {
                let is_scope = matches!(symbol.kind.as_str(), "function" | "method" | "class");
                is_scope && symbol.path == *path && symbol.first_line <= line && line <= symbol.last_line
            });
            let caller = enclosing_scopes.min_by_key(|symbol| symbol.last_line - symbol.first_line);
            let caller = caller.map_or_else(|| module(path), |symbol| dotted(&symbol.id));
            let callee_symbols = graph.symbols().filter(|symbol| match symbol.kind.as_str() {
                "function" | "method" => symbol.name == *name || symbol.name == "__init__" && symbol.parent == *name,
                _ => false,
            });
            let callees: BTreeSet<String> = callee_symbols.map(|symbol| dotted(&symbol.id)).collect();
            if callees.len() <= limit {
                linked.extend(callees.into_iter().map(|callee| (caller.clone(), callee)));
            }
        }
    }
    linked
}

/// An id in the form of these graphs: dots between all parts, and the lambdas of a scope by number.
fn dotted(id: &str) -> String {
    let Some((path, name)) = id.split_once('#') else { return module(id) };
    let (name, ordinal) = name.split_once('~').unwrap_or((name, "1"));
    format!("{}.{}", module(path), name.replace("<lambda>", &format!("<lambda{ordinal}>")))
}

fn module(path: &str) -> String {
    let stem = path.trim_end_matches(".py");
    stem.strip_suffix("/__init__").unwrap_or(stem).replace('/', ".")
}
