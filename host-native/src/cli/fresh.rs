//! Answers that are about the folder as it is now, and a word where they are not.

use std::ops::ControlFlow;

use scrubjay::index::{Awaited, Behind, Freshness};
use scrubjay::{Error, Memory};

use super::output::Output;
use super::text::many;

/// Takes in what changed since the last run, or says that it has not.
pub(super) fn freshen(memory: &mut Memory, output: &Output) -> Result<(), Error> {
    let freshness = memory.freshen(&Awaited::default(), &mut |_| ControlFlow::Continue(()))?;
    // What was never indexed, or not to its end, is told of already.
    if let Freshness::Behind { n_changed, why } = freshness
        && let Some(words) = in_words(n_changed, &why)
    {
        output.say(words);
    }
    Ok(())
}

/// What is said of an index that does not know of changes; nothing where none are known of.
fn in_words(n_changed: u64, why: &Behind) -> Option<String> {
    let files = many(n_changed, "file", "files");
    let why = match why {
        Behind::Locked => "another process is taking them in".to_owned(),
        Behind::Failed(error) => format!("they could not be taken in: {error}"),
        _ => "`scrubjay index` takes them in".to_owned(),
    };
    (n_changed > 0).then(|| format!("{files} changed since the index was made; {why}"))
}
