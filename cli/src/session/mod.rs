//! The commands on sessions and their contexts.

mod args;
mod functions;
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
    BeginQuestion, Beginning, CompareQuestion, FailurePage, FailuresQuestion, FilesToReread, RereadQuestion,
    SessionsQuestion, SummariseQuestion, VersionsQuestion,
};
use serde_json::{Value, json};

use crate::arguments::words;
use crate::memory::confirm;
use crate::memory::place::{MemoryLocation, OpenRecords, RecordsSource, SizeLimit};
use crate::output::Output;
use crate::output::asker::Asker;
use crate::output::json::Json as _;
use crate::output::text::counted_noun;
use crate::{Ending, Fault};

/// Advice if a message is empty.
const NO_MESSAGE: &str = "say what the session is asked to do, or leave the message out";
/// The most bytes read of a document; more than the library accepts, so that the library reports the error.
const MAX_INPUT: u64 = 64 << 20;

pub(crate) fn session(what: SessionCommand, from: RecordsSource<'_>, output: &Output) -> Result<Ending, Fault> {
    match what {
        SessionCommand::List { limit, after, place } => list(limit, after, &place, from, output),
        SessionCommand::Show(given) => show::show(given, from.folder(), output),
        SessionCommand::Save { id, given } => {
            let document = input(given.file.as_deref())?;
            changed(&given, from.folder(), output, |found| found.records.save_session(&id, &document, given.expected))
        }
        SessionCommand::Append { id, given } => {
            let entries = input(given.file.as_deref())?;
            changed(&given, from.folder(), output, |found| {
                found.records.append_to_session(&id, &entries, given.expected)
            })
        }
        SessionCommand::Compact(given) => compact(given, from.folder(), output),
        SessionCommand::Summarise { id, when, place } => {
            let mut found = place.open(from, output)?;
            let draft = found.records.summarise_session(&question(id, when))?;
            output.tell(&draft, |draft| format!("{}\n", draft.text), || draft.json());
            Ok(ending(&found, draft.n_entries == 0, "no limit is passed, so that nothing would leave", output))
        }
        SessionCommand::Versions { id, place } => {
            let mut found = place.open(from, output)?;
            let page = found.records.session_versions(&VersionsQuestion::new(id))?;
            output.tell(&page, |page| page.versions.iter().map(text::version_line).collect(), || page.json());
            Ok(ending(&found, false, "", output))
        }
        SessionCommand::Compare { id, older, newer, place } => {
            let mut found = place.open(from, output)?;
            let comparison = found.records.compare_sessions(&CompareQuestion { id, older, newer })?;
            output.tell(&comparison, text::comparison_text, || comparison.json());
            Ok(ending(&found, false, "", output))
        }
        SessionCommand::Recover { id, version, place } => {
            let mut found = place.open_to_change(&SizeLimit::AS_CONFIGURED, from, output)?;
            let version = found.records.recover_session(&id, version, None)?;
            output.answer(|| format!("version {version}\n"), || json!({ "version": version }));
            Ok(ending(&found, false, "", output))
        }
        SessionCommand::Fork { id, fork, version, place } => {
            let mut found = place.open_to_change(&SizeLimit::AS_CONFIGURED, from, output)?;
            let version = found.records.fork_session(&id, &fork, version, None)?;
            output.answer(|| format!("version {version}\n"), || json!({ "version": version }));
            Ok(ending(&found, false, "", output))
        }
        SessionCommand::Delete { id, yes, place } => delete(&id, yes, &place, from, output),
        SessionCommand::Reread { id, limit, place } => reread(id, limit, &place, from, output),
        SessionCommand::Failures { session, tool, limit, place } => {
            let mut found = place.open(from, output)?;
            let page = found.records.failures(&FailuresQuestion { session, tool, limit })?;
            let listed = |page: &FailurePage| page.failures.iter().map(|one| text::past_error_line(one, "")).collect();
            output.tell(&page, listed, || page.json());
            tell_others(page.failures.len() as u64, page.n_failures.into(), ["failure", "failures"], output);
            Ok(ending(&found, page.failures.is_empty(), "no call failed that no later one mended", output))
        }
        SessionCommand::Begin { message, limit, place } => begin(&message, limit, &place, from, output),
    }
}

fn list(
    limit: u32,
    after: String,
    place: &MemoryLocation,
    from: RecordsSource<'_>,
    output: &Output,
) -> Result<Ending, Fault> {
    let mut found = place.open(from, output)?;
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
    from: RecordsSource<'_>,
    output: &Output,
) -> Result<Ending, Fault> {
    let mut found = place.open_to_change(&SizeLimit::AS_CONFIGURED, from, output)?;
    confirm(yes, &format!("Delete the context of {id}, with its versions?"))?;
    let is_known = found.records.delete_session(id, None)?;
    let words = || if is_known { format!("the context of {} is deleted\n", one_line(id)) } else { String::new() };
    output.answer(words, || json!({ "is_known": is_known }));
    Ok(ending(&found, !is_known, "this session has no context", output))
}

fn reread(
    id: String,
    limit: u32,
    place: &MemoryLocation,
    from: RecordsSource<'_>,
    output: &Output,
) -> Result<Ending, Fault> {
    let mut found = place.open(from, output)?;
    let files = found.records.reread(&RereadQuestion { session: id, limit })?;
    let functions = functions::functions_worked_on(&files, &found.root);
    let listed = |files: &FilesToReread| {
        let functions = functions.iter().flatten().map(text::function_line);
        files.files.iter().map(text::reread_line).chain(functions).collect()
    };
    output.tell(&files, listed, || {
        let mut answer = files.json();
        answer["functions"] = functions.as_ref().map_or(Value::Null, |functions| functions.json());
        answer
    });
    let (n, n_all) = (files.files.len() as u64, u64::from(files.n_files));
    tell_others(n, n_all, ["file touched", "files touched"], output);
    if let n @ 1.. = files.n_lines.saturating_sub(files.lines.len() as u32) {
        output
            .say(format_args!("{} left out", counted_noun(n.into(), "older range of lines", "older ranges of lines")));
    }
    Ok(ending(&found, files.files.is_empty(), "no touch of a file was recorded for this session", output))
}

fn begin(
    message: &[String],
    limit: u32,
    place: &MemoryLocation,
    from: RecordsSource<'_>,
    output: &Output,
) -> Result<Ending, Fault> {
    let mut found = place.open(from, output)?;
    let beginning = found.records.begin_session(&BeginQuestion {
        message: if message.is_empty() { String::new() } else { words::text_or_input(message, NO_MESSAGE)? },
        limit,
        ..BeginQuestion::default()
    })?;
    output.tell(&beginning, text::beginning_text, || beginning.json());
    tell_others(beginning.files.len() as u64, beginning.n_files.into(), ["likely file", "likely files"], output);
    tell_more(&beginning, output);
    Ok(ending(&found, text::has_nothing_to_show(&beginning), &text::recorded_counts(&beginning), output))
}

/// Says what a beginning leaves out, and which command shows that.
fn tell_more(beginning: &Beginning, output: &Output) {
    let [tasks, errors] = match output.asker() {
        Asker::Shell => ["scrubjay work tasks", "scrubjay session failures"].map(|typed| Some(format!("`{typed}`"))),
        agent => ["tasks", "tools"].map(|question| Some(format!("{}(question={question:?})", agent.tool("work")?))),
    };
    if beginning.has_more_tasks {
        let shows = tasks.map(|tasks| format!(": {tasks} shows them")).unwrap_or_default();
        output.say(format_args!("more tasks are open{shows}"));
    }
    if beginning.has_more_errors {
        let shows = errors.map(|errors| format!(": {errors} shows more")).unwrap_or_default();
        output.say(format_args!("more failed{shows}"));
    }
}

/// Says how many items a list leaves out.
fn tell_others(n: u64, n_all: u64, [one, several]: [&str; 2], output: &Output) {
    if n < n_all {
        let limit = output.argument("limit");
        output.say(format_args!("{n} of {}: {limit} shows more", counted_noun(n_all, one, several)));
    }
}

fn changed(
    given: &SaveArgs,
    root: Option<PathBuf>,
    output: &Output,
    change: impl FnOnce(&mut OpenRecords<'_>) -> Result<u64, scrubjay::Error>,
) -> Result<Ending, Fault> {
    let mut found = given.place.open_to_change(&SizeLimit::AS_CONFIGURED, root, output)?;
    let version = change(&mut found)?;
    output.answer(|| format!("version {version}\n"), || json!({ "version": version }));
    Ok(ending(&found, false, "", output))
}

fn compact(given: Compact, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let Compact { id, when, task_hours, summary, model, mut expected, place } = given;
    let mut found = place.open_to_change(&SizeLimit::AS_CONFIGURED, root, output)?;
    let mut said = match summary {
        Some(file) => Some(bytes(&file)?),
        None => None,
    };
    if let Some(command) = model {
        let draft = found.records.summarise_session_with(&question(id.clone(), when), &mut |asked| {
            model::run_model_command(&command, asked)
        })?;
        if draft.n_entries > 0 {
            said = Some(draft.text.into_bytes());
            // What the model was told of is what leaves, or nothing does.
            expected = expected.or(Some(draft.version));
        }
    }
    let report = found.records.compact_session(&id, when.settings(task_hours), said.as_deref(), expected)?;
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

fn ending(found: &OpenRecords<'_>, is_empty: bool, why: &str, output: &Output) -> Ending {
    found.tell_salvage(output);
    if is_empty {
        output.say(why);
        return Ending::Nothing;
    }
    Ending::Found
}

/// Reads a file, or the standard input if none is given.
fn input(file: Option<&Path>) -> Result<String, Fault> {
    let mut text = String::new();
    match file {
        Some(file) if file != Path::new("-") => {
            let read = open::named(file).and_then(|open| open.take(MAX_INPUT).read_to_string(&mut text));
            read.map_err(|error| Fault::UnreadableFile(file.to_owned(), error))?;
        }
        _ => drop(std::io::stdin().take(MAX_INPUT).read_to_string(&mut text).map_err(Fault::UnreadableInput)?),
    }
    Ok(text)
}

fn bytes(file: &Path) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let read = open::named(file).and_then(|open| open.take(MAX_INPUT).read_to_end(&mut bytes));
    read.map_err(|error| Fault::UnreadableFile(file.to_owned(), error))?;
    Ok(bytes)
}
