//! All records as lines, oldest first, and a trailer by which a reader knows that it has them all.

use alloc::format;
use alloc::string::String;

use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::record::batch::parse_id;
use crate::record::envelope::Record;
use crate::record::gather::Gather;
use crate::record::keyspace::{id_at_end, records_since};
use crate::record::rows::Call;
use crate::record::{Chain, RecordSpace, line, trailer};

/// About the bytes of a slice.
const SLICE_BYTES: u32 = 1 << 20;

/// The question of `export-lines`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportLinesQuestion {
    /// Where the slice begins.
    pub after: String,
}

/// A slice of all records as lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedLines {
    /// An event a line; the last line of the last slice is a trailer.
    pub text: String,
    /// Records left out, because their rows are damaged.
    pub n_damaged: u32,
    /// To go on after; empty at the end.
    pub next: String,
}

impl RecordSpace {
    /// A slice of all records of the tenant.
    pub(crate) fn export_lines(
        &self,
        question: &ExportLinesQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<ExportedLines> {
        let call = Call::of(self.generation, "export-lines", [question.after.as_bytes()]);
        let (mut start, end) = records_since(&self.owner.tenant, RecordId::first_of(Timestamp::default()));
        let mut chain = Chain::default();
        if !question.after.is_empty() {
            let refused = || Error::invalid("after", "not one that this memory gave");
            let (id, state) = question.after.split_once('.').ok_or_else(refused)?;
            start = records_since(&self.owner.tenant, parse_id("after", id)?).0;
            start.push(0);
            chain = Chain::parse(state).ok_or_else(refused)?;
        }
        let mut gather = Gather::new(call, resumed)?;
        // Whether a newer release has written to the store is said by a row of its own.
        gather.keys([].into())?;
        let (keys, is_all) = gather.page(start.clone(), end.max(start), SLICE_BYTES)?;
        gather.end()?;
        let (mut text, mut n_damaged) = (String::new(), 0);
        for key in &keys {
            let record = gather.rows.value(key).and_then(|value| Record::open(key, value));
            match (record, id_at_end(key)) {
                (Some((record, _)), Some(id)) => {
                    let line = line(id, record);
                    chain.add(&line);
                    text.push_str(&line);
                    text.push('\n');
                }
                _ => n_damaged += 1,
            }
        }
        let next = match keys.last().and_then(|key| id_at_end(key)) {
            Some(last) if !is_all => format!("{}.{}", last.text(), chain.text()),
            _ => {
                text.push_str(&trailer(&chain));
                text.push('\n');
                String::new()
            }
        };
        Ok(ExportedLines { text, n_damaged, next })
    }
}
