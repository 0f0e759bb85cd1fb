//! The directory: for reading, the files and the names in them, so that outlines are read of those files alone that a question
//! can be about; for writing, which of its rows are to be written anew.
//!
//! A file that is listed has no symbols until its outline is read. Promises that whoever looks at a file's symbols has asked for
//! them before ([`Memory::need_outlines`], [`Memory::need_named`], or the whole room). A store whose directory is
//! missing, damaged or not of its generation is read as one without. Not here: how it is stored (`row::directory`).

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::apply::sealed_under;
use super::rooms::rows_of;
use super::{Effects, Memory, Purpose};
use crate::ask::{Answer, Ask};
use crate::error::Error;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::LANGUAGES;
use crate::graph::links::{FileId, Graph, NewFile};
use crate::graph::names::NameId;
use crate::graph::texts::Texts;
use crate::map::Set;
use crate::row::directory::{self, Head, Listed};
use crate::row::joins;
use crate::row::key::Room;

/// Of more than this share of all files the outlines are read as one range.
const MOST_SHARE: usize = 4;
/// Questions of an instance before it reads all.
const MOST_QUESTIONS: u32 = 8;

/// See the module.
#[derive(Default)]
pub(super) struct Directory {
    /// Of the rows that can be relied on.
    head: Option<Head>,
    is_head_read: bool,
    /// A name whose definitions are all there.
    defined: Option<String>,
    /// Asked of this instance.
    n_questions: u32,
    /// The texts of names, row by row.
    rows: Vec<Texts>,
    /// By [`FileId`].
    files: Vec<Named>,
    /// Which names stand in the files, one file after the other: see [`directory::places`].
    lists: Vec<u8>,
    /// Rows to be written anew.
    changed: BTreeSet<u32>,
    /// Rows of the joins to be written anew.
    relinked: BTreeSet<u32>,
    /// All of them are.
    all_changed: bool,
    /// A row was found damaged, and is to be written though nothing else is.
    is_damaged: bool,
}

/// Where a listed file's names are.
#[derive(Clone, Copy)]
struct Named {
    /// The texts that its list speaks of, among those of all rows.
    row: u32,
    /// Where the list of its own names ends, and where that of its imports.
    ends: (u32, u32),
}

impl Directory {
    /// A file is another one than it was, or gone.
    pub(super) fn change(&mut self, stored_id: u32) {
        self.changed.insert(directory::row_of(stored_id));
    }

    /// A file has other edges than it had, or none.
    pub(super) fn relink(&mut self, stored_id: u32) {
        self.relinked.insert(directory::row_of(stored_id));
    }

    /// Whether it is to be written although nothing else is.
    pub(super) fn is_to_be_mended(&self) -> bool {
        self.is_damaged && self.all_changed
    }

    /// Whether a file bears a name of these: which are wanted is said row by row.
    fn bears(&self, file: FileId, imports: bool, wanted: &[Vec<bool>]) -> bool {
        let at = file.0 as usize;
        let Some(&Named { row, ends: (own, imported) }) = self.files.get(at) else { return false };
        let Some(wanted) = wanted.get(row as usize).filter(|wanted| !wanted.is_empty()) else { return false };
        let start = if at == 0 { 0 } else { self.files[at - 1].ends.1 as usize };
        let end = if imports { imported } else { own } as usize;
        directory::places(&self.lists[start..end]).any(|place| wanted.get(place) == Some(&true))
    }

    /// What is stored cannot be relied on.
    fn give_up(&mut self) {
        self.head = None;
        self.all_changed = true;
    }
}

impl Memory {
    /// What to ask for before it is known how many files there are: the head alone, or every outline where there is no directory.
    pub(super) fn need_head(&self) -> Option<Ask> {
        match self.directory.is_head_read {
            true => self.need(Room::Outline).filter(|_| self.directory.head.is_none()),
            false => Some(self.ask_of_directory(directory::head_key())),
        }
    }

    /// Takes the head that was asked for.
    pub(super) fn take_head(&mut self, answers: Vec<Answer>) -> Result<(), Error> {
        for row in rows_of(Room::Directory, answers)? {
            self.ingest(Room::Directory, row)?;
        }
        self.directory.is_head_read = true;
        Ok(())
    }

    /// Files, as far as they are known.
    pub(super) fn n_files(&self) -> u32 {
        match self.directory.head {
            Some(head) if !self.is_loaded(Room::Directory) && !self.is_loaded(Room::Outline) => head.n_files,
            _ => self.graph.n_files() as u32,
        }
    }

    /// What to ask for before every file is there, without its symbols where that is not needed.
    pub(crate) fn need_files(&self) -> Option<Ask> {
        if self.is_loaded(Room::Outline) {
            return None;
        }
        // Where reading all has begun it goes on.
        let listed = self.reads_little() && self.is_untouched(Room::Outline);
        self.need(if listed { Room::Directory } else { Room::Outline })
    }

    /// Whether only those rows are read that a question needs. Who goes on asking looks for them less than for all at once.
    pub(super) fn reads_little(&self) -> bool {
        self.directory.head.is_some() && self.directory.n_questions <= MOST_QUESTIONS
    }

    /// A question begins.
    pub(super) fn count_question(&mut self) {
        self.directory.n_questions = self.directory.n_questions.saturating_add(1);
    }

    /// Whether files are taken from the directory: not where it cannot be relied on, and not beside the outlines of all.
    fn lists_files(&self) -> bool {
        self.purpose == Purpose::Reading && self.directory.head.is_some() && self.is_untouched(Room::Outline)
    }

    /// Takes a row of the directory in.
    pub(super) fn ingest_directory(&mut self, key: &[u8], payload: &[u8]) -> Option<()> {
        if *key == *directory::head_key() {
            let head = Head::decode(payload)?;
            self.directory.head = Some(head).filter(|head| head.generation == self.generation);
            return Some(());
        }
        if !self.lists_files() {
            return Some(());
        }
        let Memory { graph, directory: Directory { rows, files, lists, .. }, .. } = self;
        let row = rows.len() as u32;
        let texts = directory::read(payload, &mut |file| {
            if graph.file_of(file.path).is_some() || graph.file_of_stored(file.stored_id).is_some() {
                return None;
            }
            let language = LANGUAGES.iter().position(|language| language.name == file.language)? as u8;
            lists.extend(file.own);
            let own = lists.len() as u32;
            lists.extend(file.imported);
            files.push(Named { row, ends: (own, lists.len() as u32) });
            graph.add_file(NewFile { path: file.path.into(), stored_id: file.stored_id, language });
            Some(())
        })?;
        rows.push(texts);
        Some(())
    }

    /// Whether the joins, once they are read, are whole.
    pub(super) fn has_joins(&self) -> bool {
        self.directory.head.is_some_and(|head| head.n_linked == self.joins.n_files())
    }

    /// A row of the directory or the joins is damaged.
    pub(super) fn damaged_directory(&mut self) {
        self.directory.is_damaged = true;
        self.directory.give_up();
    }

    /// Once the directory is read: without a whole one the files are those of the outlines.
    pub(super) fn judge_directory(&mut self) {
        let listed = self.directory.files.len();
        let is_whole = self.directory.head.is_some_and(|head| head.n_files as usize == listed);
        if self.purpose == Purpose::Reading && self.is_untouched(Room::Outline) && !is_whole {
            let n_questions = self.directory.n_questions;
            self.directory = Directory { is_head_read: true, n_questions, ..Directory::default() };
            self.graph = Graph::default();
        }
    }

    /// For writing: whether the directory and the joins list as many files as there are.
    pub(super) fn compare_directory(&mut self) {
        if self.directory.head != Some(self.head_for(self.generation)) {
            self.directory.give_up();
        }
    }

    /// What to ask for before the symbols of these files are there.
    pub(crate) fn need_outlines(&self, files: impl IntoIterator<Item = FileId>) -> Option<Ask> {
        if self.is_loaded(Room::Outline) {
            return None;
        }
        let missing: Vec<FileId> = files.into_iter().filter(|&file| self.is_missing(file)).collect();
        match missing.len() {
            0 => None,
            n if self.are_many(n) => self.need(Room::Outline),
            _ => Some(self.ask_of_files(Room::Outline, missing)),
        }
    }

    /// Whether the rows of so many files are better read with those of all.
    pub(super) fn are_many(&self, n_files: usize) -> bool {
        n_files > self.graph.n_files() / MOST_SHARE
    }

    /// A file whose outline is not read.
    fn is_missing(&self, file: FileId) -> bool {
        let entry = self.graph.file(file);
        entry.symbols.is_empty() && self.graph.file_of_stored(entry.stored_id) == Some(file)
    }

    /// What to ask for before every definition is there that bears this name.
    pub(crate) fn need_defined(&mut self, name: &str) -> Option<Ask> {
        // A question comes here again with each answer.
        if self.directory.defined.as_deref() == Some(name) {
            return None;
        }
        let ask = self.need_named("", false, name);
        if ask.is_none() {
            self.directory.defined = Some(name.to_owned());
        }
        ask
    }

    /// What to ask for before every symbol is there that bears this name in a file of this prefix; `imports` too.
    pub(crate) fn need_named(&self, prefix: &str, imports: bool, name: &str) -> Option<Ask> {
        self.need_bearing(prefix, imports, |texts| texts.place(name).into_iter().collect())
    }

    /// The same for names that hold a text in lower case.
    pub(crate) fn need_holding(&self, prefix: &str, imports: bool, lower: &str) -> Option<Ask> {
        self.need_bearing(prefix, imports, |texts| texts.holding(lower).map(|(place, _)| place).collect())
    }

    /// The same for the names at the wanted places of each row's texts.
    fn need_bearing(&self, prefix: &str, imports: bool, wanted_of: impl Fn(&Texts) -> Vec<usize>) -> Option<Ask> {
        if self.is_loaded(Room::Outline) {
            return None;
        }
        let wanted = self.directory.rows.iter().map(|texts| {
            let places = wanted_of(texts);
            let mut wanted = vec![false; places.iter().max().map_or(0, |last| last + 1)];
            places.into_iter().for_each(|place| wanted[place] = true);
            wanted
        });
        let wanted: Vec<Vec<bool>> = wanted.collect();
        let files = self.graph.files_below(prefix).map(|(file, _)| file);
        self.need_outlines(files.filter(|&file| self.directory.bears(file, imports, &wanted)))
    }

    /// Takes outlines that were asked for by their files. One that is not there takes its file along.
    pub(super) fn take_outlines(&mut self, asked: &[u8], answers: Vec<Answer>) -> Result<(), Error> {
        for row in rows_of(Room::Outline, answers)? {
            self.ingest(Room::Outline, row)?;
        }
        for stored_id in asked.as_chunks::<4>().0 {
            let file = self.graph.file_of_stored(u32::from_le_bytes(*stored_id));
            if let Some(unread) = file.filter(|&file| self.graph.file(file).symbols.is_empty()) {
                self.graph.remove_file(unread);
            }
        }
        Ok(())
    }

    /// Once all outlines are read: files without one are none.
    pub(super) fn forget_all_unread(&mut self) {
        let unread = self.graph.files().filter(|(_, file)| file.symbols.is_empty()).map(|(file, _)| file);
        let unread: Vec<FileId> = unread.collect();
        unread.into_iter().for_each(|file| self.graph.remove_file(file));
        (self.directory.rows, self.directory.files, self.directory.lists) = Default::default();
    }

    /// Adds the rows of the directory that changed, and its head, for the generation that the effects lead to.
    pub(super) fn write_directory(&mut self, effects: &mut Effects) {
        let all = 0..=directory::row_of(self.next_stored_id);
        let Directory { changed, relinked, all_changed, .. } = &mut self.directory;
        if core::mem::take(all_changed) {
            changed.extend(all.clone());
            relinked.extend(all);
        }
        let (changed, relinked) = (core::mem::take(changed), core::mem::take(relinked));
        for row in changed {
            write(Room::Directory, directory::key(Room::Directory, row), self.row_of_directory(row), effects);
        }
        for row in relinked {
            write(Room::Joins, directory::key(Room::Joins, row), self.row_of_joins(row), effects);
        }
        let head = self.head_for(self.generation + 1);
        let head = (head.n_files > 0).then(|| head.encode());
        write(Room::Directory, directory::head_key(), head, effects);
    }

    fn head_for(&self, generation: u64) -> Head {
        let n_linked = self.graph.files().filter(|(_, file)| file.linked).count() as u32;
        Head { generation, n_files: self.graph.n_files() as u32, n_linked }
    }

    fn row_of_joins(&self, row: u32) -> Option<Vec<u8>> {
        let files = directory::files_of(row).filter_map(|id| self.graph.file_of_stored(id));
        let linked = files.filter(|&file| self.graph.file(file).linked);
        let stored = |file: FileId| self.graph.file(file).stored_id;
        let joined = linked.map(|home| {
            let others: BTreeSet<u32> = self.graph.files_joined(home).map(stored).collect();
            let home = stored(home);
            (home, others.into_iter().filter(|&other| other != home).collect())
        });
        let joined: Vec<(u32, Vec<u32>)> = joined.collect();
        (!joined.is_empty()).then(|| joins::encode(&joined))
    }

    fn row_of_directory(&self, row: u32) -> Option<Vec<u8>> {
        let files: Vec<FileId> = directory::files_of(row).filter_map(|id| self.graph.file_of_stored(id)).collect();
        let names: Vec<(Vec<NameId>, usize)> = files.iter().map(|&file| self.names_in(file)).collect();
        let listed = files.iter().zip(&names).map(|(&file, (names, n_own))| {
            let entry = self.graph.file(file);
            let language = LANGUAGES[usize::from(entry.language)].name;
            Listed { stored_id: entry.stored_id, language, path: &entry.path, names, n_own: *n_own }
        });
        let listed: Vec<Listed<'_>> = listed.collect();
        (!listed.is_empty()).then(|| directory::encode(&listed, &self.graph.names))
    }

    /// The distinct names of a file's symbols, in the order of the outline; and how many of them definitions bear.
    fn names_in(&self, file: FileId) -> (Vec<NameId>, usize) {
        let (mut seen, mut names, mut n_own): (Set<NameId>, Vec<NameId>, usize) = Default::default();
        for &symbol in &self.graph.file(file).symbols {
            let at = self.graph.symbol(symbol);
            if seen.insert(at.name) {
                names.push(at.name);
            }
            if at.kind != SymbolKind::Import {
                n_own = names.len();
            }
        }
        (names, n_own)
    }
}

/// Writes a row anew, or takes it out where it would hold nothing.
fn write(room: Room, key: Vec<u8>, payload: Option<Vec<u8>>, effects: &mut Effects) {
    match payload {
        Some(payload) => effects.puts.push(sealed_under(key, room, &payload)),
        None => effects.deletes.push(key),
    }
}
