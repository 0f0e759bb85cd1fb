//! Reads the graph from its canonical text, because the interface is measured, not the implementation.

use std::collections::BTreeMap;

use conformance::story::Edge;

/// Names of methods whose calls create the enclosing type.
const CONSTRUCTORS: [&str; 1] = ["constructor"];
/// Kinds of symbols that have another symbol's name.
const NAMING_OTHERS: [&str; 2] = ["import", "block"];

/// A symbol of the canonical text, in the file `path`.
pub(crate) struct Symbol {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) path: String,
    /// The bare name.
    pub(crate) name: String,
    /// The bare name of the enclosing symbol; empty directly in the file.
    pub(crate) parent: String,
    pub(crate) first_line: u32,
    pub(crate) last_line: u32,
}

/// An edge, with the file and the line where it is.
pub(crate) struct Link {
    pub(crate) path: String,
    pub(crate) line: u32,
    pub(crate) edge: Edge,
}

/// Symbols and edges.
#[derive(Default)]
pub(crate) struct Graph {
    symbols: BTreeMap<String, Symbol>,
    /// Ids, by path and bare name.
    ids_by_name: BTreeMap<(String, String), Vec<String>>,
    pub(crate) links: Vec<Link>,
}

impl Graph {
    /// Parses the canonical text. Files are no symbols here.
    pub(crate) fn read(text: &str) -> Graph {
        let mut graph = Graph::default();
        let mut path = String::new();
        for line in text.lines() {
            if let Some(file_line) = line.strip_prefix("file ") {
                let path_and_language = file_line.split(" lines ").next().unwrap_or(file_line);
                path = path_and_language.rsplitn(3, ' ').last().unwrap_or_default().to_owned();
            } else if let Some((line, edge)) = Edge::read(line) {
                graph.links.push(Link { path: path.clone(), line, edge });
            } else if let Some(symbol) = symbol(&path, line) {
                let key = (symbol.path.clone(), symbol.name.clone());
                graph.ids_by_name.entry(key).or_default().push(symbol.id.clone());
                graph.symbols.insert(symbol.id.clone(), symbol);
            }
        }
        graph
    }

    /// All symbols, by id.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = &Symbol> {
        self.symbols.values()
    }

    /// The symbol with an id; `None` for a file.
    pub(crate) fn symbol(&self, id: &str) -> Option<&Symbol> {
        self.symbols.get(id)
    }

    /// The innermost symbol with a name whose lines include a line. Imports and blocks are skipped, because they have
    /// the names of others.
    pub(crate) fn symbol_at(&self, path: &str, name: &str, line: u32) -> Option<&Symbol> {
        let ids = self.ids_by_name.get(&(path.to_owned(), name.to_owned()))?;
        let enclosing = ids
            .iter()
            .filter_map(|id| self.symbol(id))
            .filter(|symbol| !NAMING_OTHERS.contains(&symbol.kind.as_str()))
            .filter(|symbol| symbol.first_line <= line && line <= symbol.last_line);
        enclosing.min_by_key(|symbol| symbol.last_line - symbol.first_line)
    }

    /// A symbol, or for a constructor the type that it creates.
    pub(crate) fn constructed_type<'s>(&'s self, symbol: &'s Symbol) -> &'s Symbol {
        let is_constructor = CONSTRUCTORS.contains(&symbol.name.as_str());
        let made_type =
            is_constructor.then(|| self.symbol_at(&symbol.path, &symbol.parent, symbol.first_line)).flatten();
        made_type.unwrap_or(symbol)
    }
}

/// Parses `  kind qualified.name first-last`; `None` for other lines.
fn symbol(path: &str, line: &str) -> Option<Symbol> {
    let (kind, signature_and_lines) = line.strip_prefix("  ")?.split_once(' ')?;
    let (name_in_file, lines) = signature_and_lines.rsplit_once(' ')?;
    let (first, last) = lines.split_once('-')?;
    let (first_line, last_line) = (first.parse().ok()?, last.parse().ok()?);
    let qualified_name = name_in_file.split('~').next().unwrap_or(name_in_file);
    let (enclosing_names, name) = qualified_name.rsplit_once('.').unwrap_or(("", qualified_name));
    let parent = enclosing_names.rsplit('.').next().unwrap_or(enclosing_names);
    let [kind, path_owned, name, parent] = [kind, path, name, parent].map(str::to_owned);
    Some(Symbol { id: format!("{path}#{name_in_file}"), kind, path: path_owned, name, parent, first_line, last_line })
}
