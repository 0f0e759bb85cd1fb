//! The command `doctor`: the state of the index, what is wrong, and how to fix it. It changes nothing.

use std::path::{Path, PathBuf};

use scrubjay::files::root::canonical;
use scrubjay::guest::{COMPONENT, COMPONENT_HASH};
use scrubjay::index::{Known, skip_reason};
use scrubjay::open;
use scrubjay::records::{self, Config, MemoryOwnership, Records, Settings};
use scrubjay::store::holder::Life;
use scrubjay::store::lock::{Lock, beside};
use scrubjay::store::on_disk;
use scrubjay::store::place::Place;
use scrubjay::wit::Word as _;
use scrubjay::wit::capture::Harness;
use scrubjay::wit::graph::FindQuestion;
use scrubjay::wit::memory::MemoryStatus;
use scrubjay::{Error, Memory};
use serde_json::{Value, json};

use crate::arguments::names;
use crate::capture::history_file;
use crate::hook::noted;
use crate::index::{installed_in_words, patterns_in_words};
use crate::init::{MovedProgram, moved_programs};
use crate::memory::damaged::salvage_in_words as salvaged;
use crate::memory::place::project_folder;
use crate::output::Output;
use crate::output::asker::Asker;
use crate::output::text::{count, counted_noun, path_of, shown, size_text};
use crate::{Ending, Fault};

/// Fewer free bytes than this are a bad finding: an index run may need as many bytes as the source has.
const MIN_FREE: u64 = 200 << 20;
/// The most files that one finding lists by name.
const MAX_LISTED: usize = 20;
/// Milliseconds of a day. Faults of hooks that are older than a day are not reported.
const DAY: i64 = 24 * 60 * 60 * 1_000;
/// The most bytes read of the rules in `.gitignore`.
const MAX_RULES: u64 = 64 << 10;

/// The most bytes read of an agent's settings.
const MAX_SETTINGS: u64 = 16 << 20;
/// How many days Claude Code keeps transcripts unless its settings say otherwise.
const DEFAULT_LIFETIME: u64 = 30;

/// The result of one check.
struct Finding {
    name: &'static str,
    /// `None` if there is nothing to do.
    advice: Option<String>,
    words: String,
}

#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn good(&mut self, name: &'static str, words: impl Into<String>) {
        self.0.push(Finding { name, advice: None, words: words.into() });
    }

    fn bad(&mut self, name: &'static str, words: impl Into<String>, advice: impl Into<String>) {
        self.0.push(Finding { name, advice: Some(advice.into()), words: words.into() });
    }

    /// Adds a good finding if the list is empty, else a bad one that lists the names.
    fn expect_none(&mut self, name: &'static str, listed: &[String], advice: &str) {
        let first_listed: Vec<&str> = listed.iter().take(MAX_LISTED).map(String::as_str).collect();
        let more = if listed.len() > MAX_LISTED { ", …" } else { "" };
        match listed.len() {
            0 => self.good(name, "none"),
            n => self.bad(name, format!("{n}: {}{more}", first_listed.join(", ")), advice),
        }
    }
}

pub(crate) fn doctor(root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    // A folder without an index may have notes all the same.
    let root = project_folder(root)?;
    let mut findings = Findings::default();
    let component = COMPONENT_HASH.iter().take(8).map(|byte| format!("{byte:02x}")).collect::<String>();
    let version = env!("CARGO_PKG_VERSION");
    // A constant, so that only the component's length is compiled into the program, and not its bytes.
    const N_BYTES: u64 = COMPONENT.len() as u64;
    findings.good("component", format!("{version}, sha256 {component}…, {}", size_text(N_BYTES)));
    let place_result =
        canonical(&root).map_err(|source| Error::NoFolder { path: root.clone(), source }).and_then(|root| {
            let place = Place::to_read(&root)?;
            check_folder(&place, place.is_inside(&root), &mut findings);
            Ok(place)
        });
    match place_result.map_err(Fault::from).and_then(|place| check_index(&root, &place, &mut findings)) {
        Ok(()) => {}
        Err(fault) => {
            let advice = fault.advice(output.asker());
            let advice = if advice.is_empty() { "scrubjay index".to_owned() } else { advice_on_one_line(&advice) };
            findings.bad("index", fault.sentence(), advice);
        }
    }
    check_settings(&mut findings);
    check_owner(&root, &mut findings);
    check_notes(&root, &mut findings);
    check_hooks(&root, &mut findings);
    check_programs(&root, &mut findings);
    check_lifetime(&mut findings);
    let is_well = findings.0.iter().all(|finding| finding.advice.is_none());
    output.answer(|| in_words(&findings), || in_json(&findings, is_well));
    Ok(if is_well { Ending::Found } else { Ending::Error })
}

/// Joins lines of advice by semicolons, without the `try: ` before each.
fn advice_on_one_line(advice: &[String]) -> String {
    let lines: Vec<&str> = advice.iter().map(|line| line.strip_prefix("try: ").unwrap_or(line)).collect();
    lines.join("; ")
}

/// Checks the folder of the index: who writes it, whether git ignores it, and the free space.
fn check_folder(place: &Place, is_inside: bool, findings: &mut Findings) {
    match Lock::holder(&place.lock()) {
        Ok(None) => findings.good("lock", "free"),
        Ok(Some((holder, Life::Alive))) => findings.good("lock", format!("held by {holder}, which writes")),
        Ok(Some((holder, Life::Dead))) => {
            findings.bad("lock", format!("left by {holder}, which has died"), "scrubjay index, which takes it over");
        }
        Ok(Some((holder, Life::Unknown))) => {
            let words = format!("held by {holder}, of another machine or container");
            findings.bad(
                "lock",
                words,
                format!("if it cannot be running any more: rm {}", path_of(&beside(&place.lock()))),
            );
        }
        Err(error) => findings.bad("lock", format!("unreadable: {error}"), "scrubjay index"),
    }
    let folder = &place.folder();
    if !folder.is_dir() {
        return;
    }
    if is_inside {
        check_git(folder, findings);
    }
    if let Some(free) = free_space(folder) {
        match free < MIN_FREE {
            false => findings.good("disk", format!("{} free", size_text(free))),
            true => findings.bad("disk", format!("{} free", size_text(free)), "make room: an index may need more"),
        }
    }
}

/// Checks whether git ignores the index.
fn check_git(folder: &Path, findings: &mut Findings) {
    let rules = match open::read_text(&folder.join(".gitignore"), MAX_RULES) {
        Ok(rules) => rules.unwrap_or_default(),
        Err(error) => {
            let fault = Fault::from(Error::Store(error.into()));
            return findings.bad("git", fault.sentence(), advice_on_one_line(&fault.advice(Asker::Shell)));
        }
    };
    match rules.lines().any(|line| line == "*") {
        true => findings.good("git", "leaves the index alone"),
        false => {
            let advice = format!("write a line with * into {}", path_of(&folder.join(".gitignore")));
            findings.bad("git", "may take the index for a part of the project", advice);
        }
    }
}

/// Checks the user's settings file, if there is one.
fn check_settings(findings: &mut Findings) {
    let found_config = Config::file().and_then(|found| found.map(|path| Ok((Config::read(&path)?, path))).transpose());
    match found_config {
        Ok(None) => {}
        Ok(Some((config, path))) => match config.notice() {
            None => findings.good("settings", path_of(&path)),
            Some(notice) => findings.bad("settings", format!("{}: {notice}", path_of(&path)), "correct their names"),
        },
        Err(error) => findings.bad("settings", error.to_string(), "correct the file, or remove it"),
    }
}

/// Reports which memory the folder has, and why. If a file in the folder claims another memory, reports why that one is
/// not used. Errors are left to the check of the records ([`check_notes`]).
fn check_owner(root: &Path, findings: &mut Findings) {
    let Ok(ownership) = MemoryOwnership::of(root) else { return };
    if let Some(id) = &ownership.id {
        findings.good("project", format!("{}, of {}: {}", id.as_str(), path_of(&ownership.root), ownership.why()));
    }
    match (ownership.notice(), ownership.question()) {
        (Some(words), Some((_, id))) => {
            findings.bad("project", words, format!("scrubjay memory attach {}, if it is", id.as_str()));
        }
        (Some(words), None) => findings.good("project", words),
        (None, _) => {}
    }
}

/// Checks the project's records: whether they can be read, and which batches wait or were refused. It applies no
/// waiting batch.
fn check_notes(root: &Path, findings: &mut Findings) {
    let memory_result =
        Records::open(records::Place::Project(root.to_owned()), Settings::default()).and_then(|mut records| {
            let (on_disk, damage, losses) = (records.on_disk()?, records.verify()?, records.losses()?);
            let totals = if on_disk.n_waiting == 0 && damage.is_none() { Some(records.totals()?) } else { None };
            Ok((on_disk, damage, losses, totals))
        });
    let advice = "scrubjay memory repair, or memory restore FILE, if there is a backup; the index has no part in it";
    let (on_disk, damage, losses, totals) = match memory_result {
        Ok(state) => state,
        Err(error) => {
            let fault = Fault::from(error).of_memory();
            let advice = match fault.advice(Asker::Shell) {
                lines if lines.is_empty() => advice.to_owned(),
                lines => advice_on_one_line(&lines),
            };
            return findings.bad("memory", fault.sentence(), advice);
        }
    };
    for salvage in &losses {
        let advice_on_losses = "scrubjay memory status names it; scrubjay memory repair --seen, once it has been seen";
        findings.bad("losses", salvaged(salvage, 0).trim_end(), advice_on_losses);
    }
    if let Some(damage) = damage {
        return findings.bad("memory", format!("it is damaged: {}", damage.in_words()), advice);
    }
    let Some(path) = on_disk.path.filter(|_| on_disk.n_bytes > 0) else {
        return findings.good("memory", "no notes yet");
    };
    match totals {
        Some(totals) => {
            let notes = counted_noun(totals.n_notes, "note", "notes");
            findings.good("memory", format!("{notes}, {}, {}", size_text(on_disk.n_bytes), path_of(&path)));
        }
        None => {
            let waiting = counted_noun(on_disk.n_waiting as u64, "batch waits", "batches wait");
            findings.good("memory", format!("{waiting} to be taken in by the next command about notes"));
        }
    }
    if !on_disk.kept.is_empty() {
        let kept: Vec<String> = on_disk.kept.iter().map(|path| path_of(path)).collect();
        findings.good("kept", format!("the memory as it was before: {}", kept.join(", ")));
    }
    let refused: Vec<String> = on_disk.refused.iter().map(|path| path_of(path)).collect();
    if !refused.is_empty() {
        findings.expect_none("refused", &refused, "look at these files, which no release could read, or remove them");
    }
}

/// The bytes of disk space that this user may still write; `None`: unknown.
#[cfg(unix)]
fn free_space(folder: &Path) -> Option<u64> {
    let system = rustix::fs::statvfs(folder).ok()?;
    Some(system.f_bavail.saturating_mul(system.f_frsize))
}

#[cfg(not(unix))]
fn free_space(_: &Path) -> Option<u64> {
    None
}

/// Checks the index: whether it opens, its rows, and the files left out of it.
fn check_index(root: &Path, place: &Place, findings: &mut Findings) -> Result<(), Fault> {
    let mut memory = Memory::checking(root)?;
    let status = memory.status()?;
    // A question about words reads every row of words; the status reads those of symbols, facts and edges.
    let probe = FindQuestion { limit: 1, ..FindQuestion::new("zq") };
    memory.find(&probe)?;
    let n_bytes = on_disk(&place.store()).unwrap_or(0);
    findings.good(
        "index",
        format!("{} opens, generation {}, {}", path_of(&place.store()), status.generation, size_text(n_bytes)),
    );
    check_rows(&memory.status()?, findings);
    let mut known = memory.known()?;
    if known.same_engine {
        known.stale.extend(memory.outdated()?);
        known.stale.sort_unstable();
        known.stale.dedup();
    }
    check_files(&known, findings);
    Ok(())
}

fn check_rows(status: &MemoryStatus, findings: &mut Findings) {
    match status.damaged.len() {
        0 => findings.good("rows", "every row of symbols, facts, edges and words holds"),
        n => findings.bad("rows", format!("{n} are damaged"), "scrubjay index --check, which makes them again"),
    }
    match status.n_to_link {
        0 => findings.good("links", format!("{} edges", count(status.n_edges.into()))),
        n => findings.bad("links", format!("{n} files are not linked"), "scrubjay index"),
    }
    let languages: Vec<String> = status
        .languages
        .iter()
        .map(|language| format!("{} {}", count(language.n_files.into()), language.language))
        .collect();
    match languages.is_empty() {
        false => findings.good("languages", languages.join(", ")),
        true => findings.bad("languages", "no file is in the index", "scrubjay index, in a folder with code"),
    }
    findings.good(
        "grammar",
        format!("{} files have errors; what could be read is kept", count(status.n_with_errors.into())),
    );
}

fn check_files(known: &Known, findings: &mut Findings) {
    match known.same_engine {
        true => findings.good("engine", "this release makes the same rows"),
        false => findings.bad("engine", "another release made the rows", "scrubjay index, which makes the index again"),
    }
    let failed: Vec<String> =
        known.failed.iter().map(|(path, how)| format!("{path} ({})", names::failure_text(*how))).collect();
    findings.expect_none(
        "failed",
        &failed,
        "scrubjay index --check tries them again; they are tried anyway when they change",
    );
    findings.expect_none("stale", &known.stale, "scrubjay index");
    let left_out: Vec<String> = known
        .skipped
        .iter()
        .map(|(&reason, &n)| format!("{} {}", count(n), names::skip_reason_text(skip_reason(reason))))
        .chain((!known.not_utf8.is_empty()).then(|| format!("{} not UTF-8", count(known.not_utf8.len() as u64))))
        .collect();
    if !known.unusable.is_empty() {
        let first_paths: Vec<&str> = known.unusable.iter().take(MAX_LISTED).map(String::as_str).collect();
        findings.good("paths", format!("{} cannot be used: {}", known.unusable.len(), first_paths.join(", ")));
    }
    if let Some(installed) = installed_in_words(&known.installed, known.n_installed) {
        findings.good("installed", installed);
    }
    if !known.exclude.is_empty() {
        findings.good("excluded", patterns_in_words(&known.exclude));
    }
    findings.good("left out", if left_out.is_empty() { "nothing".to_owned() } else { left_out.join(", ") });
}

/// Reports the last event of each harness's hooks, so that hooks that stopped working are noticed, and the last fault
/// if it is at most a day old.
fn check_hooks(root: &Path, findings: &mut Findings) {
    let now = records::now();
    for (word, harness) in Harness::WORDS {
        let Ok(Some(noted)) = noted::last_hook(*harness) else { continue };
        let words = format!("{word}: {}, {}", noted.event, ago(now - noted.time));
        let is_new = noted.fault_time > now - DAY;
        if noted.fault.is_empty() || !is_new {
            findings.good("hooks", words);
            continue;
        }
        let folder = Path::new(&noted.fault_folder);
        let fault = format!("{words}; a fault {}", ago(now - noted.fault_time));
        // What went wrong in another project is seen there.
        match noted.fault_folder.is_empty() || folder.starts_with(root) {
            true => findings.bad(
                "hooks",
                format!("{fault}: {}", noted.fault),
                "scrubjay capture, which takes in what the hook did not and says what goes wrong",
            ),
            false => findings.good("hooks", format!("{fault} in {}: {}", path_of(folder), noted.fault)),
        }
    }
}

/// Reports settings of agents that name this program where it is no longer: their hooks and servers never start.
fn check_programs(root: &Path, findings: &mut Findings) {
    for MovedProgram { file, program } in moved_programs(root) {
        // Init writes a plain name where it is not on PATH, so that a person must put it there.
        let is_name = Path::new(&program).components().count() == 1;
        let words = format!("{file} names {program}, which is not {}", if is_name { "on PATH" } else { "there" });
        let hint = match is_name {
            true => "put the folder of the program on PATH, or its path into that file",
            false => "scrubjay init, which writes where the program is",
        };
        findings.bad("programs", words, hint);
    }
}

/// Says when Claude Code deletes its transcripts, where it keeps any: what was taken in of them stays.
fn check_lifetime(findings: &mut Findings) {
    let Some(folder) = history_file().and_then(|file| Some(file.parent()?.to_owned())) else { return };
    if !folder.join("projects").is_dir() {
        return;
    }
    let settings = open::read_text(&folder.join("settings.json"), MAX_SETTINGS).ok().flatten().unwrap_or_default();
    let stated =
        serde_json::from_str::<Value>(&settings).ok().and_then(|settings| settings["cleanupPeriodDays"].as_u64());
    let days = counted_noun(stated.unwrap_or(DEFAULT_LIFETIME), "day", "days");
    findings.good("lifetime", format!("Claude Code deletes transcripts after {days}; what was taken in of them stays"));
}

/// A duration in milliseconds as text, in one unit.
fn ago(milliseconds: i64) -> String {
    let minutes = milliseconds.max(0) / 60_000;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..2_880 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1_440),
    }
}

fn in_words(findings: &Findings) -> String {
    let mut words = String::new();
    for finding in &findings.0 {
        let sign = if finding.advice.is_none() { "ok" } else { "!!" };
        words.push_str(&format!("{sign}  {:10} {}\n", finding.name, shown(&finding.words)));
        if let Some(advice) = &finding.advice {
            words.push_str(&format!("               try: {}\n", shown(advice)));
        }
    }
    words
}

fn in_json(findings: &Findings, is_well: bool) -> Value {
    let finding = |finding: &Finding| {
        json!({
            "name": finding.name,
            "ok": finding.advice.is_none(),
            "found": finding.words,
            "advice": finding.advice,
        })
    };
    json!({ "ok": is_well, "findings": findings.0.iter().map(finding).collect::<Value>() })
}
