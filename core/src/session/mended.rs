//! Mended failures: read from observations, which derive from the failure, the records between, and the success.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::begin::PastError;
use super::mending_edit::{MendingEdit, mending_edit};
use crate::base::id::RecordId;
use crate::record::RecordSpace;
use crate::record::derived::Aim;
use crate::record::envelope::Record;
use crate::record::event::{Body, Observation, PatternKind, ToolCall};
use crate::record::keyspace::Kind;
use crate::record::rows::Rows;
use crate::record::stored::record_of;
use crate::text::chatter::{chatter_terms, terms_of};
use crate::text::error_line::{begins_error, first_error_line, names_place, names_test};
use crate::text::terms::Term;

/// The most observations that are considered, newest first.
const MAX_OBSERVATIONS: usize = 64;
/// The most mended failures in an answer.
const MAX_MENDED: usize = 3;
/// The most edited files that are told as a fix; more were other work too.
const MAX_FILES_TOLD: usize = 3;
/// Ends of names of files that any work changes, in lower case.
const INCIDENTAL_ENDS: [&str; 7] = [".lock", "-lock.json", "-lock.yaml", ".lockb", ".log", ".md", ".txt"];
/// Names of files that any work changes, in lower case.
const INCIDENTAL_NAMES: [&str; 2] = ["go.sum", "npm-shrinkwrap.json"];
/// Words of commands that only test or tell something.
const TESTING_WORDS: [&str; 10] =
    ["test", "tests", "check", "lint", "vet", "doc", "help", "--help", "--version", "version"];
/// Words, or parts of words, by which commands say that they test, build or lint a project.
const CHECKING_WORDS: [&str; 18] = [
    "test",
    "tests",
    "pytest",
    "unittest",
    "nextest",
    "vitest",
    "jest",
    "build",
    "check",
    "typecheck",
    "lint",
    "eslint",
    "vet",
    "clippy",
    "tsc",
    "mypy",
    "compile",
    "make",
];
/// The number of a command's first words that say what it does, after a change of the folder.
const MAX_CHECKING_WORDS: usize = 6;
/// Words that many errors and commands share.
const COMMON_WORDS: &str = "argument cannot code command directory error exit failed failure file found git invalid line no not \
    option path shell status such syntax unexpected unknown usage";

/// A failure, with the edits, commands or other call by which it was mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MendedError {
    /// The error that was mended.
    pub error: PastError,
    /// The files that were edited before the success.
    pub files: Vec<String>,
    /// The commands before the success that may have changed something.
    pub commands: Vec<String>,
    /// The call that succeeded, if it differs from the failed one; else empty.
    pub succeeded_as: String,
}

/// A mended failure with the records that its observation derives from, and what explains the success.
pub(crate) struct MendedFailure {
    /// The failed call.
    pub(crate) failed_record: (RecordId, Record),
    /// The observation of the mended error.
    pub(crate) observation: Observation,
    /// The files that were edited before the success, without those that any work changes.
    pub(crate) files: Vec<String>,
    /// The commands before the success that have to do with the error.
    pub(crate) commands: Vec<String>,
    /// The call that succeeded, if it differs from the failed one in what the error is about; else empty.
    pub(crate) succeeded_as: String,
    /// The edit of what the error is about, if a compiler or linter reported the error with its place.
    pub(crate) edit: Option<MendingEdit>,
    /// All records that the observation derives from.
    pub(crate) parents: Vec<(RecordId, Record)>,
}

impl MendedFailure {
    /// Reads an observation. `None` if its pattern is not `ErrorFix`, if the first record that it derives from is no
    /// call, if the success is none, or if nothing explains it.
    pub(crate) fn of(rows: &Rows, tenant: &str, id: RecordId) -> Option<MendedFailure> {
        let observation = record_of(rows, tenant, id)?;
        let parents = observation.parents.iter().map(|parent| (parent.id(), record_of(rows, tenant, parent.id())));
        let parents: Vec<(RecordId, Record)> = parents.filter_map(|(id, record)| Some((id, record?))).collect();
        let Some(Body::Observation(observation)) = observation.body else { return None };
        let ([(failed_id, failed), later_parents @ ..], PatternKind::ErrorFix) =
            (parents.as_slice(), observation.pattern)
        else {
            return None;
        };
        let call = call_of(failed)?;
        let error = first_error_line(call.error_text());
        let error_words = ErrorWords::of(error);
        let (last_parent, later_parents) = later_parents.split_last()?;
        let commands = later_parents.iter().filter_map(|(_, record)| Some(Aim::command_or_file(call_of(record)?)));
        let (failed_as, success) = (Aim::command_or_file(call), call_of(&last_parent.1)?);
        let succeeded_as = Aim::command_or_file(success);
        let is_still_there = !error.is_empty() && success.output.contains(error);
        if is_still_there || adds_pipe(&failed_as, &succeeded_as) {
            return None;
        }
        let edit = names_place(error).then(|| {
            let between = later_parents.iter().map(|(_, record)| record);
            mending_edit(rows, tenant, call.error_text(), between)
        });
        let mending = MendedFailure {
            edit: edit.flatten(),
            failed_record: (*failed_id, failed.clone()),
            files: observation.files.iter().filter(|file| !is_incidental(file, error)).cloned().collect(),
            commands: commands.filter(|command| explains(command, &failed_as, &error_words)).collect(),
            succeeded_as: Some(succeeded_as)
                .filter(|other| changes_what_failed(&failed_as, other, &error_words))
                .unwrap_or_default(),
            observation,
            parents,
        };
        mending.is_explained().then_some(mending)
    }

    fn is_explained(&self) -> bool {
        !self.files.is_empty() || !self.commands.is_empty() || !self.succeeded_as.is_empty()
    }

    /// The mending as far as it helps where the error comes again; `None` if it does not. That is the form in which the
    /// call succeeded, else the edited files, unless the error named them or there are many, else the commands before.
    /// A failed test is mended by edits alone. An error of a compiler says itself where it is mended: there the edit is
    /// what helps.
    pub(crate) fn into_told(mut self) -> Option<MendedFailure> {
        let error = self.error_text();
        let line = first_error_line(error);
        if names_place(line) {
            (self.files, self.commands, self.succeeded_as) = (Vec::new(), Vec::new(), String::new());
            return self.edit.is_some().then_some(self);
        }
        let is_unnamed = |file: &String| !error.contains(file.rsplit('/').next().unwrap_or(file));
        let helps = begins_error(line) && self.files.len() <= MAX_FILES_TOLD && self.files.iter().any(is_unnamed);
        let is_test = names_test(line);
        if !self.succeeded_as.is_empty() && !is_test {
            (self.files, self.commands) = (Vec::new(), Vec::new());
            return Some(self);
        }
        if is_test || !self.files.is_empty() {
            (self.commands, self.succeeded_as) = (Vec::new(), String::new());
            return helps.then_some(self);
        }
        Some(self)
    }

    /// What identifies the way in which it was mended: the commands by their first words, else the call that succeeded,
    /// else the files.
    pub(crate) fn way(&self) -> String {
        let program = |command: &String| command.split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        let programs: BTreeSet<String> = self.commands.iter().map(program).collect();
        let change = self.edit.as_ref().map(|edit| edit.change.clone());
        let parts =
            [self.succeeded_as.clone()].into_iter().chain(programs).chain(self.files.iter().cloned()).chain(change);
        parts.collect::<Vec<_>>().join("\n")
    }

    /// What the failed call printed.
    pub(crate) fn error_text(&self) -> &str {
        call_of(&self.failed_record.1).map_or("", ToolCall::error_text)
    }

    /// The command or file of the failed call.
    fn failed_call(&self) -> String {
        call_of(&self.failed_record.1).map(Aim::command_or_file).unwrap_or_default()
    }

    /// The error of the failed call.
    fn error(&self) -> Option<PastError> {
        let (id, record) = &self.failed_record;
        let call = call_of(record)?;
        Some(PastError {
            id: id.text(),
            time: record.time.milliseconds(),
            session: record.session.clone(),
            tool: call.tool.clone(),
            error: first_error_line(call.error_text()).to_string(),
        })
    }

    /// What explains the success, as labels and texts.
    pub(crate) fn labelled_lines(&self) -> Vec<(String, String)> {
        let ways = [
            ("mended by edits of", self.files.join(", ")),
            ("mended by", self.commands.join("; ")),
            ("succeeded as", self.succeeded_as.clone()),
        ];
        let edit = self.edit.iter().map(|edit| (format!("mended by an edit of {}", edit.path), edit.change.clone()));
        let ways = ways.into_iter().map(|(label, what)| (label.to_string(), what)).filter(|(_, what)| !what.is_empty());
        edit.chain(ways).collect()
    }
}

/// Whether a file is one that any work changes: a lock of a package manager, a note, or a file of a tool's own folder.
/// A file that the error names is none.
fn is_incidental(file: &str, error: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or(file);
    let lower = name.to_lowercase();
    let is_incidental = INCIDENTAL_ENDS.iter().any(|end| lower.ends_with(end))
        || INCIDENTAL_NAMES.contains(&lower.as_str())
        || file.split('/').rev().skip(1).any(|folder| folder.len() > 1 && folder.starts_with('.'));
    is_incidental && !error.contains(name)
}

/// Whether a command before a success has to do with the error: it shares a word with it, or is of the same program.
/// Commands of git are of the same program whatever they do, and a command that only tests explains nothing.
fn explains(command: &str, failed_as: &str, error_words: &ErrorWords) -> bool {
    let tests = |word: &str| TESTING_WORDS.contains(&word) || word.contains("lint");
    if command.split_whitespace().take(3).any(tests) {
        return false;
    }
    let (ran, failed) = (command.split_whitespace().next(), failed_as.split_whitespace().next());
    error_words.are_in(command) || ran.is_some_and(|program| program != "git" && Some(program) == failed)
}

/// Whether a command line hides by a pipe, or by what runs after a failure, how its program ended, unlike an earlier one.
fn adds_pipe(failed_as: &str, succeeded_as: &str) -> bool {
    succeeded_as.contains('|') && !failed_as.contains('|')
}

/// Whether the words in which two command lines differ are what the error is about.
fn changes_what_failed(failed_as: &str, succeeded_as: &str, error_words: &ErrorWords) -> bool {
    let words = |command| str::split_whitespace(command).collect::<BTreeSet<&str>>();
    words(failed_as).symmetric_difference(&words(succeeded_as)).any(|word| error_words.are_in(word))
}

/// Whether a command checks the project: it tests, builds or lints it. What else fails has mostly passing reasons.
pub(crate) fn checks_project(command: &str) -> bool {
    let first_words = command.split_whitespace().take(MAX_CHECKING_WORDS);
    let mut parts = first_words.flat_map(|word| word.split(|char: char| !char.is_alphanumeric()));
    parts.any(|part| CHECKING_WORDS.contains(&part))
}

/// The words of an error, without those that many errors and commands have.
struct ErrorWords(BTreeSet<Term>);

impl ErrorWords {
    fn of(error: &str) -> ErrorWords {
        let (common, chatter) = (terms_of(COMMON_WORDS), chatter_terms());
        ErrorWords(
            terms_of(error).into_iter().filter(|term| !common.contains(term) && !chatter.contains(term)).collect(),
        )
    }

    /// Whether a text has one of them.
    fn are_in(&self, text: &str) -> bool {
        terms_of(text).iter().any(|term| self.0.contains(term))
    }
}

fn call_of(record: &Record) -> Option<&ToolCall> {
    match &record.body {
        Some(Body::ToolCall(call)) => Some(call),
        _ => None,
    }
}

/// The topic of a message, to find errors about it.
pub(crate) struct MessageTopic {
    terms: BTreeSet<Term>,
    /// Whether the message states no request, so that every error matches.
    is_vague: bool,
}

impl MessageTopic {
    pub(crate) fn of(message: &str) -> MessageTopic {
        let (terms, chatter) = (terms_of(message), chatter_terms());
        MessageTopic { is_vague: terms.iter().all(|term| chatter.contains(term)), terms }
    }

    /// Whether a text shares a term with the message.
    fn shares_term(&self, text: &str) -> bool {
        terms_of(text).iter().any(|term| self.terms.contains(term))
    }

    /// Whether a failure matches the topic.
    pub(crate) fn concerns(&self, rows: &Rows, tenant: &str, error: &PastError) -> bool {
        self.is_vague || {
            let record = RecordId::parse(&error.id).and_then(|id| record_of(rows, tenant, id));
            let aim = record.as_ref().and_then(call_of).map(Aim::command_or_file).unwrap_or_default();
            self.shares_term(&format!("{} {aim} {}", error.tool, error.error))
        }
    }
}

impl RecordSpace {
    /// Mended failures that share a word with the message, newest first, each once.
    pub(crate) fn mended(&self, rows: &Rows, message: &str) -> Vec<(MendedFailure, MendedError)> {
        let topic = MessageTopic::of(message);
        if topic.terms.is_empty() {
            return Vec::new();
        }
        let tenant = self.owner.tenant.as_str();
        let mut known_errors = BTreeSet::new();
        let mended_error = |id: RecordId| {
            let mending = MendedFailure::of(rows, tenant, id)?;
            let error = mending.error()?;
            let fits = topic.shares_term(&format!("{} {} {}", error.tool, mending.failed_call(), error.error));
            let is_new =
                fits && !error.error.is_empty() && known_errors.insert((error.tool.clone(), error.error.clone()));
            let MendedFailure { files, commands, succeeded_as, .. } = &mending;
            let (files, commands, succeeded_as) = (files.clone(), commands.clone(), succeeded_as.clone());
            is_new.then_some((mending, MendedError { error, files, commands, succeeded_as }))
        };
        let observation_ids = self.newest_not_imported(rows, Kind::Observation, MAX_OBSERVATIONS, u64::MAX);
        observation_ids.into_iter().filter_map(mended_error).take(MAX_MENDED).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::checks_project;

    #[test]
    fn a_command_that_checks_a_project_is_known_by_whole_words() {
        for command in
            ["cargo test", "npm run test:ci", "cd web && yarn build", "golangci-lint run", "python -m pytest a"]
        {
            assert!(checks_project(command), "{command}");
        }
        for command in ["git checkout main", "npm install shelf@latest", "gh pr view 7", "cat Makefile", ""] {
            assert!(!checks_project(command), "{command}");
        }
    }
}
