//! Times as they are shown, in the zone of the call.

use alloc::string::String;

use scrubjay_core::moment;

use crate::tools::replies::Replies;

/// A time with its offset from UTC, as in `2026-11-28T20:39:00-08:00`.
pub(super) fn with_offset(time: i64, replies: &Replies) -> String {
    moment::with_offset(time, replies.offsets())
}

/// A span of time: `on 2026-11-28`, `from 2026-11-16 to 2026-11-22`, `since 2026-11-28T20:39:00-08:00`.
pub(super) fn span(since: i64, until: Option<i64>, replies: &Replies) -> String {
    let zone = replies.offsets();
    let (first, last) = (moment::date(since, zone), until.map(|until| moment::date(until.saturating_sub(1), zone)));
    match last {
        None => format!("since {}", moment::with_offset(since, zone)),
        Some(last) if last == first => format!("on {first}"),
        Some(last) => format!("from {first} to {last}"),
    }
}
