//! Which line of a tool's output tells of its error.

/// Words by which a line is known to name an error.
const WORDS: [&str; 6] = ["error", "Error", "ERROR", "FAIL", "panic", "Exception"];

/// The first line that names an error, else the first that says anything.
pub(crate) fn first_error_line(text: &str) -> &str {
    let said = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let names = |line: &&str| WORDS.iter().any(|word| line.contains(word));
    said().find(names).or_else(|| said().next()).unwrap_or_default()
}
