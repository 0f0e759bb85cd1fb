//! Enums of the interface as values of arguments, and descriptions of failures and of reasons for skipping.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command};
use scrubjay::files::scan::Failure;
use scrubjay::index::LeftOut;
use scrubjay::wit::Word;
use scrubjay::wit::graph::SkipReason;

/// Parses a word of an enum, with hyphens or underscores.
#[derive(Clone)]
pub(crate) struct WordParser(PossibleValuesParser);

pub(crate) fn word_parser<W: Word>() -> WordParser {
    WordParser(PossibleValuesParser::new(W::WORDS.iter().map(|(word, _)| *word)))
}

impl TypedValueParser for WordParser {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        let snake_case = value.to_str().map(|word| word.replace('-', "_"));
        let parsed = snake_case.and_then(|snake_case| self.0.parse_ref(command, argument, snake_case.as_ref()).ok());
        // What is refused is named as it was typed.
        parsed.map_or_else(|| self.0.parse_ref(command, argument, value), Ok)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// The cases of an enum by their words; unknown words are left out.
pub(crate) fn parse_cases<W: Word>(words: &[String]) -> Vec<W> {
    words.iter().filter_map(|word| W::named(word)).collect()
}

/// Why a file failed, as a clause in which `it` is the file.
pub(crate) fn failure_text(failure: Failure) -> &'static str {
    match failure {
        Failure::Refused => "the component refused it",
        Failure::Deadline => "it took the component too long",
        Failure::Trap => "the component failed on it",
        Failure::TimedOut => "parsing took too long",
        Failure::Quarantined => "the component failed to link it: it has no edges of its own",
    }
}

/// Why files were skipped, as a phrase about several files.
pub(crate) fn skip_reason_text(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::Language => "in no known language",
        SkipReason::Size => "over 4 MiB",
        SkipReason::Secret => "named like secrets",
        SkipReason::Generated => "generated, or put there by a package manager",
        SkipReason::Path => "with an unusable path (`scrubjay doctor` names them)",
    }
}

/// Why the index lacks a file, or lacks its edges, as a clause in which `it` is the file.
pub(crate) fn why_left_out(left_out: LeftOut) -> &'static str {
    match left_out {
        LeftOut::Skipped(SkipReason::Language) => "it is in no language that is read",
        LeftOut::Skipped(SkipReason::Size) => "it is over 4 MiB",
        LeftOut::Skipped(SkipReason::Secret) => "it is named like a secret",
        LeftOut::Skipped(SkipReason::Generated) => "it is generated, or a package manager put it there",
        LeftOut::Skipped(SkipReason::Path) => "its path cannot be used",
        LeftOut::Excluded => "a pattern of `--exclude` leaves it out, and `scrubjay status` shows them",
        LeftOut::Installed => "it lies in a folder that a package manager or a build fills",
        LeftOut::NotUtf8 => "it is not UTF-8",
        LeftOut::Failed(how) => failure_text(how),
    }
}
