//! Reading the canonical text: a line for each file, symbol and edge.
//!
//! Paths may hold spaces, so lines are taken apart from their ends, which never do.

use scrubjay::wit::Word;
use scrubjay::wit::graph::EdgeKind;

/// A line of the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    File(File<'a>),
    Symbol(Symbol<'a>),
    Edge(Edge<'a>),
    /// References of the file whose target lies outside or is not known.
    Unlinked(u32),
    /// A module outside the project, and the first line that imports it.
    Outside {
        module: &'a str,
        line: u32,
    },
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct File<'a> {
    pub(super) path: &'a str,
    pub(super) language: &'a str,
    pub(super) n_lines: u32,
    pub(super) hash: &'a str,
    pub(super) has_errors: bool,
    pub(super) unsettled: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Symbol<'a> {
    pub(super) kind: &'a str,
    /// Within its file.
    pub(super) name: &'a str,
    pub(super) first_line: u32,
    pub(super) last_line: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge<'a> {
    pub(super) source: &'a str,
    pub(super) kind: &'a str,
    pub(super) target: &'a str,
    pub(super) strategy: &'a str,
    pub(super) line: u32,
}

impl Symbol<'_> {
    pub(super) fn id(&self, path: &str) -> String {
        format!("{path}#{}", self.name)
    }

    /// Imports and the blocks that extend a type are no symbols that people mean, and no edge ends at them.
    pub(super) fn is_drawn(&self) -> bool {
        !matches!(self.kind, "import" | "block")
    }
}

/// Whether an id is of this file or of a symbol in it. A path may hold `#` itself, so ids are not taken apart.
fn is_in(id: &str, path: &str) -> bool {
    id.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
}

/// Reads lines in their order, and knows the file that they belong to.
#[derive(Default)]
pub(super) struct Reader {
    path: String,
}

impl Reader {
    /// The file of the last line.
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// None for a line of another form.
    pub(super) fn read<'a>(&mut self, text: &'a str) -> Option<Line<'a>> {
        if let Some(rest) = text.strip_prefix("file ") {
            let file = file(rest)?;
            file.path.clone_into(&mut self.path);
            return Some(Line::File(file));
        }
        let text = text.strip_prefix("  ")?;
        let (first, rest) = text.split_once(' ')?;
        match first.strip_suffix(':') {
            Some(line) => self.placed(line.parse().ok()?, rest),
            None if rest == "unlinked" => Some(Line::Unlinked(first.parse().ok()?)),
            None => symbol(first, rest).map(Line::Symbol),
        }
    }

    fn placed<'a>(&self, line: u32, rest: &'a str) -> Option<Line<'a>> {
        if let Some(module) = rest.strip_prefix("outside ") {
            return Some(Line::Outside { module, line });
        }
        let (ends, strategy) = rest.strip_suffix(')')?.rsplit_once(" (")?;
        let splits = |kind: &'static str| {
            let spaced = |at: &usize| ends[..*at].ends_with(' ') && ends[at + kind.len()..].starts_with(' ');
            let places = ends.match_indices(kind).map(|(at, _)| at).filter(spaced);
            places.map(move |at| {
                let (source, target) = (&ends[..at - 1], &ends[at + kind.len() + 1..]);
                Edge { source, kind, target, strategy, line }
            })
        };
        // A path may hold the name of an edge between spaces: an edge mostly begins in its own file.
        let mut edges = EdgeKind::WORDS.iter().map(|(word, _)| *word).flat_map(splits);
        let first = edges.next()?;
        let is_own = |edge: &Edge<'_>| is_in(edge.source, &self.path);
        let edge = if is_own(&first) { first } else { edges.find(is_own).unwrap_or(first) };
        Some(Line::Edge(edge))
    }
}

fn file(rest: &str) -> Option<File<'_>> {
    let (rest, unsettled) = without(rest, " unsettled");
    let (rest, has_errors) = without(rest, " errors");
    let (rest, hash) = rest.rsplit_once(' ')?;
    let (rest, n_lines) = rest.strip_suffix(" lines")?.rsplit_once(' ')?;
    let (path, language) = rest.rsplit_once(' ')?;
    Some(File { path, language, n_lines: n_lines.parse().ok()?, hash, has_errors, unsettled })
}

fn without<'a>(text: &'a str, end: &str) -> (&'a str, bool) {
    text.strip_suffix(end).map_or((text, false), |text| (text, true))
}

fn symbol<'a>(kind: &'a str, rest: &'a str) -> Option<Symbol<'a>> {
    let (name, lines) = rest.rsplit_once(' ')?;
    let (first, last) = lines.split_once('-')?;
    Some(Symbol { kind, name, first_line: first.parse().ok()?, last_line: last.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::{Edge, File, Line, Reader, Symbol};

    #[test]
    fn paths_with_spaces_and_names_of_edges_are_read() {
        let mut reader = Reader::default();
        let file = File {
            path: "who calls me/a b.py",
            language: "python",
            n_lines: 7,
            hash: "00ff",
            has_errors: true,
            unsettled: false,
        };
        assert_eq!(reader.read("file who calls me/a b.py python 7 lines 00ff errors"), Some(Line::File(file)));
        let symbol = Symbol { kind: "class", name: "A.<lambda>~2", first_line: 1, last_line: 9 };
        assert_eq!(reader.read("  class A.<lambda>~2 1-9"), Some(Line::Symbol(symbol)));
        let edge =
            Edge { source: "who calls me/a b.py#A", kind: "uses", target: "c.py#x", strategy: "unique-name", line: 3 };
        let called = Edge { kind: "calls", target: "who calls me/a b.py#A.run", ..edge };
        let line = "  3: who calls me/a b.py#A calls who calls me/a b.py#A.run (unique-name)";
        assert_eq!(reader.read(line), Some(Line::Edge(called)));
        let line = "  3: who calls me/a b.py#A uses c.py#x (unique-name)";
        assert_eq!(reader.read(line), Some(Line::Edge(edge)));
        assert_eq!(reader.read("  4 unlinked"), Some(Line::Unlinked(4)));
        assert_eq!(reader.read("  1: outside os.path"), Some(Line::Outside { module: "os.path", line: 1 }));
        assert_eq!(reader.read("nonsense"), None);
    }
}
