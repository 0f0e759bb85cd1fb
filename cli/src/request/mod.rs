//! Requests to tools, which both commands and agents make. The component asks the questions and writes the answers;
//! this module shows them.

mod hosts;
mod objects;

use scrubjay::tools::{self, ToolHost, ToolOutcome};
use scrubjay::wit::tools::{AnswerItem, ToolAnswer, ToolRequest};

use crate::memory::damaged;
use crate::memory::place::OpenRecords;
use crate::output::Output;
use crate::output::styled::Styled;
use crate::{Context, Ending, Fault, code};
pub(crate) use hosts::{ContextHost, RecordsHost};
pub(crate) use objects::{hint_json, whole_object};

/// Has a request answered by an open memory, and reports damaged rows, even if the request fails, since they may be the
/// cause.
pub(crate) fn answer_from_memory(
    request: &ToolRequest,
    context: &mut Context,
    output: &Output,
) -> Result<ToolOutcome, Fault> {
    let outcome = answer(request, &mut ContextHost { context, output }, output);
    code::tell_damage(&context.memory.damaged()?, output);
    if matches!(request, ToolRequest::Prepare(prepare) if !prepare.code_only)
        && let Ok(records) = context.memory.records()
    {
        records.damage().iter().for_each(|damage| damaged::tell_damage(damage, output));
    }
    outcome
}

/// Runs a request on the data of a host.
pub(crate) fn answer(request: &ToolRequest, host: &mut dyn ToolHost, output: &Output) -> Result<ToolOutcome, Fault> {
    Ok(tools::run(request, &output.asker().of_tools(), host)?)
}

pub(crate) fn show(outcome: ToolOutcome, output: &Output) -> Result<Ending, Fault> {
    let ToolOutcome { answer: ToolAnswer { items, n_meanings, is_found, fault, .. }, replies } = outcome;
    // The answers about several meanings become one object, which is left out if an error ends them.
    let has_objects = fault.is_none() || n_meanings.is_none();
    let print_items = || {
        for item in items {
            match item {
                AnswerItem::Answer(answer) if has_objects => {
                    output.answer_in_parts(|| answer.text.into(), || objects::object(&answer.object, &replies));
                }
                AnswerItem::Answer(answer) => output.head(&answer.text.into()),
                AnswerItem::Heading(text) => output.head(&Styled::from(text)),
                AnswerItem::Note(words) => output.say_whole(&words),
                AnswerItem::Warning(words) => output.warn_whole(&words),
            }
        }
        Ok(())
    };
    match n_meanings.filter(|_| has_objects) {
        Some(n_all) => output.merge_answers(n_all, print_items)?,
        None => print_items()?,
    }
    match fault {
        Some(fault) => Err(Fault::Tool(Box::new(fault))),
        None => Ok(if is_found { Ending::Found } else { Ending::Nothing }),
    }
}

/// Has a request about records answered, and shows the answer. `as_is`: an index beside them is asked without being
/// updated first.
pub(crate) fn show_from_records(
    request: &ToolRequest,
    found: &mut OpenRecords,
    as_is: bool,
    output: &Output,
) -> Result<Ending, Fault> {
    let outcome = answer(request, &mut RecordsHost::of(found, as_is, output)?, output)?;
    let ending = show(outcome, output);
    found.tell_salvage(output);
    ending
}
