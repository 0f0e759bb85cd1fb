//! How a failed call that was found was mended, below what is quoted of it: whoever asks for an error wants that.

use alloc::format;

use super::question::RecallHit;
use crate::episode::newest_of;
use crate::record::derived::learn;
use crate::record::event::EventBody;
use crate::record::keyspace::Scope;
use crate::record::rows::Rows;
use crate::session::MendedFailure;

/// The most fixes of an error that are considered, newest first.
const MAX_FIXES: u32 = 4;

/// Adds to the excerpt of a failed call how the same error was mended.
pub(super) fn add_mending(rows: &Rows, tenant: &str, hit: &mut RecallHit) {
    let EventBody::ToolCall(call) = &hit.event.event.body else { return };
    if !call.failed() {
        return;
    }
    let fixes = newest_of(rows, tenant, Scope::Fix, &learn::signature(call.error_text()), MAX_FIXES);
    let mending = fixes.into_iter().find_map(|fix| MendedFailure::of(rows, tenant, fix)?.into_told());
    for (label, text) in mending.iter().flat_map(MendedFailure::labelled_lines) {
        hit.excerpt.push_str(&format!("\n{label}: {text}"));
    }
}
