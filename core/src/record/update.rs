//! Updating a note: what it says is replaced, what it is stays.

use alloc::string::String;

use super::batch::parse_id;
use super::check;
use super::derived::{self, Needs, RecordRef};
use super::gather::Gather;
use super::keyspace::{self, Kind};
use super::rows::Call;
use super::space::RecordSpace;
use super::stored::{self, record_of};
use crate::ask::{Attempt, Resumed};
use crate::base::time::Timestamp;
use crate::effects::Effects;

/// What updating did.
#[derive(Clone, Debug, PartialEq)]
pub struct Updated {
    /// To be committed.
    pub effects: Effects,
    /// There was such a note.
    pub is_known: bool,
}

/// What a note says from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewText {
    /// Its text.
    pub text: String,
    /// A JSON object; empty: none.
    pub metadata: String,
}

impl RecordSpace {
    /// Updates a note.
    pub(crate) fn update(&self, id: &str, says: &NewText, now: i64, resumed: Option<Resumed>) -> Attempt<Updated> {
        let now = Timestamp::checked("now", now)?;
        let time = now.milliseconds().to_le_bytes();
        let parts = [id.as_bytes(), says.text.as_bytes(), says.metadata.as_bytes(), &time];
        let call = Call::of(self.generation, "update", parts);
        let id = parse_id("id", id)?;
        let NewText { mut text, mut metadata } = says.clone();
        check::check_note(&text, &metadata)?;
        metadata = check::canonical(&metadata);
        self.guard().text("text", &mut text)?;
        self.guard().json("metadata", &mut metadata)?;
        // A mask may be longer than what it masks.
        check::check_note(&text, &metadata)?;
        let mut gather = Gather::new(call, resumed)?;
        let tenant = self.owner.tenant.as_str();
        gather.keys([keyspace::record(tenant, id), keyspace::totals(tenant)].into())?;
        let known = record_of(&gather.rows, tenant, id).filter(|record| record.kind == Kind::Note);
        let Some(before) = known else { return Ok(Updated { effects: gather.effects()?, is_known: false }) };
        let mut after = before.clone();
        (after.text, after.metadata, after.updated) = (text, metadata, Some(now));
        after.origin = before.origin.spoken_by(self.owner.speaker);
        after.trust = Some(before.trust().min(self.owner.trust).min(after.origin.trust()));
        stored::load_to_remove(&mut gather, &[(tenant, id, &before)])?;
        let mut needs = Needs::default();
        derived::needs(RecordRef { tenant, id, record: &after }, &mut needs);
        gather.load(needs.keys, needs.ranges)?;
        stored::remove_all(&mut gather.rows, &[(tenant, id, &before)]);
        stored::put(&mut gather.rows, tenant, id, after);
        Ok(Updated { effects: gather.effects()?, is_known: true })
    }
}
