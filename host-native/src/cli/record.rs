//! Recording events that come as JSON lines, and whole memories as lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write as _};
use std::path::PathBuf;

use clap::Args;
use scrubjay::records::State;
use scrubjay::wit::records::RefusedLine;
use serde_json::json;

use super::output::Output;
use super::place::{Room, Where};
use super::text::{count, many};
use super::{Ending, Fault};

/// The most lines of a batch, as the interface has it.
const MOST_LINES: usize = 1_000;
/// The most bytes of a batch: a batch of as many has at most 8 MiB, and may grow where secrets are masked.
const MOST_BYTES: usize = 4 << 20;
/// The longest line.
const MOST_LINE: u64 = 1 << 20;

/// Arguments of `record`.
#[derive(Debug, Args)]
pub(crate) struct Record {
    /// The file with an event a line; `-` reads the standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    room: Room,
    #[command(flatten)]
    place: Where,
}

/// Arguments of `memory export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The new file; `-` writes to the standard output
    #[arg(default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    place: Where,
}

/// Arguments of `memory import`.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The file that `memory export` wrote; `-` reads the standard input
    file: PathBuf,
    #[command(flatten)]
    room: Room,
    #[command(flatten)]
    place: Where,
}

/// What was read and taken.
#[derive(Default)]
struct Tally {
    n_added: u64,
    n_known: u64,
    n_waiting: u64,
    refused: Vec<(u64, String)>,
    n_lines: u64,
}

impl Tally {
    fn count(&mut self, states: impl Iterator<Item = State>) {
        for state in states {
            match state {
                State::Added => self.n_added += 1,
                State::Known => self.n_known += 1,
                State::Waiting => self.n_waiting += 1,
            }
        }
    }

    fn refuse(&mut self, refused: Vec<RefusedLine>, n_lines: u64) {
        let told =
            |one: RefusedLine| (self.n_lines + u64::from(one.line), scrubjay::Error::Refused(one.error).to_string());
        let told: Vec<(u64, String)> = refused.into_iter().map(told).collect();
        self.refused.extend(told);
        self.n_lines += n_lines;
    }

    fn tell(&self, output: &Output) -> Ending {
        for (line, why) in &self.refused {
            output.warn(format_args!("line {line}: {why}"));
        }
        let words = || {
            let mut words = format!("{} recorded", many(self.n_added, "event", "events"));
            for (n, what) in
                [(self.n_known, "known before"), (self.n_waiting, "waiting"), (self.refused.len() as u64, "refused")]
            {
                if n > 0 {
                    words.push_str(&format!(", {} {what}", count(n)));
                }
            }
            words + "\n"
        };
        let refused = || self.refused.iter().map(|(line, why)| json!({ "line": line, "why": why })).collect::<Vec<_>>();
        output.answer(
            words,
            || json!({ "n_added": self.n_added, "n_known": self.n_known, "n_waiting": self.n_waiting, "refused": refused() }),
        );
        if self.refused.is_empty() { Ending::Found } else { Ending::Error }
    }
}

pub(super) fn record(given: &Record, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open_within(&given.room, root)?;
    let mut lines = Lines::of(&given.file)?;
    let mut tally = Tally::default();
    while let Some((batch, n_lines)) = lines.batch()? {
        let (taken, refused) = found.records.record_lines(&batch)?;
        tally.count(taken.into_iter().map(|one| one.state));
        tally.refuse(refused, n_lines);
        if output.is_watched() {
            output.show(&many(tally.n_lines, "line", "lines"));
        }
    }
    found.tell_salvage(output);
    Ok(tally.tell(output))
}

pub(super) fn import(given: &Import, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open_within(&given.room, root)?;
    let mut lines = Lines::of(&given.file)?;
    let (mut tally, mut state, mut is_whole) = (Tally::default(), String::new(), false);
    while let Some((batch, n_lines)) = lines.batch()? {
        let imported = found.records.import_lines(&batch, &state)?;
        tally.count(imported.taken.into_iter().map(|one| one.state));
        tally.refuse(imported.refused, n_lines);
        (state, is_whole) = (imported.state, imported.is_whole);
        if output.is_watched() {
            output.show(&many(tally.n_lines, "line", "lines"));
        }
    }
    found.tell_salvage(output);
    if !is_whole {
        output.warn("the file has no trailer at its end: it was cut short, and what follows is missing");
    }
    let ending = tally.tell(output);
    Ok(if is_whole { ending } else { Ending::Error })
}

pub(super) fn export(given: &Export, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open(root)?;
    let mut n_damaged = 0;
    if given.file.as_os_str() == "-" {
        let mut failed = None;
        n_damaged += found.records.export(&mut |text| {
            let written = io::stdout().lock().write_all(text.as_bytes());
            written.inspect_err(|error| failed = Some(error.kind()))
        })?;
        if failed.is_some() {
            return Ok(Ending::Error);
        }
    } else {
        let file = File::create_new(&given.file).map_err(|error| Fault::File(given.file.clone(), error))?;
        let mut out = BufWriter::new(file);
        n_damaged += found.records.export(&mut |text| out.write_all(text.as_bytes()))?;
        out.flush().and_then(|()| out.get_ref().sync_all()).map_err(|error| Fault::File(given.file.clone(), error))?;
    }
    found.tell_salvage(output);
    if n_damaged > 0 {
        output.warn(format_args!("{} left out, because the rows are damaged", many(n_damaged, "record", "records")));
    }
    Ok(Ending::Found)
}

/// Lines of a file, in batches.
struct Lines {
    input: Box<dyn BufRead>,
}

impl Lines {
    fn of(file: &PathBuf) -> Result<Lines, Fault> {
        let input: Box<dyn BufRead> = match file.as_os_str() == "-" {
            true => Box::new(BufReader::new(io::stdin())),
            false => Box::new(BufReader::new(File::open(file).map_err(|error| Fault::File(file.clone(), error))?)),
        };
        Ok(Lines { input })
    }

    /// The next lines, and how many they are; nothing at the end. A line that is too long, or no text, is an empty one with what
    /// is wrong in its place.
    fn batch(&mut self) -> Result<Option<(String, u64)>, Fault> {
        let (mut batch, mut n_lines) = (String::new(), 0);
        while n_lines < MOST_LINES as u64 && batch.len() < MOST_BYTES {
            let mut line = Vec::new();
            let n_read = self.input.by_ref().take(MOST_LINE).read_until(b'\n', &mut line).map_err(Fault::Input)?;
            if n_read == 0 {
                break;
            }
            let is_cut = n_read as u64 == MOST_LINE && !line.ends_with(b"\n");
            if is_cut {
                self.input.skip_until(b'\n').map_err(Fault::Input)?;
            }
            n_lines += 1;
            match String::from_utf8(line) {
                Ok(text) if !is_cut => batch.push_str(text.trim_end_matches(['\n', '\r'])),
                Ok(_) => batch.push_str("\"a line longer than 1 MiB\""),
                Err(_) => batch.push_str("\"a line that is not UTF-8\""),
            }
            batch.push('\n');
        }
        Ok((n_lines > 0).then_some((batch, n_lines)))
    }
}
