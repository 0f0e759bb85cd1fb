//! The code graph: what one file says (`facts`), what projects say of
//! themselves (`manifest`), how names lead across files (`resolve`), and what can be asked.

pub mod change;
pub mod code;
mod crowds;
pub mod facts;
mod ids;
pub mod kind;
pub mod lang;
pub mod links;
pub mod manifest;
mod named;
pub mod names;
mod ordinals;
mod paged;
pub mod query;
pub(crate) mod rank;
pub mod resolve;
pub mod slice_bounds;
pub mod syntax;
pub(crate) mod test_path;
pub mod texts;
pub(crate) mod vendored;
