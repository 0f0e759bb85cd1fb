//! Documents: files of prose. Only the lines, headings and terms of their sections are stored.
//!
//! Each document has one row and is not in the graph: it has no edges.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;

use super::apply::{check_form, discard_rows, seal_row};
use super::{GraphSpace, ParsedFile};
use crate::base::error::Error;
use crate::effects::Effects;
use crate::graph::prose::{MAX_BYTES, is_prose};
use crate::graph::stored::keyspace::{self, Keyspace};
use crate::graph::stored::sections::{self, Document};

impl GraphSpace {
    /// Adds a document, or refuses it without any change.
    pub(super) fn put_document(
        &mut self,
        file: &ParsedFile,
        effects: &mut Effects,
        changed_hashes: &mut BTreeSet<u32>,
    ) -> Result<(), Error> {
        let hash = check_form(file)?;
        Error::check_limit("bytes in a document", file.text.len(), MAX_BYTES)?;
        if !file.nodes.is_empty() {
            return Err(Error::invalid("nodes", "a document has none"));
        }
        let path = file.path.as_str();
        if !is_prose(path) {
            return Err(Error::invalid("language", "no document is called so"));
        }
        self.remove_path(path, effects, changed_hashes);
        let row = sections::encode(&hash, &file.text);
        effects.puts.push(seal_row(Keyspace::Sections, path, &row));
        self.documents.insert(path.to_owned(), row);
        Ok(())
    }

    /// Removes the document at this path, if there is one.
    pub(super) fn remove_document(&mut self, path: &str, effects: &mut Effects) {
        if self.documents.remove(path).is_some() {
            discard_rows(effects, path);
            effects.deletes.push(keyspace::key(Keyspace::Sections, path));
        }
    }

    /// Loads a stored document; `None` if the row is damaged or the path is no document's.
    pub(super) fn ingest_document(&mut self, path: &str, payload: &[u8]) -> Option<()> {
        Document::read(payload).filter(|_| is_prose(path))?;
        self.documents.insert(path.to_owned(), payload.to_vec());
        Some(())
    }

    /// All documents with their paths, sorted by path.
    pub(crate) fn documents_by_path(&self) -> impl Iterator<Item = (&str, Document<'_>)> {
        self.documents.iter().filter_map(|(path, row)| Some((path.as_str(), Document::read(row)?)))
    }

    /// A hash of all documents, seeded with `seed`.
    pub(super) fn hash_of_documents(&self, seed: u64) -> u64 {
        let add_to_hash = |hash, bytes: &[u8]| xxhash_rust::xxh3::xxh3_64_with_seed(bytes, hash);
        self.documents.iter().fold(seed, |hash, (path, row)| add_to_hash(add_to_hash(hash, path.as_bytes()), row))
    }
}
