//! Text arguments: words without quotes, or a dash for the standard input.

use std::io::Read as _;

use crate::Fault;

/// The most bytes of a text from the standard input. One byte more is read, so that a longer text is refused and not
/// cut.
const MAX_INPUT: u64 = 1 << 20;

/// The words as one text, or the standard input for a dash.
///
/// # Errors
/// [`Fault::EmptyText`] with `advice` if the text is blank; [`Fault::UnreadableInput`] if the standard input cannot be
/// read.
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
