//! Measures session contexts on recorded sessions of agents, and the time that they take.
//!
//!     measure session FILE             what compactions preserve, and how well files are ranked; prints totals
//!     measure session --speed          the time of a context through the component, in a store on disk
//!
//! FILE has a session in each line, see `window::trace`. Prints the rows of tables.

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

/// A recorded session, cut into segments at its compactions.
struct Recording<'s> {
    segments: &'s [Segment],
}

impl Recording<'_> {
    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.segments.iter().flat_map(|segment| &segment.parts)
    }

    /// The first time of its parts; 0 if none has one.
    fn began(&self) -> i64 {
        self.parts().map(|part| part.time).find(|time| *time > 0).unwrap_or(0)
    }
}

/// The file that a call reads or changes, and whether the call changes the file; `None` for other calls. A file is
/// identified by the last two components of its path, as in the reference evaluator, because the recordings are of
/// several checkouts of one repository.
pub(crate) fn touched_file(call: &Part) -> Option<(String, bool)> {
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

/// Whether the user wrote a part, and not the client in the user's name.
pub(crate) fn is_by_user(part: &Part) -> bool {
    let text = part.text.trim_start();
    part.kind == Kind::User
        && !text.is_empty()
        && !["<", "[Request", "Caveat:"].iter().any(|mark| text.starts_with(mark))
}
