//! The transport, made patient: a line that is no message is answered where somebody waits for it, and what comes before the first
//! request and is no request is passed over, where the library would end the session.
//!
//! One task writes all lines, so that giving up a read loses no answer. Not here: what a line says (`decode`).

use std::io;

use rmcp::RoleServer;
use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use scrubjay::shown::in_json;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use super::decode::{Decoded, decode};
use super::lines::Lines;

/// Messages as lines, from the first request on.
pub(super) struct LenientTransport<R> {
    lines: Lines<R>,
    says: UnboundedSender<Said>,
    has_begun: bool,
}

/// A line to be written, and who waits for that.
struct Said {
    line: Vec<u8>,
    written: oneshot::Sender<io::Result<()>>,
}

impl<R: AsyncRead + Send + Unpin> LenientTransport<R> {
    /// Within a runtime, which writes.
    pub(super) fn new<W: AsyncWrite + Send + Unpin + 'static>((read, write): (R, W)) -> LenientTransport<R> {
        let (says, said) = unbounded_channel();
        tokio::spawn(written(write, said));
        LenientTransport { lines: Lines::new(read), says, has_begun: false }
    }

    /// Has a message written, in which what a terminal obeys is escaped. It is written whether the result is waited for or not.
    fn say(&self, message: serde_json::Result<String>) -> impl Future<Output = io::Result<()>> + Send + use<R> {
        let waits = message.map_err(io::Error::from).and_then(|message| {
            let mut line = in_json(&message).into_owned().into_bytes();
            line.push(b'\n');
            self.put(line)
        });
        async move { waits?.await.map_err(|_| closed())? }
    }

    fn put(&self, line: Vec<u8>) -> io::Result<oneshot::Receiver<io::Result<()>>> {
        let (written, waits) = oneshot::channel();
        self.says.send(Said { line, written }).map_err(|_| closed())?;
        Ok(waits)
    }

    /// Waits until all that was said is written.
    async fn finish(&mut self) {
        if let Ok(waits) = self.put(Vec::new()) {
            // Where nobody reads any more there is nothing to do.
            let _ = waits.await;
        }
    }
}

impl<R: AsyncRead + Send + Unpin + 'static> Transport<RoleServer> for LenientTransport<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        self.say(serde_json::to_string(&item))
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let Some(line) = self.lines.next().await else {
                self.finish().await;
                return None;
            };
            match decode(&line) {
                Decoded::Message(message) => {
                    self.has_begun |= matches!(*message, JsonRpcMessage::Request(_));
                    if self.has_begun {
                        return Some(*message);
                    }
                }
                Decoded::Refused(answer) => drop(self.say(serde_json::to_string(&answer))),
                Decoded::Nothing => {}
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.finish().await;
        Ok(())
    }
}

/// Writes lines until nobody says any more.
async fn written(mut write: impl AsyncWrite + Unpin, mut said: UnboundedReceiver<Said>) {
    while let Some(Said { line, written }) = said.recv().await {
        let result = match write.write_all(&line).await {
            Ok(()) => write.flush().await,
            Err(error) => Err(error),
        };
        // Nobody may wait.
        let _ = written.send(result);
    }
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::NotConnected, "the transport is closed")
}
