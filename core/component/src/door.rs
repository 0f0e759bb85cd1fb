//! The functions of each interface, and below them how its types get across.

use crate::bindings::exports::scrubjay::memory::types;

/// What the WIT exports, of which nothing is kept here.
struct Door;

crate::bindings::export!(Door with_types_in crate::bindings);

/// What a function gives, or why it refuses.
type Answered<T> = Result<T, types::Error>;

/// Questions that may ask for rows and lines.
#[cfg(feature = "graph")]
macro_rules! questions {
    ($($name:ident: $question:ty => $reply:ty,)*) => {
        $(fn $name(question: $question, resumed: Option<Resumed>) -> Answered<$reply> {
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
mod windows;
