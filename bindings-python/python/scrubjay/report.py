"""Reports of index runs: their progress, their result, and warnings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Mapping, Union

from ._record import Record
from .errors import ScrubjayError
from .records import SkipReason

Extent = Literal["nothing", "part", "whole"]
"""Which of the folder's files the index covers.

- `nothing`: None: no run has committed rows or was completed yet.
- `part`: Some: a run is in progress or was interrupted. Files may be missing, or not linked yet.
- `whole`: All that the last completed run found.
"""


Purpose = Literal["writing", "reading"]
"""The purpose that a memory was opened for."""


class ScrubjayWarning(UserWarning):
    """The base class of all warnings of this package."""


class IncompleteWarning(ScrubjayWarning):
    """Answers do not cover all files: a run is in progress or was interrupted. `Memory.index` completes the index."""


class StaleWarning(ScrubjayWarning):
    """Files changed since the last run, and were not indexed before a question. `Memory.index` indexes them."""


class DamagedWarning(ScrubjayWarning):
    """The file of records is damaged, so that answers may be incomplete. `repair`, or any change of records, mends it."""


class RetriedWarning(ScrubjayWarning):
    """An index run of a watch failed, and is retried."""


class NotRecordedWarning(ScrubjayWarning):
    """A part of an agent's conversation could not be recorded. The agent continues, and so does recording."""


@dataclass(frozen=True, slots=True)
class Waiting(Record):
    """The run waits for another process that is writing the index."""

    pid: int
    """The process id of the writer; 0 if unknown."""


@dataclass(frozen=True, slots=True)
class Walked(Record):
    """The files of the folder were listed; none of them has been read yet."""

    n_files: int
    """Listed files, indexed or not."""


@dataclass(frozen=True, slots=True)
class Read(Record):
    """Changed files are being read, parsed and indexed."""

    n_files: int
    """Files read so far."""
    n_of: int
    """Files to be read."""
    n_bytes: int
    """Bytes read so far."""


@dataclass(frozen=True, slots=True)
class Linking(Record):
    """References of files are being linked to the symbols that they mean."""

    n_left: int
    """Files still to be linked."""


Progress = Union[Waiting, Walked, Read, Linking]
"""The progress of a run: its stage, and how far the stage is."""


@dataclass(frozen=True, slots=True)
class Problem(Record):
    """A file that was not indexed, or only in part."""

    path: str
    kind: str
    """The stable name of the reason: `not_utf8`, `timed_out`, `refused`, `quarantined`, `cut_short`, …"""
    why: str
    """The reason in words."""
    error: ScrubjayError | None
    """The engine's error if it refused the file, whose previous rows are kept; otherwise `None`."""


@dataclass(frozen=True, slots=True)
class Failed(Record):
    """A file that failed in an earlier run."""

    path: str
    kind: str
    """The stable name of the reason: `refused`, `timed_out`, `component`, or `quarantined` if it has symbols but no edges of its own."""


@dataclass(frozen=True, slots=True)
class Indexed(Record):
    """The report of a run: counts of files by outcome, problems, and the state of the index afterwards."""

    n_same: int
    """Unchanged files that are indexed, or that are not UTF-8."""
    n_read: int
    """Files that the run read, with or without success."""
    n_bytes: int
    """Bytes of the files that the run read."""
    n_removed: int
    """Files that were deleted, ignored or excluded since the last run; their rows were removed."""
    skipped: Mapping[SkipReason, int]
    """The number of files that the engine skips, by reason."""
    n_not_utf8: int
    """Unchanged files that are not UTF-8; those that were read are among the problems."""
    installed: tuple[str, ...]
    """Folders that were not entered because a package manager or a build fills them: the first 100, sorted by path. Ignored folders do not
    count."""
    n_installed: int
    """The number of all folders that were not entered for this reason, including those beyond the first 100."""
    exclude: tuple[str, ...]
    """The patterns by which the run excluded files."""
    problems: tuple[Problem, ...]
    """Files that could not be indexed or linked, or only in part."""
    failed_before: tuple[Failed, ...]
    """Unchanged files that failed in an earlier run, and were not retried."""
    n_damaged: int
    """The number of damaged rows that were found. Rows of files that the run covered were rebuilt."""
    remade: Literal["asked", "foreign", "damaged", "release"] | None
    """Why the index was rebuilt from nothing; `None` if it was not. `asked`: by `rebuild`; `foreign`: it was made by another user;
    `damaged`; `release`: it was made by another release."""
    generation: int
    """The generation of the store after the run."""
