//! States the reason for a piece in one sentence.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::symbols::Reason;
use super::task::TaskTerm;
use crate::graph::model::{Graph, SymbolId};
use crate::text::display::inside_line;

/// The sentence for a symbol's reason.
pub(super) fn reason_in_words(graph: &Graph, terms: &[TaskTerm], symbol: SymbolId, reason: &Reason) -> String {
    let name = inside_line(graph.names.text(graph.symbol(symbol).name));
    match reason {
        Reason::Line(line) => format!("The task names line {line} of this file."),
        Reason::QualifiedName => "The task names it.".to_owned(),
        Reason::Named => format!("The task names `{name}`."),
        Reason::Words(indexes) => {
            let words: Vec<String> =
                indexes.iter().map(|&index| format!("`{}`", inside_line(&terms[index].text))).collect();
            format!("It shares {} with the task.", listed(&words))
        }
        Reason::Neighbour { other, refers } => {
            let other = inside_line(&graph.qualified_name(*other));
            match refers {
                true => format!("`{other}`, which fits the task, refers to it."),
                false => format!("It refers to `{other}`, which fits the task."),
            }
        }
        Reason::TestOf(other) => format!("It tests `{}`.", inside_line(&graph.qualified_name(*other))),
        Reason::File => "It stands in a file that fits the task.".to_owned(),
    }
}

/// `a`, `b` and `c`.
fn listed(words: &[String]) -> String {
    match words {
        [] => "words".to_owned(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
