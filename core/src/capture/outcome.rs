//! The outcome of a call, from the text of its result where nothing else states it.
//!
//! Harnesses give models one text: the output of a command after lines with its exit code, an object in a string, or
//! their own words for why a tool did not run. Only the lines above the output are read, since a program may print
//! anything below.

use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

use crate::text::json::{Object, Value};

/// Beginnings of lines with the exit code of a command, in lower case.
const EXIT_CODE_LINE_BEGINNINGS: [&str; 2] = ["exit code: ", "process exited with code "];
/// Beginnings of a first line that states an exit code and nothing else, in lower case.
const EXIT_CODE_BEGINNINGS: [&str; 3] = ["exit code", "process exited with code", "exited with code"];
/// The line before the output of a command.
const OUTPUT_LINE: &str = "Output:";
/// The most lines before the output that are read.
const MAX_HEAD_LINES: usize = 8;
/// Beginnings of results whose command still runs or has an unknown end, in lower case.
const RUNNING_PREFIXES: [&str; 3] = ["process running with session id", "aborted", "command running in background"];
/// Beginnings of results of calls that did not run, in lower case.
const NOT_RUN_PREFIXES: [&str; 13] = [
    "execution error",
    "failed to parse",
    "failed in sandbox",
    "unsupported call",
    "unsupported custom tool call",
    "apply_patch verification failed",
    "exec_command failed",
    "write_stdin failed",
    "exec command rejected",
    "patch rejected",
    "command timed out",
    "sandbox error",
    "err: ",
];

/// The output and success of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Outcome<'a> {
    pub(super) output: Cow<'a, str>,
    /// `None` if not stated.
    pub(super) success: Option<bool>,
}

/// The outcome of a command with this exit code; if the code is positive, the output begins with it.
pub(super) fn of_exit_code(output: Cow<'_, str>, code: i64) -> Outcome<'_> {
    let output = if code > 0 { Cow::Owned(format!("Exit code {code}\n{output}")) } else { output };
    Outcome { output, success: Some(code == 0) }
}

/// Parses a result: a text, an object with an output, or a list of parts with texts.
pub(super) fn parse<'a>(result: Value<'a>) -> Outcome<'a> {
    if let Some(object) = result.object() {
        return parse_object(&object).unwrap_or_default();
    }
    match result.text() {
        Some(text) => parse_text(text),
        None => parse_text(texts(result)),
    }
}

/// The texts of parts, without empty ones, joined by line breaks.
pub(super) fn texts(parts: Value<'_>) -> Cow<'_, str> {
    let texts: Vec<_> = parts.list().into_iter().filter_map(Value::object).map(|part| part.text("text")).collect();
    Cow::Owned(texts.iter().filter(|text| !text.is_empty()).map(|text| &**text).collect::<Vec<_>>().join("\n"))
}

/// A value as an integer.
pub(super) fn number(value: Value<'_>) -> Option<i64> {
    value.source().parse().ok()
}

/// Parses `{ output, metadata: { exit_code } }` or `{ content, success }`.
fn parse_object<'a>(object: &Object<'a>) -> Option<Outcome<'a>> {
    if let Some(output) = object.get("output").and_then(Value::text) {
        let code = object.object("metadata").and_then(|metadata| number(metadata.get("exit_code")?));
        return Some(code.map_or_else(|| parse_text(output.clone()), |code| of_exit_code(output.clone(), code)));
    }
    let content = object.get("content")?;
    let text = content.text().unwrap_or_else(|| texts(content));
    Some(match object.get("success").filter(|success| !success.is_null()) {
        Some(success) => Outcome { success: Some(success.is_true()), ..parse_text(text) },
        None => parse_text(text),
    })
}

/// Parses a text; one that states no outcome counts as success.
pub(super) fn parse_text(text: Cow<'_, str>) -> Outcome<'_> {
    match parse_stated(&text) {
        Some(Outcome { output, success }) => Outcome { output: Cow::Owned(output.into_owned()), success },
        None => Outcome { output: text, success: Some(true) },
    }
}

/// Whether a program's call succeeded, by an exit code or an `Output:` line in its result; `None` if neither tells.
pub(super) fn success_of(text: &str) -> Option<bool> {
    let first_line = text.lines().next().unwrap_or_default().trim().to_ascii_lowercase();
    let code = EXIT_CODE_BEGINNINGS.iter().find_map(|words| first_line.strip_prefix(words));
    let code = code.and_then(|code| code.trim_start_matches([':', ' ']).parse::<i64>().ok());
    let code = code.or_else(|| exit_code_in(&Value::parse(text).ok()?.object()?));
    code.map(|code| code == 0).or_else(|| parse_head(text)?.success)
}

/// The exit code that an object states.
fn exit_code_in(object: &Object<'_>) -> Option<i64> {
    let code_of =
        |object: &Object<'_>| ["exit_code", "exitCode", "returncode"].iter().find_map(|name| number(object.get(name)?));
    code_of(object).or_else(|| code_of(&object.object("metadata")?))
}

/// Like [`parse_text`], but `None` if the text states no outcome.
pub(super) fn parse_stated(text: &str) -> Option<Outcome<'_>> {
    if text.starts_with('{')
        && let Some(outcome) = Value::parse(text).ok().and_then(Value::object).and_then(|object| parse_object(&object))
    {
        return Some(outcome);
    }
    let start = text[..text.floor_char_boundary(64)].to_ascii_lowercase();
    let begins_with_any = |beginnings: &[&str]| beginnings.iter().any(|words| start.starts_with(words));
    if begins_with_any(&RUNNING_PREFIXES) {
        return Some(Outcome { output: Cow::Borrowed(text), success: None });
    }
    if begins_with_any(&NOT_RUN_PREFIXES) {
        return Some(Outcome { output: Cow::Borrowed(text), success: Some(false) });
    }
    parse_head(text)
}

/// Parses the lines before the output of a command; `None` if no `Output:` line follows them.
fn parse_head(text: &str) -> Option<Outcome<'_>> {
    let (mut code, mut at, mut is_running) = (None, 0, false);
    for line in text.split_inclusive('\n').take(MAX_HEAD_LINES) {
        at += line.len();
        let line = line.trim_end();
        if line.eq_ignore_ascii_case(OUTPUT_LINE) {
            let output = Cow::Borrowed(&text[at..]);
            return Some(match code {
                Some(code) => of_exit_code(output, code),
                None => Outcome { output, success: (!is_running).then_some(true) },
            });
        }
        let line = line.to_ascii_lowercase();
        is_running |= RUNNING_PREFIXES.iter().any(|words| line.starts_with(words));
        let exit_code_text = EXIT_CODE_LINE_BEGINNINGS.iter().find_map(|words| line.strip_prefix(words));
        code = code.or_else(|| exit_code_text?.parse().ok());
    }
    None
}
