//! Which files to read again after a compaction: those that a session touched most and last.
//!
//! A file's score is the sum over its touches of e^(-age/40), with the age in steps: how many later moments there are at which
//! the session called a tool or touched a file. Measured on recorded sessions no other signal added to it; see docs/session.md.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::space::check_id;
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::sort::sort_by;
use crate::base::touched::TouchedLines;
use crate::episode::Named;
use crate::record::derived::Ordered;
use crate::record::event::Body;
use crate::record::keyspace::{self, Kind, Scope, ordered_id};
use crate::record::project::is_of_project;
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::stored::record_of;
use crate::record::{FileOperation, FileTouch, RecordSpace};
use crate::window::NamedFactor;

/// Steps after which a touch counts e times less.
pub(super) const DECAY_STEPS: f64 = 40.0;
/// The newest records of the session that are looked at: older ones count less than e^-25.
const MAX_LOOKED_AT: u32 = 4_000;
/// The most lines that are given: as many as the graph takes at once.
const MAX_LINES: usize = 1_000;
/// Bytes of their rows in the session's list.
const MAX_BYTES: u32 = MAX_LOOKED_AT * 128;

/// The question of `reread`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RereadQuestion {
    /// The session that touches were recorded for.
    pub session: String,
    /// How many files at most, 1 to 100.
    pub limit: u32,
}

/// A file to read.
#[derive(Clone, Debug, PartialEq)]
pub struct FileToReread {
    /// Its path.
    pub path: String,
    /// The sum of the factors, by which files are ordered.
    pub score: f64,
    /// The gain of each sort of touch.
    pub factors: Vec<NamedFactor>,
    /// How often it was touched.
    pub n_touches: u32,
    /// When it was touched last.
    pub last: i64,
    /// The lines of the newest touch that named some; 0 and 0: the whole file.
    pub first_line: u32,
    /// The last of them.
    pub last_line: u32,
    /// Why it was touched last, as whoever touched it said; may be empty.
    pub why: String,
}

/// Files to read.
#[derive(Clone, Debug, PartialEq)]
pub struct FilesToReread {
    /// Best first; equal ones by their paths.
    pub files: Vec<FileToReread>,
    /// How many files the session touched, in the records that are looked at.
    pub n_files: u32,
    /// The lines of these files that touches named, newest first.
    pub lines: Vec<TouchedLines>,
    /// How many there are in all.
    pub n_lines: u32,
}

/// A touch, and how many steps came after it.
pub(super) struct AgedTouch {
    pub(super) touch: FileTouch,
    pub(super) time: i64,
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
                self.check_named(rows, Named::Session, session)?;
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
        let (keys, _) = rows.page(&Span::from(keyspace::scope(tenant, Scope::Session, session)), MAX_BYTES);
        let listed = keys.iter().take(MAX_LOOKED_AT as usize).filter_map(|key| {
            let kind = rows.read::<Ordered>(key)?.kind?;
            Some((ordered_id(key)?, kind))
        });
        let mut aged: Vec<(RecordId, f64)> = Vec::new();
        let mut moments = BTreeSet::new();
        for (id, kind) in listed {
            if !matches!(kind, Kind::ToolCall | Kind::FileTouch) {
                continue;
            }
            moments.insert(id.time());
            if kind == Kind::FileTouch {
                aged.push((id, (moments.len() - 1) as f64));
            }
        }
        let touch = |(id, age)| {
            let record = record_of(rows, tenant, id)?;
            let Some(Body::FileTouch(touch)) = record.body else { return None };
            Some(AgedTouch { touch, time: record.time.milliseconds(), age })
        };
        aged.into_iter().filter_map(touch).collect()
    }
}

impl AgedTouch {
    /// What was not there cannot be read, a search names a folder, and what lies outside the project is not proposed.
    fn is_readable(&self) -> bool {
        self.touch.success && self.touch.operation != FileOperation::Search && is_of_project(&self.touch.path)
    }

    fn weight(&self) -> f64 {
        libm::exp(-self.age / DECAY_STEPS)
    }
}

/// The lines that touches of these files named, newest first.
fn touched_lines(files: &[FileToReread], touches: &[AgedTouch]) -> Vec<TouchedLines> {
    let is_of_them = |aged: &&AgedTouch| files.iter().any(|file| file.path == aged.touch.path);
    let named = touches.iter().filter(|aged| aged.is_readable() && aged.touch.first_line > 0).filter(is_of_them);
    let lines = named.map(|aged| TouchedLines {
        path: aged.touch.path.clone(),
        first_line: aged.touch.first_line,
        last_line: aged.touch.last_line,
        weight: aged.weight(),
    });
    lines.collect()
}

/// The files of touches, which come newest first.
fn rank_files(touches: &[AgedTouch]) -> Vec<FileToReread> {
    let mut files: BTreeMap<String, FileToReread> = BTreeMap::new();
    for aged in touches.iter().filter(|aged| aged.is_readable()) {
        let (touch, time) = (&aged.touch, aged.time);
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
        let value = aged.weight();
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
