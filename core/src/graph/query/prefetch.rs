//! Prefetch: requests the rows that are needed to resolve a typed name, while not all outlines are loaded.
//!
//! Not here: the resolution itself (`name`, `resolution`).

use alloc::vec::Vec;

use super::name;
use crate::ask::Attempt;
use crate::base::error::Error;
use crate::graph::model::FileId;
use crate::graph::space::GraphSpace;
use crate::graph::stored::keyspace::Keyspace;

impl GraphSpace {
    /// Asks for the outlines of all symbols that a name can refer to.
    pub(super) fn need_meanings(&mut self, typed: &str) -> Attempt<()> {
        self.need_files()?;
        let name = typed.trim();
        let file = name::file_of_id(&self.graph, name);
        let path_end_files = file.is_none().then(|| self.files_with_path_end(name));
        self.need_outlines(file.into_iter().chain(path_end_files.into_iter().flatten()))?;
        let last_part = name::name_parts(name).pop().filter(|_| file.is_none());
        last_part.map_or(Ok(()), |last_part| self.need_defined(last_part))
    }

    /// The file that a path refers to; asks for its outline.
    pub(super) fn file_named(&self, typed: &str) -> Attempt<FileId> {
        self.need_files()?;
        self.need_outlines(self.files_with_path_end(typed.trim()))?;
        self.unless_unknown(name::find_file(&self.graph, typed))
    }

    /// The files that a typed path or path tail, optionally followed by a line and column, can refer to.
    pub(super) fn files_with_path_end<'a>(&'a self, typed: &'a str) -> impl Iterator<Item = FileId> + 'a {
        let mut tails = vec![typed];
        // First without a line, then also without a column.
        for _ in 0..2 {
            tails.extend(tails[tails.len() - 1].rsplit_once(':').map(|(path, _)| path));
        }
        let tails: Vec<&str> = tails.iter().map(|tail| tail.trim().trim_start_matches("./")).collect();
        let is_match = move |path: &str| {
            let path_before = |tail: &str| {
                path.strip_suffix(tail).filter(|path_before| path_before.is_empty() || path_before.ends_with('/'))
            };
            tails.iter().any(|tail| !tail.is_empty() && path_before(tail).is_some())
        };
        self.graph.files().filter(move |(_, file)| is_match(&file.path)).map(|(id, _)| id)
    }

    /// Asks for all symbols before an unknown name is refused, because a suggestion may come from any file.
    pub(super) fn unless_unknown<T>(&self, result: Result<T, Error>) -> Attempt<T> {
        if let Err(Error::Unknown { .. }) = result {
            self.need(Keyspace::Outline)?;
        }
        Ok(result?)
    }
}
