//! The protocol: lists the tools, and passes calls to the worker and answers back.
//!
//! A question that cannot be answered is a result of its tool, which a model can read and act on. Only a call of an
//! unknown tool is an error of the protocol.

#![expect(deprecated, reason = "clients with a handshake still name their folders by `roots/list`")]

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ProgressToken, ProtocolVersion, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, Peer, RequestContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use scrubjay::shown::{one_line, without_secrets};
use serde_json::Value;
use tokio::sync::{Mutex, mpsc, oneshot};

use super::log;
use super::roots::StartFolder;
use super::tools::Toolset;
use super::worker::{Call, RunProgress, Worker};
use crate::tool_call::Answer;

/// How long a client may take to list its folders, which needs no work.
const ROOTS_TIMEOUT: Duration = Duration::from_secs(5);

const INSTRUCTIONS: &str = "A memory of this project. Its code graph follows the files by itself: ask it instead of searching \
    text for definitions, callers and what a change reaches. An ambiguous name is answered with its candidates: ask again with an id.";

pub(super) struct Server {
    start_folder: StartFolder,
    worker: Worker,
    tools: Toolset,
    /// Whether results have the object of `--json` beside the text.
    is_structured: bool,
    /// The client's folders; `None` until the client was asked.
    roots: Mutex<Option<Vec<String>>>,
}

impl Server {
    pub(super) fn new(start_folder: StartFolder, worker: Worker, tools: Toolset, is_structured: bool) -> Server {
        Server { start_folder, worker, tools, is_structured, roots: Mutex::new(None) }
    }

    /// The client's folders. The list is empty if the client cannot be asked: it does not state that it has folders, or
    /// uses protocol 2026-07-28 or a later one.
    async fn roots(&self, context: &RequestContext<RoleServer>) -> Result<Vec<String>, String> {
        let has_handshake = context.protocol_version().is_some_and(|version| version.has_initialize());
        let names_roots = context.client_capabilities().is_some_and(|capabilities| capabilities.roots.is_some());
        if !has_handshake || !names_roots {
            return Ok(Vec::new());
        }
        let mut known_roots = self.roots.lock().await;
        if let Some(known_roots) = &*known_roots {
            return Ok(known_roots.clone());
        }
        let no_roots = |why: String| format!("the client did not say which folders it works in: {why}");
        let listed_roots = tokio::time::timeout(ROOTS_TIMEOUT, context.peer.list_roots()).await;
        let listed_roots = listed_roots
            .map_err(|_| no_roots("it took too long".to_owned()))?
            .map_err(|error| no_roots(error.to_string()))?;
        let uris: Vec<String> = listed_roots.roots.into_iter().map(|root| root.uri).collect();
        *known_roots = Some(uris.clone());
        Ok(uris)
    }

    async fn answer_call(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Answer, ErrorData> {
        let Some(tool) = self.tools.find_offered(&request.name) else {
            let name = without_secrets(&request.name);
            let message = format!("there is no tool `{name}`: there are {}", self.tools.names().join(", "));
            return Err(ErrorData::invalid_params(one_line(&message).into_owned(), None));
        };
        let arguments = request.arguments.unwrap_or_default();
        let uris = self.roots(&context).await;
        let chosen_folder = match uris.and_then(|uris| self.start_folder.choose(&uris, &tool.named_places(&arguments)))
        {
            Ok(chosen_folder) => chosen_folder,
            Err(message) => return Ok(Answer::refusal("roots", &message)),
        };
        let note = chosen_folder.note();
        let cancelled = Arc::new(AtomicBool::new(false));
        let token = context.meta.get_progress_token();
        let (steps, mut step_receiver) = mpsc::unbounded_channel();
        let (reply, mut reply_receiver) = oneshot::channel();
        let call = Call {
            tool: tool.name,
            arguments: Value::Object(arguments).to_string(),
            wants_json: self.is_structured,
            is_of_code: tool.is_of_code,
            root: chosen_folder.root,
            cancelled: Arc::clone(&cancelled),
            progress: token.is_some().then_some(steps),
            reply,
        };
        let answer_if_gone =
            || Answer::refusal("internal", "the thread that answers has ended: start the server again");
        if !self.worker.call(call) {
            return Ok(answer_if_gone());
        }
        let mut n_told = 0.0;
        loop {
            tokio::select! {
                answer = &mut reply_receiver => {
                    let mut answer = answer.unwrap_or_else(|_| answer_if_gone());
                    note.iter().for_each(|note| answer.note(note));
                    return Ok(answer);
                }
                () = context.ct.cancelled() => {
                    cancelled.store(true, Ordering::Relaxed);
                    // The library sends no answer to a cancelled request, so the client does not see this error.
                    return Err(ErrorData::internal_error("cancelled", None));
                }
                Some(step) = step_receiver.recv() => {
                    n_told += 1.0;
                    tell(&context.peer, token.clone(), &step, n_told).await;
                }
            }
        }
    }
}

/// Sends the client the progress of an index run. The protocol requires a rising number: `n_told` counts the
/// notifications.
async fn tell(peer: &Peer<RoleServer>, token: Option<ProgressToken>, step: &RunProgress, n_told: f64) {
    let Some(token) = token else { return };
    let message = match step.total {
        Some(total) => format!("{}: {} of {total}", step.message, step.done),
        None => step.message.to_owned(),
    };
    if let Err(error) = peer.notify_progress(ProgressNotificationParam::new(token, n_told).with_message(message)).await
    {
        log(&error.to_string());
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut info =
            ServerConfig::new(ServerCapabilities::builder().enable_tools().build()).with_instructions(INSTRUCTIONS);
        info.server_info = Implementation::new("scrubjay", env!("CARGO_PKG_VERSION"));
        info.protocol_version = ProtocolVersion::LATEST_WITH_INITIALIZE;
        info
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::KNOWN_VERSIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.describe()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.find_offered(name).map(|tool| tool.describe(name.to_owned()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let answer = self.answer_call(request, context).await?;
        let content = vec![ContentBlock::text(answer.text)];
        let mut result =
            if answer.is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
        result.structured_content = self.is_structured.then_some(answer.json);
        Ok(result.into())
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        *self.roots.lock().await = None;
    }
}
