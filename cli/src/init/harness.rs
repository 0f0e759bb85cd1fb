//! The agents and editors that `init` sets up: how to detect their use, and their settings files.
//!
//! `init` writes a person's own settings if a harness has them: hooks record what one person does, and others in a team
//! may lack the program. Claude Code reads such settings from `.claude/settings.local.json`, which it keeps out of git
//! if it makes the file itself. Codex has one folder for a project, `.codex/`, reads it only if the person trusts the
//! project, and runs a hook only after the person has reviewed it (`/hooks`). `init` uses its `hooks.json` and not the
//! `[hooks]` of its `config.toml`, because `hooks.json` has the form that Claude Code uses too.

use std::env;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::entry::SettingsEntry;
use super::json;
use super::program::command;
use super::toml::Table;

/// An agent or editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Harness {
    Claude,
    Codex,
    Cursor,
    Vscode,
    Opencode,
}

impl Harness {
    pub(super) const ALL: [Harness; 5] =
        [Harness::Claude, Harness::Codex, Harness::Cursor, Harness::Vscode, Harness::Opencode];

    /// Files and folders in a project that show that the harness is used there.
    fn signs(self) -> &'static [&'static str] {
        match self {
            Harness::Claude => &[".claude", ".mcp.json", "CLAUDE.md"],
            Harness::Codex => &[".codex"],
            Harness::Cursor => &[".cursor"],
            Harness::Vscode => &[".vscode"],
            Harness::Opencode => &[".opencode", "opencode.json", "opencode.jsonc"],
        }
    }

    pub(super) fn is_used(self, places: &SettingsFolders) -> bool {
        self.signs().iter().any(|sign| places.root.join(sign).exists())
            || places.of(self).is_some_and(|own| own.is_dir())
    }

    /// The harness's names of the events for which it calls hooks; empty if `init` sets up no hooks for it.
    fn events(self) -> &'static [&'static str] {
        match self {
            Harness::Claude => &[
                "SessionStart",
                "UserPromptSubmit",
                "PreToolUse",
                "PostToolUse",
                "PostToolUseFailure",
                "PreCompact",
                "Stop",
                "SubagentStop",
                "SessionEnd",
            ],
            Harness::Codex => &[
                "SessionStart",
                "UserPromptSubmit",
                "PreToolUse",
                "PostToolUse",
                "PreCompact",
                "Stop",
                "SubagentStop",
                "SessionEnd",
            ],
            Harness::Cursor | Harness::Vscode | Harness::Opencode => &[],
        }
    }

    /// A pattern of the tools that read or change files; the hook of `PreToolUse` is called for these alone.
    fn file_tools(self) -> &'static str {
        if self == Harness::Codex { "apply_patch" } else { "Read|Edit|Write|MultiEdit|NotebookEdit" }
    }
}

pub(super) struct SettingsFolders {
    /// The project's folder.
    pub(super) root: PathBuf,
    home: Option<PathBuf>,
}

impl SettingsFolders {
    pub(super) fn around(root: &Path) -> SettingsFolders {
        SettingsFolders { root: root.to_owned(), home: env::home_dir().filter(|home| home.is_absolute()) }
    }

    /// The folder of a harness's settings for all projects; `None`: it is unknown.
    fn of(&self, harness: Harness) -> Option<PathBuf> {
        let in_home = |name: &str| self.home.as_ref().map(|home| home.join(name));
        match harness {
            Harness::Claude => folder_from_variable("CLAUDE_CONFIG_DIR").or_else(|| in_home(".claude")),
            Harness::Codex => folder_from_variable("CODEX_HOME").or_else(|| in_home(".codex")),
            Harness::Cursor => in_home(".cursor"),
            Harness::Vscode if cfg!(target_os = "macos") => in_home("Library/Application Support/Code/User"),
            Harness::Vscode if cfg!(windows) => folder_from_variable("APPDATA").map(|data| data.join("Code/User")),
            Harness::Vscode => self.config().map(|config| config.join("Code/User")),
            Harness::Opencode => self.config().map(|config| config.join("opencode")),
        }
    }

    fn config(&self) -> Option<PathBuf> {
        folder_from_variable("XDG_CONFIG_HOME").or_else(|| self.home.as_ref().map(|home| home.join(".config")))
    }
}

/// The folder that an environment variable names; `None`: it is unset, or no absolute path.
fn folder_from_variable(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|folder| folder.is_absolute())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    Hooks,
    Server,
    Text,
}

/// A file to change, and the kind of entry for it.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// A folder that may be reached through a symbolic link. Below it, no folder on the path may be a link.
    pub(super) base: PathBuf,
    pub(super) name: String,
    /// The path as shown to a person.
    pub(super) display_path: String,
    pub(super) part: EntryKind,
    /// The harness whose file it is; `None` for text that all agents read.
    pub(super) harness: Option<Harness>,
    is_of_user: bool,
}

impl Target {
    pub(super) fn path(&self) -> PathBuf {
        self.base.join(&self.name)
    }

    fn in_project(places: &SettingsFolders, harness: Option<Harness>, part: EntryKind, name: &str) -> Target {
        let (base, name) = (places.root.clone(), name.to_owned());
        Target { base, display_path: name.clone(), name, part, harness, is_of_user: false }
    }

    fn of_user(base: PathBuf, harness: Option<Harness>, part: EntryKind, name: &str) -> Target {
        let display_path = base.join(name).display().to_string();
        Target { base, display_path, name: name.to_owned(), part, harness, is_of_user: true }
    }

    /// The entries to write; `programs` are the spellings of the program, the one to write first.
    pub(super) fn entries(&self, programs: &[String]) -> Vec<SettingsEntry> {
        match (self.part, self.harness) {
            (EntryKind::Hooks, Some(harness)) => {
                harness.events().iter().map(|event| hook(harness, event, programs)).collect()
            }
            (EntryKind::Server, Some(harness)) => vec![server(harness, self.is_of_user, programs)],
            _ => vec![SettingsEntry::Paragraph],
        }
    }
}

pub(super) fn targets_of_project(harness: Harness, places: &SettingsFolders) -> Vec<Target> {
    let target = |part, name: &str| Target::in_project(places, Some(harness), part, name);
    match harness {
        Harness::Claude => {
            vec![target(EntryKind::Hooks, ".claude/settings.local.json"), target(EntryKind::Server, ".mcp.json")]
        }
        Harness::Codex => {
            vec![target(EntryKind::Hooks, ".codex/hooks.json"), target(EntryKind::Server, ".codex/config.toml")]
        }
        Harness::Cursor => vec![target(EntryKind::Server, ".cursor/mcp.json")],
        Harness::Vscode => vec![target(EntryKind::Server, ".vscode/mcp.json")],
        Harness::Opencode => of_opencode(&["", ".opencode/"]).map(|name| target(EntryKind::Server, &name)).collect(),
    }
}

/// The files of a harness for all projects; empty if the folder of its settings is unknown.
pub(super) fn targets_of_user(harness: Harness, places: &SettingsFolders) -> Vec<Target> {
    let Some(harness_folder) = places.of(harness) else { return Vec::new() };
    let target = |part, name: &str| Target::of_user(harness_folder.clone(), Some(harness), part, name);
    match harness {
        Harness::Claude => {
            // Claude Code keeps servers beside its default folder, or inside the folder that its variable names.
            let server_folder = folder_from_variable("CLAUDE_CONFIG_DIR")
                .or_else(|| places.home.clone())
                .unwrap_or_else(|| harness_folder.clone());
            let server = Target::of_user(server_folder, Some(harness), EntryKind::Server, ".claude.json");
            vec![target(EntryKind::Hooks, "settings.json"), server]
        }
        Harness::Codex => vec![target(EntryKind::Hooks, "hooks.json"), target(EntryKind::Server, "config.toml")],
        Harness::Cursor | Harness::Vscode => vec![target(EntryKind::Server, "mcp.json")],
        Harness::Opencode => of_opencode(&[""]).map(|name| target(EntryKind::Server, &name)).collect(),
    }
}

/// The paths of opencode's settings files in these folders. If none exists, the caller makes the first.
fn of_opencode(folders: &[&str]) -> impl Iterator<Item = String> {
    let names_in = |folder: &&str| ["opencode.json", "opencode.jsonc"].map(|name| format!("{folder}{name}"));
    folders.iter().flat_map(names_in).collect::<Vec<_>>().into_iter()
}

/// The file with text for Claude Code, and the file with text for all other agents.
pub(super) fn text_targets(places: &SettingsFolders, is_of_user: bool) -> [Option<Target>; 2] {
    let target = |harness: Harness, name: &str| {
        let owner = (harness == Harness::Claude).then_some(harness);
        match is_of_user {
            true => places.of(harness).map(|own| Target::of_user(own, owner, EntryKind::Text, name)),
            false => Some(Target::in_project(places, owner, EntryKind::Text, name)),
        }
    };
    [target(Harness::Claude, "CLAUDE.md"), target(Harness::Codex, "AGENTS.md")]
}

/// How many seconds a harness waits for a hook.
const TIMEOUT: u32 = 10;

/// The entry of a hook: a group of its own in a list that may contain hooks of others.
fn hook(harness: Harness, event: &'static str, programs: &[String]) -> SettingsEntry {
    let arguments = match harness {
        Harness::Codex => format!("hook {event} --harness codex"),
        _ => format!("hook {event}"),
    };
    let group = |program: &String| {
        let hooks = json!([{ "type": "command", "command": command(program, &arguments), "timeout": TIMEOUT }]);
        match event {
            "PreToolUse" => json!({ "matcher": harness.file_tools(), "hooks": hooks }),
            _ => json!({ "hooks": hooks }),
        }
    };
    SettingsEntry::Json(json::JsonEntry {
        path: vec!["hooks", event],
        inner: None,
        name: None,
        values: programs.iter().map(group).collect(),
        signs: vec!["scrubjay".to_owned(), format!(" hook {event}")],
    })
}

/// Variables with the folders of a user's memories. Codex passes them only to servers that name them; without them a
/// server could open another memory than the hooks.
const FORWARDED_VARIABLES: [&str; 4] = ["SCRUBJAY_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"];

/// The server's table in its current form, followed by the forms of earlier releases.
fn codex_tables(programs: &[String]) -> Vec<String> {
    let older_table =
        |program: &String| format!("[mcp_servers.scrubjay]\ncommand = {}\nargs = [\"mcp\"]", json!(program));
    let names = FORWARDED_VARIABLES.map(|name| format!("\"{name}\"")).join(", ");
    let newer_tables = programs.iter().map(|program| format!("{}\nenv_vars = [{names}]", older_table(program)));
    newer_tables.chain(programs.iter().map(older_table)).collect()
}

fn server(harness: Harness, is_of_user: bool, programs: &[String]) -> SettingsEntry {
    let member = |path, inner, value: &dyn Fn(&String) -> Value| {
        let values = programs.iter().map(value).collect();
        SettingsEntry::Json(json::JsonEntry {
            path: vec![path],
            inner,
            name: Some("scrubjay"),
            values,
            signs: Vec::new(),
        })
    };
    match harness {
        Harness::Claude | Harness::Cursor => {
            member("mcpServers", None, &|program| json!({ "command": program, "args": ["mcp"] }))
        }
        Harness::Vscode => member("servers", None, &|program| {
            // Settings for all projects name no folder; the client says which folders are open.
            let args = if is_of_user { json!(["mcp"]) } else { json!(["mcp", "--root", "${workspaceFolder}"]) };
            json!({ "type": "stdio", "command": program, "args": args })
        }),
        // The second release of opencode has servers in an object of their own, and also reads the form of the first
        // release.
        Harness::Opencode => member(
            "mcp",
            Some("servers"),
            &|program| json!({ "type": "local", "command": [program, "mcp"], "enabled": true }),
        ),
        Harness::Codex => {
            SettingsEntry::Toml(Table { outer: "mcp_servers", name: "scrubjay", bodies: codex_tables(programs) })
        }
    }
}
