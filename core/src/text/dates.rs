//! Dates that a question names, in days since 1970, and how near a session is to one.

use alloc::vec::Vec;
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DateSpan {
    pub(crate) first_day: i64,
    pub(crate) last_day: i64,
    pub(crate) is_exact: bool,
}
pub(crate) fn dates_in(_text: &str, _today: i64) -> Vec<DateSpan> {
    Vec::new()
}
pub(crate) fn near(_session_day: i64, _span: &DateSpan) -> f64 {
    0.0
}
