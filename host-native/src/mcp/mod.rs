//! The command `mcp`: a server of the Model Context Protocol over the standard streams.
//!
//! It offers some commands of the program as tools, keeps the index right between questions, and stays within one project, and within
//! the folders that its client works in. The standard output carries the protocol alone, and messages go to the standard error.
//!
//! In reading order: `list` says what is offered, `tools` how a call becomes a command and `arguments` what it takes, `server`
//! speaks the protocol, `worker` answers one call after the other on a thread of its own, `roots` knows which folder is meant, and
//! `lenient_transport` is the transport: it reads `lines`, says what is wrong with one that is not a message (`decode`), and waits for a
//! client that has `asked` too much or does not take what it `writes`.
//! Not here: what an answer says and how it is shown, which is the program's own.

mod arguments;
mod decode;
mod lenient_transport;
mod lines;
mod list;
mod pending;
mod roots;
mod server;
mod tools;
mod worker;
mod writes;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use rmcp::ServiceExt as _;
use rmcp::model::Tool;
use rmcp::transport::io::stdio_pipes;
use serde_json::{Value, json};

use crate::cli::{Ending, Fault, Mcp as Given, Output};
use lenient_transport::LenientTransport;
use roots::StartFolder;
use server::Server;
use tools::Toolset;
pub(crate) use tools::{prefix, word_of_toolset};
use worker::Worker;

/// Serves until the standard input ends, or shows what would be served.
pub(crate) fn mcp(given: Given, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let toolset = Toolset::of(&given.toolset, given.prefix);
    if given.tools {
        let tools: Vec<Tool> = toolset.described();
        output.answer(|| tools.iter().map(shown).collect(), || json!({ "tools": tools }));
        return Ok(Ending::Found);
    }
    given.excluding.check()?;
    let started = StartFolder::with(root)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Fault::Input)?;
    let worker = Worker::start(Arc::clone(toolset.offer()), given.excluding).map_err(Fault::Input)?;
    runtime.block_on(serve(Server::new(started, worker, toolset, given.structured)));
    // A read of the standard input may still stand, and cannot be called off.
    runtime.shutdown_background();
    Ok(Ending::Found)
}

async fn serve(server: Server) {
    match server.serve(LenientTransport::new(stdio_pipes())).await {
        Ok(running) => drop(running.waiting().await),
        // The client left before it began.
        Err(error) => log(&error.to_string()),
    }
}

/// Says something to whoever reads the server's log.
fn log(message: &str) {
    use std::io::Write as _;
    // If the standard error is closed, there is nowhere to report it.
    let _ = writeln!(std::io::stderr(), "scrubjay mcp: {}", scrubjay::shown::one_line(message));
}

/// A tool for people: its name, what it is for, and a line for each argument.
fn shown(tool: &Tool) -> String {
    let mut text = format!("{}: {}\n", tool.name, tool.description.as_deref().unwrap_or_default());
    let required = tool.input_schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let properties = tool.input_schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    for (name, schema) in properties {
        let needed = if required.contains(&json!(name)) { ", required" } else { "" };
        let _ = writeln!(text, "    {name}{needed}: {}", schema_in_words(schema));
    }
    text
}

fn schema_in_words(schema: &Value) -> String {
    let mut words = vec![schema["type"].as_str().unwrap_or("one of").to_owned()];
    words.extend(schema["description"].as_str().map(str::to_owned));
    if let Some(max) = schema.get("maximum") {
        words.push(format!("{} to {max}", schema["minimum"]));
        words.extend(schema.get("default").map(|default| format!("{default} if not given")));
    }
    let choices = schema.get("enum").or_else(|| schema["items"].get("enum")).and_then(Value::as_array);
    words.extend(choices.map(|words| words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")));
    words.join("; ")
}
