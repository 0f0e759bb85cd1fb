"""The exceptions, one class for each action that a caller can take. All are subclasses of `ScrubjayError`.

A refused call has changed nothing. An argument of a wrong type raises `TypeError`, as everywhere in Python, with the names of the
argument, of the wanted type and of the given one.
"""

from __future__ import annotations

from typing import ClassVar

from ._shown import one_line
from .records import Candidate, ImportedName

_MAX_NAMED = 3
"""The most candidates, and likewise suggestions and places, that the text of an error names."""


class ScrubjayError(Exception):
    """The base class of all exceptions of this package. The text says what was refused, and why."""

    code: ClassVar[str] = "component"
    """The stable name of the error, the same on the command line and in every language."""
    _attributes: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        for name, value in zip(self._attributes, arguments[1:]):
            setattr(self, name, value)

    @property
    def details(self) -> dict[str, object]:
        """The details of the error for programs: the attributes of the class, with the same names in every host."""
        return {name: getattr(self, name) for name in self._attributes if hasattr(self, name)}

    def __str__(self) -> str:
        words = str(self.args[0]) if self.args else type(self).__name__
        return "\n".join(one_line(line) for line in words.split("\n"))


class Invalid(ScrubjayError):
    """An argument is not valid: `argument` names it, `why` says what is wrong."""

    code = "invalid"
    _attributes = ("argument", "why")
    argument: str
    why: str


class TooLarge(ScrubjayError):
    """An argument or an answer exceeds its limit: there are `actual` of `what`, and the most is `limit`."""

    code = "too_large"
    _attributes = ("what", "actual", "limit")
    what: str
    actual: int
    limit: int


class Full(ScrubjayError):
    """Nothing more can be added: the index must be rebuilt, or the file of records has reached its maximum size."""

    code = "full"
    _attributes = ("what", "actual", "limit")
    what: str
    actual: int
    limit: int


class Unknown(ScrubjayError):
    """Nothing has this name. `suggestions` are similar names, best first. `imported` is the file that imports the name from outside the
    index. `named_in` are places that have the name, then files that may have it."""

    code = "unknown"
    _attributes = ("name", "suggestions", "imported", "named_in")
    name: str
    suggestions: tuple[str, ...] = ()
    imported: ImportedName | None = None
    named_in: tuple[str, ...] = ()

    def __str__(self) -> str:
        close = one_line(", ".join(self.suggestions[:_MAX_NAMED]))
        places = one_line(", ".join(self.named_in[:_MAX_NAMED]))
        more = ", …" if len(self.named_in) > _MAX_NAMED else ""
        named = f"; the name stands at {places}{more}" if places else ""
        return f"{super().__str__()}{named}" + (f"; did you mean: {close}" if close else "")


class Ambiguous(ScrubjayError):
    """A name has `n_candidates` meanings, of which `candidates` are the first. Ask again with the id of one."""

    code = "ambiguous"
    _attributes = ("name", "candidates", "n_candidates")
    name: str
    candidates: tuple[Candidate, ...] = ()
    n_candidates: int = 0

    def __str__(self) -> str:
        ids = [one_line(candidate.id) for candidate in self.candidates[:_MAX_NAMED]]
        more = ["…"] if self.n_candidates > len(ids) else []
        return f"{super().__str__()}: {', '.join(ids + more)}" if ids else super().__str__()


class Stale(ScrubjayError):
    """The store was written repeatedly while the question was being answered. Asking again may succeed."""

    code = "stale"


class ReadOnly(ScrubjayError):
    """The memory was opened for reading, or its store may not be written."""

    code = "read_only"


class NewerFormat(ScrubjayError):
    """A newer release wrote the index or the records; `format` is their format. `Memory.index` rebuilds an index; records and windows want
    a newer release."""

    code = "newer_format"
    _attributes = ("format",)
    format: int


class Floor(ScrubjayError):
    """A window cannot be pruned to its budget, `limit`. A budget of `actual`, fewer pinned parts or shorter messages help."""

    code = "floor"
    _attributes = ("what", "actual", "limit")
    what: str
    actual: int
    limit: int


class Expired(ScrubjayError):
    """The part with this id was stored for a limited time, which is over."""

    code = "expired"
    _attributes = ("id",)
    id: str


class Withheld(ScrubjayError):
    """The part with this id was not stored, because it contained a secret, which the settings refuse. Only whoever pushed it still
    has it."""

    code = "withheld"
    _attributes = ("id",)
    id: str


class OlderFormat(ScrubjayError):
    """An older release wrote the index; `format` is its format. `Memory.index` rebuilds it."""

    code = "older_format"
    _attributes = ("format",)
    format: int


class NoFolder(ScrubjayError):
    """The folder does not exist, cannot be read, or belongs to the operating system."""

    code = "no_folder"
    _attributes = ("path",)
    path: str


class NotIndexed(ScrubjayError):
    """There is no store here, or nothing was ever indexed. Open the folder with `Memory.open`, and call `index`."""

    code = "not_indexed"
    _attributes = ("path",)
    path: str


class OutsideRoot(ScrubjayError):
    """The path is outside the memory's folder, `root`."""

    code = "outside_root"
    _attributes = ("path", "root")
    path: str
    root: str


class NotUnicode(ScrubjayError):
    """The path is not Unicode, and so cannot be indexed. Rename the file."""

    code = "not_unicode"
    _attributes = ("path",)
    path: str


class Locked(ScrubjayError):
    """Another process is writing the index, and was not done within the wait. Try again later, or open the memory for reading.

    `host` and `pid` identify the process, if the lock file at `path` names it. A process on another machine or in another container
    is not waited for, because it is unknown whether it lives; if it is dead, removing the file frees the index.
    """

    code = "locked"
    _attributes = ("path", "host", "pid")
    path: str
    host: str | None
    pid: int | None


class Foreign(ScrubjayError):
    """The index at `path` was not made by this user, and is not read. `Memory.index` rebuilds it."""

    code = "foreign"
    _attributes = ("path",)
    path: str


class Link(ScrubjayError):
    """At `path`, where one of Scrubjay's own files should be, is a link or a special file, which is neither followed nor written to."""

    code = "link"
    _attributes = ("path",)
    path: str


class OtherProject(ScrubjayError):
    """The file at `path`, where the memory of `project` should be, belongs to the project `found`.

    Restore the right file, or use this one: `scrubjay memory restore FILE` assigns it to this project, and
    `scrubjay memory attach ID` assigns the memory of another project to a folder.
    """

    code = "other_project"
    _attributes = ("path", "project", "found")
    path: str
    project: str
    found: str


class Closed(ScrubjayError):
    """The object was closed, or was opened before a fork in the parent process, or Python is ending. Open a memory, records or a window
    again."""

    code = "closed"


class DiskFull(ScrubjayError):
    """No space is left for the store. No data is lost."""

    code = "disk_full"


class Damaged(ScrubjayError):
    """A file is damaged. An index is rebuilt by opening the memory with `rebuild=True` and indexing. A file of records is replaced by
    `repair`, with what can be read; if that is nothing, this is raised.
    """

    code = "damaged"


class Unclosed(ScrubjayError):
    """The last writer of the store died, and opening for reading cannot recover the store. An index run recovers an index."""

    code = "unclosed"


class Conflict(ScrubjayError):
    """Another process wrote to the store, or changed the window or the session, in the meantime. Try again."""

    code = "conflict"


class Unreachable(ScrubjayError):
    """Reading or writing a file failed."""

    code = "io"


class Incompatible(ScrubjayError):
    """The processor lacks features that the engine's compiled code needs."""

    code = "incompatible"


class Failed(ScrubjayError):
    """The engine failed. The stored data was not changed."""

    code = "component"


BY_CODE: dict[str, type[ScrubjayError]] = {
    error.code: error
    for error in (
        Invalid, TooLarge, Full, Unknown, Ambiguous, Stale, ReadOnly, NewerFormat, Floor, Expired, Withheld, OlderFormat, NoFolder,
        NotIndexed, OutsideRoot, NotUnicode, Locked, Foreign, Link, OtherProject, Closed, DiskFull, Damaged, Unclosed, Conflict, Unreachable, Incompatible, Failed,
    )
}
"""The exception class for each code."""
