//! Stored codes of the small enums of facts. A code never changes its meaning; new cases are added at the end.

use crate::graph::facts::{BindingKind, Container, ImportKind, Literal, ReferenceKind};

/// An enum whose cases are stored as these codes.
pub(super) trait EnumCode: Sized {
    const N_CASES: u8;
    /// The stored code.
    fn number(&self) -> u8;
    /// The case with this code; `None` if there is none.
    fn from_number(number: u8) -> Option<Self>;
}

macro_rules! enum_codes {
    ($type:ident { $($number:literal => $case:ident),* $(,)? }) => {
        impl EnumCode for $type {
            const N_CASES: u8 = [$($number),*].len() as u8;

            fn number(&self) -> u8 {
                match self { $($type::$case => $number),* }
            }

            fn from_number(number: u8) -> Option<$type> {
                match number { $($number => Some($type::$case),)* _ => None }
            }
        }
    };
}

enum_codes!(ImportKind { 0 => Module, 1 => Member, 2 => All });
enum_codes!(BindingKind {
    0 => Assigned,
    1 => Parameter,
    2 => Receiver,
    3 => ClassReceiver,
    4 => Variadic,
    5 => Element,
    6 => ContextValue,
    7 => CaughtException,
    8 => TupleItem,
    9 => Field,
    10 => ReturnValue,
    11 => YieldValue,
    12 => StoredItem,
    13 => Reassigned,
    14 => ReplacedItem,
});
enum_codes!(ReferenceKind {
    0 => Call,
    1 => Use,
    2 => Decorate,
    3 => Type,
    4 => Inherit,
    5 => Implement,
    6 => EnterContext,
    7 => Iterate,
    8 => EnterAsyncContext,
    9 => IterateAsync,
});
enum_codes!(Literal { 0 => Text, 1 => Number, 2 => Bool, 3 => Null, 4 => Other });
enum_codes!(Container { 0 => Tuple, 1 => Sequence, 2 => Mapping });

// A byte holds a kind and flags, and has this much room for the kind.
const _: () = assert!(ImportKind::N_CASES <= 4 && BindingKind::N_CASES <= 16 && ReferenceKind::N_CASES <= 16);
