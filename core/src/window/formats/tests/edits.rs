//! Edit scripts: what they change, and which are refused.

use super::super::read;
use super::MessageFormat::Anthropic;
use super::{BodyForm, Edit, apply, replacement};
use crate::base::error::Error;

fn edit(message: u32, pointer: &str, replacement: Option<&str>) -> Edit {
    Edit { message, pointer: pointer.into(), replacement: replacement.map(Into::into), id: String::new() }
}

fn edited(messages: &str, edits: &[(u32, &str, Option<&str>)]) -> Result<String, String> {
    let edits: Vec<_> =
        edits.iter().map(|(message, pointer, replacement)| edit(*message, pointer, *replacement)).collect();
    apply(messages, &edits, 0).map_err(|error| match error {
        Error::Invalid { argument, why } => format!("{argument}: {why}"),
        other => panic!("{other:?}"),
    })
}

#[test]
fn each_form_writes_its_own_json() {
    let stub = "a \"b\"\n";
    let written = |form| replacement(form, stub);
    assert_eq!(written(BodyForm::Plain).unwrap(), stub);
    assert_eq!(written(BodyForm::Text).unwrap(), r#""a \"b\"\n""#);
    assert_eq!(written(BodyForm::Object).unwrap(), r#"{"pruned":"a \"b\"\n"}"#);
    assert_eq!(written(BodyForm::ObjectText).unwrap(), r#""{\"pruned\":\"a \\\"b\\\"\\n\"}""#);
    assert_eq!(written(BodyForm::TextOutput).unwrap(), r#"{"type":"text","value":"a \"b\"\n"}"#);
    assert_eq!((written(BodyForm::Drop), written(BodyForm::Fixed)), (None, None));
}

#[test]
fn bytes_outside_the_values_stay() {
    let messages = "[ {\"n\": 1.0e+2,\n\t\"content\" : \"old\" , \"a/b~c\":{\"\":[0, 1 ,2]}} ]\n";
    let edits = [(0, "/content", Some("\"new\"")), (0, "/a~1b~0c//1", Some("{\"x\": 1}"))];
    let expected = "[ {\"n\": 1.0e+2,\n\t\"content\" : \"new\" , \"a/b~c\":{\"\":[0, {\"x\": 1} ,2]}} ]\n";
    assert_eq!(edited(messages, &edits).unwrap(), expected);
    // The order of a script means nothing.
    assert_eq!(edited(messages, &[edits[1], edits[0]]).unwrap(), expected);
}

#[test]
fn a_value_that_is_left_out_takes_a_comma_with_it() {
    let messages = r#"[{"content":[ 0 , 1 , 2 , 3 ], "b" : 5 }]"#;
    let left_out = |places: &[&str]| {
        let edits: Vec<_> = places.iter().map(|place| (0, *place, None)).collect();
        edited(messages, &edits).unwrap()
    };
    assert_eq!(left_out(&["/content/0"]), r#"[{"content":[ 1 , 2 , 3 ], "b" : 5 }]"#);
    assert_eq!(left_out(&["/content/1"]), r#"[{"content":[ 0 , 2 , 3 ], "b" : 5 }]"#);
    assert_eq!(left_out(&["/content/3"]), r#"[{"content":[ 0 , 1 , 2 ], "b" : 5 }]"#);
    assert_eq!(left_out(&["/content/0", "/content/1", "/content/3"]), r#"[{"content":[ 2 ], "b" : 5 }]"#);
    assert_eq!(left_out(&["/content/2", "/content/1"]), r#"[{"content":[ 0 , 3 ], "b" : 5 }]"#);
    assert_eq!(left_out(&["/content/0", "/content/1", "/content/2", "/content/3"]), r#"[{"content":[  ], "b" : 5 }]"#);
    assert_eq!(left_out(&["/content"]), r#"[{"b" : 5 }]"#);
    assert_eq!(left_out(&["/b"]), r#"[{"content":[ 0 , 1 , 2 , 3 ] }]"#);
    let beside = edited(messages, &[(0, "/content/1", Some("9")), (0, "/content/2", None), (0, "/content/0", None)]);
    assert_eq!(beside.unwrap(), r#"[{"content":[ 9 , 3 ], "b" : 5 }]"#);
    assert_eq!(edited(r#"[{"a":1}, {"b":2}]"#, &[(0, "", None)]).unwrap(), r#"[{"b":2}]"#);
}

#[test]
fn an_edit_that_does_not_fit_refuses_them_all() {
    let messages = r#"[{"content":["a"],"n":1,"m":1}]"#;
    let refusal = |edits: &[(u32, &str, Option<&str>)]| edited(messages, edits).unwrap_err();
    for pointer in ["/x", "/content/1", "/content/-", "/content/00", "/content/+0", "/content/0/0", "/n/0", "/content/"]
    {
        let why = format!("edits: message 0, {pointer:?}: nothing is there");
        assert_eq!(refusal(&[(0, "/m", Some("2")), (0, pointer, Some("1"))]), why);
    }
    assert_eq!(refusal(&[(1, "/content", None)]), "edits: message 1, \"/content\": nothing is there");
    assert_eq!(refusal(&[(0, "content", None)]), "edits: message 0, \"content\": a pointer begins with a slash");
    assert_eq!(
        refusal(&[(0, "/content", Some("[pruned"))]),
        "edits: message 0, \"/content\": the replacement is not JSON"
    );
    assert_eq!(refusal(&[(0, &"/a".repeat(99), None)]).split(": ").nth(2), Some("the pointer has too many names"));
    for other in ["/content", "/content/0"] {
        let why = refusal(&[(0, other, Some("1")), (0, "/content", Some("1"))]);
        assert_eq!(why, "edits: message 0, \"/content\": two edits are of the same bytes");
    }
    let before = apply(messages, &[edit(6, "/n", None)], 7);
    assert!(matches!(before, Err(Error::Invalid { argument: "edits", .. })));
}

#[test]
fn messages_are_numbered_as_in_the_callers_list() {
    let messages = r#"[{"role":"user","content":"a"},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"b"}]}]"#;
    let items = read(Anthropic, messages, 40).unwrap();
    assert_eq!((items[1].message, items[1].response), (41, 41));
    let edits = [edit(41, &items[1].pointer, Some("\"c\""))];
    assert_eq!(apply(messages, &edits, 40).unwrap(), messages.replace("\"b\"", "\"c\""));
}

#[test]
fn a_whole_request_is_edited_in_its_list() {
    let request = r#"{"messages": [{"role":"user","content":"a"}], "system": "s"}"#;
    assert_eq!(edited(request, &[(0, "/content", Some("\"b\""))]).unwrap(), request.replace("\"a\"", "\"b\""));
}
