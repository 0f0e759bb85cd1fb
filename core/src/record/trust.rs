//! How far a record may be relied on, which follows from who says it and is never raised by what it says.

use minicbor::{Decode, Encode};

/// Who says a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(index_only)]
pub enum Origin {
    /// A person.
    #[n(0)]
    Person,
    /// An agent.
    #[n(1)]
    Agent,
    /// A tool's output, or text of a file or a page.
    #[n(2)]
    Tool,
    /// An import from elsewhere.
    #[n(3)]
    Imported,
}

/// How far a record may be relied on, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
#[cbor(index_only)]
pub enum Trust {
    /// Anybody may have written it.
    #[n(0)]
    Untrusted,
    /// An agent concluded it, and no person confirmed it.
    #[n(1)]
    Unconfirmed,
    /// A person said or confirmed it.
    #[n(2)]
    Confirmed,
}

impl Origin {
    /// The most trust that a record of this origin has.
    pub(crate) fn trust(self) -> Trust {
        match self {
            Origin::Person => Trust::Confirmed,
            Origin::Agent => Trust::Unconfirmed,
            Origin::Tool | Origin::Imported => Trust::Untrusted,
        }
    }
}
