"""Contexts of sessions: what changes them, for every class with records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from ._arguments import as_json, of_type
from .records import Compaction, ModelRequest, SummaryDraft

__all__ = ["Sessions"]


class _Native(Protocol):
    def change_session(self, change: tuple[object, ...]) -> Any: ...
    def summarise_session(self, question: tuple[object, ...], said: tuple[tuple[str, ...], str] | None) -> Any: ...


class Sessions:
    """Changes of contexts. One that names the version that it is of, by `expected`, is refused as `Conflict` where the context is
    at another one.
    """

    __slots__ = ()

    _native: Any

    def save_session(self, id: str, document: str | Mapping[str, Any], *, expected: int | None = None) -> int:
        """Saves a document as the context of a session. Every member is kept. The version after it.

        Args:
            id: The session, 1 to 128 bytes.
            document: A dictionary or its JSON, as `scrubjay.records.SessionContext` has it.
            expected: The version that this is of. Default: any.
        """
        return _version(self._native, "save", id, expected, _json(document, "document"))

    def append_to_session(
        self, id: str, entries: str | Sequence[Mapping[str, Any]], *, expected: int | None = None
    ) -> int:
        """Appends entries to the history of a session, which is made where there is none. The version after it.

        Args:
            id: The session, 1 to 128 bytes.
            entries: Dictionaries, or the JSON of a list.
            expected: The version that this is of. Default: any.
        """
        return _version(self._native, "append", id, expected, _json(entries, "entries"))

    def delete_session(self, id: str, *, expected: int | None = None) -> bool:
        """Deletes the context of a session, with its versions. Whether there was one.

        Args:
            id: The session, 1 to 128 bytes.
            expected: The version that this is of. Default: any.
        """
        native: _Native = self._native
        return bool(native.change_session(("delete", id, expected)))

    def recover_session(self, id: str, version: int, *, expected: int | None = None) -> int:
        """Brings a version of a session back; how it is now is kept as a version. The version after it.

        Args:
            id: The session, 1 to 128 bytes.
            version: The one to bring back, which `session_versions` tells.
            expected: The version that this is of. Default: any.
        """
        return _version(self._native, "recover", id, expected, version)

    def compact_session(
        self,
        id: str,
        *,
        max_entries: int = 50,
        keep_entries: int = 30,
        max_tokens: int = 100_000,
        task_hours: int = 24,
        is_manual: bool = False,
        summary: str | None = None,
        expected: int | None = None,
    ) -> Compaction:
        """Compacts the context of a session where a limit is passed. How it was before is kept as a version.

        Args:
            id: The session, 1 to 128 bytes.
            max_entries: The most entries; one more, and the oldest leave. From 1 to 100,000,000. Default: 50.
            keep_entries: How many of the newest stay then. From 1 to 100,000,000. Default: 30.
            max_tokens: The most tokens of the history; above, the oldest half of the entries leaves, and again, until it holds.
                From 1 to 100,000,000. Default: 100,000.
            task_hours: How long a completed task stays, in hours, at most 876,000. Default: 24.
            is_manual: All but the newest leave, whether or not a limit is passed. Default: `False`.
            summary: What to say of the entries that leave, at most 16 KiB and no longer than they are; it gives its reader no
                orders. Default: what a rule makes of them.
            expected: The version that this is of. Default: any.
        """
        native: _Native = self._native
        settings = (max_entries, keep_entries, max_tokens, task_hours, is_manual)
        report: Compaction = native.change_session(("compact", id, expected, *settings, summary))
        return report

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
        native: _Native = self._native
        question = (id, max_entries, keep_entries, max_tokens, is_manual)
        found: SummaryDraft | ModelRequest = native.summarise_session(question, None)
        if isinstance(found, SummaryDraft):
            return found
        draft: SummaryDraft = native.summarise_session(question, (found.texts, said_by(model(found))))
        return draft


def _version(native: _Native, what: str, id: str, expected: int | None, given: object) -> int:
    return int(native.change_session((what, id, expected, given)))


def said_by(said: object) -> str:
    """What a model said, which must be a text."""
    if not isinstance(said, str):
        raise TypeError(f"the model must give str, not {type(said).__name__}")
    return said


def _json(given: Any, argument: str) -> str:
    if isinstance(given, str):
        return given
    of_type(given, argument, str, Mapping, Sequence)
    return as_json(dict(given) if isinstance(given, Mapping) else list(given), argument)
