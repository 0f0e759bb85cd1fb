//! Which record has the value of a key: of what is at hand in a conversation, and of what is known of the user.

use alloc::string::String;
use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{Needs, Of, Sign};
use crate::record::envelope::{Parent, Record};
use crate::record::event::Body;
use crate::record::keyspace::{self, Keyspace, hash_name};
use crate::record::rows::Rows;

/// Where a key is: in a conversation of a principal and channel, or in the profile of a principal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Held<'n> {
    Working { principal: &'n str, channel: &'n str, conversation: &'n str },
    Profile { principal: &'n str },
}

/// The record that has a key's value: the newest one.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct HeldRow {
    #[n(0)]
    pub(crate) record: Parent,
}

/// The beginning of the keys of what is held there; their ends are the keys, so that they are in their order.
pub(crate) fn held_of(tenant: &str, held: Held<'_>) -> Vec<u8> {
    let (tag, name): (u8, String) = match held {
        Held::Working { principal, channel, conversation } => {
            // No name has a NUL.
            (0, alloc::format!("{principal}\0{channel}\0{conversation}"))
        }
        Held::Profile { principal } => (1, String::from(principal)),
    };
    keyspace::row(Keyspace::Held, tenant, [&[tag][..], &hash_name(&name)])
}

/// The row of a record that holds a value.
pub(crate) fn held_key(tenant: &str, record: &Record) -> Option<Vec<u8>> {
    let principal = &record.principal;
    let (held, key) = match record.body.as_ref()? {
        Body::WorkingValue(value) => {
            let (channel, conversation) = (&record.channel, &value.conversation);
            (Held::Working { principal, channel, conversation }, &value.key)
        }
        Body::ProfileValue(value) => (Held::Profile { principal }, &value.key),
        _ => return None,
    };
    Some([held_of(tenant, held).as_slice(), key.as_bytes()].concat())
}

pub(super) fn needs(of: Of<'_>, needs: &mut Needs) {
    needs.keys.extend(held_key(of.tenant, of.record));
}

pub(super) fn apply(rows: &mut Rows, of: Of<'_>, sign: Sign) {
    let Some(key) = held_key(of.tenant, of.record) else { return };
    let own = Parent::of(of.id);
    let held: Option<Parent> = rows.read(&key).map(|row: HeldRow| row.record);
    match sign {
        Sign::Add if held.is_none_or(|held| held <= own) => rows.put(key, &HeldRow { record: own }),
        Sign::Remove if held == Some(own) => rows.set(key, None),
        _ => {}
    }
}
