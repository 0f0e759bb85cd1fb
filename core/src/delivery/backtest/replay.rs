//! A replay: takes in a history in order, asks at the moments of the chosen sessions, and follows what they do.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::super::DeliverQuestion;
use super::super::failure::{MAX_FIXES, is_of_harness};
use super::history::{Known, Timeline};
use super::moments;
use super::question::BacktestQuestion;
use super::report::{BacktestReport, ReplayedPiece};
use super::uses::SessionUses;
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::effects::Effects;
use crate::episode::newest_of;
use crate::record::derived::learn;
use crate::record::envelope::Record;
use crate::record::event::{Body, Moment};
use crate::record::keyspace::Scope;
use crate::record::row_map::RowMap;
use crate::record::rows::Rows;
use crate::record::run::Call;
use crate::record::stored::record_of;
use crate::record::{RecordSettings, RecordSpace};

/// The most records that are added at once.
const MAX_WAITING: usize = 200;

/// A replay of a history: all records are surveyed, then all are replayed, each time in the order of their ids.
pub(super) struct Replay {
    question: BacktestQuestion,
    space: RecordSpace,
    rows: RowMap,
    /// When each session began, by its name; sessions that others started are not among them.
    beginnings: BTreeMap<String, i64>,
    /// The sessions to replay; `None` before the first record is replayed.
    chosen: Option<BTreeSet<String>>,
    timeline: Timeline,
    /// Records that became known and are not added yet.
    waiting: Vec<(RecordId, Record)>,
    uses: BTreeMap<String, SessionUses>,
    report: BacktestReport,
}

impl Replay {
    /// A replay of the records of a space.
    pub(super) fn new(of: &RecordSpace, question: &BacktestQuestion) -> Result<Replay, Error> {
        let mut space = RecordSpace::default();
        space.open(of.owner.clone(), RecordSettings { retention_days: 0, max_per_day: 0, ..of.settings }, 0)?;
        Ok(Replay {
            question: question.clone(),
            space,
            rows: RowMap::default(),
            beginnings: BTreeMap::new(),
            chosen: None,
            timeline: Timeline::default(),
            waiting: Vec::new(),
            uses: BTreeMap::new(),
            report: BacktestReport::default(),
        })
    }

    /// Notes when the sessions of these records began.
    pub(super) fn survey(&mut self, records: Vec<(RecordId, Record)>) {
        for known in records.into_iter().filter_map(|(id, record)| Known::of(id, record)) {
            if !known.session().is_empty() && known.parent.is_none() {
                let beginning = self.beginnings.entry(String::from(known.session())).or_insert(known.began);
                *beginning = known.began.min(*beginning);
            }
        }
    }

    /// Replays these records; `n_damaged` more could not be read.
    pub(super) fn replay(&mut self, records: Vec<(RecordId, Record)>, n_damaged: u32) -> Result<(), Error> {
        self.report.n_damaged += n_damaged;
        if self.chosen.is_none() {
            self.chosen = Some(self.newest_sessions());
        }
        for known in records.into_iter().filter_map(|(id, record)| Known::of(id, record)) {
            self.pass(Some(known.began))?;
            self.begin(&known)?;
            self.timeline.push(known);
        }
        Ok(())
    }

    /// What was told, and whether it was used.
    pub(super) fn report(&mut self) -> Result<BacktestReport, Error> {
        self.pass(None)?;
        let mut report = core::mem::take(&mut self.report);
        report.count(core::mem::take(&mut self.uses).into_values().flat_map(SessionUses::into_told));
        Ok(report)
    }

    /// The names of the newest sessions, as many as are replayed.
    fn newest_sessions(&mut self) -> BTreeSet<String> {
        let beginnings = core::mem::take(&mut self.beginnings).into_iter();
        let mut sessions: Vec<(i64, String)> = beginnings.map(|(session, began)| (began, session)).collect();
        sessions.sort();
        let n_earlier = sessions.len().saturating_sub(self.question.sessions as usize);
        sessions.into_iter().skip(n_earlier).map(|(_, session)| session).collect()
    }

    /// The replayed session that a record belongs to: its own, or the one that started its own.
    fn replayed_session(&self, known: &Known) -> Option<String> {
        let session = known.parent.as_deref().unwrap_or(known.session());
        self.chosen.as_ref()?.contains(session).then(|| String::from(session))
    }

    /// Takes in what became known before `now`; with none, all of the rest.
    fn pass(&mut self, now: Option<i64>) -> Result<(), Error> {
        while let Some(known) = self.timeline.next_known(now) {
            self.end(&known)?;
            self.waiting.push((known.id, known.record));
            if self.waiting.len() == MAX_WAITING {
                self.add_waiting()?;
            }
        }
        Ok(())
    }

    /// The moments before a record, and what it uses.
    fn begin(&mut self, known: &Known) -> Result<(), Error> {
        let Some(session) = self.replayed_session(known) else { return Ok(()) };
        self.report.n_events += 1;
        if !self.uses.contains_key(&session) {
            self.report.n_sessions += 1;
            self.uses.insert(session.clone(), SessionUses::default());
            self.ask(&session, moments::at_start(&session, known))?;
        }
        if let Some(question) = moments::before(known) {
            self.ask(&session, question)?;
        }
        self.uses.entry(session).or_default().begin(known);
        Ok(())
    }

    /// The moment after a call, and what its failure repeats.
    fn end(&mut self, known: &Known) -> Result<(), Error> {
        let Some(session) = self.replayed_session(known) else { return Ok(()) };
        self.uses.entry(session.clone()).or_default().end(known);
        let Some(question) = moments::after(known) else { return Ok(()) };
        let is_of_program = matches!(&known.record.body, Some(Body::ToolCall(call)) if !is_of_harness(call));
        self.report.n_mended_before += u64::from(is_of_program && self.is_mended_before(&question)?);
        self.ask(&session, question)
    }

    /// Asks what is told at a moment, as a hook asks, and records what was told.
    fn ask(&mut self, session: &str, question: DeliverQuestion) -> Result<(), Error> {
        if !self.question.moments.is_empty() && !self.question.moments.contains(&question.moment) {
            return Ok(());
        }
        self.add_waiting()?;
        let budget = if question.moment == Moment::Start { self.question.start_budget } else { self.question.budget };
        let question = DeliverQuestion { budget, ..question };
        let delivered = self.rows.complete(|resumed| self.space.deliver(&question, resumed))?;
        self.report.note_moment(&question, &delivered);
        if delivered.pieces.is_empty() {
            return Ok(());
        }
        let packed = self.space.pack_lines(&delivered.to_record, question.now, &[0; 16], true)?.packed;
        let added = self.rows.complete(|resumed| self.space.add(core::slice::from_ref(&packed.batch), resumed))?;
        self.apply(added.effects);
        let pieces = delivered.pieces.into_iter().map(|piece| ReplayedPiece::of(piece, &question));
        let told = pieces.map(|piece| Ok((self.signature(&piece.record_id)?, piece)));
        let told = told.collect::<Result<Vec<_>, Error>>()?;
        self.uses.entry(String::from(session)).or_default().tell(told, &question);
        Ok(())
    }

    /// Adds the records that became known.
    fn add_waiting(&mut self) -> Result<(), Error> {
        let waiting = core::mem::take(&mut self.waiting);
        if !waiting.is_empty() {
            let effects = self.rows.complete(|resumed| self.space.add_records(&waiting, resumed))?;
            self.apply(effects);
        }
        Ok(())
    }

    /// Writes the rows of a change.
    fn apply(&mut self, effects: Effects) {
        self.space.generation = effects.to_generation;
        self.rows.apply(effects);
    }

    /// Whether an error had been mended in a session other than the one that meets it.
    fn is_mended_before(&mut self, failure: &DeliverQuestion) -> Result<bool, Error> {
        self.add_waiting()?;
        let signature = learn::signature(&failure.text);
        self.read("backtest-fixes", &signature, |rows, tenant| {
            let fixes = newest_of(rows, tenant, Scope::Fix, &signature, MAX_FIXES).into_iter();
            let mut sessions = fixes.filter_map(|id| Some(record_of(rows, tenant, id)?.session));
            sessions.any(|session| session != failure.session)
        })
    }

    /// The signature of the error that a record reports; empty: it reports none.
    fn signature(&self, record_id: &str) -> Result<String, Error> {
        let Some(id) = RecordId::parse(record_id) else { return Ok(String::new()) };
        self.read("backtest-error", record_id, |rows, tenant| {
            match record_of(rows, tenant, id).and_then(|record| record.body) {
                Some(Body::ToolCall(call)) => learn::signature(&call.error),
                _ => String::new(),
            }
        })
    }

    /// Reads rows of the memory that is made anew.
    fn read<T>(&self, name: &str, argument: &str, read: impl Fn(&Rows, &str) -> T) -> Result<T, Error> {
        let call = Call::of(self.space.generation, name, [argument.as_bytes()]);
        self.rows.complete(|resumed| call.answer(resumed, |rows| Ok(read(rows, &self.space.owner.tenant))))
    }
}
