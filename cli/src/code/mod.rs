//! The commands about code. Most become requests to tools.

pub(crate) mod export;
pub(crate) mod history;
mod requests;
pub(crate) mod status;

use scrubjay::wit::types::DamagedRow;
use scrubjay::{Error, Memory};

use crate::arguments::Question;
use crate::output::{Output, text};
use crate::{Context, Ending, Fault, request};

/// Asks the question of a command and shows the answer.
pub(crate) fn ask(question: Question, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    let request = match question {
        Question::Export(given) => return export::export(&given, context, output),
        Question::History(given) => return history::history(&given, context, output),
        Question::Status => return status::status(context, output),
        other => requests::request(other)?,
    };
    request::show(request::answer_from_memory(&request, context, output)?, output)
}

/// Asks a question, and reports damaged rows, even if the question fails, since they may be the cause.
fn ask_reporting_damage<T>(
    context: &mut Context,
    output: &Output,
    ask: impl FnOnce(&mut Memory) -> Result<T, Error>,
) -> Result<T, Fault> {
    let answer = ask(&mut context.memory);
    tell_damage(&context.memory.damaged()?, output);
    Ok(answer?)
}

/// Reports that damaged rows were left out of an answer.
pub(crate) fn tell_damage(damaged: &[DamagedRow], output: &Output) {
    if let n_damaged @ 1.. = damaged.len() {
        output.note_damaged_rows(n_damaged);
        let rows = text::counted_noun(n_damaged as u64, "damaged row was", "damaged rows were");
        output.warn(format_args!("{rows} left out of the answer; try: scrubjay index --check, which makes them again"));
    }
}
