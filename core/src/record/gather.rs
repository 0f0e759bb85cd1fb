//! A call that gathers the rows it depends on step by step, each step depending on what the ones before it found.
//!
//! Nothing is kept between its steps: each time it is resumed it begins anew, and what it loads comes from the answers, which
//! are to all that it has asked for so far. So it needs no state in its ticket, and asks the same again in the same order.

use alloc::collections::BTreeSet;
use alloc::vec::{self, Vec};

use super::keyspace::{self, end_of};
use super::rows::{Call, Rows};
use crate::ask::{Answer, Attempt, KeyRange, Request, Resumed, RowPage, Stop, Ticket, Wanted};
use crate::base::error::{Error, Limit};
use crate::effects::Effects;

/// Bytes of one answer to the request for a range.
const PAGE_BYTES: u32 = 4 << 20;
/// The most bytes of all rows that a call depends on.
const MAX_BYTES: usize = 128 << 20;

/// See the module.
pub(crate) struct Gather {
    call: Call,
    asked: Vec<Request>,
    answers: vec::IntoIter<Answer>,
    is_first: bool,
    n_bytes: usize,
    pub(crate) rows: Rows,
}

impl Gather {
    /// Begins a call, or begins it anew with more answers.
    pub(crate) fn new(call: Call, resumed: Option<Resumed>) -> Attempt<Gather> {
        let mut answers = Vec::new();
        if let Some(Resumed { ticket, answers: given }) = resumed {
            let Wanted::Rows(_) = call.asked(&ticket)? else { return Err(Ticket::unknown().into()) };
            answers = given;
        }
        let answers = answers.into_iter();
        Ok(Gather { call, asked: Vec::new(), answers, is_first: true, n_bytes: 0, rows: Rows::default() })
    }

    /// Loads the rows of these keys.
    pub(crate) fn keys(&mut self, keys: BTreeSet<Vec<u8>>) -> Attempt<()> {
        self.load(keys, Vec::new())
    }

    /// Loads all rows of a range, and gives their keys.
    pub(crate) fn range(&mut self, start: Vec<u8>, end: Vec<u8>) -> Attempt<Vec<Vec<u8>>> {
        self.load(BTreeSet::new(), vec![(start.clone(), end.clone())])?;
        Ok(self.rows.range(&start, &end).map(|(key, _)| key.to_vec()).collect())
    }

    /// The same for all rows that begin so.
    pub(crate) fn all(&mut self, prefix: Vec<u8>) -> Attempt<Vec<Vec<u8>>> {
        let end = end_of(prefix.clone());
        self.range(prefix, end)
    }

    /// The first rows of a range, about as many as have so many bytes; whether they are all. They are loaded too.
    pub(crate) fn page(&mut self, start: Vec<u8>, end: Vec<u8>, max_bytes: u32) -> Attempt<(Vec<Vec<u8>>, bool)> {
        let mut pages = self.pages(vec![(start, end)], max_bytes)?;
        pages.pop().ok_or_else(|| unexpected().into())
    }

    /// The same of several ranges at once.
    pub(crate) fn pages(
        &mut self,
        ranges: Vec<(Vec<u8>, Vec<u8>)>,
        max_bytes: u32,
    ) -> Attempt<Vec<(Vec<Vec<u8>>, bool)>> {
        if ranges.is_empty() {
            return Ok(Vec::new());
        }
        let ranges: Vec<KeyRange> = ranges.into_iter().map(|(start, end)| KeyRange { start, end, max_bytes }).collect();
        let answers = self.ask(ranges.iter().cloned().map(Request::Range).collect())?;
        let mut pages = Vec::with_capacity(answers.len());
        for (range, answer) in ranges.iter().zip(answers) {
            let Answer::Rows(page) = answer else { return Err(unexpected().into()) };
            pages.push((page.rows.iter().map(|row| row.key.clone()).collect(), page.complete));
            self.take(range, page)?;
        }
        Ok(pages)
    }

    /// Loads the rows of keys and of ranges, in as few steps as there are pages.
    pub(crate) fn load(&mut self, mut keys: BTreeSet<Vec<u8>>, ranges: Vec<(Vec<u8>, Vec<u8>)>) -> Attempt<()> {
        if core::mem::take(&mut self.is_first) {
            keys.insert(keyspace::meta());
        }
        keys.retain(|key| !self.rows.is_known(key));
        let begins_before_it_ends = |(start, end): &(Vec<u8>, Vec<u8>)| start < end;
        let with_page = |(start, end)| KeyRange { start, end, max_bytes: PAGE_BYTES };
        let mut ranges: Vec<KeyRange> = ranges.into_iter().filter(begins_before_it_ends).map(with_page).collect();
        while !keys.is_empty() || !ranges.is_empty() {
            let single = (!keys.is_empty()).then(|| Request::Keys(keys.iter().cloned().collect()));
            let requests = single.into_iter().chain(ranges.iter().cloned().map(Request::Range)).collect();
            let mut answers = self.ask(requests)?.into_iter();
            if !keys.is_empty() {
                let Some(Answer::Rows(page)) = answers.next() else { return Err(unexpected().into()) };
                self.count(&page)?;
                self.rows.load(core::mem::take(&mut keys), page.rows)?;
            }
            let mut left = Vec::new();
            for (range, answer) in ranges.into_iter().zip(answers) {
                let Answer::Rows(page) = answer else { return Err(unexpected().into()) };
                if let (false, Some(last)) = (page.complete, page.rows.last()) {
                    let start = [last.key.as_slice(), &[0]].concat();
                    left.push(KeyRange { start, ..range.clone() });
                }
                self.take(&range, page)?;
            }
            ranges = left;
        }
        Ok(())
    }

    /// What was loaded, with what was written over it, as effects; refuses answers to what was not asked.
    pub(crate) fn effects(self) -> Result<Effects, Error> {
        self.end()?;
        Ok(self.rows.effects(self.call))
    }

    /// Refuses answers to what was not asked.
    pub(crate) fn end(&self) -> Result<(), Error> {
        if self.answers.as_slice().is_empty() { Ok(()) } else { Err(unexpected()) }
    }

    /// The answers to requests; asks for them, and for all before, where there are none yet.
    pub(crate) fn ask(&mut self, requests: Vec<Request>) -> Result<Vec<Answer>, Stop> {
        let n = requests.len();
        self.asked.extend(requests);
        match self.answers.len() {
            0 => Err(self.call.ask(core::mem::take(&mut self.asked), Wanted::Rows(self.call.arguments))),
            n_left if n_left < n => Err(unexpected().into()),
            _ => Ok(self.answers.by_ref().take(n).collect()),
        }
    }

    /// Takes in the rows of a range: sorted, none twice and none outside it.
    fn take(&mut self, range: &KeyRange, page: RowPage) -> Result<(), Error> {
        let is_inside = page.rows.iter().all(|row| range.start <= row.key && row.key < range.end);
        let is_sorted = page.rows.is_sorted_by(|one, next| one.key < next.key);
        if !is_inside || !is_sorted || (page.rows.is_empty() && !page.complete) {
            return Err(Error::invalid("answers", "rows outside the range asked for, or out of order"));
        }
        self.count(&page)?;
        self.rows.load_all(page.rows);
        Ok(())
    }

    fn count(&mut self, page: &RowPage) -> Result<(), Error> {
        self.n_bytes += page.rows.iter().map(|row| row.key.len() + row.value.len()).sum::<usize>();
        if self.n_bytes <= MAX_BYTES {
            return Ok(());
        }
        let what = "bytes of rows that one call depends on: ask for less at once";
        Err(Error::TooLarge(Limit { what, actual: self.n_bytes as u64, limit: MAX_BYTES as u64 }))
    }
}

fn unexpected() -> Error {
    Error::invalid("answers", "other answers were asked for")
}
