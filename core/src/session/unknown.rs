//! Refuses a session that has no context; the error suggests similar names.

use super::stored::{SessionHead, SessionRows};
use crate::base::error::{Error, MAX_SUGGESTED};
use crate::record::keyspace::{self, Keyspace};
use crate::record::rows::{Rows, Span};
use crate::text::edits::closest_names;

/// The most bytes of rows that are searched for similar names.
const MAX_SEARCHED_BYTES: u32 = 1 << 20;

impl SessionRows<'_> {
    /// The head of a session; if there is none, an error with similar names.
    pub(super) fn require(self, rows: &Rows, head: Option<SessionHead>) -> Result<SessionHead, Error> {
        if let Some(head) = head {
            return Ok(head);
        }
        rows.check_complete()?;
        let prefix = keyspace::tenant_prefix(Keyspace::Session, self.tenant);
        let (keys, _) = rows.page(&Span::from(prefix.clone()), MAX_SEARCHED_BYTES);
        let names = keys.iter().filter_map(|key| core::str::from_utf8(key.get(prefix.len()..)?).ok());
        Err(Error::unknown(self.id, closest_names(self.id, names, MAX_SUGGESTED)))
    }
}
