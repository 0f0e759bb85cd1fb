//! The command `mcp`: a server of the Model Context Protocol over the standard streams.
//!
//! It offers some commands of the program as tools, keeps the index up to date between questions, and answers only
//! about one project and within the client's folders. The standard output carries the protocol alone, and messages go
//! to the standard error.
//!
//! In reading order: `list` has the tools. `tools` describes them in the protocol, and `arguments` their arguments.
//! `server` implements the protocol. `worker` answers the calls one by one on its own thread. `roots` chooses the
//! folder. `lenient_transport` is the transport: it reads `lines`, answers lines that are not messages (`decode`), and
//! limits the `pending` requests and the queue of `writes`.
//!
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

use crate::arguments::Mcp as Given;
use crate::output::Output;
use crate::{Ending, Fault};
use lenient_transport::LenientTransport;
use roots::StartFolder;
use server::Server;
use tools::Toolset;
pub(crate) use tools::{parse_prefix, parse_toolset_word};
use worker::Worker;

/// Serves until the standard input ends, or prints the tools if asked.
pub(crate) fn mcp(given: Given, root: Option<PathBuf>, output: &Output) -> Result<Ending, Fault> {
    let toolset = Toolset::of(&given.toolset, given.prefix);
    if given.tools {
        let tools: Vec<Tool> = toolset.describe();
        output.answer(|| tools.iter().map(tool_description).collect(), || json!({ "tools": tools }));
        return Ok(Ending::Found);
    }
    given.excluding.check()?;
    let start_folder = StartFolder::of(root)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Fault::UnreadableInput)?;
    let worker = Worker::start(Arc::clone(toolset.offer()), given.excluding).map_err(Fault::UnreadableInput)?;
    runtime.block_on(serve(Server::new(start_folder, worker, toolset, given.structured)));
    // A read of the standard input may still be pending, and cannot be cancelled.
    runtime.shutdown_background();
    Ok(Ending::Found)
}

async fn serve(server: Server) {
    match server.serve(LenientTransport::new(stdio_pipes())).await {
        Ok(running) => drop(running.waiting().await),
        // The client left before the session began.
        Err(error) => log(&error.to_string()),
    }
}

/// Writes a message to the server's log, the standard error.
fn log(message: &str) {
    use std::io::Write as _;
    // If the standard error is closed, there is nowhere to report it.
    let _ = writeln!(std::io::stderr(), "scrubjay mcp: {}", scrubjay::shown::one_line(message));
}

/// Describes a tool for people: its name, its purpose, and a line for each argument.
fn tool_description(tool: &Tool) -> String {
    let mut text = format!("{}: {}\n", tool.name, tool.description.as_deref().unwrap_or_default());
    let required = tool.input_schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let properties = tool.input_schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    for (name, schema) in properties {
        let required_mark = if required.contains(&json!(name)) { ", required" } else { "" };
        let _ = writeln!(text, "    {name}{required_mark}: {}", schema_in_words(schema));
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
