//! Requests in progress: limits their number and size, so that a client that reads no answers is not read either.
//!
//! Not here: what waits to be written (`writes`).

use std::collections::HashMap;
use std::time::{Duration, Instant};

use rmcp::RoleServer;
use rmcp::model::{ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};

/// At this number of requests in progress no more are read, unless the client has a request of the server to answer.
const MAX_REQUESTS: usize = 64;
/// At this number of bytes of requests in progress no more are read.
const MAX_BYTES: usize = 32 << 20;

#[derive(Default)]
pub(super) struct PendingRequests {
    /// The number and bytes of requests, by id; a client may reuse an id.
    open_requests: HashMap<RequestId, (usize, usize)>,
    /// When the server last sent the client a request; `None` if it sent none, or if the client has answered since. The
    /// client's answer comes after all requests that the client sent before.
    last_request: Option<Instant>,
}

impl PendingRequests {
    /// Adds a request of the client, of `n_bytes`. A cancellation removes its request, which gets no answer. An answer
    /// of the client clears `last_request`.
    pub(super) fn add(&mut self, message: &RxJsonRpcMessage<RoleServer>, n_bytes: usize) {
        match message {
            JsonRpcMessage::Request(request) => {
                let totals_of_id = self.open_requests.entry(request.id.clone()).or_default();
                *totals_of_id = (totals_of_id.0 + 1, totals_of_id.1 + n_bytes);
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.open_requests.remove(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => self.last_request = None,
        }
    }

    /// Removes the request that is answered by a message to the client.
    pub(super) fn remove_answered(&mut self, message: &TxJsonRpcMessage<RoleServer>) {
        let answered = match message {
            JsonRpcMessage::Request(_) => {
                self.last_request = Some(Instant::now());
                None
            }
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Notification(_) => None,
        };
        if let Some(id) = answered {
            self.open_requests.remove(id);
        }
    }

    /// Whether to stop reading, because too many requests are pending. A client that has a request to answer is read
    /// for `patience` more, up to the limit of bytes.
    pub(super) fn is_full(&self, patience: Duration) -> bool {
        let (n_requests, n_bytes) = self.open_requests.values().fold((0, 0), |(n, m), of| (n + of.0, m + of.1));
        let awaits_client = self.last_request.is_some_and(|asked| asked.elapsed() < patience);
        n_bytes >= MAX_BYTES || n_requests >= MAX_REQUESTS && !awaits_client
    }
}
