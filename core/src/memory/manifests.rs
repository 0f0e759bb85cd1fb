//! Manifests: files that are no code, of which only what they state is kept.
//!
//! They have one row each and no place in the graph. A change of what one states drops the links that rest on it, as a
//! change of a name does.

use alloc::collections::BTreeSet;

use super::apply::{check_form, sealed};
use super::{Effects, Memory, ParsedFile};
use crate::error::Error;
use crate::graph::manifest::{Kind, Statement};
use crate::graph::names::hash_name;
use crate::row::key::{self, Room};
use crate::row::statement;

impl Memory {
    /// Takes a manifest, or refuses it and changes nothing.
    pub(super) fn put_manifest(
        &mut self,
        file: &ParsedFile,
        effects: &mut Effects,
        changed: &mut BTreeSet<u32>,
    ) -> Result<(), Error> {
        check_form(file)?;
        if !file.nodes.is_empty() {
            return Err(Error::invalid("nodes", "a manifest has none"));
        }
        let path = file.path.as_str();
        let kind = Kind::of(path).ok_or_else(|| Error::invalid("language", "no manifest is called so"))?;
        let statement = Statement::read(kind, &file.text);
        if self.graph.file_of(path).is_some() {
            self.remove(path, effects, changed);
        }
        effects.forget(path);
        effects.puts.push(sealed(Room::Manifest, path, &statement::encode(&statement)));
        self.state(path, Some(statement), changed);
        Ok(())
    }

    /// Takes a manifest out, where there is one at this path.
    pub(super) fn remove_manifest(&mut self, path: &str, effects: &mut Effects, changed: &mut BTreeSet<u32>) {
        if self.roots.projects.holds(path) {
            self.state(path, None, changed);
            effects.forget(path);
            effects.deletes.push(key::key(Room::Manifest, path));
        }
    }

    /// Takes a stored manifest in.
    pub(super) fn ingest_manifest(&mut self, path: &str, payload: &[u8]) -> Option<()> {
        Kind::of(path)?;
        self.roots.projects.set(path, Some(statement::decode(payload)?));
        Some(())
    }

    /// A hash of all that manifests state.
    pub(crate) fn hash_of_manifests(&self) -> u64 {
        let part = |hash, bytes: &[u8]| xxhash_rust::xxh3::xxh3_64_with_seed(bytes, hash);
        let manifests = self.roots.projects.iter();
        manifests.fold(0, |hash, (path, stated)| part(part(hash, path.as_bytes()), &statement::encode(stated)))
    }

    fn state(&mut self, path: &str, statement: Option<Statement>, changed: &mut BTreeSet<u32>) {
        changed.extend(self.roots.projects.set(path, statement).iter().map(|name| hash_name(name)));
    }
}
