//! Questions about the graph. Each is answered from the rows it needs, or asks the host for them.

mod admit;
mod anchors;
mod aside;
mod choice;
mod containment;
mod dispatch;
mod documents;
mod export;
mod files;
mod find;
mod functions;
mod hierarchy;
mod hints;
mod inherited;
mod installed;
mod map;
mod name;
mod outline;
mod path;
mod prefetch;
mod rank;
mod reexports;
mod resolution;
mod source;
mod suggest;
mod symbol;
mod unresolved;
mod walk;
mod words;

pub use crate::base::touched::TouchedLines;
pub use crate::text::fit::Strength;
pub use admit::{SkipReason, Verdict, admit};
pub use anchors::{AnchorState, AnchorsQuestion, ResolvedAnchor, ResolvedAnchors};
pub(crate) use aside::is_secondary_path;
pub use documents::{DocumentPage, DocumentsQuestion, FoundSection};
pub use export::{ExportFormat, ExportPage, ExportQuestion};
pub use files::{Dependency, DependencyPage, FileQuestion};
pub use find::{FindPage, FindQuestion, Found};
pub use functions::{FunctionAt, FunctionPage, FunctionsQuestion};
pub use hierarchy::HierarchyPage;
pub use installed::{INSTALLED_FOLDERS, InstalledFolder};
pub(crate) use map::BUDGETS;
pub use map::{MapQuestion, RepositoryMap};
pub(crate) use name::check_focus;
pub use outline::{Outline, Outlined};
pub use path::{PathPage, PathQuestion};
pub use source::{SourcePage, SourceQuestion};
pub use symbol::Symbol;
pub use unresolved::{UnresolvedPage, UnresolvedPlace, UnresolvedQuestion};
pub use walk::*;

use alloc::vec::Vec;

use crate::base::error::Error;
use crate::base::path::MAX_PATH_BYTES;

/// Greatest number of results that one call returns.
pub const MAX_RESULTS: u32 = 1_000;
/// Greatest number of results that a question may skip.
pub const MAX_SKIPPED: u32 = 100_000;
/// Greatest depth in edges that a question may give.
pub const MAX_DEPTH: u32 = 10;

fn check_page_limit(limit: u32) -> Result<(), Error> {
    if (1..=MAX_RESULTS).contains(&limit) { Ok(()) } else { Err(Error::invalid("limit", "1 to 1,000")) }
}

fn check_skip(skip: u32) -> Result<(), Error> {
    if skip <= MAX_SKIPPED { Ok(()) } else { Err(Error::invalid("skip", "0 to 100,000")) }
}

/// Cuts a list to the page of `limit` items after the first `skip`.
fn page<T>(list: &mut Vec<T>, skip: u32, limit: u32) {
    list.drain(..list.len().min(skip as usize));
    list.truncate(limit as usize);
}

fn check_path_prefix(prefix: &str) -> Result<(), Error> {
    Error::check_limit("bytes in a path", prefix.len(), MAX_PATH_BYTES)
}

fn check_depth(depth: u32) -> Result<(), Error> {
    if (1..=MAX_DEPTH).contains(&depth) { Ok(()) } else { Err(Error::invalid("depth", "1 to 10")) }
}
