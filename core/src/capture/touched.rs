//! The files that a call touches, from the name of its tool and its parameters.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use crate::record::FileOperation;
use crate::text::json::{Object, Value};

/// The most files of one call.
const MAX_FILES: usize = 32;
/// The most bytes of a path, as events allow.
const MAX_PATH_BYTES: usize = 1_024;
/// Harnesses' tools that read or change the file in a parameter.
const FILE_TOOLS: [(&str, FileOperation); 22] = [
    ("Read", FileOperation::Read),
    ("read", FileOperation::Read),
    ("read_file", FileOperation::Read),
    ("view", FileOperation::Read),
    ("view_image", FileOperation::View),
    ("NotebookRead", FileOperation::Read),
    ("Write", FileOperation::Write),
    ("write", FileOperation::Write),
    ("write_file", FileOperation::Write),
    ("create_file", FileOperation::Write),
    ("Edit", FileOperation::Edit),
    ("edit", FileOperation::Edit),
    ("edit_file", FileOperation::Edit),
    ("MultiEdit", FileOperation::Edit),
    ("multiedit", FileOperation::Edit),
    ("NotebookEdit", FileOperation::Edit),
    ("replace", FileOperation::Edit),
    ("str_replace", FileOperation::Edit),
    ("StrReplace", FileOperation::Edit),
    ("replace_string_in_file", FileOperation::Edit),
    ("insert_edit_into_file", FileOperation::Edit),
    ("insert", FileOperation::Edit),
];
/// Parameters of harnesses' tools with the path; the first one that is given counts.
const PATH_PARAMETERS: [&str; 5] = ["file_path", "notebook_path", "absolute_path", "filePath", "path"];
/// A parameter of harnesses' tools with several paths.
const PATHS_PARAMETER: &str = "files";
/// The operation of a program's tool, by a word of its name; the first match counts.
const OPERATION_WORDS: [(FileOperation, &[&str]); 3] = [
    (FileOperation::Edit, &["edit", "replace", "insert", "append", "patch", "modify"]),
    (FileOperation::Write, &["write", "create", "save"]),
    (FileOperation::Read, &["read", "view", "cat"]),
];
/// Words in the names of tools whose path is no file.
const NON_FILE_WORDS: [&str; 6] = ["dir", "directory", "folder", "url", "web", "page"];
/// Further parameters of programs' tools with the path, likeliest first.
const MORE_PATH_PARAMETERS: [&str; 6] = ["filepath", "file", "filename", "file_name", "fileName", "target_file"];

/// A file that a call touches.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
pub(super) struct TouchedFile {
    #[n(0)]
    pub(super) path: String,
    #[n(1)]
    pub(super) operation: FileOperation,
    /// The first line, from 1; 0 if the whole file.
    #[n(2)]
    pub(super) first_line: u32,
    /// The last line; 0 if the whole file.
    #[n(3)]
    pub(super) last_line: u32,
}

/// The paths in parameters, without those of a patch.
pub(super) fn named_paths<'a>(input: &Object<'a>) -> impl Iterator<Item = Cow<'a, str>> {
    let listed_paths = input.list(PATHS_PARAMETER).into_iter().filter_map(Value::text);
    PATH_PARAMETERS.iter().map(|name| input.text(name)).chain(listed_paths).filter(|path| !path.is_empty())
}

/// Whether a harness's tool of this name reads files and changes none.
pub(super) fn is_reading_tool(tool: &str) -> bool {
    let reads = |operation| matches!(operation, FileOperation::Read | FileOperation::View);
    FILE_TOOLS.iter().any(|(name, operation)| *name == tool && reads(*operation))
}

/// The files that a call touches, by the tool's name and its parameters.
pub(super) fn files_by_tool(tool: &str, input: &Object<'_>) -> Vec<TouchedFile> {
    let operation = FILE_TOOLS.iter().find(|(name, _)| *name == tool).map(|(_, operation)| *operation);
    let (Some(operation), Some(path)) = (operation, named_paths(input).next()) else { return Vec::new() };
    let number = |name: &str| input.get(name).and_then(|value| value.source().parse::<u32>().ok()).unwrap_or(0);
    let (first_line, n_lines) = (number("offset"), number("limit"));
    let last_line = if first_line > 0 && n_lines > 0 { first_line.saturating_add(n_lines - 1) } else { 0 };
    let first_line = if last_line > 0 { first_line } else { 0 };
    alloc::vec![TouchedFile { path: path.into_owned(), operation, first_line, last_line }]
}

/// The files that a program's tool touches: as a harness's tool, else by the words of its name. Empty if unclear.
pub(super) fn files_by_words(tool: &str, input: &Object<'_>) -> Vec<TouchedFile> {
    let files_of_tool = files_by_tool(tool, input);
    let found_files =
        if files_of_tool.is_empty() { file_by_words(tool, input).into_iter().collect() } else { files_of_tool };
    found_files.into_iter().filter(|touched| is_file(&touched.path)).collect()
}

/// The file that a program's tool touches, by the words of its name.
fn file_by_words(tool: &str, input: &Object<'_>) -> Option<TouchedFile> {
    let words = words_of(tool);
    if NON_FILE_WORDS.iter().any(|word| words.iter().any(|tool_word| tool_word == word)) {
        return None;
    }
    // An editor with several commands names the one that is meant.
    let command = input.get("command").and_then(|command| command.text());
    let meant_words = match command {
        Some(command) if words.iter().any(|word| word == "edit") => words_of(&command),
        _ => words,
    };
    let is_meant = |(_, operation_words): &&(FileOperation, &[&str])| {
        operation_words.iter().any(|word| meant_words.iter().any(|meant_word| meant_word == word))
    };
    let (operation, _) = OPERATION_WORDS.iter().find(is_meant)?;
    let more_paths = MORE_PATH_PARAMETERS.iter().map(|name| input.text(name));
    let path = named_paths(input).chain(more_paths).find(|path| !path.is_empty())?.into_owned();
    Some(TouchedFile { path, operation: *operation, first_line: 0, last_line: 0 })
}

/// The words of a name in lower case: `readFile` has two.
fn words_of(name: &str) -> Vec<String> {
    let (mut words, mut word, mut was_small) = (Vec::new(), String::new(), false);
    for letter in name.chars() {
        if !letter.is_ascii_alphabetic() || letter.is_ascii_uppercase() && was_small {
            words.push(core::mem::take(&mut word));
        }
        if letter.is_ascii_alphabetic() {
            word.push(letter.to_ascii_lowercase());
        }
        was_small = letter.is_ascii_lowercase();
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a path may name a file: it is no URL, does not end as a folder, and has no `..` or control character.
fn is_file(path: &str) -> bool {
    let leads_above = path.split(['/', '\\']).any(|part| part == "..");
    let is_odd = path.chars().any(char::is_control) || path.contains("://") || path.ends_with(['/', '\\']);
    path.len() <= MAX_PATH_BYTES && !leads_above && !is_odd && !path.trim_matches([' ', '.']).is_empty()
}

/// The files that a patch of the form `*** Update File: PATH` touches.
pub(super) fn files_in_patch(patch: &str) -> Vec<TouchedFile> {
    const PATCH_FILE_PREFIXES: [(&str, FileOperation); 3] = [
        ("*** Add File: ", FileOperation::Write),
        ("*** Update File: ", FileOperation::Edit),
        ("*** Delete File: ", FileOperation::Edit),
    ];
    let touched = patch.lines().filter_map(|line| {
        let (path, operation) =
            PATCH_FILE_PREFIXES.iter().find_map(|(head, operation)| Some((line.strip_prefix(head)?, *operation)))?;
        Some(TouchedFile { path: String::from(path.trim()), operation, first_line: 0, last_line: 0 })
    });
    touched.take(MAX_FILES).collect()
}
