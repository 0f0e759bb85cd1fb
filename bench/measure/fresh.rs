//! The first question after an edit, in a running process that updates the index before each question.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use scrubjay::index::{FreshenLimits, Freshness};
use scrubjay::wit::graph::FindQuestion;
use scrubjay::{Memory, Write};

use crate::{Outcome, median, milliseconds, say, time};

const N_EDITS: usize = 7;

pub(crate) fn measure(folder: &Path, file: &Path) -> Outcome {
    let mut memory = Memory::writing(folder, Write::default())?;
    // The first question opens an instance.
    freshen(&mut memory)?;
    memory.find(&FindQuestion { limit: 1, ..FindQuestion::new("part") })?;
    let (mut unchanged, mut freshened, mut with_question) = (Vec::new(), Vec::new(), Vec::new());
    for edit in 0..N_EDITS {
        unchanged.push(freshen(&mut memory)?);
        let name = format!("running_{edit}_{}", std::process::id());
        let text = std::fs::read_to_string(file)? + &format!("\n\ndef {name}(book):\n    return book\n");
        std::fs::write(file, text)?;
        let taken_in = freshen(&mut memory)?;
        let (page, question_time) = time(|| memory.find(&FindQuestion { limit: 1, ..FindQuestion::new(&name) }));
        if page?.hits.first().is_none_or(|hit| hit.symbol.name != name) {
            return Err(format!("{name} is not found").into());
        }
        freshened.push(taken_in);
        with_question.push(taken_in + question_time);
    }
    say("unchanged_ms", milliseconds(median(&mut unchanged)));
    say("freshen_ms", milliseconds(median(&mut freshened)));
    say("fresh_ms", milliseconds(median(&mut with_question)));
    Ok(memory.close()?)
}

fn freshen(memory: &mut Memory) -> Result<Duration, Box<dyn std::error::Error>> {
    let (freshness, took) = time(|| memory.freshen(&FreshenLimits::default(), &mut |_| ControlFlow::Continue(())));
    match freshness? {
        Freshness::Fresh => Ok(took),
        stale => Err(format!("the index is {stale:?}").into()),
    }
}
