//! A session that is asked for and has no context: it is refused by its name, with those that are like it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::ask::Attempt;
use crate::base::error::{Error, repeated};
use crate::base::sort::sort_by;
use crate::record::RecordSpace;
use crate::record::derived::range_of;
use crate::record::gather::Gather;
use crate::record::keyspace::{self, Keyspace};
use crate::text::edits::Typed;

/// The most names that are suggested.
const MOST_SUGGESTED: usize = 5;
/// The bytes of rows among which such names are looked for.
const LOOKED_AT_BYTES: u32 = 1 << 20;

impl RecordSpace {
    /// The refusal of a session that has no context.
    pub(super) fn unknown_session(&self, gather: &mut Gather, id: &str) -> Attempt<Error> {
        let prefix = keyspace::of_tenant(Keyspace::Session, &self.owner.tenant);
        let (start, end) = range_of(prefix.clone());
        let (keys, _) = gather.page(start, end, LOOKED_AT_BYTES)?;
        let mut typed = Typed::among_few(id);
        let mut near: Vec<(usize, &str)> = Vec::new();
        for key in &keys {
            let Some(name) = key.get(prefix.len()..).and_then(|name| core::str::from_utf8(name).ok()) else { continue };
            near.extend(typed.edits(name).map(|edits| (edits, name)));
        }
        sort_by(&mut near, Ord::cmp);
        let suggestions = near.into_iter().take(MOST_SUGGESTED).map(|(_, name)| String::from(name)).collect();
        Ok(Error::Unknown { name: repeated(id), suggestions })
    }
}
