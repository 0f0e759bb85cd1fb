//! Applies changes to the code: turns new facts into rows, and drops links that no longer hold.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::ingest::{content_version, new_symbol};
use super::words;
use super::{GraphSpace, Purpose};
use crate::ask::Row;
use crate::base::error::{Error, Limit, repeated_argument};
use crate::base::map::Map;
use crate::base::path::check_path;
use crate::base::sort;
use crate::effects::{Effects, Refusal};
use crate::graph::facts::qualified::{MAX_QUALIFIED_BYTES, qualified_bytes};
use crate::graph::facts::{Detail, Facts, Flags, ImportKind, Name};
use crate::graph::kind::SymbolKind;
use crate::graph::lang::import_line::import_line;
use crate::graph::lang::{LANGUAGES, Language, Rules};
use crate::graph::link::change::changed_names;
use crate::graph::link::scope_index::FileScopes;
use crate::graph::manifest;
use crate::graph::model::names::{NameId, hash_name};
use crate::graph::model::{FileId, NewFile, NewSymbol, STORED_END};
use crate::graph::prose;
use crate::graph::stored::keyspace::{self, Keyspace};
use crate::graph::stored::outline::{self, OutlineHead, OutlineRow};
use crate::graph::stored::{details, facts, meta::MetaRow};
use crate::graph::syntax::Tree;
use crate::row::seal;

/// Greatest number of changes in a batch.
pub(crate) const MAX_CHANGES: usize = 1_000;
/// Greatest size in bytes of all texts in a batch together.
pub(crate) const MAX_BATCH_BYTES: usize = 8 << 20;
/// Greatest size of a file in bytes.
pub(crate) const MAX_FILE_BYTES: usize = 4 << 20;

/// A file as parsed by a host.
#[derive(Clone, Debug)]
pub struct ParsedFile {
    /// The path relative to the root.
    pub path: String,
    /// SHA-256 of the file's bytes: 32 bytes.
    pub hash: Vec<u8>,
    /// The name of a language, or [`manifest::LANGUAGE`] or [`prose::LANGUAGE`].
    pub language: String,
    /// The whole text of the file.
    pub text: String,
    /// The packed syntax tree: see `parsed-file.nodes` in the WIT. Empty for a manifest or document.
    pub nodes: Vec<u32>,
    /// Whether the parser found syntax errors.
    pub has_errors: bool,
    /// Whether the host stopped parsing at a limit.
    pub cut_short: bool,
}

/// A change to the code.
#[derive(Clone, Debug)]
pub enum Change {
    /// A new or changed file.
    Parsed(ParsedFile),
    /// A deleted file.
    Removed(String),
}

impl Change {
    /// The path of the parsed or removed file.
    pub fn path(&self) -> &str {
        match self {
            Change::Parsed(file) => &file.path,
            Change::Removed(path) => path,
        }
    }
}

/// A file in a programming language that passed all checks.
struct CheckedFile<'a> {
    file: &'a ParsedFile,
    hash: [u8; 32],
    language: u8,
    facts: Facts,
}

impl GraphSpace {
    /// Applies changes. Invalid files are refused, and reported in the effects; all others are applied. An error about
    /// the batch as a whole changes nothing.
    pub(crate) fn apply(&mut self, changes: &[Change], _now: i64, entropy: &[u8]) -> Result<Effects, Error> {
        self.check_writing()?;
        Error::check_limit("changes in a batch", changes.len(), MAX_CHANGES)?;
        let n_bytes =
            changes.iter().map(|change| if let Change::Parsed(file) = change { file.text.len() } else { 0 }).sum();
        Error::check_limit("bytes of text in a batch", n_bytes, MAX_BATCH_BYTES)?;
        if entropy.len() != 16 {
            return Err(Error::invalid("entropy", "16 bytes are needed"));
        }
        let n_files_ever = self.next_stored_id as usize + changes.len();
        if n_files_ever > STORED_END as usize {
            return Err(Error::Full(Limit {
                what: "files ever added",
                actual: n_files_ever as u64,
                limit: u64::from(STORED_END),
            }));
        }
        let mut effects = self.start_effects();
        let mut changed_hashes: BTreeSet<u32> = BTreeSet::new();
        for change in changes {
            let outcome = match change {
                Change::Removed(path) => {
                    self.remove_path(path, &mut effects, &mut changed_hashes);
                    Ok(())
                }
                Change::Parsed(file) if file.language == manifest::LANGUAGE => {
                    self.put_manifest(file, &mut effects, &mut changed_hashes)
                }
                Change::Parsed(file) if file.language == prose::LANGUAGE => {
                    self.put_document(file, &mut effects, &mut changed_hashes)
                }
                Change::Parsed(file) => {
                    check_file(file).map(|checked| self.put_file(checked, &mut effects, &mut changed_hashes))
                }
            };
            if let Err(error) = outcome {
                effects.refused.push(Refusal { path: change.path().to_owned(), error });
            }
        }
        self.drop_links(&changed_hashes, &mut effects);
        self.finish_effects(&mut effects);
        Ok(effects)
    }

    pub(crate) fn check_writing(&self) -> Result<(), Error> {
        let is_loaded = self.is_loaded(Keyspace::Edges) && self.is_loaded(Keyspace::Facts);
        if self.purpose == Purpose::Writing && is_loaded { Ok(()) } else { Err(Error::ReadOnly) }
    }

    pub(super) fn start_effects(&self) -> Effects {
        Effects { from_generation: self.generation, to_generation: self.generation, ..Effects::default() }
    }

    /// Completes the effects if they change the store or if the name index must be rewritten.
    pub(super) fn finish_effects(&mut self, effects: &mut Effects) {
        if effects.puts.is_empty() && effects.deletes.is_empty() && !self.name_index.needs_rewrite() {
            return;
        }
        self.finish_generation(effects);
    }

    /// Adds summary rows to effects that change the store, and advances the generation.
    pub(super) fn finish_generation(&mut self, effects: &mut Effects) {
        self.write_name_index(effects);
        let n_symbols = (self.graph.n_files() + self.graph.n_symbols()) as u32;
        let (next_file_id, n_to_link, n_files) = (self.next_stored_id, self.n_to_link(), self.graph.n_files() as u32);
        let (n_documents, unread) = (self.documents.len() as u32, self.unread.clone());
        let meta = MetaRow { next_file_id, n_to_link, n_symbols, n_files, n_documents, unread };
        effects.puts.push(seal_row(Keyspace::Meta, "", &meta.encode()));
        let Effects { puts, deletes, .. } = effects;
        sort::sort_by(puts, |one, other| one.key.cmp(&other.key));
        let is_written = |key: &Vec<u8>| puts.binary_search_by(|row| row.key.cmp(key)).is_ok();
        // A key that is both written and deleted is written.
        deletes.retain(|key| !is_written(key));
        sort::sort(deletes);
        deletes.dedup();
        // Rows that were rewritten or deleted are no longer damaged.
        self.damaged.retain(|row| !is_written(&row.key) && deletes.binary_search(&row.key).is_err());
        self.generation += 1;
        effects.to_generation = self.generation;
    }

    pub(super) fn remove_path(&mut self, path: &str, effects: &mut Effects, changed_hashes: &mut BTreeSet<u32>) {
        self.remove_manifest(path, effects, changed_hashes);
        self.remove_document(path, effects);
        let Some(file) = self.graph.file_of(path) else {
            // A file that cannot be read may still have rows in the store, which readers would otherwise go on finding.
            if self.damaged.iter().any(|row| row.path.as_deref() == Some(path)) {
                effects.deletes.extend(Keyspace::OF_FILE.map(|keyspace| keyspace::key(keyspace, path)));
                let text_keyspaces = [Keyspace::Manifest, Keyspace::Sections];
                effects.deletes.extend(text_keyspaces.map(|keyspace| keyspace::key(keyspace, path)));
            }
            return;
        };
        changed_hashes.extend(changed_names(&self.graph.names, path, self.scopes.file(file), None));
        let modules = self.forget_file(file);
        changed_hashes.extend(modules.iter().map(|name| hash_name(name)));
        discard_rows(effects, path);
        effects.deletes.extend(Keyspace::OF_FILE.map(|keyspace| keyspace::key(keyspace, path)));
    }

    fn put_file(&mut self, checked: CheckedFile<'_>, effects: &mut Effects, changed_hashes: &mut BTreeSet<u32>) {
        let CheckedFile { file: parsed, hash, language, facts } = checked;
        let path = parsed.path.as_str();
        let known_file = self.graph.file_of(path).filter(|&file| self.graph.file(file).language == language);
        match known_file {
            Some(_) => discard_rows(effects, path),
            // Also a file whose path now belongs to another language.
            None => self.remove_path(path, effects, changed_hashes),
        }
        let file = known_file.unwrap_or_else(|| self.add_file(parsed, language, changed_hashes));
        let outline = self.outline_row(file, parsed, hash, &facts);
        let imports = import_details(LANGUAGES[usize::from(language)].rules, &facts);
        let words = words::count_words(&mut self.term_cache, path, &parsed.text, &facts).encode();
        effects.puts.push(seal_row(Keyspace::Outline, path, &outline.encode(&facts.names)));
        effects.puts.push(seal_row(Keyspace::Details, path, &details::encode(&facts.details, &imports)));
        effects.puts.push(seal_row(Keyspace::Facts, path, &facts::encode(&facts)));
        effects.puts.push(seal_row(Keyspace::Words, path, &words));
        effects.deletes.extend([Keyspace::Edges, Keyspace::Trace].map(|keyspace| keyspace::key(keyspace, path)));

        let names: Vec<NameId> = facts.names.iter().map(|name| self.graph.names.intern(name)).collect();
        let symbols = outline.symbols.into_iter().map(|symbol| {
            let name = names[symbol.name.0 as usize];
            new_symbol(symbol.with_name(name))
        });
        let symbols: Vec<NewSymbol> = symbols.collect();
        self.graph.drop_edges(file);
        self.declined.forget(self.graph.file(file).stored_id);
        self.graph.set_symbols(file, &symbols);
        self.name_index.mark_changed(self.graph.file(file).stored_id);
        self.name_index.mark_relinked(self.graph.file(file).stored_id);
        let node = self.graph.file_mut(file);
        (node.hash, node.has_errors) = (hash, parsed.has_errors);
        (node.n_lines, node.n_bytes) = (facts.n_lines, parsed.text.len() as u32);
        self.details.remove(&file);
        if self.is_loaded(Keyspace::Words) {
            self.words.insert(file, words);
        }
        self.traces.remove(&file);
        let scopes = FileScopes::new(facts, names);
        if !self.traces.is_empty() {
            changed_hashes.extend(changed_names(&self.graph.names, path, self.scopes.file(file), Some(&scopes)));
        }
        self.scopes.insert(file, scopes);
    }

    fn add_file(&mut self, parsed: &ParsedFile, language: u8, changed_hashes: &mut BTreeSet<u32>) -> FileId {
        let modules = self.add_roots(&parsed.path);
        changed_hashes.extend(modules.iter().map(|name| hash_name(name)));
        let stored_id = self.next_stored_id;
        self.next_stored_id += 1;
        self.graph.add_file(NewFile { path: parsed.path.as_str().into(), stored_id, language })
    }

    /// The outline of a file's facts: its definitions, then its imports except glob imports. A symbol that the file had
    /// before keeps its slot.
    fn outline_row(&self, file: FileId, parsed: &ParsedFile, hash: [u8; 32], facts: &Facts) -> OutlineRow<Name> {
        let unassigned = vec![0; facts.definitions.len()];
        let mut symbols = outline::symbols_of(facts, &unassigned);
        for import in facts.imports.iter().filter(|import| import.kind != ImportKind::All) {
            let bound_name = if import.alias != Name(0) { import.alias } else { import.member };
            let first_part = facts.items.get(import.module.start as usize).map_or(Name(0), |item| item.name);
            symbols.push(outline::StoredSymbol {
                slot: 0,
                kind: SymbolKind::Import,
                name: if bound_name != Name(0) { bound_name } else { first_part },
                parent: import.scope.0,
                first_line: import.line,
                last_line: import.line,
                flags: Flags::default(),
                tokens: 0,
            });
        }
        self.assign_slots(file, &facts.names, &mut symbols);
        let head = OutlineHead {
            file_id: self.graph.file(file).stored_id,
            language: parsed.language.clone(),
            hash,
            n_lines: facts.n_lines,
            n_bytes: parsed.text.len() as u32,
            has_errors: parsed.has_errors,
            cut_short: parsed.cut_short,
        };
        OutlineRow { head, symbols }
    }

    /// Assigns slots. A symbol keeps its slot if its qualified name, ordinal and kind (import or not) stay; others get
    /// slots that the file never used before.
    fn assign_slots(&self, file: FileId, texts: &[String], symbols: &mut [outline::StoredSymbol<Name>]) {
        let node = self.graph.file(file);
        if node.slots.is_empty() {
            (0..).zip(symbols).for_each(|(slot, symbol)| symbol.slot = slot);
            return;
        }
        let old_symbols = node.symbols.iter().map(|&id| self.graph.symbol(id));
        let old_symbols: Vec<_> = old_symbols
            .map(|at| (self.graph.symbol(at.parent).index, self.graph.names.text(at.name), at.kind))
            .collect();
        let mut slots: Map<(u64, u32), u32> = Map::default();
        for (key, &id) in symbol_identities(&old_symbols).into_iter().zip(&node.symbols) {
            slots.insert(key, self.graph.symbol(id).slot);
        }
        let new_symbols: Vec<_> =
            symbols.iter().map(|at| (at.parent, texts[at.name.0 as usize].as_str(), at.kind)).collect();
        let mut next_slot = node.slots.len() as u32;
        for (symbol, key) in symbol_identities(&new_symbols)
            .into_iter()
            .zip(symbols.iter_mut().map(|at| &mut at.slot))
            .map(|(key, slot)| (slot, key))
        {
            *symbol = slots.get(&key).copied().unwrap_or_else(|| {
                next_slot += 1;
                next_slot - 1
            });
        }
    }

    /// Drops the links of each linked file whose trace contains a changed name or is not loaded.
    fn drop_links(&mut self, changed_hashes: &BTreeSet<u32>, effects: &mut Effects) {
        if changed_hashes.is_empty() {
            return;
        }
        let is_affected = |trace: &Vec<u32>| changed_hashes.iter().any(|name| trace.binary_search(name).is_ok());
        let linked_files = self.graph.files().filter(|(_, file)| file.is_linked).map(|(id, _)| id);
        let affected_files: Vec<FileId> =
            linked_files.filter(|id| self.traces.get(id).is_none_or(is_affected)).collect();
        for file in affected_files {
            self.graph.drop_edges(file);
            self.declined.forget(self.graph.file(file).stored_id);
            self.name_index.mark_relinked(self.graph.file(file).stored_id);
            self.traces.remove(&file);
            let path = &self.graph.file(file).path;
            effects.deletes.extend([Keyspace::Edges, Keyspace::Trace].map(|keyspace| keyspace::key(keyspace, path)));
        }
        self.graph.compact_edges();
    }
}

/// The details of a file's imports except glob imports, in the order of the outline, where imports follow the
/// definitions.
fn import_details(rules: Rules, facts: &Facts) -> Vec<Detail> {
    let imports = facts.imports.iter().filter(|import| import.kind != ImportKind::All);
    let detail = |import| Detail { signature: import_line(rules, facts, import), doc: String::new() }.fit_to_show();
    imports.map(detail).collect()
}

/// A row with its checksum, for a path.
pub(super) fn seal_row(keyspace: Keyspace, path: &str, payload: &[u8]) -> Row {
    seal_row_under(keyspace::key(keyspace, path), keyspace, payload)
}

/// A row with its checksum, for a key.
pub(super) fn seal_row_under(key: Vec<u8>, keyspace: Keyspace, payload: &[u8]) -> Row {
    let value = seal::seal(&key, content_version(keyspace), payload);
    Row { key, value }
}

/// The identity of each symbol across changes of its file: a hash of the qualified name and of whether the symbol is an
/// import, with the symbol's ordinal among the symbols of that hash.
fn symbol_identities(symbols: &[(u32, &str, SymbolKind)]) -> Vec<(u64, u32)> {
    let mut hashes: Vec<u64> = Vec::with_capacity(symbols.len());
    let mut counts: Map<u64, u32> = Map::default();
    let mut keys = Vec::with_capacity(symbols.len());
    for &(parent, name, kind) in symbols {
        let parent_hash = hashes.get(parent as usize).copied().unwrap_or(u64::from(kind == SymbolKind::Import));
        let seed = if kind == SymbolKind::Import { !parent_hash } else { parent_hash };
        // The symbol of a file keeps its identity when the file's package is renamed.
        let name = if kind == SymbolKind::File { "" } else { name };
        let hash = xxhash_rust::xxh3::xxh3_64_with_seed(name.as_bytes(), seed.wrapping_add(1));
        hashes.push(hash);
        let count = counts.entry(hash).or_default();
        *count += 1;
        keys.push((hash, *count));
    }
    keys
}

fn check_file(file: &ParsedFile) -> Result<CheckedFile<'_>, Error> {
    let hash = check_form(file)?;
    let at = LANGUAGES.iter().position(|language| language.name == file.language);
    let at = at.ok_or_else(|| {
        Error::invalid("language", format!("{:?} is not a known language", repeated_argument(&file.language)))
    })?;
    let language: &Language = &LANGUAGES[at];
    let tree = Tree::new(&file.text, &file.nodes, language.kinds.len(), language.fields.len())?;
    let facts = (language.extract)(&tree);
    Error::check_limit("definitions in a file", facts.definitions.len() + facts.imports.len(), 1 << 20)?;
    Error::check_limit("bytes of qualified names in a file", qualified_bytes(&facts), MAX_QUALIFIED_BYTES)?;
    Ok(CheckedFile { file, hash, language: at as u8, facts })
}

/// Checks the properties required of files in every language, and returns the hash.
pub(super) fn check_form(file: &ParsedFile) -> Result<[u8; 32], Error> {
    check_path(&file.path)?;
    Error::check_limit("bytes in a file", file.text.len(), MAX_FILE_BYTES)?;
    <[u8; 32]>::try_from(file.hash.as_slice()).map_err(|_| Error::invalid("hash", "32 bytes are needed"))
}

/// Discards the rows of a file that an earlier change of the same batch put.
pub(super) fn discard_rows(effects: &mut Effects, path: &str) {
    effects.puts.retain(|row| row.key.get(1..) != Some(path.as_bytes()));
}
