"""Records an agent's conversations as they go on, beside the agent: no fault of the memory reaches it, and no wait is long.

Not here: how a library of agents is listened to (`langchain`).
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
"""How many seconds an agent waits for a step to be recorded, which takes milliseconds unless a disk or a lock is held up."""

_MAX_KEPT = 1_000
"""Lines of a session that are kept while the memory takes none; of more the oldest are lost."""

MAX_SESSIONS = 1_000
"""Sessions of which it is known what was told. Of more, what is told again is only known by the memory."""

T = TypeVar("T")


class Told:
    """What of one session was told. Only the thread of its `Telling` uses it."""

    def __init__(self, session: str, parent: str) -> None:
        self._head = head_line("langchain", session, parent)
        self._state = b""
        self._kept: list[str] = []
        self._n_seen = 0
        self._last: Any = None

    def messages(self, messages: Sequence[Any]) -> None:
        """What is new in a conversation, of which all messages are given each time."""
        if self._n_seen > len(messages) or (self._n_seen and not is_same(self._last, messages[self._n_seen - 1])):
            # It was edited, and is read anew.
            self._state, self._kept, self._n_seen = b"", [], 0
        self._kept += [message_line(message) for message in messages[self._n_seen :]]
        self._n_seen, self._last = len(messages), messages[-1] if messages else None

    def ended(self, message: Any, call: str, duration: int, is_attempt: bool) -> None:
        """A call that ended, before the conversation has its result."""
        self._kept.append(message_line(message, {call: duration}, is_attempt))

    def record(self, records: Recording) -> Sequence[RefusedLine]:
        """Records what was told; what fails is told again with what comes next, and is known as far as it was taken."""
        self._kept = self._kept[-_MAX_KEPT:]
        if not self._kept:
            return ()
        lines = [] if self._state else [self._head]
        told = records.capture_lines("".join([*lines, *self._kept]), harness="messages", state=self._state)
        self._state, self._kept = told.state, []
        return told.refused


class Telling:
    """Tells a memory what happens, one after the other on a thread of its own."""

    def __init__(self, memory: Any) -> None:
        self.records = records_of(memory)
        self.fault: BaseException | None = None
        """Why something could not be recorded, last."""
        self._thread = ThreadPoolExecutor(1, "scrubjay-recording")
        self._sessions: dict[str, Told] = {}
        self._has_warned = False
        self._held: tuple[Future[Any] | None, float] = (None, 0)
        """The oldest that is waited for, and since when."""
        self._waiting: deque[tuple[str, str, Callable[[Told], None]]] = deque()

    def tell(self, session: str, parent: str, tell: Callable[[Told], None]) -> Future[None]:
        """Records what is told of a session, on the thread, together with what else waits."""
        self._waiting.append((session, parent, tell))
        return self.run(self._record)

    def _record(self) -> None:
        while self._waiting:
            session, parent, tell = self._waiting.popleft()
            try:
                tell(self._told(session, parent))
            except Exception as fault:
                self.fault = fault
        for told in self._sessions.values():
            # What is refused would be refused again.
            for refused in told.record(self.records):
                self.fault = refused.error

    def _told(self, session: str, parent: str) -> Told:
        # The one that was told of last is the last to go.
        told = self._sessions.pop(session, None) or Told(session, parent)
        self._sessions[session] = told
        if len(self._sessions) > MAX_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        return told

    def run(self, work: Callable[[], T]) -> Future[T | None]:
        """Does something on the thread; nothing comes of it where it fails."""

        def run() -> T | None:
            try:
                return work()
            except Exception as fault:
                self.fault = fault
                return None

        return self._thread.submit(run)

    def patience(self, future: Future[Any]) -> float:
        """How long to wait for this: not at all where one was waited for in vain, and is not done yet."""
        held, since = self._held
        if held is None or held.done():
            self._held = (future, time.monotonic())
        elif time.monotonic() - since > PATIENCE:
            return 0
        return PATIENCE

    def warn_once(self) -> None:
        """Says that something could not be recorded. A filter that makes warnings errors stops no agent."""
        if self.fault is not None and not self._has_warned:
            self._has_warned = True
            with contextlib.suppress(NotRecordedWarning):
                warn(NotRecordedWarning, f"not all of this conversation is recorded: {self.fault}")
