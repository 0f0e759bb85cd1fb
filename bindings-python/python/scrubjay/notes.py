"""The class `Records`: notes without a project, and what becomes of a note."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, final

from . import _native
from ._questions import RecordQuestions
from .records import Origin, Receipt, Trust

__all__ = ["Backup", "Erasure", "Records", "Remembered", "State"]

State = Literal["added", "known", "waiting"]
"""How a note was taken.

- `added`: It is in the store. Where another process took it in, its event may have been known to that one.
- `known`: Its event was known already: nothing was added, also if it was forgotten since.
- `waiting`: It is durable beside the store, because another process is writing, and is taken in by the next that can.
"""


@dataclass(frozen=True, slots=True)
class Remembered:
    """What became of a note."""

    id: str
    """Where it waits, the one that it will have unless its event is known already."""
    state: State


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made of a memory."""

    path: str
    """Where it was written."""
    time: int
    """When, in milliseconds since 1970."""
    is_there: bool
    """Whether there still is a file."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """What erasing did. It says nothing of what the records said."""

    receipts: tuple[Receipt, ...]
    """One for each id, in their order."""
    n_bodies: int
    """Bodies of pruned parts of windows that cannot be restored any more."""
    rewritten: tuple[str, ...]
    """Files that were written anew."""
    removed: tuple[str, ...]
    """Files that were removed: copies, damaged files, drafts, and batches that were refused."""
    backups: tuple[Backup, ...]
    """Backups that were made of the memory, oldest first. They are not touched, and may hold what was erased."""

    @classmethod
    def of(cls, erased: _native._Erased) -> Erasure:
        """Made of what the extension gives."""
        receipts, n_bodies, rewritten, removed, backups = erased
        made = tuple(Backup(path, time, is_there) for path, (time, is_there) in backups)
        return cls(receipts, n_bodies, rewritten, removed, made)


@final
class Records(RecordQuestions):
    """Notes in a file of one's own, for an agent without a project; without a file nothing is kept.

    Any number of processes may have the same file open. It may be used from any thread, one call at a time; after a fork only
    the process that opened it may use it.

    Args:
        file: The file, which is made with the first note. Default: `None`, nothing is kept.
        tenant: Whose records these are: nothing of one tenant is shown to another. At most 128 bytes. Default: `""`.
        principal: Who has them open, at most 128 bytes. Default: `""`.
        trust: The most trust that a record has which is added so. Default: `"confirmed"`.
        most_bytes: Once the file takes so many bytes, nothing is added to it, and `Full` is raised. Default: `None`, no limit
            but the disk's.
    """

    __slots__ = ("__weakref__", "_native")

    def __init__(
        self,
        file: str | os.PathLike[str] | None = None,
        *,
        tenant: str = "",
        principal: str = "",
        trust: Trust = "confirmed",
        most_bytes: int | None = None,
    ) -> None:
        self._native = _native.Records(file, tenant, principal, trust, most_bytes)

    def remember(
        self,
        text: str,
        *,
        channel: str = "",
        origin: Origin = "person",
        session: str = "",
        time: int | None = None,
        event_id: str | None = None,
        parents: Sequence[str] = (),
    ) -> Remembered:
        """Remembers a note. The arguments are those of `Memory.remember`."""
        return Remembered(*self._native.remember((text, channel, origin, session, time, event_id, parents))[0])

    def forget(self, ids: str | Sequence[str]) -> tuple[Receipt, ...]:
        """Forgets notes for good, by their ids, and gives a receipt for each that says nothing of what it said."""
        return self._native.forget([ids] if isinstance(ids, str) else list(ids))

    def erase(self, ids: str | Sequence[str] = ()) -> Erasure:
        """Forgets notes for good, if any are given, and lets nothing of what was ever forgotten remain in the files that are kept
        with the memory. Its file is written anew; copies of it, damaged files and refused batches are removed; windows lose
        their tasks and the bodies that they keep for restoring. Backups are not touched, and named.
        """
        return Erasure.of(self._native.erase([ids] if isinstance(ids, str) else list(ids)))

    def backup(self, file: str | os.PathLike[str]) -> None:
        """Copies all that is not forgotten into a new file."""
        self._native.backup(file)

    def close(self) -> None:
        """Closes the records. Closed ones may be closed again."""
        self._native.close()

    def _ask(self, question: str, *arguments: object) -> Any:
        return self._native.ask(question, arguments)

    def __enter__(self) -> Records:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
