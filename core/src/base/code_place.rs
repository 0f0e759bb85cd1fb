//! Where code stands that somebody quotes.

use alloc::string::String;

/// Lines of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodePlace {
    /// The file.
    pub path: String,
    /// From 1 on; 0: the whole file.
    pub first_line: u32,
    /// The last line, from the first one on; 0: the whole file.
    pub last_line: u32,
}
