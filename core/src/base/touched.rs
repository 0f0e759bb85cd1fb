//! Lines of a file that were worked on, as what was recorded hands them to the graph.

use alloc::string::String;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TouchedLines {
    /// The file.
    pub path: String,
    /// From 1 on.
    pub first_line: u32,
    /// The last line, from the first one on.
    pub last_line: u32,
    /// How much they count: over 0.
    pub weight: f64,
}
