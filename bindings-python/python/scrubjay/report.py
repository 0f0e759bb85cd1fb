"""What an index run tells: while it goes on, and at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Mapping, Union

from ._record import Record
from .errors import ScrubjayError
from .records import SkipReason

Extent = Literal["nothing", "part", "whole"]
"""How much of the folder a memory answers for.

- `nothing`: No run has committed anything yet.
- `part`: A run goes on, or was cut short: some files may be missing, or not be linked.
- `whole`: What the last run found.
"""


Purpose = Literal["writing", "reading"]
"""What a memory was opened for."""


class ScrubjayWarning(UserWarning):
    """Anything that this package warns of."""


class IncompleteWarning(ScrubjayWarning):
    """Answers do not cover the whole folder: a run goes on or was cut short. `Memory.index` completes it."""


class StaleWarning(ScrubjayWarning):
    """Files changed since the index was made, and were not taken in before a question: `Memory.index` does it."""


class DamagedWarning(ScrubjayWarning):
    """The file of records is damaged, and what is read of it may be short: `repair` mends it, and so does whatever changes it."""


class RetriedWarning(ScrubjayWarning):
    """An index run of a watch failed, and is tried again."""


class NotRecordedWarning(ScrubjayWarning):
    """Something of an agent's conversation could not be recorded. The agent goes on, and so does the recording."""


@dataclass(frozen=True, slots=True)
class Waiting(Record):
    """Another process writes the index, and is waited for."""

    pid: int
    """Its process id; 0 where it did not say."""


@dataclass(frozen=True, slots=True)
class Walked(Record):
    """The folder was walked."""

    n_files: int
    """Files found."""


@dataclass(frozen=True, slots=True)
class Read(Record):
    """Files are being read."""

    n_files: int
    """Files read so far."""
    n_of: int
    """Files to be read."""
    n_bytes: int
    """Bytes read so far."""


@dataclass(frozen=True, slots=True)
class Linking(Record):
    """References are being linked."""

    n_left: int
    """Files still to be linked."""


Progress = Union[Waiting, Walked, Read, Linking]
"""How far a run is."""


@dataclass(frozen=True, slots=True)
class Problem(Record):
    """A file that was not taken in, or not wholly."""

    path: str
    kind: str
    """The stable name of the reason: `not_utf8`, `timed_out`, `refused`, `quarantined`, `cut_short`, …"""
    why: str
    """The reason in words."""
    error: ScrubjayError | None
    """The refusal, where the engine refused the file; what was stored of it stays."""


@dataclass(frozen=True, slots=True)
class Failed(Record):
    """A file that failed in an earlier run."""

    path: str
    kind: str
    """The stable name of the reason: `refused`, `timed_out`, `component`, or `quarantined` where it has symbols but no edges of its own."""


@dataclass(frozen=True, slots=True)
class Indexed(Record):
    """What a run did."""

    n_same: int
    """Files that were as they were."""
    n_read: int
    """Files read."""
    n_bytes: int
    """Bytes of the files read."""
    n_removed: int
    """Files that are gone."""
    skipped: Mapping[SkipReason, int]
    """Files that were not wanted, by reason."""
    n_not_utf8: int
    """Files that are not UTF-8 and are as they were; those that were read are among the problems."""
    installed: tuple[str, ...]
    """Folders that a package manager or a build fills, and that were not entered: the first 100, by path. Those that ignore rules leave
    out are not among them."""
    n_installed: int
    """How many such folders there are."""
    exclude: tuple[str, ...]
    """The patterns by which files are excluded."""
    problems: tuple[Problem, ...]
    """Files that could not be taken in, or not be linked."""
    failed_before: tuple[Failed, ...]
    """Files that failed in an earlier run and are as they were: they were not tried again."""
    n_damaged: int
    """Damaged rows that were found; those of files were made again."""
    remade: Literal["asked", "foreign", "damaged", "release"] | None
    """Why the index was made again from nothing, where it was: it was asked for, the one that was there was not made by this
    user, was damaged, or was made by another release."""
    generation: int
    """The generation of the store."""
