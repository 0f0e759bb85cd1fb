//! The file of the Model Context Protocol's reference memory server, as events.
//!
//! A line is an entity with what was observed of it, or a relation of two: each observation and each relation becomes a note. An
//! event's id follows from what it says, so that a file that is imported twice adds nothing. Not here: recording.

use scrubjay::files::hash::hash;
use serde_json::{Value, json};

/// The events of a line, each as a line that `record` takes; or why there are none.
pub(super) fn events(line: &str) -> Result<Vec<String>, String> {
    let said: Value = serde_json::from_str(line).map_err(|error| format!("it is no JSON: {error}"))?;
    match said["type"].as_str() {
        Some("entity") => {
            let (name, entity_type) = (text(&said, "name")?, text(&said, "entityType")?);
            let observations = said["observations"].as_array().ok_or("`observations` is no list")?;
            let event = |observation: &Value| {
                let observation = observation.as_str().ok_or("an observation is no text")?;
                let metadata = json!({ "entity": name, "entity_type": entity_type });
                Ok(event(&format!("{name}: {observation}"), &metadata))
            };
            observations.iter().map(event).collect()
        }
        Some("relation") => {
            let (from, to, relation) = (text(&said, "from")?, text(&said, "to")?, text(&said, "relationType")?);
            let metadata = json!({ "from": from, "to": to, "relation_type": relation });
            Ok(vec![event(&format!("{from} {relation} {to}"), &metadata)])
        }
        _ => Err("its `type` is neither entity nor relation".to_owned()),
    }
}

fn text<'v>(said: &'v Value, name: &str) -> Result<&'v str, String> {
    said[name].as_str().ok_or_else(|| format!("`{name}` is no text"))
}

fn event(text: &str, metadata: &Value) -> String {
    let digest = hash(format!("{text}\n{metadata}").as_bytes());
    let hex: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let event = json!({
        "kind": "note", "event_id": format!("mcp:{hex}"), "origin": "imported", "text": text, "metadata": metadata,
    });
    event.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entity_is_a_note_for_each_observation_and_equal_ones_have_equal_ids() {
        let line =
            r#"{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea","likes tea","is 36"]}"#;
        let events = events(line).unwrap();
        let read: Vec<Value> = events.iter().map(|event| serde_json::from_str(event).unwrap()).collect();
        assert_eq!(read[0]["text"], "Ada: likes tea");
        assert_eq!(read[0]["metadata"], json!({ "entity": "Ada", "entity_type": "person" }));
        assert_eq!(read[0], read[1]);
        assert_ne!(read[0]["event_id"], read[2]["event_id"]);
    }

    #[test]
    fn what_is_neither_entity_nor_relation_is_refused() {
        for line in ["{}", "7", "{\"type\":\"relation\",\"from\":1}", "{\"type\":\"entity\",\"name\":\"a\"}", "no"] {
            assert!(events(line).is_err(), "{line}");
        }
    }
}
