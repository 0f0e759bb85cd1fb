//! The statement of a manifest: its settings, as keys and values.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use crate::graph::manifest::{Setting, Statement};
use crate::row::codec::{Reader, Writer};

pub(crate) fn encode(statement: &Statement) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.count(statement.settings().len());
    for setting in statement.settings() {
        writer.count(setting.key.len());
        setting.key.iter().for_each(|part| writer.text(part));
        writer.text(&setting.value);
    }
    writer.finish()
}

pub(crate) fn decode(bytes: &[u8]) -> Option<Statement> {
    let mut reader = Reader::new(bytes);
    let n_settings = reader.count(2)?;
    let mut settings = Vec::with_capacity(n_settings);
    for _ in 0..n_settings {
        let n_parts = reader.count(1)?;
        let key = (0..n_parts).map(|_| reader.text().map(str::to_owned)).collect::<Option<_>>()?;
        settings.push(Setting { key, value: reader.text()?.to_owned() });
    }
    reader.finish()?;
    Statement::of(settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::manifest::Kind;

    #[test]
    fn a_statement_round_trips() {
        for text in ["{}", r#"{"name": "@a/b", "exports": {".": {"import": "./ä.js"}, "./x": null}}"#, "\"name\""] {
            let statement = Statement::read(Kind::Package, text);
            assert_eq!(decode(&encode(&statement)), Some(statement), "{text}");
        }
    }

    #[test]
    fn malformed_bytes_are_refused() {
        let encoded = encode(&Statement::read(Kind::Package, r#"{"name": "a", "main": "b.js"}"#));
        (0..encoded.len()).for_each(|end| assert_eq!(decode(&encoded[..end]), None, "{end}"));
        assert_eq!(decode(&[encoded.as_slice(), b"\0"].concat()), None);
        assert_eq!(decode(b"\x01\x01\x01\xff\x00"), None);
    }
}
