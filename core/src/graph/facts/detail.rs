//! The display texts of a definition: its signature and documentation.
//!
//! Not here: choosing the texts (`lang`), and how names are displayed (`text::display`).

use alloc::borrow::Cow;
use alloc::string::String;

use crate::text::display::on_one_line;
use crate::text::secrets::mask;

/// The display texts of a definition. Not part of [`Definition`](super::Definition), because a question needs them only
/// for the definitions it shows.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Detail<T = String> {
    /// One line: white space collapsed, without the body, at most [`MAX_TEXT_BYTES`](super::MAX_TEXT_BYTES).
    pub signature: T,
    /// The first paragraph of the definition's documentation, at most [`MAX_TEXT_BYTES`](super::MAX_TEXT_BYTES).
    pub doc: T,
}

impl Detail {
    /// The texts with secrets masked, and with control and invisible characters replaced.
    pub(crate) fn fit_to_show(self) -> Detail {
        let fit_text = |text: String| match mask(&text) {
            Cow::Borrowed(_) if matches!(on_one_line(&text), Cow::Borrowed(_)) => text,
            masked => on_one_line(&masked).into_owned(),
        };
        let Detail { signature, doc } = self;
        Detail { signature: fit_text(signature), doc: fit_text(doc) }
    }
}
