"""Damage of the file of records: verifying and repairing it, and what was lost."""

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
    """Damage that was found in the file of records."""

    path: str
    """The path of the damaged file."""
    how: str
    """The damage in words."""


@dataclass(frozen=True, slots=True)
class Lost(Record):
    """An item of a damaged memory that could not be salvaged."""

    kind: str
    """What it is: a record's kind, or `record` if the kind is not known; else which part of a window or of a session's context."""
    id: str
    """The id of the record, or the name of the window or session."""
    time: int | None
    """The time of a record, in milliseconds since 1970; `None` for anything else."""
    tenant: str
    """The tenant that it belongs to."""


@dataclass(frozen=True, slots=True)
class Salvage(Record):
    """The outcome of salvaging a damaged file of records into a new file."""

    kept: str
    """The path of the damaged file, which was kept."""
    time: int
    """When it was salvaged, in milliseconds since 1970."""
    n_records: int
    """The number of records in the new file."""
    n_damaged: int
    """Rows that were read but are damaged."""
    n_unread: int | None
    """Rows that could not be read; `None` if their number is not known: then tombstones of forgotten records may be among them."""
    is_older: bool
    """Whether the last commit could not be read, so that the new file is the memory before its last change."""
    lost: tuple[Lost, ...]
    """The missing items that are known by id or name, oldest first; in `losses`, only the first 1,000."""
    n_tombstones_lost: int
    """How many tombstones of forgotten records are lost. An import or a backup may bring these records back."""
    n_lost: int
    """The number of all missing items: those in `lost`, records known only from counts, and `n_tombstones_lost`."""

    @classmethod
    def of(cls, fields: tuple[Any, ...]) -> Salvage:
        """Converts the extension's answer."""
        kept, time, n_records, n_damaged, n_unread, is_older, lost, n_tombstones_lost, n_lost = fields
        lost_items = tuple(Lost(*what, *whose) for what, whose in lost)
        return cls(kept, time, n_records, n_damaged, n_unread, is_older, lost_items, n_tombstones_lost, n_lost)


class Mending:
    """The methods about damage to the file of records, which every class with records has."""

    __slots__ = ()

    _records: _native.Records

    def verify(self) -> Damage | None:
        """Verifies every page of the file of records, in about a millisecond per MiB. Returns the damage, or `None` if there is no damage.

        While the file is damaged, answers may be incomplete, and questions issue a `DamagedWarning`. A change that meets the damage mends
        the file first.
        """
        damage = self._records.mend("verify")
        return None if damage is None else Damage(*damage)

    def repair(self) -> Salvage | None:
        """Verifies the file of records. If it is damaged, replaces it by a new file of what can be read, keeps the damaged file beside it,
        and returns the outcome; `None` if the file is whole or missing. Raises `Damaged`, and changes nothing, if nothing can be read.
        """
        return _read_salvage(self._records.mend("repair"))

    def salvaged(self) -> Salvage | None:
        """The outcome of the last salvage by this object; `None` if there was no salvage so far."""
        return _read_salvage(self._records.mend("salvaged"))

    def losses(self) -> tuple[Salvage, ...]:
        """The salvages of the file of records, by any process, oldest first, since the last call of `saw_losses`: the last 10 at
        most."""
        return tuple(Salvage.of(fields) for fields in self._records.mend("losses"))

    def saw_losses(self) -> bool:
        """Clears the list of losses, after a person has seen the list. Returns whether it had any."""
        return bool(self._records.mend("saw_losses"))

    def _warn_of_damage(self) -> None:
        """Warns, if damage was found, that answers may be incomplete."""
        _warn(self._records.mend("known"))

    def _is_damaged(self) -> bool:
        """Verifies the file, and warns if it is damaged. Returns whether the file is damaged."""
        damage = self._records.mend("verify")
        _warn(damage)
        return damage is not None

    def _is_known_damaged(self) -> bool:
        """Whether a read so far has found damage."""
        return self._records.mend("known") is not None


def _read_salvage(fields: tuple[Any, ...] | None) -> Salvage | None:
    return None if fields is None else Salvage.of(fields)


def _warn(damage: tuple[str, str] | None) -> None:
    if damage is not None:
        path, how = damage
        message = how if path in how else f"{path}: {how}"
        warn(DamagedWarning, f"what is read of the records may be short, and `repair` mends them: {message}")
