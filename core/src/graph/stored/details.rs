//! Details: signatures and docs, parallel to the outline's symbols.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::graph::facts::Detail;
use crate::row::codec::{Reader, Writer};

/// Encodes the details of definitions, then those of imports.
pub(crate) fn encode(definitions: &[Detail], imports: &[Detail]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.count(definitions.len() + imports.len());
    for detail in definitions.iter().chain(imports) {
        writer.text(&detail.signature);
        writer.text(&detail.doc);
    }
    writer.finish()
}

/// Decodes a payload into texts that answers share; `None` if it is damaged.
pub(crate) fn decode(bytes: &[u8]) -> Option<Vec<Detail<Arc<str>>>> {
    let mut details = Vec::new();
    read(bytes, &mut |signature, doc| details.push(Detail { signature: signature.into(), doc: doc.into() }))?;
    Some(details)
}

/// Calls `take` with each signature and doc, without copying. `None` if the payload is damaged; then the calls made so
/// far are invalid.
pub(crate) fn read<'b>(bytes: &'b [u8], take: &mut impl FnMut(&'b str, &'b str)) -> Option<()> {
    let mut reader = Reader::new(bytes);
    for _ in 0..reader.count(2)? {
        take(reader.text()?, reader.text()?);
    }
    reader.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::stored::sample::{Random, survives_damage};

    #[test]
    fn details_round_trip() {
        let mut random = Random(1);
        for n_details in 0..20 {
            let detail = |_| Detail { signature: random.text(), doc: random.text() };
            let details: Vec<Detail> = (0..n_details).map(detail).collect();
            let (definitions, imports) = details.split_at(details.len() / 2);
            let shared_detail =
                |at: &Detail| Detail { signature: at.signature.as_str().into(), doc: at.doc.as_str().into() };
            assert_eq!(decode(&encode(definitions, imports)), Some(details.iter().map(shared_detail).collect()));
        }
    }

    #[test]
    fn damage_is_refused_or_decoded_differently_but_never_panics() {
        let details = [Detail { signature: "def f(a)".into(), doc: "Does ü.".into() }];
        survives_damage(&encode(&details, &[]), |bytes| decode(bytes).is_some());
    }
}
