"""Fits the messages of an agent's request into a window: shared by LangGraph and LangChain.

The agent's conversation is never changed: only the messages sent to the model are edited. Not here: hooking into an agent
(`langgraph`, `langchain`).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from .aio import AsyncWindow
from .window import OnFloor, Window, sends_at_floor

class _WindowState:
    """The state of a window, shared by all agents that use it."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        """Held during a request: a window has only one conversation."""
        self.n_sent = 0
        """The number of messages of the request that was fitted last; 0 once its answer was looked for."""
        self.last_sent: Any = None
        """The last message of that request."""


_WINDOW_STATES: WeakKeyDictionary[Window, _WindowState] = WeakKeyDictionary()


class Fitting:
    """Fits the requests of agents into a window. All agents that share a window share its state, and take turns."""

    def __init__(self, window: Window | AsyncWindow, on_floor: OnFloor) -> None:
        # A window may be used from any thread, so the synchronous one can be called directly.
        sync_window = window._plain if isinstance(window, AsyncWindow) else window
        if not isinstance(sync_window, Window):
            raise TypeError(f"a window is needed, and this is of type {type(window).__name__}")
        sends_at_floor(on_floor)
        self._window = sync_window
        self._on_floor: OnFloor = on_floor
        self._state = _WINDOW_STATES.setdefault(sync_window, _WindowState())

    def __call__(self, messages: Sequence[Any], system: Sequence[Any]) -> list[Any]:
        """Returns the messages to send. `system` are messages that are sent before these: their tokens count, and they are not returned."""
        all_messages = [*system, *messages]
        with self._state.turn:
            self._report_usage(messages)
            fitted = self._window.fit(all_messages, "langchain", on_floor=self._on_floor)
            if messages:
                self._state.n_sent, self._state.last_sent = len(messages), messages[-1]
        return fitted[len(system) :]

    def _report_usage(self, messages: Sequence[Any]) -> None:
        """Reports the provider's count of tokens for the request that was fitted last, if the messages contain the answer to it."""
        n_sent, last_sent = self._state.n_sent, self._state.last_sent
        self._state.n_sent = 0
        if not 0 < n_sent < len(messages) or not is_same(last_sent, messages[n_sent - 1]):
            return
        input_tokens = (getattr(messages[n_sent], "usage_metadata", None) or {}).get("input_tokens", 0)
        if input_tokens > 0:
            self._window.report_usage(input_tokens)


def is_same(message: Any, other: Any) -> bool:
    """Whether two messages are one object or have the same id, as they have after an agent continued from a checkpoint."""
    return message is other or (message.id is not None and message.id == other.id)
