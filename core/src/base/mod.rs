//! What every other module may use: errors, maps without random seeds, sorting, score factors, paths.

pub mod error;
pub(crate) mod map;
pub(crate) mod path;
pub mod score;
pub(crate) mod sort;
