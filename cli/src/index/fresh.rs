//! Updates the index before an answer, and says in which ways an answer may be out of date.

use std::ops::ControlFlow;

use scrubjay::index::{Extent, FreshenLimits, Freshness, StaleReason};
use scrubjay::store::holder::Life;
use scrubjay::store::lock::Lock;
use scrubjay::wit::tools::IndexNote;
use scrubjay::{Error, Memory};

use crate::output::Output;
use crate::output::text::counted_noun;

/// The reasons why answers may not match the folder's current files, with their messages.
#[derive(Clone, Debug, Default)]
pub(crate) struct Staleness {
    pub(crate) notes: Vec<IndexNote>,
    words: Vec<String>,
}

impl Staleness {
    /// The staleness for one reason that the owner of an open memory knows. `kind` is the reason's stable name, `words`
    /// its message.
    pub(crate) fn of_reason(kind: &'static str, words: String) -> Staleness {
        let mut staleness = Staleness::default();
        let why = words.strip_prefix("note: ").unwrap_or(&words).to_owned();
        staleness.add(kind, &why, false, words);
        staleness
    }

    /// The reason for an answer of an index that was not updated first.
    pub(crate) fn unknown() -> Staleness {
        let mut staleness = Staleness::default();
        let why = "what changed in the folder since the index was made is not taken in";
        staleness.add("unchecked", why, true, format!("asked as it is: {why}"));
        staleness
    }

    fn add(&mut self, kind: &str, why: &str, is_mended_by_index: bool, words: String) {
        let (kind, why) = (kind.to_owned(), why.to_owned());
        self.notes.push(IndexNote { kind, why, is_mended_by_index, is_always_shown: true });
        self.words.push(words);
    }

    /// Adds a reason if the index does not cover the whole folder: a run is in progress, or was cut short.
    pub(crate) fn add_extent(&mut self, memory: &Memory) -> Result<(), Error> {
        let extent = memory.extent()?;
        if extent == Extent::Whole {
            return Ok(());
        }
        // If the lock cannot be read, its state is unknown, and `doctor` reports it.
        let holder = memory.place().and_then(|place| Lock::holder(&place.lock()).ok().flatten());
        match (holder, extent) {
            (Some((holder, Life::Alive | Life::Unknown)), _) => {
                let why = format!("an index run is under way ({holder}): what it has committed is answered");
                self.add("being_written", &why, false, why.clone());
            }
            (_, Extent::Nothing) => {
                let words = "nothing is indexed yet: run `scrubjay index`".to_owned();
                self.add("not_indexed", "nothing is indexed yet", true, words);
            }
            _ => {
                let words = "an index run was cut short: `scrubjay index` completes it".to_owned();
                self.add("cut_short", "an index run was cut short", true, words);
            }
        }
        Ok(())
    }

    /// Prints the messages, and keeps the hints for the answer's JSON object.
    pub(crate) fn tell(&self, output: &Output) {
        self.words.iter().for_each(|words| output.say(words));
        output.note_staleness(&self.notes);
    }

    /// Removes the reason of [`Staleness::unknown`], and adds the number of changed files if there are any.
    pub(crate) fn add_changes(&mut self, n_changed: u64, output: &Output) {
        self.notes.retain(|note| note.kind != "unchecked");
        if n_changed > 0 {
            let (kind, why) = ("stale".to_owned(), changed_files_text(n_changed));
            self.notes.push(IndexNote { kind, why, is_mended_by_index: true, is_always_shown: false });
        }
        output.note_staleness(&self.notes);
    }
}

/// Updates the index with changes since the last run; returns why changes are missing from it all the same, if any are.
pub(crate) fn freshen(memory: &mut Memory) -> Result<Staleness, Error> {
    let freshness = memory.freshen(&FreshenLimits::default(), &mut |_| ControlFlow::Continue(()))?;
    let mut staleness = Staleness::default();
    // Whether the folder was indexed to the end, [`Staleness::add_extent`] says.
    if let Freshness::Stale { n_changed, why } = freshness {
        add_stale_reason(n_changed, &why, &mut staleness);
    }
    Ok(staleness)
}

fn add_stale_reason(n_changed: u64, why: &StaleReason, staleness: &mut Staleness) {
    let (what, is_mended_by_index) = match why {
        StaleReason::Locked => ("another process is taking them in".to_owned(), false),
        StaleReason::Failed(error) if n_changed == 0 => {
            let why = format!("what changed in the folder since the index was made could not be found out: {error}");
            return staleness.add("unchecked", &why, false, why.clone());
        }
        StaleReason::Failed(error) => (format!("they could not be taken in: {error}"), false),
        _ => ("`scrubjay index` takes them in".to_owned(), true),
    };
    if n_changed > 0 {
        let words = format!("{}; {what}", changed_files_text(n_changed));
        let why = if is_mended_by_index { changed_files_text(n_changed) } else { words.clone() };
        staleness.add("stale", &why, is_mended_by_index, words);
    }
}

fn changed_files_text(n: u64) -> String {
    format!("{} changed since the index was made", counted_noun(n, "file", "files"))
}
