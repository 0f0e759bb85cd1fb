//! Finds the functions that a session worked on, if the project has a readable index.

use std::path::Path;

use scrubjay::Memory;
use scrubjay::wit::graph::{FunctionAt, FunctionsQuestion};
use scrubjay::wit::session::FilesToReread;
use scrubjay::wit::types::TouchedLines;

/// The most functions for each file, on average: this times the number of files is the limit of all functions.
const MAX_PER_FILE: u32 = 3;

/// The functions that contain the touched lines of these files; `None` if the project has no readable index. The caller
/// shows the files all the same, because an index is only a cache.
pub(super) fn functions_worked_on(files: &FilesToReread, root: &Path) -> Option<Vec<FunctionAt>> {
    let lines: Vec<TouchedLines> = files.lines.iter().map(|lines| relative_lines(lines, root)).collect();
    let limit = MAX_PER_FILE * files.files.len().max(1) as u32;
    let mut memory = Memory::reading(root).ok()?;
    Some(memory.functions_at(&FunctionsQuestion { limit, ..FunctionsQuestion::new(lines) }).ok()?.functions)
}

/// Converts an absolute path below the root, as many agents give it, to the index's relative form.
fn relative_lines(lines: &TouchedLines, root: &Path) -> TouchedLines {
    let relative_path = Path::new(&lines.path).strip_prefix(root).ok().and_then(Path::to_str);
    let path = relative_path.map_or_else(|| lines.path.clone(), |relative_path| relative_path.replace('\\', "/"));
    TouchedLines { path, ..lines.clone() }
}
