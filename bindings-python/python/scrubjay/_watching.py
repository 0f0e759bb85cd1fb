"""Decides which runs of a watch are yielded, and which are retried."""

from __future__ import annotations

from . import _native
from ._warning import warn
from .errors import DiskFull, Failed, Locked, ScrubjayError
from .report import Indexed, RetriedWarning

RETRIED_ERRORS = (Locked, DiskFull, Failed)
"""Errors that may pass, after which a watch retries the run."""


class WatchState:
    """Compares the runs of a watch, and tells its watcher when the next one is due."""

    def __init__(self, changes: _native.Changes) -> None:
        self.changes = changes
        self._generation: int | None = None

    def note_run(self, report: Indexed) -> bool:
        """Whether a watch yields the report of a run: if it is the first one, or changed something."""
        is_news = report.generation != self._generation or report.remade is not None
        self._generation = report.generation
        self.changes.ran(is_news)
        return is_news

    def note_failure(self, error: ScrubjayError) -> None:
        """Issues a `RetriedWarning` for a failed run, and schedules the retry."""
        warn(RetriedWarning, f"an index run failed, and is tried again: {error}")
        self.changes.ran(None)
