//! Imports and superclasses of Python modules, compared with the interpreter: `interpreter.py` imports all modules of a
//! package, and records the file that each import statement loaded and the `__bases__` of each class.
//!
//! Only import statements that were executed and classes that were created are judged. An edge to a package that a
//! statement loads on the way to a module is right, but not required.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::graph::Graph;
use super::project::Project;
use super::score::Score;
use super::texts;
use crate::Outcome;

pub(crate) fn measure(folder: &Path, below: &str, facts: &Path) -> Outcome {
    let facts: Value = serde_json::from_str(&std::fs::read_to_string(facts)?)?;
    let texts = texts(folder, below, &["python"])?;
    let graph = Project::of(&texts)?.graph()?;
    imports(&graph, &facts)?.print("imports", "ours");
    inherits(&graph, &facts)?.print("inherits", "ours");
    Ok(())
}

/// An import statement that was executed.
struct Statement {
    first_line: u32,
    last_line: u32,
    /// The files of the modules that it names.
    named: BTreeSet<String>,
    /// The files in `named`, and those of the packages that contain these modules.
    loaded: BTreeSet<String>,
}

fn imports(graph: &Graph, facts: &Value) -> Result<Score, Box<dyn std::error::Error>> {
    let mut statements: BTreeMap<String, Vec<Statement>> = BTreeMap::new();
    for statement in facts["imports"].as_array().ok_or("the facts have no imports")? {
        statements.entry(text(&statement["path"])).or_default().push(Statement {
            first_line: statement["first_line"].as_u64().unwrap_or_default() as u32,
            last_line: statement["last_line"].as_u64().unwrap_or_default() as u32,
            named: strings(&statement["named"]),
            loaded: strings(&statement["loaded"]),
        });
    }
    let mut ours: BTreeMap<(&str, u32), BTreeSet<&str>> = BTreeMap::new();
    let mut score = Score::default();
    for link in graph.links.iter().filter(|link| link.edge.kind == "imports" && !link.edge.target.contains('#')) {
        let file_statements = statements.get(&link.path).into_iter().flatten();
        let mut enclosing =
            file_statements.filter(|statement| statement.first_line <= link.line && link.line <= statement.last_line);
        let Some(statement) = enclosing.next() else {
            score.n_aside += 1;
            continue;
        };
        if ours.entry((&link.path, statement.first_line)).or_default().insert(&link.edge.target) {
            let is_right = statement.loaded.contains(&link.edge.target);
            score.n_right += u64::from(is_right);
            score.n_wrong += u64::from(!is_right);
            if !is_right {
                println!("wrong {}:{} imports {}", link.path, link.line, link.edge.target);
            }
        }
    }
    for (path, statement) in statements.iter().flat_map(|(path, all)| all.iter().map(move |one| (path, one))) {
        let our_targets = ours.get(&(path.as_str(), statement.first_line));
        for named_module in &statement.named {
            let is_found = our_targets.is_some_and(|our_targets| our_targets.contains(named_module.as_str()));
            score.n_found += u64::from(is_found);
            score.n_missing += u64::from(!is_found);
            if !is_found {
                println!("missing {path}:{} imports {named_module}", statement.first_line);
            }
        }
    }
    Ok(score)
}

fn inherits(graph: &Graph, facts: &Value) -> Result<Score, Box<dyn std::error::Error>> {
    let (mut classes, mut truth) = (BTreeSet::new(), BTreeSet::new());
    for class in facts["classes"].as_array().ok_or("the facts have no classes")? {
        let id = text(&class["id"]);
        truth.extend(strings(&class["bases"]).into_iter().map(|base| (id.clone(), base)));
        classes.insert(id);
    }
    // Conditional definitions of one name are one class to the interpreter, which executed only one of them.
    let without_number = |id: &str| id.split('~').next().unwrap_or(id).to_owned();
    let edges = graph.links.iter().map(|link| &link.edge).filter(|edge| edge.kind == "inherits");
    let ours: BTreeSet<(String, String)> =
        edges.map(|edge| (without_number(&edge.source), without_number(&edge.target))).collect();
    let (judged, unjudged): (BTreeSet<_>, BTreeSet<_>) =
        ours.into_iter().partition(|(class, _)| classes.contains(class));
    judged.difference(&truth).for_each(|(class, parent)| println!("wrong {class} inherits {parent}"));
    truth.difference(&judged).for_each(|(class, parent)| println!("missing {class} inherits {parent}"));
    Ok(Score { n_aside: unjudged.len() as u64, ..Score::of(&judged, &truth) })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn strings(value: &Value) -> BTreeSet<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}
