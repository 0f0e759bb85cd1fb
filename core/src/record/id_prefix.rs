//! Resolves an id that may be abbreviated to its beginning, if only one record's id begins so.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::batch::parse_id;
use super::keyspace::{self, id_at_end};
use super::rows::{Rows, Span};
use crate::base::error::Error;
use crate::base::id::RecordId;

/// The most bytes of rows to read. Two records rarely have more; if they do, the abbreviation counts as ambiguous.
const MAX_BYTES: u32 = 1 << 20;
/// The most candidates that an error names.
const MAX_NAMED: usize = 4;

/// Refuses a text that is neither an id nor the beginning of one.
pub(crate) fn check_id(argument: &'static str, text: &str) -> Result<(), Error> {
    if RecordId::prefix_range(text).is_some() { Ok(()) } else { parse_id(argument, text).map(drop) }
}

/// The id that a text stands for: a whole id, whose record need not exist, or the only id of a record that begins so.
/// An error if no id begins so, or several do.
pub(crate) fn resolve_id(rows: &Rows, tenant: &str, argument: &'static str, text: &str) -> Result<RecordId, Error> {
    let Some((first, last)) = RecordId::prefix_range(text).filter(|_| RecordId::parse(text).is_none()) else {
        return parse_id(argument, text);
    };
    let end = [keyspace::record_key(tenant, last).as_slice(), &[0]].concat();
    let (keys, is_all) = rows.page(&Span { start: keyspace::record_key(tenant, first), end }, MAX_BYTES);
    let ids: Vec<RecordId> = keys.iter().filter_map(|key| id_at_end(key)).collect();
    match ids.as_slice() {
        [] => Err(Error::unknown(text, Vec::new())),
        [one] if is_all => Ok(*one),
        several => {
            let named: Vec<String> = several.iter().take(MAX_NAMED).map(|id| id.text()).collect();
            let why = format!("{text:?} is the beginning of several ids: {}", named.join(", "));
            Err(Error::invalid(argument, why))
        }
    }
}
