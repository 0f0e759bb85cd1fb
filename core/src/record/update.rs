//! Updating a note: its text and metadata are replaced, and its attribution is limited to that of the speaker.

use alloc::string::String;

use super::check;
use super::derived::RecordRef;
use super::id_prefix::{check_id, resolve_id};
use super::keyspace::Kind;
use super::run::Call;
use super::space::RecordSpace;
use super::stored::{self, record_of};
use crate::ask::{Attempt, Resumed};
use crate::base::time::Timestamp;
use crate::effects::Effects;

/// The rows of an update; the host still has to commit them.
#[derive(Clone, Debug, PartialEq)]
pub struct Updated {
    /// The rows to commit.
    pub effects: Effects,
    /// Whether there was such a note; if not, nothing is changed.
    pub is_known: bool,
}

/// The new text and metadata of a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewText {
    /// The new text: 1 to 65,536 bytes, not only white space.
    pub text: String,
    /// A JSON object; empty: none.
    pub metadata: String,
}

impl RecordSpace {
    /// Updates a note and the time of its last update, and limits its attribution to the speaker's origin and trust.
    pub(crate) fn update(&self, id: &str, says: &NewText, now: i64, resumed: Option<Resumed>) -> Attempt<Updated> {
        let now = Timestamp::checked("now", now)?;
        let time = now.milliseconds().to_le_bytes();
        let arguments = [id.as_bytes(), says.text.as_bytes(), says.metadata.as_bytes(), &time];
        let call = Call::of(self.generation, "update", arguments);
        check_id("id", id)?;
        let NewText { mut text, mut metadata } = says.clone();
        check::check_note(&text, &metadata)?;
        metadata = check::canonical_metadata(&metadata);
        self.guard().apply_to_text("text", &mut text)?;
        self.guard().apply_to_json("metadata", &mut metadata)?;
        // A mask may be longer than what it masks.
        check::check_note(&text, &metadata)?;
        let tenant = self.owner.tenant.as_str();
        let (is_known, effects) = call.change(resumed, |rows| {
            let id = resolve_id(rows, tenant, "id", id)?;
            let note = record_of(rows, tenant, id).filter(|record| record.kind == Kind::Note);
            let Some(before) = note else { return Ok(false) };
            let mut after = before.clone();
            (after.text, after.metadata, after.updated) = (text, metadata, Some(now));
            after.limit_attributions(self.owner.speaker, self.owner.trust);
            stored::remove_all(rows, &[(tenant, id, &before)]);
            stored::add_together(rows, &[RecordRef { tenant, id, record: &after }]);
            stored::put(rows, tenant, id, after);
            Ok(true)
        })?;
        Ok(Updated { effects, is_known })
    }
}
