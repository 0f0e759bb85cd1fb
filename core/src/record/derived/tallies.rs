//! Counts of the successes and failures of each strategy.

use alloc::vec::Vec;

use minicbor::{Decode, Encode};

use super::{RecordRef, Sign};
use crate::base::id::RecordId;
use crate::record::event::StrategyUse;
use crate::record::keyspace::{self, Keyspace};
use crate::record::rows::Rows;

/// The counts of a strategy's uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
#[cbor(map)]
pub(crate) struct Tally {
    #[n(0)]
    pub(crate) n_successes: u64,
    #[n(1)]
    pub(crate) n_failures: u64,
}

impl Tally {
    /// The estimated chance that the next use works, (successes + 1) / (uses + 2): Laplace's rule of succession, which
    /// takes all chances to be equally likely before the first use.
    pub(crate) fn score(self) -> f64 {
        (self.n_successes as f64 + 1.0) / ((self.n_successes + self.n_failures) as f64 + 2.0)
    }
}

pub(crate) fn tally_key(tenant: &str, strategy: RecordId) -> Vec<u8> {
    keyspace::row_key(Keyspace::Tally, tenant, [strategy.bytes().as_slice()])
}

/// Counts a use of a strategy that is added or removed.
pub(super) fn apply(rows: &mut Rows, record_ref: RecordRef<'_>, strategy_use: &StrategyUse, sign: Sign) {
    let Some(strategy) = RecordId::parse(&strategy_use.strategy) else { return };
    let key = tally_key(record_ref.tenant, strategy);
    let mut tally: Tally = rows.read(&key).unwrap_or_default();
    let n = if strategy_use.success { &mut tally.n_successes } else { &mut tally.n_failures };
    *n = sign.count(*n, 1);
    match tally.n_successes + tally.n_failures {
        0 => rows.set(key, None),
        _ => rows.put(key, &tally),
    }
}
