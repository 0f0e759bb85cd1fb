//! Faults: why a call gives no answer, and what to do.
//!
//! Not here: errors of a host's store or folder, with which the host ends a call by itself.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::asker::{Asker, NextStep, shell_word};
use super::code::meanings::{Candidates, choice_arguments};
use super::hints::Hints;
use super::output::message;
use super::text::with_separators;
use crate::bindings::exports::scrubjay::memory::tools::ToolFault;
use crate::bindings::exports::scrubjay::memory::types::{Ambiguity, Error, InvalidArgument, UnknownName};
use crate::facade::UnreadLanguage;

/// Why a call gives no answer.
pub(super) enum Fault {
    /// The component refused a question.
    Refused(Error),
    /// An argument of the request itself, not of a question, and why it is not valid.
    WrongArgument(InvalidArgument),
    /// The component refused a question about records.
    OfRecords(Error, RecordsKind),
    /// A name that the call does not narrow to one meaning: several fit, or none is of the chosen kind and file.
    SeveralMeanings(Box<Candidates>),
    /// A name that no symbol has, with reasons, and the languages that are not read.
    UnknownName(Box<(UnknownName, Hints, Vec<UnreadLanguage>)>),
    /// A file that is not indexed, and why.
    LeftOut { path: String, why: String },
    /// A folder where a symbol or a file is asked for.
    IsFolder { path: String },
    /// A name where a file is asked for, and the file that defines a symbol of that name.
    NoFile { name: String, path: String },
    /// An error that the host reported in a reply.
    OfHost(ToolFault),
}

/// The subject of a question about records, on which the advice depends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordsKind {
    Memory,
    Session,
    Window,
}

impl Fault {
    /// Whether the component refused a question because a name in it is unknown.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self, Fault::Refused(Error::Unknown(_)))
    }

    /// The fault as hosts show it.
    pub(super) fn into_tool_fault(self, asker: Asker<'_>) -> ToolFault {
        let (code, message, why, advice) = (self.code(), self.sentence(asker), self.why(), self.advice(asker));
        let (mut hints, mut unread) = (None, Vec::new());
        let refusal = match self {
            Fault::OfHost(fault) => return fault,
            Fault::Refused(error) | Fault::OfRecords(error, _) => Some(error),
            Fault::WrongArgument(wrong) => Some(Error::Invalid(wrong)),
            Fault::SeveralMeanings(found) => Some(Error::Ambiguous(found.ambiguity())),
            Fault::UnknownName(unknown) => {
                let (unknown_name, reasons, languages) = *unknown;
                hints = Some(reasons.answer_hints(asker));
                unread = languages;
                Some(Error::Unknown(unknown_name))
            }
            Fault::LeftOut { .. } | Fault::IsFolder { .. } | Fault::NoFile { .. } => None,
        };
        ToolFault { code: code.to_owned(), message, why, advice, refusal, hints, unread }
    }

    /// The stable name of the error; empty for an error of the host, which brings its own.
    fn code(&self) -> &'static str {
        match self {
            Fault::Refused(error) | Fault::OfRecords(error, _) => refusal_code(error),
            Fault::WrongArgument(_) => "invalid",
            Fault::SeveralMeanings(_) => "ambiguous",
            Fault::UnknownName(_) => "unknown",
            Fault::LeftOut { .. } => "left_out",
            Fault::IsFolder { .. } => "folder",
            Fault::NoFile { .. } => "no_file",
            Fault::OfHost(_) => "",
        }
    }

    fn sentence(&self, asker: Asker<'_>) -> String {
        match self {
            Fault::WrongArgument(InvalidArgument { argument, why }) => format!("`{argument}` is not valid: {why}"),
            Fault::OfRecords(Error::Unknown(unknown), RecordsKind::Session) => {
                format!("nothing is known of a session {}", unknown.name)
            }
            Fault::Refused(error) | Fault::OfRecords(error, _) => refusal_sentence(error),
            Fault::SeveralMeanings(found) if found.symbols.is_empty() => {
                let restriction = if asker.is_agent() { "in such a file" } else { "of that kind and in such a file" };
                match found.n_all() {
                    1 => format!("the one meaning of {} is not {restriction}", found.name),
                    n => format!("none of the {} meanings of {} is {restriction}", with_separators(n), found.name),
                }
            }
            Fault::SeveralMeanings(found) => {
                let noun = if found.are_files() { "files" } else { "symbols" };
                format!("{} could mean {} {noun}", found.name, found.n_all())
            }
            Fault::UnknownName(unknown) => format!("nothing is called {}", unknown.0.name),
            Fault::LeftOut { path, .. } => format!("{path} is left out of the index"),
            Fault::IsFolder { path } if path.is_empty() => {
                "that is the whole folder, and a symbol or a file is asked for".to_owned()
            }
            Fault::IsFolder { path } => format!("{path} is a folder, and a symbol or a file is asked for"),
            Fault::NoFile { name, .. } => format!("{name} is no file, and a file is asked for"),
            Fault::OfHost(_) => String::new(),
        }
    }

    fn why(&self) -> Option<String> {
        match self {
            Fault::LeftOut { why, .. } => Some(why.clone()),
            _ => None,
        }
    }

    fn advice(&self, asker: Asker<'_>) -> Vec<String> {
        let one_line = |line: &str| vec![line.to_owned()];
        match self {
            Fault::Refused(Error::Full(_)) => one_line("try: scrubjay index --rebuild, into an empty one"),
            Fault::Refused(Error::NewerFormat(_)) => {
                one_line("try: a newer scrubjay, or `scrubjay index --rebuild`, which makes the index again")
            }
            Fault::OfRecords(error, RecordsKind::Memory) => memory_advice(error, asker),
            Fault::OfRecords(error, RecordsKind::Session) => session_advice(error, asker),
            Fault::OfRecords(error, RecordsKind::Window) => window_advice(error),
            Fault::SeveralMeanings(found) if found.symbols.is_empty() => {
                vec![format!("try without {}", choice_arguments(asker))]
            }
            Fault::SeveralMeanings(found) => found.in_words(asker),
            Fault::UnknownName(unknown) => unknown_advice(&unknown.0, &unknown.1, asker),
            Fault::IsFolder { path } => folder_advice(path, asker),
            Fault::NoFile { path, .. } => vec![format!("it is called so in: {path}")],
            Fault::Refused(_) | Fault::WrongArgument(_) | Fault::LeftOut { .. } | Fault::OfHost(_) => Vec::new(),
        }
    }
}

/// A fault as text: a line for what is wrong, one for the reason if it is known, and one for each piece of advice.
pub(super) fn in_words(fault: &ToolFault) -> String {
    let why = fault.why.as_ref().map(|why| format!("why: {why}"));
    let lines_below: Vec<String> = why.into_iter().chain(fault.advice.iter().cloned()).collect();
    message(&format!("error: {}", fault.message), &lines_below)
}

fn refusal_code(error: &Error) -> &'static str {
    match error {
        Error::Invalid(_) => "invalid",
        Error::TooLarge(_) => "too_large",
        Error::Full(_) => "full",
        Error::Unknown(_) => "unknown",
        Error::Ambiguous(_) => "ambiguous",
        Error::Stale => "stale",
        Error::ReadOnly => "read_only",
        Error::NewerFormat(_) => "newer_format",
        Error::Floor(_) => "floor",
        Error::Conflict => "conflict",
        Error::Expired(_) => "expired",
        Error::NotIndexed => "not_indexed",
        Error::Withheld(_) => "withheld",
    }
}

fn refusal_sentence(error: &Error) -> String {
    match error {
        Error::Invalid(InvalidArgument { argument, why }) => format!("{argument} is not valid: {why}"),
        Error::TooLarge(exceeded_limit) => {
            format!("{} {} (at most {})", exceeded_limit.actual, exceeded_limit.what, exceeded_limit.limit)
        }
        Error::Full(exceeded_limit) => {
            format!(
                "nothing more can be added to this store: {} {} of {}",
                exceeded_limit.actual, exceeded_limit.what, exceeded_limit.limit
            )
        }
        Error::Unknown(unknown) => format!("nothing is called {}", unknown.name),
        Error::Ambiguous(Ambiguity { name, candidates, n_candidates }) => {
            let noun = if candidates.iter().all(|one| one.first_line == 0) { "files" } else { "symbols" };
            format!("{name} could mean {n_candidates} {noun}")
        }
        Error::Stale => "the store was written while the question was being answered".to_owned(),
        Error::ReadOnly => "the memory was opened for reading".to_owned(),
        Error::NewerFormat(format) => format!("the rows have format {format}, which a newer release wrote"),
        Error::Floor(exceeded_limit) => {
            format!(
                "{} {} cannot be pruned, and the most is {}: raise it",
                exceeded_limit.actual, exceeded_limit.what, exceeded_limit.limit
            )
        }
        Error::Conflict => "another process was first: load the window or the session again".to_owned(),
        Error::Expired(id) => format!("the original of {id} is no longer kept"),
        Error::NotIndexed => "nothing was ever indexed here".to_owned(),
        Error::Withheld(id) => {
            format!("the original of {id} held a secret, and was not kept: whoever pushed it has it")
        }
    }
}

fn unknown_advice(unknown: &UnknownName, hints: &Hints, asker: Asker<'_>) -> Vec<String> {
    let mut lines = hints.in_words(asker);
    if !unknown.suggestions.is_empty() {
        lines.push(format!("did you mean: {}", unknown.suggestions.join(", ")));
    }
    if lines.is_empty() {
        lines.extend(match asker {
            Asker::Shell => Some("try: scrubjay find TEXT, with a part of the name".to_owned()),
            agent => agent.tool("find").map(|find| format!("try: {find}, with a part of the name")),
        });
    }
    lines
}

fn memory_advice(error: &Error, asker: Asker<'_>) -> Vec<String> {
    match error {
        Error::Unknown(unknown) if unknown.suggestions.is_empty() => {
            let advice = match asker {
                Asker::Shell => Some("try: scrubjay work events, which shows what is recorded".to_owned()),
                agent => agent.tool("recall").map(|recall| format!("try: {recall}, which finds what is recorded")),
            };
            advice.into_iter().collect()
        }
        Error::Unknown(unknown) => vec![format!("did you mean: {}", unknown.suggestions.join(", "))],
        Error::Ambiguous(ambiguity) => {
            let paths = ambiguity.candidates.iter().map(|one| format!("  {}", one.path));
            ["try one of these paths:".to_owned()].into_iter().chain(paths).collect()
        }
        Error::Full(_) => vec![
            "try: scrubjay memory backup FILE, then restore FILE: it leaves out what was forgotten".to_owned(),
            "or a greater --max-bytes".to_owned(),
        ],
        _ => Vec::new(),
    }
}

fn session_advice(error: &Error, asker: Asker<'_>) -> Vec<String> {
    let advice = match error {
        Error::Unknown(unknown) if !unknown.suggestions.is_empty() => {
            return vec![format!("did you mean: {}", unknown.suggestions.join(", "))];
        }
        Error::Conflict if asker.is_agent() => "nothing was changed; try again",
        Error::Unknown(_) | Error::NewerFormat(_) if asker.is_agent() => return Vec::new(),
        Error::Unknown(_) => "try: scrubjay session list",
        Error::Conflict => "nothing was changed; `scrubjay session show` says how it is now",
        Error::NewerFormat(_) => "try: the release that wrote it, or a newer one",
        _ => return Vec::new(),
    };
    vec![advice.to_owned()]
}

fn window_advice(error: &Error) -> Vec<String> {
    let advice = "an ID stands in a stub `[pruned ID; …]`, and a range of them in the first line of a `[recap …]`, of a window that is kept here";
    if matches!(error, Error::Unknown(_)) { vec![advice.to_owned()] } else { Vec::new() }
}

fn folder_advice(path: &str, asker: Asker<'_>) -> Vec<String> {
    let map_advice = NextStep::new("map", &[]).spelled_for(asker).map(|command| format!("try: {command}"));
    let find_advice = match asker {
        Asker::Shell => {
            Some(format!("or scrubjay find TEXT --in {}/", if path.is_empty() { ".".into() } else { shell_word(path) }))
        }
        agent => agent.tool("find").map(|tool| format!("or {tool} with {}", agent.argument("in"))),
    };
    map_advice.into_iter().chain(find_advice).collect()
}
