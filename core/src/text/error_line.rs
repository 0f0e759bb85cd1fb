//! Finds the line of a tool's output that tells the error.
//!
//! A line tells more or less of an error, by its form: the name of a test that failed tells most, then what compilers,
//! shells and programs write to begin an error, then a line with a word of failure. The first of those that tell most
//! is the one. A line that only says that something failed tells nothing where another tells more.

use alloc::vec::Vec;

/// How much of an error a line tells, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Telling {
    /// An exit code, a summary of what failed, or what went well.
    Nothing,
    /// A line without any sign of an error.
    Something,
    /// A line with a word of failure.
    Failure,
    /// The beginning of an error, as compilers, shells and programs write it.
    Error,
    /// The name of a test that failed.
    Test,
}

/// Words of failure, in lower case.
const FAILURE_WORDS: [&str; 31] = [
    "error",
    "fail",
    "panic",
    "exception",
    "fatal",
    "not found",
    "no such",
    "undefined",
    "denied",
    "cannot",
    "can't",
    "could not",
    "couldn't",
    "unable to",
    "invalid",
    "unrecognized",
    "unrecognised",
    "unexpected",
    "unknown",
    "missing",
    "mismatch",
    "refused",
    "rejected",
    "timed out",
    "timeout",
    "conflict",
    "not a valid",
    "not allowed",
    "not supported",
    "already exists",
    "must be",
];
/// Beginnings of errors, in lower case.
const ERROR_BEGINNINGS: [&str; 14] = [
    "error:",
    "error[",
    "error ts",
    "fatal:",
    "fatal error",
    "panic:",
    "conflict (",
    "thread '",
    "e   ",
    "abort:",
    "uncaught ",
    "unhandled ",
    "✗ ",
    "✘ ",
];
/// Beginnings of lines with the name of a failed test.
const TEST_BEGINNINGS: [&str; 5] = ["--- FAIL: ", "FAILED ", "not ok ", "● ", "FAIL: "];
/// Beginnings of lines that tell nothing of an error, in lower case: what went well, advice, commands that are repeated,
/// headings, and summaries.
const NOTHING_BEGINNINGS: [&str; 30] = [
    "ok ",
    "ok\t",
    "? ",
    "?\t",
    "pass",
    "=== ",
    "--- pass",
    "--- skip",
    "# ",
    "$ ",
    "> ",
    "hint:",
    "note:",
    "help:",
    "warning:",
    "npm warn",
    "npm err! code",
    "npm err! errno",
    "npm err! a complete log",
    "fail\t",
    "error task failed",
    "error: aborting due to",
    "error: could not compile",
    "error: process completed",
    "error: script ",
    "exit status",
    "make: ***",
    "make[",
    "error: test failed",
    "error: failed to push some refs",
];

/// The name of the place in which zsh reports errors of a command.
const EVALUATED: &str = "(eval)";
/// Words of a line that only reports an exit code, such as `Exit code 1`. The reason is then in another line.
const EXIT_WORDS: [&str; 16] = [
    "a", "code", "command", "error", "exit", "exited", "failed", "finished", "non", "process", "returned", "shell",
    "status", "the", "with", "zero",
];

/// The first line of those that tell most of the error. Without any that tells more than an exit code or a summary, the
/// first line that is not blank; empty for a blank text.
pub(crate) fn first_error_line(text: &str) -> &str {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut best = (Telling::Nothing, None);
    for line in lines() {
        let telling = match best.0 {
            Telling::Test => break,
            // Only the name of a test tells more, which is seen at once.
            Telling::Error if !is_test(line) => continue,
            _ => telling(line),
        };
        if telling > best.0 {
            best = (telling, Some(line));
        }
    }
    best.1.or_else(|| lines().next()).unwrap_or_default()
}

/// The lines that tell an error, other than the names of failed tests.
pub(crate) fn error_lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.filter(|line| matches!(telling(line), Telling::Error | Telling::Failure))
}

/// The line without what says only where it was printed: the name of the task that printed it, and the place in a file.
pub(crate) fn without_place(line: &str) -> &str {
    let line = without_task(line.trim());
    place_end(line).map_or(line, |end| line[end..].trim_start())
}

/// Whether a line names a test that failed.
pub(crate) fn names_test(line: &str) -> bool {
    is_test(line.trim())
}

/// Whether a line has the form in which programs begin an error, or names a test that failed.
pub(crate) fn begins_error(line: &str) -> bool {
    telling(line.trim()) >= Telling::Error
}

/// Whether a line says where in a file of sources the error is, as compilers and linters do.
pub(crate) fn names_place(line: &str) -> bool {
    let line = without_task(line.trim());
    place_end(line).is_some() && !line.starts_with(EVALUATED)
}

fn telling(line: &str) -> Telling {
    let line = without_task(line);
    if is_test(line) {
        return Telling::Test;
    }
    if is_exit_report(line) {
        return Telling::Nothing;
    }
    let lower = line.to_ascii_lowercase();
    let begins_with_any = |beginnings: &[&str]| beginnings.iter().any(|begin| lower.starts_with(begin));
    if begins_with_any(&NOTHING_BEGINNINGS) || is_count_of_issues(&lower) {
        return Telling::Nothing;
    }
    if begins_with_any(&ERROR_BEGINNINGS)
        || place_end(line).is_some()
        || names_exception(line)
        || is_of_program(line, &lower)
    {
        return Telling::Error;
    }
    match FAILURE_WORDS.iter().any(|word| lower.contains(word)) {
        true => Telling::Failure,
        false => Telling::Something,
    }
}

/// Whether a test runner says that a test failed, with the name of the test: `--- FAIL: TestCut`, `test cut ... FAILED`.
fn is_test(line: &str) -> bool {
    let line = without_task(line);
    let begins_test =
        |begin: &&str| line.strip_prefix(*begin).is_some_and(|name| name.starts_with(char::is_alphanumeric));
    TEST_BEGINNINGS.iter().any(begins_test) || line.starts_with("test ") && line.ends_with("... FAILED")
}

/// The line without the name of the task that printed it, as runners write it: `[lint] `.
fn without_task(line: &str) -> &str {
    let task = line.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|char| char.is_alphanumeric() || matches!(char, '-' | '_' | ':' | '.'))
    };
    task.filter(|(name, _)| is_name(name)).map_or(line, |(_, rest)| rest.trim_start())
}

/// Where the message of a compiler begins, behind a place in a file: `src/a.rs:3:7: `. `None` if the line has no such
/// place, or no message.
fn place_end(line: &str) -> Option<usize> {
    let (path, rest) = line.split_once(':')?;
    let is_path = !path.is_empty() && !path.contains([' ', '"', '\'']) && (path.contains('.') || path.contains('/'));
    let is_evaluated = path == EVALUATED;
    let after_line = after_number(rest).filter(|_| is_path || is_evaluated)?;
    let after_column = after_line.strip_prefix(':').and_then(after_number).unwrap_or(after_line);
    let message = after_column.strip_prefix(':').or_else(|| after_column.strip_prefix(" - "))?.trim_start();
    let begins = message.chars().next().is_some_and(|char| char.is_alphanumeric() || matches!(char, '`' | '"' | '\''));
    begins.then(|| line.len() - message.len())
}

/// What follows a number at the beginning of a text.
fn after_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|char: char| char.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

/// Whether a line begins with the name of an exception: `ValueError: …`, `java.io.IOException: …`.
fn names_exception(line: &str) -> bool {
    let Some((name, _)) = line.split_once(": ") else { return false };
    let is_name = name.chars().all(|char| char.is_alphanumeric() || matches!(char, '.' | '_'));
    is_name && ["Error", "Exception"].iter().any(|end| name.ends_with(end))
}

/// Whether a program says in the way of shells what went wrong: `cat: a.txt: No such file or directory`.
fn is_of_program(line: &str, lower: &str) -> bool {
    let Some((program, _)) = line.split_once(": ") else { return false };
    let is_program = !program.is_empty()
        && program.len() <= 80
        && program.chars().all(|char| char.is_alphanumeric() || matches!(char, '-' | '_' | '.' | '/' | '~'));
    is_program && FAILURE_WORDS.iter().any(|word| lower[program.len()..].contains(word))
}

/// Whether a line counts what was found: `3 issues:`, `* typecheck: 1`, `Found 2 errors in 1 file`.
fn is_count_of_issues(lower: &str) -> bool {
    if !lower.starts_with(['*', 'f']) && !lower.starts_with(|char: char| char.is_ascii_digit()) {
        return false;
    }
    let words: Vec<&str> = lower.split_whitespace().collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let counts = |word: &str| {
        ["issue", "error", "warning", "problem", "failure", "test"].iter().any(|noun| word.starts_with(noun))
            || word.starts_with("failed")
            || word.starts_with("passed")
    };
    match words.as_slice() {
        ["*", _, number] => is_number(number),
        // `3 error: no access` says what went wrong.
        ["found", number, what, rest @ ..] | [number, what, rest @ ..] => {
            is_number(number) && counts(what) && (rest.is_empty() || !what.ends_with(':'))
        }
        _ => false,
    }
}

/// Whether a line only reports an exit code, as `Exit code 1` does.
fn is_exit_report(line: &str) -> bool {
    let mut words = line.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let is_known = |word: &str| {
        word.bytes().all(|byte| byte.is_ascii_digit())
            || EXIT_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
    };
    let names_exit =
        |word: &str| ["exit", "exited", "returned", "status"].iter().any(|known| known.eq_ignore_ascii_case(word));
    line.is_ascii() && words.clone().any(names_exit) && words.all(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_program_ended_is_no_reason_where_another_line_says_one() {
        for ending in [
            "Exit code 1",
            "[exit code: 101]",
            "Process exited with code 2.",
            "error: exit status 2",
            "Command failed with exit code 127:",
        ] {
            assert_eq!(
                first_error_line(&alloc::format!("{ending}\n\n  no such table: shelves\n")),
                "no such table: shelves"
            );
            assert_eq!(first_error_line(&alloc::format!("{ending}\nran 3 tests\nFAILED case_1")), "FAILED case_1");
            assert_eq!(first_error_line(ending), ending);
        }
        for reason in [
            "exit code 1: no table",
            "status of the shelf",
            "the command `exit` is unknown",
            "Error: shelf returned nothing",
        ] {
            assert_eq!(first_error_line(&alloc::format!("{reason}\nmore")), reason);
        }
        assert_eq!(first_error_line(""), "");
    }

    /// Outputs in the forms of compilers, test runners, shells and package managers. Each line that tells the error
    /// begins with an arrow.
    #[test]
    fn the_telling_line_is_found_in_the_output_of_many_programs() {
        let outputs = [
            "Exit code 1\n[lint] $ golangci-lint run ./...\ncmd/a.go:1: : # example.org/a [example.org/a.test]\n\
             →cmd/b_test.go:275:9: undefined: runClean\npackage a\n2 issues:\n* typecheck: 2\n[lint] ERROR task failed",
            "Exit code 1\n[test] $ go test ./...\n?   \texample.org/a\t[no test files]\nok  \texample.org/b\t3.9s\n\
             →--- FAIL: TestClean (0.01s)\n    hooks.go:155: output: all is well\nFAIL\texample.org/c\t0.2s",
            "Exit code 127\n→(eval):1: no such file or directory: ./harness.sh",
            "Exit code 1\n→(eval):1: parse error near `time'",
            "Exit code 128\n→fatal: pathspec '.gitignore' did not match any files\n\n==> Setting up\nInitialized",
            "Exit code 1\nTraceback (most recent call last):\n  File \"<string>\", line 1, in <module>\n\
             →KeyError: 'Checkpoints'",
            "Exit code 1\nRebasing (1/4)Auto-merging a.go\n→CONFLICT (content): Merge conflict in a.go\n\
             error: could not apply 1a2b3c4... multi session",
            "Exit code 2\nnpm ERR! code ELIFECYCLE\n→src/a.ts:3:7 - error TS2345: Argument of type 'a'\n\nFound 1 error.",
            "    Compiling a v0.1.0\n→error[E0382]: borrow of moved value: `lines`\n --> src/a.rs:3:7\n\
             error: could not compile `a` (lib) due to 1 previous error",
            "running 2 tests\ntest a ... ok\n→test b ... FAILED\n\nfailures:\n\nerror: test failed, to rerun pass `--lib`",
            "cat: warming up\n→cat: a.txt: No such file or directory",
            "make: Entering directory 'a'\n→bash: line 3: protoc: command not found\nmake: *** [Makefile:3: all] Error 127",
            "..F\n→FAIL: test_cut (tests.CutTest)\nRan 3 tests in 0.1s\n\nFAILED (failures=1)",
            "collected 2 items\n→E   AssertionError: assert 1 == 2\n1 failed, 1 passed in 0.1s",
        ];
        for output in outputs {
            let telling = output.lines().find_map(|line| line.trim().strip_prefix('→')).unwrap();
            assert_eq!(first_error_line(&output.replace('→', "")), telling, "{output}");
        }
    }

    #[test]
    fn where_a_line_was_printed_is_no_part_of_what_it_says() {
        for (line, rest) in [
            ("cmd/b_test.go:275:9: undefined: runClean", "undefined: runClean"),
            ("[lint] src/a.ts:3:7 - error TS2345: no", "error TS2345: no"),
            ("(eval):1: parse error near `time'", "parse error near `time'"),
            ("fatal: no repository", "fatal: no repository"),
            ("cmd/a.go:1: : # example.org/a", "cmd/a.go:1: : # example.org/a"),
            ("http://example.org:80: refused", "http://example.org:80: refused"),
        ] {
            assert_eq!(without_place(line), rest);
        }
    }
}
