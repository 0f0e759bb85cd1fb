//! Nodes and edges in the languages of programs that draw: DOT, Mermaid, GraphML.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::lines::Edge;

/// A language for drawings: each function gives the next piece of the text.
pub(super) trait Drawing {
    fn begin(&self) -> String;
    /// Nodes of one file follow.
    fn begin_file(&mut self, path: &str) -> String;
    fn node(&mut self, id: &str, kind: &str, name: &str) -> String;
    fn end_file(&self) -> String;
    fn edge(&self, edge: &Edge<'_>) -> String;
    fn end(&self) -> String;
    /// How many edges its usual reader takes, where there is such a number.
    fn most_edges(&self) -> Option<u64> {
        None
    }
}

/// For Graphviz: a box for each file.
pub(super) struct Dot;

impl Drawing for Dot {
    fn begin(&self) -> String {
        "digraph scrubjay {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n".to_owned()
    }

    fn begin_file(&mut self, path: &str) -> String {
        let path = dot(path);
        format!("  subgraph \"cluster_{path}\" {{\n    label=\"{path}\";\n")
    }

    fn node(&mut self, id: &str, kind: &str, name: &str) -> String {
        let shape = if kind == "file" { ", shape=note" } else { "" };
        format!("    \"{}\" [label=\"{}\", tooltip=\"{kind}\"{shape}];\n", dot(id), dot(name))
    }

    fn end_file(&self) -> String {
        "  }\n".to_owned()
    }

    fn edge(&self, edge: &Edge<'_>) -> String {
        let style = match edge.kind {
            "calls" => "solid",
            "inherits" | "implements" => "bold",
            _ => "dashed",
        };
        let (source, target) = (dot(edge.source), dot(edge.target));
        format!("  \"{source}\" -> \"{target}\" [label=\"{}\", style={style}];\n", edge.kind)
    }

    fn end(&self) -> String {
        "}\n".to_owned()
    }
}

fn dot(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// For Mermaid, which knows nodes by short names: here by numbers.
#[derive(Default)]
pub(super) struct Mermaid {
    numbers: BTreeMap<String, usize>,
    n_files: usize,
}

impl Drawing for Mermaid {
    fn begin(&self) -> String {
        "flowchart LR\n".to_owned()
    }

    fn begin_file(&mut self, path: &str) -> String {
        self.n_files += 1;
        format!("  subgraph f{} [\"{}\"]\n", self.n_files, mermaid(path))
    }

    fn node(&mut self, id: &str, _kind: &str, name: &str) -> String {
        let number = self.numbers.len();
        self.numbers.insert(id.to_owned(), number);
        format!("    n{number}[\"{}\"]\n", mermaid(name))
    }

    fn end_file(&self) -> String {
        "  end\n".to_owned()
    }

    fn edge(&self, edge: &Edge<'_>) -> String {
        match (self.numbers.get(edge.source), self.numbers.get(edge.target)) {
            (Some(source), Some(target)) => format!("  n{source} -->|{}| n{target}\n", edge.kind),
            _ => String::new(),
        }
    }

    fn end(&self) -> String {
        String::new()
    }

    /// Mermaid's own limit, unless it is configured to take more.
    fn most_edges(&self) -> Option<u64> {
        Some(500)
    }
}

fn mermaid(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '#' | '&' | '<' | '>' | '`' | ';' => {
                // Writing to a String cannot fail.
                let _ = write!(escaped, "#{};", u32::from(letter));
            }
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// For programs that analyse graphs.
#[derive(Default)]
pub(super) struct GraphMl {
    /// Of the file whose nodes follow.
    path: String,
}

impl Drawing for GraphMl {
    fn begin(&self) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                        <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
            .to_owned();
        for (of, name, kind) in [
            ("node", "kind", "string"),
            ("node", "name", "string"),
            ("node", "path", "string"),
            ("edge", "edge", "string"),
            ("edge", "strategy", "string"),
            ("edge", "line", "int"),
        ] {
            let _ = writeln!(text, "  <key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>");
        }
        text.push_str("  <graph id=\"scrubjay\" edgedefault=\"directed\">\n");
        text
    }

    fn begin_file(&mut self, path: &str) -> String {
        path.clone_into(&mut self.path);
        String::new()
    }

    fn node(&mut self, id: &str, kind: &str, name: &str) -> String {
        let (id, name, path) = (xml(id), xml(name), xml(&self.path));
        let kind = kind.replace('-', "_");
        format!(
            "    <node id=\"{id}\"><data key=\"kind\">{kind}</data><data key=\"name\">{name}</data>\
             <data key=\"path\">{path}</data></node>\n",
        )
    }

    fn end_file(&self) -> String {
        String::new()
    }

    fn edge(&self, edge: &Edge<'_>) -> String {
        format!(
            "    <edge source=\"{}\" target=\"{}\"><data key=\"edge\">{}</data><data key=\"strategy\">{}</data>\
             <data key=\"line\">{}</data></edge>\n",
            xml(edge.source),
            xml(edge.target),
            edge.kind,
            edge.strategy.replace('-', "_"),
            edge.line,
        )
    }

    fn end(&self) -> String {
        "  </graph>\n</graphml>\n".to_owned()
    }
}

/// XML has no way at all to say most control characters.
fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' => escaped.push_str("&#9;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}
