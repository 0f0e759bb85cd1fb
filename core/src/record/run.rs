//! A call about records: a function that runs on the rows that it was given, and requests the rows that it missed.
//!
//! A run that missed something has no result: its errors and writes are thrown away. It starts again with the answers
//! to all requests so far, which the ticket lists, so that no state is kept between rounds. Each round requests
//! something new, because rows that were requested are missed no more. Not here: which reads are misses ([`Rows`]).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use minicbor::bytes::ByteVec;
use minicbor::{Decode, Encode};
use xxhash_rust::xxh3::Xxh3;

use super::rows::{Misses, Rows, Span};
use crate::ask::{Answer, Ask, Attempt, KeyRange, ModelRequest, Request, Resumed, RowPage, Ticket, Wanted};
use crate::base::error::{Error, Limit};
use crate::effects::Effects;

/// The most rounds of a call, unless it allows more.
const MAX_ROUNDS: u32 = 32;
/// The most bytes of all rows that a call depends on.
const MAX_BYTES: usize = 128 << 20;

/// A call, identified by its function, its arguments and the generation of its store. It must be equal in each round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    generation: u64,
    /// A hash of the function's name and the arguments.
    arguments: u64,
    max_rounds: u32,
}

/// The requests of a call so far, as its ticket has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
struct PastRequests {
    #[n(0)]
    n_rounds: u32,
    #[n(1)]
    keys: Vec<ByteVec>,
    #[n(2)]
    spans: Vec<SpanRequest>,
    /// The hash of the request to the model; `None` if there is none.
    #[n(3)]
    model: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct SpanRequest {
    #[n(0)]
    start: ByteVec,
    #[n(1)]
    end: ByteVec,
    #[n(2)]
    max_bytes: u32,
}

impl Call {
    /// The call of a function with these arguments.
    pub(crate) fn of<'b>(generation: u64, name: &str, arguments: impl IntoIterator<Item = &'b [u8]>) -> Call {
        let mut hash = Xxh3::new();
        hash.update(name.as_bytes());
        for argument in arguments {
            hash.update(&(argument.len() as u64).to_le_bytes());
            hash.update(argument);
        }
        Call { generation, arguments: hash.digest(), max_rounds: MAX_ROUNDS }
    }

    /// This call with another limit on its rounds.
    pub(crate) fn with_rounds(self, max_rounds: u32) -> Call {
        Call { max_rounds, ..self }
    }

    /// Answers a question: runs `run` on the rows given so far; asks for more if it missed some.
    pub(crate) fn answer<T>(self, resumed: Option<Resumed>, run: impl FnOnce(&Rows) -> Result<T, Error>) -> Attempt<T> {
        let (mut run, mut result) = (Some(run), None);
        self.run(resumed, &mut |rows| result = run.take().map(|run| run(rows)))?;
        Ok(result.ok_or_else(unexpected_answers)??)
    }

    /// Makes a change: runs `run` on the rows given so far, and returns its result and effects; asks for more rows if
    /// it missed some.
    pub(crate) fn change<T>(
        self,
        resumed: Option<Resumed>,
        run: impl FnOnce(&mut Rows) -> Result<T, Error>,
    ) -> Attempt<(T, Effects)> {
        let (mut run, mut result) = (Some(run), None);
        let rows = self.run(resumed, &mut |rows| result = run.take().map(|run| run(rows)))?;
        Ok((result.ok_or_else(unexpected_answers)??, self.effects(rows)))
    }

    /// Runs `run`, and returns the rows with its writes; asks for more if it missed some. Not generic, so that it is
    /// compiled once.
    #[inline(never)]
    pub(crate) fn run(self, resumed: Option<Resumed>, run: &mut dyn FnMut(&mut Rows)) -> Attempt<Rows> {
        let (past_requests, mut rows) = self.begin(resumed)?;
        run(&mut rows);
        match rows.take_misses() {
            None => Ok(rows),
            Some(misses) => Err(self.ask(PastRequests::from_bytes(&past_requests, self.max_rounds)?, misses)?.into()),
        }
    }

    /// The effects of a run's writes on the call's store.
    pub(crate) fn effects(self, rows: Rows) -> Effects {
        rows.effects(self.generation)
    }

    /// The encoded requests so far, and the rows that answered them.
    fn begin(self, resumed: Option<Resumed>) -> Result<(Vec<u8>, Rows), Error> {
        let mut rows = Rows::default();
        let Some(Resumed { ticket, answers }) = resumed else {
            // Every call reads what formats the store has.
            rows.meta();
            return Ok((PastRequests::default().to_bytes(), rows));
        };
        let bytes = self.encoded_requests(&ticket)?;
        let past_requests = PastRequests::from_bytes(&bytes, self.max_rounds)?;
        let mut answers = answers.into_iter();
        let mut n_bytes = 0;
        let mut page = || match answers.next() {
            Some(Answer::Rows(page)) => {
                n_bytes += page.rows.iter().map(|row| row.key.len() + row.value.len()).sum::<usize>();
                check_bytes(n_bytes).map(|()| page)
            }
            _ => Err(unexpected_answers()),
        };
        let key_rows: RowPage = page()?;
        rows.load(past_requests.keys.into_iter().map(Vec::from), key_rows.rows)?;
        for SpanRequest { start, end, max_bytes } in past_requests.spans {
            rows.load_span(Span { start: start.into(), end: end.into() }, max_bytes, page()?)?;
        }
        if let Some(hash) = past_requests.model {
            rows.load_model(hash, answers.next().ok_or_else(unexpected_answers)?)?;
        }
        if answers.next().is_some() { Err(unexpected_answers()) } else { Ok((bytes, rows)) }
    }

    /// The requests of the next round: the misses, and all requests so far except for keys of rows that the instance
    /// caches.
    fn ask(self, past_requests: PastRequests, Misses { keys, spans, model, cached }: Misses) -> Result<Ask, Error> {
        let n_rounds = past_requests.n_rounds + 1;
        if n_rounds > self.max_rounds {
            let what = "rounds in which a call asks for rows";
            return Err(Error::TooLarge(Limit { what, actual: n_rounds.into(), limit: self.max_rounds.into() }));
        }
        let past_limits = past_requests.spans.into_iter().map(|one| ((one.start, one.end), one.max_bytes));
        let mut limits_of_spans: BTreeMap<(ByteVec, ByteVec), u32> = past_limits.collect();
        limits_of_spans
            .extend(spans.into_iter().map(|(Span { start, end }, max_bytes)| ((start.into(), end.into()), max_bytes)));
        let mut all_keys = past_requests.keys;
        all_keys.retain(|key| !cached.contains(key.as_slice()));
        all_keys.extend(keys.into_iter().map(ByteVec::from));
        let spans = limits_of_spans
            .into_iter()
            .map(|((start, end), max_bytes)| SpanRequest { start, end, max_bytes })
            .collect();
        let past_requests = PastRequests { n_rounds, keys: all_keys, spans, model: model.as_ref().map(hash_of) };
        let wanted = Wanted::Rows { arguments: self.arguments, past_requests: past_requests.to_bytes() };
        let ticket = Ticket { generation: self.generation, wanted }.encode();
        Ok(Ask { requests: past_requests.requests(model), ticket })
    }

    /// Refuses a ticket of another call or generation.
    pub(crate) fn check(self, ticket: &[u8]) -> Result<(), Error> {
        self.encoded_requests(ticket).map(drop)
    }

    /// The encoded requests so far, from this call's ticket; an error for a ticket of another call or generation.
    fn encoded_requests(self, ticket: &[u8]) -> Result<Vec<u8>, Error> {
        let Ticket { generation, wanted } = Ticket::decode(ticket)?;
        match wanted {
            Wanted::Rows { arguments, .. } if arguments != self.arguments => Err(Ticket::unknown()),
            Wanted::Rows { .. } if generation != self.generation => Err(Error::Stale),
            Wanted::Rows { past_requests, .. } => Ok(past_requests),
            _ => Err(Ticket::unknown()),
        }
    }
}

impl PastRequests {
    /// The requests, encoded for a ticket.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing to a vector cannot fail, and neither do these types.
        let written: Result<(), minicbor::encode::Error<core::convert::Infallible>> =
            minicbor::encode(self, &mut bytes);
        debug_assert!(written.is_ok(), "{written:?}");
        bytes
    }

    /// Decodes requests from a ticket; an error for other bytes, or too many rounds.
    fn from_bytes(bytes: &[u8], max_rounds: u32) -> Result<PastRequests, Error> {
        let mut decoder = minicbor::Decoder::new(bytes);
        let past_requests: PastRequests = decoder.decode().map_err(|_| Ticket::unknown())?;
        match decoder.position() == bytes.len() && past_requests.n_rounds <= max_rounds {
            true => Ok(past_requests),
            false => Err(Ticket::unknown()),
        }
    }

    /// The requests as they are put to the host.
    fn requests(self, model: Option<ModelRequest>) -> Vec<Request> {
        let keys = Request::Keys(self.keys.into_iter().map(Vec::from).collect());
        let range = |SpanRequest { start, end, max_bytes }| {
            Request::Range(KeyRange { start: start.into(), end: end.into(), max_bytes })
        };
        let ranges = self.spans.into_iter().map(range);
        [keys].into_iter().chain(ranges).chain(model.map(Request::Model)).collect()
    }
}

/// The hash that identifies a request to a model.
pub(super) fn hash_of(ModelRequest { purpose, prompt, texts, max_bytes }: &ModelRequest) -> u64 {
    let texts = texts.iter().map(String::as_bytes);
    let limit = max_bytes.to_le_bytes();
    Call::of(0, purpose, [prompt.as_bytes(), &limit].into_iter().chain(texts)).arguments
}

fn check_bytes(n_bytes: usize) -> Result<(), Error> {
    let what = "bytes of rows that one call depends on: ask for less at once";
    match n_bytes <= MAX_BYTES {
        true => Ok(()),
        false => Err(Error::TooLarge(Limit { what, actual: n_bytes as u64, limit: MAX_BYTES as u64 })),
    }
}

/// The error for answers that do not match the requests.
pub(crate) fn unexpected_answers() -> Error {
    Error::invalid("answers", "other answers were asked for")
}
