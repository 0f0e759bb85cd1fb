//! Places in a file that a quoted code block shows.

use alloc::string::String;

/// A range of lines of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodePlace {
    /// Path of the file: at most 1,024 bytes.
    pub path: String,
    /// First line, 1-based; 0 for the whole file.
    pub first_line: u32,
    /// Last line, 1-based and included; 0 for the whole file.
    pub last_line: u32,
}
