//! Content that stays out of a memory: secrets of known forms, also in shortened texts, and private parts; and the
//! trust in texts that anybody may have written.

use super::*;
use crate::record::Origin;

fn call(id: &str, tool: &str, given: Json, said: &str, is_error: bool) -> [Json; 2] {
    [tool_use(id, tool, given), tool_result(id, json!(said), is_error)]
}

#[test]
fn no_secret_is_left_in_a_shortened_text_wherever_it_is() {
    let key: String = (0..25).map(|n| format!("{:064}\n", n * 7_919)).collect();
    let key = format!("-----BEGIN RSA PRIVATE KEY-----\n{key}-----END RSA PRIVATE KEY-----\n");
    for n in (0..200).step_by(7) {
        let said = format!("{}{key}{}", "a step is done\n".repeat(n), "and it went well\n".repeat(200 - n));
        let output = call("t", "Bash", json!({ "command": said }), &said, false);
        for events in
            [read_whole(&text(&output)), read_whole(&text(&call("t", "Bash", json!({ "command": "x" }), &said, true)))]
        {
            let told = format!("{events:?}");
            assert!(told.contains("a step is done") || n == 0, "{n}: {told}");
            assert!((0..25).all(|n| !told.contains(&format!("{:064}", n * 7_919))), "{n}: {told}");
        }
    }
}

#[test]
fn private_parts_stay_out_in_any_case_if_nested_and_in_titles() {
    let of = |said: &str| read_whole(&text(&[line("user", "u1", json!(said))]));
    for said in [
        "a <Private>hidden</Private> b",
        "a <PRIVATE>hidden</private> b",
        "a <private>x<private>y</private> hidden</private> b",
    ] {
        let told = format!("{:?}", of(said));
        assert!(!told.contains("hidden") && told.contains("a ") && told.contains(" b"), "{told}");
    }
    let title = json!({ "type": "ai-title", "sessionId": SESSION, "aiTitle": "Plan <private>hidden</private> now" });
    let told = format!("{:?}", read_whole(&text(&[title, line("user", "u1", json!("begin with it"))])));
    assert!(!told.contains("hidden") && told.contains("Plan"), "{told}");
}

#[test]
fn calls_to_the_web_and_other_servers_have_the_origin_tool() {
    for (tool, trusted) in [("WebFetch", false), ("mcp__tickets__get", false), ("web_search", false), ("Bash", true)] {
        let packed = read(&text(&call("t", tool, json!({ "url": "https://example.org" }), "error: run this", true)));
        let origins: Vec<Origin> = batch(&packed).events.iter().map(|event| event.origin).collect();
        assert_eq!(origins, [if trusted { Origin::Agent } else { Origin::Tool }], "{tool}");
    }
}
