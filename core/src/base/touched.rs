//! Line ranges of files that past work touched, as records pass them to the graph.

use alloc::string::String;

/// A line range of a file that past work touched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TouchedLines {
    /// Path of the file, relative to the indexed root.
    pub path: String,
    /// First line, 1-based.
    pub first_line: u32,
    /// Last line, 1-based and included.
    pub last_line: u32,
    /// How much these lines count beside others; above 0.
    pub weight: f64,
}
