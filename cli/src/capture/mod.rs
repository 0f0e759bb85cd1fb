//! The command `capture`: records events from the transcripts of agents' harnesses.
//!
//! Without a path it searches the folders of the harnesses, and captures the transcripts of this project; with `--all`,
//! those of every project, each into its own memory. It continues where the last capture ended. Not here: the meaning
//! of a line (the core), and how far a file was read (the library).

mod coverage;
mod folder;
mod gemini_cli;
mod history;
mod memory_summary;
mod sources;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use scrubjay::records::{Captured, Config, Records, Transcript};
use scrubjay::wit::Word as _;
use scrubjay::wit::capture::Harness;
use serde_json::{Value, json};

use crate::arguments::names;
use crate::index::interruption_flag;
use crate::memory::place::{MemoryLocation, OpenRecords, SizeLimit, project_folder, warn_of_unknown_settings};
use crate::output::Output;
use crate::output::text::{count, counted_noun, path_of, size_text};
use crate::{Ending, Fault};
pub(crate) use folder::SessionStart;
pub(crate) use history::history_file;
pub(crate) use memory_summary::{MemorySummary, capture_and_summarise};

/// The most refused lines and unreadable files that are reported, of all transcripts together.
const MAX_REPORTED: usize = 20;

#[derive(Debug, Args)]
pub(crate) struct Capture {
    /// Transcripts, or folders of them; not given: those of this project in the folders of harnesses
    paths: Vec<PathBuf>,
    /// Capture the transcripts of every project, each into its own memory
    #[arg(long, conflicts_with_all = ["paths", "memory"])]
    all: bool,
    /// Only transcripts of this harness; with paths: the harness that wrote them, if their first lines do not tell
    #[arg(long, value_parser = names::word_parser::<Harness>())]
    harness: Option<String>,
    /// Also take in prompts whose transcripts are gone, from Claude Code's history of prompts
    #[arg(long, conflicts_with = "paths")]
    history: bool,
    /// Count what would be recorded, and change nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    room: SizeLimit,
    #[command(flatten)]
    place: MemoryLocation,
}

pub(crate) fn capture(given: &Capture, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    Ok(run_capture(given, &project_folder(root)?, output)?.tell(output, given.dry_run))
}

/// Captures for a command that reports the outcome itself.
fn capture_quietly(given: &Capture, root: &Path, output: &Output) -> Result<Tally, Fault> {
    let tally = run_capture(given, root, output)?;
    tally.clear(output);
    tally.warn(output);
    Ok(tally)
}

fn run_capture(given: &Capture, root: &Path, output: &Output) -> Result<Tally, Fault> {
    let harness = given.harness.as_deref().and_then(Harness::named);
    let mut tally = Tally::default();
    let found = transcripts(given, harness, &mut tally)?;
    let interrupted = interruption_flag().map_err(Fault::NoSignals)?;
    let config = Config::of_user()?;
    warn_of_unknown_settings(&config, output);
    let mut run =
        Run { given, output, config, is_over: &|| interrupted.load(Ordering::Relaxed), tally, n_bytes_read: 0 };
    if given.all {
        run.each_project(found)?;
    } else {
        let is_named = !given.paths.is_empty();
        run.project(found, root, is_named)?;
    }
    Ok(run.tally)
}

/// Lists the transcripts at the given paths or, without paths, in the folders where harnesses keep them.
fn transcripts(
    given: &Capture,
    harness: Option<Harness>,
    tally: &mut Tally,
) -> Result<Vec<sources::FoundTranscript>, Fault> {
    let find_named = |path: &PathBuf| {
        sources::find_transcripts(harness, path).map_err(|error| Fault::UnreadableFile(path.clone(), error))
    };
    if !given.paths.is_empty() {
        return Ok(given.paths.iter().map(find_named).collect::<Result<Vec<_>, Fault>>()?.concat());
    }
    let home = std::env::home_dir();
    let mut found_transcripts = Vec::new();
    let harnesses =
        Harness::WORDS.iter().map(|(_, one)| *one).filter(|one| harness.is_none_or(|wanted| wanted == *one));
    for harness in harnesses {
        for folder in sources::transcript_folders(harness, home.as_deref()) {
            match sources::find_transcripts(Some(harness), &folder) {
                Ok(found) => found_transcripts.extend(found),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(Fault::UnreadableFile(folder.clone(), error)),
            }
            tally.searched_folders.push(folder);
        }
    }
    Ok(found_transcripts)
}

struct Run<'r> {
    given: &'r Capture,
    output: &'r Output,
    config: Config,
    /// Whether the user interrupted the run.
    is_over: &'r dyn Fn() -> bool,
    tally: Tally,
    n_bytes_read: u64,
}

impl Run<'_> {
    /// Captures the sessions of the project at `root`. `is_named`: the caller chose the transcripts, so those of other
    /// projects are captured too.
    fn project(&mut self, found: Vec<sources::FoundTranscript>, root: &Path, is_named: bool) -> Result<(), Fault> {
        let mut memory = self.open(root)?;
        let with_transcript = history::sessions_of(&found);
        for one in found {
            if (self.is_over)() {
                break;
            }
            let (transcript, start) = match session_start(&mut memory.records, &one) {
                Ok(known) => known,
                Err(error) => {
                    self.tally.add_unreadable(&one.path, &error);
                    continue;
                }
            };
            if start.is_excluded(&self.config) {
                self.tally.n_excluded += 1;
                continue;
            }
            let folder = start.folder_within(root).or_else(|| gemini_cli::root_by_hash(&one.path, root));
            if folder.is_none() && !is_named {
                self.tally.n_elsewhere += 1;
                continue;
            }
            self.take(&mut memory, &Transcript { folder, ..transcript })?;
        }
        let is_wanted = self.given.harness.as_deref().is_none_or(|harness| harness == Harness::ClaudeCode.word());
        if self.given.history && is_wanted && !(self.is_over)() {
            let (records, is_dry) = (&mut memory.records, self.given.dry_run);
            let captured = history::capture_history(records, root, &self.config, &with_transcript, is_dry)?;
            self.tally.n_prompts += captured.n_added;
            self.tally.all.add(captured);
        }
        memory.tell_salvage(self.output);
        Ok(())
    }

    /// Captures the transcripts of every project whose folder exists.
    fn each_project(&mut self, found: Vec<sources::FoundTranscript>) -> Result<(), Fault> {
        let mut records = Records::open(scrubjay::records::Place::Nowhere, scrubjay::records::Settings::of_user()?)?;
        let mut by_project: BTreeMap<PathBuf, Vec<sources::FoundTranscript>> = BTreeMap::new();
        for one in found {
            match session_start(&mut records, &one).map(|(_, start)| start.checkout) {
                Ok(Some(root)) => by_project.entry(main_checkout(root)).or_default().push(one),
                Ok(None) => self.tally.n_gone += 1,
                Err(error) => self.tally.add_unreadable(&one.path, &error),
            }
        }
        for (root, found) in by_project {
            self.project(found, &root, true)?;
            self.tally.n_projects += 1;
        }
        Ok(())
    }

    /// Opens a project's memory: to change it, or in a dry run only to read it.
    fn open(&self, root: &Path) -> Result<OpenRecords, Fault> {
        let root = Some(root.to_owned());
        match self.given.dry_run {
            true => self.given.place.open(root, self.output),
            false => self.given.place.open_to_change(&self.given.room, root, self.output),
        }
    }

    /// Captures one transcript, and adds its counts to the tally.
    fn take(&mut self, memory: &mut OpenRecords, transcript: &Transcript) -> Result<(), Fault> {
        let (output, is_over) = (self.output, self.is_over);
        let (n_bytes_read, n_done) = (&mut self.n_bytes_read, self.tally.n_transcripts);
        let mut on_progress = |n_bytes: u64| {
            *n_bytes_read += n_bytes;
            if output.can_replace_lines() {
                let transcripts = counted_noun(n_done + 1, "transcript", "transcripts");
                output.show_progress(&format!("{transcripts}, {} read", size_text(*n_bytes_read)));
            }
            if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let captured = match self.given.dry_run {
            true => memory.records.would_capture(transcript, &mut on_progress),
            false => memory.records.capture(transcript, u64::MAX, &mut on_progress),
        };
        match captured {
            Ok(captured) => self.tally.add(transcript, captured),
            // An error of one file does not stop the run; an error of the memory does.
            Err(error @ scrubjay::Error::Store(_)) if !transcript.path.is_file() => {
                self.tally.add_unreadable(&transcript.path, &error);
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

/// The transcript, and the folder in which its session began: according to the harness's own files, else to the
/// transcript.
fn session_start(
    records: &mut Records,
    found: &sources::FoundTranscript,
) -> Result<(Transcript, SessionStart), scrubjay::Error> {
    let transcript = Transcript { harness: found.harness, path: found.path.clone(), folder: None };
    let (recorded_folder, _) = records.beginning_of(&transcript)?;
    let folder = found.folder.as_deref().map_or(Path::new(&recorded_folder), |folder| folder);
    let start = SessionStart::in_folder(folder);
    Ok((transcript, start))
}

/// The main checkout of a worktree, as both share one memory; of any other folder, its own path.
fn main_checkout(root: PathBuf) -> PathBuf {
    scrubjay::records::roots(&root).pop().map_or(root, PathBuf::from)
}

#[derive(Default)]
struct Tally {
    n_transcripts: u64,
    /// The number of transcripts with new lines.
    n_read: u64,
    all: Captured,
    /// The number of transcripts of other projects.
    n_elsewhere: u64,
    /// The number of transcripts from folders that no longer exist.
    n_gone: u64,
    /// The number of transcripts from folders that the user's settings exclude.
    n_excluded: u64,
    n_projects: u64,
    /// The number of prompts from a harness's history of prompts.
    n_prompts: u64,
    searched_folders: Vec<PathBuf>,
    /// The harnesses that wrote the transcripts with new lines, as far as they are known before these are read.
    harnesses: Vec<Harness>,
    /// The refused lines: file, line and reason. Lines count from the first that this run read; `None`: the whole file.
    refused: Vec<(PathBuf, Option<u32>, String)>,
    n_unreadable: u64,
}

impl Tally {
    fn add(&mut self, Transcript { path, harness, .. }: &Transcript, captured: Captured) {
        let new_harness = harness.filter(|one| captured.n_lines > 0 && !self.harnesses.contains(one));
        self.harnesses.extend(new_harness);
        self.n_transcripts += 1;
        self.n_read += u64::from(captured.n_lines > 0);
        for one in captured.refused.iter().take(MAX_REPORTED.saturating_sub(self.refused.len())) {
            let why = scrubjay::Error::Refused(one.error.clone()).to_string();
            self.refused.push((path.clone(), Some(one.line), why));
        }
        self.all.add(captured);
    }

    fn add_unreadable(&mut self, path: &Path, error: &scrubjay::Error) {
        self.n_unreadable += 1;
        if self.refused.len() < MAX_REPORTED {
            // An error of a file names it.
            let why = match error {
                scrubjay::Error::Store(_) => error.to_string(),
                _ => format!("{}: {error}", path_of(path)),
            };
            self.refused.push((path.to_owned(), None, why));
        }
    }

    /// Removes the progress line.
    fn clear(&self, output: &Output) {
        if output.can_replace_lines() {
            output.show_progress("");
        }
    }

    /// Warns about lines and files that could not be read.
    fn warn(&self, output: &Output) {
        for (path, line, why) in &self.refused {
            match line {
                Some(line) => output.warn(format_args!("{}, line {line}: {why}", path_of(path))),
                None => output.warn(why),
            }
        }
    }

    fn tell(&self, output: &Output, is_dry: bool) -> Ending {
        self.clear(output);
        self.warn(output);
        output.answer(|| self.in_words(is_dry), || self.in_json(is_dry));
        match (self.n_unreadable, self.n_transcripts + self.n_prompts) {
            (0, 0) => Ending::Nothing,
            (0, _) => Ending::Found,
            _ => Ending::Error,
        }
    }

    fn in_words(&self, is_dry: bool) -> String {
        let Captured { n_added, n_known, n_waiting, n_lines, n_bytes, n_unknown, n_refused, .. } = self.all;
        let mut words = String::new();
        if self.n_transcripts == 0 {
            let looked: Vec<String> = self.searched_folders.iter().map(|folder| path_of(folder).to_string()).collect();
            let looked = if looked.is_empty() { String::new() } else { format!(" (looked in {})", looked.join(", ")) };
            words = format!("no transcript of this project was found{looked}\n");
        } else {
            let verb = if is_dry { "would be recorded" } else { "recorded" };
            words.push_str(&format!(
                "{} read, {} with something new: {} {verb}",
                counted_noun(self.n_transcripts, "transcript", "transcripts"),
                count(self.n_read),
                counted_noun(n_added, "event", "events"),
            ));
            for (n, what) in [(n_known, "known before"), (n_waiting, "waiting")] {
                if n > 0 {
                    words.push_str(&format!(", {} {what}", count(n)));
                }
            }
            words.push_str(&format!(" ({} lines, {})\n", count(n_lines), size_text(n_bytes)));
        }
        for (n, singular, plural) in [
            (n_refused, "line could not be read whole", "lines could not be read whole"),
            (
                n_unknown,
                "line is of a type that this release does not know",
                "lines are of types that this release does not know",
            ),
            (
                self.n_prompts,
                "prompt is from the history, since its transcript is gone",
                "prompts are from the history, since their transcripts are gone",
            ),
            (
                self.n_elsewhere,
                "transcript is of another project (--all takes in each)",
                "transcripts are of other projects (--all takes in each)",
            ),
            (
                self.n_gone,
                "transcript is of a folder that is gone: name its path to take it in here",
                "transcripts are of folders that are gone: name their paths to take them in here",
            ),
            (
                self.n_excluded,
                "transcript is of a folder that config.json excludes",
                "transcripts are of folders that config.json excludes",
            ),
        ] {
            if n > 0 {
                words.push_str(&format!("{}\n", counted_noun(n, singular, plural)));
            }
        }
        words + &coverage::in_words(&self.harnesses)
    }

    fn in_json(&self, is_dry: bool) -> Value {
        let Captured { n_added, n_known, n_waiting, n_lines, n_bytes, n_unknown, n_refused, .. } = self.all;
        let refused = |(path, line, why): &(PathBuf, Option<u32>, String)| json!({ "path": path_of(path).to_string(), "line": line, "why": why });
        json!({
            "n_transcripts": self.n_transcripts, "n_read": self.n_read, "n_added": n_added, "n_known": n_known, "n_waiting": n_waiting,
            "n_lines": n_lines, "n_bytes": n_bytes, "n_unknown": n_unknown, "n_refused": n_refused, "n_unreadable": self.n_unreadable,
            "n_elsewhere": self.n_elsewhere, "n_gone": self.n_gone, "n_excluded": self.n_excluded, "n_projects": self.n_projects,
            "n_prompts": self.n_prompts,
            "refused": self.refused.iter().map(refused).collect::<Vec<_>>(), "dry_run": is_dry,
            "gives": coverage::in_json(&self.harnesses),
        })
    }
}
