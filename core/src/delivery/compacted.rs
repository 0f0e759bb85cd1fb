//! After a compaction: which files to read again, and the open task of the session.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::item::{PieceDraft, PieceKind};
use super::question::DeliveryRequest;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::episode::newest_of;
use crate::record::derived::ListRow;
use crate::record::envelope::Record;
use crate::record::keyspace::{self, Kind, Scope, ordered_id};
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;
use crate::record::{RecordSpace, Trust};

/// The most files to read again.
const MAX_FILES: usize = 5;
/// The most touches of each file that are considered, newest first.
const MAX_TOUCHES: u32 = 32;
/// The bytes of rows in the session's list of records that are searched for its task, approximately.
const MAX_BYTES: u32 = 128 << 10;

impl RecordSpace {
    /// The pieces that a session needs after a compaction: its open task, and files to read again.
    pub(super) fn compaction_pieces(
        &self,
        rows: &Rows,
        request: &DeliveryRequest<'_>,
    ) -> Result<Vec<Vec<PieceDraft>>, Error> {
        let task = self.open_task_of(rows, request.session);
        let files = self.files_to_reread(rows, request.session, MAX_FILES)?.files;
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        Ok(vec![task.into_iter().collect(), self.files_piece(rows, &paths, request.session).into_iter().collect()])
    }

    /// The task of the newest step in a session, if it is active or paused.
    fn open_task_of(&self, rows: &Rows, session: &str) -> Option<PieceDraft> {
        let tenant = self.owner.tenant.as_str();
        let (keys, _) = rows.page(&Span::from(keyspace::scope_prefix(tenant, Scope::Session, session)), MAX_BYTES);
        let is_step = |key: &&Vec<u8>| rows.read::<ListRow>(key).is_some_and(|row| row.kind == Some(Kind::TaskStep));
        let id: RecordId = keys.iter().find(is_step).and_then(|key| ordered_id(key))?;
        self.task_piece(rows, &record_of(rows, tenant, id)?.task)
    }

    /// A piece that lists the files with a trusted touch in a session; its record is the newest such touch of the first of
    /// them.
    fn files_piece(&self, rows: &Rows, paths: &[&str], session: &str) -> Option<PieceDraft> {
        let touches: Vec<_> = paths.iter().map(|path| (*path, self.trusted_touch(rows, path, session))).collect();
        let mut touched_files = touches.into_iter().filter_map(|(path, touch)| Some((path, touch?)));
        let (first_path, (id, record)) = touched_files.next()?;
        let says = touched_files.fold(String::from(first_path), |says, (path, _)| says + ", " + path);
        let why = "The session worked on these files last: what they say left its context.";
        Some(PieceDraft::of(id, &record, PieceKind::Files, why.to_string(), &says))
    }

    /// The newest touch of a file in a session, except untrusted touches.
    fn trusted_touch(&self, rows: &Rows, path: &str, session: &str) -> Option<(RecordId, Record)> {
        let tenant = self.owner.tenant.as_str();
        let touches = newest_of(rows, tenant, Scope::Path, path, MAX_TOUCHES);
        let mut records = touches.into_iter().filter_map(|id| Some((id, record_of(rows, tenant, id)?)));
        records.find(|(_, record)| record.session == session && record.trust() > Trust::Untrusted)
    }
}
