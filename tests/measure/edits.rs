//! Changes of an indexed folder: one file at a time in a running process, and all files ten times.
//!
//! Files are written: give it a folder that may be spoiled.

use std::ops::ControlFlow;
use std::path::Path;

use scrubjay::files::scope::Scope;
use scrubjay::store::on_disk;
use scrubjay::{Error, FOLDER, Memory, STORE, Write};

use crate::sources::sources;
use crate::{Outcome, median, milliseconds, percentile, say, time};

/// Files that are changed one at a time: every so many of all.
const N_EDITS: usize = 150;
const N_REWRITES: usize = 10;

pub(crate) fn measure(folder: &Path) -> Outcome {
    let sources = sources(folder)?;
    let mut memory = Memory::writing(folder, Write::default())?;
    index(&mut memory)?;
    let mut idle: Vec<_> = (0..5).map(|_| time(|| index(&mut memory)).1).collect();
    say("idle_ms", milliseconds(median(&mut idle)));

    let mut times = Vec::new();
    let every = (sources.len() / N_EDITS).max(1);
    for source in sources.iter().step_by(every) {
        append(&folder.join(&source.path), "\n\ndef added_here(value):\n    return str(value)\n")?;
        // As a watcher of the folder would: it knows which file was written.
        let hint = Scope::Below(vec![source.path.clone()]);
        let (indexed, took) = time(|| memory.index_within(&hint, &mut |_| ControlFlow::Continue(())));
        indexed?;
        times.push(took);
    }
    say("edits", times.len() as f64);
    say("edit_median_ms", milliseconds(median(&mut times)));
    say("edit_p95_ms", milliseconds(percentile(&mut times, 95)));

    for round in 0..N_REWRITES {
        for source in &sources {
            append(&folder.join(&source.path), &format!("\n# {round}\n"))?;
        }
        index(&mut memory)?;
    }
    memory.close()?;
    say("store_bytes_after_rewrites", on_disk(&folder.join(FOLDER).join(STORE))? as f64);
    Ok(())
}

fn index(memory: &mut Memory) -> Result<(), Error> {
    memory.index(&mut |_| ControlFlow::Continue(())).map(|_| ())
}

fn append(path: &Path, text: &str) -> std::io::Result<()> {
    let whole = std::fs::read_to_string(path).unwrap_or_default() + text;
    std::fs::write(path, whole)
}
