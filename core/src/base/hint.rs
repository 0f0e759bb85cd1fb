//! Why an answer lacks something, and what to ask next.

use alloc::string::String;
use alloc::vec::Vec;

/// A reason for what an answer lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The subject of the hint.
    pub kind: HintKind,
    /// One sentence, without a stop at its end.
    pub why: String,
    /// The question that shows more, if there is one.
    pub next: Option<NextQuestion>,
}

/// The subject of a hint; the WIT's `types.hint-kind`, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is documented at `types.hint-kind` in the WIT")]
pub enum HintKind {
    Filter,
    MinConfidence,
    Depth,
    Budget,
    End,
    NearNames,
    Library,
    UnknownReceivers,
    NamedElsewhere,
    NotCalled,
    OtherWay,
    NoPath,
    NothingIndexed,
    Incomplete,
    NoMatch,
    NoUses,
    NoCalls,
    NoTests,
    NoTypes,
    NoImports,
    NoSymbols,
}

/// A question to ask next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextQuestion {
    /// Its name in the WIT.
    pub question: String,
    /// In the order of the WIT; the others have their defaults.
    pub arguments: Vec<NextArgument>,
}

/// An argument of a question to ask next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextArgument {
    /// Its name in the WIT.
    pub name: String,
    /// The argument's value, as JSON.
    pub value: String,
}
