//! The exported functions of each interface, and the conversions of its types.

use crate::bindings::exports::scrubjay::memory::types;

/// Implements the exports of the WIT. It has no state.
pub(crate) struct Door;

crate::bindings::export!(Door with_types_in crate::bindings);

pub(crate) type ExportResult<T> = Result<T, types::Error>;

/// Implements exported questions that may ask the host for rows and lines.
#[cfg(feature = "graph")]
macro_rules! questions {
    ($($name:ident: $question:ty => $reply:ty,)*) => {
        $(fn $name(question: $question, resumed: Option<Resumed>) -> ExportResult<$reply> {
            with_memory(|memory| Ok(memory.$name(&question.into(), resumed)?.into()))
        })*
    };
}

#[cfg(feature = "graph")]
mod capture;
#[cfg(feature = "graph")]
mod code;
#[cfg(feature = "graph")]
mod delivery;
#[cfg(feature = "graph")]
mod episodes;
#[cfg(feature = "graph")]
mod kinds;
#[cfg(feature = "graph")]
mod recall;
#[cfg(feature = "graph")]
mod records;
#[cfg(feature = "graph")]
mod session;
#[cfg(feature = "graph")]
mod window_text;
mod windows;
