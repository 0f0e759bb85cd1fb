//! The interface `graph`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use scrubjay_core::ask::Reply;
use scrubjay_core::graph::kind as core_kind;
use scrubjay_core::graph::lang::admitted;
use scrubjay_core::graph::query as core;

use crate::bindings::exports::scrubjay::memory::graph::*;
use crate::bindings::exports::scrubjay::memory::types::{Error, Resumed};
use crate::{Component, convert, with_memory};

/// Calls a read of the façade and puts its answer into the reply of the same name.
macro_rules! read {
    ($reply:ident, $done:expr, $resumed:ident, |$memory:ident, $back:ident| $call:expr) => {{
        let $back = convert::resumed($resumed);
        match with_memory(|$memory| $call).map_err(convert::error)? {
            Reply::Ask(ask) => Ok($reply::Ask(convert::ask(ask))),
            Reply::Done(done) => Ok($reply::Done($done(done))),
        }
    }};
}

impl Guest for Component {
    fn languages() -> Vec<Language> {
        let kind = |kind: &scrubjay_core::graph::syntax::NodeKind| NodeKind {
            name: kind.name.to_owned(),
            named: kind.named,
            leaf: kind.leaf,
        };
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let languages = admitted().map(|language| Language {
            name: language.name.to_owned(),
            extensions: texts(language.extensions),
            kinds: language.kinds.iter().map(kind).collect(),
            fields: texts(language.fields),
        });
        languages.collect()
    }

    fn admit(entries: Vec<Entry>) -> Result<Vec<Verdict>, Error> {
        let verdicts = core::admit(entries.iter().map(|entry| (entry.path.as_str(), entry.size)));
        let verdicts = verdicts.map_err(convert::error)?.into_iter().map(|verdict| match verdict {
            core::Verdict::Read(language) => Verdict::Read(language.to_owned()),
            core::Verdict::Skip(reason) => Verdict::Skip(match reason {
                core::SkipReason::Language => SkipReason::Language,
                core::SkipReason::Size => SkipReason::Size,
                core::SkipReason::Secret => SkipReason::Secret,
                core::SkipReason::Generated => SkipReason::Generated,
                core::SkipReason::Path => SkipReason::Path,
            }),
        });
        Ok(verdicts.collect())
    }

    fn find(question: FindQuestion, resumed: Option<Resumed>) -> Result<FindReply, Error> {
        let question = core::FindQuestion {
            text: question.text,
            kinds: question.kinds.into_iter().map(core_symbol_kind).collect(),
            path_prefix: question.path_prefix,
            most: question.most,
            explain: question.explain,
        };
        read!(FindReply, find_page, resumed, |memory, back| memory.find(&question, back))
    }

    fn outline(path: String, resumed: Option<Resumed>) -> Result<OutlineReply, Error> {
        read!(OutlineReply, outline, resumed, |memory, back| memory.outline(&path, back))
    }

    fn callers(question: WalkQuestion, resumed: Option<Resumed>) -> Result<WalkReply, Error> {
        let question = walk_question(question);
        read!(WalkReply, walk_page, resumed, |memory, back| memory.callers(&question, back))
    }

    fn callees(question: WalkQuestion, resumed: Option<Resumed>) -> Result<WalkReply, Error> {
        let question = walk_question(question);
        read!(WalkReply, walk_page, resumed, |memory, back| memory.callees(&question, back))
    }

    fn references(question: WalkQuestion, resumed: Option<Resumed>) -> Result<WalkReply, Error> {
        let question = walk_question(question);
        read!(WalkReply, walk_page, resumed, |memory, back| memory.references(&question, back))
    }

    fn impact(question: WalkQuestion, resumed: Option<Resumed>) -> Result<WalkReply, Error> {
        let question = walk_question(question);
        read!(WalkReply, walk_page, resumed, |memory, back| memory.impact(&question, back))
    }

    fn path(question: PathQuestion, resumed: Option<Resumed>) -> Result<PathReply, Error> {
        let PathQuestion { source, target, depth, kinds, least_confidence } = question;
        let kinds = kinds.into_iter().map(core_edge_kind).collect();
        let question = core::PathQuestion { source, target, depth, kinds, least_confidence };
        read!(PathReply, path_page, resumed, |memory, back| memory.path(&question, back))
    }

    fn hierarchy(question: WalkQuestion, resumed: Option<Resumed>) -> Result<HierarchyReply, Error> {
        let question = walk_question(question);
        read!(HierarchyReply, hierarchy_page, resumed, |memory, back| memory.hierarchy(&question, back))
    }

    fn dependencies(question: FileQuestion, resumed: Option<Resumed>) -> Result<DependencyReply, Error> {
        let question = file_question(question);
        read!(DependencyReply, dependency_page, resumed, |memory, back| memory.dependencies(&question, back))
    }

    fn dependents(question: FileQuestion, resumed: Option<Resumed>) -> Result<DependencyReply, Error> {
        let question = file_question(question);
        read!(DependencyReply, dependency_page, resumed, |memory, back| memory.dependents(&question, back))
    }

    fn map(question: MapQuestion, resumed: Option<Resumed>) -> Result<MapReply, Error> {
        let question = core::MapQuestion { budget: question.budget, focus: question.focus };
        read!(MapReply, map, resumed, |memory, back| memory.map(&question, back))
    }

    fn export(cursor: u32, resumed: Option<Resumed>) -> Result<ExportReply, Error> {
        let page = |page: core::ExportPage| ExportPage { text: page.text, next: page.next };
        read!(ExportReply, page, resumed, |memory, back| memory.export(cursor, back))
    }
}

fn map(map: core::RepositoryMap) -> RepositoryMap {
    RepositoryMap { text: map.text, tokens: map.tokens, n_files: map.n_files, n_symbols: map.n_symbols }
}

fn walk_question(question: WalkQuestion) -> core::WalkQuestion {
    let WalkQuestion { name, depth, most, least_confidence } = question;
    core::WalkQuestion { name, depth, most, least_confidence }
}

fn file_question(question: FileQuestion) -> core::FileQuestion {
    let FileQuestion { path, depth, most } = question;
    core::FileQuestion { path, depth, most }
}

fn find_page(page: core::FindPage) -> FindPage {
    let found = |found: core::Found| Found {
        symbol: symbol(found.symbol),
        score: found.score,
        factors: convert::factors(found.factors),
    };
    FindPage { hits: page.hits.into_iter().map(found).collect(), n_hits: page.n_hits }
}

fn outline(outline: core::Outline) -> FileOutline {
    let outlined = |at: core::Outlined| Outlined { symbol: symbol(at.symbol), depth: at.depth };
    FileOutline {
        path: outline.path,
        language: outline.language,
        hash: outline.hash.to_vec(),
        n_lines: outline.n_lines,
        has_errors: outline.has_errors,
        symbols: outline.symbols.into_iter().map(outlined).collect(),
    }
}

fn walk_page(page: core::WalkPage) -> WalkPage {
    WalkPage { symbol: symbol(page.symbol), steps: steps(page.steps), n_steps: page.n_steps }
}

fn path_page(page: core::PathPage) -> PathPage {
    PathPage { source: symbol(page.source), target: symbol(page.target), steps: steps(page.steps) }
}

fn hierarchy_page(page: core::HierarchyPage) -> HierarchyPage {
    HierarchyPage {
        symbol: symbol(page.symbol),
        above: steps(page.above),
        n_above: page.n_above,
        below: steps(page.below),
        n_below: page.n_below,
    }
}

fn steps(steps: Vec<core::Step>) -> Vec<Step> {
    let step = |step: core::Step| Step {
        symbol: symbol(step.symbol),
        via: step.via,
        edge: edge_kind(step.edge),
        strategy: strategy(step.strategy),
        confidence: step.confidence,
        path: step.path,
        line: step.line,
        depth: step.depth,
    };
    steps.into_iter().map(step).collect()
}

fn dependency_page(page: core::DependencyPage) -> DependencyPage {
    let dependency = |at: core::Dependency| Dependency {
        name: at.name,
        external: at.external,
        n_edges: at.n_edges,
        line: at.line,
        depth: at.depth,
    };
    DependencyPage {
        dependencies: page.dependencies.into_iter().map(dependency).collect(),
        n_dependencies: page.n_dependencies,
    }
}

fn symbol(symbol: core::Symbol) -> Symbol {
    Symbol {
        id: symbol.id,
        name: symbol.name,
        qualified_name: symbol.qualified_name,
        kind: symbol_kind(symbol.kind),
        path: symbol.path,
        first_line: symbol.first_line,
        last_line: symbol.last_line,
        signature: symbol.signature,
        doc: symbol.doc,
        tokens: symbol.tokens,
    }
}

/// Pairs the cases of an enum of the WIT with those of the core.
macro_rules! pair {
    ($to_wit:ident, $type:ident, [$($case:ident),*]) => {
        fn $to_wit(case: core_kind::$type) -> $type {
            match case { $(core_kind::$type::$case => $type::$case),* }
        }
    };
}
pair!(edge_kind, EdgeKind, [Calls, Imports, Uses, Inherits, Implements, References]);

fn core_edge_kind(kind: EdgeKind) -> core_kind::EdgeKind {
    match kind {
        EdgeKind::Calls => core_kind::EdgeKind::Calls,
        EdgeKind::Imports => core_kind::EdgeKind::Imports,
        EdgeKind::Uses => core_kind::EdgeKind::Uses,
        EdgeKind::Inherits => core_kind::EdgeKind::Inherits,
        EdgeKind::Implements => core_kind::EdgeKind::Implements,
        EdgeKind::References => core_kind::EdgeKind::References,
    }
}

pair!(
    strategy,
    Strategy,
    [
        Lexical,
        Imported,
        Qualified,
        SelfMember,
        SuperMember,
        Annotated,
        Constructed,
        Returned,
        FieldType,
        Element,
        Flow,
        Overridden,
        UniqueName
    ]
);

macro_rules! pair_symbol_kinds {
    ($($case:ident),*) => {
        fn symbol_kind(kind: core_kind::SymbolKind) -> SymbolKind {
            match kind {
                $(core_kind::SymbolKind::$case => SymbolKind::$case,)*
                // A block never leaves the core; were one shown, it would be as its type.
                core_kind::SymbolKind::Block => SymbolKind::Class,
            }
        }

        fn core_symbol_kind(kind: SymbolKind) -> core_kind::SymbolKind {
            match kind { $(SymbolKind::$case => core_kind::SymbolKind::$case),* }
        }
    };
}
pair_symbol_kinds!(
    File, Module, Class, Interface, Enum, Function, Method, Constant, Variable, Field, TypeAlias, Macro, Import
);
