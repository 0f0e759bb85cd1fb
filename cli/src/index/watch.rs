//! The command `watch`: keeps an index up to date until an interruption.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use scrubjay::index::{Indexed, Watched};
use scrubjay::{Memory, Write};
use serde_json::json;

use super::progress::ProgressLine;
use super::{default_folder, in_json, interruption_flag, problem_in_words, why_remade};
use crate::output::Output;
use crate::output::text::{count, counted_noun, path_of, size_text};
use crate::{Ending, Fault};

pub(crate) fn watch(given: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let interrupted = interruption_flag().map_err(Fault::NoSignals)?;
    let current_folder = std::env::current_dir().map_err(Fault::NoFolder)?;
    let folder = match given {
        Some(folder) => folder,
        None => default_folder(&current_folder)?,
    };
    let mut memory = Memory::writing(&folder, Write::default())?;
    output.say(format_args!("watching {}; Ctrl-C ends it", path_of(memory.root().path())));
    let mut line = ProgressLine::new();
    let mut reported = Reported::default();
    let mut write_error = None;
    memory.watch(&mut |watched| {
        match watched {
            Watched::Running(progress) => line.show(progress, output),
            Watched::Ran(indexed, elapsed) => {
                line.clear(output);
                line = ProgressLine::new();
                write_error = reported.tell(indexed, elapsed, output).err();
            }
            Watched::Failed(error) => {
                line.clear(output);
                output.warn(format_args!("error: {error}; it is tried again"));
            }
            _ => {}
        }
        let is_over = interrupted.load(Ordering::Relaxed) || write_error.is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    line.clear(output);
    memory.close()?;
    if let Some(error) = write_error {
        return Ok(output.ending_if_unwritten(&error));
    }
    output.say("ended; the index is whole");
    Ok(Ending::Found)
}

/// The reports that this watch has made already.
#[derive(Default)]
struct Reported {
    has_told_first: bool,
    problems: BTreeSet<String>,
}

impl Reported {
    /// Prints a line for the first run and for each run that changed something, and each problem once until it is
    /// fixed. Fails if the line cannot be written.
    fn tell(&mut self, indexed: &Indexed, elapsed: Duration, output: &Output) -> io::Result<()> {
        if let Some(why) = indexed.remade.and_then(why_remade) {
            output.warn(format_args!("note: the index was made again from nothing: {why}"));
        }
        if !self.has_told_first || indexed.n_read + indexed.n_removed > 0 {
            let seconds = elapsed.as_secs_f64();
            let json = || {
                let mut json = in_json(indexed);
                json["seconds"] = json!(seconds);
                json
            };
            output.line(|| in_words(indexed, seconds), json)?;
        }
        self.has_told_first = true;
        let problems: BTreeSet<String> = indexed.problems.iter().map(problem_in_words).collect();
        problems.difference(&self.problems).for_each(|problem| output.warn(problem));
        self.problems = problems;
        Ok(())
    }
}

fn in_words(indexed: &Indexed, seconds: f64) -> String {
    format!(
        "{} read ({}), {} unchanged, {} removed, in {seconds:.1} s",
        counted_noun(indexed.n_read, "file", "files"),
        size_text(indexed.n_bytes),
        count(indexed.n_same),
        count(indexed.n_removed),
    )
}
