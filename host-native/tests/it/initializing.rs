//! `init`, which writes into files that people wrote.

use std::fs;

use serde_json::{Value, json};

use crate::common::{Project, code, stderr, stdout};

fn read(project: &Project, path: &str) -> String {
    fs::read_to_string(project.at(path)).unwrap_or_default()
}

#[test]
fn what_is_named_is_written_and_agents_find_the_server() {
    let project = Project::new(&[]);
    let none = project.run(&["init"]);
    assert_eq!(code(&none), 2);
    assert!(stderr(&none).contains("--claude"), "{}", stderr(&none));
    let dry = project.run(&["init", "--claude", "--vscode", "--dry-run"]);
    assert!(stdout(&dry).contains(".mcp.json  would be created\n  + \"scrubjay\": {"), "{}", stdout(&dry));
    assert!(!project.at(".mcp.json").exists() && !project.at(".vscode").exists());

    let done = project.run(&["init", "--claude", "--cursor", "--vscode"]);
    assert_eq!((code(&done), stdout(&done).lines().count()), (0, 3), "{}", stderr(&done));
    let of = |path: &str| serde_json::from_str::<Value>(&read(&project, path)).unwrap();
    let entry = json!({ "command": "scrubjay", "args": ["mcp"] });
    assert_eq!(of(".mcp.json"), json!({ "mcpServers": { "scrubjay": entry } }));
    assert_eq!(of(".cursor/mcp.json")["mcpServers"]["scrubjay"], entry);
    assert_eq!(of(".vscode/mcp.json")["servers"]["scrubjay"]["type"], "stdio");
    let again = project.run(&["init", "--json"]);
    let answer: Value = serde_json::from_str(&stdout(&again)).unwrap();
    let did: Vec<&str> = answer["files"].as_array().unwrap().iter().map(|file| file["did"].as_str().unwrap()).collect();
    assert_eq!(did, ["unchanged"; 3], "those that are there are found by their folders");
    let removed = project.run(&["init", "--remove"]);
    assert_eq!(stdout(&removed).matches("deleted").count(), 3, "{}", stdout(&removed));
    assert_eq!(fs::read_dir(project.path()).unwrap().count(), 0, "empty folders stayed");
}

/// A comment in one file kept all others from being written and from being removed.
#[test]
fn a_file_that_cannot_be_changed_is_named_and_the_others_are_done_and_undone() {
    let own = "{\n  // mine\n  \"servers\": {}\n}\n";
    let theirs = "{\"mcpServers\": {}}";
    let project = Project::new(&[(".mcp.json", theirs), (".vscode/mcp.json", own), ("CLAUDE.md", "# No end")]);
    fs::create_dir(project.at(".cursor")).unwrap();
    let done = project.run(&["init", "--claude", "--cursor", "--vscode", "--claude-md"]);
    assert_eq!(code(&done), 1);
    assert!(stdout(&done).contains(".vscode/mcp.json  refused"), "{}", stdout(&done));
    assert!(read(&project, ".mcp.json").contains("scrubjay") && read(&project, "CLAUDE.md").contains("scrubjay"));
    assert_eq!(code(&project.run(&["init", "--remove"])), 1);
    assert_eq!(read(&project, ".mcp.json"), theirs);
    assert_eq!((read(&project, ".vscode/mcp.json").as_str(), read(&project, "CLAUDE.md").as_str()), (own, "# No end"));
    assert!(project.at(".cursor").is_dir() && !project.at(".cursor/mcp.json").exists(), "a folder that was there went");
}

#[test]
fn what_a_person_wrote_stays_byte_by_byte() {
    let own = "{\n    \"mcpServers\": {\n        \"other\": { \"command\": \"npx\", \"args\": [\"-y\", \"other\"] }\n    },\n    \"z\": 1.50\n}\n";
    let project = Project::new(&[(".mcp.json", own), ("AGENTS.md", "# Rules\n\nBe kind.\n")]);
    assert_eq!(code(&project.run(&["init", "--claude", "--agents-md"])), 0);
    let written = read(&project, ".mcp.json");
    assert!(
        written
            .contains("\"other\": { \"command\": \"npx\", \"args\": [\"-y\", \"other\"] },\n        \"scrubjay\": {"),
        "{written}"
    );
    let rules = read(&project, "AGENTS.md");
    assert!(
        rules.starts_with("# Rules\n\nBe kind.\n\n<!-- scrubjay -->\n") && rules.contains("scrubjay callers"),
        "{rules}"
    );
    assert!(["scrubjay recall WORDS", "scrubjay remember TEXT"].iter().all(|asked| rules.contains(asked)), "{rules}");
    project.run(&["init", "--claude", "--agents-md"]);
    assert_eq!((read(&project, ".mcp.json"), read(&project, "AGENTS.md")), (written, rules), "twice is once");
    assert_eq!(code(&project.run(&["init", "--remove"])), 0);
    assert_eq!(
        (read(&project, ".mcp.json").as_str(), read(&project, "AGENTS.md").as_str()),
        (own, "# Rules\n\nBe kind.\n")
    );
}

#[test]
fn another_entry_is_left_and_what_is_no_json_refused_with_its_place() {
    let own = "{\"mcpServers\": {\"scrubjay\": {\"command\": \"/opt/scrubjay\", \"args\": [\"mcp\"]}}}";
    let project = Project::new(&[(".mcp.json", own), (".vscode/mcp.json", "{\n  // mine\n  \"servers\": {}\n}\n")]);
    for arguments in [&["init", "--claude"][..], &["init", "--claude", "--remove"]] {
        let left = project.run(arguments);
        assert!(stdout(&left).contains("somebody wrote another entry scrubjay, which stays"), "{}", stdout(&left));
        assert_eq!(read(&project, ".mcp.json"), own);
    }
    let refused = project.run(&["init", "--vscode"]);
    assert_eq!(code(&refused), 1);
    let words = stderr(&refused);
    assert!(words.contains(".vscode/mcp.json is left as it is") && words.contains("line 2 column 3"), "{words}");
    #[cfg(unix)]
    {
        project.write("elsewhere.json", "{}");
        fs::create_dir(project.at(".cursor")).unwrap();
        std::os::unix::fs::symlink(project.at("elsewhere.json"), project.at(".cursor/mcp.json")).unwrap();
        assert_eq!(code(&project.run(&["init", "--cursor"])), 1);
        assert_eq!(read(&project, "elsewhere.json"), "{}");
        fs::create_dir(project.at("outside")).unwrap();
        fs::remove_dir_all(project.at(".cursor")).unwrap();
        std::os::unix::fs::symlink(project.at("outside"), project.at(".cursor")).unwrap();
        assert_eq!(code(&project.run(&["init", "--cursor"])), 1);
        assert_eq!(fs::read_dir(project.at("outside")).unwrap().count(), 0, "a link was followed");
    }
}
