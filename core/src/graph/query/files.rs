//! Which files a file depends on, and which depend on it.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{check_depth, check_most, name};
use crate::ask::{Reply, Resumed};
use crate::error::Error;
use crate::graph::links::FileId;
use crate::memory::Memory;
use crate::order;
use crate::row::key::Room;

/// A question about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileQuestion {
    /// The file; 1 to 1,024 bytes.
    pub path: String,
    /// 1 to 10.
    pub depth: u32,
    /// 1 to 1,000.
    pub most: u32,
}

/// A file, or a module outside the project, that another one depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// A path of the project, or a module's name.
    pub name: String,
    /// Outside the project.
    pub external: bool,
    /// Edges between the two files.
    pub n_edges: u32,
    /// The first line that makes the dependency, in the file that depends.
    pub line: u32,
    /// Files between, plus one.
    pub depth: u32,
}

/// The result of a question about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyPage {
    /// By depth, then most edges, then name; outside modules last.
    pub dependencies: Vec<Dependency>,
    /// How many there are in all.
    pub n_dependencies: u32,
}

/// Edges to one file: how many, and the first line.
type Counted = BTreeMap<FileId, (u32, u32)>;

impl Memory {
    /// The files and outside modules that a file imports or uses.
    pub fn dependencies(
        &mut self,
        question: &FileQuestion,
        resumed: Option<Resumed>,
    ) -> Result<Reply<DependencyPage>, Error> {
        self.surroundings(question, resumed, Memory::files_used, true)
    }

    /// The files that import or use a file.
    pub fn dependents(
        &mut self,
        question: &FileQuestion,
        resumed: Option<Resumed>,
    ) -> Result<Reply<DependencyPage>, Error> {
        self.surroundings(question, resumed, Memory::files_using, false)
    }

    fn surroundings(
        &mut self,
        question: &FileQuestion,
        resumed: Option<Resumed>,
        neighbours: fn(&Memory, FileId) -> Counted,
        externals: bool,
    ) -> Result<Reply<DependencyPage>, Error> {
        check_depth(question.depth)?;
        check_most(question.most)?;
        self.resume(resumed)?;
        if let Some(ask) = self.need(Room::Outline) {
            return Ok(Reply::Ask(ask));
        }
        let start = name::file(&self.graph, &question.path)?;
        if let Some(ask) = self.need_edges() {
            return Ok(Reply::Ask(ask));
        }
        let mut found: BTreeMap<FileId, Dependency> = BTreeMap::new();
        let mut front = vec![start];
        for depth in 1..=question.depth {
            let mut next = Vec::new();
            for &at in &front {
                for (file, (n_edges, line)) in neighbours(self, at) {
                    if file == start || found.contains_key(&file) {
                        continue;
                    }
                    let name = self.graph.file(file).path.to_string();
                    found.insert(file, Dependency { name, external: false, n_edges, line, depth });
                    next.push(file);
                }
            }
            order::sort_by_key(&mut next, |&file| &self.graph.file(file).path);
            front = next;
        }
        let mut dependencies: Vec<Dependency> = found.into_values().collect();
        if externals {
            let outside = self.graph.file(start).externals.iter();
            dependencies.extend(outside.map(|(name, line)| Dependency {
                name: name.clone(),
                external: true,
                n_edges: 1,
                line: *line,
                depth: 1,
            }));
        }
        order::sort_by(&mut dependencies, |one, other| {
            let key = |at: &Dependency| (at.external, at.depth, core::cmp::Reverse(at.n_edges));
            key(one).cmp(&key(other)).then_with(|| one.name.cmp(&other.name))
        });
        let n_dependencies = dependencies.len() as u32;
        dependencies.truncate(question.most as usize);
        Ok(Reply::Done(DependencyPage { dependencies, n_dependencies }))
    }

    /// Files that the edges standing in a file lead to.
    pub(crate) fn files_used(&self, file: FileId) -> Counted {
        let mut used = Counted::new();
        for edge in self.graph.edges_in(file) {
            let target = self.graph.symbol(edge.target).file;
            if target != file {
                count(&mut used, target, edge.line);
            }
        }
        used
    }

    /// Files with edges that lead to a file.
    pub(crate) fn files_using(&self, file: FileId) -> Counted {
        let mut using = Counted::new();
        for &symbol in &self.graph.file(file).symbols {
            for edge in self.graph.in_edges(symbol).filter(|edge| edge.home != file) {
                count(&mut using, edge.home, edge.line);
            }
        }
        using
    }
}

fn count(files: &mut Counted, file: FileId, line: u32) {
    let known = files.entry(file).or_insert((0, line));
    *known = (known.0 + 1, known.1.min(line));
}
