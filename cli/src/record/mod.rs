//! Commands that record events from JSON lines, and that export, import and merge whole memories.

pub(crate) mod draft;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal as _, Read, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use scrubjay::open;
use scrubjay::records::{Merged, Recorded, State};
use scrubjay::shown::several_lines;
use scrubjay::wit::Word as _;
use scrubjay::wit::episodes::EventKind;
use scrubjay::wit::records::{Origin, RefusedLine};
use serde_json::json;

use crate::arguments::names;
use crate::memory::confirm;
use crate::memory::damaged::tell_damage;
use crate::memory::place::{MemoryLocation, OpenRecords, SizeLimit};
use crate::output::Output;
use crate::output::shell::shell_word;
use crate::output::text::{count, counted_noun, path_of};
use crate::{Ending, Fault};
use draft::DraftFile;

/// The most lines of a batch, as the interface allows.
const MAX_LINES: usize = 1_000;
/// Once a batch has this many bytes, no line is added to it. The last line and masked secrets may go beyond this: the
/// interface allows 8 MiB.
const MAX_BYTES: usize = 4 << 20;
/// The most bytes of a line.
const MAX_LINE: u64 = 1 << 20;

#[derive(Debug, Args)]
pub(crate) struct Record {
    /// The file with one event per line; `-` reads the standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    room: SizeLimit,
    #[command(flatten)]
    place: MemoryLocation,
}

#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The new file; `-` writes to the standard output
    #[arg(default_value = "-")]
    file: PathBuf,
    /// JSON lines, which `memory import` reads; or a table of one kind as comma-separated values or as a Parquet file
    #[arg(long, value_enum, default_value_t = Form::Jsonl)]
    format: Form,
    /// The kind of records in a table, since each kind has its own columns
    #[arg(long, value_name = "KIND", required_if_eq_any([("format", "csv"), ("format", "parquet")]), value_parser = names::word_parser::<EventKind>())]
    kind: Option<String>,
    #[command(flatten)]
    place: MemoryLocation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Jsonl,
    Csv,
    Parquet,
}

/// The format of imported lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Source {
    /// Lines of `memory export`
    Jsonl,
    /// The file of the Model Context Protocol's reference memory server: entities and relations, each as notes; it does not say who
    /// spoke, and does not go with --mine
    Mcp,
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The file; `-` reads the standard input
    file: PathBuf,
    /// The format of the file
    #[arg(long, value_enum, default_value_t = Source::Jsonl)]
    format: Source,
    #[command(flatten)]
    whose: Whose,
    #[command(flatten)]
    room: SizeLimit,
    #[command(flatten)]
    place: MemoryLocation,
}

#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The file of the other memory, which is only read; events that wait in a spool beside it are not included
    file: PathBuf,
    #[command(flatten)]
    whose: Whose,
    #[command(flatten)]
    room: SizeLimit,
    #[command(flatten)]
    place: MemoryLocation,
}

/// Whose statements the added records are.
#[derive(Debug, Args)]
struct Whose {
    /// The records are your own: speakers and trust are as the file states, also for records that you imported before.
    /// Otherwise they are untrusted, and agents are not told of them unasked
    #[arg(long)]
    mine: bool,
    /// Do not ask; a file must be named, since lines from a pipe are not accepted as your own
    #[arg(long, requires = "mine")]
    yes: bool,
}

impl Whose {
    /// Whether the records are the importer's own, which a person confirms. Lines from a pipe are refused: nobody has
    /// seen them.
    fn is_mine(&self, file: &Path) -> Result<bool, Fault> {
        if self.mine {
            if !io::stdin().is_terminal() && !is_named(file) {
                return Err(Fault::UnseenImport);
            }
            confirm(self.yes, &format!("Believe what {} says of who spoke, as if it was said here?", path_of(file)))?;
        }
        Ok(self.mine)
    }
}

/// The speaker of imported records: a person if they confirmed that the records are their own.
fn speaker(is_mine: bool) -> Origin {
    if is_mine { Origin::Person } else { Origin::Agent }
}

/// Says that imported records are untrusted, and how to change that.
fn tell_untrusted(how: &str, output: &Output) {
    output.say("what was taken in is untrusted: agents are not told of it unasked, and lists mark it");
    output.say(how);
}

/// Advice to repeat a command with `--mine`, quoted for a shell.
fn advice_with_mine(command: &str, file: &Path) -> String {
    match is_named(file) {
        true => format!("if the records are your own: {command} --mine {}", shell_word(&path_of(file))),
        false => format!("if the records are your own, save them to a file: {command} --mine FILE"),
    }
}

/// Whether a path is a regular file, and not a pipe or the standard input.
fn is_named(file: &Path) -> bool {
    file.as_os_str() != "-" && file.is_file()
}

/// The counts of lines read and records added.
#[derive(Default)]
pub(crate) struct RecordTally {
    n_added: u64,
    n_known: u64,
    /// Known records that become the importer's own.
    n_adopted: u64,
    n_waiting: u64,
    refused: Vec<(u64, String)>,
    n_lines: u64,
}

impl RecordTally {
    pub(crate) fn count(&mut self, states: impl Iterator<Item = State>) {
        for state in states {
            match state {
                State::Added => self.n_added += 1,
                State::Known => self.n_known += 1,
                State::Adopted => {
                    self.n_known += 1;
                    self.n_adopted += 1;
                }
                State::Waiting => self.n_waiting += 1,
            }
        }
    }

    /// Adds the refused lines of a slice: those that are not text or too long, and those that the memory refused.
    pub(crate) fn refuse(&mut self, refused: Vec<RefusedLine>, slice: LineSlice) {
        let why = |one: RefusedLine| (u64::from(one.line), scrubjay::Error::Refused(one.error).to_string());
        let mut refused: Vec<(u64, String)> = slice.refused.into_iter().chain(refused.into_iter().map(why)).collect();
        refused.sort_by_key(|(line, _)| *line);
        self.refused.extend(refused.into_iter().map(|(line, why)| (self.n_lines + line, why)));
        self.n_lines += slice.n_lines;
    }

    pub(crate) fn tell(&self, output: &Output) -> Ending {
        for (line, why) in &self.refused {
            output.warn(format_args!("line {line}: {why}"));
        }
        let words = || {
            let mut words = format!("{} recorded", counted_noun(self.n_added, "event", "events"));
            for (n, what) in [
                (self.n_known, "known before"),
                (self.n_adopted, "of them your own from now on"),
                (self.n_waiting, "waiting"),
                (self.refused.len() as u64, "refused"),
            ] {
                if n > 0 {
                    words.push_str(&format!(", {} {what}", count(n)));
                }
            }
            words + "\n"
        };
        let refused = || self.refused.iter().map(|(line, why)| json!({ "line": line, "why": why })).collect::<Vec<_>>();
        output.answer(words, || {
            json!({
                "n_added": self.n_added, "n_known": self.n_known, "n_adopted": self.n_adopted,
                "n_waiting": self.n_waiting, "refused": refused(),
            })
        });
        if self.refused.is_empty() { Ending::Found } else { Ending::Error }
    }
}

pub(crate) fn record(given: &Record, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open_to_change(&given.room, root, output)?;
    let mut lines = Lines::of(&given.file)?;
    let tally = record_batches(&mut lines, output, |batch| found.records.record_lines(batch))?;
    found.tell_salvage(output);
    Ok(tally.tell(output))
}

/// Records all lines in batches; a refused line does not prevent the others.
fn record_batches(
    lines: &mut Lines,
    output: &Output,
    mut record_batch: impl FnMut(&str) -> Result<(Vec<Recorded>, Vec<RefusedLine>), scrubjay::Error>,
) -> Result<RecordTally, Fault> {
    let mut tally = RecordTally::default();
    while let Some(slice) = lines.next()? {
        let (recorded, refused) = record_batch(&slice.text)?;
        tally.count(recorded.into_iter().map(|one| one.state));
        tally.refuse(refused, slice);
        if output.can_replace_lines() {
            output.show_progress(&counted_noun(tally.n_lines, "line", "lines"));
        }
    }
    Ok(tally)
}

pub(crate) fn import(given: &Import, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    if given.format == Source::Mcp && given.whose.mine {
        return Err(Fault::UnknownSpeaker);
    }
    let mut lines = Lines::of(&given.file)?;
    let is_mine = given.whose.is_mine(&given.file)?;
    let mut found = given.place.open_as(speaker(is_mine), &given.room, root, output)?;
    if given.format == Source::Mcp {
        let tally = record_batches(&mut lines, output, |batch| found.records.import_reference(batch))?;
        found.tell_salvage(output);
        let ending = tally.tell(output);
        if tally.n_added + tally.n_waiting > 0 {
            tell_untrusted("what of it you know to be true: scrubjay remember TEXT", output);
        }
        return Ok(ending);
    }
    let (mut tally, mut state, mut is_whole) = (RecordTally::default(), String::new(), false);
    while let Some(slice) = lines.next()? {
        let imported = found.records.import_lines(&slice.text, &state, is_mine)?;
        tally.count(imported.taken.into_iter().map(|one| one.state));
        tally.refuse(imported.refused, slice);
        (state, is_whole) = (imported.state, imported.is_whole);
        if output.can_replace_lines() {
            output.show_progress(&counted_noun(tally.n_lines, "line", "lines"));
        }
    }
    found.tell_salvage(output);
    if !is_whole {
        output.warn("the file does not end in a trailer that fits its lines: some are missing, or were changed");
    }
    let ending = tally.tell(output);
    if !is_mine && tally.n_added + tally.n_waiting > 0 {
        tell_untrusted(&advice_with_mine("scrubjay memory import", &given.file), output);
    }
    Ok(if is_whole { ending } else { Ending::Error })
}

pub(crate) fn merge(given: &Merge, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let is_mine = given.whose.is_mine(&given.file)?;
    let mut found = given.place.open_as(speaker(is_mine), &given.room, root, output)?;
    let merged = found.records.merge(&given.file, is_mine)?;
    found.tell_salvage(output);
    let Merged { n_added, n_known, n_adopted, n_forgotten, n_waiting, refused, n_damaged } = merged;
    let why = |one: RefusedLine| scrubjay::Error::Refused(one.error).to_string();
    let refused: Vec<(u64, String)> = refused.into_iter().map(|(at, one)| (at, why(one))).collect();
    for (at, why) in &refused {
        output.warn(format_args!("record {at}: {why}"));
    }
    if n_damaged > 0 {
        output.warn(format_args!(
            "{} left out, because the rows are damaged",
            counted_noun(n_damaged, "record", "records")
        ));
    }
    let words = || {
        let mut words = format!("{} added", counted_noun(n_added, "record", "records"));
        let further_counts = [
            (n_known, "known before"),
            (n_adopted, "of them your own from now on"),
            (n_forgotten, "forgotten here before"),
            (n_waiting, "waiting"),
            (refused.len() as u64, "refused"),
        ];
        for (n, what) in further_counts.into_iter().filter(|(n, _)| *n > 0) {
            words.push_str(&format!(", {} {what}", count(n)));
        }
        words + "\n"
    };
    let refused_json = || refused.iter().map(|(at, why)| json!({ "record": at, "why": why })).collect::<Vec<_>>();
    let in_json = || {
        json!({
            "n_added": n_added, "n_known": n_known, "n_adopted": n_adopted, "n_forgotten": n_forgotten, "n_waiting": n_waiting,
            "refused": refused_json(), "n_damaged": n_damaged,
        })
    };
    output.answer(words, in_json);
    if !is_mine && n_added + n_waiting > 0 {
        tell_untrusted(&advice_with_mine("scrubjay memory merge", &given.file), output);
    }
    Ok(if refused.is_empty() && n_damaged == 0 { Ending::Found } else { Ending::Error })
}

pub(crate) fn export(given: &Export, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let mut found = given.place.open(root, output)?;
    let goes_to_stdout = given.file.as_os_str() == "-";
    let kind = given.kind.as_deref().and_then(EventKind::named).filter(|_| given.format != Form::Jsonl);
    if let (Form::Parquet, Some(kind)) = (given.format, kind) {
        if goes_to_stdout {
            let why = io::Error::new(io::ErrorKind::InvalidInput, "Parquet is written to a file: name a new one");
            return Err(Fault::UnwritableFile(given.file.clone(), why));
        }
        let n_damaged = found.records.export_parquet(kind, &given.file)?;
        return Ok(report_export(&found, n_damaged, output));
    }
    let draft = DraftFile::of(&given.file);
    let out: Box<dyn io::Write> = match goes_to_stdout {
        true => Box::new(ShownOutput(io::stdout().lock())),
        false => Box::new(BufWriter::new(SyncedFile(draft.create()?))),
    };
    // If the standard output is closed, no error is reported; an error of a file is.
    let mut is_stdout_broken = false;
    let mut out = out;
    let mut write_text = |text: &str| out.write_all(text.as_bytes()).inspect_err(|_| is_stdout_broken = goes_to_stdout);
    let export_result = match kind {
        Some(kind) => found.records.export_table(kind, &mut write_text),
        None => found.records.export(&mut write_text),
    };
    let export_result = export_result.and_then(|n| out.flush().map(|()| n).map_err(store_error));
    drop(out);
    if is_stdout_broken {
        return Ok(Ending::Error);
    }
    let ending = report_export(&found, export_result?, output);
    match ending {
        // Nothing in a table says that records are missing.
        Ending::Error if !goes_to_stdout && kind.is_some() => {
            output.warn(format_args!(
                "{} is not written: a table has no place to say what is missing",
                path_of(&given.file)
            ));
        }
        _ if !goes_to_stdout => draft.finish()?,
        _ => {}
    }
    Ok(ending)
}

/// Reports what an export lacks, and returns the exit code.
fn report_export(found: &OpenRecords, n_damaged: u64, output: &Output) -> Ending {
    if n_damaged > 0 {
        output.warn(format_args!(
            "{} left out, because the rows are damaged",
            counted_noun(n_damaged, "record", "records")
        ));
    }
    match found.records.damage() {
        Some(damage) => tell_damage(&damage, output),
        None if n_damaged == 0 => return Ending::Found,
        None => {}
    }
    Ending::Error
}

fn store_error(error: io::Error) -> scrubjay::Error {
    scrubjay::Error::Store(error.into())
}

/// An export to the standard output: escaped on a terminal, byte by byte in a pipe.
struct ShownOutput(io::StdoutLock<'static>);

impl io::Write for ShownOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) if self.0.is_terminal() => self.0.write_all(several_lines(text).as_bytes())?,
            _ => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A file that `flush` makes durable.
struct SyncedFile(File);

impl io::Write for SyncedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.sync_all()
    }
}

/// Lines that are recorded together.
pub(crate) struct LineSlice {
    /// The lines; one that is not text or is too long is an empty line here.
    text: String,
    n_lines: u64,
    /// The numbers, from 1, of lines that are not text or too long, and the reason.
    refused: Vec<(u64, String)>,
}

impl LineSlice {
    /// A slice of lines that are known to be text.
    pub(crate) fn of(lines: &[String]) -> LineSlice {
        LineSlice { text: lines.join("\n") + "\n", n_lines: lines.len() as u64, refused: Vec::new() }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Adds a line, with its line end if it has one; `is_cut` if it was too long to be read whole.
    fn push(&mut self, line: Vec<u8>, is_cut: bool) {
        self.n_lines += 1;
        let why = match String::from_utf8(line) {
            _ if is_cut => Some(format!("it has more than {MAX_LINE} bytes, the most of a line")),
            Ok(text) => {
                self.text.push_str(text.trim_end_matches(['\n', '\r']));
                None
            }
            Err(_) => Some("it is not UTF-8".to_owned()),
        };
        self.refused.extend(why.map(|why| (self.n_lines, why)));
        self.text.push('\n');
    }
}

/// The lines of a file, in slices.
struct Lines {
    input: Box<dyn BufRead>,
}

impl Lines {
    fn of(file: &Path) -> Result<Lines, Fault> {
        let input: Box<dyn BufRead> = match file.as_os_str() == "-" {
            true => Box::new(BufReader::new(io::stdin())),
            false => Box::new(BufReader::new(
                open::named(file).map_err(|error| Fault::UnreadableFile(file.to_owned(), error))?,
            )),
        };
        Ok(Lines { input })
    }

    /// The next slice; `None` at the end.
    fn next(&mut self) -> Result<Option<LineSlice>, Fault> {
        let mut slice = LineSlice { text: String::new(), n_lines: 0, refused: Vec::new() };
        while slice.n_lines < MAX_LINES as u64 && slice.text.len() < MAX_BYTES {
            let mut line = Vec::new();
            let n_read =
                self.input.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line).map_err(Fault::UnreadableInput)?;
            if n_read == 0 {
                break;
            }
            let is_cut = n_read as u64 > MAX_LINE && !line.ends_with(b"\n");
            if is_cut {
                self.input.skip_until(b'\n').map_err(Fault::UnreadableInput)?;
            }
            slice.push(line, is_cut);
        }
        Ok((slice.n_lines > 0).then_some(slice))
    }
}
