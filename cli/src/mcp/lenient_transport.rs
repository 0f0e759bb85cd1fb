//! A transport that tolerates bad lines. It answers a line that is not a message if the client waits for an answer, and
//! ignores messages before the first request, where the library would end the session.
//!
//! While a client does not read its answers, what it sends is not read either. If such a client is gone, it is waited
//! for no longer than [`MAX_CLIENT_STALL`], and its unread answers are dropped.
//! Not here: what a line says (`decode`), and writing (`writes`).

use std::io;
use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use scrubjay::shown::escaped_json;
use tokio::io::{AsyncRead, AsyncWrite};

use super::decode::{DecodedLine, decode};
use super::lines::LineReader;
use super::pending::PendingRequests;
use super::writes::{Writes, closed_error};

/// While at least so many bytes of answers wait to be read, no further message is read.
const MAX_WAITING: usize = 4 << 20;
/// How long to wait for a client that sends nothing more and reads nothing.
const MAX_CLIENT_STALL: Duration = Duration::from_secs(3);
/// The time between two checks that the client's process still exists.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);
/// The most bytes that are read ahead to see whether a client has ended: the size of a large pipe's buffer.
const MAX_READ_AHEAD: usize = 1 << 20;

/// Messages as lines; those before the first request are ignored.
pub(super) struct LenientTransport<R> {
    lines: LineReader<R>,
    writes: Writes,
    pending: PendingRequests,
    has_begun: bool,
    /// The process id of the parent, if known.
    parent: Option<u32>,
    /// When the client was found to be gone; `None` while it exists.
    gone_since: Option<Instant>,
}

impl<R: AsyncRead + Send + Unpin> LenientTransport<R> {
    /// Starts the transport; requires a runtime, which runs the writing task.
    pub(super) fn new<W: AsyncWrite + Send + Unpin + 'static>((read, write): (R, W)) -> LenientTransport<R> {
        let (lines, writes, pending) = (LineReader::new(read), Writes::new(write), PendingRequests::default());
        LenientTransport { lines, writes, pending, has_begun: false, parent: parent(), gone_since: None }
    }

    /// Queues a message with control characters escaped. It is written even if the result is not awaited.
    fn say(&self, message: serde_json::Result<String>) -> impl Future<Output = io::Result<()>> + Send + use<R> {
        let write_result = message.map_err(io::Error::from).and_then(|message| {
            let mut line = escaped_json(&message).into_owned().into_bytes();
            line.push(b'\n');
            self.writes.put(line)
        });
        async move { write_result?.await.map_err(|_| closed_error())? }
    }

    /// Waits a moment for the client to read some of the waiting answers; false if the client is gone.
    async fn wait_for_room(&mut self) -> bool {
        if self.writes.stalled_for() < MAX_CLIENT_STALL {
            self.writes.wait_for_progress(CHECK_INTERVAL).await;
            return true;
        }
        // The end of the input comes after all that the client has sent.
        let has_ended = tokio::time::timeout(CHECK_INTERVAL, self.lines.look_ahead(MAX_READ_AHEAD)).await;
        if has_ended.is_ok_and(|has_ended| has_ended) || parent() != self.parent {
            // It may have begun to read only now.
            let gone_since = *self.gone_since.get_or_insert_with(Instant::now);
            if gone_since.elapsed() >= MAX_CLIENT_STALL {
                self.writes.give_up();
                return false;
            }
        }
        self.writes.wait_for_progress(CHECK_INTERVAL).await;
        true
    }
}

/// Waits until everything is written, or the client reads no more.
async fn finish(writes: &Writes) {
    let began = Instant::now();
    while writes.n_bytes() > 0 && !writes.has_ended() {
        if writes.stalled_for().min(began.elapsed()) >= MAX_CLIENT_STALL {
            writes.give_up();
        }
        writes.wait_for_progress(CHECK_INTERVAL).await;
    }
}

/// The process id of the parent, which changes when the parent ends; `None`: unknown.
fn parent() -> Option<u32> {
    #[cfg(unix)]
    return Some(std::os::unix::process::parent_id());
    #[cfg(not(unix))]
    None
}

impl<R: AsyncRead + Send + Unpin + 'static> Transport<RoleServer> for LenientTransport<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        self.pending.remove_answered(&item);
        self.say(serde_json::to_string(&item))
    }

    /// The next message; `None` at the end, or if the client is gone. Cancel-safe.
    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        while !self.writes.has_ended() {
            let takes_nothing = self.writes.stalled_for() >= MAX_CLIENT_STALL;
            if takes_nothing || self.writes.n_bytes() >= MAX_WAITING || self.pending.is_full(MAX_CLIENT_STALL) {
                if !self.wait_for_room().await {
                    return None;
                }
                continue;
            }
            let line = tokio::select! {
                line = self.lines.next() => line,
                () = self.writes.wait_until_over() => return None,
            };
            let Some(line) = line else {
                finish(&self.writes).await;
                return None;
            };
            match decode(&line) {
                DecodedLine::Message(message) => {
                    self.has_begun |= matches!(*message, JsonRpcMessage::Request(_));
                    if self.has_begun {
                        self.pending.add(&message, line.n_bytes());
                        return Some(*message);
                    }
                }
                DecodedLine::Refused(answer) => drop(self.say(serde_json::to_string(&answer))),
                DecodedLine::Nothing => {}
            }
        }
        None
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        finish(&self.writes).await;
        Ok(())
    }
}
