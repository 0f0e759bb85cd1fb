//! The kinds of symbols and edges, and the strategies that find an edge's target, each with its confidence.

/// What a symbol is; the WIT's `graph.symbol-kind`, in its order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "each is documented at `graph.symbol-kind` in the WIT")]
pub enum SymbolKind {
    File,
    Module,
    Class,
    Interface,
    Enum,
    Function,
    Method,
    Constant,
    Variable,
    Field,
    TypeAlias,
    Macro,
    Import,
    /// Holds definitions and is no symbol itself: a Rust `impl` block. Never leaves the core.
    Block,
}

/// What an edge says; the WIT's `graph.edge-kind`, in its order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "each is documented at `graph.edge-kind` in the WIT")]
pub enum EdgeKind {
    Calls,
    Imports,
    Uses,
    Inherits,
    Implements,
    References,
}

/// How an edge's target was found; the WIT's `graph.strategy`, in its order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "each is documented at `graph.strategy` in the WIT")]
pub enum Strategy {
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
    UniqueName,
}

impl Strategy {
    /// How far to trust an edge found so. From 0.9 up the source says it ("resolved"); from 0.6 it follows from
    /// what the source says ("inferred"); below, only the name speaks for it ("name only").
    pub const fn confidence(self) -> f64 {
        match self {
            Strategy::Lexical => 0.99,
            Strategy::Imported => 0.98,
            Strategy::Qualified => 0.97,
            Strategy::SelfMember => 0.97,
            Strategy::SuperMember => 0.95,
            Strategy::Annotated => 0.93,
            Strategy::Constructed => 0.95,
            Strategy::Returned => 0.88,
            Strategy::FieldType => 0.90,
            Strategy::Element => 0.80,
            Strategy::Flow => 0.75,
            Strategy::Overridden => 0.65,
            Strategy::UniqueName => 0.50,
        }
    }
}

macro_rules! from_number {
    ($type:ident, $($case:ident),*) => {
        impl $type {
            /// Every case, in the WIT's order.
            pub const ALL: &[$type] = &[$($type::$case),*];

            /// The case with this number, as stored.
            pub(crate) fn from_number(number: u8) -> Option<$type> {
                $type::ALL.iter().copied().find(|&case| case as u8 == number)
            }
        }
    };
}
from_number!(
    SymbolKind, File, Module, Class, Interface, Enum, Function, Method, Constant, Variable, Field, TypeAlias, Macro,
    Import, Block
);
from_number!(EdgeKind, Calls, Imports, Uses, Inherits, Implements, References);
from_number!(
    Strategy,
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
);
