//! A complete host: it indexes a folder of Python files into memory, then asks two questions.
//! Of Scrubjay it uses only the component and the interface files in `wit/`.

use std::collections::BTreeMap;
use std::path::Path;

use exports::scrubjay::memory::graph::{Language, WalkQuestion, WalkReply};
use exports::scrubjay::memory::memory::{Change, OpenReply, ParsedFile, Purpose};
use exports::scrubjay::memory::prepare::{PrepareQuestion, PrepareReply};
use exports::scrubjay::memory::types::{Answer, Effects, FileSpan, Request, Resumed, Row, RowPage};
use sha2::{Digest, Sha256};
use wasmtime::{Engine, Result, Store, error::Context};

wasmtime::component::bindgen!({ path: "../../wit", world: "scrubjay" });

/// The store: rows in key order. With one instance and no disk, there is no generation to compare.
type Rows = BTreeMap<Vec<u8>, Row>;

fn commit(rows: &mut Rows, effects: Effects) {
    rows.extend(effects.puts.into_iter().map(|row| (row.key.clone(), row)));
    effects.deletes.iter().for_each(|key| drop(rows.remove(key)));
}

fn answer(rows: &Rows, root: &Path, request: &Request) -> Answer {
    let rows = match request {
        Request::Keys(keys) => keys.iter().filter_map(|key| rows.get(key)).cloned().collect(),
        Request::Range(keys) => rows.range(keys.start.clone()..keys.end.clone()).map(|row| row.1.clone()).collect(),
        Request::Span(span) => return lines(root, span).map_or(Answer::Changed, Answer::Text),
        Request::Model(_) => return Answer::Changed, // There is none.
    };
    Answer::Rows(RowPage { rows, complete: true })
}

/// The lines of a span. `None`: the file has changed since it was indexed, or cannot be read.
fn lines(root: &Path, span: &FileSpan) -> Option<String> {
    let text = std::fs::read_to_string(root.join(&span.path)).ok()?;
    let same = Sha256::digest(&text)[..] == span.hash;
    same.then(|| text.split_inclusive('\n').take(span.last_line as usize).skip(span.first_line as usize - 1).collect())
}

/// Calls the component again with the answers to its requests, until it returns a result.
macro_rules! ask {
    ($rows:ident, $root:ident, $reply:ident, |$resumed:ident| $call:expr) => {{
        let mut resumed = None;
        loop {
            let $resumed = resumed.as_ref();
            let ask = match $call?? {
                $reply::Done(done) => break done,
                $reply::Ask(ask) => ask,
            };
            let answers = ask.requests.iter().map(|request| answer(&$rows, $root, request)).collect();
            resumed = Some(Resumed { ticket: ask.ticket, answers });
        }
    }};
}

/// Parses a file and packs the nodes that the component wants, in one walk.
fn parse(root: &Path, path: &Path, language: &Language) -> Result<Change> {
    let text = std::fs::read_to_string(path)?;
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_python::LANGUAGE.into())?;
    let tree = parser.parse(&text, None).context("the parser gave up")?;
    let kinds = language.kinds.iter().zip(1..).map(|(kind, n)| ((&*kind.name, kind.named), (n, kind.leaf)));
    let kinds = BTreeMap::<_, (u32, bool)>::from_iter(kinds);
    let (mut nodes, mut cursor, mut depth, mut depths_above) = (Vec::new(), tree.walk(), 0, Vec::new());
    'walk: loop {
        let node = cursor.node();
        let (kind, leaf) = kinds.get(&(node.kind(), node.is_named())).copied().unwrap_or_default();
        if kind > 0 {
            let field = language.fields.iter().zip(1..).find(|field| Some(field.0.as_str()) == cursor.field_name());
            let (field, start, end) = (field.map_or(0, |field| field.1), node.start_byte(), node.end_byte());
            nodes.extend([kind | field << 10 | depth << 16, start as u32, end as u32]);
        }
        if !leaf && cursor.goto_first_child() {
            depths_above.push(depth);
            depth += kind.min(1);
            continue;
        }
        while !cursor.goto_next_sibling() {
            let Some(depth_above) = depths_above.pop() else { break 'walk };
            depth = depth_above;
            cursor.goto_parent();
        }
    }
    let (path, hash) = (path.strip_prefix(root)?.to_string_lossy().into_owned(), Sha256::digest(&text).to_vec());
    let (language, has_errors) = (language.name.clone(), tree.root_node().has_error());
    Ok(Change::Parsed(ParsedFile { path, hash, language, text, nodes, has_errors, cut_short: false }))
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [component, root, name, task] = &words[..] else { wasmtime::bail!("give component, folder, name, task") };
    let (engine, root, now) = (Engine::default(), Path::new(root), 1_767_225_600_000);
    let (mut store, mut rows) = (Store::new(&engine, ()), Rows::new());
    let component = wasmtime::component::Component::from_file(&engine, component)?;
    // The linker stays empty: the component imports nothing.
    let scrubjay = Scrubjay::instantiate(&mut store, &component, &wasmtime::component::Linker::new(&engine))?;
    let (memory, graph) = (scrubjay.scrubjay_memory_memory(), scrubjay.scrubjay_memory_graph());
    ask!(rows, root, OpenReply, |resumed| memory.call_open(&mut store, Purpose::Writing, 0, resumed));
    let python = graph.call_languages(&mut store)?.into_iter().find(|it| it.name == "python").context("no Python")?;
    for entry in walkdir::WalkDir::new(root).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|ending| ending == "py") {
            commit(&mut rows, memory.call_apply(&mut store, &[parse(root, &path, &python)?], now, &[7; 16])??);
        }
    }
    // Up to 10,000 files link in one call.
    commit(&mut rows, memory.call_link(&mut store, 10_000)??.effects);
    let ((skip, kinds, path_prefix), ([focus, errors, recent, shown], likely, beside)) = Default::default();
    let walk = WalkQuestion { name: name.clone(), depth: 1, limit: 20, min_confidence: 0.0, skip, kinds, path_prefix };
    let page = ask!(rows, root, WalkReply, |resumed| graph.call_callers(&mut store, &walk, resumed));
    println!("{} calls of {}", page.n_steps, page.symbol.id);
    page.steps.iter().for_each(|step| println!("  {}:{} {}", step.path, step.line, step.symbol.qualified_name));
    let prepare = scrubjay.scrubjay_memory_prepare();
    let question = PrepareQuestion { task: task.clone(), budget: 800, focus, errors, recent, likely, beside, shown };
    let context = ask!(rows, root, PrepareReply, |resumed| prepare.call_prepare(&mut store, &question, resumed));
    println!("\n{} tokens in {} pieces\n{}", context.tokens, context.pieces.len(), context.text);
    Ok(())
}
