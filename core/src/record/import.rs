//! Lines that were exported, read back as they were written.
//!
//! A record that is imported is trusted no further than its line says, its origin allows and its importer is. Not here: adding
//! (`add`), which keeps to what was forgotten.

use alloc::string::String;
use alloc::vec::Vec;

use super::batch::{BatchEvent, Imported, Packed, seal};
use super::envelope::Learning;
use super::event::{Body, EventBody, Observation};
use super::lines::{INTENTS, Members, RefusedLine, object};
use super::space::RecordSpace;
use super::trust::Trust;
use super::written::{Chain, PATTERNS, TRUSTS, trailer};
use crate::base::error::Error;
use crate::base::time::Timestamp;

/// The most bytes of lines in one call.
const MOST_BYTES: usize = 16 << 20;

/// Exported lines that were read.
#[derive(Clone, Debug, PartialEq)]
pub struct PackedImport {
    /// What they say, to be added.
    pub packed: Packed,
    /// What was left out.
    pub refused: Vec<RefusedLine>,
    /// To be given with the lines that follow.
    pub state: String,
    /// The trailer was read.
    pub is_whole: bool,
}

impl RecordSpace {
    /// Reads lines that were exported.
    pub(crate) fn pack_import(&self, lines: &str, state: &str, now: i64) -> Result<PackedImport, Error> {
        Error::check_limit("bytes of lines", lines.len(), MOST_BYTES)?;
        let now = Timestamp::checked("now", now)?;
        let mut chain = match state {
            "" => Chain::default(),
            state => Chain::parse(state).ok_or_else(|| Error::invalid("state", "not one that this memory gave"))?,
        };
        let (mut events, mut refused, mut is_whole) = (Vec::new(), Vec::new(), false);
        for (at, line) in lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            if line.starts_with("{\"trailer\"") {
                if line != trailer(&chain) {
                    let why = "the trailer does not fit the lines before it: some are missing, or were changed";
                    return Err(Error::invalid("lines", why));
                }
                is_whole = true;
                continue;
            }
            chain.add(line);
            match self.read_line(line, now) {
                Ok(event) => events.push(event),
                Err(error) => refused.push(RefusedLine { line: at as u32 + 1, error }),
            }
        }
        let packed = seal(&self.owner, self.settings, events, now)?;
        Ok(PackedImport { packed, refused, state: chain.text(), is_whole })
    }

    fn read_line(&self, line: &str, now: Timestamp) -> Result<BatchEvent, Error> {
        let mut members = Members::of(object(line)?);
        members.text("id")?;
        let imported = Imported {
            recorded: Timestamp::checked("recorded", members.time("recorded")?.unwrap_or(now.milliseconds()))?,
            trust: members.word("trust", &TRUSTS)?.unwrap_or(Trust::Untrusted),
            principal: members.text("principal")?.unwrap_or_default(),
            updated: members.time("updated")?.map(|time| Timestamp::checked("updated", time)).transpose()?,
            intent: members.word("task_intent", &INTENTS)?,
            learning: None,
        };
        match members.text("kind")?.unwrap_or_default().as_str() {
            "observation" => {
                let pattern = members.word("pattern", &PATTERNS)?;
                let seen = Observation {
                    kind: pattern.ok_or_else(|| Error::invalid("pattern", "it is missing"))?,
                    subject: members.text("subject")?.unwrap_or_default(),
                    signature: members.text("signature")?.unwrap_or_default(),
                    files: members.texts("files")?,
                };
                self.derived(members, Some(Body::Observation(seen)), imported, now)
            }
            "learning" => {
                let learning = Learning {
                    item: members.text("item")?.unwrap_or_default(),
                    tool: members.text("tool")?.unwrap_or_default(),
                    paths: members.texts("files")?,
                    failed: !members.boolean("success")?.unwrap_or(true),
                    part: members.text("part")?.unwrap_or_default(),
                };
                self.derived(members, None, Imported { learning: Some(learning), ..imported }, now)
            }
            kind => {
                let body = members.body_of(kind)?;
                let event = members.event(now.milliseconds(), String::new, body)?;
                members.end()?;
                BatchEvent::of_import(event, None, imported, self)
            }
        }
    }

    /// What was derived and not told: its text is that of a note.
    fn derived(
        &self,
        mut members: Members,
        body: Option<Body>,
        imported: Imported,
        now: Timestamp,
    ) -> Result<BatchEvent, Error> {
        let text = members.text("text")?.unwrap_or_default();
        let event = members.event(now.milliseconds(), String::new, EventBody::Note(text))?;
        members.end()?;
        BatchEvent::of_import(event, body, imported, self)
    }
}
