//! `init`, which changes files that people wrote.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Project, code, program, stderr, stdout};

/// A project, the home folder of a person who works in it, and the PATH for the program.
struct Desk {
    project: Project,
    home: TempDir,
    path: PathBuf,
}

impl Desk {
    fn new(files: &[(&str, &str)]) -> Desk {
        let path = Path::new(env!("CARGO_BIN_EXE_scrubjay")).parent().unwrap().to_owned();
        Desk { project: Project::new(files), home: tempfile::tempdir().unwrap(), path }
    }

    fn of_home(&self, path: &str) -> PathBuf {
        self.home.path().join(path)
    }

    /// Hides the settings of whoever runs the tests.
    fn at_home<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        for variable in ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "APPDATA"] {
            command.env_remove(variable);
        }
        command.env("HOME", self.home.path()).env("SCRUBJAY_HOME", self.of_home("data")).env("PATH", &self.path)
    }

    fn run(&self, arguments: &str) -> Output {
        let mut command = program(self.project.path());
        let words = arguments.split(' ');
        self.at_home(&mut command).arg("init").args(words.filter(|word| !word.is_empty())).output().unwrap()
    }

    /// Runs `init`, checks its exit code, and returns its output.
    fn init(&self, arguments: &str, ending: i32) -> String {
        let output = self.run(arguments);
        assert_eq!(code(&output), ending, "{arguments}: {}{}", stdout(&output), stderr(&output));
        stdout(&output)
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.project.at(path)).unwrap_or_default()
    }

    fn json(&self, path: &str) -> Value {
        serde_json::from_str(&self.read(path)).unwrap()
    }

    /// Every file and folder of the project and of the home, without the user's data folder.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.project.path().to_owned(), self.home.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                match path.symlink_metadata().unwrap().is_dir() {
                    _ if path == self.of_home("data") => continue,
                    true => folders.push(path.clone()),
                    false => {}
                }
                files.insert(path.clone(), fs::read(&path).unwrap_or_default());
            }
        }
        files
    }

    fn n_receipts(&self) -> usize {
        fs::read_dir(self.of_home("data/init")).map_or(0, Iterator::count)
    }
}

const EVERYONE: &str = "--claude --codex --cursor --vscode --opencode --agents-md --claude-md";

#[test]
fn harnesses_in_use_are_found_and_set_up_and_removal_leaves_nothing() {
    let desk = Desk::new(&[("AGENTS.md", "# Rules\n")]);
    assert!(stderr(&desk.run("--yes")).contains("--claude, --codex"), "nobody is used");
    fs::create_dir_all(desk.of_home(".claude")).unwrap();
    fs::create_dir_all(desk.of_home(".codex")).unwrap();
    let before = desk.files();
    let unasked = desk.run("");
    assert_eq!((code(&unasked), stdout(&unasked).as_str()), (2, ""));
    let words = stderr(&unasked);
    assert!(words.contains(".claude/settings.local.json  would be created\n  + hooks.SessionStart: {"), "{words}");
    assert!(words.contains("nothing was written") && words.contains("try again with --yes"), "{words}");
    assert!(desk.init("--dry-run", 0).contains(".mcp.json  would be created\n  + mcpServers.scrubjay: {\"command\":"));
    assert_eq!(desk.files(), before);

    let written = desk.init("--yes --no-capture", 0);
    let names: Vec<&str> = written.lines().filter_map(|line| line.split("  ").next()).collect();
    let expected = [".claude/settings.local.json", ".mcp.json", ".codex/hooks.json", ".codex/config.toml", "AGENTS.md"];
    assert_eq!(names, expected);
    let hook = |command: &str| json!([{ "type": "command", "command": command, "timeout": 10 }]);
    let hooks = &desk.json(".claude/settings.local.json")["hooks"];
    assert_eq!(hooks.as_object().unwrap().len(), 9);
    assert_eq!(hooks["PostToolUseFailure"], json!([{ "hooks": hook("scrubjay hook PostToolUseFailure") }]));
    let tools = "Read|Edit|Write|MultiEdit|NotebookEdit";
    assert_eq!(hooks["PreToolUse"], json!([{ "matcher": tools, "hooks": hook("scrubjay hook PreToolUse") }]));
    let hooks = &desk.json(".codex/hooks.json")["hooks"];
    assert_eq!(hooks["Stop"], json!([{ "hooks": hook("scrubjay hook Stop --harness codex") }]));
    // Codex hands on no variable to a server that does not name it. With other variables than the hooks have, the
    // server would read another memory.
    let passed_on = "\"SCRUBJAY_HOME\", \"XDG_DATA_HOME\", \"XDG_CONFIG_HOME\", \"XDG_CACHE_HOME\"";
    let table = format!("[mcp_servers.scrubjay]\ncommand = \"scrubjay\"\nargs = [\"mcp\"]\nenv_vars = [{passed_on}]\n");
    assert_eq!(desk.read(".codex/config.toml"), table);
    assert_eq!(
        desk.json(".mcp.json"),
        json!({ "mcpServers": { "scrubjay": { "command": "scrubjay", "args": ["mcp"] } } })
    );
    let rules = desk.read("AGENTS.md");
    assert!(["# Rules\n", "scrubjay recall WORDS", "scrubjay remember TEXT"].iter().all(|part| rules.contains(part)));

    let set_up = desk.files();
    assert_eq!(desk.init("--yes", 0).matches("unchanged: there is nothing to do").count(), 5);
    assert_eq!(desk.files(), set_up, "twice is once");
    let removed = desk.init("--remove", 0);
    assert!(removed.contains(".codex/config.toml  deleted") && removed.contains("AGENTS.md  changed"), "{removed}");
    assert_eq!((desk.files(), desk.n_receipts()), (before, 0));
}

/// Once a file that could not be read kept all others from being written and from being removed.
#[test]
fn a_file_that_cannot_be_changed_is_named_and_the_others_are_done_and_undone() {
    let files = [
        (".mcp.json", "{\"mcpServers\": {}}"),
        (".vscode/mcp.json", "\u{feff}{\r\n\t// mine\r\n\t\"servers\": {},\r\n}\r\n"),
        (".cursor/mcp.json", "{\"mcpServers\": [}"),
        (".codex/config.toml", "mcp_servers = {}\n"),
        (".codex/hooks.json", "{\"hooks\": {\"Stop\": {}}}"),
        ("opencode.jsonc", "{ /* mine */ \"mcp\": {} }"),
        ("CLAUDE.md", "# No end"),
    ];
    let desk = Desk::new(&files);
    let before = desk.files();
    let output = desk.run(&format!("{EVERYONE} --yes --json"));
    assert_eq!(code(&output), 1);
    let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let file_of =
        |path: &str| answer["files"].as_array().unwrap().iter().find(|file| file["path"] == path).unwrap().clone();
    for (path, why) in [
        (".cursor/mcp.json", "line 1 column 17"),
        (".codex/config.toml", "is no table that another one can be put into"),
        (".codex/hooks.json", "its member \"Stop\" is no list"),
    ] {
        let file = file_of(path);
        assert!(file["did"] == "refused" && file["why"].as_str().unwrap().contains(why), "{file}");
        assert!(stderr(&output).contains(&format!("{path} is left as it is: ")), "{}", stderr(&output));
    }
    let written = desk.files();
    for (path, text) in files {
        let is_done = file_of(path)["did"] == "changed";
        assert_eq!(written[&desk.project.at(path)] != text.as_bytes(), is_done, "{path}");
    }
    assert!(desk.read(".vscode/mcp.json").contains("// mine\r\n\t\"servers\": {\r\n\t\t\"scrubjay\": {\r\n"));
    assert!(desk.read("opencode.jsonc").contains("/* mine */ \"mcp\": {\n    \"scrubjay\": {"));
    desk.init("--remove", 1);
    assert_eq!(desk.files(), before);
}

#[test]
fn what_others_wrote_stays_and_what_a_person_changed_of_ours_too() {
    let own_settings = "{\n  \"permissions\": { \"allow\": [] },\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [ { \"type\": \"command\", \"command\": \"say done\" } ] }\n    ]\n  }\n}\n";
    let server = "{\"mcpServers\": {\"scrubjay\": {\"command\": \"/opt/other\", \"args\": [\"mcp\"]}}}";
    let desk = Desk::new(&[(".claude/settings.local.json", own_settings), (".mcp.json", server)]);
    let written = desk.init("--claude --yes", 0);
    assert!(
        written.contains(".mcp.json  left: it is left as it is\n  somebody wrote or changed the entry scrubjay"),
        "{written}"
    );
    let hooks = desk.json(".claude/settings.local.json")["hooks"].clone();
    assert_eq!(hooks["Stop"].as_array().unwrap().len(), 2);
    assert_eq!(hooks["Stop"][0]["hooks"][0]["command"], "say done");

    // Claude Code writes the file anew when something is allowed; a person lets one hook wait longer.
    let mut now = desk.json(".claude/settings.local.json");
    now["permissions"]["allow"] = json!(["Bash(ls)"]);
    now["hooks"]["PreCompact"][0]["hooks"][0]["timeout"] = json!(60);
    desk.project.write(".claude/settings.local.json", format!("{now:#}"));
    let again = desk.init("--claude --yes", 0);
    assert!(
        again.contains("settings.local.json  unchanged") && again.contains("changed the hook for PreCompact"),
        "{again}"
    );
    let removed = desk.init("--remove", 0);
    assert!(
        removed.contains("settings.local.json  changed\n  somebody wrote or changed the hook for PreCompact"),
        "{removed}"
    );
    let settings_left = json!({
        "permissions": { "allow": ["Bash(ls)"] },
        "hooks": {
            "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],
            "PreCompact": [{ "hooks": [{ "type": "command", "command": "scrubjay hook PreCompact", "timeout": 60 }] }],
        },
    });
    assert_eq!((desk.json(".claude/settings.local.json"), desk.read(".mcp.json").as_str()), (settings_left, server));
}

#[test]
fn every_project_of_a_person_is_set_up_in_their_home_and_then_not_twice() {
    let desk = Desk::new(&[]);
    let model = "model = \"m\" # mine\r\n[projects.\"/p\"]\r\ntrust_level = \"trusted\"";
    for folder in [".claude", ".codex", ".cursor", ".config/opencode"] {
        fs::create_dir_all(desk.of_home(folder)).unwrap();
    }
    fs::write(desk.of_home(".codex/config.toml"), model).unwrap();
    fs::write(desk.of_home(".claude.json"), "{\"numStartups\": 7}").unwrap();
    let before = desk.files();
    desk.init("--user --yes", 0);
    let read = |path: &str| fs::read_to_string(desk.of_home(path)).unwrap();
    let table = "\r\n\r\n[mcp_servers.scrubjay]\r\ncommand = \"scrubjay\"\r\nargs = [\"mcp\"]\r\n\
        env_vars = [\"SCRUBJAY_HOME\", \"XDG_DATA_HOME\", \"XDG_CONFIG_HOME\", \"XDG_CACHE_HOME\"]";
    assert_eq!(read(".codex/config.toml"), format!("{model}{table}"));
    let server = "{\"command\":\"scrubjay\",\"args\":[\"mcp\"]}";
    assert_eq!(read(".claude.json"), format!("{{\"numStartups\": 7, \"mcpServers\": {{\"scrubjay\":{server}}}}}"));
    let parse = |path: &str| serde_json::from_str::<Value>(&read(path)).unwrap();
    assert_eq!(parse(".config/opencode/opencode.json")["mcp"]["scrubjay"]["command"], json!(["scrubjay", "mcp"]));
    assert_eq!(parse(".claude/settings.json")["hooks"].as_object().unwrap().len(), 9);
    assert!(fs::read_dir(desk.project.path()).unwrap().next().is_none(), "the project is as it was");

    let of_project = desk.init("--claude --yes", 0);
    assert!(
        of_project.contains("settings.local.json  unchanged: the hooks in ") && desk.project.at(".mcp.json").exists()
    );
    desk.init("--remove", 0);
    // Claude Code writes the file anew, with more in it.
    let mut state = parse(".claude.json");
    state["numStartups"] = json!(8);
    fs::write(desk.of_home(".claude.json"), state.to_string()).unwrap();
    desk.init("--user --remove", 0);
    assert_eq!(read(".claude.json"), "{\"numStartups\":8}");
    fs::write(desk.of_home(".claude.json"), "{\"numStartups\": 7}").unwrap();
    assert_eq!((desk.files(), desk.n_receipts()), (before, 0));
}

#[test]
fn a_program_that_no_folder_of_path_has_is_written_by_its_path() {
    let mut desk = Desk::new(&[]);
    let program_path =
        std::mem::replace(&mut desk.path, "/nowhere".into()).join(format!("scrubjay{}", std::env::consts::EXE_SUFFIX));
    let program_path = program_path.to_str().unwrap();
    let written = desk.run("--claude --codex --yes");
    assert!(
        stderr(&written).contains(&format!("its path is written, which holds on this machine alone: {program_path}"))
    );
    assert_eq!(desk.json(".mcp.json")["mcpServers"]["scrubjay"]["command"], program_path);
    let hook = desk.json(".claude/settings.local.json")["hooks"]["Stop"][0]["hooks"][0]["command"].clone();
    assert!(hook.as_str().unwrap().contains(program_path) && hook.as_str().unwrap().ends_with(" hook Stop"), "{hook}");
    assert!(desk.read(".codex/config.toml").contains(&format!("command = {}\n", json!(program_path))));
    // Now the program is on PATH, and its name is written instead of its path.
    desk.path = Path::new(program_path).parent().unwrap().to_owned();
    assert_eq!(desk.init("--claude --codex --yes", 0).matches("  changed").count(), 4);
    assert_eq!(desk.json(".mcp.json")["mcpServers"], json!({ "scrubjay": { "command": "scrubjay", "args": ["mcp"] } }));
    desk.init("--remove", 0);
    assert!(fs::read_dir(desk.project.path()).unwrap().next().is_none());
}

#[test]
fn a_part_is_left_out_and_taken_back_alone_and_a_clone_without_receipts_is_cleaned() {
    let desk = Desk::new(&[]);
    desk.init("--claude --no-server --yes", 0);
    assert!(desk.project.at(".claude/settings.local.json").exists() && !desk.project.at(".mcp.json").exists());
    desk.init("--claude --no-hooks --yes", 0);
    desk.init("--remove --no-server", 0);
    assert!(!desk.project.at(".claude").exists() && desk.project.at(".mcp.json").exists());
    desk.init("--cursor --codex --yes", 0);
    desk.project.write(".cursor/mcp.json", desk.read(".cursor/mcp.json").replace("{\n  \"", "{\n  \"mine\": 1,\n  \""));
    fs::remove_dir_all(desk.of_home("data")).unwrap();
    desk.init("--remove", 0);
    assert_eq!(desk.read(".cursor/mcp.json"), "{\n  \"mine\": 1\n}\n");
    assert!(!desk.project.at(".mcp.json").exists() && !desk.project.at(".codex/config.toml").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_person_at_a_terminal_is_shown_the_changes_and_asked() {
    let desk = Desk::new(&[]);
    for (answer, ending, is_written) in [("n\n", 2, false), ("y\n", 0, true)] {
        let mut script = Command::new("script");
        let line = format!("{} init --claude", env!("CARGO_BIN_EXE_scrubjay"));
        desk.at_home(&mut script).args(["-qec", &line, "/dev/null"]).current_dir(desk.project.path());
        script.env("PATH", std::env::var_os("PATH").unwrap()).env("TERM", "xterm").env("SHELL", "/bin/sh");
        let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(stdout(&output).contains("Write this? [y/N]"), "{}", stdout(&output));
        assert_eq!((code(&output), desk.project.at(".mcp.json").exists()), (ending, is_written), "{}", stdout(&output));
    }
}

#[cfg(unix)]
#[test]
fn no_link_is_followed() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new(&[("elsewhere.json", "{}"), ("outside/theirs", "")]);
    fs::create_dir(desk.project.at(".cursor")).unwrap();
    symlink(desk.project.at("elsewhere.json"), desk.project.at(".cursor/mcp.json")).unwrap();
    symlink(desk.project.at("outside"), desk.project.at(".vscode")).unwrap();
    symlink("elsewhere.json", desk.project.at("CLAUDE.md")).unwrap();
    let before = desk.files();
    let done = desk.run("--claude --cursor --vscode --yes");
    assert_eq!((code(&done), stdout(&done).matches("refused").count()), (1, 2), "{}", stdout(&done));
    assert!(!stdout(&done).contains("CLAUDE.md"), "nobody named it");
    desk.init("--claude-md --yes", 1);
    desk.init("--remove", 1);
    assert_eq!(desk.files(), before);
}

#[test]
fn a_home_folder_is_no_project_and_where_nothing_was_written_nothing_is_taken_back() {
    let desk = Desk::new(&[]);
    assert_eq!(desk.init("--remove", 0), "there is nothing to take back\n");
    fs::create_dir(desk.of_home(".claude")).unwrap();
    let before = desk.files();
    let refused = desk.at_home(&mut program(desk.home.path())).args(["init", "--yes"]).output().unwrap();
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("scrubjay init --user, for every project"), "{}", stderr(&refused));
    assert_eq!(desk.files(), before);
}

#[test]
fn settings_that_a_variable_moves_are_found_where_they_are() {
    let desk = Desk::new(&[]);
    for folder in ["claude", "codex"] {
        fs::create_dir(desk.of_home(folder)).unwrap();
    }
    let mut command = program(desk.project.path());
    desk.at_home(&mut command)
        .env("CLAUDE_CONFIG_DIR", desk.of_home("claude"))
        .env("CODEX_HOME", desk.of_home("codex"));
    let done = command.args(["init", "--user", "--yes", "--json"]).output().unwrap();
    let answer: Value = serde_json::from_str(&stdout(&done)).unwrap();
    let paths: Vec<&str> =
        answer["files"].as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect();
    let names = ["claude/settings.json", "claude/.claude.json", "codex/hooks.json", "codex/config.toml"];
    assert_eq!(paths, names.map(|name| desk.of_home(name).display().to_string()));
    assert!(stderr(&done).contains("type /hooks in it"), "{}", stderr(&done));
}

/// A change that could not be undone to the byte is not made.
#[test]
fn without_a_place_for_a_receipt_nothing_is_written() {
    let desk = Desk::new(&[(".mcp.json", "{}")]);
    fs::write(desk.of_home("data"), "a file").unwrap();
    let before = desk.files();
    let refused = desk.run("--claude --yes");
    assert_eq!((code(&refused), stdout(&refused).matches("refused").count()), (1, 2));
    assert!(stderr(&refused).contains("cannot be noted in your data folder"), "{}", stderr(&refused));
    assert_eq!(desk.files(), before);
}

/// Formerly hooks and servers were silent for good once the program had moved, and nothing said why.
#[test]
fn doctor_tells_where_settings_name_a_program_that_has_moved() {
    let desk = Desk::new(&[("CLAUDE.md", "# Us\n"), (".codex/config.toml", ""), (".cursor/mcp.json", "{}")]);
    desk.init("--claude --codex --cursor --yes --no-capture", 0);
    let found = || {
        let mut command = program(desk.project.path());
        let output = desk.at_home(&mut command).args(["doctor", "--json"]).output().unwrap();
        let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
        let of_programs = |one: &&Value| one["name"] == "programs";
        let findings = answer["findings"].as_array().unwrap().iter().filter(of_programs);
        findings.map(|one| one["found"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found(), [""; 0]);
    let moved = desk.home.path().join("it's gone/scrubjay");
    for path in [".claude/settings.local.json", ".mcp.json", ".codex/hooks.json", ".codex/config.toml"] {
        let text = desk.read(path);
        let shell_word = format!("'{}'", moved.to_str().unwrap().replace('\'', r"'\''"));
        let text = text.replace("\"scrubjay hook ", &format!("\"{} hook ", shell_word.replace('\\', r"\\")));
        let text = text.replace("\"scrubjay\"", &format!("\"{}\"", moved.display()));
        // The name of the entry stays.
        let text = text.replace(&format!("\"{}\":", moved.display()), "\"scrubjay\":");
        desk.project.write(path, &text);
    }
    let names = [".claude/settings.local.json", ".mcp.json", ".codex/hooks.json", ".codex/config.toml"];
    let expected = names.map(|name| format!("{name} names {}, which is not there", moved.display()));
    assert_eq!(found(), expected);
}
