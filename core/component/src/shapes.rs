//! What the WIT's records, variants and enumerations are made of, in its order, by the types of the core.
//!
//! One that is wrong here would show in every story: what one side writes is read by a host that goes by the WIT.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use scrubjay_core::ask::{Answer, Ask, FileSpan, KeyRange, Request, Row};
use scrubjay_core::error::{Candidate, Error, Limit};
use scrubjay_core::graph::kind::{EdgeKind, Strategy, SymbolKind};
use scrubjay_core::graph::lang::Admitted;
use scrubjay_core::graph::query::{
    Dependency, DependencyPage, ExportPage, Factor, FindPage, Found, HierarchyPage, Outline, Outlined, PathPage,
    RepositoryMap, SkipReason, Step, Symbol, Verdict, WalkPage,
};
use scrubjay_core::graph::syntax::NodeKind;
use scrubjay_core::memory::{
    Change, DamagedRow, Effects, LanguageStatus, Opened, ParsedFile, Purpose, Refusal, Settled, Status, Unlinkable,
};
use scrubjay_core::recall::{Piece, PieceForm, Prepared, RankedFile};

use crate::layout::{Laid, Layout, laid};
use crate::lift::{In, Lift};
use crate::lower::{Lists, Lower, Out};

/// An entry of `graph.admit`.
pub(crate) struct Entry {
    pub(crate) path: String,
    pub(crate) size: u32,
}

/// Records that go out.
macro_rules! written {
    ($($type:ty { $($member:ident: $of:ty),* $(,)? })*) => {
        $(
            laid!($type: Layout::record(&[$(<$of>::LAYOUT),*]));
            impl Lower for $type {
                fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
                    _ = Out::record(lists, out)$(.add::<$of>(&self.$member))*;
                }
            }
        )*
    };
}

/// Variants that go out, of which each case has a content.
macro_rules! variants {
    ($($type:ident { $($number:literal $case:ident: $of:ty),* $(,)? })*) => {
        $(
            laid!($type: Layout::variant(&[$(<$of>::LAYOUT),*]));
            impl Lower for $type {
                fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
                    let out = Out::variant::<Self>(lists, out);
                    _ = match self {
                        $($type::$case(content) => out.case($number).add::<$of>(content)),*
                    };
                }
            }
        )*
    };
}

/// Records that come in.
macro_rules! read {
    ($($type:ident { $($member:ident),* $(,)? })*) => {
        $(impl Lift for $type {
            unsafe fn lift(at: *mut u8) -> $type {
                let mut members = In::record(at);
                // SAFETY: as the caller vouches, these are its members in their order.
                unsafe { $type { $($member: members.next()),* } }
            }
        })*
    };
}

/// Enumerations, which the core has in the order of the WIT: each is a byte. Those in brackets come in, too.
macro_rules! cases {
    ($($type:ident $([$($case:ident),*])?),* $(,)?) => {
        $(
            laid!($type: u8::LAYOUT);
            impl Lower for $type {
                fn lower(&self, _: &mut Lists, out: &mut [u8]) {
                    out[0] = *self as u8;
                }
            }
            $(impl Lift for $type {
                unsafe fn lift(at: *mut u8) -> $type {
                    // SAFETY: as the caller vouches, a byte lies there.
                    [$($type::$case),*][usize::from(unsafe { at.read() })]
                }
            })?
        )*
    };
}

cases! {
    Strategy,
    SkipReason,
    PieceForm,
    EdgeKind [Calls, Imports, Uses, Inherits, Implements, References],
}

laid!(SymbolKind: u8::LAYOUT);

impl Lower for SymbolKind {
    fn lower(&self, _: &mut Lists, out: &mut [u8]) {
        // A block never leaves the core; were one shown, it would be as its type.
        let shown = if *self == SymbolKind::Block { SymbolKind::Class } else { *self };
        out[0] = shown as u8;
    }
}

impl Lift for SymbolKind {
    unsafe fn lift(at: *mut u8) -> SymbolKind {
        use SymbolKind::*;
        // SAFETY: as the caller vouches, a byte lies there.
        let case = usize::from(unsafe { at.read() });
        [File, Module, Class, Interface, Enum, Function, Method, Constant, Variable, Field, TypeAlias, Macro, Import]
            [case]
    }
}

/// A case of `memory.purpose`.
pub(crate) fn purpose(case: u32) -> Purpose {
    [Purpose::Reading, Purpose::Writing][case as usize]
}

written! {
    Row { key: Vec<u8>, value: Vec<u8> }
    KeyRange { start: Vec<u8>, end: Vec<u8>, most_bytes: u32 }
    FileSpan { path: String, hash: [u8; 32], first_line: u32, last_line: u32 }
    Ask { requests: Vec<Request>, ticket: Vec<u8> }
    Limit { what: &str, actual: u64, most: u64 }
    Candidate { id: String, path: String, first_line: u32 }
    DamagedRow { key: Vec<u8>, path: Option<String> }
    Refusal { path: String, error: Error }
    Effects {
        from_generation: u64,
        to_generation: u64,
        puts: Vec<Row>,
        deletes: Vec<Vec<u8>>,
        refused: Vec<Refusal>,
    }
    Factor { name: &str, value: f64 }

    Opened { n_files: u32, n_unsettled: u32, damaged: Vec<DamagedRow> }
    Settled { effects: Effects, n_unsettled: u32 }
    Unlinkable { effects: Effects, path: Option<String> }
    Status {
        generation: u64,
        n_files: u32,
        n_unsettled: u32,
        n_symbols: u32,
        n_edges: u32,
        n_unlinked: u32,
        languages: Vec<LanguageStatus>,
        n_vendored: u32,
        n_with_errors: u32,
        live_bytes: u32,
        damaged: Vec<DamagedRow>,
    }
    LanguageStatus { language: String, n_files: u32, n_lines: u32, n_bytes: u32 }

    NodeKind { name: &str, named: bool, leaf: bool }
    Admitted { name: &str, extensions: &[&str], kinds: &[NodeKind], fields: &[&str] }
    Found { symbol: Symbol, score: f64, factors: Vec<Factor> }
    FindPage { hits: Vec<Found>, n_hits: u32 }
    Outline {
        path: String,
        language: String,
        hash: [u8; 32],
        n_lines: u32,
        has_errors: bool,
        symbols: Vec<Outlined>,
    }
    Outlined { symbol: Symbol, depth: u32 }
    Step {
        symbol: Symbol,
        via: Arc<str>,
        edge: EdgeKind,
        strategy: Strategy,
        confidence: f64,
        path: Arc<str>,
        line: u32,
        depth: u32,
    }
    WalkPage { symbol: Symbol, steps: Vec<Step>, n_steps: u32 }
    PathPage { source: Symbol, target: Symbol, steps: Vec<Step> }
    HierarchyPage { symbol: Symbol, above: Vec<Step>, n_above: u32, below: Vec<Step>, n_below: u32 }
    Dependency { name: String, external: bool, n_edges: u32, line: u32, depth: u32 }
    DependencyPage { dependencies: Vec<Dependency>, n_dependencies: u32 }
    RepositoryMap { text: String, tokens: u32, n_files: u32, n_symbols: u32, unknown_focus: Vec<String> }
    ExportPage { text: String, next: Option<u32> }

    Piece {
        id: String,
        path: String,
        first_line: u32,
        last_line: u32,
        form: PieceForm,
        text: String,
        tokens: u32,
        score: f64,
        why: String,
        factors: Vec<Factor>,
    }
    RankedFile { path: String, score: f64, factors: Vec<Factor> }
    Prepared { pieces: Vec<Piece>, tokens: u32, text: String, files: Vec<RankedFile>, unknown_focus: Vec<String> }
}

variants! {
    Request { 0 Keys: Vec<Vec<u8>>, 1 Range: KeyRange, 2 Span: FileSpan }
    Verdict { 0 Read: &str, 1 Skip: SkipReason }
}

laid! {
    Symbol: Layout::record(&[
        Layout::LIST,
        Layout::LIST,
        Layout::LIST,
        SymbolKind::LAYOUT,
        Layout::LIST,
        u32::LAYOUT,
        u32::LAYOUT,
        Layout::LIST,
        Layout::LIST,
        u32::LAYOUT,
    ]),
    Entry: Layout::record(&[String::LAYOUT, u32::LAYOUT]),
    ParsedFile: Layout::record(&[
        String::LAYOUT,
        Layout::LIST,
        String::LAYOUT,
        String::LAYOUT,
        Layout::LIST,
        bool::LAYOUT,
        bool::LAYOUT,
    ]),
}

impl Lower for Symbol {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        let out = Out::record(lists, out).add(&self.id).add(&self.name()).add(&self.qualified_name()).add(&self.kind);
        let out = out.add(&self.path()).add(&self.first_line).add(&self.last_line);
        _ = out.add(&self.signature).add(&self.doc).add(&self.tokens);
    }
}

read! {
    Row { key, value }
    Entry { path, size }
    ParsedFile { path, hash, language, text, nodes, has_errors, cut_short }
}

laid! {
    Answer: Layout::variant(&[ROWS, String::LAYOUT, Layout::NOTHING]),
    Change: Layout::variant(&[ParsedFile::LAYOUT, String::LAYOUT]),
    Error: Layout::variant(&[
        Layout::record(&[Layout::LIST, Layout::LIST]),
        Limit::LAYOUT,
        Limit::LAYOUT,
        Layout::record(&[Layout::LIST, Layout::LIST]),
        Layout::record(&[Layout::LIST, Layout::LIST, u32::LAYOUT]),
        Layout::NOTHING,
        Layout::NOTHING,
        u32::LAYOUT,
    ]),
}

/// A page of rows: the rows, and whether they are all.
const ROWS: Layout = Layout::record(&[Layout::LIST, bool::LAYOUT]);

impl Lift for Answer {
    unsafe fn lift(at: *mut u8) -> Answer {
        // SAFETY: as the caller vouches: this is what each case holds.
        unsafe {
            match In::case::<Answer>(at) {
                (0, mut content) => Answer::Rows { rows: content.next(), complete: content.next() },
                (1, mut content) => Answer::Text(content.next()),
                _ => Answer::Changed,
            }
        }
    }
}

impl Lift for Change {
    unsafe fn lift(at: *mut u8) -> Change {
        // SAFETY: as the caller vouches: this is what each case holds.
        unsafe {
            match In::case::<Change>(at) {
                (0, mut content) => Change::Parsed(content.next()),
                (_, mut content) => Change::Removed(content.next()),
            }
        }
    }
}

impl Lower for Error {
    fn lower(&self, lists: &mut Lists, out: &mut [u8]) {
        let out = Out::variant::<Self>(lists, out);
        _ = match self {
            Error::Invalid { argument, why } => out.case(0).add(argument).add(why),
            Error::TooLarge(limit) => out.case(1).add(limit),
            Error::Full(limit) => out.case(2).add(limit),
            Error::Unknown { name, suggestions } => out.case(3).add(name).add(suggestions),
            Error::Ambiguous { name, candidates, n_candidates } => {
                out.case(4).add(name).add(candidates).add(n_candidates)
            }
            Error::Stale => out.case(5),
            Error::ReadOnly => out.case(6),
            Error::NewerFormat(format) => out.case(7).add(format),
            // The core's errors may grow before the WIT does; none of today's comes here.
            _ => out.case(0).add(&"call").add(&"refused"),
        };
    }
}
