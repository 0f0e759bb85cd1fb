//! File dependencies: which files a file depends on, and which depend on it.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::hints;
use super::{check_depth, check_page_limit, check_skip, name, page};
use crate::ask::{Attempt, Resumed};
use crate::base::hint::Hint;
use crate::base::sort;
use crate::graph::model::FileId;
use crate::graph::space::{GraphSpace, UnreadLanguage};
use crate::graph::stored::keyspace::Keyspace;

/// The file whose dependencies or dependents are asked for, and bounds on the answer.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct FileQuestion {
    /// The file's path; 1 to 1,024 bytes.
    pub path: String,
    /// The greatest depth: 1 to 10.
    pub depth: u32,
    /// Greatest number of results: 1 to 1,000.
    pub limit: u32,
    /// Number of results to skip: at most 100,000.
    pub skip: u32,
}

/// A dependency between a file and another file, or a module outside the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// A path in the project, or the name of a module.
    pub name: String,
    /// Whether the dependency is a module outside the project.
    pub external: bool,
    /// The number of edges between it and the file through which it is reached; 1 for an external module.
    pub n_edges: u32,
    /// The first line that causes the dependency, in the dependent file.
    pub line: u32,
    /// The length of the chain of files; 1 for direct dependencies.
    pub depth: u32,
}

/// The answer to `dependencies` or `dependents`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyPage {
    /// By depth, then most edges first, then name; external modules last.
    pub dependencies: Vec<Dependency>,
    /// The total number, before `skip` and `limit`.
    pub n_dependencies: u32,
    /// Numbers of files in languages that are not parsed.
    pub unread: Vec<UnreadLanguage>,
    /// Possible reasons why no result is returned; empty otherwise.
    pub hints: Vec<Hint>,
}

/// For each file, the number of edges between it and one given file, and the first line of these edges.
type EdgeCounts = BTreeMap<FileId, (u32, u32)>;

impl GraphSpace {
    /// The files that a file imports or uses, directly or not, and the external modules that it imports itself.
    pub(crate) fn dependencies(
        &mut self,
        question: &FileQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<DependencyPage> {
        self.answer_dependencies(question, resumed, GraphSpace::files_used, true)
    }

    /// The files that import or use a file.
    pub(crate) fn dependents(&mut self, question: &FileQuestion, resumed: Option<Resumed>) -> Attempt<DependencyPage> {
        self.answer_dependencies(question, resumed, GraphSpace::files_using, false)
    }

    fn answer_dependencies(
        &mut self,
        question: &FileQuestion,
        resumed: Option<Resumed>,
        neighbours: fn(&GraphSpace, FileId) -> EdgeCounts,
        with_externals: bool,
    ) -> Attempt<DependencyPage> {
        check_depth(question.depth)?;
        check_page_limit(question.limit)?;
        check_skip(question.skip)?;
        self.begin(resumed)?;
        self.need(Keyspace::Outline)?;
        let start = name::find_file(&self.graph, &question.path)?;
        self.need_edges()?;
        let mut found_files: BTreeMap<FileId, Dependency> = BTreeMap::new();
        let mut front = vec![start];
        for depth in 1..=question.depth {
            let mut next_front = Vec::new();
            for &at in &front {
                for (file, (n_edges, line)) in neighbours(self, at) {
                    if file == start || found_files.contains_key(&file) {
                        continue;
                    }
                    let name = self.graph.file(file).path.to_string();
                    found_files.insert(file, Dependency { name, external: false, n_edges, line, depth });
                    next_front.push(file);
                }
            }
            sort::sort_by_key(&mut next_front, |&file| &self.graph.file(file).path);
            front = next_front;
        }
        let mut dependencies: Vec<Dependency> = found_files.into_values().collect();
        if with_externals {
            let external_modules = self.graph.file(start).externals.iter();
            dependencies.extend(external_modules.map(|(name, line)| Dependency {
                name: name.clone(),
                external: true,
                n_edges: 1,
                line: *line,
                depth: 1,
            }));
        }
        sort::sort_by(&mut dependencies, |one, other| {
            let key = |at: &Dependency| (at.external, at.depth, core::cmp::Reverse(at.n_edges));
            key(one).cmp(&key(other)).then_with(|| one.name.cmp(&other.name))
        });
        let n_dependencies = dependencies.len() as u32;
        page(&mut dependencies, question.skip, question.limit);
        let hints = match dependencies.is_empty() {
            false => Vec::new(),
            true => self.hints_of_list((n_dependencies, question.skip), |space| match with_externals {
                true => Ok(hints::dependency_hints(&space.graph.file(start).path)),
                false => space.hints_of_dependents(start),
            })?,
        };
        Ok(DependencyPage { dependencies, n_dependencies, unread: self.unread_languages(), hints })
    }

    /// The files that edges from this file lead to.
    pub(crate) fn files_used(&self, file: FileId) -> EdgeCounts {
        let mut used_files = EdgeCounts::new();
        for edge in self.graph.edges_in(file) {
            let target = self.graph.symbol(edge.target).file;
            if target != file {
                count_edge(&mut used_files, target, edge.line);
            }
        }
        used_files
    }

    /// The files with edges that lead to this file.
    pub(crate) fn files_using(&self, file: FileId) -> EdgeCounts {
        let mut using_files = EdgeCounts::new();
        for &symbol in &self.graph.file(file).symbols {
            for edge in self.graph.in_edges(symbol).filter(|edge| edge.home != file) {
                count_edge(&mut using_files, edge.home, edge.line);
            }
        }
        using_files
    }
}

fn count_edge(files: &mut EdgeCounts, file: FileId, line: u32) {
    let count = files.entry(file).or_insert((0, line));
    *count = (count.0 + 1, count.1.min(line));
}
