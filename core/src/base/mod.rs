//! Basic types of all other modules: errors, maps without random seeds, sorting, score factors, paths, times, ids,
//! anchors, hints, and data passed between stores.

#[cfg(any(feature = "graph", feature = "records"))]
pub(crate) mod anchor;
#[cfg(any(feature = "graph", feature = "records"))]
pub(crate) mod beside;
#[cfg(feature = "records")]
pub(crate) mod code_place;
pub mod error;
pub mod hint;
#[cfg(feature = "records")]
pub(crate) mod id;
pub(crate) mod map;
#[cfg(feature = "records")]
pub(crate) mod memo;
pub(crate) mod path;
pub mod score;
pub(crate) mod sort;
#[cfg(feature = "records")]
pub mod time;
#[cfg(any(feature = "graph", feature = "records"))]
pub(crate) mod touched;
#[cfg(feature = "records")]
pub(crate) mod zone;
