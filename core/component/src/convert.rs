//! Converts between the WIT's types and the core's types of the same names, unless both are one type.
//!
//! A member or case is named once for both sides. So a missing, new or renamed one does not compile, and two members of
//! the same type cannot be exchanged.

use across::text;

use crate::bindings::exports::scrubjay::memory::types;
use crate::facade;

/// Implements conversions of records. With each member stands the function of [`across`] that converts it.
macro_rules! records {
    ($($from:path => $to:path { $($member:ident: $across:ident),* $(,)? })*) => {
        $(impl From<$from> for $to {
            fn from(record: $from) -> $to {
                let $from { $($member),* } = record;
                $to { $($member: crate::convert::across::$across($member)),* }
            }
        })*
    };
}

/// Implements the conversion of a record that has the members of a situation beside those named by the caller.
/// `scrubjay_core::situation!` adds the former.
#[cfg(feature = "graph")]
macro_rules! situated_record {
    (
        { $from:path => $to:path { $($member:ident: $across:ident),* $(,)? } }
        $($(#[$docs:meta])* $situation:ident $held:tt)*
    ) => {
        records! { $from => $to { $($member: $across,)* $($situation: same,)* } }
    };
}

/// Implements conversions of enumerations. A case that only the core has stands after `;`, with the case that it
/// becomes: `Block as Class`.
macro_rules! enumerations {
    ($($from:path => $to:path { $($case:ident),* $(,)? $(; $inner:ident as $shown:ident)? })*) => {
        $(impl From<$from> for $to {
            fn from(case: $from) -> $to {
                match case {
                    $(<$from>::$case => <$to>::$case,)*
                    $(<$from>::$inner => <$to>::$shown,)?
                }
            }
        })*
    };
}

/// Implements conversions of replies to questions. The answer in a reply is converted by `From`, an ask stays as it is.
macro_rules! replies {
    ($($page:path => $to:path)*) => {
        $(impl From<facade::Reply<$page>> for $to {
            fn from(reply: facade::Reply<$page>) -> $to {
                match reply {
                    facade::Reply::Done(page) => <$to>::Done(page.into()),
                    facade::Reply::Ask(ask) => <$to>::Ask(ask),
                }
            }
        })*
    };
}

/// Functions that convert members of records.
pub(crate) mod across {
    use alloc::string::String;
    use alloc::vec::Vec;

    #[cfg(feature = "graph")]
    use crate::bindings::exports::scrubjay::memory::graph;
    #[cfg(feature = "graph")]
    use crate::facade;

    /// The member itself: both sides use the same type.
    pub(crate) fn same<T>(member: T) -> T {
        member
    }

    /// A member that is converted by `From`.
    pub(crate) fn into<T, U: From<T>>(member: T) -> U {
        member.into()
    }

    /// A list whose items are converted by `From`.
    pub(crate) fn list<T, U: From<T>>(members: Vec<T>) -> Vec<U> {
        members.into_iter().map(U::from).collect()
    }

    /// An optional member whose value is converted by `From`.
    pub(crate) fn some<T, U: From<T>>(member: Option<T>) -> Option<U> {
        member.map(U::from)
    }

    /// Copies a text into an owned one.
    pub(crate) fn text(member: impl AsRef<str>) -> String {
        member.as_ref().into()
    }

    /// Copies an optional text into an owned one.
    #[cfg(feature = "graph")]
    pub(crate) fn some_text(member: Option<impl AsRef<str>>) -> Option<String> {
        member.map(text)
    }

    /// Copies each text into an owned one.
    #[cfg(feature = "graph")]
    pub(crate) fn texts(members: &[&str]) -> Vec<String> {
        members.iter().map(text).collect()
    }

    #[cfg(feature = "graph")]
    pub(crate) fn kinds(members: &[facade::NodeKind]) -> Vec<graph::NodeKind> {
        members.iter().map(|&kind| kind.into()).collect()
    }
}

records! {
    facade::Limit => types::Limit { what: text, actual: same, limit: same }
    facade::Refusal => types::Refusal { path: same, error: into }
    facade::Effects => types::Effects {
        from_generation: same, to_generation: same, puts: same, deletes: same, refused: list,
    }
    facade::Hint => types::Hint { kind: into, why: same, next: same }
    facade::Factor => types::Factor { name: text, value: same }
}

enumerations! {
    facade::HintKind => types::HintKind {
        Filter, MinConfidence, Depth, Budget, End, NearNames, Library, UnknownReceivers, NamedElsewhere, NotCalled, OtherWay,
        NoPath, NothingIndexed, Incomplete, NoMatch, NoUses, NoCalls, NoTests, NoTypes, NoImports, NoSymbols,
    }
}

impl From<facade::Error> for types::Error {
    fn from(error: facade::Error) -> types::Error {
        use facade::Error::{
            Ambiguous, Conflict, Expired, Floor, Full, Invalid, NewerFormat, NotIndexed, ReadOnly, Stale, TooLarge,
            Unknown, Withheld,
        };
        match facade::without_secrets(error) {
            Invalid { argument, why } => {
                types::Error::Invalid(types::InvalidArgument { argument: text(argument), why })
            }
            TooLarge(limit) => types::Error::TooLarge(limit.into()),
            Full(limit) => types::Error::Full(limit.into()),
            Unknown { name, suggestions, imported, named_in } => {
                let imported = imported.map(|imported| *imported);
                types::Error::Unknown(types::UnknownName { name, suggestions, imported, named_in })
            }
            Ambiguous { name, candidates, n_candidates } => {
                types::Error::Ambiguous(types::Ambiguity { name, candidates, n_candidates })
            }
            Stale => types::Error::Stale,
            ReadOnly => types::Error::ReadOnly,
            NewerFormat(format) => types::Error::NewerFormat(format),
            Floor(limit) => types::Error::Floor(limit.into()),
            Conflict => types::Error::Conflict,
            Expired(id) => types::Error::Expired(id),
            NotIndexed => types::Error::NotIndexed,
            Withheld(id) => types::Error::Withheld(id),
        }
    }
}
