//! The graph as canonical text: equal for equal graphs, whatever way they came about.

use alloc::string::String;
use alloc::vec::Vec;

use crate::ask::{Reply, Resumed};
use crate::error::Error;
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::lang::LANGUAGES;
use crate::graph::links::FileId;
use crate::memory::Memory;
use crate::order;

/// The most bytes of one slice, but for a single file's text that is longer.
const MOST_BYTES: usize = 4 << 20;

/// A slice of the canonical text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportPage {
    /// Whole lines.
    pub text: String,
    /// Where to go on.
    pub next: Option<u32>,
}

impl Memory {
    /// The graph as text, from the file with this place in path order.
    pub fn export(&mut self, cursor: u32, resumed: Option<Resumed>) -> Result<Reply<ExportPage>, Error> {
        self.resume(resumed)?;
        if let Some(ask) = self.need_edges() {
            return Ok(Reply::Ask(ask));
        }
        let mut text = String::new();
        for (at, (id, _)) in self.graph.files().enumerate().skip(cursor as usize) {
            let part = file(self, id);
            if !text.is_empty() && text.len() + part.len() > MOST_BYTES {
                return Ok(Reply::Done(ExportPage { text, next: Some(at as u32) }));
            }
            text.push_str(&part);
        }
        Ok(Reply::Done(ExportPage { text, next: None }))
    }

    /// Hash of everything that is truth and its links: equal for equal memories, whatever way they came about.
    pub fn digest(&self) -> Result<u64, Error> {
        self.check_writing()?;
        let part = |hash, id| xxhash_rust::xxh3::xxh3_64_with_seed(file(self, id).as_bytes(), hash);
        Ok(self.graph.files().map(|(id, _)| id).fold(self.hash_of_manifests(), part))
    }
}

/// One file: itself, its symbols by qualified name and place, its edges by place.
fn file(memory: &Memory, file: FileId) -> String {
    use core::fmt::Write as _;
    let graph = &memory.graph;
    let entry = graph.file(file);
    let mut text = String::new();
    let hash: String = entry.hash.iter().map(|byte| format!("{byte:02x}")).collect();
    let language = LANGUAGES[entry.language as usize].name;
    let state = if entry.linked { "" } else { " unsettled" };
    let errors = if entry.has_errors { " errors" } else { "" };
    // Writing to a String cannot fail.
    let _ = writeln!(text, "file {} {language} {} lines {hash}{errors}{state}", entry.path, entry.n_lines);
    let mut symbols: Vec<(String, u32, String)> = Vec::new();
    for &symbol in entry.symbols.iter().skip(1) {
        let at = graph.symbol(symbol);
        let line = format!("  {} {} {}-{}", kind_name(at.kind), graph.id_in_file(symbol), at.first_line, at.last_line);
        symbols.push((graph.qualified_name(symbol), at.place, line));
    }
    order::sort(&mut symbols);
    for (_, _, line) in symbols {
        let _ = writeln!(text, "{line}");
    }
    let mut edges: Vec<(u32, String)> = graph
        .edges_in(file)
        .map(|edge| {
            let (source, target) = (graph.lasting_id(edge.source), graph.lasting_id(edge.target));
            (
                edge.line,
                format!(
                    "  {}: {source} {} {target} ({})",
                    edge.line,
                    edge_name(edge.kind),
                    strategy_name(edge.strategy)
                ),
            )
        })
        .collect();
    order::sort(&mut edges);
    for (_, line) in edges {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "  {} unlinked", entry.n_unlinked);
    for (module, line) in &entry.externals {
        let _ = writeln!(text, "  {line}: outside {module}");
    }
    text
}

/// The name of a kind, as in the WIT.
pub(crate) fn kind_name(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::File => "file",
        SymbolKind::Module => "module",
        SymbolKind::Class => "class",
        SymbolKind::Interface => "interface",
        SymbolKind::Enum => "enum",
        SymbolKind::Function => "function",
        SymbolKind::Method => "method",
        SymbolKind::Constant => "constant",
        SymbolKind::Variable => "variable",
        SymbolKind::Field => "field",
        SymbolKind::TypeAlias => "type-alias",
        SymbolKind::Macro => "macro",
        SymbolKind::Import => "import",
        SymbolKind::Block => "block",
    }
}

/// The name of a kind of edge, as in the WIT.
pub(crate) fn edge_name(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Calls => "calls",
        EdgeKind::Imports => "imports",
        EdgeKind::Uses => "uses",
        EdgeKind::Inherits => "inherits",
        EdgeKind::Implements => "implements",
        EdgeKind::References => "references",
    }
}

/// The name of a strategy, as in the WIT.
pub(crate) fn strategy_name(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::Lexical => "lexical",
        Strategy::Imported => "imported",
        Strategy::Qualified => "qualified",
        Strategy::SelfMember => "self-member",
        Strategy::SuperMember => "super-member",
        Strategy::Annotated => "annotated",
        Strategy::Constructed => "constructed",
        Strategy::Returned => "returned",
        Strategy::FieldType => "field-type",
        Strategy::Element => "element",
        Strategy::Flow => "flow",
        Strategy::Overridden => "overridden",
        Strategy::UniqueName => "unique-name",
    }
}
