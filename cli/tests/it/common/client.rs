//! A client of the Model Context Protocol that writes and reads lines, so that a test sees the bytes that are sent.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use scrubjay::shown::is_obeyed;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::program;

/// A client and the server that it has started, with a data folder for this server alone.
pub(crate) struct Client {
    server: Child,
    input: Option<ChildStdin>,
    lines: BufReader<ChildStdout>,
    n_sent: u64,
    /// All messages that were received, in order.
    pub(crate) heard: Vec<Value>,
    /// The folders that the client lists as its roots, when the server asks.
    pub(crate) roots: Vec<String>,
    /// The folder of the user's data and settings.
    pub(crate) home: TempDir,
}

impl Client {
    /// Starts the server in a folder, which is made a repository, since agents work in repositories.
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Client {
        std::fs::create_dir_all(folder.join(".git")).unwrap();
        Client::anywhere(folder, arguments, &[])
    }

    /// Starts the server in a folder that stays as it is, with these variables. Offers all tools, unless the arguments
    /// select some.
    pub(crate) fn anywhere(folder: &Path, arguments: &[&str], variables: &[(&str, &Path)]) -> Client {
        let home = tempfile::tempdir().unwrap();
        let toolset_arguments: &[&str] = if arguments.contains(&"--toolset") { &[] } else { &["--toolset", "all"] };
        let mut server = program(folder)
            .arg("mcp")
            .args(toolset_arguments)
            .args(arguments)
            .env("SCRUBJAY_HOME", home.path())
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, lines) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()));
        Client { server, input, lines, n_sent: 0, heard: Vec::new(), roots: Vec::new(), home }
    }

    /// Starts a server and a client in a folder, and completes the protocol's handshake.
    pub(crate) fn begun(folder: &Path, arguments: &[&str]) -> Client {
        let mut client = Client::start(folder, arguments);
        client.begin(json!({}));
        client
    }

    pub(crate) fn begin(&mut self, capabilities: Value) {
        let begun = self.ask(
            "initialize",
            json!({
                "protocolVersion": "2025-11-25", "capabilities": capabilities,
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        assert_eq!(begun["result"]["serverInfo"]["name"], "scrubjay", "{begun}");
        self.notify("notifications/initialized", json!({}));
    }

    pub(crate) fn line(&mut self, line: &str) {
        self.bytes(line.as_bytes());
    }

    /// Sends a line of any bytes.
    pub(crate) fn bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(&[line, b"\n"].concat()).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.line(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    /// Sends a request, and returns its id.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> u64 {
        self.n_sent += 1;
        self.line(&json!({ "jsonrpc": "2.0", "id": self.n_sent, "method": method, "params": params }).to_string());
        self.n_sent
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.message_where(|message| message["id"] == json!(id) && message.get("method").is_none())
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// Reads until a message fulfils a condition, and returns it. Lists the roots if the server asks. Every line must
    /// be a message.
    pub(crate) fn message_where(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.lines.read_line(&mut line).unwrap() > 0, "the server ended: {:?}", self.heard);
            let message: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            assert!(!line.chars().any(is_obeyed), "what a terminal obeys is escaped: {line:?}");
            self.heard.push(message.clone());
            if message["method"] == "roots/list" {
                let roots: Vec<Value> = self.roots.iter().map(|uri| json!({ "uri": uri })).collect();
                let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": { "roots": roots } });
                self.line(&answer.to_string());
            }
            if is_wanted(&message) {
                return message;
            }
        }
    }

    /// Closes the server's input, and returns its exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        self.input = None;
        self.server.wait().unwrap().code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        // A server that a failed test left ends with its input.
        let _ = self.server.wait();
    }
}

/// The text of an answer, as a model reads it.
pub(crate) fn text(answer: &Value) -> String {
    answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned()
}

/// The `file:` URI of a folder.
pub(crate) fn uri(folder: &Path) -> String {
    format!("file://{}", folder.canonicalize().unwrap().display())
}
