//! A mask keeps the named members of an answer and removes the rest, so that a story states only what it is about.
//!
//! `hits.symbol.id` keeps that member of each hit; a path applies to all items of an array.

use serde_json::{Map, Value, json};

/// The parts of `value` that the paths name. Without paths, or if `value` has an error, all of `value` except `hints`,
/// `imported` and `named_in` where they are empty.
pub fn masked(value: &Value, paths: &[String]) -> Value {
    if paths.is_empty() || value.get("error").is_some() {
        return without_empty_notes(value);
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
            let mut kept_members = Map::new();
            for (name, member) in members {
                let deeper_paths: Vec<&[&str]> =
                    paths.iter().filter(|path| path[0] == name).map(|path| &path[1..]).collect();
                if !deeper_paths.is_empty() {
                    kept_members.insert(name.clone(), keep(member, &deeper_paths));
                }
            }
            Value::Object(kept_members)
        }
        other => other.clone(),
    }
}

/// A value without empty `hints`, `imported` and `named_in`, which most answers have and no story is about.
fn without_empty_notes(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(without_empty_notes).collect(),
        Value::Object(members) => {
            let has_content = |(name, member): &(&String, &Value)| match name.as_str() {
                "hints" => **member != json!([]),
                "imported" => !member.is_null(),
                "named_in" => **member != json!([]),
                _ => true,
            };
            let kept_members =
                members.iter().filter(has_content).map(|(name, member)| (name.clone(), without_empty_notes(member)));
            Value::Object(kept_members.collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::{json, masked};

    #[test]
    fn a_mask_reaches_into_arrays_and_keeps_shapes() {
        let value = json!({"n": 2, "hits": [{"id": "a", "score": 1}, {"id": "b", "score": 2}]});
        assert_eq!(masked(&value, &["hits.id".into()]), json!({"hits": [{"id": "a"}, {"id": "b"}]}));
        assert_eq!(masked(&value, &[]), value);
    }

    #[test]
    fn what_most_answers_do_not_say_is_left_out_unless_the_story_is_about_it() {
        let value = json!({"hits": [], "hints": [], "imported": null, "held": {"hints": [1]}});
        assert_eq!(masked(&value, &[]), json!({"hits": [], "held": {"hints": [1]}}));
        assert_eq!(masked(&value, &["hints".into()]), json!({"hints": []}));
    }

    #[test]
    fn an_error_is_never_masked() {
        let value = json!({"error": {"unknown": {"name": "x"}}});
        assert_eq!(masked(&value, &["hits.id".into()]), value);
    }
}
