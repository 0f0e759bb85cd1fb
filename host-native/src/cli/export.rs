//! The command `export`: the graph as canonical text, or in a form that other programs read, rendered from that text.
//!
//! Nothing is held but a page of the text and, for a neighbourhood, the ids that belong to it: each step outwards is one pass
//! over the text. Not here: what the text says, which is the component's, and how it is read (`lines`).

mod drawing;
mod json;
mod lines;

use std::collections::BTreeSet;

use scrubjay::wit::graph::{SymbolKind, WalkQuestion};
use scrubjay::{Error, Memory};

use self::drawing::{Dot, Drawing, GraphMl, Mermaid};
use self::lines::{Line, Reader};
use super::args::{Export, Format};
use super::ask::tell_damage;
use super::output::Output;
use super::{Asked, Ending, Fault};

/// What is exported.
enum Part {
    /// Files whose path begins so.
    Below(String),
    /// These symbols, and the edges between them.
    Symbols(BTreeSet<String>),
}

impl Part {
    fn holds_file(&self, path: &str) -> bool {
        match self {
            Part::Below(prefix) => path.starts_with(prefix),
            Part::Symbols(ids) => {
                let inside = format!("{path}#");
                let mut within = ids.range(inside.clone()..);
                ids.contains(path) || within.next().is_some_and(|id| id.starts_with(&inside))
            }
        }
    }

    fn holds(&self, id: &str) -> bool {
        match self {
            Part::Below(prefix) => id.starts_with(prefix),
            Part::Symbols(ids) => ids.contains(id),
        }
    }

    fn holds_line(&self, path: &str, line: &Line<'_>) -> bool {
        match line {
            Line::File(file) => self.holds_file(file.path),
            Line::Symbol(symbol) => self.holds_file(path) && self.holds(&symbol.id(path)),
            Line::Edge(edge) => self.holds(edge.source) && self.holds(edge.target),
            Line::Unlinked(_) | Line::Outside { .. } => matches!(self, Part::Below(_)) && self.holds_file(path),
        }
    }
}

/// Gathers what is written into larger pieces.
struct Sink<'a> {
    output: &'a Output,
    text: String,
}

impl Sink<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        if self.text.len() >= 1 << 16 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        self.output.write(&self.text);
        self.text.clear();
    }
}

pub(super) fn export(export: &Export, asked: &mut Asked, output: &Output) -> Result<Ending, Fault> {
    let before = asked.memory.status()?;
    tell_damage(&before.damaged, output);
    let around = export.around.as_ref().map(|name| asked.name(name));
    let part = match around {
        Some(name) => neighbourhood(&mut asked.memory, &name, export.depth)?,
        None => Part::Below(asked.prefix(&export.prefix)),
    };
    let memory = &mut asked.memory;
    let sink = &mut Sink { output, text: String::new() };
    let n_written = match export.format.unwrap_or(if output.is_json() { Format::Json } else { Format::Text }) {
        Format::Text => text(memory, &part, sink)?,
        Format::Json => json::write(memory, &part, sink)?,
        Format::Dot => draw(memory, &part, Dot, sink)?,
        Format::Mermaid => draw(memory, &part, Mermaid::default(), sink)?,
        Format::Graphml => draw(memory, &part, GraphMl::default(), sink)?,
    };
    sink.flush();
    if asked.memory.status()?.generation != before.generation {
        return Err(Fault::Changed);
    }
    if n_written == 0 {
        output.say("nothing found");
    }
    Ok(if n_written == 0 { Ending::Nothing } else { Ending::Found })
}

/// The canonical text, or a part of it. Gives the number of files.
fn text(memory: &mut Memory, part: &Part, sink: &mut Sink<'_>) -> Result<u64, Fault> {
    let mut n_files = 0;
    each_line(memory, |path, line, text| {
        if part.holds_line(path, &line) {
            n_files += u64::from(matches!(line, Line::File(_)));
            sink.push(&format!("{text}\n"));
        }
    })?;
    Ok(n_files)
}

/// Nodes in one pass, then edges in another, because some readers want them so. Gives the number of nodes.
fn draw(memory: &mut Memory, part: &Part, mut drawing: impl Drawing, sink: &mut Sink<'_>) -> Result<u64, Fault> {
    let (mut n_nodes, mut n_edges) = (0, 0_u64);
    sink.push(&drawing.begin());
    let mut inside = false;
    each_line(memory, |path, line, _| match line {
        Line::File(_) => {
            if std::mem::take(&mut inside) {
                sink.push(&drawing.end_file());
            }
            if part.holds_line(path, &line) {
                inside = true;
                sink.push(&drawing.begin_file(path));
                if part.holds(path) {
                    n_nodes += 1;
                    sink.push(&drawing.node(path, "file", path));
                }
            }
        }
        Line::Symbol(ref symbol) if symbol.is_drawn() && part.holds_line(path, &line) => {
            n_nodes += 1;
            sink.push(&drawing.node(&symbol.id(path), symbol.kind, symbol.name));
        }
        _ => {}
    })?;
    if inside {
        sink.push(&drawing.end_file());
    }
    each_line(memory, |path, line, _| {
        if let Line::Edge(ref edge) = line
            && part.holds_line(path, &line)
        {
            n_edges += 1;
            sink.push(&drawing.edge(edge));
        }
    })?;
    sink.push(&drawing.end());
    if drawing.most_edges().is_some_and(|most| n_edges > most) {
        sink.output
            .say(format_args!("{n_edges} edges are more than most readers draw; --in or --around makes it less"));
    }
    Ok(n_nodes)
}

/// What a symbol and what is inside it are joined to by at most `depth` edges, in either direction.
fn neighbourhood(memory: &mut Memory, name: &str, depth: u32) -> Result<Part, Error> {
    let question = WalkQuestion { name: name.to_owned(), depth: 1, most: 1, least_confidence: 0.0 };
    let start = memory.callers(&question)?.symbol;
    let inside = format!("{}{}", start.id, if start.kind == SymbolKind::File { '#' } else { '.' });
    let mut ids = BTreeSet::from([start.id]);
    each_line(memory, |path, line, _| {
        if let Line::Symbol(symbol) = line
            && symbol.is_drawn()
        {
            let id = symbol.id(path);
            if id.starts_with(&inside) {
                ids.insert(id);
            }
        }
    })?;
    for _ in 0..depth {
        let mut next = BTreeSet::new();
        each_line(memory, |_, line, _| {
            if let Line::Edge(edge) = line {
                match (ids.contains(edge.source), ids.contains(edge.target)) {
                    (true, false) => next.insert(edge.target.to_owned()),
                    (false, true) => next.insert(edge.source.to_owned()),
                    _ => false,
                };
            }
        })?;
        ids.append(&mut next);
    }
    Ok(Part::Symbols(ids))
}

/// Hands over every line of the canonical text, with the path of the file that it belongs to, and as it stands there.
fn each_line(memory: &mut Memory, mut take: impl FnMut(&str, Line<'_>, &str)) -> Result<(), Error> {
    let mut cursor = Some(0);
    while let Some(at) = cursor {
        let page = memory.export(at)?;
        let mut reader = Reader::default();
        for text in page.text.lines() {
            let line = reader.read(text).ok_or(Error::Contract {
                call: "graph.export",
                what: "a line of the text is not of the form that this release knows",
            })?;
            take(reader.path(), line, text);
        }
        cursor = page.next;
    }
    Ok(())
}
