//! The core's types that the WIT cannot have as they are, into the WIT's of the same names, and what comes in the other way.
//!
//! A member or case is named once, for both sides: one that is missing, is new or has another name does not compile, and two of
//! one type cannot be exchanged.

use across::text;

use crate::bindings::exports::scrubjay::memory::{graph, memory, recall, records, types};
use crate::facade;

/// Records, of each member how it gets across.
macro_rules! records {
    ($($from:path => $to:path { $($member:ident: $across:ident),* $(,)? })*) => {
        $(impl From<$from> for $to {
            fn from(whole: $from) -> $to {
                let $from { $($member),* } = whole;
                $to { $($member: across::$across($member)),* }
            }
        })*
    };
}

/// Enumerations; a case that only the core has is shown as another.
macro_rules! enumerations {
    ($($from:path => $to:path { $($case:ident),* $(,)? $(; $inner:ident as $shown:ident)? })*) => {
        $(impl From<$from> for $to {
            fn from(case: $from) -> $to {
                match case {
                    $(<$from>::$case => <$to>::$case,)*
                    $(<$from>::$inner => <$to>::$shown,)?
                }
            }
        })*
    };
}

/// Replies to questions.
macro_rules! replies {
    ($($page:path => $to:path)*) => {
        $(impl From<facade::Reply<$page>> for $to {
            fn from(reply: facade::Reply<$page>) -> $to {
                match reply {
                    facade::Reply::Done(page) => <$to>::Done(page.into()),
                    facade::Reply::Ask(ask) => <$to>::Ask(ask),
                }
            }
        })*
    };
}

/// How members get across.
mod across {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{facade, graph};

    /// Both sides have it alike.
    pub(super) fn same<T>(member: T) -> T {
        member
    }

    pub(super) fn into<T, U: From<T>>(member: T) -> U {
        member.into()
    }

    pub(super) fn list<T, U: From<T>>(members: Vec<T>) -> Vec<U> {
        members.into_iter().map(U::from).collect()
    }

    pub(super) fn text(member: impl AsRef<str>) -> String {
        member.as_ref().into()
    }

    pub(super) fn texts(members: &[&str]) -> Vec<String> {
        members.iter().map(text).collect()
    }

    pub(super) fn kinds(members: &[facade::NodeKind]) -> Vec<graph::NodeKind> {
        members.iter().map(|&kind| kind.into()).collect()
    }
}

records! {
    facade::Limit => types::Limit { what: text, actual: same, most: same }
    facade::Refusal => types::Refusal { path: same, error: into }
    facade::Effects => types::Effects {
        from_generation: same, to_generation: same, puts: same, deletes: same, refused: list,
    }
    facade::Factor => types::Factor { name: text, value: same }

    facade::Linked => memory::Linked { effects: into, n_to_link: same }
    facade::Quarantined => memory::Quarantined { effects: into, path: same }

    facade::NodeKind => graph::NodeKind { name: text, named: same, leaf: same }
    facade::Admitted => graph::Language { name: text, extensions: texts, kinds: kinds, fields: texts }
    facade::Found => graph::Found { symbol: into, score: same, factors: list }
    facade::FindPage => graph::FindPage { hits: list, n_hits: same }
    facade::Outline => graph::FileOutline {
        path: same, language: same, hash: into, n_lines: same, has_errors: same, symbols: list,
    }
    facade::Outlined => graph::Outlined { symbol: into, depth: same }
    facade::Step => graph::Step {
        symbol: into, via: text, edge: into, strategy: into, confidence: same, path: text, line: same, depth: same,
    }
    facade::WalkPage => graph::WalkPage { symbol: into, steps: list, n_steps: same }
    facade::PathPage => graph::PathPage { source: into, target: into, steps: list }
    facade::HierarchyPage => graph::HierarchyPage { symbol: into, above: list, n_above: same, below: list, n_below: same }

    facade::ResolvedAnchor => graph::ResolvedAnchor { state: into, path: same, symbol: same }
    facade::ResolvedAnchors => graph::ResolvedAnchors { anchors: list }

    facade::Piece => recall::Piece {
        id: same, path: same, first_line: same, last_line: same, form: into, text: same, tokens: same, score: same,
        why: same, factors: list,
    }
    facade::RankedFile => recall::RankedFile { path: same, score: same, factors: list }
    facade::Prepared => recall::Prepared { pieces: list, tokens: same, text: same, files: list, unknown_focus: same }

    facade::Additions => records::Additions { effects: into, outcomes: list }
    facade::Receipt => records::Receipt { id: same, fate: into }
    facade::Forgetting => records::Forgetting { effects: into, receipts: list }
    facade::Note => records::Note {
        id: same, event_id: same, text: same, time: same, recorded: same, channel: same, origin: into, trust: into,
        principal: same, session: same, parents: same, anchors: same,
    }
    facade::NotePage => records::NotePage { notes: list, n_notes: same, n_damaged: same, next: same }
    facade::Salvaged => records::Salvaged { effects: into, n_records: same, n_damaged: same }
    facade::UpkeepSlice => records::UpkeepSlice { effects: into, n_rewritten: same, is_done: same }

    records::Owner => facade::Owner { tenant: same, principal: same, trust: into }
    records::NewNote => facade::NewNote {
        event_id: same, text: same, time: same, channel: same, origin: into, session: same, parents: same, anchors: same,
    }
    graph::FindQuestion => facade::FindQuestion {
        text: same, kinds: list, path_prefix: same, most: same, explain: same,
    }
    graph::ExportQuestion => facade::ExportQuestion {
        format: into, path_prefix: same, around: same, depth: same, cursor: same,
    }
    graph::AnchorsQuestion => facade::AnchorsQuestion { anchors: same }
    graph::PathQuestion => facade::PathQuestion {
        source: same, target: same, depth: same, kinds: list, least_confidence: same,
    }
}

replies! {
    facade::FindPage => graph::FindReply
    facade::Outline => graph::OutlineReply
    facade::WalkPage => graph::WalkReply
    facade::PathPage => graph::PathReply
    facade::HierarchyPage => graph::HierarchyReply
    facade::ResolvedAnchors => graph::AnchorsReply
    facade::Prepared => recall::PrepareReply
    facade::Additions => records::AddReply
    facade::Forgetting => records::ForgetReply
    facade::NotePage => records::NotesReply
    facade::Salvaged => records::SalvageReply
    facade::UpkeepSlice => records::UpkeepReply
}

enumerations! {
    memory::Purpose => facade::Purpose { Reading, Writing }
    graph::SymbolKind => facade::SymbolKind {
        File, Module, Class, Interface, Enum, Function, Method, Constant, Variable, Field, TypeAlias, Macro, Import,
    }
    // A block never leaves the core; were one shown, it would be as its type.
    facade::SymbolKind => graph::SymbolKind {
        File, Module, Class, Interface, Enum, Function, Method, Constant, Variable, Field, TypeAlias, Macro, Import;
        Block as Class
    }
    graph::EdgeKind => facade::EdgeKind { Calls, Imports, Uses, Inherits, Implements, References }
    facade::EdgeKind => graph::EdgeKind { Calls, Imports, Uses, Inherits, Implements, References }
    facade::Strategy => graph::Strategy {
        Lexical, Imported, Qualified, SelfMember, SuperMember, Annotated, Constructed, Returned, FieldType, Element,
        Flow, Overridden, UniqueName,
    }
    graph::ExportFormat => facade::ExportFormat { Text, Json, Dot, Mermaid, Graphml }
    facade::SkipReason => graph::SkipReason { Language, Size, Secret, Generated, Path }
    facade::AnchorState => graph::AnchorState { Same, Changed, Moved, Gone, Unknown }
    facade::PieceForm => recall::PieceForm { Source, Signature, StaleSignature }
    records::Origin => facade::Origin { Person, Agent, Tool, Imported }
    facade::Origin => records::Origin { Person, Agent, Tool, Imported }
    records::Trust => facade::Trust { Untrusted, Unconfirmed, Confirmed }
    facade::Trust => records::Trust { Untrusted, Unconfirmed, Confirmed }
    facade::Fate => records::Fate { Forgotten, AlreadyForgotten, Unknown }
}

impl From<facade::Symbol> for graph::Symbol {
    fn from(symbol: facade::Symbol) -> graph::Symbol {
        let (name, qualified_name, path) = (text(symbol.name()), text(symbol.qualified_name()), text(symbol.path()));
        let facade::Symbol { id, kind, first_line, last_line, signature, doc, tokens, .. } = symbol;
        let (kind, signature, doc) = (kind.into(), text(signature), text(doc));
        graph::Symbol { id, name, qualified_name, kind, path, first_line, last_line, signature, doc, tokens }
    }
}

impl From<facade::Verdict> for graph::Verdict {
    fn from(verdict: facade::Verdict) -> graph::Verdict {
        match verdict {
            facade::Verdict::Read(language) => graph::Verdict::Read(text(language)),
            facade::Verdict::Skip(reason) => graph::Verdict::Skip(reason.into()),
        }
    }
}

impl From<facade::Outcome> for records::Outcome {
    fn from(outcome: facade::Outcome) -> records::Outcome {
        match outcome {
            facade::Outcome::Taken(added) => records::Outcome::Taken(added),
            facade::Outcome::Refused(error) => records::Outcome::Refused(error.into()),
        }
    }
}

impl From<facade::Error> for types::Error {
    fn from(error: facade::Error) -> types::Error {
        use facade::Error::{Ambiguous, Full, Invalid, NewerFormat, ReadOnly, Stale, TooLarge, Unknown};
        match error {
            Invalid { argument, why } => {
                types::Error::Invalid(types::InvalidArgument { argument: text(argument), why })
            }
            TooLarge(limit) => types::Error::TooLarge(limit.into()),
            Full(limit) => types::Error::Full(limit.into()),
            Unknown { name, suggestions } => types::Error::Unknown(types::UnknownName { name, suggestions }),
            Ambiguous { name, candidates, n_candidates } => {
                types::Error::Ambiguous(types::Ambiguity { name, candidates, n_candidates })
            }
            Stale => types::Error::Stale,
            ReadOnly => types::Error::ReadOnly,
            NewerFormat(format) => types::Error::NewerFormat(format),
        }
    }
}
