//! Finds the line of a tool's output that names the error.

/// Words that mark a line as the one that names an error.
const ERROR_WORDS: [&str; 6] = ["error", "Error", "ERROR", "FAIL", "panic", "Exception"];

/// Words of a line that only reports an exit code, such as `Exit code 1`. The reason is then in another line.
const EXIT_WORDS: [&str; 16] = [
    "a", "code", "command", "error", "exit", "exited", "failed", "finished", "non", "process", "returned", "shell",
    "status", "the", "with", "zero",
];

/// The first line that names an error, else the first line, among the lines that do more than report an exit code.
/// Without such a line, the first line that is not blank; empty for a blank text.
pub(crate) fn first_error_line(text: &str) -> &str {
    let nonblank_lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let other_lines = || nonblank_lines().filter(|line| !is_exit_report(line));
    let names = |line: &&str| ERROR_WORDS.iter().any(|word| line.contains(word));
    other_lines().find(names).or_else(|| other_lines().next()).or_else(|| nonblank_lines().next()).unwrap_or_default()
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
}
