//! Answers as text: each line begins with a position that editors recognise.
//!
//! What a repository says cannot end a line, move a cursor or turn the direction of a line: in names, paths and signatures
//! such characters are escaped, wherever the text goes. JSON has them as they are. Not here: what a terminal is shown of
//! texts that are not made here (`output`).

use std::borrow::Cow;
use std::fmt::Write as _;

use scrubjay::wit::Word;
use scrubjay::wit::graph::{
    DependencyPage, FileOutline, FindPage, HierarchyPage, MaybePage, PathPage, RepositoryMap, SourcePage, Step, Symbol,
    SymbolKind, WalkPage,
};
use scrubjay::wit::recall::Prepared;
use scrubjay::wit::types::Factor;

/// An answer as the command line prints it, with a last line for what it leaves out.
pub trait Shown {
    /// The text.
    fn shown(&self) -> String;
}

macro_rules! shown {
    ($($answer:ty: $show:expr;)*) => {$(
        impl Shown for $answer {
            fn shown(&self) -> String {
                let show: fn(&$answer) -> String = $show;
                show(self)
            }
        }
    )*};
}

shown! {
    FindPage: |page| counted(find(page), page.hits.len(), page.n_hits);
    WalkPage: |page| counted(walk(page), page.steps.len(), page.n_steps);
    PathPage: |page| counted(path(page), page.steps.len(), page.steps.len() as u32);
    HierarchyPage: |page| {
        counted(hierarchy(page), page.above.len() + page.below.len(), page.n_above + page.n_below)
    };
    DependencyPage: |page| counted(dependencies(page), page.dependencies.len(), page.n_dependencies);
    MaybePage: |page| {
        let n_given = page.places.len();
        counted(super::maybe::lines(Some(page)), n_given, page.n_places.unwrap_or(n_given as u32))
    };
    FileOutline: outline;
    SourcePage: |page| page.text.clone();
    RepositoryMap: |map| map.text.clone();
    Prepared: |prepared| prepared.text.clone();
}

fn counted(text: String, n_given: usize, n_all: u32) -> String {
    match n_given {
        0 => "nothing found\n".to_owned(),
        n if (n as u64) < u64::from(n_all) => format!("{text}{n} of {n_all}; `most` shows more\n"),
        _ => text,
    }
}

pub(super) fn find(page: &FindPage) -> String {
    let mut text = String::new();
    for found in &page.hits {
        let symbol = &found.symbol;
        let _ = writeln!(text, "{}:{}  {}", shown(&symbol.path), symbol.first_line, described(symbol));
        explain(&mut text, found.score, &found.factors);
    }
    text
}

pub(super) fn outline(outline: &FileOutline) -> String {
    let mut text = String::new();
    for one in &outline.symbols {
        let symbol = &one.symbol;
        let indent = 2 * one.depth as usize;
        let lines = format!("{}-{}", symbol.first_line, symbol.last_line);
        let _ = writeln!(text, "{lines:>11}  {:indent$}{}", "", signed(symbol));
    }
    text
}

pub(super) fn walk(page: &WalkPage) -> String {
    let mut text = String::new();
    for step in &page.steps {
        step_line(&mut text, step, "");
    }
    text
}

pub(super) fn path(page: &PathPage) -> String {
    let mut text = String::new();
    for step in &page.steps {
        step_line(&mut text, step, "");
    }
    text
}

pub(super) fn hierarchy(page: &HierarchyPage) -> String {
    let mut text = String::new();
    for step in &page.above {
        step_line(&mut text, step, "above: ");
    }
    for step in &page.below {
        step_line(&mut text, step, "below: ");
    }
    text
}

fn step_line(text: &mut String, step: &Step, before: &str) {
    let indent = 2 * (step.depth.max(1) as usize - 1);
    let through = step.overridden.as_ref().map(|named| format!(", through {}", shown(name_in(named))));
    let _ = writeln!(
        text,
        "{}:{}  {:indent$}{before}{} {}  ({}, {} {:.2}{})",
        shown(&step.path),
        step.line,
        "",
        spoken(step.symbol.kind.word()),
        shown(named_from(&step.path, &step.symbol)),
        step.edge.word(),
        spoken(step.strategy.word()),
        step.confidence,
        through.unwrap_or_default(),
    );
}

/// The name of a symbol in its file, from its id.
fn name_in(id: &str) -> &str {
    id.split_once('#').map_or(id, |(_, name)| name)
}

pub(super) fn dependencies(page: &DependencyPage) -> String {
    let mut text = String::new();
    for one in &page.dependencies {
        let indent = 2 * (one.depth.max(1) as usize - 1);
        let place = if one.external { "outside" } else { "file" };
        let edges = if one.n_edges == 1 { "edge" } else { "edges" };
        let _ =
            writeln!(text, "{:indent$}{}  ({place}, line {}, {} {edges})", "", shown(&one.name), one.line, one.n_edges);
    }
    text
}

pub(super) fn reasons(prepared: &Prepared) -> String {
    let mut text = String::new();
    for piece in &prepared.pieces {
        let form = spoken(piece.form.word());
        let _ = writeln!(
            text,
            "{}:{}-{}  {form}, {} tokens: {}",
            shown(&piece.path),
            piece.first_line,
            piece.last_line,
            piece.tokens,
            shown(&piece.why),
        );
        explain(&mut text, piece.score, &piece.factors);
    }
    text
}

fn explain(text: &mut String, score: f64, factors: &[Factor]) {
    if factors.is_empty() {
        return;
    }
    let factors: Vec<String> = factors.iter().map(|factor| format!("{} {:.3}", factor.name, factor.value)).collect();
    let _ = writeln!(text, "    {score:.3} = {}", factors.join(", "));
}

/// Kind, name and signature.
fn described(symbol: &Symbol) -> String {
    let kind = spoken(symbol.kind.word());
    match symbol.signature.is_empty() {
        true => format!("{kind} {}", shown(&symbol.qualified_name)),
        false => format!("{kind} {}  {}", shown(&symbol.qualified_name), shown(&symbol.signature)),
    }
}

/// The signature, which usually contains the kind.
fn signed(symbol: &Symbol) -> String {
    let text = shown(if symbol.signature.is_empty() { &symbol.name } else { &symbol.signature });
    match symbol.kind {
        SymbolKind::Constant | SymbolKind::Variable | SymbolKind::Field => {
            format!("{} {text}", spoken(symbol.kind.word()))
        }
        _ => text.into_owned(),
    }
}

/// A symbol's name within its file: there the qualified name is sufficient.
fn named_from<'a>(path: &str, symbol: &'a Symbol) -> &'a str {
    if symbol.path == path && symbol.kind != SymbolKind::File { &symbol.qualified_name } else { &symbol.id }
}

/// A text from a repository on one line.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    let is_kept = |char: char| !is_obeyed(char) && char != '\n';
    if text.chars().all(is_kept) {
        return text.into();
    }
    let escaped =
        text.chars().map(|char| if is_kept(char) { char.to_string() } else { char.escape_unicode().to_string() });
    escaped.collect::<String>().into()
}

/// Whether a terminal or an editor obeys a character instead of showing it: one that controls, ends a line, or changes the
/// direction of text. Tabs and line feeds are for the caller.
pub(super) fn is_obeyed(char: char) -> bool {
    char.is_control() && !matches!(char, '\t' | '\n')
        || matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

pub(super) fn spoken(name: &str) -> String {
    name.replace('_', " ")
}

/// A number with separated thousands.
pub(super) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// How many of what, as it is said of one and of others.
pub(super) fn many(n: u64, one: &str, others: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { others })
}

/// A number of bytes.
pub(super) fn size(n_bytes: u64) -> String {
    match n_bytes {
        0..1_000 => format!("{n_bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} KB", n_bytes as f64 / 1e3),
        _ => format!("{:.1} MB", n_bytes as f64 / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::{count, shown, size};

    #[test]
    fn what_a_repository_says_is_one_line() {
        assert_eq!(shown("src/日本 ä.py\t"), "src/日本 ä.py\t");
        let path = "a\u{2028}## b\u{202e}\u{9b}1m\u{1b}[1m\nc.py";
        assert_eq!(shown(path), "a\\u{2028}## b\\u{202e}\\u{9b}1m\\u{1b}[1m\\u{a}c.py");
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 12, 999, 1_000, 1_234_567].map(count), ["0", "12", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn sizes_have_a_unit_that_fits() {
        assert_eq!([999, 1_500, 17_900_000].map(size), ["999 bytes", "1.5 KB", "17.9 MB"]);
    }
}
