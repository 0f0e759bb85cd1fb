//! The command `init`: has agents and editors start `scrubjay mcp` in a project, by an entry in their settings.
//!
//! What a person wrote stays byte by byte: only the entry of this program's name is added, and only an entry that says what is
//! written here is removed, so that every file is as it was, and a file or folder that was not there is gone. A file that cannot be
//! changed so, as JSON with comments, is left as it is and named, and the others are done. Not here: where an entry goes in a text
//! (`init/splice`).

mod splice;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::output::Output;
use super::place::project;
use super::{Ending, Fault};
use crate::open;
use splice::{Edited, line_end};

/// The most bytes of a file of settings.
const MAX_BYTES: u64 = 1 << 20;
/// What begins and ends a paragraph for agents.
const BEGIN: &str = "<!-- scrubjay -->";
const END: &str = "<!-- /scrubjay -->";
const PARAGRAPH: &str = "\
## Finding code with scrubjay

This project has an index of its code, which follows the files by itself. Before searching by text, ask it: `scrubjay find NAME`,
`scrubjay callers NAME`, `scrubjay impact NAME` before a change, `scrubjay tests NAME` after it, `scrubjay show NAME` for a source,
and `scrubjay prepare TASK` for the code that a task needs. Before work begins, and when an error comes up, `scrubjay recall WORDS`
tells what was said, done and decided about it before; `scrubjay remember TEXT` keeps a note for later sessions.
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
    /// It cannot be changed.
    Refused,
}

impl Did {
    fn word(self) -> &'static str {
        match self {
            Did::Created => "created",
            Did::Changed => "changed",
            Did::Deleted => "deleted",
            Did::Unchanged => "unchanged",
            Did::Left => "left",
            Did::Refused => "refused",
        }
    }
}

/// What is to be done with a file: its new text, none where it is deleted.
struct Plan {
    root: PathBuf,
    shown: &'static str,
    did: Did,
    text: Option<String>,
    added: String,
    /// Its folder was made for it, and goes with it.
    with_folder: bool,
    /// Why it is left as it is.
    why: Option<String>,
}

impl Plan {
    fn path(&self) -> PathBuf {
        self.root.join(self.shown)
    }

    fn refused(self, why: String) -> Plan {
        Plan { did: Did::Refused, text: None, added: String::new(), why: Some(why), ..self }
    }
}

pub(super) fn init(given: &Init, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let root = project(root)?;
    let mut plans: Vec<Plan> = chosen(given, &root).iter().map(|target| plan(target, &root, given.remove)).collect();
    if plans.is_empty() {
        return Err(Fault::NoAgent);
    }
    if !given.dry_run {
        plans = plans.into_iter().map(carry_out).collect();
        warn_of_path(&plans, output);
    }
    for Plan { shown, why, .. } in &plans {
        if let Some(why) = why {
            output.warn(format_args!("{shown} is left as it is: {why}"));
        }
    }
    output.answer(|| in_words(&plans, given.dry_run), || in_json(&plans, given.dry_run));
    Ok(if plans.iter().any(|plan| plan.did == Did::Refused) { Ending::Error } else { Ending::Found })
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
        false if given.remove => root.join(target.path).symlink_metadata().is_ok(),
        false => target.signs.iter().any(|sign| root.join(sign).exists()),
    };
    targets.into_iter().filter(is_read).collect()
}

fn plan(target: &Target, root: &Path, is_removed: bool) -> Plan {
    let plan = Plan {
        root: root.to_owned(),
        shown: target.path,
        did: Did::Unchanged,
        text: None,
        added: String::new(),
        with_folder: false,
        why: None,
    };
    match edited(target, root, is_removed) {
        Err(why) => plan.refused(why),
        Ok((did, text, with_folder)) => {
            let added = match (&target.content, is_removed) {
                (_, true) => String::new(),
                (Content::Entry { entry, .. }, false) => format!("\"scrubjay\": {entry:#}\n"),
                (Content::Paragraph, false) => PARAGRAPH.to_owned(),
            };
            Plan { did, text, added, with_folder, ..plan }
        }
    }
}

/// What becomes of a file, its new text, and whether its folder is made or removed with it. A file whose folder was made for it ends
/// without a line's end, by which that is known again.
fn edited(target: &Target, root: &Path, is_removed: bool) -> Result<(Did, Option<String>, bool), String> {
    let before = read(root, target.path)?;
    let has_folder = target.path.contains('/');
    let edited = match &target.content {
        Content::Entry { member, entry } => {
            let edit = splice::Edit { member, name: "scrubjay", entry };
            if is_removed { edit.removed(before.as_deref())? } else { edit.added(before.as_deref())? }
        }
        Content::Paragraph => paragraph(before.as_deref(), is_removed),
    };
    Ok(match (before, edited) {
        (_, Edited::Left) => (Did::Left, None, false),
        (_, Edited::Same) => (Did::Unchanged, None, false),
        (None, Edited::Text(text)) => {
            let makes_folder = has_folder && folder_of(&root.join(target.path)).symlink_metadata().is_err();
            let text = if makes_folder { text.trim_end().to_owned() } else { text };
            (Did::Created, Some(text), makes_folder)
        }
        (Some(_), Edited::Text(text)) => (Did::Changed, Some(text), false),
        (before, Edited::NoFile) => {
            let was_made = has_folder && before.is_some_and(|text| !text.ends_with('\n'));
            (Did::Deleted, None, was_made)
        }
    })
}

/// A text with the paragraph, or without it. A text that ended without a line's end still does, by which it is known again.
fn paragraph(before: Option<&str>, is_removed: bool) -> Edited {
    let text = before.unwrap_or_default();
    let line = line_end(text);
    let [begin, end, own] = [BEGIN, END, &format!("{BEGIN}\n{PARAGRAPH}{END}")].map(|text| text.replace('\n', line));
    let at = text.find(&begin).and_then(|at| Some((at, at + text[at..].find(&end)? + end.len())));
    match at {
        None if is_removed => Edited::Same,
        None => Edited::Text(match before {
            None => own + line,
            Some("") => own,
            Some(text) if text.ends_with('\n') => format!("{text}{line}{own}{line}"),
            Some(text) => format!("{text}{line}{line}{own}"),
        }),
        Some((begin, end)) if is_removed => {
            let (head, tail) = (&text[..begin], &text[end..]);
            match tail.strip_prefix(line) {
                Some("") if head.is_empty() => Edited::NoFile,
                Some(tail) => Edited::Text(format!("{}{tail}", head.strip_suffix(line).unwrap_or(head))),
                None => Edited::Text(format!("{}{tail}", head.strip_suffix(&line.repeat(2)).unwrap_or(head))),
            }
        }
        Some((begin, end)) if text[begin..end] != own => {
            Edited::Text(format!("{}{own}{}", &text[..begin], &text[end..]))
        }
        Some(_) => Edited::Same,
    }
}

/// The text of an ordinary file; none where there is no file.
fn read(root: &Path, name: &str) -> Result<Option<String>, String> {
    let read = open::below(root, name).and_then(|file| open::read(&file, MAX_BYTES));
    match read {
        Err(error) if open::gone(&error) => match open::only_folder(folder_of(&root.join(name))) {
            Ok(()) => Ok(None),
            Err(_) => Err("its folder is a link or no folder".to_owned()),
        },
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            Err("it is larger than any settings are".to_owned())
        }
        Err(error) if open::NotOrdinary::of(&error).is_some() => Err("it is a link or no ordinary file".to_owned()),
        read => String::from_utf8(read.map_err(|error| error.to_string())?)
            .map(Some)
            .map_err(|_| "it is no UTF-8".to_owned()),
    }
}

/// Does what is planned; a file where that fails is left as it is.
fn carry_out(plan: Plan) -> Plan {
    let path = plan.path();
    let done = match (plan.did, &plan.text) {
        (Did::Deleted, _) => fs::remove_file(&path).inspect(|()| {
            if plan.with_folder {
                // With something else in it, it stays.
                let _ = fs::remove_dir(folder_of(&path));
            }
        }),
        (_, Some(text)) => replace(&path, text),
        _ => Ok(()),
    };
    match done {
        Ok(()) => plan,
        Err(error) => plan.refused(error.to_string()),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}

/// Puts a text in a file's place, whole or not at all.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let new = folder.join(format!(".{name}.{}", std::process::id()));
    let mut file = open::create(&new)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| {
        if let Ok(known) = fs::symlink_metadata(path) {
            fs::set_permissions(&new, known.permissions())?;
        }
        fs::rename(&new, path)
    });
    if written.is_err() {
        let _ = open::remove(&new);
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
        let would = if is_dry && !matches!(did, Did::Unchanged | Did::Left | Did::Refused) { "would be " } else { "" };
        let why = match did {
            Did::Unchanged => ": there is nothing to do",
            Did::Left => ": somebody wrote another entry scrubjay, which stays",
            Did::Refused => ": it is left as it is",
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
    let file =
        |plan: &Plan| json!({ "path": plan.shown, "did": plan.did.word(), "added": plan.added, "why": plan.why });
    json!({ "files": plans.iter().map(file).collect::<Value>(), "dry_run": is_dry })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file without a line's end at its end gained one.
    #[test]
    fn whatever_was_there_before_the_paragraph_comes_back_to_the_byte() {
        let mut made = std::collections::BTreeMap::new();
        let texts = [
            "",
            " ",
            "a",
            "a\n",
            "a\n\n",
            "\n",
            "\n\n",
            "# A\n\nb\n",
            "\u{feff}a\n",
            "a\r\n",
            "a\r\nb",
            "\r\n\r\n",
            "a\r\nb\n",
        ];
        for before in texts.into_iter().map(Some).chain([None]) {
            let Edited::Text(added) = paragraph(before, false) else { panic!("{before:?}") };
            assert_eq!(paragraph(Some(&added), false), Edited::Same, "twice is once");
            let removed = paragraph(Some(&added), true);
            assert_eq!(removed, before.map_or(Edited::NoFile, |text| Edited::Text(text.to_owned())), "{before:?}");
            assert_eq!(made.insert(added, before), None, "{before:?} looks as another one");
            if let Some(before) = before {
                assert_eq!(paragraph(Some(before), true), Edited::Same);
            }
        }
    }

    #[test]
    fn what_a_person_writes_around_the_paragraph_stays() {
        let Edited::Text(added) = paragraph(Some("a\n"), false) else { panic!("nothing is added") };
        let changed = added.replace("Before searching", "Instead of searching") + "mine\n";
        assert_eq!(paragraph(Some(&changed), false), Edited::Text(added + "mine\n"), "an older paragraph is replaced");
        assert_eq!(paragraph(Some(&changed), true), Edited::Text("a\nmine\n".to_owned()));
    }
}
