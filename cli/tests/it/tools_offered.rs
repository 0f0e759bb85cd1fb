//! The tools that an agent is offered: their descriptions, their names, and their share of a request.

use std::fs;

use serde_json::{Value, json};

use crate::common::client::{Client, text};
use crate::common::{Project, program};

fn project() -> Project {
    Project::new(&[
        ("app.py", "from net import fetch\n\n\ndef main():\n    return fetch()\n"),
        ("net.py", "def fetch():\n    return 1\n"),
    ])
}

/// The offered tools as JSON.
fn offered(arguments: &[&str]) -> Vec<Value> {
    let project = project();
    let listed = program(project.path()).args(["--json", "mcp", "--tools"]).args(arguments).output().unwrap();
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    listed["tools"].as_array().unwrap().clone()
}

/// Once 14 tools took 2,512 tokens of every request.
#[test]
fn the_tools_that_are_offered_by_default_take_1500_tokens_at_most() {
    let offered = offered(&[]);
    let n_tokens = json!(offered).to_string().chars().count() / 4;
    assert!((500..=1_500).contains(&n_tokens), "{n_tokens}");
}

#[test]
fn what_is_offered_is_what_the_list_of_tools_says() {
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/../wit/tools.json");
    let list: Value = serde_json::from_str(&fs::read_to_string(list).unwrap()).unwrap();
    let list = list["tools"].as_array().unwrap();
    let names = |tools: &[&Value]| -> Vec<String> { tools.iter().map(|one| one["name"].to_string()).collect() };
    let (all, default) = (offered(&["--toolset", "all"]), offered(&[]));
    let default_tools: Vec<&Value> = list.iter().filter(|tool| tool["default"] == true).collect();
    assert_eq!(names(&default.iter().collect::<Vec<_>>()), names(&default_tools));
    assert_eq!(names(&all.iter().collect::<Vec<_>>()), names(&list.iter().collect::<Vec<_>>()));
    for (tool, told) in all.iter().zip(list) {
        let name = tool["name"].as_str().unwrap();
        assert_eq!(tool["description"], told["description"], "{name}");
        let (schema, arguments) = (&tool["inputSchema"], told["arguments"].as_array().unwrap());
        let properties = schema["properties"].as_object().unwrap();
        assert_eq!(properties.len(), arguments.len(), "{name}");
        for argument in arguments {
            let property = &properties[argument["name"].as_str().unwrap()];
            let kind = match argument["type"].as_str().unwrap() {
                "name" | "path" | "text" | "word" => "string",
                "texts" | "words" => "array",
                "flag" => "boolean",
                _ if argument["name"] == "min_confidence" => "number",
                _ => "integer",
            };
            assert_eq!(property["type"], kind, "{name}: {argument}");
            assert_eq!(property["description"], argument["docs"], "{name}: {argument}");
            let is_bounded = property["minimum"].is_number() && property["maximum"].is_number();
            assert_eq!(is_bounded, argument["type"] == "number", "{name}: {property}");
            let is_required = schema["required"].as_array().unwrap().contains(&argument["name"]);
            let must = argument["required"] == true || argument["type"] == "word" && argument["default"].is_null();
            assert_eq!(is_required, must, "{name}: {argument}");
        }
    }
}

#[test]
fn names_are_offered_under_a_prefix_and_tools_by_their_names() {
    let project = project();
    let mut client = Client::begun(project.path(), &["--toolset", "notes,find,remember", "--prefix", "jay_"]);
    let listed = client.ask("tools/list", json!({}));
    let names: Vec<&str> =
        listed["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["jay_find", "jay_remember", "jay_notes"]);
    assert!(text(&client.call("jay_notes", json!({}))).contains("try `jay_remember`"));
    let found = text(&client.call("jay_find", json!({ "text": "fetsh" })));
    assert!(found.contains("try: jay_find(text="), "{found}");
    for name in ["find", "jay_callers", "notes"] {
        let refused = client.call(name, json!({ "text": "fetch" }));
        let said = refused["error"]["message"].as_str().unwrap();
        assert!(said.contains("there are jay_find, jay_remember, jay_notes"), "{said}");
    }
    // What is not offered is not advised.
    let mut client = Client::begun(project.path(), &["--toolset", "callers"]);
    let nobody = text(&client.call("callers", json!({ "name": "main" })));
    assert!(nobody.contains("nothing found") && !nobody.contains("find("), "{nobody}");
    for wrong_arguments in [["--toolset", "erase"], ["--prefix", "a b"]] {
        let refused = program(project.path()).args(["mcp", "--tools"]).args(wrong_arguments).output().unwrap();
        assert_eq!(refused.status.code(), Some(2), "{wrong_arguments:?}");
    }
}

#[test]
fn a_note_is_changed_and_forgotten_by_its_id() {
    let project = project();
    let mut client = Client::begun(project.path(), &[]);
    let id = text(&client.call("remember", json!({ "text": "fetch is slow" }))).trim().to_owned();
    let changed = client.call("update", json!({ "id": id, "text": "fetch is quick" }));
    assert_eq!(text(&changed), format!("{id}  updated\n"));
    let notes = text(&client.call("notes", json!({})));
    assert!(notes.contains("fetch is quick") && !notes.contains("slow") && notes.contains(&id), "{notes}");
    assert_eq!(text(&client.call("forget", json!({ "id": id }))), format!("{id}  forgotten\n"));
    assert!(!text(&client.call("notes", json!({}))).contains("fetch"));
    let answer_if_gone = client.call("update", json!({ "id": id, "text": "again" }));
    assert_eq!(text(&answer_if_gone), format!("{id}  is no note here\n"));
    assert_eq!(text(&client.call("forget", json!({ "id": id }))), format!("{id}  was forgotten before\n"));
    assert_eq!(client.call("forget", json!({ "id": "x" }))["result"]["isError"], true);
}

#[test]
fn a_call_is_answered_as_it_is_on_every_host() {
    let answers = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/tools/answers.json");
    let answers: Value = serde_json::from_str(&fs::read_to_string(answers).unwrap()).unwrap();
    let files = answers["files"].as_object().unwrap();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str().unwrap())).collect();
    let project = Project::new(&files);
    let prefix = answers["prefix"].as_str().unwrap();
    let mut client = Client::begun(project.path(), &["--toolset", "all", "--prefix", prefix]);
    client.call(&format!("{prefix}find"), json!({ "text": "the first call indexes the folder" }));
    for call in answers["answers"].as_array().unwrap() {
        let (tool, arguments) = (call["tool"].as_str().unwrap(), &call["arguments"]);
        let answer = client.call(&format!("{prefix}{tool}"), arguments.clone());
        assert_eq!(text(&answer).trim_end_matches('\n'), call["text"].as_str().unwrap(), "{tool} {arguments}");
    }
}
