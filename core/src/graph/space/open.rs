//! Opens an instance: loads the keyspaces that every call needs.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{GraphSpace, Purpose};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::effects::DamagedRow;
use crate::graph::stored::keyspace::Keyspace;

/// The result of opening an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The number of source files; manifests and documents do not count.
    pub n_files: u32,
    /// The number of files that are not linked.
    pub n_to_link: u32,
    /// Damaged and missing rows; their files must be parsed again.
    pub damaged: Vec<DamagedRow>,
}

impl GraphSpace {
    /// Opens an instance at generation `generation`; without `resumed` it starts anew. A store without rows opens
    /// empty.
    pub(crate) fn open(&mut self, purpose: Purpose, generation: u64, resumed: Option<Resumed>) -> Attempt<Opened> {
        match resumed {
            None => *self = GraphSpace::unopened(purpose, generation),
            Some(_) if (purpose, generation) != (self.purpose, self.generation) => return Err(Error::Stale.into()),
            Some(resumed) => self.take(resumed)?,
        }
        self.need(Keyspace::Meta)?;
        match purpose {
            Purpose::Reading => self.need_head()?,
            Purpose::Writing => {
                let files = [Keyspace::NameIndex, Keyspace::FileAdjacency, Keyspace::Outline];
                let facts = [Keyspace::Manifest, Keyspace::Sections, Keyspace::Facts, Keyspace::Trace, Keyspace::Edges];
                files.into_iter().chain(facts).try_for_each(|keyspace| self.need(keyspace))?;
                self.drop_unreadable();
                self.compare_name_index();
            }
        }
        let (n_files, n_to_link) = (self.n_files(), self.n_to_link());
        Ok(Opened { n_files, n_to_link, damaged: self.damaged.clone() })
    }

    /// Whether anything was ever committed; the first run makes generation 1.
    pub(super) fn is_indexed(&self) -> bool {
        self.generation > 0
    }

    /// Starts a question about code; an error if nothing was ever indexed.
    pub(crate) fn begin(&mut self, resumed: Option<Resumed>) -> Result<(), Error> {
        if self.is_indexed() { self.resume(resumed) } else { Err(Error::NotIndexed) }
    }

    /// Starts a question, or loads the host's answers to its ask.
    pub(crate) fn resume(&mut self, resumed: Option<Resumed>) -> Result<(), Error> {
        match resumed {
            Some(resumed) => self.take(resumed),
            None => {
                self.forget_details();
                self.count_question();
                Ok(())
            }
        }
    }

    /// The number of unlinked files: counted in the graph once all edges are decoded, before that as stored.
    pub(crate) fn n_to_link(&self) -> u32 {
        if !self.is_loaded(Keyspace::Edges) || !self.lazy_edges.is_empty() {
            return self.n_to_link_stored;
        }
        self.graph.files().filter(|(_, file)| !file.is_linked).count() as u32
    }

    /// For writing: removes files whose facts are missing or damaged, until they are parsed again, because linking
    /// needs the facts of all files.
    fn drop_unreadable(&mut self) {
        let unreadable_files: Vec<_> =
            self.graph.files().map(|(id, _)| id).filter(|&id| self.scopes.file(id).is_none()).collect();
        for file in unreadable_files {
            let path = self.graph.file(file).path.clone();
            let damaged_row = DamagedRow {
                key: crate::graph::stored::keyspace::key(Keyspace::Facts, &path),
                path: Some(path.to_string()),
            };
            if !self.damaged.iter().any(|known| known.path.as_deref() == Some(&*path)) {
                self.damaged.push(damaged_row);
            }
            self.forget_file(file);
        }
    }
}
