//! Requests to the host, the core's only way to read. A call that needs rows, lines or a model's answer returns
//! requests, and is called again with the answers.

use alloc::string::String;
use alloc::vec::Vec;

use crate::base::error::Error;

/// A stored row. Only the core interprets its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// At most 1,200 bytes: a keyspace byte, then what identifies the row in its keyspace, such as a path.
    pub key: Vec<u8>,
    /// The sealed payload.
    pub value: Vec<u8>,
}

/// A range of keys, ordered byte by byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// First key of the range, included.
    pub start: Vec<u8>,
    /// End of the range, not included.
    pub end: Vec<u8>,
    /// The host stops before the row that would exceed this size in bytes, but never before the first row.
    pub max_bytes: u32,
}

/// A range of lines of a file as it was indexed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSpan {
    /// Relative to the indexed root.
    pub path: String,
    /// SHA-256 of the whole file; a host whose file has another hash answers [`Answer::Changed`].
    pub hash: Vec<u8>,
    /// 1-based.
    pub first_line: u32,
    /// 1-based, included.
    pub last_line: u32,
}

/// A request to a language model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelRequest {
    /// The purpose of the request: `summarise`.
    pub purpose: String,
    /// The instructions on what to do with the texts.
    pub prompt: String,
    /// Data for the model, no instructions.
    pub texts: Vec<String>,
    /// Greatest length in bytes of an accepted answer.
    pub max_bytes: u32,
}

/// A request of the core, which the host answers before the call can continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The rows with these keys; a key without a row has none in the answer.
    Keys(Vec<Vec<u8>>),
    /// The rows of a range, in the order of their keys.
    Range(KeyRange),
    /// Lines of a file, with their line endings.
    Span(FileSpan),
    /// A request to a language model; made only if the host said that it has a model.
    Model(ModelRequest),
}

/// The requests of a call that cannot be completed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// To be answered in this order.
    pub requests: Vec<Request>,
    /// Opaque bytes, to be returned unchanged.
    pub ticket: Vec<u8>,
}

/// The rows that answer a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPage {
    /// In the order of their keys.
    pub rows: Vec<Row>,
    /// Whether these are all rows; false if the host stopped at `max_bytes`.
    pub complete: bool,
}

/// The answer to one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Rows in key order.
    Rows(RowPage),
    /// The lines requested, with their line endings.
    Text(String),
    /// The file is missing, unreadable or has another hash; or there is no model.
    Changed,
    /// The model's answer, unchanged.
    Model(Vec<u8>),
}

/// Resumes a call with the answers to its requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// The ticket of the call's [`Ask`].
    pub ticket: Vec<u8>,
    /// One for each request, in the same order.
    pub answers: Vec<Answer>,
}

/// The result of a call, or its requests.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply<T> {
    /// The call is complete.
    Done(T),
    /// Answer these and call again.
    Ask(Ask),
}

/// Why a call stops before its result.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The host must answer requests first.
    Ask(Ask),
    /// The call is refused.
    Refused(Error),
}

impl From<Ask> for Stop {
    fn from(ask: Ask) -> Stop {
        Stop::Ask(ask)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Refused(error)
    }
}

/// The result of a step, or the reason why the call stops there.
pub(crate) type Attempt<T> = Result<T, Stop>;

/// Turns an attempt into a reply. Requests become [`Reply::Ask`]; a refusal becomes an error.
pub(crate) fn reply<T>(attempt: Attempt<T>) -> Result<Reply<T>, Error> {
    match attempt {
        Ok(answer) => Ok(Reply::Done(answer)),
        Err(Stop::Ask(ask)) => Ok(Reply::Ask(ask)),
        Err(Stop::Refused(error)) => Err(error),
    }
}

/// The content of a ticket: the requests, and the generation at which they were made. The instance keeps no state for a
/// ticket, and validates a ticket like all input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    pub(crate) generation: u64,
    pub(crate) wanted: Wanted,
}

/// The requests of a ticket. Keyspaces are given by their bytes, files by their stored ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The next rows of a keyspace.
    Keyspace(u8),
    /// The rows of these files in a keyspace.
    Files(u8, Vec<u32>),
    /// The head of the name index.
    Head,
    /// The texts of the plan with this hash; before them rows of details, if `has_details`.
    Plan { hash: u64, has_details: bool },
    /// The texts of files that may contain a name without a symbol; `hash` is that of the request.
    Named { hash: u64 },
    /// The requests of a call about records, up to now: `arguments` is a hash of the call's arguments, `past_requests`
    /// is in the call's own encoding.
    Rows { arguments: u64, past_requests: Vec<u8> },
}

impl Ticket {
    const KEYSPACE: u8 = 1;
    const FILES: u8 = 2;
    const HEAD: u8 = 3;
    const PLAN: u8 = 4;
    const PLAN_WITH_DETAILS: u8 = 5;
    const ROWS: u8 = 6;
    const NAMED: u8 = 7;

    /// Generation, kind, and the contents of that kind; all numbers are little-endian.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = self.generation.to_le_bytes().to_vec();
        match &self.wanted {
            Wanted::Keyspace(keyspace) => bytes.extend([Ticket::KEYSPACE, *keyspace]),
            Wanted::Files(keyspace, files) => {
                bytes.extend([Ticket::FILES, *keyspace]);
                bytes.extend(files.iter().flat_map(|file| file.to_le_bytes()));
            }
            Wanted::Head => bytes.push(Ticket::HEAD),
            Wanted::Plan { hash, has_details } => {
                bytes.push(if *has_details { Ticket::PLAN_WITH_DETAILS } else { Ticket::PLAN });
                bytes.extend(hash.to_le_bytes());
            }
            Wanted::Named { hash } => {
                bytes.push(Ticket::NAMED);
                bytes.extend(hash.to_le_bytes());
            }
            Wanted::Rows { arguments, past_requests } => {
                bytes.push(Ticket::ROWS);
                bytes.extend(arguments.to_le_bytes());
                bytes.extend(past_requests);
            }
        }
        bytes
    }

    /// Decodes a ticket; refuses bytes that [`Ticket::encode`] does not write.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Ticket, Error> {
        Ticket::read(bytes).ok_or_else(Ticket::unknown)
    }

    /// The refusal of a ticket that this memory did not issue, or issued for another call.
    pub(crate) fn unknown() -> Error {
        Error::invalid("ticket", "not one that this memory gave")
    }

    fn read(bytes: &[u8]) -> Option<Ticket> {
        let (generation, rest) = bytes.split_first_chunk::<8>()?;
        let (&kind, rest) = rest.split_first()?;
        let wanted = match (kind, rest) {
            (Ticket::KEYSPACE, &[keyspace]) => Wanted::Keyspace(keyspace),
            (Ticket::FILES, [keyspace, files @ ..]) => {
                let (files, []) = files.as_chunks::<4>() else { return None };
                Wanted::Files(*keyspace, files.iter().map(|file| u32::from_le_bytes(*file)).collect())
            }
            (Ticket::HEAD, []) => Wanted::Head,
            (Ticket::PLAN | Ticket::PLAN_WITH_DETAILS, hash) => {
                let hash = u64::from_le_bytes(hash.try_into().ok()?);
                Wanted::Plan { hash, has_details: kind == Ticket::PLAN_WITH_DETAILS }
            }
            (Ticket::NAMED, hash) => Wanted::Named { hash: u64::from_le_bytes(hash.try_into().ok()?) },
            (Ticket::ROWS, rest) => {
                let (arguments, past_requests) = rest.split_first_chunk::<8>()?;
                Wanted::Rows { arguments: u64::from_le_bytes(*arguments), past_requests: past_requests.to_vec() }
            }
            _ => return None,
        };
        Some(Ticket { generation: u64::from_le_bytes(*generation), wanted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_round_trips_and_other_bytes_are_refused() {
        let wanted = [
            Wanted::Keyspace(0x10),
            Wanted::Files(0x11, vec![1, 70_000]),
            Wanted::Files(0x11, Vec::new()),
            Wanted::Head,
            Wanted::Plan { hash: u64::MAX - 1, has_details: true },
            Wanted::Plan { hash: 7, has_details: false },
            Wanted::Named { hash: 9 },
        ];
        for wanted in wanted {
            let ticket = Ticket { generation: 9, wanted };
            let mut bytes = ticket.encode();
            assert_eq!(Ticket::decode(&bytes), Ok(ticket));
            bytes.push(0);
            assert!(Ticket::decode(&bytes).is_err(), "{bytes:?}");
        }
        for bytes in [&b""[..], b"1234567", b"12345678", b"12345678\x0a"] {
            assert_eq!(Ticket::decode(bytes), Err(Ticket::unknown()));
        }
    }
}
