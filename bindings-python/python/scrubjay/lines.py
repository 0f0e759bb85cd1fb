"""Whole memories as lines or files: out of one and into another, also out of another server's."""

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
"""Who wrote a transcript; `messages`: a program, of a conversation in any of the formats that a window reads."""

LineFormat = Literal["jsonl", "mcp"]
"""Whose lines they are.

- `jsonl`: Those of `export_lines`, and of the program's `memory export`.
- `mcp`: Those of the file that the Model Context Protocol's reference memory server keeps.
"""

MAX_LINES = 1_000
"""The most lines of a batch, as the interface has it."""
MAX_LETTERS = 2 << 20
"""The most letters of a batch: as many bytes or up to four times as many, and a batch has at most 8 MiB."""
MAX_LINE = 1 << 20
"""The longest line in bytes, as the interface has it: what has no lines at all is not gathered in memory."""
MAX_LEFT_OUT = 16 << 20
"""The letters of one line that are passed over: what goes on after so many has no lines."""


@dataclass(frozen=True, slots=True)
class RefusedLine(Record):
    """A line that holds no event."""

    line: int
    """From 1 on."""
    error: ScrubjayError


@dataclass(frozen=True, slots=True)
class Imported(Record):
    """What became of exported lines."""

    n_added: int
    """Records that were added."""
    n_known: int
    """Records that were known, or were forgotten here: they were not added."""
    n_adopted: int
    """Those of them that were imported before, untrusted, and are the importer's own from now on."""
    n_waiting: int
    """Records that are durable beside the store, because another process is writing."""
    refused: tuple[RefusedLine, ...]
    """What was left out."""
    is_whole: bool
    """The trailer was read, and the lines before it are as they were written; true for lines of a server, which have none."""


@dataclass(frozen=True, slots=True)
class CapturedLines(Record):
    """What was taken in of a transcript."""

    n_added: int
    """Events that were recorded."""
    n_known: int
    """Events that were known, in these words or others."""
    n_waiting: int
    """Events that are durable beside the store, because another process is writing."""
    n_unknown: int
    """Lines of types that are not known."""
    refused: tuple[RefusedLine, ...]
    """What was left out: of each batch the first 100."""
    n_bytes: int
    """Bytes of UTF-8 that were read: where to go on."""
    state: bytes
    """To be given with the lines that follow."""
    session: str
    """The session of the newest line; empty: none said so."""
    folder: str
    """The folder in which the session began; empty: it is not said."""

    @classmethod
    def of(cls, told: _native._Captured) -> CapturedLines:
        """What the extension tells."""
        added, known, waiting, unknown, refused, n_bytes, state, session, folder = told
        left_out = tuple(RefusedLine(*one) for one in refused)
        return cls(added, known, waiting, unknown, left_out, n_bytes, state, session, folder)


@dataclass(frozen=True, slots=True)
class Merged(Record):
    """What became of another memory's records."""

    n_added: int
    """Records that are new here."""
    n_known: int
    """Records that were here already."""
    n_adopted: int
    """Those of them that were imported before, untrusted, and are the importer's own from now on."""
    n_forgotten: int
    """Records that were forgotten here, and stay so."""
    n_waiting: int
    """Records that are durable beside the store, because another process is writing."""
    refused: tuple[RefusedLine, ...]
    """What was refused, by the record's place among all."""
    n_damaged: int
    """Records of the other memory that cannot be read."""

    @classmethod
    def of(cls, told: _native._Merged) -> Merged:
        """What the extension tells."""
        n_added, n_known, n_adopted, n_forgotten, n_waiting, refused, n_damaged = told
        left_out = tuple(RefusedLine(*one) for one in refused)
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
    """What is known of an export, slice by slice: of a damaged file one record is left out at least."""

    def __init__(self, question: str, is_damaged: bool) -> None:
        self._has_trailer = question == "episodes.export-lines"
        self._is_damaged = is_damaged
        self.n_damaged = 0
        self.after: str | None = ""

    def arguments(self) -> tuple[object, ...]:
        """Those of the next one: a trailer says whether the file is damaged."""
        return (self.after, self._is_damaged) if self._has_trailer else (self.after,)

    def holds(self, is_damaged: bool) -> bool:
        """Whether a slice is what it was asked as: one in which damage came up is asked for again, as of a damaged file."""
        is_news = is_damaged and not self._is_damaged
        self._is_damaged |= is_damaged
        return not is_news

    def take(self, page: ExportedLines | ExportedCsv) -> str:
        """The text of the next one."""
        self.n_damaged += page.n_damaged
        self.after = page.next or None
        if self.after is None and self._is_damaged:
            self.n_damaged = max(self.n_damaged, 1)
        return page.text


class _Taker(Protocol):
    def __call__(self, lines: str, state: str, format: str, mine: bool) -> _native._Imported: ...


class Import:
    """An import that goes on batch by batch."""

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
        """Takes the next batch; false where there is none."""
        batch = next(self._batches, None)
        if batch is None:
            return False
        taken, refused, self._state, self._is_whole = take("\n".join(batch), self._state, self._format, self._mine)
        for _, state in taken:
            self._counts[state] += 1
        self._refused.extend(RefusedLine(self._n_lines + line, error) for line, error in refused)
        self._n_lines += len(batch)
        return True

    def done(self) -> Imported:
        """What became of all lines."""
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
        while slices.after is not None:
            page = await memory._ask(question, *arguments, *slices.arguments())
            if not slices.holds(await memory._is_known_damaged()):
                continue
            text = slices.take(page)
            self.n_damaged = slices.n_damaged
            if text:
                yield text


def exported(memory: _Exporting, question: str, *arguments: object) -> Generator[str, None, int]:
    """An export in pieces of text; at the end, how many records were left out. The whole file is verified first."""
    slices = _Slices(question, memory._is_damaged())
    while slices.after is not None:
        page = memory._ask(question, *arguments, *slices.arguments())
        if not slices.holds(memory._is_known_damaged()):
            continue
        text = slices.take(page)
        if text:
            yield text
    return slices.n_damaged


def imported(take: _Taker, lines: str | Iterable[str], format: LineFormat, mine: bool) -> Imported:
    """Takes in exported lines, a batch after the other."""
    run = Import(lines, format, mine)
    while run.step(take):
        pass
    return run.done()


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
    # Of a line that is too long only so much is kept that it is refused for that.
    begun, n_left_out = "", 0
    for piece in pieces:
        first, *more = of_type(piece, "lines", str).split("\n")
        begun += first
        n_left_out += max(0, len(begun) - MAX_LINE - 1)
        begun = begun[: MAX_LINE + 1]
        for following in more:
            yield begun
            begun, n_left_out = following[: MAX_LINE + 1], max(0, len(following) - MAX_LINE - 1)
        if n_left_out > MAX_LEFT_OUT:
            what = "letters without an end of a line"
            raise TooLarge(f"{n_left_out} {what} (at most {MAX_LEFT_OUT})", what, n_left_out, MAX_LEFT_OUT)
    if begun:
        yield begun
