//! Progress of an index run: on a terminal, a line that is updated several times a second; elsewhere, only a message
//! about a long wait.

use std::time::{Duration, Instant};

use scrubjay::index::Progress;

use crate::output::Output;
use crate::output::text::{count, counted_noun};

const REDRAW_INTERVAL: Duration = Duration::from_millis(100);
/// The wait for another process after which a message is printed if there is no terminal.
const LONG_WAIT: Duration = Duration::from_secs(1);

/// The progress line, with the time when it was last shown.
pub(crate) struct ProgressLine {
    began: Instant,
    last_shown: Option<Instant>,
    /// Whether the message about waiting was printed.
    has_told_wait: bool,
}

impl ProgressLine {
    pub(crate) fn new() -> ProgressLine {
        ProgressLine { began: Instant::now(), last_shown: None, has_told_wait: false }
    }

    /// Shows the progress on a terminal, once per [`REDRAW_INTERVAL`] at most. Elsewhere prints one message about a
    /// long wait.
    pub(crate) fn show(&mut self, progress: Progress, output: &Output) {
        if let Progress::Waiting { .. } = progress
            && !output.can_replace_lines()
            && !self.has_told_wait
            && self.began.elapsed() > LONG_WAIT
        {
            self.has_told_wait = true;
            output.say(words(progress, self.began.elapsed()));
        }
        if !output.can_replace_lines() || self.last_shown.is_some_and(|shown| shown.elapsed() < REDRAW_INTERVAL) {
            return;
        }
        self.last_shown = Some(Instant::now());
        output.show_progress(&words(progress, self.began.elapsed()));
    }

    /// Removes the line.
    pub(crate) fn clear(&self, output: &Output) {
        if self.last_shown.is_some() {
            output.show_progress("");
        }
    }
}

fn words(progress: Progress, elapsed: Duration) -> String {
    match progress {
        Progress::Waiting { pid: 0 } => "waiting for another process that writes the index".to_owned(),
        Progress::Waiting { pid } => format!("waiting for process {pid}, which writes the index"),
        Progress::Walked { n_files } => format!("{} found", counted_noun(n_files, "file", "files")),
        Progress::Read { n_files, n_of, n_bytes } => {
            let rate = n_bytes as f64 / 1e6 / elapsed.as_secs_f64().max(0.001);
            format!("{} of {} files read, {rate:.1} MB/s", count(n_files), count(n_of))
        }
        Progress::Linking { n_left } => format!("{} to link", counted_noun(n_left.into(), "file", "files")),
        _ => "working".to_owned(),
    }
}
