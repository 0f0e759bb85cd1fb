//! A session that is asked for and has no context: it is refused by its name, with those that are like it.

use crate::ask::Attempt;
use crate::base::error::{Error, MAX_SUGGESTED, repeated};
use crate::record::RecordSpace;
use crate::record::derived::range_of;
use crate::record::gather::Gather;
use crate::record::keyspace::{self, Keyspace};
use crate::text::edits::near;

/// The bytes of rows among which such names are looked for.
const LOOKED_AT_BYTES: u32 = 1 << 20;

impl RecordSpace {
    /// The refusal of a session that has no context.
    pub(super) fn unknown_session(&self, gather: &mut Gather, id: &str) -> Attempt<Error> {
        let prefix = keyspace::of_tenant(Keyspace::Session, &self.owner.tenant);
        let (start, end) = range_of(prefix.clone());
        let (keys, _) = gather.page(start, end, LOOKED_AT_BYTES)?;
        let names = keys.iter().filter_map(|key| core::str::from_utf8(key.get(prefix.len()..)?).ok());
        Ok(Error::Unknown { name: repeated(id), suggestions: near(id, names, MAX_SUGGESTED) })
    }
}
