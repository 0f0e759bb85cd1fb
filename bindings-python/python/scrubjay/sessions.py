"""Summaries of sessions by a model, which is asked between two calls."""

from __future__ import annotations

from collections.abc import Callable

from . import _native
from ._arguments import of_type
from .records import ModelRequest, SummaryDraft

__all__ = ["Sessions"]


class Sessions:
    """The method about summaries by a model, which every class with records has."""

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
        """Drafts the summary of the entries that a compaction would remove, by a model, which is asked at most once and may use this
        memory meanwhile. The answer is recorded at once, and is reused for the same entries.

        Exceptions of the model are raised, and nothing is changed. Raises `Stale` if the entries changed meanwhile, and `Invalid` if
        the answer is no summary that `compact_session` would accept.

        Args:
            id: The session, 1 to 128 bytes.
            model: A function that gets the request and returns the summary.
            max_entries: The most entries; with more, the oldest are removed. From 1 to 100,000,000. Default: 50.
            keep_entries: How many of the newest entries stay then. From 1 to 100,000,000. Default: 30.
            max_tokens: The most tokens of the history. From 1 to 100,000,000. Default: 100,000.
            is_manual: Whether all but the newest are removed even if no limit is exceeded. Default: `False`.
        """
        of_type(model, "model", Callable)
        question = (id, max_entries, keep_entries, max_tokens, is_manual)
        reply: SummaryDraft | ModelRequest = self._records.summarise_session(question, None)
        if isinstance(reply, SummaryDraft):
            return reply
        draft: SummaryDraft = self._records.summarise_session(question, (reply.texts, checked_model_text(model(reply))))
        return draft


def checked_model_text(answer: object) -> str:
    """Checks that a model's answer is a text, and returns the answer. Raises `TypeError` for any other."""
    if not isinstance(answer, str):
        raise TypeError(f"the model must give str, not {type(answer).__name__}")
    return answer
