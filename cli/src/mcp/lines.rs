//! Reads lines of a stream, up to the greatest length of a message. Not here: decoding them (`decode`).

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// The most bytes of one message.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// A line without its end.
pub(super) enum Line {
    Whole(Vec<u8>),
    /// The beginning of a line that is too long.
    Cut(Vec<u8>),
}

impl Line {
    pub(super) fn n_bytes(&self) -> usize {
        match self {
            Line::Whole(bytes) | Line::Cut(bytes) => bytes.len(),
        }
    }
}

pub(super) struct LineReader<R> {
    read: BufReader<R>,
    /// Bytes that were read ahead; the first `n_taken` of them were already used.
    read_ahead: Vec<u8>,
    n_taken: usize,
    has_ended: bool,
    /// The beginning of a line whose end was not read yet.
    partial_line: Vec<u8>,
    is_too_long: bool,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    pub(super) fn new(read: R) -> LineReader<R> {
        let (read_ahead, partial_line) = (Vec::new(), Vec::new());
        LineReader {
            read: BufReader::new(read),
            read_ahead,
            n_taken: 0,
            has_ended: false,
            partial_line,
            is_too_long: false,
        }
    }

    /// The next complete line; `None` at the end of the stream. Cancel-safe: what was read of a line is kept.
    pub(super) async fn next(&mut self) -> Option<Line> {
        loop {
            let is_ahead = self.n_taken < self.read_ahead.len();
            let available = match is_ahead {
                true => &self.read_ahead[self.n_taken..],
                false if self.has_ended => return None,
                false => self.read.fill_buf().await.ok().filter(|bytes| !bytes.is_empty())?,
            };
            let end = available.iter().position(|byte| *byte == b'\n');
            let part_of_line = &available[..end.unwrap_or(available.len())];
            let room = MAX_BYTES.saturating_sub(self.partial_line.len());
            self.is_too_long |= part_of_line.len() > room;
            self.partial_line.extend_from_slice(&part_of_line[..part_of_line.len().min(room)]);
            let n_read = part_of_line.len() + usize::from(end.is_some());
            match is_ahead {
                true => self.n_taken += n_read,
                false => self.read.consume(n_read),
            }
            if end.is_some() {
                let line = std::mem::take(&mut self.partial_line);
                return Some(if std::mem::take(&mut self.is_too_long) { Line::Cut(line) } else { Line::Whole(line) });
            }
        }
    }

    /// Reads ahead until the stream has ended, and then returns true. If `max_bytes` were read ahead before that, it
    /// never returns, and the caller drops the future. Cancel-safe.
    pub(super) async fn look_ahead(&mut self, max_bytes: usize) -> bool {
        self.read_ahead.drain(..std::mem::take(&mut self.n_taken));
        while !self.has_ended {
            if self.read_ahead.len() >= max_bytes {
                std::future::pending::<()>().await;
            }
            match self.read.fill_buf().await {
                Ok(bytes) if !bytes.is_empty() => {
                    let n_read = bytes.len();
                    self.read_ahead.extend_from_slice(bytes);
                    self.read.consume(n_read);
                }
                _ => self.has_ended = true,
            }
        }
        true
    }
}
