"""Records an agent's conversations as they go on, beside the agent: no fault of the memory reaches it, and no wait is long.

Not here: how a library of agents is listened to (`langchain`).
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from ._agents import is_same
from ._capture import Capture, Event
from ._conversation import Answered, parts
from ._warning import warn
from .messages import record_each, records_of
from .report import NotRecordedWarning

PATIENCE = 0.5
"""How many seconds an agent waits for a step to be recorded, which takes milliseconds unless a disk or a lock is held up."""

_MAX_KEPT = 1_000
"""Events that are kept while the memory takes none; of more the oldest are lost."""

MAX_SESSIONS = 1_000
"""Sessions of which it is known what was told. Of more, what is told again is only known by the memory."""

T = TypeVar("T")


class Told:
    """What of one session was told. Only the thread of its `Telling` uses it."""

    def __init__(self, session: str, metadata: Mapping[str, Any]) -> None:
        self._of = (session, metadata)
        self._capture = Capture(session, metadata)
        self._n_seen = 0
        self._last: Any = None
        self._ids: set[str] = set()

    def messages(self, messages: Sequence[Any], format: str) -> list[Event]:
        """What is new in a conversation, of which all messages are given each time."""
        if self._n_seen > len(messages) or (self._n_seen and not is_same(self._last, messages[self._n_seen - 1])):
            # It was edited, and is read anew.
            self._capture, self._n_seen = Capture(*self._of), 0
        found = self._new(self._capture.events(parts(messages[self._n_seen :], format)))
        self._n_seen, self._last = len(messages), messages[-1] if messages else None
        return found

    def ended(self, answer: Answered, duration: int, attempt: str) -> list[Event]:
        """A call that ended, before the conversation has its result."""
        return self._new(self._capture.ended(answer, duration, attempt)) if self._capture.is_open(answer.id) else []

    def _new(self, events: Iterable[Event]) -> list[Event]:
        found = [event for event in events if event["event_id"] not in self._ids]
        self._ids.update(event["event_id"] for event in found)
        return found


class Telling:
    """Tells a memory what happens, one after the other on a thread of its own."""

    def __init__(self, memory: Any) -> None:
        self.records = records_of(memory)
        self.fault: BaseException | None = None
        """Why something could not be recorded, last."""
        self._thread = ThreadPoolExecutor(1, "scrubjay-recording")
        self._sessions: dict[str, Told] = {}
        self._kept: list[Event] = []
        self._has_warned = False
        self._held: tuple[Future[Any] | None, float] = (None, 0)
        """The oldest that is waited for, and since when."""
        self._waiting: deque[tuple[str, Mapping[str, Any], Callable[[Told], list[Event]]]] = deque()

    def tell(self, session: str, metadata: Mapping[str, Any], events_of: Callable[[Told], list[Event]]) -> Future[None]:
        """Records events of a session, which are made on the thread, together with what else waits."""
        self._waiting.append((session, metadata, events_of))
        return self.run(self._record)

    def _record(self) -> None:
        while self._waiting:
            session, metadata, events_of = self._waiting.popleft()
            try:
                self._kept += events_of(self._told(session, metadata))
            except Exception as fault:
                self.fault = fault
        self._kept = self._kept[-_MAX_KEPT:]
        if self._kept:
            # What is refused would be refused again; what fails is told again with what comes next.
            refused = record_each(self.records, self._kept).refused
            self._kept = []
            self.fault = refused[0] if refused else self.fault

    def _told(self, session: str, metadata: Mapping[str, Any]) -> Told:
        # The one that was told of last is the last to go.
        told = self._sessions.pop(session, None) or Told(session, metadata)
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
