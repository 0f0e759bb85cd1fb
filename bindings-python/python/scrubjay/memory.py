"""The class `Memory`: what is not a question is here, and what is a question in `_questions`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, final

from . import _native
from ._questions import Questions
from .notes import Erasure, Remembered
from .records import DamagedRow, ExportFormat, Origin, Receipt
from .report import Extent, Indexed, Progress

__all__ = ["Memory"]


@final
class Memory(Questions):
    """A memory of the code in a folder.

    Open one by `Memory.open`, `Memory.reading` or `Memory.in_memory`, and close it, best by `with`. It may be used from any
    thread: calls queue, in the order in which they come. After a fork only the process that opened it may use it.

    Where Python ends while daemon threads ask, their calls are waited for, but for five seconds at most: until 3.13, a thread
    that a `progress` of its own holds up for longer may abort the process then.
    """

    __slots__ = ("__weakref__", "_native")

    def __init__(self, native: _native.Memory) -> None:
        """Takes over what the extension has opened: use `Memory.open` and its like."""
        self._native = native

    @classmethod
    def open(
        cls,
        root: str | os.PathLike[str],
        *,
        check: bool = False,
        rebuild: bool = False,
        memory: str | os.PathLike[str] | None = None,
        most_memory_bytes: int | None = None,
    ) -> Memory:
        """Opens the memory of a folder whose index `index` brings up to date. Only a run locks it.

        `check` verifies every page and row first, which is done anyway after a crash; `rebuild` has the
        next run make the index again from nothing. `memory` is the file that notes are kept in, instead of
        the project's own in the user's data folder. Once that file takes `most_memory_bytes`, nothing is added to it, and
        `Full` is raised; by default there is no limit but the disk's.
        """
        return cls(_native.Memory.open(root, check=check, rebuild=rebuild, memory=memory, most_memory_bytes=most_memory_bytes))

    @classmethod
    def reading(
        cls,
        root: str | os.PathLike[str],
        *,
        memory: str | os.PathLike[str] | None = None,
        most_memory_bytes: int | None = None,
    ) -> Memory:
        """Opens the memory of an indexed folder to ask it, beside whoever writes. `memory` and `most_memory_bytes` are as for `open`."""
        return cls(_native.Memory.reading(root, memory=memory, most_memory_bytes=most_memory_bytes))

    @classmethod
    def in_memory(cls, root: str | os.PathLike[str]) -> Memory:
        """A memory of a folder that keeps nothing on disk."""
        return cls(_native.Memory.in_memory(root))

    def index(
        self,
        progress: Callable[[Progress], object] | None = None,
        *,
        paths: Sequence[str | os.PathLike[str]] | None = None,
        wait: float = 600.0,
    ) -> Indexed:
        """Brings the memory up to date with the folder.

        `progress` is told how far the run is, some times a second, and may stop it by raising. Whatever stops it, what was
        taken in stays, and the next run goes on from there.

        `paths` are files or folders that may have changed, absolute or relative to the memory's folder: only there is looked,
        and only that is reported.

        `wait`: for so many seconds another process that indexes the folder is waited for, before `Locked` is raised.
        """
        return self._native.index(progress, paths=paths, wait=wait)

    def _ask(self, question: str, *arguments: object) -> Any:
        return self._native.ask(question, arguments)

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
        at: Sequence[str | os.PathLike[str]] = (),
    ) -> Remembered:
        """Remembers a note about this project, in the user's data folder.

        Args:
            text: What to remember, 1 to 65,536 bytes.
            channel: What it belongs to, at most 128 bytes. Default: `""`, which stands for `_global`.
            origin: Who says it. It limits how far the note may be relied on. Default: `"person"`.
            session: The session in which it was said. Default: `""`, none.
            time: When it happened, in milliseconds since 1970. Default: now.
            event_id: What tells this event from every other, 1 to 256 bytes: one that is told again is not added again.
                Default: a new event.
            parents: The ids of records that it was derived from, at most 100. Default: none.
            at: Files that it speaks of, at most 100. Default: none.
        """
        taken = self._native.remember(text, channel, origin, session, time, event_id, parents, list(at))
        return Remembered(*taken[0])

    def forget(self, ids: str | Sequence[str]) -> tuple[Receipt, ...]:
        """Forgets notes for good, by their ids, and gives a receipt for each that says nothing of what it said."""
        return self._native.forget([ids] if isinstance(ids, str) else list(ids))

    def erase(self, ids: str | Sequence[str] = ()) -> Erasure:
        """Forgets notes for good, if any are given, and lets nothing of what was ever forgotten remain in the files that are kept
        with the memory. Its file is written anew; copies of it, damaged files and refused batches are removed; windows lose
        their tasks and the bodies that they keep for restoring. Backups are not touched, and named.
        """
        return Erasure.of(self._native.erase([ids] if isinstance(ids, str) else list(ids)))

    def export(self, *, format: ExportFormat = "text", path_prefix: str = "", around: str = "", depth: int = 1) -> str:
        """The graph, or a part of it, as one text.

        Args:
            format: `text` is canonical, equal for equal code, whatever way it was indexed; `json` has each edge's confidence;
                `dot`, `mermaid` and `graphml` are for programs that draw or analyse. Default: `"text"`.
            path_prefix: Only files whose path begins so, and edges between them. Default: `""`, all.
            around: Only a symbol or file, as people type it, with what edges join it to. Default: `""`, all.
            depth: How many edges away from it, from 1 to 10. Default: 1.
        """
        return self._native.export((format, path_prefix, around, depth))

    def extent(self) -> Extent:
        """How much of the folder the memory answers for: after an index run that was cut short, a part."""
        return self._native.extent()

    def damaged(self) -> tuple[DamagedRow, ...]:
        """Rows that could not be read since the memory was last opened: what the answers since then were given without."""
        return self._native.damaged()

    def close(self) -> None:
        """Closes the memory, once the calls of other threads are done. A closed one may be closed again."""
        self._native.close()

    @property
    def closed(self) -> bool:
        """Whether the memory was closed, or belongs to another process."""
        return self._native.closed

    @property
    def root(self) -> str:
        """The folder, by its canonical path."""
        return self._native.root

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
