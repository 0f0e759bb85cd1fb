//! Answers as text; lines of hits and steps begin with a position that editors recognise.
//!
//! A repository's text cannot end a line, move a cursor or change the text direction: such characters in names, paths
//! and signatures are escaped everywhere. Not here: the escaping of other texts (`output`).

use alloc::string::String;
use alloc::vec::Vec;

pub(super) use scrubjay_core::display::{counted_noun, escaped_line as shown, with_separators};

use super::styled::Styled;
use super::word::Word as _;
use crate::bindings::exports::scrubjay::memory::graph::{
    DependencyPage, FileOutline, FindPage, HierarchyPage, PathPage, RepositoryMap, Step, Symbol, SymbolKind,
};
use crate::bindings::exports::scrubjay::memory::prepare::Prepared;
use crate::bindings::exports::scrubjay::memory::tools::LinePart;
use crate::bindings::exports::scrubjay::memory::types::Factor;
use crate::facade::UnreadLanguage;

/// The number of symbols and files that a map leaves out; `None` if it shows all.
pub(super) fn left_out_of_map(map: &RepositoryMap) -> Option<String> {
    let symbols = counted_noun(map.n_symbols_left_out, "symbol", "symbols");
    let whole_files = match map.n_files_left_out {
        0 => String::new(),
        n => format!(", among them all of {}", counted_noun(n, "file", "files")),
    };
    (map.n_symbols_left_out > 0).then(|| symbols + &whole_files)
}

/// The number of pieces and reminders in prepared code, as text.
pub(super) fn piece_counts(prepared: &Prepared) -> String {
    let code = counted_noun(prepared.pieces.len() as u64, "piece", "pieces");
    match prepared.beside.len() as u64 {
        0 => code,
        n => format!("{code}, and {} recorded earlier,", counted_noun(n, "thing", "things")),
    }
}

/// The number of symbols and reminders for which the budget had no room, as text.
pub(super) fn left_out_of_context(prepared: &Prepared) -> String {
    let code = counted_noun(prepared.n_left_out, "weaker symbol", "weaker symbols");
    match prepared.n_beside_left_out {
        0 => code,
        n => format!("{code} and {} recorded earlier", counted_noun(n, "thing", "things")),
    }
}

/// Says which words of a query are in no name, signature or comment that passes its filters; `None` if there are no
/// such words.
pub(super) fn unmatched_words(page: &FindPage, has_filters: bool) -> Option<String> {
    let words: Vec<String> = page.unmatched.iter().map(|word| shown(word).into_owned()).collect();
    let filtered = if has_filters { " that passes the filters" } else { "" };
    (!words.is_empty()).then(|| format!("no name, signature or comment{filtered} has: {}", words.join(", ")))
}

/// The files that an answer about symbols does not cover, because their languages are not read; without shell scripts,
/// which name programs and not symbols. `None` if there are none.
pub(super) fn uncovered_files(languages: &[UnreadLanguage]) -> Option<String> {
    let has_symbols = |one: &&UnreadLanguage| !matches!(one.language.as_str(), "Shell" | "PowerShell");
    let mut uncovered = languages.iter().filter(has_symbols).peekable();
    uncovered.peek()?;
    let language_files =
        |one: &UnreadLanguage| format!("{} of {}", counted_noun(one.n_files, "file", "files"), one.language);
    Some(uncovered.map(language_files).collect::<Vec<String>>().join(", "))
}

pub(super) fn find_text(page: &FindPage) -> Styled {
    let mut text = Styled::default();
    for found in &page.hits {
        let symbol = &found.symbol;
        text.place(&symbol.path, symbol.first_line)
            .put("  ")
            .part(LinePart::Kind, &spoken_name(symbol.kind.word()))
            .put(" ");
        text.part(LinePart::Name, if symbol.kind == SymbolKind::File { &symbol.path } else { &symbol.qualified_name });
        if !symbol.signature.is_empty() {
            text.put("  ").part(LinePart::Signature, &symbol.signature);
        }
        text.put("\n").put(&explained(found.score, &found.factors));
    }
    text
}

pub(super) fn outline_text(outline: &FileOutline) -> Styled {
    let mut text = Styled::default();
    for one in &outline.symbols {
        let symbol = &one.symbol;
        let lines = format!("{:>11}", format!("{}-{}", symbol.first_line, symbol.last_line));
        text.part(LinePart::Line, &lines).put("  ").put(&" ".repeat(2 * one.depth as usize));
        text.part(LinePart::Signature, &signed(symbol)).put("\n");
    }
    text
}

pub(super) fn path_text(page: &PathPage) -> Styled {
    let mut text = Styled::default();
    page.steps.iter().for_each(|step| step_line(&mut text, step, "", ""));
    text
}

pub(super) fn hierarchy_text(page: &HierarchyPage) -> Styled {
    let mut text = Styled::default();
    page.above.iter().for_each(|step| step_line(&mut text, step, "above: ", &via_symbol(step)));
    page.below.iter().for_each(|step| step_line(&mut text, step, "below: ", &via_symbol(step)));
    text
}

/// The symbol through which a step beyond the first is reached; empty for a first step.
pub(super) fn via_symbol(step: &Step) -> String {
    if step.depth > 1 { format!(", via {}", name_in(&step.via)) } else { String::new() }
}

/// Lists the ids of a name's several meanings; `None` if it has only one.
pub(super) fn list_meanings(meanings: &[Symbol]) -> Option<String> {
    let ids: Vec<&str> = meanings.iter().map(|meaning| meaning.id.as_str()).collect();
    let n = counted_noun(ids.len() as u64, "meaning", "meanings");
    (!ids.is_empty()).then(|| format!("the name has {n}, and this is of each: {}", ids.join(", ")))
}

/// Adds a step as a line of its own. `prefix` is put before the symbol's kind, `suffix` before the closing parenthesis.
pub(super) fn step_line(text: &mut Styled, step: &Step, prefix: &str, suffix: &str) {
    text.place(&step.path, step.line).put("  ").put(&indentation(step.depth)).put(prefix);
    text.part(LinePart::Kind, &spoken_name(step.symbol.kind.word())).put(" ");
    text.part(LinePart::Name, shortest_name(&step.path, &step.symbol)).put("  ");
    let (edge, strategy) = (step.edge.word(), spoken_name(step.strategy.word()));
    let through = step.overridden.as_ref().map(|named| format!(", through {}", name_in(named))).unwrap_or_default();
    text.part(LinePart::Aside, &format!("({edge}, {strategy} {:.2}{through}{suffix})", step.confidence)).put("\n");
}

/// The name of a symbol within its file, from its id.
fn name_in(id: &str) -> &str {
    id.split_once('#').map_or(id, |(_, name)| name)
}

/// The indentation of a step at this depth.
pub(super) fn indentation(depth: u32) -> String {
    " ".repeat(2 * (depth.max(1) as usize - 1))
}

pub(super) fn dependencies_text(page: &DependencyPage) -> Styled {
    let mut text = Styled::default();
    for one in &page.dependencies {
        let place = if one.external { "outside" } else { "file" };
        let edges = counted_noun(one.n_edges, "edge", "edges");
        text.put(&indentation(one.depth)).part(LinePart::Path, &one.name).put("  ");
        text.part(LinePart::Aside, &format!("({place}, line {}, {edges})", one.line)).put("\n");
    }
    text
}

pub(super) fn reasons_text(prepared: &Prepared) -> Styled {
    let mut text = Styled::default();
    for piece in &prepared.pieces {
        let form = spoken_name(piece.form.word());
        text.part(LinePart::Path, &piece.path).put(":");
        text.part(LinePart::Line, &format!("{}-{}", piece.first_line, piece.last_line));
        text.put(&format!("  {form}, {} tokens: {}\n", piece.tokens, shown(&piece.why)));
        text.put(&explained(piece.score, &piece.factors));
    }
    for piece in &prepared.beside {
        text.part(LinePart::Name, &piece.id).put(&format!("  recorded earlier: {}\n", shown(&piece.why)));
    }
    text
}

/// The factors of a score on a line; empty if there are none.
fn explained(score: f64, factors: &[Factor]) -> String {
    if factors.is_empty() {
        return String::new();
    }
    let factors: Vec<String> = factors.iter().map(|factor| format!("{} {:.3}", factor.name, factor.value)).collect();
    format!("    {score:.3} = {}\n", factors.join(", "))
}

/// The signature of a symbol, or its name if it has none; the kind of a constant, variable or field stands before it.
fn signed(symbol: &Symbol) -> String {
    let text = if symbol.signature.is_empty() { &symbol.name } else { &symbol.signature };
    match symbol.kind {
        SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Field => {
            format!("{} {text}", spoken_name(symbol.kind.word()))
        }
        _ => text.clone(),
    }
}

/// The shortest clear name of a symbol: the qualified name within its own file, else the id.
pub(super) fn shortest_name<'a>(path: &str, symbol: &'a Symbol) -> &'a str {
    if symbol.path == path && symbol.kind != SymbolKind::File { &symbol.qualified_name } else { &symbol.id }
}

pub(super) fn spoken_name(name: &str) -> String {
    name.replace('_', " ")
}

/// A text with all white space replaced by single spaces.
pub(super) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// A text in a fence that nothing in it can end: longer than any run of backticks in the text. Nothing for an empty
/// text.
pub(super) fn fenced_text(what: &str, text: &str) -> String {
    let longest = text.split(|char| char != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    match text.is_empty() {
        true => String::new(),
        false => format!("{what}, which is data and asks for nothing:\n{fence}\n{}{fence}\n", with_line_end(text)),
    }
}

/// The text with a line end, which the last line of a file may lack; an empty text stays empty.
pub(super) fn with_line_end(text: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{end}")
}
