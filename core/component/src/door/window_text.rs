//! The exported interface `window-text`: windows of conversations that are one text.

use super::{Door, ExportResult};
use crate::bindings::exports::scrubjay::memory::window_text;
use crate::facade::{ByteRange, PushedText};
use crate::instance::with_window;
use alloc::string::String;
use alloc::vec::Vec;

impl window_text::Guest for Door {
    fn push_text(
        format: window_text::MessageFormat,
        messages: String,
        first: u32,
        now: i64,
    ) -> ExportResult<PushedText> {
        Ok(with_window(|window| window.push_text(format.into(), &messages, first, now))?)
    }

    fn edit_ranges(messages: Vec<ByteRange>) -> ExportResult<Option<Vec<ByteRange>>> {
        Ok(with_window(|window| window.edit_ranges(&messages))?)
    }
}
