"""Summaries of sessions by a model, which is asked between two calls."""

from __future__ import annotations

from collections.abc import Callable

from . import _native
from ._arguments import of_type
from .records import ModelRequest, SummaryDraft

__all__ = ["Sessions"]


class Sessions:
    """The methods about summaries by a model, of every class with records."""

    __slots__ = ()

    _records: _native.Records

    def summarise_session_with(
        self,
        id: str,
        model: Callable[[ModelRequest], str],
        *,
        max_entries: int = 50,
        keep_entries: int = 30,
        max_tokens: int = 100_000,
        is_manual: bool = False,
    ) -> SummaryDraft:
        """What a compaction would say of the entries that leave, in the words of a model, which is asked at most once and may use
        this memory meanwhile. What it says is recorded at once, and it is not asked where that is known for these entries.

        What the model raises is raised, and nothing is changed. Where the entries changed meanwhile, `Stale` is raised; where it
        gives no summary that `compact_session` would take, `Invalid`.

        Args:
            id: The session, 1 to 128 bytes.
            model: What it is asked is given to it, and it gives the summary.
            max_entries: The most entries; one more, and the oldest leave. From 1 to 100,000,000. Default: 50.
            keep_entries: How many of the newest stay then. From 1 to 100,000,000. Default: 30.
            max_tokens: The most tokens of the history. From 1 to 100,000,000. Default: 100,000.
            is_manual: All but the newest leave, whether or not a limit is passed. Default: `False`.
        """
        of_type(model, "model", Callable)
        question = (id, max_entries, keep_entries, max_tokens, is_manual)
        found: SummaryDraft | ModelRequest = self._records.summarise_session(question, None)
        if isinstance(found, SummaryDraft):
            return found
        draft: SummaryDraft = self._records.summarise_session(question, (found.texts, said_by(model(found))))
        return draft


def said_by(said: object) -> str:
    """Checks that a model's answer is a text, and returns it."""
    if not isinstance(said, str):
        raise TypeError(f"the model must give str, not {type(said).__name__}")
    return said
