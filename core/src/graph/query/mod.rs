//! Questions about the graph: each is answered from the rows it needs, or asks for them.

mod admit;
mod export;
mod files;
mod find;
mod given_on;
mod hierarchy;
mod inherited;
mod map;
mod meant;
mod name;
mod outline;
mod path;
mod sought;
mod symbol;
mod walk;
mod words;

pub use admit::{SkipReason, Verdict, admit};
pub use export::ExportPage;
pub use files::{Dependency, DependencyPage, FileQuestion};
pub use find::{Factor, FindPage, FindQuestion, Found};
pub use hierarchy::HierarchyPage;
pub(crate) use map::BUDGETS;
pub use map::{MapQuestion, RepositoryMap};
pub(crate) use name::check_focus;
pub use outline::{Outline, Outlined};
pub use path::{PathPage, PathQuestion};
pub use symbol::Symbol;
pub use walk::{Step, WalkPage, WalkQuestion};

use crate::error::Error;

/// The most results that one call gives.
pub const MOST_RESULTS: u32 = 1_000;
/// The greatest depth.
pub const MOST_DEPTH: u32 = 10;

fn check_most(most: u32) -> Result<(), Error> {
    if (1..=MOST_RESULTS).contains(&most) { Ok(()) } else { Err(Error::invalid("most", "1 to 1,000")) }
}

fn check_depth(depth: u32) -> Result<(), Error> {
    if (1..=MOST_DEPTH).contains(&depth) { Ok(()) } else { Err(Error::invalid("depth", "1 to 10")) }
}
