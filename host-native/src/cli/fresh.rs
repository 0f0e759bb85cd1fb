//! Answers that are about the folder as it is now: what changed since the last run is taken in before a question is asked,
//! where that takes a moment.

use std::ops::ControlFlow;
use std::time::Duration;

use scrubjay::index::{Extent, Progress};
use scrubjay::store::StoreError;
use scrubjay::{Error, Memory, Write};

use super::output::Output;
use super::text::many;

/// So many changed files are read before a question is answered: a fraction of a second.
const MOST_AWAITED: usize = 500;
/// How long a question waits for another process that writes: a run over a few files takes less.
const PATIENCE: Duration = Duration::from_millis(250);

/// The memory with what changed since its last run; as it was, and a word about it, where that would take long or cannot be.
pub(super) fn freshened(memory: Memory, output: &Output) -> Memory {
    // What was never indexed, or not to its end, is told of already.
    if !matches!(memory.extent(), Ok(Extent::Whole)) {
        return memory;
    }
    let n_changed = n_changed(&memory).unwrap_or(0);
    if n_changed == 0 {
        return memory;
    }
    let why = if n_changed > MOST_AWAITED {
        "`scrubjay index` takes them in".to_owned()
    } else {
        match taken_in(&memory) {
            Ok(fresh) => return fresh,
            Err(Error::Stopped) => "`scrubjay index` takes them in".to_owned(),
            Err(Error::Store(StoreError::Locked { .. })) => "another process is taking them in".to_owned(),
            Err(error) => format!("they could not be taken in: {error}"),
        }
    };
    let files = many(n_changed as u64, "file", "files");
    output.say(format_args!("{files} changed since the index was made; {why}"));
    memory
}

/// How many files changed. Those that a run gave up are tried again by the next one, which may take seconds: nobody waits for that
/// who asks a question.
fn n_changed(memory: &Memory) -> Result<usize, Error> {
    let changed = memory.changed()?;
    if changed.is_empty() {
        return Ok(0);
    }
    let failed = memory.known()?.failed;
    Ok(changed.iter().filter(|path| !failed.iter().any(|(known, _)| known == *path)).count())
}

fn taken_in(memory: &Memory) -> Result<Memory, Error> {
    let root = memory.root().path();
    let mut writing = Memory::writing(root, Write::default())?;
    writing.wait_at_most(PATIENCE);
    writing.index(&mut |progress| match progress {
        // One of another release would be made again as a whole.
        Progress::Read { n_of, .. } if n_of > MOST_AWAITED as u64 => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    })?;
    writing.close()?;
    Memory::reading(root)
}
