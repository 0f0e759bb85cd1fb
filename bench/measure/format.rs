//! Compares two encodings of a stored record: numbered optional fields by the library `minicbor`, which is in use, and
//! a hand-written one of three bytes, varints, and texts after their lengths. Measures the bytes of a record, and the
//! time to write and to read one.

use std::time::Duration;

use minicbor::{Decode, Encode};

use crate::{Outcome, say, time};

const N_RECORDS: usize = 100_000;
/// The number of runs, of which the fastest counts: the work is equal, and other load only adds time.
const N_RUNS: usize = 5;

/// The fields of a note's record.
#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[cbor(map)]
struct Record {
    #[n(0)]
    kind: u8,
    #[n(1)]
    time: i64,
    #[n(2)]
    recorded: i64,
    #[n(3)]
    origin: u8,
    #[n(4)]
    event_id: String,
    #[n(5)]
    channel: String,
    #[n(6)]
    principal: Option<String>,
    #[n(7)]
    session: Option<String>,
    #[n(8)]
    text: String,
    #[n(9)]
    trust: Option<u8>,
}

pub(crate) fn measure() -> Outcome {
    let records: Vec<Record> = (0..N_RECORDS).map(record).collect();
    let library = |record: &Record| minicbor::to_vec(record).unwrap_or_default();
    let read_library = |bytes: &[u8]| minicbor::decode::<Record>(bytes).ok();
    trial("library", &records, library, read_library)?;
    trial("by_hand", &records, write, |bytes| read(&mut &*bytes))
}

fn trial(
    name: &str,
    records: &[Record],
    write: impl Fn(&Record) -> Vec<u8>,
    read: impl Fn(&[u8]) -> Option<Record>,
) -> Outcome {
    let mut best = (Duration::MAX, Duration::MAX);
    let mut n_bytes = 0;
    for _ in 0..N_RUNS {
        let (rows, writing) = time(|| records.iter().map(&write).collect::<Vec<_>>());
        let (read_back, reading) = time(|| rows.iter().map(|row| read(row)).collect::<Option<Vec<_>>>());
        if read_back.as_deref() != Some(records) {
            return Err(format!("{name}: what is read is not what was written").into());
        }
        best = (best.0.min(writing), best.1.min(reading));
        n_bytes = rows.iter().map(Vec::len).sum();
    }
    let nanoseconds_each = |time: Duration| time.as_secs_f64() * 1e9 / records.len() as f64;
    say(&format!("format_bytes_{name}"), n_bytes as f64 / records.len() as f64);
    say(&format!("format_write_ns_{name}"), nanoseconds_each(best.0));
    say(&format!("format_read_ns_{name}"), nanoseconds_each(best.1));
    Ok(())
}

fn record(at: usize) -> Record {
    Record {
        kind: 0,
        time: 1_700_000_000_000 + at as i64,
        recorded: 1_700_000_000_000 + at as i64,
        origin: (at % 4) as u8,
        event_id: format!("{at:032x}"),
        channel: "_global".to_owned(),
        principal: at.is_multiple_of(2).then(|| "agent".to_owned()),
        session: at.is_multiple_of(3).then(|| format!("session-{}", at / 100)),
        text: format!("note {at}: the retries of the client live in src/net/client.py, and are tried three times"),
        trust: Some((at % 3) as u8),
    }
}

fn write(record: &Record) -> Vec<u8> {
    let mut bytes = vec![record.kind, record.origin, record.trust.map_or(0, |trust| trust + 1)];
    write_number(&mut bytes, record.time as u64);
    write_number(&mut bytes, record.recorded as u64);
    let text_or_empty = |text: &Option<String>| text.clone().unwrap_or_default();
    for text in [
        &record.event_id,
        &record.channel,
        &text_or_empty(&record.principal),
        &text_or_empty(&record.session),
        &record.text,
    ] {
        write_number(&mut bytes, text.len() as u64);
        bytes.extend_from_slice(text.as_bytes());
    }
    bytes
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read(bytes: &mut &[u8]) -> Option<Record> {
    let (&[kind, origin, trust], remaining) = bytes.split_first_chunk::<3>()?;
    *bytes = remaining;
    let (time, recorded) = (read_number(bytes)? as i64, read_number(bytes)? as i64);
    let (event_id, channel) = (read_text(bytes)?, read_text(bytes)?);
    let non_empty = |text: String| (!text.is_empty()).then_some(text);
    let (principal, session, text) = (non_empty(read_text(bytes)?), non_empty(read_text(bytes)?), read_text(bytes)?);
    Some(Record {
        kind,
        time,
        recorded,
        origin,
        event_id,
        channel,
        principal,
        session,
        text,
        trust: trust.checked_sub(1),
    })
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, remaining) = bytes.split_first()?;
        *bytes = remaining;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn read_text(bytes: &mut &[u8]) -> Option<String> {
    let n_bytes = usize::try_from(read_number(bytes)?).ok()?;
    let (text, remaining) = bytes.split_at_checked(n_bytes)?;
    *bytes = remaining;
    String::from_utf8(text.to_vec()).ok()
}
