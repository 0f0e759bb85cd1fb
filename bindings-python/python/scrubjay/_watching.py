"""What a watch makes of its runs: which are told of, and which are tried again."""

from __future__ import annotations

from . import _native
from ._warning import warn
from .errors import DiskFull, Failed, Locked, ScrubjayError
from .report import Indexed, RetriedWarning

PASSING = (Locked, DiskFull, Failed)
"""Errors of a run that may pass: a watch tries again."""


class Watching:
    """The runs of a watch."""

    def __init__(self, changes: _native.Changes) -> None:
        self.changes = changes
        self._generation: int | None = None

    def is_news(self, ran: Indexed) -> bool:
        """Whether a run is told of: the first one, and those that changed something."""
        is_news = ran.generation != self._generation or ran.remade is not None
        self._generation = ran.generation
        self.changes.ran(is_news)
        return is_news

    def failed(self, error: ScrubjayError) -> None:
        """A run failed, and is tried again."""
        warn(RetriedWarning, f"an index run failed, and is tried again: {error}")
        self.changes.ran(None)
