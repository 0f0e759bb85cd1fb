//! The kinds of symbols and edges, and the strategies that find an edge's target, each with its confidence.

/// The kind of a symbol; the WIT's `graph.symbol-kind`, in its order.
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
    /// A container of definitions that is not a symbol itself, such as a Rust `impl` block. Never leaves the core.
    Block,
}

/// The kind of an edge; the WIT's `graph.edge-kind`, in its order.
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
    /// Containment. It follows from the tree of symbols: computed for a question, never stored.
    Contains,
}

impl EdgeKind {
    /// All kinds that are stored: all but [`Contains`](Self::Contains).
    pub(crate) const STORED: &[EdgeKind] = &[
        EdgeKind::Calls,
        EdgeKind::Imports,
        EdgeKind::Uses,
        EdgeKind::Inherits,
        EdgeKind::Implements,
        EdgeKind::References,
    ];
}

/// How the target of an edge was found; the WIT's `graph.strategy`, in its order.
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
    /// How much to trust an edge that was found this way, from 0 to 1.
    ///
    /// From 0.9 up, the source states the target ("resolved"). From 0.6 up, the target follows from what the source
    /// states ("inferred"). Below 0.6, only the name matches ("name only").
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

/// Implements the numbers and words of an enumeration's cases, in the WIT's order.
macro_rules! cases {
    ($type:ident { $($case:ident $word:literal),* $(,)? }) => {
        impl $type {
            /// Every case, in the WIT's order.
            pub const ALL: &[$type] = &[$($type::$case),*];

            /// The case with this number in stored rows; `None` if no case has the number.
            pub(crate) fn from_number(number: u8) -> Option<$type> {
                $type::ALL.iter().copied().find(|&case| case as u8 == number)
            }

            /// The word for the case, as in the WIT.
            pub fn word(self) -> &'static str {
                match self {
                    $($type::$case => $word),*
                }
            }
        }
    };
}
cases!(SymbolKind {
    File "file",
    Module "module",
    Class "class",
    Interface "interface",
    Enum "enum",
    Function "function",
    Method "method",
    Constant "constant",
    Variable "variable",
    Field "field",
    TypeAlias "type-alias",
    Macro "macro",
    Import "import",
    Block "block",
});
cases!(EdgeKind {
    Calls "calls",
    Imports "imports",
    Uses "uses",
    Inherits "inherits",
    Implements "implements",
    References "references",
    Contains "contains",
});
cases!(Strategy {
    Lexical "lexical",
    Imported "imported",
    Qualified "qualified",
    SelfMember "self-member",
    SuperMember "super-member",
    Annotated "annotated",
    Constructed "constructed",
    Returned "returned",
    FieldType "field-type",
    Element "element",
    Flow "flow",
    Overridden "overridden",
    UniqueName "unique-name",
});
