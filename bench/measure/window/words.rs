//! Words of a text as the reference evaluator defines them: identifiers, ends of paths, and lines.

/// The least length of a line that counts.
const SHORTEST_LINE: usize = 12;
/// The least length of an identifier.
const SHORTEST_NAME: usize = 6;

/// Identifiers that are likely names in code: with an underscore inside, or a capital after a small letter.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_ascii_alphanumeric() && char != '_')
        .map(|run| run.trim_start_matches(|char: char| char.is_ascii_digit()))
        .filter(|name| name.len() >= SHORTEST_NAME && is_name(name))
}

fn is_name(word: &str) -> bool {
    let bytes = word.as_bytes();
    word.trim_matches('_').contains('_')
        || bytes.windows(2).any(|two| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase())
}

/// The last two segments of each path whose last segment has a dot.
pub(super) fn tails(text: &str) -> Vec<String> {
    let mut path_tails = Vec::new();
    let is_inside = |char: char| char.is_alphanumeric() || matches!(char, '_' | '.' | '-' | '/');
    for run in text.split(|char| !is_inside(char)) {
        let mut before: Option<&str> = None;
        let mut last: Option<&str> = None;
        for segment in run.split('/').chain([""]) {
            if segment.is_empty() {
                if let (Some(folder), Some(file)) = (before, last)
                    && file.contains('.')
                {
                    path_tails.push(format!("{folder}/{file}"));
                }
                (before, last) = (None, None);
            } else {
                (before, last) = (last, Some(segment));
            }
        }
    }
    path_tails
}

/// The lines that count, without the line number that a tool put before each.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| without_number(line).trim()).filter(|line| is_long(line))
}

/// Whether a line is long enough to count.
pub(super) fn is_long(line: &str) -> bool {
    line.chars().nth(SHORTEST_LINE - 1).is_some()
}

fn without_number(line: &str) -> &str {
    let digits = line.trim_start();
    let without_digits = digits.trim_start_matches(|char: char| char.is_ascii_digit());
    if without_digits.len() == digits.len() {
        return line;
    }
    ['→', '\t', ':'].iter().find_map(|mark| without_digits.strip_prefix(*mark)).unwrap_or(line)
}
