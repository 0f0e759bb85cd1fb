//! Messages about a damaged memory, and about the losses of a salvage. Not here: whether a memory is damaged, and who
//! salvages it (`place`).

use std::fmt::Write as _;

use scrubjay::records::{Damage, Salvage, Unreadable};
use scrubjay::wit::records::Lost;
use serde_json::{Value, json};

use crate::output::Output;
use crate::output::asker::Asker;
use crate::output::text::{counted_noun, path_of, shown};
use crate::output::times::time_with_offset;

/// The most losses that a message lists by name.
const MAX_NAMED: usize = 10;

/// Warns once that answers from a damaged memory may be incomplete.
pub(crate) fn tell_damage(damage: &Damage, output: &Output) {
    if note_damage(damage, output) {
        output.warn(format_args!(
            "the memory is damaged, and this may not be all of it: {}; `{REPAIR}` mends it",
            damage.in_words()
        ));
    }
}

/// Adds the damage to the answer's JSON object; returns whether it is new.
fn note_damage(damage: &Damage, output: &Output) -> bool {
    output.note_memory_state("damaged_memory", json!({ "path": damage.path, "how": damage.how, "mended_by": REPAIR }))
}

/// Says what cannot be read of a damaged memory before a backup replaces it.
pub(crate) fn tell_unreadable(unreadable: &Unreadable, output: &Output) {
    let Unreadable { n_unread, n_damaged, is_older } = *unreadable;
    output.note_memory_state(
        "unreadable_memory",
        json!({ "n_unread": n_unread, "n_damaged": n_damaged, "is_older": is_older }),
    );
    let mut why = match n_unread {
        None => "how much of it cannot be read cannot be told".to_owned(),
        Some(n) => format!("{} not be read", counted_noun(n, "row can", "rows can")),
    };
    if n_damaged > 0 {
        let _ = write!(why, ", {} not whole", counted_noun(n_damaged, "row is", "rows are"));
    }
    if is_older {
        why.push_str(", and only what stood before its last change can be read");
    }
    output.warn(format_args!(
        "the memory is damaged: {why}; what was forgotten since the backup was made comes back with it where it cannot be read that it was"
    ));
}

/// Says that events recorded in a damaged memory wait beside it until it is repaired.
pub(crate) fn tell_waiting(damage: &Damage, output: &Output) {
    note_damage(damage, output);
    output.warn(format_args!(
        "the memory is damaged: {}; what is to be recorded is kept beside it, and taken in once a person has run `{REPAIR}`",
        damage.in_words()
    ));
}

pub(crate) const REPAIR: &str = "scrubjay memory repair";

/// Reports what was salvaged of a memory, and what was lost.
pub(crate) fn tell_salvage(salvage: &Salvage, output: &Output) {
    output.note_memory_state("salvaged_memory", salvage_in_json(salvage));
    output.warn_whole(&format!("the memory was damaged: {}", salvage_in_words(salvage, MAX_NAMED).trim_end()));
}

/// Describes a salvage: one line, a line for each of the first `max_named` losses, and one with the number of others.
pub(crate) fn salvage_in_words(salvage: &Salvage, max_named: usize) -> String {
    let Salvage { kept, n_records, n_damaged, n_unread, is_older, lost, n_tombstones_lost, n_lost, .. } = salvage;
    let mut words = format!("{} could be saved", counted_noun(*n_records, "record", "records"));
    if *n_lost > 0 {
        let _ = write!(words, ", {} lost", counted_noun(*n_lost, "is", "are"));
    }
    if *n_tombstones_lost > 0 {
        let forgotten_records = counted_noun(*n_tombstones_lost, "forgotten record", "forgotten records");
        let _ = write!(
            words,
            " (that {forgotten_records} were forgotten is no longer known: an import or a backup may bring them back)"
        );
    }
    if *n_damaged > 0 {
        let _ = write!(words, ", {} not whole", counted_noun(*n_damaged, "row is", "rows are"));
    }
    match n_unread {
        Some(0) => {}
        Some(n) => {
            let _ = write!(words, ", {} not be read", counted_noun(*n, "row could", "rows could"));
        }
        None => words.push_str(", how many rows could not be read cannot be told, and what was forgotten may be back"),
    }
    if *is_older {
        words.push_str(", and all of it is as it was before its last change");
    }
    let _ = match kept.exists() {
        true => writeln!(words, "; the damaged file is kept as {}", path_of(kept)),
        false => writeln!(words, "; the damaged file is erased, and nothing of it is kept"),
    };
    for one in lost.iter().take(max_named) {
        let _ = writeln!(words, "lost  {}", loss_line(one));
    }
    let n_more = n_lost.saturating_sub(lost.len().min(max_named) as u64);
    if n_more > 0 && !lost.is_empty() {
        let _ = writeln!(words, "lost  {n_more} more");
    }
    words
}

fn loss_line(lost: &Lost) -> String {
    let time = lost.time.map_or_else(String::new, |time| format!("  {}", time_with_offset(time)));
    format!("{}{time}  {}", shown(&lost.id), lost.kind)
}

/// The salvage as JSON, with all named losses.
pub(crate) fn salvage_in_json(salvage: &Salvage) -> Value {
    let Salvage { kept, time, n_records, n_damaged, n_unread, is_older, lost, n_tombstones_lost, n_lost } = salvage;
    let loss_json = |one: &Lost| json!({ "kind": one.kind, "id": one.id, "time": one.time, "tenant": one.tenant });
    json!({
        "kept": kept.exists().then_some(kept), "time": time, "n_records": n_records, "n_damaged": n_damaged, "n_unread": n_unread,
        "is_older": is_older, "n_tombstones_lost": n_tombstones_lost, "n_lost": n_lost, "lost": lost.iter().map(loss_json).collect::<Vec<_>>(),
    })
}

/// The losses of earlier salvages as text, for `status` and `memory status`.
pub(crate) fn noted_losses(losses: &[Salvage], asker: Asker<'_>) -> String {
    let mut words: String = losses
        .iter()
        .map(|one| format!("salvaged    {}: {}", time_with_offset(one.time), salvage_in_words(one, usize::MAX)))
        .collect();
    if !losses.is_empty() && asker == Asker::Shell {
        let _ = writeln!(words, "`{REPAIR} --seen` takes this notice away");
    }
    words
}
