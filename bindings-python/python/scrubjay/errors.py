"""What can go wrong: one class for each thing that can be done about it, all below `ScrubjayError`.

A refused call has changed nothing. An argument of a wrong type is a `TypeError`, as everywhere in Python, which names the
argument, what it must be and what it is.
"""

from __future__ import annotations

from typing import ClassVar

from ._shown import one_line
from .records import Candidate, ImportedName

_MAX_NAMED = 3
"""Candidates and suggestions that the text of an error names."""


class ScrubjayError(Exception):
    """Anything that this package refuses; its text says what, and why."""

    kind: ClassVar[str] = "component"
    """The stable name of the case: the same on the command line and in every language."""
    _attributes: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        for name, value in zip(self._attributes, arguments[1:]):
            setattr(self, name, value)

    def __str__(self) -> str:
        words = str(self.args[0]) if self.args else type(self).__name__
        return "\n".join(one_line(line) for line in words.split("\n"))


class Invalid(ScrubjayError):
    """Mend the argument."""

    kind = "invalid"
    _attributes = ("argument", "why")
    argument: str
    why: str


class TooLarge(ScrubjayError):
    """Send less: `actual` went past `limit`."""

    kind = "too_large"
    _attributes = ("what", "actual", "limit")
    what: str
    actual: int
    limit: int


class Full(ScrubjayError):
    """Nothing more can be added: an index is made again, into an empty one; a memory has the size that it may have."""

    kind = "full"
    _attributes = ("what", "actual", "limit")
    what: str
    actual: int
    limit: int


class Unknown(ScrubjayError):
    """Check the name: `suggestions` come close, best first; `imported` says where a name of code comes from outside, `named_in` where
    it stands all the same."""

    kind = "unknown"
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
    """Choose one of the `candidates`, and ask with its id. There are `n_candidates` in all."""

    kind = "ambiguous"
    _attributes = ("name", "candidates", "n_candidates")
    name: str
    candidates: tuple[Candidate, ...] = ()
    n_candidates: int = 0

    def __str__(self) -> str:
        ids = [one_line(candidate.id) for candidate in self.candidates[:_MAX_NAMED]]
        more = ["…"] if self.n_candidates > len(ids) else []
        return f"{super().__str__()}: {', '.join(ids + more)}" if ids else super().__str__()


class Stale(ScrubjayError):
    """The store was written again and again while the question was being answered: ask again."""

    kind = "stale"


class ReadOnly(ScrubjayError):
    """The memory was opened for reading, or its store may not be written."""

    kind = "read_only"


class NewerFormat(ScrubjayError):
    """A newer release wrote the index: `Memory.index` makes it again."""

    kind = "newer_format"
    _attributes = ("format",)
    format: int


class Floor(ScrubjayError):
    """A window cannot be brought under its budget: raise it to `actual`, unpin, or send less."""

    kind = "floor"
    _attributes = ("what", "actual", "limit")
    what: str
    actual: int
    limit: int


class Expired(ScrubjayError):
    """What has this id was kept for a time, which is over."""

    kind = "expired"
    _attributes = ("id",)
    id: str


class Withheld(ScrubjayError):
    """What has this id was never kept, because it held a secret, which the settings refuse: whoever pushed it has it."""

    kind = "withheld"
    _attributes = ("id",)
    id: str


class OlderFormat(ScrubjayError):
    """An older release wrote the index: `Memory.index` makes it again."""

    kind = "older_format"
    _attributes = ("format",)
    format: int


class NoFolder(ScrubjayError):
    """The folder does not exist or cannot be reached."""

    kind = "no_folder"
    _attributes = ("path",)
    path: str


class NotIndexed(ScrubjayError):
    """There is no store here, or it was never filled: open the folder with `Memory.open` and call `index`."""

    kind = "not_indexed"
    _attributes = ("path",)
    path: str


class OutsideRoot(ScrubjayError):
    """The path leads out of the memory's folder, `root`: give one inside."""

    kind = "outside_root"
    _attributes = ("path", "root")
    path: str
    root: str


class NotUnicode(ScrubjayError):
    """The path is not Unicode, and so cannot be indexed: rename the file."""

    kind = "not_unicode"
    _attributes = ("path",)
    path: str


class Locked(ScrubjayError):
    """Another process writes the index, and was waited for as long as was asked: try again when it is done, or read meanwhile.

    `host` and `pid` name the process where the lock file at `path` says so. One of another machine or container cannot be seen
    from here, and is not waited for: where it cannot be running any more, removing that file frees the index.
    """

    kind = "locked"
    _attributes = ("path", "host", "pid")
    path: str
    host: str | None
    pid: int | None


class Foreign(ScrubjayError):
    """The index at `path` was not made by this user, and is not read: `Memory.index` makes it again."""

    kind = "foreign"
    _attributes = ("path",)
    path: str


class Link(ScrubjayError):
    """A link, or no plain file or folder, has the name of one of our own, and is neither followed nor written to: remove `path`."""

    kind = "link"
    _attributes = ("path",)
    path: str


class OtherProject(ScrubjayError):
    """The file in the place of the memory of `project` is that of another one, `found`.

    Put the project's own file in its place, or use the other one's: `scrubjay memory restore FILE` makes it this project's, and
    `scrubjay memory attach ID` gives a folder the memory that is kept under an id.
    """

    kind = "other_project"
    _attributes = ("path", "project", "found")
    path: str
    project: str
    found: str


class Closed(ScrubjayError):
    """The memory was closed, or was opened by the process that this one was forked from: open it anew."""

    kind = "closed"


class DiskFull(ScrubjayError):
    """No space is left for the store; nothing is lost."""

    kind = "disk_full"


class Damaged(ScrubjayError):
    """A file is damaged. The index is made again by opening the memory with `rebuild=True` and indexing; of the records, `repair` makes a
    new file of what can be read, and this is raised where that is nothing.
    """

    kind = "damaged"


class Unclosed(ScrubjayError):
    """The last writer died and the store may not be mended for reading: index once."""

    kind = "unclosed"


class Conflict(ScrubjayError):
    """Somebody else wrote to the store, or changed the window, in the meantime: try again."""

    kind = "conflict"


class Unreachable(ScrubjayError):
    """The file system failed."""

    kind = "io"


class Incompatible(ScrubjayError):
    """The machine lacks what the engine's machine code needs."""

    kind = "incompatible"


class Failed(ScrubjayError):
    """The engine failed; what was stored is as it was."""

    kind = "component"


BY_KIND: dict[str, type[ScrubjayError]] = {
    error.kind: error
    for error in (
        Invalid, TooLarge, Full, Unknown, Ambiguous, Stale, ReadOnly, NewerFormat, Floor, Expired, Withheld, OlderFormat, NoFolder,
        NotIndexed, OutsideRoot, NotUnicode, Locked, Foreign, Link, OtherProject, Closed, DiskFull, Damaged, Unclosed, Conflict, Unreachable, Incompatible, Failed,
    )
}
"""The class of each kind."""
