//! The history of a file, and the last touches of files whose path contains a text.

use alloc::string::String;
use alloc::vec::Vec;

use super::{LIST_ROW_BYTES, check_page_limit, newest_of, page_bytes};
use crate::ask::{Attempt, Resumed};
use crate::base::error::{Candidate, Error, repeated_argument};
use crate::base::id::RecordId;
use crate::base::path::MAX_PATH_BYTES;
use crate::base::sort::sort_by;
use crate::record::derived::{FileRow, PathsRow, file_key, paths_prefix};
use crate::record::envelope::{self, Record};
use crate::record::event::Body;
use crate::record::fields::WordEnum as _;
use crate::record::keyspace::{self, Kind, Scope, ordered_id};
use crate::record::project::is_in_project;
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::stored::record_of;
use crate::record::{FileOperation, FileTouch, Origin, RecordSpace};

/// The least number of newest touches that are searched before the paths of all files.
const MIN_NEWEST: u32 = 64;
/// The most files that an error names if a path is ambiguous.
const MAX_CANDIDATES: usize = 20;

/// The file whose touches are listed and counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileHistoryQuestion {
    /// Any form of the path of the file, or an end of its path that no other touched file has.
    pub path: String,
    /// The most touches to return, 1 to 1,000.
    pub limit: u32,
}

/// How often an operation was done on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationCount {
    /// The operation; one that was never done is not listed.
    pub operation: FileOperation,
    /// How often it was done, without imported touches.
    pub n: u64,
}

/// One recorded operation on a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// The id of the record.
    pub id: String,
    /// The path of the file, relative to the project and with slashes, or a foreign path.
    pub path: String,
    /// The operation; only `Write` and `Edit` change the content.
    pub operation: FileOperation,
    /// When it was touched, in milliseconds since 1970.
    pub time: i64,
    /// The origin of the record; an imported touch was made by others.
    pub origin: Origin,
    /// The session in which it was touched; empty: none.
    pub session: String,
    /// The task for which it was touched; empty: none.
    pub task: String,
    /// The first line, from 1 on; 0: the whole file.
    pub first_line: u32,
    /// The last line; 0: the whole file.
    pub last_line: u32,
    /// Whether the operation succeeded.
    pub success: bool,
    /// The reason for the touch.
    pub why: String,
    /// The change that was made; for a rename the path before it.
    pub change: String,
}

/// The newest touches of a file, and counts of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSummary {
    /// The path of the touched file that the question means; the question's path if no touched file fits.
    pub path: String,
    /// At most the limit of the question, newest first.
    pub touches: Vec<Touched>,
    /// How often it was touched, without imported touches.
    pub n_touches: u64,
    /// How often it was touched according to imports.
    pub n_imported: u64,
    /// How often each operation was done, without imported touches.
    pub operations: Vec<OperationCount>,
}

/// Asks for the newest touches of all files whose path contains a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastTouchesQuestion {
    /// A text of 1 to 1,024 bytes that the path contains, ASCII case ignored.
    pub contains: String,
    /// The most touches to return, 1 to 1,000.
    pub limit: u32,
}

/// The newest touches of files whose path contains the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TouchPage {
    /// The touches, newest first.
    pub touches: Vec<Touched>,
    /// The number of files whose path contains the text; 0 if the newest touches sufficed.
    pub n_files: u64,
    /// Whether there are more touches.
    pub has_more: bool,
}

impl RecordSpace {
    pub(crate) fn file_history(
        &self,
        question: &FileHistoryQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<FileSummary> {
        check_page_limit(question.limit)?;
        let path = self.project.path(&question.path)?;
        let call = Call::of(self.generation, "file-history", [path.as_bytes(), &question.limit.to_le_bytes()]);
        call.answer(resumed, |rows| {
            let path = self.resolve_file(rows, path)?;
            let file: Option<FileRow> = rows.read(&file_key(&self.owner.tenant, &path));
            // The path of a touched file was masked when it was recorded; any other text may be no path at all.
            let shown_path = if file.is_some() { path.clone() } else { self.guard().masked(&path).into_owned() };
            let file = file.unwrap_or_default();
            let ids = newest_of(rows, &self.owner.tenant, Scope::Path, &path, question.limit);
            let used_operations = FileOperation::ALL.iter().copied().zip(&file.operations).filter(|(_, n)| **n > 0);
            Ok(FileSummary {
                touches: self.touches_among(rows, &ids),
                n_touches: file.n_touches(),
                n_imported: file.n_imported,
                operations: used_operations.map(|(operation, n)| OperationCount { operation, n: *n }).collect(),
                path: shown_path,
            })
        })
    }

    /// The touched file that `path` means: the file with this path, else the only file of the project whose path ends
    /// with it. `path` itself if there is no such file, or if it is foreign; an error if several paths end with it.
    pub(super) fn resolve_file(&self, rows: &Rows, path: String) -> Result<String, Error> {
        let key = file_key(&self.owner.tenant, &path);
        // Until the row is known, the file is taken for touched, and the paths of all files are not read.
        if rows.value(&key).is_some() || !is_in_project(&path) || !rows.is_known(&key) {
            return Ok(path);
        }
        let ending = alloc::format!("/{path}");
        let mut files = self.paths_containing(rows, &ending.to_ascii_lowercase());
        files.retain(|file| file.ends_with(&ending) && is_in_project(file));
        sort_by(&mut files, Ord::cmp);
        match files.as_slice() {
            [] => Ok(path),
            [only] => Ok(only.clone()),
            several => {
                let candidate = |file: &String| Candidate {
                    id: file.clone(),
                    kind: String::from("file"),
                    path: file.clone(),
                    first_line: 0,
                };
                let candidates = several.iter().take(MAX_CANDIDATES).map(candidate).collect();
                Err(Error::Ambiguous { name: repeated_argument(&path), candidates, n_candidates: several.len() as u32 })
            }
        }
    }

    /// The newest touches of files whose path contains a text. Searches the newest touches of all files first, and the
    /// paths of all files only if these touches do not suffice.
    pub(crate) fn last_touches(&self, question: &LastTouchesQuestion, resumed: Option<Resumed>) -> Attempt<TouchPage> {
        check_page_limit(question.limit)?;
        let part = self.project.part(&question.contains).to_ascii_lowercase();
        if part.is_empty() || part.len() > MAX_PATH_BYTES {
            return Err(Error::invalid("contains", "it has 1 to 1,024 bytes").into());
        }
        let limit = question.limit as usize;
        let call = Call::of(self.generation, "last-touches", [part.as_bytes(), &question.limit.to_le_bytes()]);
        let (mut touches, n_files) = call.answer(resumed, |rows| {
            let (touches, is_all) = self.newest_containing(rows, &part, MIN_NEWEST.max(question.limit));
            rows.check_complete()?;
            if touches.len() > limit || is_all {
                return Ok((touches, 0));
            }
            let files = self.paths_containing(rows, &part);
            Ok((self.touches_of(rows, &files, question.limit + 1)?, files.len() as u64))
        })?;
        let has_more = touches.len() > limit;
        touches.truncate(limit);
        Ok(TouchPage { touches, n_files, has_more })
    }

    /// The touches with `part` in their path, among about the `n_newest` newest touches of all files; and whether the
    /// tenant has no other touches.
    fn newest_containing(&self, rows: &Rows, part: &str, n_newest: u32) -> (Vec<Touched>, bool) {
        let prefix = keyspace::list_prefix(&self.owner.tenant, Kind::FileTouch, "");
        let max_bytes = page_bytes(&prefix, n_newest);
        let (keys, is_all) = rows.page(&Span::from(prefix), max_bytes);
        let ids: Vec<RecordId> = keys.iter().filter_map(|key| ordered_id(key)).collect();
        let mut touches = self.touches_among(rows, &ids);
        touches.retain(|touch| path_contains(&touch.path, part));
        (touches, is_all)
    }

    fn paths_containing(&self, rows: &Rows, part: &str) -> Vec<String> {
        let span = Span::from(paths_prefix(&self.owner.tenant));
        let path_rows = rows.all(&span).filter_map(|(key, value)| envelope::read::<PathsRow>(key, value));
        path_rows.flat_map(|row| row.paths).filter(|path| path_contains(path, part)).collect()
    }

    /// The newest touches of these files, at most `limit`. A file is not searched if `limit` of the other files were
    /// touched later.
    fn touches_of(&self, rows: &Rows, files: &[String], limit: u32) -> Result<Vec<Touched>, Error> {
        let path_scope = |path: &String| Span::from(keyspace::scope_prefix(&self.owner.tenant, Scope::Path, path));
        let mut scopes: Vec<Span> = files.iter().map(path_scope).collect();
        if scopes.len() > limit as usize {
            let with_newest = |scope: Span| (newest_in(rows, &scope, 1).first().copied(), scope);
            let mut newest_of_scopes: Vec<(Option<RecordId>, Span)> = scopes.into_iter().map(with_newest).collect();
            rows.check_complete()?;
            sort_by(&mut newest_of_scopes, |one, other| other.0.cmp(&one.0));
            scopes = newest_of_scopes.into_iter().take(limit as usize).map(|(_, scope)| scope).collect();
        }
        let mut ids: Vec<RecordId> = scopes.iter().flat_map(|scope| newest_in(rows, scope, limit)).collect();
        sort_by(&mut ids, |one: &RecordId, other| other.cmp(one));
        ids.truncate(limit as usize);
        Ok(self.touches_among(rows, &ids))
    }

    /// The touches among the records with these ids.
    fn touches_among(&self, rows: &Rows, ids: &[RecordId]) -> Vec<Touched> {
        ids.iter().filter_map(|id| touch_of_record(*id, record_of(rows, &self.owner.tenant, *id)?)).collect()
    }
}

/// The newest records of a scope: at least `limit`, if the scope has that many.
fn newest_in(rows: &Rows, scope: &Span, limit: u32) -> Vec<RecordId> {
    let row_bytes = scope.start.len() + LIST_ROW_BYTES as usize;
    rows.first(scope, limit as usize, row_bytes).filter_map(|(key, _)| ordered_id(key)).collect()
}

fn touch_of_record(id: RecordId, record: Record) -> Option<Touched> {
    let Record { body: Some(Body::FileTouch(touch)), .. } = record else { return None };
    let FileTouch { path, operation, first_line, last_line, success, why, change } = touch;
    Some(Touched {
        id: id.text(),
        path,
        operation,
        time: record.time.milliseconds(),
        origin: record.origin,
        session: record.session,
        task: record.task,
        first_line,
        last_line,
        success,
        why,
        change,
    })
}

/// Whether a path contains `part`, which is in lower case.
fn path_contains(path: &str, part: &str) -> bool {
    path.to_ascii_lowercase().contains(part)
}
