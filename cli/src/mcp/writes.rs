//! The queue of output to the client: lines in order, written by one task.
//!
//! A cancelled read or answer loses no line, because the task continues. The task ends when a line cannot be written,
//! or when the rest is given up. Not here: when it is given up (`lenient_transport`).

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::{oneshot, watch};

/// The sender side of the queue.
pub(super) struct Writes {
    queue: UnboundedSender<QueuedLine>,
    state: Arc<watch::Sender<State>>,
}

/// A line to write, and the channel for the result.
struct QueuedLine {
    line: Vec<u8>,
    result_sender: oneshot::Sender<io::Result<()>>,
}

/// The state of the writing task.
struct State {
    /// The bytes of lines that are not written yet.
    n_bytes: usize,
    /// When the client last read something, or when the queue became non-empty.
    last_progress: Instant,
    is_given_up: bool,
    has_ended: bool,
}

impl Writes {
    /// Starts the writing task; requires a runtime.
    pub(super) fn new<W: AsyncWrite + Send + Unpin + 'static>(write: W) -> Writes {
        let (queue, lines) = unbounded_channel();
        let state = State { n_bytes: 0, last_progress: Instant::now(), is_given_up: false, has_ended: false };
        let state = Arc::new(watch::Sender::new(state));
        tokio::spawn(write_lines(write, lines, Arc::clone(&state)));
        Writes { queue, state }
    }

    /// Queues a line. It is written even if nobody awaits the result.
    pub(super) fn put(&self, line: Vec<u8>) -> io::Result<oneshot::Receiver<io::Result<()>>> {
        let (result_sender, result_receiver) = oneshot::channel();
        let n_bytes = line.len();
        self.queue.send(QueuedLine { line, result_sender }).map_err(|_| closed_error())?;
        self.state.send_modify(|state| {
            if state.n_bytes == 0 {
                state.last_progress = Instant::now();
            }
            state.n_bytes += n_bytes;
        });
        Ok(result_receiver)
    }

    /// The number of bytes that are not written yet.
    pub(super) fn n_bytes(&self) -> usize {
        self.state.borrow().n_bytes
    }

    /// For how long the client has read none of the waiting bytes.
    pub(super) fn stalled_for(&self) -> Duration {
        let state = self.state.borrow();
        if state.n_bytes == 0 { Duration::ZERO } else { state.last_progress.elapsed() }
    }

    pub(super) fn has_ended(&self) -> bool {
        self.state.borrow().has_ended
    }

    /// Drops the lines that are not written, and ends the task.
    pub(super) fn give_up(&self) {
        self.state.send_modify(|state| state.is_given_up = true);
    }

    pub(super) async fn wait_until_over(&self) {
        let _ = self.state.subscribe().wait_for(|state| state.has_ended).await;
    }

    /// Waits until something is written or queued, or the task ends; at most for `at_most`.
    pub(super) async fn wait_for_progress(&self, at_most: Duration) {
        let _ = tokio::time::timeout(at_most, self.state.subscribe().changed()).await;
    }
}

pub(super) fn closed_error() -> io::Error {
    io::Error::new(io::ErrorKind::NotConnected, "the transport is closed")
}

/// Writes lines until the queue is closed, a line cannot be written, or the rest is given up.
async fn write_lines(
    mut write: impl AsyncWrite + Unpin,
    mut lines: UnboundedReceiver<QueuedLine>,
    state: Arc<watch::Sender<State>>,
) {
    let mut state_receiver = state.subscribe();
    let mut given_up = std::pin::pin!(async move { state_receiver.wait_for(|state| state.is_given_up).await.is_ok() });
    loop {
        let queued = tokio::select! {
            queued = lines.recv() => queued,
            _ = &mut given_up => None,
        };
        let Some(QueuedLine { line, result_sender }) = queued else { break };
        let result = tokio::select! {
            result = put(&mut write, &line, &state) => result,
            _ = &mut given_up => Err(closed_error()),
        };
        let is_failed = result.is_err();
        state.send_modify(|state| state.n_bytes -= line.len());
        // The receiver may be gone.
        let _ = result_sender.send(result);
        if is_failed {
            break;
        }
    }
    state.send_modify(|state| state.has_ended = true);
}

async fn put(write: &mut (impl AsyncWrite + Unpin), mut rest: &[u8], state: &watch::Sender<State>) -> io::Result<()> {
    while !rest.is_empty() {
        let n_taken = write.write(rest).await?;
        if n_taken == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        rest = &rest[n_taken..];
        state.send_modify(|state| state.last_progress = Instant::now());
    }
    write.flush().await
}
