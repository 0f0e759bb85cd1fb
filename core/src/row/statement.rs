//! What a manifest states: its entries, keys and values as they are.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::codec::{Reader, Writer};
use crate::graph::manifest::{Entry, Statement};

/// The payload.
pub(crate) fn encode(statement: &Statement) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.count(statement.entries().len());
    for entry in statement.entries() {
        writer.count(entry.key.len());
        entry.key.iter().for_each(|part| writer.text(part));
        writer.text(&entry.value);
    }
    writer.finish()
}

/// Reads a payload.
pub(crate) fn decode(bytes: &[u8]) -> Option<Statement> {
    let mut reader = Reader::new(bytes);
    let n_entries = reader.count(2)?;
    let mut entries = Vec::with_capacity(n_entries);
    for _ in 0..n_entries {
        let n_parts = reader.count(1)?;
        let key = (0..n_parts).map(|_| reader.text().map(str::to_owned)).collect::<Option<_>>()?;
        entries.push(Entry { key, value: reader.text()?.to_owned() });
    }
    reader.finish()?;
    Statement::of(entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::manifest::Kind;

    #[test]
    fn it_comes_back() {
        for text in ["{}", r#"{"name": "@a/b", "exports": {".": {"import": "./ä.js"}, "./x": null}}"#, "\"name\""] {
            let statement = Statement::read(Kind::Package, text);
            assert_eq!(decode(&encode(&statement)), Some(statement), "{text}");
        }
    }

    #[test]
    fn what_was_not_written_so_is_refused() {
        let whole = encode(&Statement::read(Kind::Package, r#"{"name": "a", "main": "b.js"}"#));
        (0..whole.len()).for_each(|end| assert_eq!(decode(&whole[..end]), None, "{end}"));
        assert_eq!(decode(&[whole.as_slice(), b"\0"].concat()), None);
        assert_eq!(decode(b"\x01\x01\x01\xff\x00"), None);
    }
}
