//! What is left of a part that is pruned: deterministic bytes, a function of the part alone.

use alloc::format;
use alloc::string::String;

use xxhash_rust::xxh3::xxh3_64;

use super::history::{ID_DIGITS, Item, ItemId};
use super::settings::StubKind;

/// What every stub begins with; its id follows.
const BEGINNING: &str = "[pruned ";
/// What the object begins with that stands for the arguments of a pruned call.
const OBJECT_BEGINNING: &str = "{\"pruned\":\"";

/// The stub of a part.
pub(crate) fn of(item: &Item, _kind: StubKind) -> String {
    format!("{BEGINNING}{}]", item.id.text())
}

/// The id in a stub, or in the object that stands for a call's arguments; none if the text is something else.
pub(crate) fn id_in(text: &str) -> Option<ItemId> {
    let text = text.strip_prefix(OBJECT_BEGINNING).unwrap_or(text);
    ItemId::parse(text.strip_prefix(BEGINNING)?.get(..ID_DIGITS)?)
}

/// The stub in such a text.
pub(crate) fn text_in(text: &str) -> &str {
    text.strip_prefix(OBJECT_BEGINNING).and_then(|rest| rest.strip_suffix("\"}")).unwrap_or(text)
}

/// What tells one stub from another.
pub(crate) fn hash(stub: &str) -> u64 {
    xxh3_64(stub.as_bytes())
}
