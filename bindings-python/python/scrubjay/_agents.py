"""What agents of LangGraph and of LangChain have in common: the messages of a request are fitted into a window.

The conversation is the agent's own and is never changed: only what the model is sent is edited. Not here: how an agent is told
to ask for it (`langgraph`, `langchain`).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from .aio import AsyncWindow
from .window import OnFloor, Window, is_sent

class _Standing:
    """What is known of a window across all agents that use it."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        """One request at a time: a window has one conversation."""
        self.n_sent = 0
        """How many messages the request had that was fitted last."""
        self.last_sent: Any = None


_STANDINGS: WeakKeyDictionary[Window, _Standing] = WeakKeyDictionary()


class Fitting:
    """Fits the requests of an agent into a window."""

    def __init__(self, window: Window | AsyncWindow, on_floor: OnFloor) -> None:
        # One call at a time is made of a window, from whichever thread: an asynchronous one needs no other care.
        own = window._plain if isinstance(window, AsyncWindow) else window
        if not isinstance(own, Window):
            raise TypeError(f"a window is needed, and this is of type {type(window).__name__}")
        is_sent(on_floor)
        self._window = own
        self._on_floor: OnFloor = on_floor
        self._standing = _STANDINGS.setdefault(own, _Standing())

    def __call__(self, messages: Sequence[Any], system: Sequence[Any]) -> list[Any]:
        """The messages as they are to be sent. `system` is sent with them, and counted."""
        whole = [*system, *messages]
        with self._standing.turn:
            self._report(messages)
            fitted = self._window.fit(whole, "langchain", on_floor=self._on_floor)
            if messages:
                self._standing.n_sent, self._standing.last_sent = len(messages), messages[-1]
        return fitted[len(system) :]

    def _report(self, messages: Sequence[Any]) -> None:
        """Tells the window what the provider counted, where the model has answered the request that was fitted last."""
        n_sent, last = self._standing.n_sent, self._standing.last_sent
        self._standing.n_sent = 0
        if not 0 < n_sent < len(messages) or not is_same(last, messages[n_sent - 1]):
            return
        counted = (getattr(messages[n_sent], "usage_metadata", None) or {}).get("input_tokens", 0)
        if counted > 0:
            self._window.report_usage(counted)


def is_same(message: Any, other: Any) -> bool:
    """An agent that goes on from a checkpoint has other objects with the same ids."""
    return message is other or (message.id is not None and message.id == other.id)
