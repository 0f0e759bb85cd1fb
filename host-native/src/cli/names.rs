//! The words of the interface as arguments, and what failures and reasons say of files.

use clap::builder::PossibleValuesParser;
use scrubjay::files::scan::Failure;
use scrubjay::index::LeftOut;
use scrubjay::wit::Word;
use scrubjay::wit::graph::SkipReason;

/// The words that an argument takes.
pub(super) fn words<W: Word>() -> PossibleValuesParser {
    PossibleValuesParser::new(W::WORDS.iter().map(|(word, _)| *word))
}

/// The cases of words that an argument took.
pub(super) fn cases<W: Word>(words: &[String]) -> Vec<W> {
    words.iter().filter_map(|word| W::named(word)).collect()
}

/// What a failure says of a file.
pub(super) fn failure(failure: Failure) -> &'static str {
    match failure {
        Failure::Refused => "the component refused it",
        Failure::Deadline => "it took the component too long",
        Failure::Trap => "the component failed on it",
        Failure::TimedOut => "parsing took too long",
        Failure::Unlinked => "the component failed to link it: it has no edges of its own",
    }
}

/// What a reason says of files that were left out.
pub(super) fn left_out(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::Language => "in no known language",
        SkipReason::Size => "over 4 MiB",
        SkipReason::Secret => "named like secrets",
        SkipReason::Generated => "named as generated",
        SkipReason::Path => "with an unusable path (`scrubjay doctor` names them)",
    }
}

/// Why a file was left out, of one file.
pub(super) fn why_left_out(left_out: LeftOut) -> &'static str {
    match left_out {
        LeftOut::Skipped(SkipReason::Language) => "it is in no known language",
        LeftOut::Skipped(SkipReason::Size) => "it is over 4 MiB",
        LeftOut::Skipped(SkipReason::Secret) => "it is named like a secret",
        LeftOut::Skipped(SkipReason::Generated) => "it is named as generated",
        LeftOut::Skipped(SkipReason::Path) => "its path cannot be used",
        LeftOut::NotUtf8 => "it is not UTF-8",
        LeftOut::Failed(how) => failure(how),
    }
}
