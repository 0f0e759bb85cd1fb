//! Answers as JSON: the records of the component's interface with the same fields, in snake_case. Bytes are hexadecimal
//! digits, enumeration values are strings, and a variant is an object with its `kind` and, if it has a payload, its `value`.
//!
//! The shape is stable: fields may be added, and none is renamed or removed without a new major version. The list of
//! fields is generated.

use scrubjay::wit::{Word, delivery, episodes, graph, memory, prepare, recall, records, session, types, window};
use serde_json::{Value, json};

/// An answer, or a part of one, that `--json` can print.
pub(crate) trait Json {
    fn json(&self) -> Value;
}

macro_rules! plain {
    ($($plain:ty),*) => {$(
        impl Json for $plain {
            fn json(&self) -> Value {
                json!(self)
            }
        }
    )*};
}

plain!(bool, u32, u64, i32, i64, f64, String);

impl Json for Vec<u8> {
    fn json(&self) -> Value {
        Value::String(self.iter().map(|byte| format!("{byte:02x}")).collect())
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

impl<A: Json, B: Json> Json for (A, B) {
    fn json(&self) -> Value {
        json!([self.0.json(), self.1.json()])
    }
}

macro_rules! words {
    ($($module:ident::$enumeration:ident { $($case:ident = $word:literal,)* })*) => {$(
        impl Json for $module::$enumeration {
            fn json(&self) -> Value {
                Value::from(self.word())
            }
        }
    )*};
}

macro_rules! records {
    ($($module:ident::$record:ident { $($field:ident),* })*) => {$(
        impl Json for $module::$record {
            fn json(&self) -> Value {
                let $module::$record { $($field),* } = self;
                Value::Object([$((stringify!($field).to_owned(), $field.json())),*].into_iter().collect())
            }
        }
    )*};
}

macro_rules! variants {
    ($($module:ident::$variant:ident { $($case:ident $(($held:ident))? = $word:literal,)* })*) => {$(
        impl Json for $module::$variant {
            fn json(&self) -> Value {
                match self {$(
                    $module::$variant::$case $(($held))? => {
                        let held: Option<Value> = [$($held.json())?].into_iter().next();
                        held.map_or_else(|| json!({ "kind": $word }), |held| json!({ "kind": $word, "value": held }))
                    }
                )*}
            }
        }
    )*};
}

scrubjay::for_enumerations!(words);
scrubjay::for_records!(records);
scrubjay::for_variants!(variants);

#[cfg(test)]
mod tests {
    use super::*;

    variants! {
        graph::Verdict { Read(held) = "read", Skip(held) = "skip", }
        types::Answer { Rows(held) = "rows", Text(held) = "text", Changed = "changed", Model(held) = "model", }
    }
    records! {
        types::RowPage { rows, complete }
        types::Row { key, value }
    }

    #[test]
    fn a_case_is_its_word_and_holds_what_it_holds() {
        assert_eq!(graph::Verdict::Skip(graph::SkipReason::Size).json(), json!({ "kind": "skip", "value": "size" }));
        assert_eq!(types::Answer::Changed.json(), json!({ "kind": "changed" }));
        let rows = types::RowPage { rows: vec![types::Row { key: vec![1, 255], value: Vec::new() }], complete: true };
        let rows_in_json = json!({ "rows": [{ "key": "01ff", "value": "" }], "complete": true });
        let expected = json!({ "kind": "rows", "value": rows_in_json });
        assert_eq!(types::Answer::Rows(rows).json(), expected);
        assert_eq!((Some(-3i64), None::<bool>).json(), json!([-3, null]));
    }
}
