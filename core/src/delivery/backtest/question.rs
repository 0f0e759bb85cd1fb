//! The question of a replay, which reads the whole history twice, slice by slice.
//!
//! Its rounds go on where the instance is, since a replay cannot begin anew at each slice. An instance that lost the
//! replay refuses the ticket as stale, and the host asks again from the beginning.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use super::replay::Replay;
use super::report::BacktestReport;
use crate::ask::{Attempt, Resumed, Stop};
use crate::base::error::Error;
use crate::base::id::RecordId;
use crate::record::RecordSpace;
use crate::record::event::Moment;
use crate::record::guard::{Guard, MaskNames};
use crate::record::run::Call;

/// The most sessions that are replayed.
const MAX_SESSIONS: u32 = 10_000;
/// The largest budget, in tokens.
const MAX_BUDGET: u32 = 1_000_000;

/// What is replayed, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BacktestQuestion {
    /// How many sessions are replayed, the newest, from 1 to 10,000; of others it is only remembered what happened.
    pub sessions: u32,
    /// The moments at which something may be told; empty: all.
    pub moments: Vec<Moment>,
    /// The budget at the start of a session, in tokens; 0: the default.
    pub start_budget: u32,
    /// The budget at any other moment, in tokens; 0: the default.
    pub budget: u32,
}

// No name is asked for.
impl MaskNames for BacktestQuestion {
    fn mask(&mut self, _: Guard) {}
}

impl BacktestQuestion {
    fn check(&self) -> Result<(), Error> {
        if !(1..=MAX_SESSIONS).contains(&self.sessions) {
            return Err(Error::invalid("sessions", "from 1 to 10,000"));
        }
        let budgets = [("start-budget", self.start_budget), ("budget", self.budget)];
        match budgets.into_iter().find(|(_, budget)| *budget > MAX_BUDGET) {
            Some((argument, _)) => Err(Error::invalid(argument, "from 0 to 1,000,000")),
            None => Ok(()),
        }
    }
}

/// A replay between two rounds of its question.
struct Begun {
    question: BacktestQuestion,
    generation: u64,
    replay: Replay,
    /// Whether all records were surveyed.
    is_surveyed: bool,
    /// The last record of the slice before.
    after: Option<RecordId>,
}

impl RecordSpace {
    /// Replays the newest sessions. The replay stays in this instance from round to round.
    pub(crate) fn backtest(&self, question: &BacktestQuestion, resumed: Option<Resumed>) -> Attempt<BacktestReport> {
        question.check()?;
        let begun = self.replay.take().and_then(|begun| begun.downcast::<Begun>().ok());
        let begun = match &resumed {
            None => Some(Box::new(Begun {
                question: question.clone(),
                generation: self.generation,
                replay: Replay::new(self, question)?,
                is_surveyed: false,
                after: None,
            })),
            Some(_) => begun.filter(|begun| begun.question == *question && begun.generation == self.generation),
        };
        let mut begun = begun.ok_or(Error::Stale)?;
        let attempt = self.go_on(&mut begun, resumed);
        if let Err(Stop::Ask(_)) = &attempt {
            self.replay.replace(Some(begun));
        }
        attempt
    }

    /// Goes on with a replay, slice by slice, until rows are missing.
    fn go_on(&self, begun: &mut Begun, mut resumed: Option<Resumed>) -> Attempt<BacktestReport> {
        loop {
            let place = format!("{:?} {} {:?}", begun.question, begun.is_surveyed, begun.after);
            let call = Call::of(self.generation, "backtest", [place.as_bytes()]);
            let slice = call.answer(resumed.take(), |rows| {
                let slice = self.slice(rows, begun.after);
                rows.check_complete()?;
                Ok(slice)
            })?;
            match begun.is_surveyed {
                false => begun.replay.survey(slice.records),
                true => begun.replay.replay(slice.records, slice.n_damaged)?,
            }
            begun.after = slice.next;
            if begun.after.is_none() {
                if begun.is_surveyed {
                    return Ok(begun.replay.report()?);
                }
                begun.is_surveyed = true;
            }
        }
    }
}
