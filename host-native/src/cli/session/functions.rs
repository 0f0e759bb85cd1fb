//! The functions that a session worked on, where the project has an index that can be read.

use std::path::Path;

use scrubjay::Memory;
use scrubjay::wit::graph::{FunctionAt, FunctionsQuestion};
use scrubjay::wit::session::FilesToReread;
use scrubjay::wit::types::TouchedLines;

/// How many functions are given at most for each file.
const MAX_PER_FILE: u32 = 3;

/// The functions that lines of these files are of; none where the project has no index. Files are shown all the same where that
/// fails: an index is a cache.
pub(super) fn worked_on(files: &FilesToReread, root: &Path) -> Option<Vec<FunctionAt>> {
    let lines: Vec<TouchedLines> = files.lines.iter().map(|lines| within(lines, root)).collect();
    let limit = MAX_PER_FILE * files.files.len().max(1) as u32;
    let mut memory = Memory::reading(root).ok()?;
    Some(memory.functions_at(&FunctionsQuestion { limit, ..FunctionsQuestion::new(lines) }).ok()?.functions)
}

/// Many agents name files by whole paths; the index has them relative to its folder.
fn within(lines: &TouchedLines, root: &Path) -> TouchedLines {
    let inside = Path::new(&lines.path).strip_prefix(root).ok().and_then(Path::to_str);
    let path = inside.map_or_else(|| lines.path.clone(), |inside| inside.replace('\\', "/"));
    TouchedLines { path, ..lines.clone() }
}
