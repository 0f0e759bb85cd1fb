//! Hints: why an answer lacks something, and what to ask next.

use alloc::string::String;
use alloc::vec::Vec;

/// A possible reason why an answer is empty or incomplete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The same reason as `why`, for programs.
    pub kind: HintKind,
    /// One sentence, without a full stop at its end.
    pub why: String,
    /// A question that shows more; `None` if there is none.
    pub next: Option<NextQuestion>,
}

/// The kind of a hint; the WIT's `types.hint-kind`, in its order.
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

/// A suggested follow-up question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextQuestion {
    /// The question's name in the WIT, such as `find`.
    pub question: String,
    /// The arguments in the order of the WIT; an argument that is missing has its default.
    pub arguments: Vec<NextArgument>,
}

/// An argument of a follow-up question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextArgument {
    /// The argument's name in the WIT, such as `depth`.
    pub name: String,
    /// Its value, as JSON: `10`, `"Shelf.add"`.
    pub value: String,
}
