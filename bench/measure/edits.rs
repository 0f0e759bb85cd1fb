//! Changes to an indexed folder: one file at a time in a running process, and all files ten times.
//!
//! Files are overwritten, so use a copy of a folder.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use scrubjay::files::scope::Scope;
use scrubjay::store::on_disk;
use scrubjay::store::place::Place;
use scrubjay::{Error, Memory, Write};

use crate::sources::sources;
use crate::{Outcome, median, milliseconds, percentile, say, time};

/// About how many files are changed one at a time, three times each, evenly spread over all.
const N_EDITED: usize = 150;
/// The text that a file's first change adds. The second change removes the latter half of the file, and the third
/// restores it, so that names that other files use are lost and found again.
const ADDED: &str = "\n\ndef added_here(value):\n    return str(value)\n";
const N_REWRITES: usize = 10;

pub(crate) fn measure(folder: &Path) -> Outcome {
    let sources = sources(folder)?;
    let mut memory = Memory::writing(folder, Write::default())?;
    index(&mut memory)?;
    let mut idle_times: Vec<_> = (0..5).map(|_| time(|| index(&mut memory)).1).collect();
    say("idle_ms", milliseconds(median(&mut idle_times)));

    let (mut growing_times, mut cutting_times) = (Vec::new(), Vec::new());
    for source in sources.iter().step_by((sources.len() / N_EDITED).max(1)) {
        let file = folder.join(&source.path);
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let first_half = lines[..lines.len() / 2].concat();
        growing_times.push(time_of_edit(&mut memory, folder, &source.path, &(text.clone() + ADDED))?);
        cutting_times.push(time_of_edit(&mut memory, folder, &source.path, &first_half)?);
        cutting_times.push(time_of_edit(&mut memory, folder, &source.path, &text)?);
    }
    for (name, mut times) in [("edit", growing_times), ("cut", cutting_times)] {
        say(&format!("{name}s"), times.len() as f64);
        say(&format!("{name}_median_ms"), milliseconds(median(&mut times)));
        say(&format!("{name}_p95_ms"), milliseconds(percentile(&mut times, 95)));
    }

    for round in 0..N_REWRITES {
        for source in &sources {
            append(&folder.join(&source.path), &format!("\n# {round}\n"))?;
        }
        index(&mut memory)?;
    }
    let store = memory.place().map(Place::store).unwrap_or_default();
    memory.close()?;
    say("store_bytes_after_rewrites", on_disk(&store)? as f64);
    Ok(())
}

/// The time to index a file after a change of its text.
fn time_of_edit(
    memory: &mut Memory,
    folder: &Path,
    path: &str,
    text: &str,
) -> Result<Duration, Box<dyn std::error::Error>> {
    std::fs::write(folder.join(path), text)?;
    // Like a watcher of the folder, which knows the file that was written.
    let hint = Scope::Below(vec![path.to_owned()]);
    let (indexed, took) = time(|| memory.index_within(&hint, &mut |_| ControlFlow::Continue(())));
    indexed?;
    Ok(took)
}

fn index(memory: &mut Memory) -> Result<(), Error> {
    memory.index(&mut |_| ControlFlow::Continue(())).map(|_| ())
}

fn append(path: &Path, text: &str) -> std::io::Result<()> {
    let longer_text = std::fs::read_to_string(path).unwrap_or_default() + text;
    std::fs::write(path, longer_text)
}
