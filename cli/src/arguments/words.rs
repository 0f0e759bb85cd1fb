//! Text arguments: words without quotes, or a dash for the standard input.

use std::io::Read as _;

use crate::Fault;

/// At most one byte more than this is read from the standard input: enough to exceed the limit of any text.
const MAX_INPUT: u64 = 1 << 20;

/// The words as one text, or the standard input for a dash.
///
/// # Errors
/// [`Fault::EmptyText`] with this advice if the text is empty, and [`Fault::UnreadableInput`].
pub(crate) fn text_or_input(typed: &[String], advice: &'static str) -> Result<String, Fault> {
    let text = match typed {
        [dash] if dash == "-" => standard_input()?,
        words => words.join(" "),
    };
    if text.trim().is_empty() { Err(Fault::EmptyText(advice)) } else { Ok(text) }
}

fn standard_input() -> Result<String, Fault> {
    let mut text = String::new();
    std::io::stdin().take(MAX_INPUT + 1).read_to_string(&mut text).map_err(Fault::UnreadableInput)?;
    Ok(text.trim_end().to_owned())
}
