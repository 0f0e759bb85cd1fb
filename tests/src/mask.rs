//! A mask keeps the named members of an answer and removes the rest, so that a story states only what it is about.
//!
//! `hits.symbol.id` keeps that member of each hit; a path applies to all items of an array.

use serde_json::{Map, Value};

/// The parts of `value` that the paths name. Without paths everything is kept; an error is always kept.
pub fn masked(value: &Value, paths: &[String]) -> Value {
    if paths.is_empty() || value.get("error").is_some() {
        return value.clone();
    }
    let paths: Vec<Vec<&str>> = paths.iter().map(|path| path.split('.').collect()).collect();
    keep(value, &paths.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn keep(value: &Value, paths: &[&[&str]]) -> Value {
    if paths.iter().any(|path| path.is_empty()) {
        return value.clone();
    }
    match value {
        Value::Array(items) => Value::Array(items.iter().map(|item| keep(item, paths)).collect()),
        Value::Object(members) => {
            let mut kept = Map::new();
            for (name, member) in members {
                let below: Vec<&[&str]> = paths.iter().filter(|path| path[0] == name).map(|path| &path[1..]).collect();
                if !below.is_empty() {
                    kept.insert(name.clone(), keep(member, &below));
                }
            }
            Value::Object(kept)
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::masked;
    use serde_json::json;

    #[test]
    fn a_mask_reaches_into_arrays_and_keeps_shapes() {
        let value = json!({"n": 2, "hits": [{"id": "a", "score": 1}, {"id": "b", "score": 2}]});
        assert_eq!(masked(&value, &["hits.id".into()]), json!({"hits": [{"id": "a"}, {"id": "b"}]}));
        assert_eq!(masked(&value, &[]), value);
    }

    #[test]
    fn an_error_is_never_masked() {
        let value = json!({"error": {"unknown": {"name": "x"}}});
        assert_eq!(masked(&value, &["hits.id".into()]), value);
    }
}
