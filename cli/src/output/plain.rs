//! Makes answers safe to show, field by field, so that their texts cannot imitate the text around them. JSON is built
//! from the unchanged answers.

use scrubjay::shown::indent_further_lines;
use scrubjay::wit::{delivery, episodes, graph, memory, prepare, recall, records, session, types, window};

/// A value that can be made safe to show within other text.
pub(crate) trait Plain: Sized {
    /// A copy in which no text moves a cursor, hides, or begins a line.
    fn plain(&self) -> Self;
}

impl Plain for String {
    fn plain(&self) -> String {
        indent_further_lines(self).into_owned()
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Plain for $number {
            fn plain(&self) -> $number {
                *self
            }
        }
    )*};
}

numbers!(bool, u32, u64, i64, f64);

impl Plain for Vec<u8> {
    fn plain(&self) -> Vec<u8> {
        self.clone()
    }
}

impl<T: Plain> Plain for Vec<T> {
    fn plain(&self) -> Vec<T> {
        self.iter().map(Plain::plain).collect()
    }
}

impl<T: Plain> Plain for Option<T> {
    fn plain(&self) -> Option<T> {
        self.as_ref().map(Plain::plain)
    }
}

impl<A: Plain, B: Plain> Plain for (A, B) {
    fn plain(&self) -> (A, B) {
        (self.0.plain(), self.1.plain())
    }
}

macro_rules! words {
    ($($module:ident::$enumeration:ident { $($case:ident = $word:literal,)* })*) => {$(
        impl Plain for $module::$enumeration {
            fn plain(&self) -> Self {
                *self
            }
        }
    )*};
}

macro_rules! records {
    ($($module:ident::$record:ident { $($field:ident),* })*) => {$(
        impl Plain for $module::$record {
            fn plain(&self) -> Self {
                $module::$record { $($field: self.$field.plain()),* }
            }
        }
    )*};
}

macro_rules! variants {
    ($($module:ident::$variant:ident { $($case:ident $(($held:ident))? = $word:literal,)* })*) => {$(
        impl Plain for $module::$variant {
            fn plain(&self) -> Self {
                match self {
                    $($module::$variant::$case $(($held))? => $module::$variant::$case $(($held.plain()))?,)*
                }
            }
        }
    )*};
}

scrubjay::for_enumerations!(words);
scrubjay::for_records!(records);
scrubjay::for_variants!(variants);
