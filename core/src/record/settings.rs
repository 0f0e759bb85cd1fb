//! The settings of a person's memory. No record and no file of a repository changes them.

use crate::base::error::Error;

/// Settings that a person makes. By default secrets are masked, no record expires by age, and the number of events a
/// day is not limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordSettings {
    /// How texts in the form of a known kind of secret are treated.
    pub secrets: SecretPolicy,
    /// After how many days upkeep removes records of talk and actions; 0: never.
    pub retention_days: u32,
    /// The most events that one principal records on a day of UTC; 0: no limit.
    pub max_per_day: u32,
}

/// How texts in the form of a known kind of secret are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecretPolicy {
    /// The secret is replaced by its kind.
    #[default]
    Mask,
    /// The event is refused.
    Refuse,
    /// The secret is stored as it is.
    Keep,
}

/// The longest retention in days: a hundred years.
const MAX_DAYS: u32 = 36_500;

impl Default for RecordSettings {
    fn default() -> RecordSettings {
        RecordSettings { secrets: SecretPolicy::Mask, retention_days: 0, max_per_day: 0 }
    }
}

impl RecordSettings {
    pub(super) fn check(self) -> Result<(), Error> {
        match self.retention_days <= MAX_DAYS {
            true => Ok(()),
            false => Err(Error::invalid("retention-days", "from 0 to 36,500")),
        }
    }
}
