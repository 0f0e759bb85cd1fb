//! Exports records, oldest first: all of them as lines, whose trailer tells whether they are complete, or those of one
//! kind as a table.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::base::time::Timestamp;
use crate::record::batch::parse_id;
use crate::record::envelope::Record;
use crate::record::keyspace::{id_at_end, records_since};
use crate::record::rows::{Rows, Span};
use crate::record::run::Call;
use crate::record::{Chain, EventKind, RecordSpace, csv_header, csv_line, damaged_trailer, export_line, trailer};

/// The approximate bytes of the records in a slice.
const SLICE_BYTES: u32 = 1 << 20;

/// Begins the state in an export's position if a record was left out or the file is damaged. The chain of the lines
/// follows.
const INCOMPLETE_PREFIX: &str = "short";

/// The slice of the memory to export next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportLinesQuestion {
    /// The position at which the slice begins; empty: the beginning.
    pub after: String,
    /// Whether the store's file is known to be damaged; the trailer then states no hash.
    pub is_damaged: bool,
}

/// A slice of all records as lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedLines {
    /// One record a line. The last line of the last slice is a trailer, which states a hash of all lines unless a
    /// record was left out or the question says that the file is damaged.
    pub text: String,
    /// The number of records left out because their rows are damaged.
    pub n_damaged: u32,
    /// The position at which to go on; empty at the end.
    pub next: String,
}

/// The kind of records for a table, and where to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportCsvQuestion {
    /// The kind of the records, which decides the columns.
    pub kind: EventKind,
    /// The position at which the slice begins; empty: the beginning.
    pub after: String,
}

/// A slice of the records of a kind as comma-separated values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedCsv {
    /// Whole lines; the first line of the first slice names the columns.
    pub text: String,
    /// The number of records of any kind left out because their rows are damaged.
    pub n_damaged: u32,
    /// The position at which to go on; empty at the end.
    pub next: String,
}

/// A slice of records, oldest first.
pub(crate) struct Slice {
    pub(crate) records: Vec<(RecordId, Record)>,
    pub(crate) n_damaged: u32,
    /// The id after which to go on; `None` at the end.
    pub(crate) next: Option<RecordId>,
}

impl RecordSpace {
    /// A slice of all records of the tenant, as lines.
    pub(crate) fn export_lines(
        &self,
        question: &ExportLinesQuestion,
        resumed: Option<Resumed>,
    ) -> Attempt<ExportedLines> {
        let ExportLinesQuestion { after, is_damaged } = question;
        let call = Call::of(self.generation, "export-lines", [after.as_bytes(), &[u8::from(*is_damaged)]]);
        let (mut last_id, mut chain, mut is_incomplete) = (None, Chain::default(), *is_damaged);
        if !after.is_empty() {
            let bad_position = || Error::invalid("after", "not one that this memory gave");
            let (id, chain_state) = after.split_once('.').ok_or_else(bad_position)?;
            last_id = Some(parse_id("after", id)?);
            is_incomplete |= chain_state.starts_with(INCOMPLETE_PREFIX);
            chain = Chain::parse(chain_state.strip_prefix(INCOMPLETE_PREFIX).unwrap_or(chain_state))
                .ok_or_else(bad_position)?;
        }
        let Slice { records, n_damaged, next } = call.answer(resumed, |rows| Ok(self.slice(rows, last_id)))?;
        is_incomplete |= n_damaged > 0;
        let mut text = String::new();
        let mut put_line = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        for (id, record) in records {
            let line = export_line(id, record);
            chain.add(&line);
            put_line(&line);
        }
        // A trailer vouches for all records, and for nothing less.
        if next.is_none() {
            put_line(&if is_incomplete { damaged_trailer(&chain) } else { trailer(&chain) });
        }
        let prefix = if is_incomplete { INCOMPLETE_PREFIX } else { "" };
        let next = next.map_or_else(String::new, |last_id| format!("{}.{prefix}{}", last_id.text(), chain.text()));
        Ok(ExportedLines { text, n_damaged, next })
    }

    /// A slice of the tenant's records of a kind, as a table.
    pub(crate) fn export_csv(&self, question: &ExportCsvQuestion, resumed: Option<Resumed>) -> Attempt<ExportedCsv> {
        let ExportCsvQuestion { kind, after } = question;
        let call = Call::of(self.generation, "export-csv", [[*kind as u8].as_slice(), after.as_bytes()]);
        let is_first = after.is_empty();
        let after = if is_first { None } else { Some(parse_id("after", after)?) };
        let Slice { records, n_damaged, next } = call.answer(resumed, |rows| Ok(self.slice(rows, after)))?;
        let mut text = if is_first { csv_header(*kind) } else { String::new() };
        for (id, record) in records.into_iter().filter(|(_, record)| record.kind == *kind) {
            text.push_str(&csv_line(id, record));
        }
        Ok(ExportedCsv { text, n_damaged, next: next.map_or_else(String::new, |last| last.text()) })
    }

    /// The slice of records after an id; without one the first slice.
    pub(crate) fn slice(&self, rows: &Rows, after: Option<RecordId>) -> Slice {
        let first_id = after.unwrap_or_else(|| RecordId::least_at(Timestamp::default()));
        let (mut start, end) = records_since(&self.owner.tenant, first_id);
        if after.is_some() {
            start.push(0);
        }
        let (keys, is_all) = rows.page(&Span { start, end }, SLICE_BYTES);
        let (mut records, mut n_damaged) = (Vec::new(), 0);
        for key in &keys {
            let record = rows.value(key).and_then(|value| Record::open(key, value));
            match (record, id_at_end(key)) {
                (Some((record, _)), Some(id)) => records.push((id, record)),
                _ => n_damaged += 1,
            }
        }
        let next = keys.last().and_then(|key| id_at_end(key)).filter(|_| !is_all);
        Slice { records, n_damaged, next }
    }
}
