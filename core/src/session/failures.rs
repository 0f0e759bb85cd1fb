//! Failures that nothing has mended since.

use alloc::string::String;
use alloc::vec::Vec;

use super::begin::{LookBack, PastError};
use crate::ask::{Attempt, Resumed};
use crate::base::error::Error;
use crate::episode::NameKind;
use crate::record::RecordSpace;
use crate::record::batch::check_name;
use crate::record::guard::{Guard, MaskNames};
use crate::record::run::Call;

/// The most failures in an answer.
const MAX_FAILURES: u32 = 100;

/// Filters of a list of unmended failures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailuresQuestion {
    /// Only those of this session; empty: all.
    pub session: String,
    /// Only those of this tool; empty: all.
    pub tool: String,
    /// The most failures, 1 to 100.
    pub limit: u32,
}

impl MaskNames for FailuresQuestion {
    fn mask(&mut self, guard: Guard) {
        guard.mask_name(&mut self.session);
        guard.mask_name(&mut self.tool);
    }
}

/// The unmended failures among the newest 2,000 calls.
#[derive(Clone, Debug, PartialEq)]
pub struct FailurePage {
    /// Newest first, each once.
    pub failures: Vec<PastError>,
    /// The number of all unmended failures that pass the filters.
    pub n_failures: u32,
}

impl RecordSpace {
    /// Of the newest calls, the failures that no later success with the same aim mended.
    pub(crate) fn failures(&self, question: &FailuresQuestion, resumed: Option<Resumed>) -> Attempt<FailurePage> {
        let FailuresQuestion { session, tool, limit } = question;
        if !(1..=MAX_FAILURES).contains(limit) {
            return Err(Error::invalid("limit", "from 1 to 100").into());
        }
        check_name("session", session)?;
        check_name("tool", tool)?;
        let parts = [session.as_bytes(), tool.as_bytes(), &limit.to_le_bytes()];
        let call = Call::of(self.generation, "session.failures", parts);
        let mut failures = call.answer(resumed, |rows| {
            if !session.is_empty() {
                self.check_named(rows, NameKind::Session, session)?;
            }
            Ok(self.last_failures(rows, usize::MAX, LookBack::WIDE))
        })?;
        let matches_filter = |filter: &str, value: &str| filter.is_empty() || filter == value;
        failures.retain(|one| matches_filter(session, &one.session) && matches_filter(tool, &one.tool));
        let n_failures = failures.len() as u32;
        failures.truncate(*limit as usize);
        Ok(FailurePage { failures, n_failures })
    }
}
