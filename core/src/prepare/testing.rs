//! Test support: a few made-up files as rows of a store, and a host that answers for them.

use std::collections::{BTreeMap, BTreeSet};

use crate::ask::{Answer, Attempt, FileSpan, Reply, Request, Resumed, Row, RowPage, reply};
use crate::base::error::Error;
use crate::graph::facts::{DefId, Definition, Detail, ExprId, Facts, FactsBuilder, Flags};
use crate::graph::kind::{EdgeKind, Strategy, SymbolKind};
use crate::graph::link;
use crate::graph::space::words;
use crate::graph::space::{GraphSpace, Purpose};
use crate::graph::stored::edges::{EdgesRow, StoredEdge};
use crate::graph::stored::keyspace::{self, Keyspace};
use crate::graph::stored::outline::{OutlineHead, OutlineRow, symbols_of};
use crate::graph::stored::{details, meta::MetaRow};
use crate::row::seal::seal;
use crate::text::tokens::estimate_tokens;

/// A store and the files it was made from.
#[derive(Default)]
pub(crate) struct TestWorld {
    pub(crate) rows: BTreeMap<Vec<u8>, Vec<u8>>,
    texts: BTreeMap<String, String>,
    /// Files that the host reports as changed.
    pub(crate) changed: BTreeSet<String>,
}

impl TestWorld {
    /// Files of `class` and `def` lines, and the calls between them, each end as `path#Qualified.name`.
    pub(crate) fn new(files: &[(&str, &str)], calls: &[(&str, &str)]) -> TestWorld {
        let mut world = TestWorld::default();
        let facts: Vec<Facts> = files.iter().map(|(_, text)| facts(text)).collect();
        let index = |id: &str| {
            let (path, name) = id.split_once('#').unwrap();
            let file = files.iter().position(|file| file.0 == path).unwrap();
            let names = 0..facts[file].definitions.len();
            (file as u32 + 1, names.rev().find(|&at| qualified(&facts[file], at) == name).unwrap() as u32)
        };
        for (at, (path, text)) in files.iter().enumerate() {
            let home = at as u32 + 1;
            let slots: Vec<u32> = (0..facts[at].definitions.len() as u32).collect();
            let symbols = symbols_of(&facts[at], &slots);
            world.put(
                Keyspace::Outline,
                path,
                &OutlineRow { head: head(home, text), symbols }.encode(&facts[at].names),
            );
            world.put(Keyspace::Details, path, &details::encode(&facts[at].details, &[]));
            world.put(
                Keyspace::Words,
                path,
                &words::count_words(&mut crate::text::terms::TermCache::default(), path, text, &facts[at]).encode(),
            );
            let ends = calls.iter().map(|(from, to)| (index(from), index(to)));
            let edges = ends.filter(|(from, _)| from.0 == home).map(|(from, to)| StoredEdge {
                source_file: from.0,
                source: from.1,
                line: 1,
                target_file: to.0,
                target: to.1,
                kind: EdgeKind::Calls,
                strategy: Strategy::Imported,
            });
            world.put(
                Keyspace::Edges,
                path,
                &EdgesRow { home, edges: edges.collect(), ..EdgesRow::default() }.encode(),
            );
            world.texts.insert((*path).to_owned(), (*text).to_owned());
        }
        world.put(Keyspace::Meta, "", &MetaRow { next_file_id: files.len() as u32 + 1, ..MetaRow::default() }.encode());
        world
    }

    fn put(&mut self, keyspace: Keyspace, path: &str, payload: &[u8]) {
        let key = keyspace::key(keyspace, path);
        let stamp = if keyspace == Keyspace::Edges { link::VERSION } else { 0 };
        let value = seal(&key, stamp, payload);
        self.rows.insert(key, value);
    }

    /// A memory that has opened the store for reading.
    pub(crate) fn space(&self) -> GraphSpace {
        let mut space = GraphSpace::unopened(Purpose::Reading, 7);
        self.run(|resumed| space.open(Purpose::Reading, 7, resumed)).unwrap();
        space
    }

    /// A memory with its edges loaded.
    pub(crate) fn linked(&self) -> GraphSpace {
        let mut space = self.space();
        self.run(|resumed| space.status(resumed)).unwrap();
        space
    }

    /// Calls until there is a result; panics after nine rounds.
    pub(crate) fn run<T>(&self, mut call: impl FnMut(Option<Resumed>) -> Attempt<T>) -> Result<T, Error> {
        let mut resumed = None;
        for _ in 0..9 {
            match reply(call(resumed.take()))? {
                Reply::Done(done) => return Ok(done),
                Reply::Ask(ask) => {
                    let answers = ask.requests.iter().map(|request| self.answer(request)).collect();
                    resumed = Some(Resumed { ticket: ask.ticket, answers });
                }
            }
        }
        panic!("it asks without end");
    }

    /// Answers a request from the rows and texts of this store.
    pub(crate) fn answer(&self, request: &Request) -> Answer {
        let row = |(key, value): (&Vec<u8>, &Vec<u8>)| Row { key: key.clone(), value: value.clone() };
        match request {
            Request::Keys(keys) => {
                let rows = keys.iter().filter_map(|key| self.rows.get_key_value(key)).map(row).collect();
                Answer::Rows(RowPage { rows, complete: true })
            }
            Request::Range(range) => {
                let rows = self.rows.range(range.start.clone()..range.end.clone()).map(row).collect();
                Answer::Rows(RowPage { rows, complete: true })
            }
            Request::Span(span) => self.span(span),
            Request::Model(_) => Answer::Changed,
        }
    }

    fn span(&self, span: &FileSpan) -> Answer {
        let text = &self.texts[&span.path];
        if self.changed.contains(&span.path) || span.hash != hash(text) {
            return Answer::Changed;
        }
        let (first, last) = (span.first_line as usize, span.last_line as usize);
        Answer::Text(text.split_inclusive('\n').take(last).skip(first - 1).collect())
    }
}

fn hash(text: &str) -> [u8; 32] {
    let sum = xxhash_rust::xxh3::xxh3_64(text.as_bytes()).to_le_bytes();
    core::array::from_fn(|at| sum[at % 8])
}

fn head(file_id: u32, text: &str) -> OutlineHead {
    OutlineHead {
        file_id,
        language: "python".to_owned(),
        hash: hash(text),
        n_lines: text.lines().count() as u32,
        n_bytes: text.len() as u32,
        has_errors: false,
        cut_short: false,
    }
}

fn qualified(facts: &Facts, at: usize) -> String {
    let definition = &facts.definitions[at];
    let name = &facts.names[definition.name.0 as usize];
    match definition.parent.0 as usize {
        _ if at == 0 => String::new(),
        0 => name.clone(),
        parent => format!("{}.{name}", qualified(facts, parent)),
    }
}

/// The classes and functions of a text, nested by indentation; a string directly below one is its doc.
fn facts(text: &str) -> Facts {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut builder = FactsBuilder::new(lines.len() as u32, estimate_tokens(text), String::new());
    let mut outer_definitions: Vec<(usize, DefId, bool)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let is_class = line.trim_start().starts_with("class ");
        let Some(rest) = line.trim_start().strip_prefix(if is_class { "class " } else { "def " }) else { continue };
        outer_definitions.retain(|outer| outer.0 < indent(line));
        let is_inside = |other: &&str| other.trim().is_empty() || indent(other) > indent(line);
        let mut last_index = at + lines[at + 1..].iter().take_while(|other| is_inside(other)).count();
        while lines[last_index].trim().is_empty() {
            last_index -= 1;
        }
        let name = rest.split(|char: char| !char.is_alphanumeric() && char != '_').next().unwrap_or_default();
        let definition = Definition {
            kind: match (is_class, outer_definitions.last()) {
                (true, _) => SymbolKind::Class,
                (false, Some((_, _, true))) => SymbolKind::Method,
                _ => SymbolKind::Function,
            },
            name: builder.name(name),
            parent: outer_definitions.last().map_or(DefId(0), |outer| outer.1),
            first_line: at as u32 + 1,
            last_line: last_index as u32 + 1,
            name_offset: 0,
            visible_until: u32::MAX,
            flags: if name.starts_with('_') { Flags::default() } else { Flags::PUBLIC },
            returns: ExprId(0),
            tokens: estimate_tokens(&lines[at..=last_index].join("\n")),
        };
        let line_below = lines.get(at + 1).map_or("", |line_below| line_below.trim());
        let doc = line_below.strip_prefix('"').map_or("", |doc| doc.trim_end_matches('"'));
        let signature = line.trim().trim_end_matches(':').to_owned();
        let id = builder.define(definition, Detail { signature, doc: doc.to_owned() });
        outer_definitions.push((indent(line), id, is_class));
    }
    builder.finish()
}
