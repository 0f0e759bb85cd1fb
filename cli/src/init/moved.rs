//! Finds settings that name a program which is no longer where they say, so that hooks and servers never start.

use std::env;
use std::path::{Path, PathBuf};

use scrubjay::open;
use serde_json::Value;
use toml_edit::Document;

use super::harness::{self, EntryKind, Harness, SettingsFolders, Target};
use super::json;

/// The most bytes of a settings file; Claude Code keeps its data about all projects in one.
const MAX_BYTES: u64 = 16 << 20;
/// The name of the program, and of its server in settings.
const NAME: &str = "scrubjay";
/// The word in a hook's command after the program.
const HOOK_WORD: &str = " hook ";

/// A settings file, and a program in it that is not there.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MovedProgram {
    /// The path of the file as it is shown to a person.
    pub(crate) file: String,
    pub(crate) program: String,
}

/// The programs of ours that the settings of a project and of its user name, and that are not there.
pub(crate) fn moved_programs(root: &Path) -> Vec<MovedProgram> {
    let places = SettingsFolders::around(root);
    let targets = Harness::ALL.into_iter().flat_map(|one| {
        let of_project = harness::targets_of_project(one, &places);
        of_project.into_iter().chain(harness::targets_of_user(one, &places))
    });
    let mut moved = Vec::new();
    for target in targets.filter(|target| target.part != EntryKind::Text) {
        for program in programs_in(&target).into_iter().filter(|program| !is_there(program)) {
            let file = target.display_path.clone();
            let found = MovedProgram { file, program };
            if !moved.contains(&found) {
                moved.push(found);
            }
        }
    }
    moved
}

/// The programs of ours that a settings file names; none if it cannot be read.
fn programs_in(target: &Target) -> Vec<String> {
    let Ok(Some(text)) = open::read_text(&target.path(), MAX_BYTES) else { return Vec::new() };
    let mut programs = Vec::new();
    match target.name.ends_with(".toml") {
        true => programs.extend(server_in_toml(&text)),
        false => json::value(&text).iter().for_each(|settings| note_programs(settings, "", &mut programs)),
    }
    programs
}

/// Notes the programs in a value of JSON, whose name in its object is given.
fn note_programs(value: &Value, name: &str, programs: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            programs.extend(members.get("command").and_then(|command| program_of(command, name)));
            members.iter().for_each(|(name, member)| note_programs(member, name, programs));
        }
        Value::Array(list) => list.iter().for_each(|element| note_programs(element, name, programs)),
        _ => {}
    }
}

/// The program of ours in a command; `name` is that of the entry.
fn program_of(command: &Value, name: &str) -> Option<String> {
    match command {
        Value::String(command) if name == NAME => Some(command.clone()),
        Value::String(command) => {
            let program = unquoted(command.split_once(HOOK_WORD)?.0);
            Path::new(&program).file_stem().is_some_and(|stem| stem == NAME).then_some(program)
        }
        Value::Array(words) if name == NAME => words.first()?.as_str().map(str::to_owned),
        _ => None,
    }
}

fn server_in_toml(text: &str) -> Option<String> {
    let document = Document::parse(text).ok()?;
    Some(document.get("mcp_servers")?.get(NAME)?.get("command")?.as_str()?.to_owned())
}

/// A word of a shell without the quotes around it.
fn unquoted(word: &str) -> String {
    let within = |quote: char| word.strip_prefix(quote)?.strip_suffix(quote);
    within('"').or_else(|| within('\'')).unwrap_or(word).replace(r"'\''", "'")
}

/// Whether a program can be started: a path is a file, and a name is in a folder of `PATH`.
fn is_there(program: &str) -> bool {
    let path = Path::new(program);
    if path.components().count() > 1 {
        return path.is_file();
    }
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    let folders: Vec<PathBuf> = env::var_os("PATH").iter().flat_map(env::split_paths).collect();
    folders.iter().any(|folder| folder.join(&file).is_file() || folder.join(program).is_file())
}
