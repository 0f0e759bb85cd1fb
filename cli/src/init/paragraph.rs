//! The paragraph that `init` writes into a text for agents, between two marks.

use super::edit::{EntryState, Hunk, line_end};
use super::toml::removal_of_lines;

/// The lines that mark the beginning and the end of the paragraph.
const BEGIN: &str = "<!-- scrubjay -->";
const END: &str = "<!-- /scrubjay -->";
pub(super) const PARAGRAPH: &str = "\
## Memory and code with scrubjay

`scrubjay` remembers what was said, done and decided in this project, and knows its code. Its commands are tools of the server
`scrubjay` too, where that runs. Read before you write:

- Before work begins, and when an error comes up: `scrubjay recall WORDS`, in the words of the task or of the error, and
  `scrubjay work file PATH` for what was done with a file. That nothing fits is an answer.
- Before searching by text: `scrubjay find NAME`, `scrubjay show NAME`, `scrubjay callers NAME`, `scrubjay impact NAME` before a
  change and `scrubjay tests NAME` after it, and `scrubjay prepare TASK` for the code that a task needs.
- What a later session must know: `scrubjay remember TEXT`. What turned out wrong: `scrubjay forget ID`.
";

/// The start and end of the paragraph with its marks, in bytes; `None` if the text has none.
fn place(text: &str) -> Option<(usize, usize)> {
    let begin = text.find(BEGIN)?;
    Some((begin, begin + text[begin..].find(END)? + END.len()))
}

fn marked_paragraph(line_end: &str) -> String {
    format!("{BEGIN}\n{PARAGRAPH}{END}").replace('\n', line_end)
}

/// The state of the paragraph in a text; `is_known` tells whether this program wrote a given text.
pub(super) fn state(text: &str, is_known: &dyn Fn(&str) -> bool) -> EntryState {
    match place(text).map(|(begin, end)| &text[begin..end]) {
        None => EntryState::Absent,
        Some(found) if found.replace("\r\n", "\n") == marked_paragraph("\n") => EntryState::Same,
        Some(found) if is_known(found) => EntryState::Older,
        Some(_) => EntryState::Foreign,
    }
}

/// The hunk that adds the paragraph to a text without it.
pub(super) fn hunk_to_add(text: &str) -> Hunk {
    let line = line_end(text);
    let paragraph = marked_paragraph(line);
    let insertion = match text {
        "" => paragraph + line,
        _ if text.ends_with('\n') => format!("{line}{paragraph}{line}"),
        _ => format!("{line}{line}{paragraph}"),
    };
    Hunk::insertion(text.len(), insertion)
}

/// The hunk that removes the paragraph; `None` if the text has none.
pub(super) fn hunk_to_remove(text: &str) -> Option<Hunk> {
    place(text).map(|(begin, end)| removal_of_lines(text, begin, end))
}
