//! The command `export`: writes the graph, or a part of it, in one of the component's forms.

use scrubjay::tools::spell;
use scrubjay::wit::Word as _;
use scrubjay::wit::graph::{ExportFormat, ExportQuestion};
use scrubjay::wit::tools::{AnswerItem, Asker, MeaningRequest, ToolAnswer, ToolRequest};

use super::ask_reporting_damage;
use crate::arguments::{Export, names};
use crate::output::Output;
use crate::output::hints::{Hint, say_nothing_found};
use crate::{Context, Ending, Fault, request};

/// The most edges that Mermaid draws by default.
const MAX_MERMAID_EDGES: u64 = 500;

pub(crate) fn export(export: &Export, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    if export.around.is_none() && export.meaning.restricts() {
        return Err(Fault::ChoiceWithoutName);
    }
    let default_format = if output.is_json() { ExportFormat::Json } else { ExportFormat::Text };
    let format = export.format.as_deref().and_then(ExportFormat::named).unwrap_or(default_format);
    let around = match &export.around {
        Some(name) => meaning(name, export, context, output)?,
        None => String::new(),
    };
    let path_prefix = if around.is_empty() { context.typed().prefix(&export.prefix) } else { String::new() };
    let question = ExportQuestion { format, path_prefix, around, depth: export.depth, cursor: 0 };
    let (mut n_files, mut n_edges, mut hints) = (0, 0, Vec::new());
    ask_reporting_damage(context, output, |memory| {
        memory.export_slices(&question, &mut |page| {
            output.export(&page.text);
            n_files += page.n_files;
            n_edges += u64::from(page.n_edges);
            hints.clone_from(&page.hints);
        })
    })?;
    if format == ExportFormat::Mermaid && n_edges > MAX_MERMAID_EDGES {
        output.say(format_args!("{n_edges} edges are more than most readers draw; --in or --around makes it less"));
    }
    if n_files == 0 {
        let stale_hints = context.staleness.notes.iter().filter(|note| !note.is_always_shown).map(Hint::from);
        let answer_hints = spell(&Asker::Shell, &hints)?.into_iter().map(Hint::from);
        say_nothing_found(&stale_hints.chain(answer_hints).collect::<Vec<_>>(), output);
    }
    Ok(if n_files == 0 { Ending::Nothing } else { Ending::Found })
}

/// The id of the symbol that a name means, as the options choose it.
fn meaning(name: &str, export: &Export, context: &mut Context, output: &Output) -> Result<String, Fault> {
    let request = ToolRequest::Meaning(MeaningRequest {
        name: name.to_owned(),
        kinds: names::parse_cases(&export.meaning.kind),
        path_prefix: export.meaning.file.clone(),
    });
    let ToolAnswer { items, fault, .. } = request::answer_from_memory(&request, context, output)?.answer;
    let mut id = String::new();
    for item in items {
        match item {
            AnswerItem::Answer(answer) => id = answer.text.text,
            AnswerItem::Note(words) => output.say_whole(&words),
            AnswerItem::Warning(words) => output.warn_whole(&words),
            AnswerItem::Heading(_) => {}
        }
    }
    fault.map_or(Ok(id), |fault| Err(Fault::Tool(Box::new(fault))))
}
