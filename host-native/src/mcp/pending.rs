//! The requests that are not answered yet: how many a client may have at once, so that one which takes no answers is read no further.
//!
//! Not here: what waits to be written (`writes`).

use std::collections::HashMap;
use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};

/// The most requests that are not answered yet, and the most bytes of them.
const MAX_REQUESTS: usize = 64;
const MAX_BYTES: usize = 32 << 20;

/// See the module.
#[derive(Default)]
pub(super) struct PendingRequests {
    /// How many have an id, and their bytes. A client may give one twice.
    open: HashMap<RequestId, (usize, usize)>,
    /// When the client was asked something last: its answer stands behind whatever else it says.
    asks: Option<Instant>,
}

impl PendingRequests {
    /// Notes a message of the client, with the bytes of its line. A cancelled request gets no answer.
    pub(super) fn add(&mut self, message: &RxJsonRpcMessage<RoleServer>, n_bytes: usize) {
        match message {
            JsonRpcMessage::Request(request) => {
                let of_id = self.open.entry(request.id.clone()).or_default();
                *of_id = (of_id.0 + 1, of_id.1 + n_bytes);
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.open.remove(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => self.asks = None,
        }
    }

    /// Notes what is said to the client.
    pub(super) fn remove_answered(&mut self, message: &TxJsonRpcMessage<RoleServer>) {
        let answered = match message {
            JsonRpcMessage::Request(_) => {
                self.asks = Some(Instant::now());
                None
            }
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Notification(_) => None,
        };
        if let Some(id) = answered {
            self.open.remove(id);
        }
    }

    /// Whether no more is to be read. While the client is asked something it is read for so long, as all others wait for its answer.
    pub(super) fn is_full(&self, patience: Duration) -> bool {
        let (n_requests, n_bytes) = self.open.values().fold((0, 0), |(n, m), of| (n + of.0, m + of.1));
        let is_asking = self.asks.is_some_and(|asked| asked.elapsed() < patience);
        n_bytes >= MAX_BYTES || n_requests >= MAX_REQUESTS && !is_asking
    }
}
