//! A memory of some files, indexed by the native core.

use std::collections::BTreeMap;
use std::error::Error;

use conformance::parse::Parsers;
use conformance::rows::Rows;
use scrubjay_core::error::Error as Refused;
use scrubjay_core::graph::query::{ExportQuestion, FileQuestion, FindQuestion, TestsQuestion, WalkQuestion};
use scrubjay_core::hint::Hint;
use scrubjay_core::memory::{Change, Memory, Purpose};
use scrubjay_core::prepare::{PrepareQuestion, Prepared};

use super::graph::Graph;

/// The number of files in a batch, and of files linked at once.
const BATCH: usize = 64;

/// The counts and hints of an answer about uses, which need not be empty.
pub(crate) struct UsesAnswer {
    pub(crate) n_found: u32,
    pub(crate) n_unresolved: Option<u32>,
    pub(crate) hints: Vec<Hint>,
}

/// A linked memory, with its rows.
pub(crate) struct Project {
    memory: Memory,
    rows: Rows,
}

impl Project {
    /// Indexes and links the files.
    pub(crate) fn of(texts: &BTreeMap<String, String>) -> Result<Project, Box<dyn Error>> {
        let mut parsers = Parsers::new();
        let changes: Vec<Change> = texts.iter().filter_map(|(path, text)| parsers.change(path, text)).collect();
        let (mut memory, mut rows) = (Memory::default(), Rows::default());
        rows.answer(&|_, _, _| None, |resumed| memory.open(Purpose::Writing, 0, resumed))?;
        for batch in changes.chunks(BATCH) {
            rows.commit(&memory.apply(batch, 0, &[7; 16])?);
        }
        loop {
            let linked = memory.link(BATCH as u32)?;
            rows.commit(&linked.effects);
            if linked.n_to_link == 0 {
                return Ok(Project { memory, rows });
            }
        }
    }

    /// The symbols and edges of the memory.
    pub(crate) fn graph(&mut self) -> Result<Graph, Box<dyn Error>> {
        let (mut graph_text, mut cursor) = (String::new(), Some(0));
        while let Some(at) = cursor {
            let question = ExportQuestion { cursor: at, ..ExportQuestion::default() };
            let memory = &mut self.memory;
            let page = self.rows.answer(&|_, _, _| None, |resumed| memory.export(&question, resumed))?;
            let page = page.ok_or("a page of the graph took too many rounds")?;
            graph_text.push_str(&page.text);
            cursor = page.next;
        }
        Ok(Graph::read(&graph_text))
    }

    /// The ids of the results for a name, best first.
    pub(crate) fn find(&mut self, name: &str) -> Result<Vec<String>, Box<dyn Error>> {
        let (text, path_prefix) = (name.to_owned(), String::new());
        let question = FindQuestion { text, path_prefix, limit: 1_000, ..FindQuestion::default() };
        let memory = &mut self.memory;
        let page = self.rows.answer(&|_, _, _| None, |resumed| memory.find(&question, resumed))?;
        Ok(page.map(|page| page.hits.into_iter().map(|hit| hit.symbol.id).collect()).unwrap_or_default())
    }

    /// The ids that a name may mean, or the reason why there are none.
    pub(crate) fn meanings(&mut self, name: &str) -> Result<Result<Vec<String>, Refused>, Box<dyn Error>> {
        let question = WalkQuestion { name: name.to_owned(), depth: 1, limit: 1, ..WalkQuestion::default() };
        let memory = &mut self.memory;
        Ok(match self.rows.answer(&|_, _, _| None, |resumed| memory.callers(&question, resumed)) {
            Ok(page) => Ok(page.map_or_else(Vec::new, |page| {
                let meaning_ids = page.meanings.iter().map(|meaning| meaning.id.to_string()).collect::<Vec<_>>();
                if meaning_ids.is_empty() { vec![page.symbol.id.to_string()] } else { meaning_ids }
            })),
            Err(Refused::Ambiguous { candidates, .. }) => Ok(candidates.into_iter().map(|one| one.id).collect()),
            Err(refused) => Err(refused),
        })
    }

    /// The answers to each question about the uses of a symbol, and of `dependents` about its file.
    pub(crate) fn answers_about_uses(
        &mut self,
        texts: &BTreeMap<String, String>,
        id: &str,
    ) -> Result<Vec<(&'static str, UsesAnswer)>, Box<dyn Error>> {
        let (memory, rows) = (&mut self.memory, &mut self.rows);
        let walk = |depth| WalkQuestion { name: id.to_owned(), depth, limit: 1, ..WalkQuestion::default() };
        let tests = TestsQuestion { name: id.to_owned(), depth: 5, limit: 1, ..TestsQuestion::default() };
        let path = id.split('#').next().unwrap_or(id).to_owned();
        let file = FileQuestion { path, depth: 1, limit: 1, skip: 0 };
        let lines = &|path: &str, first: u32, last: u32| lines(texts, path, first, last);
        let answers = [
            ("callers", rows.answer(lines, |resumed| memory.callers(&walk(1), resumed))?),
            ("references", rows.answer(lines, |resumed| memory.references(&walk(1), resumed))?),
            ("impact", rows.answer(lines, |resumed| memory.impact(&walk(3), resumed))?),
            ("tests", rows.answer(lines, |resumed| memory.tests(&tests, resumed))?),
        ];
        let file_dependents = rows.answer(lines, |resumed| memory.dependents(&file, resumed))?;
        let walked = answers.into_iter().filter_map(|(question, page)| Some((question, page?)));
        let mut uses_answers: Vec<(&'static str, UsesAnswer)> = walked
            .map(|(question, page)| {
                (question, UsesAnswer { n_found: page.n_steps, n_unresolved: page.n_unresolved, hints: page.hints })
            })
            .collect();
        uses_answers.extend(file_dependents.map(|page| {
            ("dependents", UsesAnswer { n_found: page.n_dependencies, n_unresolved: Some(0), hints: page.hints })
        }));
        Ok(uses_answers)
    }

    /// The context that `prepare` makes for a task.
    pub(crate) fn prepare(&mut self, texts: &BTreeMap<String, String>, task: &str) -> Result<Prepared, Box<dyn Error>> {
        let question = PrepareQuestion::new(task, 4_000);
        let memory = &mut self.memory;
        let lines = &|path: &str, first: u32, last: u32| lines(texts, path, first, last);
        let prepared = self.rows.answer(lines, |resumed| memory.prepare(&question, resumed))?;
        Ok(prepared.ok_or("a context took too many rounds")?)
    }
}

/// Lines `first` to `last` of a text, counted from 1.
fn lines(texts: &BTreeMap<String, String>, path: &str, first: u32, last: u32) -> Option<String> {
    let n_lines = (last + 1).checked_sub(first)? as usize;
    Some(texts.get(path)?.split_inclusive('\n').skip(first.checked_sub(1)? as usize).take(n_lines).collect())
}
