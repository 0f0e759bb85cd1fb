//! Answers as JSON: members in snake_case, a variant as an object with one member, a case without content as its name.
//!
//! The records of two hosts differ in type and agree in names: the interface's lists of members serve both, from the modules that
//! each has in scope.

use serde_json::{Map, Value, json};

/// A value that can be converted to JSON.
pub(crate) trait Json {
    fn json(&self) -> Value;
}

impl Json for bool {
    fn json(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Json for u32 {
    fn json(&self) -> Value {
        json!(self)
    }
}

/// A 64-bit count is a number up to 2^53, which a double represents exactly, and a string above.
impl Json for u64 {
    fn json(&self) -> Value {
        if *self <= 1 << 53 { json!(self) } else { json!(self.to_string()) }
    }
}

impl Json for i64 {
    fn json(&self) -> Value {
        json!(self)
    }
}

impl Json for f64 {
    fn json(&self) -> Value {
        json!(self)
    }
}

impl Json for &str {
    fn json(&self) -> Value {
        json!(self)
    }
}

impl Json for String {
    fn json(&self) -> Value {
        json!(self)
    }
}

impl Json for std::sync::Arc<str> {
    fn json(&self) -> Value {
        json!(**self)
    }
}

/// Bytes are hexadecimal digits.
impl Json for [u8] {
    fn json(&self) -> Value {
        Value::String(self.iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

impl Json for [u8; 32] {
    fn json(&self) -> Value {
        self.as_slice().json()
    }
}

impl Json for Vec<u8> {
    fn json(&self) -> Value {
        self.as_slice().json()
    }
}

impl<T: Json> Json for Vec<T> {
    fn json(&self) -> Value {
        self.iter().map(Json::json).collect()
    }
}

impl<T: Json> Json for Option<T> {
    fn json(&self) -> Value {
        self.as_ref().map_or(Value::Null, Json::json)
    }
}

/// An object of one member.
pub(crate) fn member(name: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), value)]))
}

/// An object without these members; any other value as it is.
pub(crate) fn without(mut value: Value, names: &[&str]) -> Value {
    if let Value::Object(members) = &mut value {
        members.retain(|name, _| !names.contains(&name.as_str()));
    }
    value
}

/// Implements [`Json`] for records, member by member.
macro_rules! records {
    ($($module:ident::$record:ident { $($member:ident),* $(,)? })*) => {$(
        impl $crate::json::Json for $module::$record {
            fn json(&self) -> serde_json::Value {
                let members = [$((stringify!($member).to_owned(), $crate::json::Json::json(&self.$member))),*];
                serde_json::Value::Object(members.into_iter().collect())
            }
        }
    )*};
}

/// Shows and reads enumerations by their words.
macro_rules! words {
    ($($module:ident::$enumeration:ident { $($case:ident = $word:literal,)* })*) => {$(
        impl $crate::json::Json for $module::$enumeration {
            fn json(&self) -> serde_json::Value {
                #[allow(unreachable_patterns, reason = "the core has cases that never leave it")]
                match self {
                    $($module::$enumeration::$case => serde_json::Value::from($word),)*
                    _ => serde_json::Value::Null,
                }
            }
        }

        impl $crate::hosts::arguments::Argument for $module::$enumeration {
            fn read(given: &serde_json::Value) -> Option<Self> {
                match given.as_str()? {
                    $($word => Some($module::$enumeration::$case),)*
                    _ => None,
                }
            }
        }
    )*};
}

/// Shows variants: a case without content by its word, another one as an object of one member.
macro_rules! variants {
    ($($module:ident::$variant:ident { $($case:ident $(($held:ident))? = $word:literal,)* })*) => {$(
        impl $crate::json::Json for $module::$variant {
            fn json(&self) -> serde_json::Value {
                match self {$(
                    $module::$variant::$case $(($held))? => {
                        let held: Option<serde_json::Value> = [$($crate::json::Json::json($held))?].into_iter().next();
                        held.map_or_else(|| serde_json::Value::from($word), |held| $crate::json::member($word, held))
                    }
                )*}
            }
        }
    )*};
}

pub(crate) use {records, variants, words};
