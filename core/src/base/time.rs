//! Points in time, which only come in as arguments.

use super::error::Error;

/// Milliseconds since 1970-01-01T00:00:00Z, from 0 to the greatest that a UUID of version 7 can hold (the year 10889).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, minicbor::Encode, minicbor::Decode)]
#[cbor(transparent)]
pub struct Timestamp(#[n(0)] i64);

/// UUIDs of version 7 have 48 bits for the time.
const END: i64 = 1 << 48;

impl Timestamp {
    /// Refuses a time outside the range.
    ///
    /// # Errors
    /// [`Error::Invalid`] of this argument.
    pub fn checked(argument: &'static str, milliseconds: i64) -> Result<Timestamp, Error> {
        match (0..END).contains(&milliseconds) {
            true => Ok(Timestamp(milliseconds)),
            false => Err(Error::invalid(argument, "not between the years 1970 and 10889")),
        }
    }

    /// The milliseconds.
    pub fn milliseconds(self) -> i64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_no_id_can_hold_are_refused() {
        for time in [i64::MIN, -1, END, i64::MAX] {
            assert!(Timestamp::checked("now", time).is_err(), "{time}");
        }
        assert_eq!(Timestamp::checked("now", END - 1).map(Timestamp::milliseconds), Ok(END - 1));
    }
}
