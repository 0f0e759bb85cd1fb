//! Plans the change of a file, and applies it.

use scrubjay::open;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::edit::{EntryState, Hunk, apply_all};
use super::entry::{ContainerPath as Names, SettingsEntry};
use super::harness::Target;
use super::program::Program;
use super::receipt::{Layer, Receipt, text_hash};

/// The most bytes of a settings file; Claude Code keeps its data about all projects in one.
const MAX_BYTES: u64 = 16 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileEffect {
    Created,
    Changed,
    Deleted,
    Unchanged,
    /// All entries that would be changed are a person's own.
    Kept,
    /// The file cannot be changed.
    Refused,
}

impl FileEffect {
    pub(super) fn word(self) -> &'static str {
        match self {
            FileEffect::Created => "created",
            FileEffect::Changed => "changed",
            FileEffect::Deleted => "deleted",
            FileEffect::Unchanged => "unchanged",
            FileEffect::Kept => "left",
            FileEffect::Refused => "refused",
        }
    }

    pub(super) fn is_change(self) -> bool {
        matches!(self, FileEffect::Created | FileEffect::Changed | FileEffect::Deleted)
    }
}

/// The change of one file: planned, or its result after [`Plan::carry_out`].
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) target: Target,
    pub(super) effect: FileEffect,
    /// The added entries, as shown to the user.
    pub(super) added: Vec<String>,
    /// Entries that a person wrote or changed, and that stay.
    pub(super) kept_entries: Vec<String>,
    /// Why the file is not changed; `None` if it is changed or needs no change.
    pub(super) why: Option<String>,
    /// The new text; `None` if the file is deleted or stays.
    pub(super) text: Option<String>,
    pub(super) receipt: Receipt,
    /// The folders that were created for the file, and are removed with it.
    folders: Vec<PathBuf>,
}

pub(super) struct PlanBuilder<'a> {
    entries: Vec<SettingsEntry>,
    program: &'a Program,
    receipt: Receipt,
    text: String,
    kept_entries: Vec<String>,
}

impl Plan {
    pub(super) fn of(target: Target, program: &Program, is_removed: bool) -> Plan {
        let plan = Plan::without_change(target.clone(), Receipt::read(&target.path()));
        let planned = read(&target).and_then(|old_text| {
            let builder =
                PlanBuilder::of(&target, program, plan.receipt.clone(), old_text.as_deref().unwrap_or_default());
            if is_removed {
                builder.plan_removal(plan.clone(), old_text)
            } else {
                builder.plan_addition(plan.clone(), old_text)
            }
        });
        planned.unwrap_or_else(|why| plan.refuse(why))
    }

    pub(super) fn without_change(target: Target, receipt: Receipt) -> Plan {
        let folders = receipt.folders().cloned().collect();
        let (added, kept_entries) = (Vec::new(), Vec::new());
        Plan { target, effect: FileEffect::Unchanged, added, kept_entries, why: None, text: None, receipt, folders }
    }

    pub(super) fn refuse(self, why: String) -> Plan {
        Plan { effect: FileEffect::Refused, text: None, added: Vec::new(), why: Some(why), ..self }
    }

    /// This plan without a change, for the reason `why`.
    pub(super) fn skip(self, why: String) -> Plan {
        Plan { effect: FileEffect::Unchanged, text: None, added: Vec::new(), why: Some(why), ..self }
    }

    /// Carries out the plan. A file that cannot be written or deleted stays as it was. `made_folders` collects the
    /// folders created so far.
    pub(super) fn carry_out(mut self, made_folders: &mut Vec<PathBuf>) -> Plan {
        let result = match (self.effect, self.text.take()) {
            (FileEffect::Deleted, _) => self.delete_file(),
            (_, Some(text)) => self.write_file(&text, made_folders),
            _ => {
                // A file without entries of ours needs no receipt.
                let _ = self.receipt.layers.is_empty().then(|| self.receipt.keep(&self.target.path()));
                Ok(())
            }
        };
        match result {
            Ok(()) => self,
            Err(error) => self.refuse(error.to_string()),
        }
    }

    fn delete_file(&self) -> io::Result<()> {
        let path = self.target.path();
        fs::remove_file(&path)?;
        for folder in self.folders.iter().rev().filter(|folder| path.starts_with(folder)) {
            // A folder with other files stays.
            let _ = fs::remove_dir(folder);
        }
        self.receipt.keep(&path)
    }

    /// Writes the file. The receipt is written before it, so that every change can be undone; an empty receipt is
    /// deleted after it.
    fn write_file(&mut self, text: &str, made_folders: &mut Vec<PathBuf>) -> io::Result<()> {
        let path = self.target.path();
        let old_receipt = Receipt::read(&path);
        let missing_folders = missing_folders(&path);
        if let Some(first_layer) = self.receipt.layers.first_mut().filter(|_| self.effect == FileEffect::Created) {
            let own_folders = made_folders.iter().filter(|folder| path.starts_with(folder));
            first_layer.folders = own_folders.chain(&missing_folders).cloned().collect();
        }
        let is_taken_back = self.receipt.layers.is_empty();
        if !is_taken_back {
            self.receipt.keep(&path).map_err(|error| {
                io::Error::new(error.kind(), format!("what is written cannot be noted in your data folder: {error}"))
            })?;
        }
        match replace(&path, text) {
            Ok(()) if is_taken_back => self.receipt.keep(&path),
            Ok(()) => {
                made_folders.extend(missing_folders);
                Ok(())
            }
            Err(error) => {
                let _ = old_receipt.keep(&path);
                Err(error)
            }
        }
    }
}

impl<'a> PlanBuilder<'a> {
    pub(super) fn of(target: &Target, program: &'a Program, receipt: Receipt, text: &str) -> PlanBuilder<'a> {
        let entries = target.entries(&program.spellings(receipt.programs()));
        PlanBuilder { entries, program, receipt, text: text.to_owned(), kept_entries: Vec::new() }
    }

    /// Plans the change that adds the entries to the file, except those that a person wrote or changed.
    pub(super) fn plan_addition(mut self, plan: Plan, old_text: Option<String>) -> Result<Plan, String> {
        let (mut hunks, mut made, mut added, mut n_there) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for entry in std::mem::take(&mut self.entries) {
            match self.state(&entry)? {
                EntryState::Same => n_there += 1,
                EntryState::Foreign => self.kept_entries.push(entry.name()),
                state => {
                    n_there += usize::from(state == EntryState::Older);
                    self.insert_entry(&entry, state, &mut hunks, &mut made)?;
                    added.push(entry.display_text());
                }
            }
        }
        let effect = match old_text {
            _ if hunks.is_empty() && n_there == 0 => FileEffect::Kept,
            _ if hunks.is_empty() => FileEffect::Unchanged,
            Some(_) => FileEffect::Changed,
            None => FileEffect::Created,
        };
        if n_there == 0 {
            // No entry of an earlier run is left.
            self.receipt = Receipt::default();
        }
        let text = (!hunks.is_empty()).then(|| self.text.clone());
        if text.is_some() {
            let is_created = old_text.is_none();
            let (program, mark) = (self.program.spelling.clone(), text_hash(&self.text));
            let layer = Layer { is_created, folders: Vec::new(), hunks, made, program, mark };
            self.receipt.add(&old_text.unwrap_or_default(), layer);
        }
        Ok(Plan { effect, added, kept_entries: self.kept_entries, text, receipt: self.receipt, ..plan })
    }

    /// Adds an entry to the text, in place of an older one if there is one.
    fn insert_entry(
        &mut self,
        entry: &SettingsEntry,
        state: EntryState,
        hunks: &mut Vec<Hunk>,
        made: &mut Vec<Names>,
    ) -> Result<(), String> {
        let cannot_add = || "what is written cannot be added to it".to_owned();
        if state == EntryState::Older {
            let removals = entry.hunks_to_remove(&self.text, &|_| false)?;
            self.text = apply_all(&self.text, &removals).ok_or_else(cannot_add)?;
            hunks.extend(removals);
        }
        let (insertions, containers) = entry.hunks_to_add(&self.text)?;
        self.text = apply_all(&self.text, &insertions).ok_or_else(cannot_add)?;
        hunks.extend(insertions);
        made.extend(containers);
        if self.state(entry)? == EntryState::Same { Ok(()) } else { Err(cannot_add()) }
    }

    fn state(&self, entry: &SettingsEntry) -> Result<EntryState, String> {
        entry.state(&self.text, &|text| self.receipt.has_written(text))
    }

    /// Plans the change that removes all entries from the file, except those that a person wrote or changed.
    pub(super) fn plan_removal(mut self, plan: Plan, old_text: Option<String>) -> Result<Plan, String> {
        let no_receipt = Receipt::default();
        let Some(old_text) = old_text else { return Ok(Plan { receipt: no_receipt, ..plan }) };
        let is_noted = !self.receipt.layers.is_empty();
        let is_ours_alone = self.receipt.undo(&mut self.text) || !is_noted && self.is_as_in_new_file(&old_text);
        let deleted = Plan { effect: FileEffect::Deleted, receipt: no_receipt.clone(), ..plan.clone() };
        if is_ours_alone {
            return Ok(deleted);
        }
        // Entries without a receipt were written on another machine: containers that hold nothing else count as made by
        // `init`.
        let (is_known, entries) = (!self.receipt.layers.is_empty(), std::mem::take(&mut self.entries));
        for entry in &entries {
            loop {
                match self.state(entry)? {
                    EntryState::Absent => break,
                    EntryState::Foreign => {
                        self.kept_entries.push(entry.name());
                        break;
                    }
                    EntryState::Same | EntryState::Older => {}
                }
                let removals = entry.hunks_to_remove(&self.text, &|path| !is_known || self.receipt.has_made(path))?;
                self.text = apply_all(&self.text, &removals)
                    .filter(|_| !removals.is_empty())
                    .ok_or("it cannot be taken out of it")?;
            }
        }
        let is_new = self.receipt.layers.first().is_some_and(|layer| layer.is_created);
        if is_new && entries.first().is_some_and(|entry| entry.is_empty_document(&self.text)) {
            return Ok(deleted);
        }
        let effect = match (self.text == old_text, self.kept_entries.is_empty()) {
            (false, _) => FileEffect::Changed,
            (true, false) => FileEffect::Kept,
            (true, true) => FileEffect::Unchanged,
        };
        let text = (effect == FileEffect::Changed).then_some(self.text);
        Ok(Plan { effect, kept_entries: self.kept_entries, text, receipt: no_receipt, ..plan })
    }

    /// Whether a text is exactly what would be written to a new file.
    fn is_as_in_new_file(&self, text: &str) -> bool {
        let add = |text: String, entry: &SettingsEntry| apply_all(&text, &entry.hunks_to_add(&text).ok()?.0);
        self.entries.iter().try_fold(String::new(), add).as_deref() == Some(text)
    }
}

/// Reads a regular file; `None` if it does not exist.
fn read(target: &Target) -> Result<Option<String>, String> {
    let path = target.path();
    let content = open::below(&target.base, &target.name).and_then(|file| open::read(&file, MAX_BYTES));
    match content {
        Err(error) if open::is_gone(&error) => match open::check_folders(&target.base, folder_of(&path)) {
            Ok(()) => Ok(None),
            Err(_) => Err("its folder is a link or no folder".to_owned()),
        },
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            Err("it is larger than any settings are".to_owned())
        }
        Err(error) if open::NotOrdinary::of(&error).is_some() => Err("it is a link or no ordinary file".to_owned()),
        content => String::from_utf8(content.map_err(|error| error.to_string())?)
            .map(Some)
            .map_err(|_| "it is no UTF-8".to_owned()),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}

/// The folders around a file that do not exist, outermost first.
fn missing_folders(path: &Path) -> Vec<PathBuf> {
    let mut missing: Vec<PathBuf> =
        path.ancestors().skip(1).take_while(|folder| folder.symlink_metadata().is_err()).map(Path::to_owned).collect();
    missing.reverse();
    missing
}

/// Replaces a file's text atomically, and keeps the file's permissions.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder.join(format!(".{name}.{}", std::process::id()));
    let mut file = open::create(&draft)?;
    let result = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).and_then(|()| {
        if let Ok(metadata) = fs::symlink_metadata(path) {
            fs::set_permissions(&draft, metadata.permissions())?;
        }
        fs::rename(&draft, path)
    });
    if result.is_err() {
        let _ = open::remove(&draft);
    }
    result
}
