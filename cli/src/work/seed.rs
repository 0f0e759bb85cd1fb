//! The command `work seed`: records files that were committed together as files that were edited together.
//!
//! Each file of a commit becomes an edit at the commit's time by its author. These edits have the origin `imported`:
//! they are not the user's own touches or tasks, but `work together` learns pairs of files from them before the first
//! session. The ids of the events are derived from the commit's hash, so that seeding again adds only new commits.
//! Renames are not followed, and files that a commit deleted are left out. Not here: how git is run.

use clap::Args;
use scrubjay::files::hash::hash;
use serde_json::json;

use crate::arguments::limits::parse_between;
use crate::git::{Git, GitEnd, SAFE_LOG_OPTIONS};
use crate::index::interruption_flag;
use crate::memory::place::{MemoryLocation, SizeLimit};
use crate::output::Output;
use crate::record::{LineSlice, RecordTally};
use crate::{Ending, Fault};

/// The most files of a commit; larger commits say nothing about which files belong together.
const MAX_FILES: usize = 20;
/// The most bytes of a recorded path, as the interface allows.
const MAX_PATH: usize = 1_024;
/// The most characters kept of a commit's first line.
const MAX_SUBJECT: usize = 200;
/// The most characters kept of an author's name.
const MAX_AUTHOR: usize = 60;
/// The index of the first file name among a commit's fields.
const FIRST_NAME_FIELD: usize = 4;
/// The number of leading characters of a commit's hash that name its task.
const SHORT_HASH_LETTERS: usize = 12;
/// The most bytes of one field of the log; a longer field is cut.
const MAX_FIELD: usize = 8 << 10;
/// The most lines recorded at once, as the interface allows.
const MAX_LINES: usize = 1_000;

#[derive(Debug, Args)]
pub(crate) struct SeedArgs {
    /// The number of newest commits to read, 1 to 10,000; merges are left out
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = parse_between(1_u32, 10_000))]
    commits: u32,
    #[command(flatten)]
    place: MemoryLocation,
}

pub(crate) fn seed(given: &SeedArgs, root: Option<std::path::PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open_to_change(&SizeLimit::AS_CONFIGURED, root, output)?;
    let interrupted = interruption_flag().map_err(Fault::NoSignals)?;
    let git = Git::command(&found.root)?.args(["log", "-z", "--no-merges", "--no-renames", "--diff-filter=d"]);
    let format = "--format=tformat:/%x00%H%x00%ct%x00%an%x00%s";
    let git = git.args(["--name-only", "--relative", format, &format!("--max-count={}", given.commits)]);
    let mut log = Log::default();
    let end = git.args(SAFE_LOG_OPTIONS).run(&interrupted, |piece| {
        log.take(piece);
        true
    })?;
    let commits = log.commits(end == GitEnd::Cut);
    if end == GitEnd::Cut {
        output.warn(format_args!("note: git was stopped: its newest {} commits are read", commits.len()));
    }
    let lines: Vec<String> = commits.iter().flat_map(|commit| commit.events(scrubjay::records::now())).collect();
    let mut tally = RecordTally::default();
    for lines in lines.chunks(MAX_LINES) {
        let slice = LineSlice::of(lines);
        let (recorded, refused) = found.records.record_lines(slice.text())?;
        tally.count(recorded.into_iter().map(|one| one.state));
        tally.refuse(refused, slice);
    }
    found.tell_salvage(output);
    Ok(tally.tell(output))
}

/// A commit with the files that it changed.
#[derive(Debug, Default, PartialEq)]
struct Commit {
    hash: String,
    /// Milliseconds since 1970.
    time: i64,
    author: String,
    subject: String,
    /// The changed files; `None` if there are too many.
    files: Option<Vec<String>>,
}

impl Commit {
    /// The events of a commit, a line each; none for a commit with too many files or no valid hash. Git accepts any
    /// clock, so a time after `now` becomes `now`, and one before 1970 becomes 0.
    fn events(&self, now: i64) -> Vec<String> {
        let files: Vec<&String> = self.files.iter().flatten().filter(|file| file.len() <= MAX_PATH).collect();
        let is_hash = self.hash.len() >= SHORT_HASH_LETTERS && self.hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if files.is_empty() || !is_hash {
            return Vec::new();
        }
        let (task, time) = (format!("git:{}", &self.hash[..SHORT_HASH_LETTERS]), self.time.clamp(0, now));
        let edit = |file: &&String| {
            let digest: String = hash(file.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            let edit = json!({
                "kind": "file_touch", "path": file, "operation": "edit", "success": true, "why": self.subject,
                "event_id": format!("git:{}:{digest}", self.hash), "origin": "imported", "task": task, "time": time,
                "metadata": { "author": self.author },
            });
            edit.to_string()
        };
        files.iter().map(edit).collect()
    }
}

/// The state of reading the log. Each commit is a slash, its hash, time, author and first line, and file names, each
/// ended by a zero byte. No file name is a slash.
#[derive(Default)]
struct Log {
    commits: Vec<Commit>,
    /// The index of the next field of a commit.
    field: usize,
    partial_field: Vec<u8>,
}

impl Log {
    fn take(&mut self, piece: &[u8]) {
        let mut parts = piece.split(|byte| *byte == 0).peekable();
        while let Some(part) = parts.next() {
            let room = MAX_FIELD.saturating_sub(self.partial_field.len());
            self.partial_field.extend(part.iter().take(room));
            if parts.peek().is_some() {
                let part = std::mem::take(&mut self.partial_field);
                self.read_field(&String::from_utf8_lossy(&part));
            }
        }
    }

    fn read_field(&mut self, part: &str) {
        if part == "/" && (self.commits.is_empty() || self.field >= FIRST_NAME_FIELD) {
            self.commits.push(Commit { files: Some(Vec::new()), ..Commit::default() });
            self.field = 0;
            return;
        }
        let Some(commit) = self.commits.last_mut() else { return };
        match self.field {
            0 => commit.hash = part.to_owned(),
            1 => commit.time = part.parse::<i64>().unwrap_or(0).saturating_mul(1_000),
            2 => commit.author = part.chars().take(MAX_AUTHOR).collect(),
            3 => commit.subject = part.chars().take(MAX_SUBJECT).collect(),
            at => {
                // Git writes a line end before the first name.
                let name = if at == FIRST_NAME_FIELD { part.strip_prefix('\n').unwrap_or(part) } else { part };
                match &mut commit.files {
                    Some(files) if files.len() < MAX_FILES => files.push(name.to_owned()),
                    files => *files = None,
                }
            }
        }
        self.field += 1;
    }

    /// The commits; if git was stopped, without the last one, which may be incomplete.
    fn commits(mut self, is_cut: bool) -> Vec<Commit> {
        if is_cut {
            self.commits.pop();
        }
        self.commits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_that_comes_in_any_pieces_gives_the_same_commits() {
        let many_files: String = (0..21).map(|at| format!("{at}.py\0")).collect();
        let log = format!(
            "/\0{0}\0100\0me\0/\0\na.py\0\nb.py\0/\0{1}\0200\0me\0wide\0\n{many_files}/\0{2}\0300\0me\0empty\0",
            "1".repeat(40),
            "2".repeat(40),
            "3".repeat(40)
        );
        for size in [1, 7, 1 << 16] {
            let mut parsed_log = Log::default();
            log.as_bytes().chunks(size).for_each(|piece| parsed_log.take(piece));
            let commits = parsed_log.commits(false);
            let files: Vec<Option<usize>> = commits.iter().map(|one| one.files.as_ref().map(Vec::len)).collect();
            assert_eq!(files, [Some(2), None, Some(0)]);
            assert_eq!((commits[0].subject.as_str(), commits[0].time), ("/", 100_000));
            assert_eq!(commits[0].files.as_ref().unwrap()[1], "\nb.py", "only the first name has a line before it");
            assert_eq!(commits.iter().map(|one| one.events(i64::MAX).len()).collect::<Vec<_>>(), [2, 0, 0]);
        }
    }

    #[test]
    fn the_events_of_a_commit_follow_from_its_hash() {
        let commit = Commit {
            hash: "a".repeat(40),
            time: 5_000,
            author: "A. Other".to_owned(),
            subject: "s".to_owned(),
            files: Some(vec!["a.py".to_owned(), "b.py".to_owned()]),
        };
        assert_eq!(commit.events(9_000), commit.events(9_000));
        let events: Vec<serde_json::Value> =
            commit.events(4_000).iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(events.iter().all(|event| event["time"] == 4_000 && event["task"] == "git:aaaaaaaaaaaa"));
        assert!(events.iter().all(|event| event["metadata"]["author"] == "A. Other" && event["why"] == "s"));
        assert_ne!(events[0]["event_id"], events[1]["event_id"]);
    }
}
