//! The commands on sessions and their contexts.

mod args;
mod model;
mod show;
mod text;

use std::io::Read;
use std::path::{Path, PathBuf};

pub(crate) use args::SessionCommand;
use args::{Compact, CompactionRules, SaveArgs};
use scrubjay::open;
use scrubjay::shown::one_line;
use scrubjay::wit::session::{
    BeginQuestion, CompareQuestion, FailuresQuestion, RereadQuestion, SessionsQuestion, SummariseQuestion,
    VersionsQuestion,
};
use scrubjay::wit::tools::ToolRequest;
use serde_json::json;

use crate::arguments::words;
use crate::memory::confirm;
use crate::memory::place::{MemoryLocation, OpenRecords, SizeLimit};
use crate::output::Output;
use crate::output::json::Json as _;
use crate::{Ending, Fault, request};

/// Advice if a message is empty.
const NO_MESSAGE: &str = "say what the session is asked to do, or leave the message out";
/// The most bytes read of a document; more than the library accepts, so that the library reports the error.
const MAX_INPUT: u64 = 64 << 20;

pub(crate) fn session(what: SessionCommand, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    match what {
        SessionCommand::List { limit, after, place } => list(limit, after, &place, root, output),
        SessionCommand::Show(given) => show::show(given, root, output),
        SessionCommand::Save { id, given } => {
            let document = read_input(given.file.as_deref())?;
            apply_change(&given, root, output, |found| found.records.save_session(&id, &document, given.expected))
        }
        SessionCommand::Append { id, given } => {
            let entries = read_input(given.file.as_deref())?;
            apply_change(&given, root, output, |found| found.records.append_to_session(&id, &entries, given.expected))
        }
        SessionCommand::Compact(given) => compact(given, root, output),
        SessionCommand::Summarise { id, when, place } => {
            let mut found = place.open(root, output)?;
            let draft = found.records.summarise_session(&question(id, when))?;
            output.tell(&draft, |draft| format!("{}\n", draft.text), || draft.json());
            Ok(ending(&found, draft.n_entries == 0, "no limit is passed, so that nothing would leave", output))
        }
        SessionCommand::Versions { id, place } => {
            let mut found = place.open(root, output)?;
            let page = found.records.session_versions(&VersionsQuestion::new(id))?;
            output.tell(&page, |page| page.versions.iter().map(text::version_line).collect(), || page.json());
            Ok(ending(&found, false, "", output))
        }
        SessionCommand::Compare { id, older, newer, place } => {
            let mut found = place.open(root, output)?;
            let comparison = found.records.compare_sessions(&CompareQuestion { id, older, newer })?;
            output.tell(&comparison, text::comparison_text, || comparison.json());
            Ok(ending(&found, false, "", output))
        }
        SessionCommand::Recover { id, version, place } => {
            let mut found = place.open_to_change(&SizeLimit::AS_CONFIGURED, root, output)?;
            let version = found.records.recover_session(&id, version, None)?;
            output.answer(|| format!("version {version}\n"), || json!({ "version": version }));
            Ok(ending(&found, false, "", output))
        }
        SessionCommand::Fork { id, fork, version, place } => {
            let mut found = place.open_to_change(&SizeLimit::AS_CONFIGURED, root, output)?;
            let version = found.records.fork_session(&id, &fork, version, None)?;
            output.answer(|| format!("version {version}\n"), || json!({ "version": version }));
            Ok(ending(&found, false, "", output))
        }
        SessionCommand::Delete { id, yes, place } => delete(&id, yes, &place, root, output),
        SessionCommand::Reread { id, limit, place } => {
            show_answer(ToolRequest::Reread(RereadQuestion { session: id, limit }), &place, root, output)
        }
        SessionCommand::Failures { session, tool, limit, place } => {
            show_answer(ToolRequest::Failures(FailuresQuestion { session, tool, limit }), &place, root, output)
        }
        SessionCommand::Begin { message, limit, place } => {
            let message = if message.is_empty() { String::new() } else { words::text_or_input(&message, NO_MESSAGE)? };
            let question = BeginQuestion { message, limit, ..BeginQuestion::default() };
            show_answer(ToolRequest::BeginSession(question), &place, root, output)
        }
    }
}

fn list(
    limit: u32,
    after: String,
    place: &MemoryLocation,
    root: Option<PathBuf>,
    output: &Output,
) -> Result<Ending, Fault> {
    let mut found = place.open(root, output)?;
    let page = found.records.sessions(&SessionsQuestion { limit, after, ..SessionsQuestion::default() })?;
    output.tell(&page, |page| page.sessions.iter().map(text::session_line).collect(), || page.json());
    for id in &page.damaged {
        output.warn(format_args!("the context of {id} cannot be read, because its row is damaged"));
    }
    if !page.next.is_empty() {
        output.say(format_args!("there are more: --after {}", page.next));
    }
    Ok(ending(&found, page.sessions.is_empty(), "no session recorded anything, and none has a context", output))
}

fn delete(
    id: &str,
    yes: bool,
    place: &MemoryLocation,
    root: Option<PathBuf>,
    output: &Output,
) -> Result<Ending, Fault> {
    let mut found = place.open_to_change(&SizeLimit::AS_CONFIGURED, root, output)?;
    confirm(yes, &format!("Delete the context of {id}, with its versions?"))?;
    let is_known = found.records.delete_session(id, None)?;
    let words = || if is_known { format!("the context of {} is deleted\n", one_line(id)) } else { String::new() };
    output.answer(words, || json!({ "is_known": is_known }));
    Ok(ending(&found, !is_known, "this session has no context", output))
}

/// Answers a request from the records in `place`, and shows the answer.
fn show_answer(
    request: ToolRequest,
    place: &MemoryLocation,
    root: Option<PathBuf>,
    output: &Output,
) -> Result<Ending, Fault> {
    request::show_from_records(&request, &mut place.open(root, output)?, true, output)
}

fn apply_change(
    given: &SaveArgs,
    root: Option<PathBuf>,
    output: &Output,
    change: impl FnOnce(&mut OpenRecords) -> Result<u64, scrubjay::Error>,
) -> Result<Ending, Fault> {
    let mut found = given.place.open_to_change(&SizeLimit::AS_CONFIGURED, root, output)?;
    let version = change(&mut found)?;
    output.answer(|| format!("version {version}\n"), || json!({ "version": version }));
    Ok(ending(&found, false, "", output))
}

fn compact(given: Compact, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let Compact { id, when, task_hours, summary, model, mut expected, place } = given;
    let mut found = place.open_to_change(&SizeLimit::AS_CONFIGURED, root, output)?;
    let mut summary_text = match summary {
        Some(file) => Some(read_bytes(&file)?),
        None => None,
    };
    if let Some(command) = model {
        let draft = found.records.summarise_session_with(&question(id.clone(), when), &mut |request| {
            model::run_model_command(&command, request)
        })?;
        if draft.n_entries > 0 {
            summary_text = Some(draft.text.into_bytes());
            // Only what the model has summarised may be removed: the compaction fails if the session has changed since.
            expected = expected.or(Some(draft.version));
        }
    }
    let report = found.records.compact_session(&id, when.settings(task_hours), summary_text.as_deref(), expected)?;
    output.tell(&report, text::compaction_text, || report.json());
    let is_idle = report.n_removed + report.n_facts_removed + report.n_tasks_removed == 0;
    Ok(ending(&found, is_idle, "no limit is passed: `--now` compacts all the same", output))
}

fn question(id: String, when: CompactionRules) -> SummariseQuestion {
    let settings = when.settings(0);
    SummariseQuestion {
        max_entries: settings.max_entries,
        keep_entries: settings.keep_entries,
        max_tokens: settings.max_tokens,
        is_manual: settings.is_manual,
        ..SummariseQuestion::new(id)
    }
}

fn ending(found: &OpenRecords, is_empty: bool, why: &str, output: &Output) -> Ending {
    found.tell_salvage(output);
    if is_empty {
        output.say(why);
        return Ending::Nothing;
    }
    Ending::Found
}

/// Reads a file, or the standard input for `-` or no file.
fn read_input(file: Option<&Path>) -> Result<String, Fault> {
    let mut text = String::new();
    match file {
        Some(file) if file != Path::new("-") => {
            let read_result = open::named(file).and_then(|open| open.take(MAX_INPUT).read_to_string(&mut text));
            read_result.map_err(|error| Fault::UnreadableFile(file.to_owned(), error))?;
        }
        _ => drop(std::io::stdin().take(MAX_INPUT).read_to_string(&mut text).map_err(Fault::UnreadableInput)?),
    }
    Ok(text)
}

fn read_bytes(file: &Path) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let read_result = open::named(file).and_then(|open| open.take(MAX_INPUT).read_to_end(&mut bytes));
    read_result.map_err(|error| Fault::UnreadableFile(file.to_owned(), error))?;
    Ok(bytes)
}
