//! Line ranges of files that past work touched, as records pass them to the graph.

use alloc::string::String;

/// A line range of a file that past work touched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TouchedLines {
    /// Relative to the indexed root.
    pub path: String,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, inclusive.
    pub last_line: u32,
    /// Relative importance; above 0.
    pub weight: f64,
}
