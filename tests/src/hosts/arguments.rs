//! Reads the arguments of steps. A missing argument has the interface's default, or is empty if it has none.

use serde_json::Value;

/// A type that an argument of a step can have.
pub(crate) trait Argument: Sized {
    /// The value; `None` if it is missing or of another type.
    fn read(argument: &Value) -> Option<Self>;
}

impl Argument for String {
    fn read(argument: &Value) -> Option<String> {
        argument.as_str().map(str::to_owned)
    }
}

impl Argument for u32 {
    fn read(argument: &Value) -> Option<u32> {
        argument.as_u64().map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }
}

impl Argument for u64 {
    fn read(argument: &Value) -> Option<u64> {
        argument.as_u64()
    }
}

impl Argument for i32 {
    fn read(argument: &Value) -> Option<i32> {
        argument.as_i64().and_then(|number| i32::try_from(number).ok())
    }
}

impl Argument for i64 {
    fn read(argument: &Value) -> Option<i64> {
        argument.as_i64()
    }
}

impl Argument for f64 {
    fn read(argument: &Value) -> Option<f64> {
        argument.as_f64()
    }
}

impl Argument for bool {
    fn read(argument: &Value) -> Option<bool> {
        argument.as_bool()
    }
}

impl<T: Argument> Argument for Vec<T> {
    fn read(argument: &Value) -> Option<Vec<T>> {
        Some(argument.as_array()?.iter().filter_map(T::read).collect())
    }
}

impl<T: Argument> Argument for Option<T> {
    fn read(argument: &Value) -> Option<Option<T>> {
        Some(T::read(argument))
    }
}

/// Bytes from hexadecimal digits.
pub(crate) fn bytes(digits: &str) -> Option<Vec<u8>> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// Implements `Argument` for a host's own type of anchors.
macro_rules! anchor {
    ($module:ident::$anchor:ident) => {
        impl $crate::hosts::arguments::Argument for $module::$anchor {
            fn read(argument: &Value) -> Option<$module::$anchor> {
                let text = |name: &str| required::<String>(argument, name);
                let hash = $crate::hosts::arguments::bytes(&text("hash"))?;
                Some($module::$anchor { path: text("path"), symbol: text("symbol"), hash, commit: text("commit") })
            }
        }
    };
}

/// Implements `Argument` for a host's own types of pieces beside code, weighted paths and zone offsets.
macro_rules! handed_on {
    ($module:ident::$piece:ident, $path:ident, $offset:ident) => {
        impl $crate::hosts::arguments::Argument for $module::$offset {
            fn read(argument: &Value) -> Option<$module::$offset> {
                Some($module::$offset { since: required(argument, "since"), seconds: required(argument, "seconds") })
            }
        }

        impl $crate::hosts::arguments::Argument for $module::$piece {
            fn read(argument: &Value) -> Option<$module::$piece> {
                let [id, text, why] = ["id", "text", "why"].map(|name| required(argument, name));
                Some($module::$piece { id, text, why })
            }
        }

        impl $crate::hosts::arguments::Argument for $module::$path {
            fn read(argument: &Value) -> Option<$module::$path> {
                Some($module::$path { path: required(argument, "path"), weight: required(argument, "weight") })
            }
        }
    };
}

/// Implements `Argument` for a host's own type of touched lines.
macro_rules! touched_lines {
    ($module:ident::$lines:ident) => {
        impl $crate::hosts::arguments::Argument for $module::$lines {
            fn read(argument: &Value) -> Option<$module::$lines> {
                let (first_line, last_line) = (required(argument, "first_line"), required(argument, "last_line"));
                let (path, weight) = (required(argument, "path"), required(argument, "weight"));
                Some($module::$lines { path, first_line, last_line, weight })
            }
        }
    };
}

/// An argument; the empty value of its type if it is missing.
pub(crate) fn required<T: Argument + Default>(arguments: &Value, name: &str) -> T {
    T::read(&arguments[name]).unwrap_or_default()
}

/// An argument; the default if it is missing.
pub(crate) fn option<T: Argument>(arguments: &Value, name: &str, default: T) -> T {
    T::read(&arguments[name]).unwrap_or(default)
}

/// Reads the question of an export from the arguments of a step; the cursor is the host's own.
macro_rules! export_question {
    ($arguments:expr, $cursor:expr) => {
        graph::ExportQuestion {
            format: $crate::hosts::arguments::option($arguments, "format", graph::ExportFormat::Text),
            path_prefix: $crate::hosts::arguments::required($arguments, "path_prefix"),
            around: $crate::hosts::arguments::required($arguments, "around"),
            depth: $crate::hosts::arguments::option($arguments, "depth", 1),
            cursor: $cursor,
        }
    };
}

/// Reads the record of a question from the arguments of a step.
macro_rules! question {
    ($arguments:ident, $module:ident::$record:ident; $($field:ident $(= $default:expr)?),*) => {
        $module::$record { $($field: $crate::hosts::arguments::question!($arguments, $field $($default)?)),* }
    };
    ($arguments:ident, $field:ident) => {
        $crate::hosts::arguments::required($arguments, stringify!($field))
    };
    ($arguments:ident, $field:ident $default:expr) => {
        $crate::hosts::arguments::option($arguments, stringify!($field), $default)
    };
}

pub(crate) use {anchor, export_question, handed_on, question, touched_lines};
