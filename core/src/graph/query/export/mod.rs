//! Exports the graph, or a part of it, as text in slices.
//!
//! The slices of one question at one generation form one text, and equal graphs have equal canonical texts. Not here:
//! the lines of the canonical text (`stored::canonical`).

mod drawing;
mod json;
mod part;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use self::drawing::{Dot, Drawing, GraphMl, Mermaid};
pub(super) use self::json::{quoted_string, snake_case};
use self::part::ExportedPart;
use super::name::MAX_NAME_BYTES;
use super::{check_depth, check_path_prefix};
use crate::ask::{Attempt, Resumed, Stop};
use crate::base::error::Error;
use crate::base::hint::Hint;
use crate::graph::model::{FileId, Graph};
use crate::graph::space::GraphSpace;
use crate::graph::stored::canonical;

/// Greatest size of a slice in bytes, unless a single file's text is longer.
const MAX_BYTES: usize = 4 << 20;

/// An export format; the WIT's `graph.export-format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// The canonical text: one line for each file, symbol and edge, the same for equal graphs.
    Text,
    /// One JSON object. Each edge has its confidence.
    Json,
    /// Graphviz's DOT, with a box for each file.
    Dot,
    /// Mermaid's flowchart, for diagrams in Markdown.
    Mermaid,
    /// GraphML, for programs that analyse graphs.
    Graphml,
}

/// The part of the graph to export, the format, and where to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportQuestion {
    /// The format of all slices; a cursor belongs to one format.
    pub format: ExportFormat,
    /// Only files whose path starts with this, and edges between them.
    pub path_prefix: String,
    /// Only this symbol or file and its neighbourhood; everything if empty.
    pub around: String,
    /// The depth of that neighbourhood, in edges: 1 to 10.
    pub depth: u32,
    /// The cursor of the slice; 0 for the first one.
    pub cursor: u32,
}

impl Default for ExportQuestion {
    /// The canonical text of the whole graph, from the start.
    fn default() -> ExportQuestion {
        let (path_prefix, around) = (String::new(), String::new());
        ExportQuestion { format: ExportFormat::Text, path_prefix, around, depth: 1, cursor: 0 }
    }
}

/// A slice of the exported text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportPage {
    /// The text of the slice. The slices of one question, joined in order, form the whole text.
    pub text: String,
    /// The number of files that begin in the slice.
    pub n_files: u32,
    /// The number of edges in the slice, containments included.
    pub n_edges: u32,
    /// The cursor of the next slice; `None` for the last one.
    pub next: Option<u32>,
    /// Possible reasons why the whole export has no file; empty otherwise.
    pub hints: Vec<Hint>,
}

impl GraphSpace {
    /// Exports the slice of the text at a cursor. O(graph) per slice.
    pub(crate) fn export(&mut self, question: &ExportQuestion, resumed: Option<Resumed>) -> Attempt<ExportPage> {
        check_question(question)?;
        self.begin(resumed)?;
        let start_symbol = match question.around.trim() {
            "" => None,
            name => Some(self.resolve(name).map_err(error_for_around)?),
        };
        self.need_edges()?;
        let part = match start_symbol {
            None => ExportedPart::below(&self.graph, question.path_prefix.clone()),
            Some(start) => ExportedPart::around(&self.graph, start, question.depth),
        };
        if question.format == ExportFormat::Json {
            let needs_details = |file: &FileId| part.contains_file(&self.graph, *file) || !part.is_of_files();
            self.need_details(self.graph.files().map(|(file, _)| file).filter(needs_details))?;
        }
        let graph = &self.graph;
        let cursor = question.cursor as usize;
        let mut page = match question.format {
            ExportFormat::Text => export_by_file(graph, &part, cursor, &Frame::default(), &canonical_text),
            ExportFormat::Json => {
                let frame = if self.n_to_link() > 0 { &json::INCOMPLETE_FRAME } else { &json::FRAME };
                export_by_file(graph, &part, cursor, frame, &|_, part, file| json::file_json(self, part, file))
            }
            ExportFormat::Dot => draw(graph, &part, cursor, Box::new(Dot)),
            ExportFormat::Mermaid => draw(graph, &part, cursor, Box::new(Mermaid::of(graph, &part))),
            ExportFormat::Graphml => draw(graph, &part, cursor, Box::new(GraphMl)),
        };
        if cursor == 0 && page.next.is_none() && page.n_files == 0 {
            page.hints = self.unless_incomplete(self.hints_of_export(!question.path_prefix.is_empty()));
        }
        Ok(page)
    }
}

fn check_question(question: &ExportQuestion) -> Result<(), Error> {
    check_depth(question.depth)?;
    check_path_prefix(&question.path_prefix)?;
    Error::check_limit("bytes of a name", question.around.len(), MAX_NAME_BYTES)?;
    if !question.around.trim().is_empty() && !question.path_prefix.is_empty() {
        return Err(Error::invalid("around", "it cannot be given with a path prefix"));
    }
    Ok(())
}

/// An error about the name in `around`, reported for that argument.
fn error_for_around(stop: Stop) -> Stop {
    match stop {
        Stop::Refused(Error::Invalid { why, .. }) => Error::Invalid { argument: "around", why }.into(),
        stop => stop,
    }
}

/// The text of a file and the number of edges in it; `None` if nothing in the file belongs to the part.
type FileText<'a> = &'a dyn Fn(&Graph, &ExportedPart, FileId) -> Option<(String, u32)>;

/// The text before, between and after the files.
#[derive(Default)]
struct Frame {
    before: &'static str,
    between: &'static str,
    after: &'static str,
}

/// A slice of an export in one pass over the files; the cursor counts files.
fn export_by_file(
    graph: &Graph,
    part: &ExportedPart,
    cursor: usize,
    frame: &Frame,
    file_text: FileText<'_>,
) -> ExportPage {
    let mut page = ExportPage { text: String::new(), n_files: 0, n_edges: 0, next: None, hints: Vec::new() };
    let mut is_first = !graph.files().take(cursor).any(|(file, _)| file_text(graph, part, file).is_some());
    if cursor == 0 {
        page.text.push_str(frame.before);
    }
    for (at, (file, _)) in graph.files().enumerate().skip(cursor) {
        let Some((text, n_edges)) = file_text(graph, part, file) else { continue };
        if page.n_files > 0 && page.text.len() + text.len() > MAX_BYTES {
            return ExportPage { next: Some(at as u32), ..page };
        }
        page.text.push_str(if is_first { "" } else { frame.between });
        page.text.push_str(&text);
        page.n_files += 1;
        page.n_edges += n_edges;
        is_first = false;
    }
    page.text.push_str(frame.after);
    page
}

fn canonical_text(graph: &Graph, part: &ExportedPart, file: FileId) -> Option<(String, u32)> {
    let has_head = part.contains_file(graph, file);
    let containments = part.containments(graph, file);
    let mut text = if has_head { canonical::file_head_line(graph, file) } else { String::new() };
    let symbols = canonical::symbols(graph, file);
    symbols.iter().filter(|(symbol, _)| part.contains_symbol(graph, *symbol)).for_each(|(_, line)| text.push_str(line));
    let mut n_edges = 0;
    for (_, line) in
        canonical::edges(graph, file, &containments).iter().filter(|(edge, _)| part.contains_edge(graph, edge))
    {
        text.push_str(line);
        n_edges += 1;
    }
    if has_head && part.is_of_files() {
        text.push_str(&canonical::closing_lines(graph, file, &containments));
    }
    (!text.is_empty()).then_some((text, n_edges))
}

/// A slice of an export in two passes: all nodes, then all edges, because some readers require this order. The cursor
/// counts the files of both passes.
fn draw(graph: &Graph, part: &ExportedPart, cursor: usize, drawing: Box<dyn Drawing + '_>) -> ExportPage {
    let mut page = ExportPage { text: String::new(), n_files: 0, n_edges: 0, next: None, hints: Vec::new() };
    if cursor == 0 {
        page.text.push_str(&drawing.begin());
    }
    let files = || graph.files().map(|(file, _)| file);
    let passes = files().map(|file| (file, true)).chain(files().map(|file| (file, false)));
    for (at, (file, is_for_nodes)) in passes.enumerate().skip(cursor) {
        let (text, n_edges) = match is_for_nodes {
            true => (drawing::draw_nodes(graph, part, file, &*drawing), 0),
            false => drawing::draw_edges(graph, part, file, &*drawing),
        };
        if !page.text.is_empty() && page.text.len() + text.len() > MAX_BYTES {
            return ExportPage { next: Some(at as u32), ..page };
        }
        page.n_files += u32::from(is_for_nodes && !text.is_empty());
        page.n_edges += n_edges;
        page.text.push_str(&text);
    }
    page.text.push_str(drawing.end());
    page
}

#[cfg(test)]
mod tests;
