//! Calls that a memory could have saved: the ceiling, not what is saved. Whether an agent would have left a call out cannot be
//! seen in a recording.

use std::collections::{BTreeMap, BTreeSet};

use super::trace::{Kind, Part, Segment, distinct};
use super::words;

/// What was counted over all segments.
#[derive(Debug, Default)]
struct Count {
    calls: usize,
    /// Read, search, or look at something by a command.
    gathering: usize,
    /// The same call was answered before, and no file was changed since.
    repeated: usize,
    /// A part of a file that earlier reads gave, and the file was not changed since.
    read_before: usize,
    /// A search for one name, or where something is defined: a code graph may know. Not whether it finds all that the search did.
    answerable: usize,
    /// Any of the three.
    any: usize,
}

/// Commands that look and change nothing.
const LOOKING: [&str; 13] =
    ["cat", "grep", "rg", "ls", "find", "head", "tail", "wc", "tree", "git log", "git show", "git diff", "git status"];

pub(super) fn print(segments: &[Segment]) {
    let mut count = Count::default();
    segments.iter().for_each(|segment| add(segment, &mut count));
    let share = |n: usize, all: usize| format!("{:.1} %", 100.0 * n as f64 / all.max(1) as f64);
    println!("\n### Calls that a memory could have saved, at most\n");
    println!("| calls | of all {} | of those that gather information |\n|---|---|---|", count.calls);
    let rows = [
        ("gather information", count.gathering),
        ("the same call was answered before, and nothing was edited since", count.repeated),
        ("a part of a file that was read before, and was not edited since", count.read_before),
        ("a search for one name, which a code graph may know; whether it finds as much is not checked", count.answerable),
        ("any of the three", count.any),
    ];
    for (what, n) in rows {
        println!("| {what} | {} | {} |", share(n, count.calls), share(n, count.gathering));
    }
    println!("\nCounted within stretches between two compactions. A ceiling: no model was asked whether it could do without.");
}

fn add(segment: &Segment, count: &mut Count) {
    // Answered calls since the last edit, and of each file the lines that are known as they stand.
    let mut answered: BTreeSet<String> = BTreeSet::new();
    let mut seen: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for result in segment.parts.iter().filter(|part| part.kind == Kind::Result) {
        let Some(call) = result.call.map(|call| &segment.parts[call]) else { continue };
        count.calls += 1;
        let path = path(call);
        if is_edit(call) {
            answered.clear();
            path.map(|path| seen.remove(&path));
            continue;
        }
        if !is_gathering(call) {
            if matches!(call.tool.as_str(), "Bash" | "bash") {
                // It may have changed anything.
                answered.clear();
                seen.clear();
            }
            continue;
        }
        count.gathering += 1;
        let is_repeated = !answered.insert(format!("{}\n{}", call.tool, serde_json::json!(call.input)));
        let lines = distinct(result.lines.iter().copied());
        let is_read = matches!(call.tool.as_str(), "Read" | "read");
        let is_known = is_read
            && !lines.is_empty()
            && path.as_ref().and_then(|path| seen.get(path)).is_some_and(|seen| lines.iter().all(|line| seen.contains(line)));
        if let (true, false, Some(path)) = (is_read, result.is_error, path) {
            seen.entry(path).or_default().extend(lines);
        }
        let is_answerable = is_search(call);
        count.repeated += usize::from(is_repeated);
        count.read_before += usize::from(is_known);
        count.answerable += usize::from(is_answerable);
        count.any += usize::from(is_repeated || is_known || is_answerable);
    }
}

fn text<'p>(call: &'p Part, name: &str) -> Option<&'p str> {
    call.input.get(name)?.as_str()
}

fn path(call: &Part) -> Option<String> {
    ["file_path", "path"].iter().find_map(|name| text(call, name)).map(str::to_owned)
}

fn is_edit(call: &Part) -> bool {
    matches!(call.tool.as_str(), "Edit" | "edit" | "MultiEdit" | "Write" | "write" | "NotebookEdit")
}

fn is_gathering(call: &Part) -> bool {
    match call.tool.as_str() {
        "Read" | "read" | "Grep" | "grep" | "Glob" | "glob" | "LS" | "LSP" | "find" | "ls" => true,
        "Bash" | "bash" => text(call, "command").is_some_and(is_looking),
        _ => false,
    }
}

/// Whether every command of a line only looks.
fn is_looking(command: &str) -> bool {
    let mut commands = command.split(['|', ';', '\n']).flat_map(|part| part.split("&&")).map(str::trim);
    let looks = |one: &str| {
        one.starts_with("cd ") || LOOKING.iter().any(|word| one.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
    };
    !command.contains(" > ") && !command.contains(">>") && commands.all(looks)
}

/// A search whose pattern is one name, or a keyword and a name.
fn is_search(call: &Part) -> bool {
    if !matches!(call.tool.as_str(), "Grep" | "grep") {
        return false;
    }
    let Some(pattern) = text(call, "pattern") else { return false };
    let words: Vec<&str> = pattern.trim_matches(|char: char| "^$\\b(".contains(char)).split_whitespace().collect();
    let is_name = |word: &str| {
        let word = word.trim_end_matches(['(', '\\', '.', '{']);
        !word.is_empty() && word.chars().all(|char| char.is_ascii_alphanumeric() || char == '_' || char == '.')
    };
    match words.as_slice() {
        [one] => is_name(one) && (words::names(one).next().is_some() || one.starts_with(char::is_uppercase)),
        ["func" | "type" | "def" | "class" | "fn" | "struct" | "interface" | "const" | "var", name] => is_name(name),
        _ => false,
    }
}
