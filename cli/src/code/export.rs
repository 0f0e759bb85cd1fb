//! The command `export`: writes the graph, or a part of it, in one of the component's forms.

use scrubjay::wit::Word as _;
use scrubjay::wit::graph::{ExportFormat, ExportQuestion};

use super::{ask_reporting_damage, disambiguate, empty_hints};
use crate::arguments::Export;
use crate::output::Output;
use crate::{Context, Ending, Fault};

/// The most edges that Mermaid draws by default.
const MAX_MERMAID_EDGES: u64 = 500;

pub(crate) fn export(export: &Export, context: &mut Context, output: &Output) -> Result<Ending, Fault> {
    if export.around.is_none() && export.meaning.is_any() {
        return Err(Fault::NoName);
    }
    let otherwise = if output.is_json() { ExportFormat::Json } else { ExportFormat::Text };
    let format = export.format.as_deref().and_then(ExportFormat::named).unwrap_or(otherwise);
    let around = export.around.as_ref().map(|name| match export.meaning.is_any() {
        true => disambiguate::choose_meaning(&export.meaning, name, context, output),
        false => Ok(context.name(name)),
    });
    let around = around.transpose()?;
    let path_prefix = if around.is_some() { String::new() } else { context.prefix(&export.prefix) };
    let around = around.unwrap_or_default();
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
        empty_hints::hints_for(&hints, "export", context, output).tell(output);
    }
    Ok(if n_files == 0 { Ending::Nothing } else { Ending::Found })
}
