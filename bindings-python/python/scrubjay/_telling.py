"""Records an agent's conversations in the background: errors of the memory never reach the agent, and it never waits long.

Not here: listening to a library of agents (`langchain`).
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from ._agents import is_same
from ._lines import head_line, message_line
from ._warning import warn
from .lines import RefusedLine
from .messages import records_of
from .recording import Recording
from .report import NotRecordedWarning

PATIENCE = 0.5
"""The most seconds that an agent waits for a step to be recorded, which takes milliseconds unless a disk or a lock is slow."""

_MAX_KEPT = 1_000
"""The most lines of a session that are recorded at once, or kept while recording fails. Of more lines, the oldest are lost."""

MAX_SESSIONS = 1_000
"""The most sessions that are remembered. Messages of a forgotten session are sent again, and the memory recognizes them."""

T = TypeVar("T")


class SessionRecorder:
    """The state of recording one session. Only the thread of its `BackgroundRecorder` uses it."""

    def __init__(self, session: str, parent: str) -> None:
        self._head = head_line("langchain", session, parent)
        self._state = b""
        self._lines_to_record: list[str] = []
        self._n_seen = 0
        self._last_message: Any = None

    def add_messages(self, messages: Sequence[Any]) -> None:
        """Adds the new ones of a conversation's messages. `messages` are all of them."""
        if self._n_seen > len(messages) or (self._n_seen and not is_same(self._last_message, messages[self._n_seen - 1])):
            # The conversation was edited, and is sent again as a whole.
            self._state, self._lines_to_record, self._n_seen = b"", [], 0
        self._lines_to_record += [message_line(message) for message in messages[self._n_seen :]]
        self._n_seen, self._last_message = len(messages), messages[-1] if messages else None

    def add_result(self, message: Any, call: str, duration: int, is_attempt: bool) -> None:
        """Adds the result of a call that ended, before the conversation contains it."""
        self._lines_to_record.append(message_line(message, {call: duration}, is_attempt))

    def record(self, records: Recording) -> Sequence[RefusedLine]:
        """Records the added lines, and returns the refused ones. If this raises, the lines are kept for the next call."""
        self._lines_to_record = self._lines_to_record[-_MAX_KEPT:]
        if not self._lines_to_record:
            return ()
        lines = [] if self._state else [self._head]
        captured = records.capture_lines("".join([*lines, *self._lines_to_record]), harness="messages", state=self._state)
        self._state, self._lines_to_record = captured.state, []
        return captured.refused


class BackgroundRecorder:
    """Records conversations in a memory, one step after the other, on a thread of its own."""

    def __init__(self, memory: Any) -> None:
        self.records = records_of(memory)
        self.fault: BaseException | None = None
        """The error of the last step that could not be recorded; `None` if all were recorded."""
        self._thread = ThreadPoolExecutor(1, "scrubjay-recording")
        self._sessions: dict[str, SessionRecorder] = {}
        self._has_warned = False
        self._oldest_wait: tuple[Future[Any] | None, float] = (None, 0)
        """The oldest future that was waited for and was not done, and since when."""
        self._queued: deque[tuple[str, str, Callable[[SessionRecorder], None]]] = deque()

    def tell(self, session: str, parent: str, tell: Callable[[SessionRecorder], None]) -> Future[None]:
        """Queues a function that adds lines to a session. The thread calls all queued functions, and then records all added lines."""
        self._queued.append((session, parent, tell))
        return self.run(self._record)

    def _record(self) -> None:
        while self._queued:
            session, parent, tell = self._queued.popleft()
            try:
                tell(self._recorder_of(session, parent))
            except Exception as fault:
                self.fault = fault
        for recorder in self._sessions.values():
            # Refused lines would be refused again, so they are not kept.
            for refused in recorder.record(self.records):
                self.fault = refused.error

    def _recorder_of(self, session: str, parent: str) -> SessionRecorder:
        # The session used last is moved to the end, so that it is forgotten last.
        recorder = self._sessions.pop(session, None) or SessionRecorder(session, parent)
        self._sessions[session] = recorder
        if len(self._sessions) > MAX_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        return recorder

    def run(self, work: Callable[[], T]) -> Future[T | None]:
        """Runs a function on the thread. The future's result is `None` if it raises."""

        def run() -> T | None:
            try:
                return work()
            except Exception as fault:
                self.fault = fault
                return None

        return self._thread.submit(run)

    def patience(self, future: Future[Any]) -> float:
        """How many seconds to wait for a future: 0 if an earlier future was waited for in vain and is still not done."""
        oldest_future, since = self._oldest_wait
        if oldest_future is None or oldest_future.done():
            self._oldest_wait = (future, time.monotonic())
        elif time.monotonic() - since > PATIENCE:
            return 0
        return PATIENCE

    def warn_once(self) -> None:
        """Warns once that something could not be recorded. Never raises, even if a filter turns warnings into errors."""
        if self.fault is not None and not self._has_warned:
            self._has_warned = True
            with contextlib.suppress(NotRecordedWarning):
                warn(NotRecordedWarning, f"not all of this conversation is recorded: {self.fault}")
