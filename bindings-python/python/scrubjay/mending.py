"""Damage of the file that records are kept in: what is wrong with it, what could be read, and what is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _native
from ._record import Record
from ._warning import warn
from .report import DamagedWarning

__all__ = ["Damage", "Lost", "Mending", "Salvage"]


@dataclass(frozen=True, slots=True)
class Damage(Record):
    """What is wrong with the file of records."""

    path: str
    """The file."""
    how: str
    """What was found."""


@dataclass(frozen=True, slots=True)
class Lost(Record):
    """Something that a damaged file had, and that could not be read."""

    kind: str
    """The kind of a record, or `record` where that is not known; else what of a window or of a session's context it is."""
    id: str
    """The id of the record, or the name of the window or session."""
    time: int | None
    """When it happened, in milliseconds since 1970; of a record alone."""
    tenant: str
    """Whose it is."""


@dataclass(frozen=True, slots=True)
class Salvage(Record):
    """What became of a damaged file: what could be read of it and is whole is in a new one."""

    kept: str
    """The damaged file, which is kept."""
    time: int
    """When it was salvaged, in milliseconds since 1970."""
    n_records: int
    """Records that are in the new one."""
    n_damaged: int
    """Rows that were read and are not whole."""
    n_unread: int | None
    """Rows that could not be read; `None` where that cannot be told: that records were forgotten may then stand among them too."""
    is_older: bool
    """Nothing of the last change could be read: the new file is as the memory was before it."""
    lost: tuple[Lost, ...]
    """What is missing, as far as something names it, oldest first; of a salvage that was noted, the first 1,000."""
    n_tombstones_lost: int
    """How many forgotten records are no longer known to be: an import or a backup may bring them back."""
    n_lost: int
    """How much is missing: what is named, the records that were counted and that nothing names, and those tombstones."""

    @classmethod
    def of(cls, told: tuple[Any, ...]) -> Salvage:
        """What the extension tells."""
        kept, time, n_records, n_damaged, n_unread, is_older, lost, n_tombstones_lost, n_lost = told
        named = tuple(Lost(*what, *whose) for what, whose in lost)
        return cls(kept, time, n_records, n_damaged, n_unread, is_older, named, n_tombstones_lost, n_lost)


class Mending:
    """What every class with records says about damage of their file."""

    __slots__ = ()

    _records: _native.Records

    def verify(self) -> Damage | None:
        """Verifies that every page of the file of records is as it was written, about a millisecond for each MiB: what is wrong with
        it, or `None` where it is whole.

        What is read of a damaged file may be short, which a `DamagedWarning` says. What changes it mends it first.
        """
        found = self._records.mend("verify")
        return None if found is None else Damage(*found)

    def repair(self) -> Salvage | None:
        """Verifies the file of records, and makes a new one of what can be read where it is damaged; the damaged file is kept beside
        it. What became of it, or `None` where it is whole. Where nothing can be read it stays as it is, and `Damaged` is raised.
        """
        return _salvage(self._records.mend("repair"))

    def salvaged(self) -> Salvage | None:
        """What a call so far has salvaged, because the file of records was damaged."""
        return _salvage(self._records.mend("salvaged"))

    def losses(self) -> tuple[Salvage, ...]:
        """What was lost whenever the file of records was salvaged, oldest first, until a person has seen it: `saw_losses`."""
        return tuple(Salvage.of(one) for one in self._records.mend("losses"))

    def saw_losses(self) -> bool:
        """Takes away what is noted of losses, because a person has seen it. Whether anything was noted."""
        return bool(self._records.mend("saw_losses"))

    def _warn_of_damage(self) -> None:
        """Says that what was read may be short."""
        _warn(self._records.mend("known"))

    def _is_damaged(self) -> bool:
        """Verifies the file, and says it where what will be read may be short."""
        found = self._records.mend("verify")
        _warn(found)
        return found is not None

    def _is_known_damaged(self) -> bool:
        """Whether what was read so far may be short."""
        return self._records.mend("known") is not None


def _salvage(told: tuple[Any, ...] | None) -> Salvage | None:
    return None if told is None else Salvage.of(told)


def _warn(found: tuple[str, str] | None) -> None:
    if found is not None:
        path, how = found
        said = how if path in how else f"{path}: {how}"
        warn(DamagedWarning, f"what is read of the records may be short, and `repair` mends them: {said}")
