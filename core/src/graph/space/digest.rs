//! The digest: a hash of all rows of truth, and of the links that linking derives from them.

use super::GraphSpace;
use crate::base::error::Error;
use crate::graph::stored::canonical;

impl GraphSpace {
    /// A hash of all rows of truth and of the links: equal for equal graphs, whatever changes led to them.
    pub(crate) fn digest(&self) -> Result<u64, Error> {
        self.check_writing()?;
        let part = |hash, file| {
            let text = canonical::file_text(&self.graph, file);
            xxhash_rust::xxh3::xxh3_64_with_seed(text.as_bytes(), hash)
        };
        Ok(self.graph.files().map(|(id, _)| id).fold(self.hash_of_documents(self.hash_of_manifests()), part))
    }
}
