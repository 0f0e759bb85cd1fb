//! Lines of a stream, none longer than a message may be. Not here: what a line says (`decode`).

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// The most bytes of one message.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// A line without its end.
pub(super) enum Line {
    Whole(Vec<u8>),
    /// The beginning of one that is too long.
    Cut(Vec<u8>),
}

pub(super) struct Lines<R> {
    read: BufReader<R>,
    /// The beginning of a line, whose end is still to come.
    begun: Vec<u8>,
    is_too_long: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(read: R) -> Lines<R> {
        Lines { read: BufReader::new(read), begun: Vec::new(), is_too_long: false }
    }

    /// The next line, none at the end of the stream; a line without an end is none. It may be given up and called again: what was
    /// read of a line is kept.
    pub(super) async fn next(&mut self) -> Option<Line> {
        loop {
            let available = self.read.fill_buf().await.ok().filter(|bytes| !bytes.is_empty())?;
            let end = available.iter().position(|byte| *byte == b'\n');
            let own = &available[..end.unwrap_or(available.len())];
            let room = MAX_BYTES.saturating_sub(self.begun.len());
            self.is_too_long |= own.len() > room;
            self.begun.extend_from_slice(&own[..own.len().min(room)]);
            let n_read = own.len() + usize::from(end.is_some());
            self.read.consume(n_read);
            if end.is_some() {
                let line = std::mem::take(&mut self.begun);
                return Some(if std::mem::take(&mut self.is_too_long) { Line::Cut(line) } else { Line::Whole(line) });
            }
        }
    }
}
