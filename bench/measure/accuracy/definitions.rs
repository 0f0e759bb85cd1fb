//! Definitions compared with a SCIP index: whether each is a symbol, is in the right type, and is found by its name.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Graph, Symbol};
use super::project::Project;
use super::scip::{ACCESSORS, Index, Position};
use super::score::Score;
use super::sites::Sites;
use crate::Outcome;

/// A definition that is in the SCIP index and in the tree of its file, with the memory's symbol for it; `None` if there
/// is none.
struct Definition<'a> {
    name: &'a str,
    at: &'a Position,
    symbol: Option<&'a Symbol>,
    /// The bare name of the enclosing type, if it is in the sources.
    parent: Option<String>,
}

pub(crate) fn measure(project: &mut Project, graph: &Graph, index: &Index, sites: &BTreeMap<String, Sites>) -> Outcome {
    let (mut symbols, mut contains, mut find) = (Score::default(), Score::default(), Score::default());
    let mut found_by_name: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for Definition { name, at, symbol, parent } in definitions(graph, index, sites) {
        let Some(symbol) = symbol else {
            symbols.n_missing += 1;
            println!("missing {}:{} definition of {name}", at.path, at.line);
            continue;
        };
        symbols.n_found += 1;
        if let Some(parent) = parent {
            let is_right_parent = parent == symbol.parent;
            contains = contains.with_answer(is_right_parent);
            if !is_right_parent {
                println!("wrong {}:{} {} stands in {parent}", at.path, at.line, symbol.id);
            }
        }
        if !found_by_name.contains_key(name) {
            found_by_name.insert(name, project.find(name)?);
        }
        let is_found = found_by_name[name].contains(&symbol.id);
        find.n_found += u64::from(is_found);
        find.n_missing += u64::from(!is_found);
        if !is_found {
            println!("missing {}:{} {} by its name", at.path, at.line, symbol.id);
        }
    }
    symbols.print("definitions", "ours");
    contains.print("contains", "ours");
    find.print("find", "ours");
    Ok(())
}

/// The definitions, one for each symbol of the SCIP index. If a symbol has several positions, as for overloads, one
/// with a symbol of the memory is taken.
fn definitions<'a>(graph: &'a Graph, index: &'a Index, sites: &'a BTreeMap<String, Sites>) -> Vec<Definition<'a>> {
    let types: BTreeSet<&str> = sites
        .values()
        .flat_map(|file_sites| file_sites.definitions.values())
        .map(|defined| defined.name.as_str())
        .collect();
    let mut definitions_found = Vec::new();
    let mut definitions: BTreeMap<String, Vec<&Position>> = BTreeMap::new();
    for (symbol, positions) in index.definitions.iter().filter(|(symbol, _)| !symbol.contains(" local ")) {
        let property_symbol = ACCESSORS.iter().fold(symbol.clone(), |symbol, accessor| symbol.replace(accessor, ""));
        definitions.entry(property_symbol).or_default().extend(positions);
    }
    for (symbol, positions) in &definitions {
        let parent = parent(symbol).filter(|parent| types.contains(parent.as_str()));
        let candidates = positions.iter().filter_map(|&at| {
            let name = &sites.get(&at.path)?.definitions.get(&(at.line, at.column))?.name;
            Some(Definition { name, at, symbol: graph.symbol_at(&at.path, name, at.line), parent: parent.clone() })
        });
        definitions_found.extend(candidates.max_by_key(|definition| definition.symbol.is_some()));
    }
    definitions_found
}

/// The bare name of the type that encloses a symbol of a SCIP index; `None` if no type does.
fn parent(symbol: &str) -> Option<String> {
    let parts = descriptors(symbol.splitn(5, ' ').nth(4)?);
    let (_, outer_parts) = parts.split_last()?;
    let impl_at = outer_parts.iter().rposition(|(name, ending)| name == "impl" && *ending == '#');
    match outer_parts.last()? {
        (_, '[') => outer_parts.get(impl_at? + 1).map(|(name, _)| bare(name)),
        (name, '#') => Some(name.clone()),
        _ => None,
    }
}

/// The parts of a SCIP symbol's name, each with the character that tells its kind.
fn descriptors(text: &str) -> Vec<(String, char)> {
    let (mut parts, mut rest_of_text) = (Vec::new(), text);
    while !rest_of_text.is_empty() {
        let is_bracket = rest_of_text.starts_with(['[', '(']);
        let start = &rest_of_text[usize::from(is_bracket)..];
        let (name, following) = match start.strip_prefix('`').and_then(|quoted| quoted.split_once('`')) {
            Some(quoted) => quoted,
            None => start.split_at(start.find(['/', '#', '.', '(', '[', ']', ')', '!', ':']).unwrap_or(start.len())),
        };
        let mark = if is_bracket { rest_of_text.chars().next() } else { following.chars().next() }.unwrap_or('.');
        let n_bytes =
            if mark == '(' && !is_bracket { following.find('.').map_or(following.len(), |at| at + 1) } else { 1 };
        parts.push((name.to_owned(), mark));
        rest_of_text = following.get(n_bytes..).unwrap_or_default();
    }
    parts
}

/// The bare name of a type: `Type` for `&'a mut path::Type<T>`.
fn bare(type_name: &str) -> String {
    let mut words = type_name.trim_start_matches(['&', '*']).split(' ');
    let name = words.find(|word| !word.starts_with('\'') && !matches!(*word, "mut" | "const" | "dyn"));
    let path = name.unwrap_or(type_name).split('<').next().unwrap_or(type_name);
    path.rsplit("::").next().unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::parent;

    fn check(symbol: &str, expected: Option<&str>) {
        assert_eq!(parent(symbol).as_deref(), expected, "{symbol}");
    }

    #[test]
    fn the_enclosing_type_is_read_from_the_symbol() {
        check("rust-analyzer cargo p 1.0.0 graph/impl#[`&'a mut Graph<N, E>`][Visit]next().", Some("Graph"));
        check("rust-analyzer cargo p 1.0.0 visit/impl#[`a::Map<'a>`]new().", Some("Map"));
        check("rust-analyzer cargo p 1.0.0 visit/Visitable#map().", Some("Visitable"));
        check("scip-typescript npm rxjs 7.8.1 src/`Subject.ts`/Subject#`<constructor>`().", Some("Subject"));
        check("scip-typescript npm rxjs 7.8.1 src/`Subject.ts`/Subject#next(+1).", Some("Subject"));
        check("rust-analyzer cargo p 1.0.0 algo/dijkstra/dijkstra().", None);
        check("rust-analyzer cargo p 1.0.0 impl_free().", None);
    }
}
