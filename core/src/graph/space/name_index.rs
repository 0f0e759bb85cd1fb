//! The name index. For reading: the files and their names, so that only the outlines that a question needs are read.
//! For writing: the rows of the index that must be rewritten.
//!
//! A listed file has no symbols until its outline is read, so code that uses them must ask for them before
//! ([`GraphSpace::need_outlines`], [`GraphSpace::need_named`], or the whole keyspace). A store whose name index is
//! missing, damaged or of another generation is read without it. Not here: stored rows (`stored::name_index`).

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::apply::seal_row_under;
use super::keyspaces::rows_of;
use super::{GraphSpace, Purpose};
use crate::ask::{Answer, Attempt, Request, Wanted};
use crate::base::error::Error;
use crate::base::map::Set;
use crate::effects::Effects;
use crate::graph::kind::SymbolKind;
use crate::graph::lang::LANGUAGES;
use crate::graph::model::names::NameId;
use crate::graph::model::texts::Texts;
use crate::graph::model::{FileId, Graph, NewFile};
use crate::graph::stored::file_adjacency::{self, FileNeighbours};
use crate::graph::stored::keyspace::Keyspace;
use crate::graph::stored::name_index::{self, Head, ListedFile};

/// If a question needs more than one file in this many, all outlines are read as one range.
const OUTLINE_SHARE_DIVISOR: usize = 4;
/// Number of questions after which an instance that needs further outlines reads all of them.
const MAX_QUESTIONS: u32 = 8;

#[derive(Default)]
pub(super) struct NameIndex {
    /// The head, if the stored rows are valid.
    head: Option<Head>,
    is_head_read: bool,
    /// The last name of which all definitions were loaded; `None` before the first.
    loaded_name: Option<String>,
    /// Number of questions that this instance was asked.
    n_questions: u32,
    /// For each row of the index, the texts of names in it.
    rows: Vec<Texts>,
    /// For each listed file the place of its names, by [`FileId`].
    files: Vec<NameRange>,
    /// The encoded names of each file, one file's after another's: see [`name_index::name_indexes`].
    lists: Vec<u8>,
    /// Numbers of rows of the name index that must be rewritten.
    changed_rows: BTreeSet<u32>,
    /// Numbers of rows of the file adjacency that must be rewritten.
    changed_adjacency: BTreeSet<u32>,
    /// Whether all rows must be rewritten.
    all_changed: bool,
    /// Whether a row was damaged and must be rewritten even if nothing else is.
    is_damaged: bool,
}

/// The place of a listed file's names.
#[derive(Clone, Copy)]
struct NameRange {
    /// Number of the row whose texts the list refers to.
    row: u32,
    /// The ends in `lists` of the names that the file defines, and of those it imports.
    ends: (u32, u32),
}

impl NameIndex {
    /// Records that a file was changed or removed.
    pub(super) fn mark_changed(&mut self, stored_id: u32) {
        self.changed_rows.insert(name_index::row_of(stored_id));
    }

    /// Records that the edges of a file changed.
    pub(super) fn mark_relinked(&mut self, stored_id: u32) {
        self.changed_adjacency.insert(name_index::row_of(stored_id));
    }

    /// Whether the name index must be written even if nothing else is.
    pub(super) fn needs_rewrite(&self) -> bool {
        self.is_damaged && self.all_changed
    }

    /// Whether a symbol of a file has one of the wanted names, given as a flag for each text of each row. Imports count
    /// only if `with_imports` is set.
    fn has_name(&self, file: FileId, with_imports: bool, wanted_names: &[Vec<bool>]) -> bool {
        let at = file.0 as usize;
        let Some(&NameRange { row, ends: (defined_end, imported_end) }) = self.files.get(at) else { return false };
        let Some(wanted_names) = wanted_names.get(row as usize).filter(|wanted_names| !wanted_names.is_empty()) else {
            return false;
        };
        let start = if at == 0 { 0 } else { self.files[at - 1].ends.1 as usize };
        let end = if with_imports { imported_end } else { defined_end } as usize;
        name_index::name_indexes(&self.lists[start..end]).any(|index| wanted_names.get(index) == Some(&true))
    }

    /// Stops using the stored rows, because they are invalid; all rows are rewritten.
    fn discard_stored_rows(&mut self) {
        self.head = None;
        self.all_changed = true;
    }
}

impl GraphSpace {
    /// Asks for the rows that have the number of files: the head, or all outlines if there is no name index.
    pub(super) fn need_head(&self) -> Attempt<()> {
        match (self.name_index.is_head_read, self.name_index.head) {
            (false, _) => Err(self.ask(vec![Request::Keys(vec![name_index::head_key()])], Wanted::Head).into()),
            (true, None) => self.need(Keyspace::Outline),
            (true, Some(_)) => Ok(()),
        }
    }

    /// Loads the requested head.
    pub(super) fn take_head(&mut self, answers: Vec<Answer>) -> Result<(), Error> {
        for row in rows_of(Keyspace::NameIndex, answers)? {
            self.ingest(Keyspace::NameIndex, row)?;
        }
        self.name_index.is_head_read = true;
        Ok(())
    }

    /// The number of files: from the head while the files themselves are not loaded.
    pub(super) fn n_files(&self) -> u32 {
        match self.name_index.head {
            Some(head) if !self.is_loaded(Keyspace::NameIndex) && !self.is_loaded(Keyspace::Outline) => head.n_files,
            _ => self.graph.n_files() as u32,
        }
    }

    /// Asks for all files, without their symbols if possible.
    pub(crate) fn need_files(&self) -> Attempt<()> {
        if self.is_loaded(Keyspace::Outline) {
            return Ok(());
        }
        // Once loading all outlines has begun, it continues.
        let uses_index = self.reads_little() && self.is_untouched(Keyspace::Outline);
        self.need(if uses_index { Keyspace::NameIndex } else { Keyspace::Outline })
    }

    /// Whether only the rows that a question needs are read. After many questions, loading all rows is cheaper.
    pub(super) fn reads_little(&self) -> bool {
        self.name_index.head.is_some() && self.name_index.n_questions <= MAX_QUESTIONS
    }

    /// Counts a question; called at its start.
    pub(super) fn count_question(&mut self) {
        self.name_index.n_questions = self.name_index.n_questions.saturating_add(1);
    }

    /// Whether files are loaded from the name index: for reading, if it is valid and the outlines are not being loaded
    /// as a whole.
    fn lists_files(&self) -> bool {
        self.purpose == Purpose::Reading && self.name_index.head.is_some() && self.is_untouched(Keyspace::Outline)
    }

    /// Loads a row of the name index.
    pub(super) fn ingest_name_index(&mut self, key: &[u8], payload: &[u8]) -> Option<()> {
        if *key == *name_index::head_key() {
            let head = Head::decode(payload)?;
            self.name_index.head = Some(head).filter(|head| head.generation == self.generation);
            return Some(());
        }
        if self.purpose == Purpose::Writing && self.name_index.head.is_some() {
            let listed_paths = &mut self.expected.listed_paths;
            name_index::read(payload, &mut |file| {
                listed_paths.push(file.path.to_owned());
                Some(())
            })?;
        }
        if !self.lists_files() {
            return Some(());
        }
        let GraphSpace { graph, name_index: NameIndex { rows, files, lists, .. }, .. } = self;
        let row = rows.len() as u32;
        let texts = name_index::read(payload, &mut |file| {
            if graph.file_of(file.path).is_some() || graph.file_of_stored(file.stored_id).is_some() {
                return None;
            }
            let language = LANGUAGES.iter().position(|language| language.name == file.language)? as u8;
            lists.extend(file.defined);
            let defined_end = lists.len() as u32;
            lists.extend(file.imported);
            files.push(NameRange { row, ends: (defined_end, lists.len() as u32) });
            graph.add_file(NewFile { path: file.path.into(), stored_id: file.stored_id, language });
            Some(())
        })?;
        rows.push(texts);
        Some(())
    }

    /// Whether the loaded file adjacency is complete.
    pub(super) fn has_adjacency(&self) -> bool {
        self.name_index.head.is_some_and(|head| head.n_linked == self.file_adjacency.n_files())
    }

    /// Records that a row of the name index or the file adjacency is damaged.
    pub(super) fn report_damaged_name_index(&mut self) {
        self.name_index.is_damaged = true;
        self.name_index.discard_stored_rows();
    }

    /// Checks the loaded name index. For reading, if it is incomplete, the files are taken from the outlines instead.
    pub(super) fn check_name_index(&mut self) {
        let n_listed = self.name_index.files.len();
        let is_whole = self.name_index.head.is_some_and(|head| head.n_files as usize == n_listed);
        if self.purpose == Purpose::Reading && self.is_untouched(Keyspace::Outline) && !is_whole {
            let n_questions = self.name_index.n_questions;
            self.name_index = NameIndex { is_head_read: true, n_questions, ..NameIndex::default() };
            self.graph = Graph::default();
        }
    }

    /// For writing: stops using a name index and file adjacency whose generation or number of files is wrong, so that
    /// all their rows are rewritten.
    pub(super) fn compare_name_index(&mut self) {
        if self.name_index.head != Some(self.head_for(self.generation)) {
            self.name_index.discard_stored_rows();
        }
    }

    /// Asks for the outlines of these files.
    pub(crate) fn need_outlines(&self, files: impl IntoIterator<Item = FileId>) -> Attempt<()> {
        if self.is_loaded(Keyspace::Outline) {
            return Ok(());
        }
        let missing_files: Vec<FileId> = files.into_iter().filter(|&file| self.is_missing(file)).collect();
        match missing_files.len() {
            0 => Ok(()),
            n if self.are_many(n) => self.need(Keyspace::Outline),
            _ => Err(self.ask_of_files(Keyspace::Outline, missing_files).into()),
        }
    }

    /// Whether reading all rows is cheaper than reading those of `n_files` files.
    pub(super) fn are_many(&self, n_files: usize) -> bool {
        n_files > self.graph.n_files() / OUTLINE_SHARE_DIVISOR
    }

    /// Whether a file is in the graph without its outline.
    fn is_missing(&self, file: FileId) -> bool {
        let node = self.graph.file(file);
        node.symbols.is_empty() && self.graph.file_of_stored(node.stored_id) == Some(file)
    }

    /// Asks for all definitions with this name.
    pub(crate) fn need_defined(&mut self, name: &str) -> Attempt<()> {
        // Each answer makes the question call this again.
        if self.name_index.loaded_name.as_deref() == Some(name) {
            return Ok(());
        }
        self.need_named("", false, name)?;
        self.name_index.loaded_name = Some(name.to_owned());
        Ok(())
    }

    /// Asks for all symbols with this name in files whose path starts with `prefix`. Imports count only if
    /// `with_imports` is set.
    pub(crate) fn need_named(&self, prefix: &str, with_imports: bool, name: &str) -> Attempt<()> {
        self.need_names(prefix, with_imports, |texts| texts.index(name).into_iter().collect())
    }

    /// Asks for all definitions with any of these names.
    pub(crate) fn need_any_defined(&self, names: &Set<&str>) -> Attempt<()> {
        if names.is_empty() {
            return Ok(());
        }
        let is_wanted = |texts: &Texts, index: &usize| names.contains(texts.text(*index));
        self.need_names("", false, |texts| (0..texts.n_texts()).filter(|index| is_wanted(texts, index)).collect())
    }

    /// As [`need_named`](Self::need_named), for all names that contain a lower-case text.
    pub(crate) fn need_containing(&self, prefix: &str, with_imports: bool, lower_text: &str) -> Attempt<()> {
        self.need_names(prefix, with_imports, |texts| texts.containing(lower_text).map(|(index, _)| index).collect())
    }

    /// As [`need_named`](Self::need_named); `wanted_of` gives the indexes of the wanted names in a row's texts.
    fn need_names(&self, prefix: &str, with_imports: bool, wanted_of: impl Fn(&Texts) -> Vec<usize>) -> Attempt<()> {
        if self.is_loaded(Keyspace::Outline) {
            return Ok(());
        }
        let wanted_names = self.name_index.rows.iter().map(|texts| {
            let indexes = wanted_of(texts);
            let mut wanted_names = vec![false; indexes.iter().max().map_or(0, |last| last + 1)];
            indexes.into_iter().for_each(|index| wanted_names[index] = true);
            wanted_names
        });
        let wanted_names: Vec<Vec<bool>> = wanted_names.collect();
        let files = self.graph.files_below(prefix).map(|(file, _)| file);
        self.need_outlines(files.filter(|&file| self.name_index.has_name(file, with_imports, &wanted_names)))
    }

    /// Loads outlines that were requested by file; a file whose outline is missing or damaged is reported and removed.
    pub(super) fn take_outlines(&mut self, asked_ids: &[u32], answers: Vec<Answer>) -> Result<(), Error> {
        for row in rows_of(Keyspace::Outline, answers)? {
            self.ingest(Keyspace::Outline, row)?;
        }
        for &stored_id in asked_ids {
            let file = self.graph.file_of_stored(stored_id);
            if let Some(unread_file) = file.filter(|&file| self.graph.file(file).symbols.is_empty()) {
                self.report_missing_row(Keyspace::Outline, unread_file);
                self.graph.remove_file(unread_file);
            }
        }
        Ok(())
    }

    /// Removes the files without an outline; called once all outlines are loaded.
    pub(super) fn forget_all_unread(&mut self) {
        let unread_files = self.graph.files().filter(|(_, file)| file.symbols.is_empty()).map(|(file, _)| file);
        let unread_files: Vec<FileId> = unread_files.collect();
        unread_files.into_iter().for_each(|file| self.graph.remove_file(file));
        (self.name_index.rows, self.name_index.files, self.name_index.lists) = Default::default();
    }

    /// Adds the changed rows of the name index and file adjacency to the effects, and a head for the generation that
    /// the effects make.
    pub(super) fn write_name_index(&mut self, effects: &mut Effects) {
        let all_rows = 0..=name_index::row_of(self.next_stored_id);
        let NameIndex { changed_rows: changed, changed_adjacency: relinked, all_changed, .. } = &mut self.name_index;
        if core::mem::take(all_changed) {
            changed.extend(all_rows.clone());
            relinked.extend(all_rows);
        }
        let (changed, relinked) = (core::mem::take(changed), core::mem::take(relinked));
        for row in changed {
            write(Keyspace::NameIndex, name_index::key(Keyspace::NameIndex, row), self.encode_name_row(row), effects);
        }
        for row in relinked {
            write(
                Keyspace::FileAdjacency,
                name_index::key(Keyspace::FileAdjacency, row),
                self.encode_adjacency_row(row),
                effects,
            );
        }
        let head = self.head_for(self.generation + 1);
        let head = (head.n_files > 0).then(|| head.encode());
        write(Keyspace::NameIndex, name_index::head_key(), head, effects);
    }

    fn head_for(&self, generation: u64) -> Head {
        let n_linked = self.graph.files().filter(|(_, file)| file.is_linked).count() as u32;
        Head { generation, n_files: self.graph.n_files() as u32, n_linked }
    }

    fn encode_adjacency_row(&self, row: u32) -> Option<Vec<u8>> {
        let files = name_index::files_of(row).filter_map(|id| self.graph.file_of_stored(id));
        let linked_files = files.filter(|&file| self.graph.file(file).is_linked);
        let stored_id_of = |file: FileId| self.graph.file(file).stored_id;
        let neighbours = linked_files.map(|home| {
            let others: BTreeSet<u32> = self.graph.edge_files(home).map(stored_id_of).collect();
            let home = stored_id_of(home);
            let others = others.into_iter().filter(|&other| other != home).collect();
            FileNeighbours { stored_id: home, others, declined_counts: self.declined.counts_of(home) }
        });
        let neighbours: Vec<FileNeighbours> = neighbours.collect();
        (!neighbours.is_empty()).then(|| file_adjacency::encode(&neighbours))
    }

    fn encode_name_row(&self, row: u32) -> Option<Vec<u8>> {
        let files: Vec<FileId> = name_index::files_of(row).filter_map(|id| self.graph.file_of_stored(id)).collect();
        let names: Vec<(Vec<NameId>, usize)> = files.iter().map(|&file| self.names_in(file)).collect();
        let listed_files = files.iter().zip(&names).map(|(&file, (names, n_defined))| {
            let node = self.graph.file(file);
            let language = LANGUAGES[usize::from(node.language)].name;
            ListedFile { stored_id: node.stored_id, language, path: &node.path, names, n_defined: *n_defined }
        });
        let listed_files: Vec<ListedFile<'_>> = listed_files.collect();
        (!listed_files.is_empty()).then(|| name_index::encode(&listed_files, &self.graph.names))
    }

    /// The distinct names of a file's symbols in the order of the outline, and the number of those that belong to
    /// definitions.
    fn names_in(&self, file: FileId) -> (Vec<NameId>, usize) {
        let (mut seen_names, mut names, mut n_defined): (Set<NameId>, Vec<NameId>, usize) = Default::default();
        for &symbol in &self.graph.file(file).symbols {
            let symbol = self.graph.symbol(symbol);
            if seen_names.insert(symbol.name) {
                names.push(symbol.name);
            }
            if symbol.kind != SymbolKind::Import {
                n_defined = names.len();
            }
        }
        (names, n_defined)
    }
}

/// Rewrites a row; deletes it if `payload` is `None`.
fn write(keyspace: Keyspace, key: Vec<u8>, payload: Option<Vec<u8>>, effects: &mut Effects) {
    match payload {
        Some(payload) => effects.puts.push(seal_row_under(key, keyspace, &payload)),
        None => effects.deletes.push(key),
    }
}
