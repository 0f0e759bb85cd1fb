//! A session that is asked for and has no context: it is refused by its name, with those that are like it.

use super::stored::{Head, Place};
use crate::base::error::{Error, MAX_SUGGESTED};
use crate::record::keyspace::{self, Keyspace};
use crate::record::rows::{Rows, Span};
use crate::text::edits::closest_names;

/// The bytes of rows among which such names are looked for.
const LOOKED_AT_BYTES: u32 = 1 << 20;

impl Place<'_> {
    /// The head of a session that has a context.
    pub(super) fn known(self, rows: &Rows, head: Option<Head>) -> Result<Head, Error> {
        if let Some(head) = head {
            return Ok(head);
        }
        rows.check_complete()?;
        let prefix = keyspace::of_tenant(Keyspace::Session, self.tenant);
        let (keys, _) = rows.page(&Span::from(prefix.clone()), LOOKED_AT_BYTES);
        let names = keys.iter().filter_map(|key| core::str::from_utf8(key.get(prefix.len()..)?).ok());
        Err(Error::unknown(self.id, closest_names(self.id, names, MAX_SUGGESTED)))
    }
}
