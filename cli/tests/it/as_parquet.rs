//! Records of a kind as a Parquet file, read back by the crate's own reader. Tests of the Python wheel read such files
//! by another reader.

use std::fs::File;
use std::path::{Path, PathBuf};

use parquet::basic::{LogicalType, Type};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use scrubjay::Error;
use scrubjay::records::{Place, Records, Settings};
use scrubjay::wit::episodes::EventKind;

use crate::common;
use crate::common::Project;

fn filled(file: PathBuf) -> Records {
    let mut records = Records::open(Place::File(file), Settings::default()).unwrap();
    let lines = "{\"kind\":\"tool_call\",\"event_id\":\"1\",\"tool\":\"bash\",\"parameters\":{\"a\":[1]},\"output\":\"=1, \\\"b\\\"\",\
                 \"success\":false,\"duration\":4294967295,\"time\":1700000000123}\n\
                 {\"kind\":\"note\",\"event_id\":\"2\",\"text\":\"no call\"}\n\
                 {\"kind\":\"tool_call\",\"event_id\":\"3\",\"tool\":\"edit\",\"time\":1700000000124}\n";
    assert_eq!(records.record_lines(lines).unwrap().0.len(), 3);
    records
}

/// The physical and the logical type of a column, and its cells.
fn column(path: &Path, name: &str) -> (Type, Option<LogicalType>, Vec<Field>) {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let found = schema.columns().iter().find(|column| column.name() == name).unwrap().clone();
    let cells = reader.get_row_iter(None).unwrap().map(|row| {
        let row = row.unwrap();
        row.get_column_iter().find(|(known, _)| *known == name).unwrap().1.clone()
    });
    (found.physical_type(), found.logical_type_ref().cloned(), cells.collect())
}

#[test]
fn records_of_a_kind_have_their_types_and_what_is_empty_is_null() {
    let project = Project::new(&[]);
    let (mut records, file) = (filled(project.at("memory.redb")), project.at("calls.parquet"));
    assert_eq!(records.export_parquet(EventKind::ToolCall, &file).unwrap(), 0);
    let text = |text: &str| Field::Str(text.to_owned());
    assert_eq!(column(&file, "event_id").2, [text("1"), text("3")]);
    assert_eq!(column(&file, "output").2, [text("=1, \"b\""), Field::Null]);
    assert_eq!(column(&file, "parameters").2, [text("{\"a\":[1]}"), Field::Null]);
    assert_eq!(column(&file, "success").2, [Field::Bool(false), Field::Null], "nobody said how the second one ended");
    assert_eq!(column(&file, "duration").2, [Field::Long(4_294_967_295), Field::Null]);
    let (physical, logical, cells) = column(&file, "time");
    assert_eq!(cells, [Field::TimestampMillis(1_700_000_000_123), Field::TimestampMillis(1_700_000_000_124)]);
    assert!(
        matches!((physical, logical), (Type::INT64, Some(LogicalType::Timestamp(time))) if time.is_adjusted_to_u_t_c)
    );
}

#[test]
fn a_file_that_is_there_stays_and_nothing_else_is_left() {
    let project = Project::new(&[]);
    let (mut records, file) = (filled(project.at("memory.redb")), project.at("own.parquet"));
    std::fs::write(&file, "mine").unwrap();
    assert!(matches!(records.export_parquet(EventKind::Note, &file), Err(Error::Store(_))));
    assert_eq!(std::fs::read(&file).unwrap(), b"mine");
    assert!(records.export_parquet(EventKind::Note, &project.at("nowhere/a.parquet")).is_err());
    records.export_parquet(EventKind::Turn, &project.at("none.parquet")).unwrap();
    assert_eq!(column(&project.at("none.parquet"), "text").2, []);
    let names = std::fs::read_dir(project.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().contains("draft")));
}

#[test]
fn the_program_writes_a_file_and_no_table_to_a_terminal() {
    let project = Project::new(&[]);
    filled(project.at("memory.redb"));
    let run = |file: &str, kind: &[&str]| {
        let export = ["memory", "export", file, "--memory", "memory.redb", "--format", "parquet"];
        common::program(project.path()).args(export).args(kind).output().unwrap().status.code()
    };
    assert_eq!(run("calls.parquet", &["--kind", "tool_call"]), Some(0));
    assert_eq!(column(&project.at("calls.parquet"), "tool").2.len(), 2);
    assert_eq!(run("-", &["--kind", "tool_call"]), Some(1));
    assert_ne!(run("more.parquet", &[]), Some(0), "the kind is missing");
}
