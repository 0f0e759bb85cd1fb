//! Exports the records of one kind as a Parquet file, with the columns of the comma-separated values, each with a type.
//!
//! Times are milliseconds of UTC, counts are integers, and success is a boolean; all else is text, with lists and
//! objects as JSON. Empty values are null. The file is written under another name, synced and renamed, so that it is
//! never incomplete.
//! Not here: which columns a kind has, which the component says.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, TimestampType, Type as Physical};
use ::parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use ::parquet::schema::types::Type as Field;
use serde_json::{Map, Value};

use super::Records;
use super::file::check_new;
use super::lock::unique;
use super::place::folder_of;
use crate::Error;
use crate::open::{self, sync_folder};
use crate::store::StoreError;
use crate::wit::Word as _;
use crate::wit::episodes::{EventKind, ExportCsvQuestion};

/// The bytes of lines in a row group, all of which is in memory at once.
const GROUP_BYTES: usize = 16 << 20;

impl Records {
    /// Writes the records of one kind to a new Parquet file; returns how many records of any kind were left out because
    /// their rows are damaged. Fails for a memory whose file is damaged.
    ///
    /// # Errors
    /// As for [`Records::export`]; [`Error::Store`] if the file exists, cannot be written, or the memory is damaged.
    pub fn export_parquet(&mut self, kind: EventKind, to: &Path) -> Result<u64, Error> {
        let store_error = |error: io::Error| Error::Store(StoreError::from(error));
        check_new(to)?;
        let first_page = self.export_csv(&ExportCsvQuestion { kind, after: String::new() })?;
        let column_names = first_page.text.lines().next().unwrap_or_default();
        let draft = unique(to, "draft");
        let written = Table::create(&draft, kind, column_names).map_err(store_error).and_then(|mut table| {
            let n_damaged = self.export(&mut |text| table.take(text))?;
            if let Some(damage) = self.damage() {
                return Err(Error::Store(StoreError::Damaged(damage.how)));
            }
            table.close().and_then(|()| fs::rename(&draft, to)).map_err(store_error)?;
            sync_folder(folder_of(to)).map_err(store_error).map(|()| n_damaged)
        });
        if written.is_err() {
            let _ = open::remove(&draft);
        }
        written
    }
}

/// The type of a column, which follows from its name.
#[derive(Clone, Copy)]
enum Type {
    Time,
    Integer,
    Boolean,
    Text,
}

fn type_of(name: &str) -> Type {
    match name {
        "time" | "recorded" | "updated" => Type::Time,
        "tokens" | "duration" | "context_tokens" | "first_line" | "last_line" | "lifetime" => Type::Integer,
        "success" | "refused" => Type::Boolean,
        _ => Type::Text,
    }
}

/// A Parquet file that is being written.
struct Table {
    writer: SerializedFileWriter<File>,
    kind: &'static str,
    columns: Vec<(String, Type)>,
    /// The records of the next row group.
    rows: Vec<Map<String, Value>>,
    /// The bytes of the lines of these records.
    n_bytes: usize,
}

impl Table {
    /// Creates the file; `column_names` are the names of the columns, separated by commas.
    fn create(path: &Path, kind: EventKind, column_names: &str) -> io::Result<Table> {
        let columns: Vec<(String, Type)> =
            column_names.split(',').map(|name| (name.to_owned(), type_of(name))).collect();
        let fields = columns.iter().map(|(name, ty)| field(name, *ty).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let kind = kind.word();
        let schema = Field::group_type_builder(kind).with_fields(fields).build().map_err(failed)?;
        let properties = WriterProperties::builder().set_compression(Compression::LZ4_RAW).build();
        let file = open::create_private(path)?;
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        Ok(Table { writer, kind, columns, rows: Vec::new(), n_bytes: 0 })
    }

    /// Adds complete lines of an export.
    fn take(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            let record: Map<String, Value> = serde_json::from_str(line)?;
            if record.get("kind").and_then(Value::as_str) == Some(self.kind) {
                self.rows.push(record);
                self.n_bytes += line.len();
            }
        }
        if self.n_bytes > GROUP_BYTES { self.write_group().map_err(failed) } else { Ok(()) }
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        self.n_bytes = 0;
        let mut group = self.writer.next_row_group()?;
        for (name, ty) in &self.columns {
            let Some(mut column) = group.next_column()? else { break };
            let cells = rows.iter().map(|row| row.get(name));
            match ty {
                Type::Time | Type::Integer => write::<Int64Type>(&mut column, cells.map(|cell| cell?.as_i64()))?,
                Type::Boolean => write::<BoolType>(&mut column, cells.map(|cell| cell?.as_bool()))?,
                Type::Text => write::<ByteArrayType>(&mut column, cells.map(|cell| cell.map(text)))?,
            }
            column.close()?;
        }
        group.close().map(|_| ())
    }

    fn close(mut self) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.write_group().map_err(failed)?;
        }
        self.writer.into_inner().map_err(failed)?.sync_all()
    }
}

fn field(name: &str, ty: Type) -> Result<Field, ParquetError> {
    let (physical, logical) = match ty {
        Type::Time => {
            let logical = LogicalType::Timestamp(TimestampType { is_adjusted_to_u_t_c: true, unit: TimeUnit::MILLIS });
            (Physical::INT64, Some(logical))
        }
        Type::Integer => (Physical::INT64, None),
        Type::Boolean => (Physical::BOOLEAN, None),
        Type::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field = Field::primitive_type_builder(name, physical).with_logical_type(logical);
    field.with_repetition(Repetition::OPTIONAL).build()
}

/// Writes the cells of a column; cells without a value are null.
fn write<T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    for cell in cells {
        levels.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    column.typed::<T>().write_batch(&values, Some(&levels), None).map(|_| ())
}

fn text(value: &Value) -> ByteArray {
    match value {
        Value::String(text) => ByteArray::from(text.as_str()),
        value => ByteArray::from(value.to_string().into_bytes()),
    }
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
