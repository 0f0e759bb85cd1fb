//! The command `init`: has agents and editors start `scrubjay mcp` in a project, by an entry in their settings.
//!
//! What a person wrote stays byte by byte: only the entry of this program's name is added, and only an entry that says what is
//! written here is removed. A file that is not JSON is refused. Not here: where an entry goes in a text (`init/splice`).

mod splice;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::output::Output;
use super::place::project;
use super::{Ending, Fault};

/// The most bytes of a file of settings.
const MOST_BYTES: u64 = 1 << 20;
/// What begins and ends a paragraph for agents.
const BEGIN: &str = "<!-- scrubjay -->\n";
const END: &str = "<!-- /scrubjay -->\n";
const PARAGRAPH: &str = "\
## Finding code with scrubjay

This project has an index of its code, which follows the files by itself. Before searching by text, ask it: `scrubjay find NAME`,
`scrubjay callers NAME`, `scrubjay impact NAME` before a change, `scrubjay tests NAME` after it, `scrubjay show NAME` for a source,
and `scrubjay prepare TASK` for the code that a task needs. `scrubjay remember TEXT` keeps a note for later sessions.
";

/// Arguments of `init`.
#[derive(Debug, Args)]
pub(crate) struct Init {
    /// For Claude Code: .mcp.json
    #[arg(long)]
    claude: bool,
    /// For Cursor: .cursor/mcp.json
    #[arg(long)]
    cursor: bool,
    /// For VS Code: .vscode/mcp.json
    #[arg(long)]
    vscode: bool,
    /// Add a paragraph for agents to AGENTS.md
    #[arg(long)]
    agents_md: bool,
    /// Add a paragraph for agents to CLAUDE.md
    #[arg(long)]
    claude_md: bool,
    /// Take back what it wrote, and nothing else
    #[arg(long)]
    remove: bool,
    /// Show what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// A file of settings, and what is written to it.
struct Target {
    path: &'static str,
    content: Content,
    is_named: bool,
    /// What in a project says that there is someone to read it.
    signs: &'static [&'static str],
}

/// What is written to a file.
enum Content {
    /// An entry of this program's name in a member of the object that the file is.
    Entry { member: &'static str, entry: Value },
    /// A paragraph between two marks.
    Paragraph,
}

/// What becomes of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Did {
    Created,
    Changed,
    Deleted,
    /// It says this already, or there is nothing to take back.
    Unchanged,
    /// Somebody wrote another entry of this name.
    Left,
}

impl Did {
    fn word(self) -> &'static str {
        match self {
            Did::Created => "created",
            Did::Changed => "changed",
            Did::Deleted => "deleted",
            Did::Unchanged => "unchanged",
            Did::Left => "left",
        }
    }
}

/// What is to be done with a file: its new text, none where it is deleted.
struct Plan {
    path: PathBuf,
    shown: &'static str,
    did: Did,
    text: Option<String>,
    added: String,
}

pub(super) fn init(given: &Init, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let root = project(root)?;
    let plans = chosen(given, &root)
        .iter()
        .map(|target| plan(target, &root, given.remove))
        .collect::<Result<Vec<Plan>, Fault>>()?;
    if plans.is_empty() {
        return Err(Fault::NoAgent);
    }
    if !given.dry_run {
        plans.iter().try_for_each(carry_out)?;
        warn_of_path(&plans, output);
    }
    output.answer(|| in_words(&plans, given.dry_run), || in_json(&plans, given.dry_run));
    Ok(Ending::Found)
}

/// The files that are named, or else all that somebody here reads.
fn chosen(given: &Init, root: &Path) -> Vec<Target> {
    let entry = || json!({ "command": "scrubjay", "args": ["mcp"] });
    let of_editor = json!({ "type": "stdio", "command": "scrubjay", "args": ["mcp", "--root", "${workspaceFolder}"] });
    let servers = |entry| Content::Entry { member: "mcpServers", entry };
    let target = |path, content, is_named, signs| Target { path, content, is_named, signs };
    let targets = vec![
        target(".mcp.json", servers(entry()), given.claude, &[".mcp.json", ".claude", "CLAUDE.md"][..]),
        target(".cursor/mcp.json", servers(entry()), given.cursor, &[".cursor"]),
        target(".vscode/mcp.json", Content::Entry { member: "servers", entry: of_editor }, given.vscode, &[".vscode"]),
        // A paragraph is written only where it is asked for, and taken back wherever it is.
        target("AGENTS.md", Content::Paragraph, given.agents_md, &[]),
        target("CLAUDE.md", Content::Paragraph, given.claude_md, &[]),
    ];
    let is_any = targets.iter().any(|target| target.is_named);
    let is_read = |target: &Target| match is_any {
        true => target.is_named,
        false if given.remove => root.join(target.path).exists(),
        false => target.signs.iter().any(|sign| root.join(sign).exists()),
    };
    targets.into_iter().filter(is_read).collect()
}

fn plan(target: &Target, root: &Path, is_removed: bool) -> Result<Plan, Fault> {
    let path = root.join(target.path);
    let before = read(&path)?;
    let refused = |why: String| Fault::Settings { path: path.clone(), why };
    let (text, added) = match &target.content {
        Content::Entry { member, entry } => {
            let edit = splice::Edit { member, name: "scrubjay", entry };
            let text = if is_removed { edit.removed(before.as_deref()) } else { edit.added(before.as_deref()) };
            (text.map_err(refused)?, format!("\"scrubjay\": {entry:#}\n"))
        }
        Content::Paragraph => (splice::Edited::of(paragraph(before.as_deref(), is_removed)), PARAGRAPH.to_owned()),
    };
    let did = match (&before, &text) {
        (_, splice::Edited::Left) => Did::Left,
        (_, splice::Edited::Same) => Did::Unchanged,
        (None, splice::Edited::Text(_)) => Did::Created,
        (Some(_), splice::Edited::Text(_)) => Did::Changed,
        (_, splice::Edited::Empty) => Did::Deleted,
    };
    let text = if let splice::Edited::Text(text) = text { Some(text) } else { None };
    let added = if is_removed { String::new() } else { added };
    Ok(Plan { path, shown: target.path, did, text, added })
}

/// A text with the paragraph, or without it; none where nothing changes.
fn paragraph(before: Option<&str>, is_removed: bool) -> Option<String> {
    let before = before.unwrap_or_default();
    let own = format!("{BEGIN}{PARAGRAPH}{END}");
    let at = before.find(BEGIN).and_then(|begin| Some((begin, begin + before[begin..].find(END)? + END.len())));
    match (at, is_removed) {
        (Some((begin, end)), true) => {
            // The line that was put before it goes too.
            let head = before[..begin].strip_suffix("\n\n").map_or(&before[..begin], |head| &before[..head.len() + 1]);
            Some(format!("{head}{}", &before[end..]))
        }
        (Some((begin, end)), false) if before[begin..end] != own => {
            Some(format!("{}{own}{}", &before[..begin], &before[end..]))
        }
        (None, false) => {
            let gap = if before.is_empty() || before.ends_with("\n\n") {
                ""
            } else if before.ends_with('\n') {
                "\n"
            } else {
                "\n\n"
            };
            Some(format!("{before}{gap}{own}"))
        }
        _ => None,
    }
}

/// The text of an ordinary file; none where there is no file.
fn read(path: &Path) -> Result<Option<String>, Fault> {
    let refused = |why: String| Fault::Settings { path: path.to_owned(), why };
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(refused(error.to_string())),
        Ok(known) if !known.is_file() => return Err(refused("it is a link or no ordinary file".to_owned())),
        Ok(known) if known.len() > MOST_BYTES => return Err(refused("it is larger than any settings are".to_owned())),
        Ok(_) => {}
    }
    fs::read_to_string(path).map(Some).map_err(|error| refused(error.to_string()))
}

fn carry_out(plan: &Plan) -> Result<(), Fault> {
    let done = match (plan.did, &plan.text) {
        (Did::Deleted, _) => fs::remove_file(&plan.path),
        (_, Some(text)) => replace(&plan.path, text),
        _ => Ok(()),
    };
    done.map_err(|error| Fault::Settings { path: plan.path.clone(), why: error.to_string() })
}

/// Puts a text in a file's place, whole or not at all.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let new = folder.join(format!(".{name}.{}", std::process::id()));
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&new)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| {
        if let Ok(known) = fs::metadata(path) {
            fs::set_permissions(&new, known.permissions())?;
        }
        fs::rename(&new, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

/// Agents start the program by its name.
fn warn_of_path(plans: &[Plan], output: &Output) {
    let is_written = plans.iter().any(|plan| !plan.added.is_empty());
    let name = format!("scrubjay{}", std::env::consts::EXE_SUFFIX);
    let is_found = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(&name).is_file()));
    if is_written && !is_found {
        output.warn("note: no folder of PATH has a program scrubjay: agents will not find it until one has");
    }
}

fn in_words(plans: &[Plan], is_dry: bool) -> String {
    let mut words = String::new();
    for Plan { shown, did, added, .. } in plans {
        let would = if is_dry && !matches!(did, Did::Unchanged | Did::Left) { "would be " } else { "" };
        let why = match did {
            Did::Unchanged => ": there is nothing to do",
            Did::Left => ": somebody wrote another entry scrubjay, which stays",
            _ => "",
        };
        words.push_str(&format!("{shown}  {would}{}{why}\n", did.word()));
        if is_dry && matches!(did, Did::Created | Did::Changed) {
            added.lines().for_each(|line| words.push_str(&format!("  + {line}\n")));
        }
    }
    words
}

fn in_json(plans: &[Plan], is_dry: bool) -> Value {
    let file = |plan: &Plan| json!({ "path": plan.shown, "did": plan.did.word(), "added": plan.added });
    json!({ "files": plans.iter().map(file).collect::<Value>(), "dry_run": is_dry })
}
