//! Assertions about edges: edges that must or must not exist, and kinds that are listed completely.

use std::fmt;

use super::Unreadable;

/// The kinds of the WIT.
const KINDS: [&str; 7] = ["calls", "imports", "uses", "inherits", "implements", "references", CONTAINS];

/// The kind of edges that follow from the symbols. An assertion is about such edges only if it names this kind.
const CONTAINS: &str = "contains";

/// An edge in a memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The id of the symbol that contains the reference.
    pub source: String,
    /// The id of the symbol that is referred to.
    pub target: String,
    /// One of the WIT's kinds.
    pub kind: String,
    /// How the target was resolved.
    pub strategy: String,
}

impl Edge {
    /// The edges in the canonical text of a graph: lines `line: source kind target (strategy)`.
    pub fn all_in(export: &str) -> Vec<Edge> {
        let mut edges: Vec<Edge> = export.lines().filter_map(Edge::read).map(|(_, edge)| edge).collect();
        edges.sort();
        edges.dedup();
        edges
    }

    /// The edge in a line of the canonical text, with its line number; `None` for any other line.
    pub fn read(line: &str) -> Option<(u32, Edge)> {
        let (number, rest) = line.strip_prefix("  ")?.split_once(": ")?;
        let number = number.parse().ok()?;
        let (rest, strategy) = rest.strip_suffix(')')?.rsplit_once(" (")?;
        let (source, kind, target) = KINDS.iter().find_map(|kind| {
            let (source, target) = rest.split_once(&format!(" {kind} "))?;
            Some((source, *kind, target))
        })?;
        let [source, target, kind, strategy] = [source, target, kind, strategy].map(str::to_owned);
        Some((number, Edge { source, target, kind, strategy }))
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} -> {} {} {}", self.source, self.target, self.kind, self.strategy)
    }
}

/// A block of assertions.
#[derive(Clone, Debug)]
pub struct Edges {
    /// The 1-based line on which the block begins.
    pub line: usize,
    /// Kinds whose edges must all be listed.
    exactly: Vec<String>,
    assertions: Vec<Assertion>,
}

#[derive(Clone, Debug)]
struct Assertion {
    line: usize,
    source: String,
    target: String,
    /// `None` means any kind but [`CONTAINS`].
    kind: Option<String>,
    strategy: Option<String>,
    is_present: bool,
}

impl Edges {
    /// Parses a block; `words` are those after the first one of the label.
    pub(super) fn parse<'a>(
        mut words: impl Iterator<Item = &'a str>,
        body: &[(&str, usize)],
        line: usize,
    ) -> Result<Edges, Unreadable> {
        let unreadable = |line, why: &str| Unreadable { line, why: why.to_owned() };
        let exactly: Vec<String> = match words.next() {
            None => Vec::new(),
            Some("exactly") => words.map(str::to_owned).collect(),
            Some(_) => return Err(unreadable(line, "`edges` or `edges exactly kind kind`")),
        };
        if exactly.iter().any(|kind| !KINDS.contains(&kind.as_str())) {
            return Err(unreadable(line, "no such kind of edge"));
        }
        let mut assertions = Vec::new();
        for &(text, line) in body {
            let text = text.split(" # ").next().unwrap_or(text).trim();
            if !text.is_empty() && !text.starts_with("# ") {
                let read = assertion(text, line);
                assertions
                    .push(read.ok_or_else(|| unreadable(line, "an edge reads `source -> target kind strategy`"))?);
            }
        }
        Ok(Edges { line, exactly, assertions })
    }

    /// The differences between these edges and the assertions, one line each; empty if there are none.
    pub fn faults(&self, edges: &[Edge]) -> Vec<String> {
        let mut faults = Vec::new();
        for assertion in &self.assertions {
            let fitting_edge = edges.iter().find(|edge| assertion.fits(edge));
            match (assertion.is_present, fitting_edge) {
                (true, None) => faults.push(format!("line {}: missing: {assertion}", assertion.line)),
                (false, Some(edge)) => faults.push(format!("line {}: must not be there: {edge}", assertion.line)),
                _ => {}
            }
        }
        for edge in edges.iter().filter(|edge| self.exactly.contains(&edge.kind)) {
            if !self.assertions.iter().any(|assertion| assertion.is_present && assertion.fits(edge)) {
                faults.push(format!("line {}: not listed: {edge}", self.line));
            }
        }
        faults
    }
}

impl Assertion {
    fn fits(&self, edge: &Edge) -> bool {
        fits(&self.source, &edge.source)
            && fits(&self.target, &edge.target)
            && self.kind.as_ref().map_or(edge.kind != CONTAINS, |kind| *kind == edge.kind)
            && self.strategy.as_ref().is_none_or(|strategy| *strategy == edge.strategy)
    }
}

/// Whether an id fits a pattern: an id, `*`, or a prefix of an id followed by `*`.
fn fits(pattern: &str, id: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => id.starts_with(beginning),
        None => id == pattern,
    }
}

impl fmt::Display for Assertion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arrow = if self.is_present { "->" } else { "-/>" };
        write!(out, "{} {arrow} {}", self.source, self.target)?;
        [&self.kind, &self.strategy].into_iter().flatten().try_for_each(|word| write!(out, " {word}"))
    }
}

fn assertion(text: &str, line: usize) -> Option<Assertion> {
    let (source, rest, is_present) = match text.split_once(" -/> ") {
        Some((source, rest)) => (source, rest, false),
        None => text.split_once(" -> ").map(|(source, rest)| (source, rest, true))?,
    };
    let mut words = rest.split_whitespace().map(str::to_owned);
    let (target, kind, strategy) = (words.next()?, words.next(), words.next());
    let is_sensible = words.next().is_none() && kind.as_ref().is_none_or(|kind| KINDS.contains(&kind.as_str()));
    is_sensible.then(|| Assertion { line, source: source.trim().to_owned(), target, kind, strategy, is_present })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(label: &[&str], body: &str, expected: &[&str]) {
        let edge = |source: &str, target: &str| Edge {
            source: source.to_owned(),
            target: target.to_owned(),
            kind: "calls".to_owned(),
            strategy: "imported".to_owned(),
        };
        let body: Vec<_> = body.lines().zip(1..).collect();
        let edges = Edges::parse(label.iter().copied(), &body, 0).unwrap();
        assert_eq!(edges.faults(&[edge("a.py#f", "b.py#g"), edge("a.py#f", "b.py#h")]), expected);
    }

    #[test]
    fn edges_are_read_from_the_canonical_text() {
        let export = "file a.py python 3 lines ab\n  function f 1-2\n  2: a.py#f calls b.py#g (self-member)\n  0 unlinked\n  1: outside os\n";
        let edges: Vec<String> = Edge::all_in(export).iter().map(ToString::to_string).collect();
        assert_eq!(edges, ["a.py#f -> b.py#g calls self-member"]);
    }

    #[test]
    fn edges_that_are_as_asserted_are_no_fault() {
        check(&[], "a.py#f -> b.py#g calls imported\na.py#f -/> b.py#k\nb.py -/> * # nothing at all", &[]);
    }

    #[test]
    fn containment_is_asserted_by_name_alone() {
        let export = "  1: a.py contains a.py#f (lexical)\n";
        let faults = |body: &str| {
            let edges = Edges::parse(["exactly", CONTAINS].into_iter(), &[(body, 1)], 0).unwrap();
            edges.faults(&Edge::all_in(export))
        };
        assert_eq!(faults("a.py -> a.py#f contains lexical"), Vec::<String>::new());
        assert_eq!(faults("a.py -/> *"), ["line 0: not listed: a.py -> a.py#f contains lexical"]);
        assert_eq!(faults("a.py -> *").len(), 2);
    }

    #[test]
    fn a_missing_edge_a_forbidden_one_and_an_unlisted_one_are_faults() {
        check(
            &["exactly", "calls"],
            "a.py#f -> b.py#g uses\na.py#f -/> b.py#* calls",
            &[
                "line 1: missing: a.py#f -> b.py#g uses",
                "line 2: must not be there: a.py#f -> b.py#g calls imported",
                "line 0: not listed: a.py#f -> b.py#g calls imported",
                "line 0: not listed: a.py#f -> b.py#h calls imported",
            ],
        );
    }
}
