//! Manifests: files that are not code. Only their statements are stored.
//!
//! Each manifest has one row and is not in the graph. When its statements change, the links that depend on them are
//! dropped, as when a name changes its meaning.

use alloc::collections::BTreeSet;

use super::apply::{check_form, discard_rows, seal_row};
use super::{GraphSpace, ParsedFile};
use crate::base::error::Error;
use crate::effects::Effects;
use crate::graph::manifest::{Kind, Statement};
use crate::graph::model::names::hash_name;
use crate::graph::stored::keyspace::{self, Keyspace};
use crate::graph::stored::statement;

impl GraphSpace {
    /// Adds a manifest, or refuses it without any change.
    pub(super) fn put_manifest(
        &mut self,
        file: &ParsedFile,
        effects: &mut Effects,
        changed_hashes: &mut BTreeSet<u32>,
    ) -> Result<(), Error> {
        check_form(file)?;
        if !file.nodes.is_empty() {
            return Err(Error::invalid("nodes", "a manifest has none"));
        }
        let path = file.path.as_str();
        let kind = Kind::of(path).ok_or_else(|| Error::invalid("language", "no manifest is called so"))?;
        let statement = Statement::read(kind, &file.text);
        if self.graph.file_of(path).is_some() {
            self.remove_path(path, effects, changed_hashes);
        }
        discard_rows(effects, path);
        effects.puts.push(seal_row(Keyspace::Manifest, path, &statement::encode(&statement)));
        self.set_statement(path, Some(statement), changed_hashes);
        Ok(())
    }

    /// Removes the manifest at this path, if there is one.
    pub(super) fn remove_manifest(&mut self, path: &str, effects: &mut Effects, changed_hashes: &mut BTreeSet<u32>) {
        if self.roots.projects.has_manifest(path) {
            self.set_statement(path, None, changed_hashes);
            discard_rows(effects, path);
            effects.deletes.push(keyspace::key(Keyspace::Manifest, path));
        }
    }

    /// Loads a stored manifest; `None` if the row is damaged or the path is no manifest's.
    pub(super) fn ingest_manifest(&mut self, path: &str, payload: &[u8]) -> Option<()> {
        Kind::of(path)?;
        self.roots.projects.set(path, Some(statement::decode(payload)?));
        Some(())
    }

    /// A hash of the statements of all manifests.
    pub(crate) fn hash_of_manifests(&self) -> u64 {
        let add_to_hash = |hash, bytes: &[u8]| xxhash_rust::xxh3::xxh3_64_with_seed(bytes, hash);
        let manifests = self.roots.projects.iter();
        manifests.fold(0, |hash, (path, statement)| {
            add_to_hash(add_to_hash(hash, path.as_bytes()), &statement::encode(statement))
        })
    }

    fn set_statement(&mut self, path: &str, statement: Option<Statement>, changed_hashes: &mut BTreeSet<u32>) {
        changed_hashes.extend(self.roots.projects.set(path, statement).iter().map(|name| hash_name(name)));
    }
}
