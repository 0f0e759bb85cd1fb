//! Contexts of sessions held against recorded sessions of agents, and what they cost in time.
//!
//!     measure session FILE             what compactions keep, and how well files are ranked; only totals are printed
//!     measure session --speed          what a context costs through the component, in a store on disk
//!
//! FILE holds a session a line, see `window::trace`. Prints the rows of tables.

mod files;
mod keeps;
mod messages;
mod speed;
mod truth;
mod world;

use std::path::Path;

use crate::Outcome;
use crate::window::trace::{self, Kind, Part, Segment, Share};

pub(crate) fn measure(arguments: &[&str]) -> Outcome {
    match arguments {
        ["--speed"] => speed::measure(),
        [file] => {
            let (segments, _) = trace::read(Path::new(file), Share::All)?;
            let mut sessions: Vec<Recording<'_>> = segments
                .chunk_by(|one, next| one.session == next.session)
                .map(|segments| Recording { segments })
                .collect();
            sessions.sort_by_key(Recording::began);
            keeps::print(&sessions)?;
            files::print(&sessions)
        }
        _ => Err("usage: measure session FILE, or --speed".into()),
    }
}

/// A recorded session, by its stretches between compactions.
struct Recording<'s> {
    segments: &'s [Segment],
}

impl Recording<'_> {
    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.segments.iter().flat_map(|segment| &segment.parts)
    }

    /// When it began; the ends of the recording may have parts without a time.
    fn began(&self) -> i64 {
        self.parts().map(|part| part.time).find(|time| *time > 0).unwrap_or(0)
    }
}

/// The file that a call reads or changes, and whether it changes it. A file is known by the last two parts of its path, as in the
/// reference evaluator: recordings are of several checkouts of one repository.
pub(crate) fn touched(call: &Part) -> Option<(String, bool)> {
    let is_change = match call.tool.as_str() {
        "Read" => false,
        "Edit" | "MultiEdit" | "Write" | "NotebookEdit" => true,
        _ => return None,
    };
    let path = ["file_path", "notebook_path"].iter().find_map(|name| call.input.get(*name)?.as_str())?;
    let mut parts: Vec<&str> = path.rsplit('/').take(2).collect();
    parts.reverse();
    Some((parts.join("/"), is_change))
}

/// What a user said themselves, rather than their client for them.
pub(crate) fn is_said(part: &Part) -> bool {
    let text = part.text.trim_start();
    part.kind == Kind::User
        && !text.is_empty()
        && !["<", "[Request", "Caveat:"].iter().any(|mark| text.starts_with(mark))
}
