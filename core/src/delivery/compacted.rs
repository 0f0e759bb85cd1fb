//! After a compaction: which files to read again, and the open task of the session.

use alloc::vec::Vec;

use super::item::PieceDraft;
use super::question::DeliveryRequest;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::record::RecordSpace;
use crate::record::derived::ListRow;
use crate::record::keyspace::{self, Kind, Scope, ordered_id};
use crate::record::rows::{Rows, Span};
use crate::record::stored::record_of;

/// The most files to read again.
const MAX_FILES: usize = 5;
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
        let why = "The session worked on these files last: what they say left its context.";
        Ok(vec![task.into_iter().collect(), self.files_piece(rows, &paths, request.session, why).into_iter().collect()])
    }

    /// The task of the newest step in a session, if it is active or paused.
    fn open_task_of(&self, rows: &Rows, session: &str) -> Option<PieceDraft> {
        let tenant = self.owner.tenant.as_str();
        let (keys, _) = rows.page(&Span::from(keyspace::scope_prefix(tenant, Scope::Session, session)), MAX_BYTES);
        let is_step = |key: &&Vec<u8>| rows.read::<ListRow>(key).is_some_and(|row| row.kind == Some(Kind::TaskStep));
        let id: RecordId = keys.iter().find(is_step).and_then(|key| ordered_id(key))?;
        self.task_piece(rows, &record_of(rows, tenant, id)?.task)
    }
}
