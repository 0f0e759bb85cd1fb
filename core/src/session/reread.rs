//! Files to read again after a compaction: those that the session touched most and last.
//!
//! A file's score is the sum over its touches of e^(-age/40), with the age in steps: the number of later moments at
//! which the session called a tool or touched a file. On recorded sessions no other signal added to it; see
//! docs/session.md.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::space::check_id;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::sort::sort_by;
use crate::base::touched::TouchedLines;
use crate::episode::NameKind;
use crate::record::derived::ListRow;
use crate::record::event::Body;
use crate::record::keyspace::{self, Kind, Scope, ordered_id};
use crate::record::project::is_in_project;
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::stored::record_of;
use crate::record::{FileOperation, FileTouch, RecordSpace};
use crate::window::NamedFactor;

/// The decay constant of a touch, in steps.
pub(super) const DECAY_STEPS: f64 = 40.0;
/// The most records of the session that are considered, newest first; older ones would hardly count.
const MAX_EXAMINED_RECORDS: u32 = 4_000;
/// The most line ranges in an answer: as many as one question to the graph may have.
const MAX_LINES: usize = 1_000;
/// An upper bound of the bytes of these records' rows in the session's list.
const MAX_BYTES: u32 = MAX_EXAMINED_RECORDS * 128;

/// The session whose files are to be read again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RereadQuestion {
    /// The id of the session: 1 to 128 bytes, without slashes.
    pub session: String,
    /// The most files, 1 to 100.
    pub limit: u32,
}

/// A file to read again.
#[derive(Clone, Debug, PartialEq)]
pub struct FileToReread {
    /// Relative to the project and with slashes.
    pub path: String,
    /// The sum of the factors, by which files are ranked.
    pub score: f64,
    /// `changed` and `read`: the sums over the touches of each kind.
    pub factors: Vec<NamedFactor>,
    /// The number of its touches.
    pub n_touches: u32,
    /// The time of the last touch, in milliseconds since 1970.
    pub last: i64,
    /// The first line of the newest touch that names lines, from 1; 0: the whole file.
    pub first_line: u32,
    /// The last line of that touch; 0: the whole file.
    pub last_line: u32,
    /// The reason of the last touch, as recorded; may be empty.
    pub why: String,
}

/// The files that a session touched most and last, with the touched lines.
#[derive(Clone, Debug, PartialEq)]
pub struct FilesToReread {
    /// Best first; equal scores by path.
    pub files: Vec<FileToReread>,
    /// The number of files that the session touched, in the records considered.
    pub n_files: u32,
    /// The touched line ranges of these files, newest first; at most 1,000.
    pub lines: Vec<TouchedLines>,
    /// The number of all touched line ranges of these files.
    pub n_lines: u32,
}

/// A touch and its age.
pub(super) struct AgedTouch {
    pub(super) touch: FileTouch,
    pub(super) time: i64,
    /// The number of later steps.
    pub(super) age: f64,
}

impl RecordSpace {
    /// The files that a session should read again after a compaction.
    pub(crate) fn reread(&self, question: &RereadQuestion, resumed: Option<Resumed>) -> Attempt<FilesToReread> {
        let RereadQuestion { session, limit } = question;
        check_id("session", session)?;
        if !(1..=100).contains(limit) {
            return Err(Error::invalid("limit", "from 1 to 100").into());
        }
        let call = Call::of(self.generation, "session.reread", [session.as_bytes(), &limit.to_le_bytes()]);
        call.answer(resumed, |rows| {
            let files = self.files_to_reread(rows, session, *limit as usize)?;
            if files.n_files == 0 && self.aged_touches(rows, session).is_empty() {
                self.check_named(rows, NameKind::Session, session)?;
            }
            Ok(files)
        })
    }

    /// The files that a session should read again, best first; at most `limit`.
    pub(crate) fn files_to_reread(&self, rows: &Rows, session: &str, limit: usize) -> Result<FilesToReread, Error> {
        let touches = self.aged_touches(rows, session);
        rows.check_complete()?;
        let mut files = rank_files(&touches);
        let n_files = files.len() as u32;
        files.truncate(limit);
        let mut lines = touched_lines(&files, &touches);
        let n_lines = lines.len() as u32;
        lines.truncate(MAX_LINES);
        Ok(FilesToReread { files, n_files, lines, n_lines })
    }

    /// The touches of a session with their ages, newest first.
    fn aged_touches(&self, rows: &Rows, session: &str) -> Vec<AgedTouch> {
        let tenant = self.owner.tenant.as_str();
        let (keys, _) = rows.page(&Span::from(keyspace::scope_prefix(tenant, Scope::Session, session)), MAX_BYTES);
        let listed_records = keys.iter().take(MAX_EXAMINED_RECORDS as usize).filter_map(|key| {
            let kind = rows.read::<ListRow>(key)?.kind?;
            Some((ordered_id(key)?, kind))
        });
        let mut touch_ages: Vec<(RecordId, f64)> = Vec::new();
        let mut moments = BTreeSet::new();
        for (id, kind) in listed_records {
            if !matches!(kind, Kind::ToolCall | Kind::FileTouch) {
                continue;
            }
            moments.insert(id.time());
            if kind == Kind::FileTouch {
                touch_ages.push((id, (moments.len() - 1) as f64));
            }
        }
        let touch = |(id, age)| {
            let record = record_of(rows, tenant, id)?;
            let Some(Body::FileTouch(touch)) = record.body else { return None };
            Some(AgedTouch { touch, time: record.time.milliseconds(), age })
        };
        touch_ages.into_iter().filter_map(touch).collect()
    }
}

impl AgedTouch {
    /// Whether the touched file can be read: it existed, is in the project, and was not only searched.
    fn is_readable(&self) -> bool {
        self.touch.success && self.touch.operation != FileOperation::Search && is_in_project(&self.touch.path)
    }

    /// What the touch adds to the score of its file, at most 1.
    fn weight(&self) -> f64 {
        libm::exp(-self.age / DECAY_STEPS)
    }
}

/// The touched lines of these files, newest first.
fn touched_lines(files: &[FileToReread], touches: &[AgedTouch]) -> Vec<TouchedLines> {
    let is_of_files = |aged_touch: &&AgedTouch| files.iter().any(|file| file.path == aged_touch.touch.path);
    let touches_with_lines = touches
        .iter()
        .filter(|aged_touch| aged_touch.is_readable() && aged_touch.touch.first_line > 0)
        .filter(is_of_files);
    let lines = touches_with_lines.map(|aged_touch| TouchedLines {
        path: aged_touch.touch.path.clone(),
        first_line: aged_touch.touch.first_line,
        last_line: aged_touch.touch.last_line,
        weight: aged_touch.weight(),
    });
    lines.collect()
}

/// Ranks the files of touches, which are given newest first.
fn rank_files(touches: &[AgedTouch]) -> Vec<FileToReread> {
    let mut files: BTreeMap<String, FileToReread> = BTreeMap::new();
    for aged_touch in touches.iter().filter(|aged_touch| aged_touch.is_readable()) {
        let (touch, time) = (&aged_touch.touch, aged_touch.time);
        let file = files.entry(touch.path.clone()).or_insert_with(|| FileToReread {
            path: touch.path.clone(),
            score: 0.0,
            factors: Vec::new(),
            n_touches: 0,
            last: time,
            first_line: 0,
            last_line: 0,
            why: touch.why.clone(),
        });
        let value = aged_touch.weight();
        let name = match touch.operation {
            FileOperation::Edit | FileOperation::Write | FileOperation::Rename => "changed",
            _ => "read",
        };
        match file.factors.iter_mut().find(|factor| factor.name == name) {
            Some(factor) => factor.value += value,
            None => file.factors.push(NamedFactor { name: name.into(), value }),
        }
        file.n_touches += 1;
        if file.first_line == 0 {
            (file.first_line, file.last_line) = (touch.first_line, touch.last_line);
        }
    }
    let mut files: Vec<FileToReread> = files.into_values().collect();
    for file in &mut files {
        file.score = file.factors.iter().map(|factor| factor.value).sum();
    }
    sort_by(&mut files, |one, other| other.score.total_cmp(&one.score).then_with(|| one.path.cmp(&other.path)));
    files
}
