//! Answers as JSON: members in snake_case, a variant as an object with one member, a case without content as its name.
//!
//! The records of two hosts differ in type and agree in names: one list of members serves all.

use serde_json::{Map, Value, json};

/// A value that can be shown as JSON.
pub(crate) trait Json {
    /// The JSON of it.
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

/// A count of 64 bits is a number while a double holds it exactly.
impl Json for u64 {
    fn json(&self) -> Value {
        if *self <= 1 << 53 { json!(self) } else { json!(self.to_string()) }
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

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> Value {
    Value::String(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A case by its debug name: `SymbolKind::TypeAlias` is `type_alias`.
pub(crate) fn case(value: &impl std::fmt::Debug) -> Value {
    let name = format!("{value:?}");
    let name = name.rsplit("::").next().unwrap_or(&name);
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    Value::String(snake)
}

/// Shows records, member by member.
macro_rules! records {
    ($($record:ty { $($member:ident),* $(,)? })*) => {$(
        impl $crate::json::Json for $record {
            fn json(&self) -> serde_json::Value {
                let members = [$((stringify!($member).to_owned(), $crate::json::Json::json(&self.$member))),*];
                serde_json::Value::Object(members.into_iter().collect())
            }
        }
    )*};
}

/// Shows enumerations by the names of their cases.
macro_rules! cases {
    ($($enumeration:ty),* $(,)?) => {$(
        impl $crate::json::Json for $enumeration {
            fn json(&self) -> serde_json::Value {
                $crate::json::case(self)
            }
        }
    )*};
}

/// Shows the records that the WIT and the core's façade have in common, from the modules in scope.
macro_rules! shared_records {
    () => {
        $crate::json::cases! {
        graph::SymbolKind, graph::EdgeKind, graph::Strategy, graph::SkipReason, recall::PieceForm,
        }
        $crate::json::records! {
            types::Factor { name, value }
            types::Candidate { id, path, first_line }
            types::Limit { what, actual, most }
            graph::Found { symbol, score, factors }
            graph::FindPage { hits, n_hits }
            graph::Outlined { symbol, depth }
            graph::Step { symbol, via, edge, strategy, confidence, path, line, depth }
            graph::WalkPage { symbol, steps, n_steps }
            graph::PathPage { source, target, steps }
            graph::HierarchyPage { symbol, above, n_above, below, n_below }
            graph::Dependency { name, external, n_edges, line, depth }
            graph::DependencyPage { dependencies, n_dependencies }
            graph::RepositoryMap { text, tokens, n_files, n_symbols, unknown_focus }
            recall::Piece { id, path, first_line, last_line, form, text, tokens, score, why, factors }
            recall::RankedFile { path, score, factors }
            recall::Prepared { pieces, tokens, text, files, unknown_focus }
            memory::LanguageStatus { language, n_files, n_lines, n_bytes }
        }
    };
}

pub(crate) use {cases, records, shared_records};
