//! Stops calls that exceed their time limit, by a thread that increments the engine's epoch.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use wasmtime::Engine;

const TICK: Duration = Duration::from_millis(100);

/// The number of epochs in a duration, at most half of the greatest number, because the runtime adds it to the current
/// epoch.
pub(super) fn ticks(time: Duration) -> u64 {
    u64::try_from(time.as_millis() / TICK.as_millis()).unwrap_or(u64::MAX).min(u64::MAX / 2)
}

/// A running thread that increments the epoch; it ends when this value is dropped.
pub(super) struct TickingThread {
    _running: Sender<()>,
}

impl TickingThread {
    pub(super) fn start(engine: &Engine) -> TickingThread {
        let (sender, receiver) = channel();
        let engine = engine.clone();
        std::thread::spawn(move || tick(&engine, &receiver));
        TickingThread { _running: sender }
    }
}

fn tick(engine: &Engine, stopped: &Receiver<()>) {
    while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        engine.increment_epoch();
    }
}
