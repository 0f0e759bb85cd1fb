"""Export, import and merge of whole memories as lines of JSON or files, also from another server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ._arguments import of_type
from ._record import Record
from .errors import ScrubjayError, TooLarge

if TYPE_CHECKING:
    from . import _native
    from .records import ExportedCsv, ExportedLines

__all__ = ["CapturedLines", "Export", "Harness", "Imported", "LineFormat", "Merged", "RefusedLine"]

Harness = Literal["claude_code", "codex", "gemini_cli", "pi", "messages"]
"""The writer of a transcript. `messages`: a program that passes messages, in any of the formats that a window reads."""

LineFormat = Literal["jsonl", "mcp"]
"""The format of lines to import.

- `jsonl`: Lines written by `export_lines`, or by the command line's `memory export`.
- `mcp`: Lines of the file of the Model Context Protocol's reference memory server.
"""

MAX_LINES = 1_000
"""The most lines of a batch: a limit of the interface."""
MAX_LETTERS = 2 << 20
"""The most characters of a batch: a batch may have 8 MiB, and a character takes up to four bytes."""
MAX_LINE = 1 << 20
"""The longest line in bytes: a limit of the interface."""
MAX_LEFT_OUT = 16 << 20
"""The most characters that are skipped of a line that is too long. If its end is not found by then, `TooLarge` is raised."""


@dataclass(frozen=True, slots=True)
class RefusedLine(Record):
    """A refused line or record, and the reason."""

    line: int
    """The number of the line or record, from 1 on."""
    error: ScrubjayError


@dataclass(frozen=True, slots=True)
class Imported(Record):
    """How many imported records were added, known or waiting, and which lines were refused."""

    n_added: int
    """Records that were added."""
    n_known: int
    """Records that were known or forgotten here already, and were not added; those of `n_adopted` included."""
    n_adopted: int
    """Known records that had been imported as untrusted, and were adopted as the importer's own."""
    n_waiting: int
    """Records that are stored durably outside the store, until the process that is writing it is done."""
    refused: tuple[RefusedLine, ...]
    """Lines that were left out."""
    is_whole: bool
    """Whether the text has a valid trailer, so that nothing was cut off or changed. True for lines of another server, which have none."""


@dataclass(frozen=True, slots=True)
class CapturedLines(Record):
    """How many events of the lines were added, known or waiting, and the state to continue with."""

    n_added: int
    """Events that were recorded."""
    n_known: int
    """Events that were known already, and were not added."""
    n_waiting: int
    """Events that are stored durably outside the store, until the process that is writing it is done."""
    n_unknown: int
    """Lines of an unknown type, which were skipped."""
    refused: tuple[RefusedLine, ...]
    """Lines that were left out: the first 100 of each batch."""
    n_bytes: int
    """How many bytes of UTF-8 were read: continue there."""
    state: bytes
    """The state to pass with the following lines."""
    session: str
    """The session that the newest line with a session names; empty if no line names one."""
    folder: str
    """The folder in which the session began; empty if unknown."""

    @classmethod
    def of(cls, fields: _native._Captured) -> CapturedLines:
        """Converts the extension's answer."""
        added, known, waiting, unknown, refused, n_bytes, state, session, folder = fields
        left_out = tuple(RefusedLine(*fields) for fields in refused)
        return cls(added, known, waiting, unknown, left_out, n_bytes, state, session, folder)


@dataclass(frozen=True, slots=True)
class Merged(Record):
    """How many of the other memory's records were added, known or forgotten here, and which were refused."""

    n_added: int
    """Records that were added."""
    n_known: int
    """Records that were known already; those of `n_adopted` included."""
    n_adopted: int
    """Known records that had been imported as untrusted, and were adopted as the importer's own."""
    n_forgotten: int
    """Records that were forgotten here, and were not added."""
    n_waiting: int
    """Records that are stored durably outside the store, until the process that is writing it is done."""
    refused: tuple[RefusedLine, ...]
    """Records that were refused, by their number."""
    n_damaged: int
    """Damaged records of the other memory, which could not be read."""

    @classmethod
    def of(cls, fields: _native._Merged) -> Merged:
        """Converts the extension's answer."""
        n_added, n_known, n_adopted, n_forgotten, n_waiting, refused, n_damaged = fields
        left_out = tuple(RefusedLine(*fields) for fields in refused)
        return cls(n_added, n_known, n_adopted, n_forgotten, n_waiting, left_out, n_damaged)


class _Exporting(Protocol):
    def _ask(self, question: str, *arguments: object) -> Any: ...

    def _is_damaged(self) -> bool: ...

    def _is_known_damaged(self) -> bool: ...


class _AsyncExporting(Protocol):
    def _ask(self, question: str, *arguments: object) -> Awaitable[Any]: ...

    def _is_damaged(self) -> Awaitable[bool]: ...

    def _is_known_damaged(self) -> Awaitable[bool]: ...


class _Slices:
    """The state of an export that is read slice by slice. If the file is damaged, at least one record counts as left out."""

    def __init__(self, question: str, is_damaged: bool) -> None:
        self._has_trailer = question == "episodes.export-lines"
        self._is_damaged = is_damaged
        self.n_damaged = 0
        self.cursor: str | None = ""

    def arguments(self) -> tuple[object, ...]:
        """The arguments of the question for the next slice."""
        return (self.cursor, self._is_damaged) if self._has_trailer else (self.cursor,)

    def check_slice(self, is_damaged: bool) -> bool:
        """Whether the slice that was read last may be used. `is_damaged`: whether damage of the file is known by now. False if reading the
        slice was the first to find damage: then the export asks for the same slice again, as of a damaged file.
        """
        is_news = is_damaged and not self._is_damaged
        self._is_damaged |= is_damaged
        return not is_news

    def take(self, page: ExportedLines | ExportedCsv) -> str:
        """Counts the damaged records of a slice, moves to the next slice, and returns the text."""
        self.n_damaged += page.n_damaged
        self.cursor = page.next or None
        if self.cursor is None and self._is_damaged:
            self.n_damaged = max(self.n_damaged, 1)
        return page.text


class _Taker(Protocol):
    def __call__(self, lines: str, state: str, format: str, mine: bool) -> _native._Imported: ...


class Import:
    """An import in progress, which is made batch by batch."""

    def __init__(self, lines: str | Iterable[str], format: LineFormat, mine: bool) -> None:
        self._format = format
        self._mine = mine
        self._batches = _batches([lines] if isinstance(lines, str) else of_type(lines, "lines", str, Iterable))
        self._state = ""
        self._n_lines = 0
        self._counts = {"added": 0, "known": 0, "adopted": 0, "waiting": 0}
        self._refused: list[RefusedLine] = []
        self._is_whole = False

    def step(self, take: _Taker) -> bool:
        """Imports the next batch. False if there is none."""
        batch = next(self._batches, None)
        if batch is None:
            return False
        taken, refused, self._state, self._is_whole = take("\n".join(batch), self._state, self._format, self._mine)
        for _, state in taken:
            self._counts[state] += 1
        self._refused.extend(RefusedLine(self._n_lines + line, error) for line, error in refused)
        self._n_lines += len(batch)
        return True

    def result(self) -> Imported:
        """The result for all lines imported so far."""
        added, known, adopted, waiting = self._counts.values()
        return Imported(added, known + adopted, adopted, waiting, tuple(self._refused), self._is_whole)


class Export:
    """An export for asyncio: `async for text in export`."""

    def __init__(self, memory: _AsyncExporting, question: str, *arguments: object) -> None:
        self.n_damaged = 0
        """How many records were left out so far, because their rows are damaged."""
        self._pieces = self._ask(memory, question, arguments)

    def __aiter__(self) -> AsyncIterator[str]:
        return self._pieces

    async def _ask(self, memory: _AsyncExporting, question: str, arguments: tuple[object, ...]) -> AsyncIterator[str]:
        slices = _Slices(question, await memory._is_damaged())
        while slices.cursor is not None:
            page = await memory._ask(question, *arguments, *slices.arguments())
            if not slices.check_slice(await memory._is_known_damaged()):
                continue
            text = slices.take(page)
            self.n_damaged = slices.n_damaged
            if text:
                yield text


def export_slices(memory: _Exporting, question: str, *arguments: object) -> Generator[str, None, int]:
    """Yields an export in pieces of text, after verifying the file. Returns how many records were left out."""
    slices = _Slices(question, memory._is_damaged())
    while slices.cursor is not None:
        page = memory._ask(question, *arguments, *slices.arguments())
        if not slices.check_slice(memory._is_known_damaged()):
            continue
        text = slices.take(page)
        if text:
            yield text
    return slices.n_damaged


def import_slices(take: _Taker, lines: str | Iterable[str], format: LineFormat, mine: bool) -> Imported:
    """Imports lines, one batch after the other."""
    run = Import(lines, format, mine)
    while run.step(take):
        pass
    return run.result()


def _batches(pieces: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    n_letters = 0
    for line in _lines(pieces):
        if len(batch) == MAX_LINES or (batch and n_letters + len(line) > MAX_LETTERS):
            yield batch
            batch, n_letters = [], 0
        batch.append(line)
        n_letters += len(line)
    yield batch


def _lines(pieces: Iterable[str]) -> Iterator[str]:
    # Of a line that is too long, only the beginning is kept, which is still too long, so that it is refused.
    line_so_far, n_left_out = "", 0
    for piece in pieces:
        first, *further_parts = of_type(piece, "lines", str).split("\n")
        line_so_far += first
        n_left_out += max(0, len(line_so_far) - MAX_LINE - 1)
        line_so_far = line_so_far[: MAX_LINE + 1]
        for following in further_parts:
            yield line_so_far
            line_so_far, n_left_out = following[: MAX_LINE + 1], max(0, len(following) - MAX_LINE - 1)
        if n_left_out > MAX_LEFT_OUT:
            what = "letters without an end of a line"
            raise TooLarge(f"{n_left_out} {what} (at most {MAX_LEFT_OUT})", what, n_left_out, MAX_LEFT_OUT)
    if line_so_far:
        yield line_so_far
