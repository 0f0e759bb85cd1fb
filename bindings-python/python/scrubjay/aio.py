"""The asynchronous twin of `Memory`: calls run one after the other on a thread of its own.

Cancelling a call that waits takes it out of the queue; cancelling an index run stops it and waits for it, so that the memory
can be used at once; any other call that runs ends by itself within moments, and its answer is dropped.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any, TypeVar

from ._arguments import of_type
from ._async_questions import AsyncQuestions
from ._async_window import AsyncWindow
from ._watching import PASSING, Watching
from .context import AsyncContexts
from .errors import Closed
from .lines import Export, Import, Imported, LineFormat, Merged
from .memory import Memory
from .mending import AsyncMending
from .notes import Erasure, Forgetting, Remembered
from .records import DamagedRow, EventKind, ExportFormat, Origin, SecretPolicy
from .report import Extent, Indexed, Progress, Purpose
from .sessions import AsyncSessions

__all__ = ["AsyncMemory", "AsyncWindow"]

Answer = TypeVar("Answer")


class _Cancelled(Exception):
    """Stops an index run from within; nobody outside sees it."""


class AsyncMemory(AsyncQuestions, AsyncContexts, AsyncSessions, AsyncMending):
    """A memory of the code in a folder, for asyncio.

    Open one by `await AsyncMemory.open(…)`, `reading` or `in_memory`, and close it, best by `async with`.
    """

    def __init__(self, memory: Memory, thread: ThreadPoolExecutor | None = None) -> None:
        """Takes over an open memory."""
        self._memory: Memory = of_type(memory, "memory", Memory)
        self._thread = thread or _thread()

    @classmethod
    async def open(
        cls,
        root: str | os.PathLike[str],
        *,
        check: bool = False,
        rebuild: bool = False,
        fresh: bool = False,
        wait: float | None = None,
        or_read: bool = False,
        memory: str | os.PathLike[str] | None = None,
        speaker: Origin = "agent",
        max_memory_bytes: int | None = None,
        secrets: SecretPolicy | None = None,
        retention_days: int | None = None,
        max_per_day: int | None = None,
    ) -> AsyncMemory:
        """Opens the memory of a folder whose index `index` brings up to date. Only a run locks it.

        `check` verifies every page and row first, which is done anyway after a crash; `rebuild` has the
        next run make the index again from nothing.

        With `fresh` each question about code first takes in what changed in the folder: an index that is not there, or was cut
        short, is made, and up to 500 changed files are read. Where more changed, or another process is writing, the answer is from
        the index as it is, a `StaleWarning` says so, and `n_changed` how many files changed.

        With `wait` another process that is writing the index is waited for, for so many seconds, before `Locked` is raised; with
        `or_read` the memory is then opened for reading instead, which `purpose` tells. Without both nobody is waited for here, but
        by `index`.

        `memory` is the file that notes are kept in, instead of
        the project's own in the user's data folder. Once that file takes `max_memory_bytes`, nothing is added to it, and
        `Full` is raised; by default there is no limit but the disk's.

        `secrets` says what becomes of texts that have the form of a known kind of secret: `mask` replaces the secret by its
        kind, `refuse` refuses the event, `keep` keeps it as it is. After `retention_days` upkeep forgets turns, tool calls,
        touches of files and what was learnt from them; 0 is never. One principal records at most `max_per_day` events on a
        day of UTC; 0 is no limit. What is not given is as the user's `config.json` says, or else `mask`, never and no limit.

        Args:
            root: The folder.
            check: Whether every page and row is verified first. Default: `False`.
            rebuild: Whether the next run makes the index again. Default: `False`.
            fresh: Whether questions first take in what changed. Default: `False`.
            wait: How many seconds another process that writes is waited for. Default: `None`, not at all.
            or_read: Whether the memory is opened for reading where another process writes. Default: `False`.
            memory: The file that notes are kept in. Default: `None`, the project's own.
            speaker: Who speaks: nothing that is recorded is relied on more. Default: `"agent"`; `"person"` where a person types.
            max_memory_bytes: The most bytes of that file. Default: `None`, no limit.
            secrets: What becomes of secrets: `mask`, `refuse` or `keep`. Default: `None`, as set.
            retention_days: After how many days upkeep forgets, at most 36,500. Default: `None`, as set.
            max_per_day: The most events of a principal on a day. Default: `None`, as set.
        """
        return await cls._opened(
            lambda: Memory.open(
                root,
                check=check,
                rebuild=rebuild,
                fresh=fresh,
                wait=wait,
                or_read=or_read,
                memory=memory,
                speaker=speaker,
                max_memory_bytes=max_memory_bytes,
                secrets=secrets,
                retention_days=retention_days,
                max_per_day=max_per_day,
            )
        )

    @classmethod
    async def reading(
        cls,
        root: str | os.PathLike[str],
        *,
        fresh: bool = False,
        memory: str | os.PathLike[str] | None = None,
        speaker: Origin = "agent",
        max_memory_bytes: int | None = None,
        secrets: SecretPolicy | None = None,
        retention_days: int | None = None,
        max_per_day: int | None = None,
    ) -> AsyncMemory:
        """Opens the memory of an indexed folder to ask it, beside whoever writes. What is kept is as for `open`.

        Args:
            root: The folder.
            fresh: Whether each question about code first takes in what changed, as for `open`; an index is not made. Default: `False`.
            memory: The file that notes are kept in. Default: `None`, the project's own.
            speaker: Who speaks: nothing that is recorded is relied on more. Default: `"agent"`; `"person"` where a person types.
            max_memory_bytes: The most bytes of that file. Default: `None`, no limit.
            secrets: What becomes of secrets: `mask`, `refuse` or `keep`. Default: `None`, as set.
            retention_days: After how many days upkeep forgets, at most 36,500. Default: `None`, as set.
            max_per_day: The most events of a principal on a day. Default: `None`, as set.
        """
        return await cls._opened(
            lambda: Memory.reading(
                root,
                fresh=fresh,
                memory=memory,
                speaker=speaker,
                max_memory_bytes=max_memory_bytes,
                secrets=secrets,
                retention_days=retention_days,
                max_per_day=max_per_day,
            )
        )

    @classmethod
    async def in_memory(cls, root: str | os.PathLike[str], *, speaker: Origin = "agent") -> AsyncMemory:
        """A memory of a folder that keeps nothing on disk.

        Args:
            root: The folder.
            speaker: Who speaks: nothing that is recorded is relied on more. Default: `"agent"`; `"person"` where a person types.
        """
        return await cls._opened(lambda: Memory.in_memory(root, speaker=speaker))

    @classmethod
    async def from_files(cls, files: Mapping[str | os.PathLike[str], str], *, speaker: Origin = "agent") -> AsyncMemory:
        """A memory of these texts, by their paths, indexed. Neither they nor anything else is on a disk.

        Args:
            files: The text of each file, by its path relative to a folder that there need not be: `{"src/app.py": "…"}`.
            speaker: Who speaks: nothing that is recorded is relied on more. Default: `"agent"`; `"person"` where a person types.
        """
        return await cls._opened(lambda: Memory.from_files(files, speaker=speaker))

    @classmethod
    async def _opened(cls, opener: Callable[[], Memory]) -> AsyncMemory:
        thread = _thread()
        return cls(await asyncio.get_running_loop().run_in_executor(thread, opener), thread)

    def _queue(self, call: Callable[[], Answer]) -> Future[Answer]:
        # With the memory its thread has ended: nothing could be queued there that would say so.
        if self._memory.closed:
            raise Closed("the memory is closed")
        return self._thread.submit(call)

    async def _run(self, call: Callable[[], Answer]) -> Answer:
        return await asyncio.wrap_future(self._queue(call))

    async def index(
        self,
        progress: Callable[[Progress], object] | None = None,
        *,
        paths: Sequence[str | os.PathLike[str]] | None = None,
        wait: float = 600.0,
    ) -> Indexed:
        """Brings the memory up to date with the folder.

        `progress` is told how far the run is, some times a second: it is called on the event loop, and what it raises does not
        stop the run. Cancelling does; what was taken in stays, and the next run goes on from there.

        `paths` are files or folders that may have changed, absolute or relative to the memory's folder: only there is looked,
        and only that is reported.

        `wait`: for so many seconds another process that indexes the folder is waited for, before `Locked` is raised.

        Args:
            progress: What is told how far the run is. Default: `None`.
            paths: Files or folders that may have changed. Default: `None`, all of the folder.
            wait: How many seconds another process is waited for. Default: 600.
        """
        if progress is not None:
            of_type(progress, "progress", Callable)
        loop = asyncio.get_running_loop()
        stopped = threading.Event()

        def tell(far: Progress) -> None:
            if stopped.is_set():
                raise _Cancelled
            if progress is not None:
                loop.call_soon_threadsafe(progress, far)

        queued = self._queue(lambda: self._memory.index(tell, paths=paths, wait=wait))
        run = asyncio.wrap_future(queued)
        try:
            return await asyncio.shield(run)
        except asyncio.CancelledError:
            stopped.set()
            if not queued.cancel():
                # It runs: it ends at the next file, and how it ends is nobody's business any more.
                await asyncio.gather(run, return_exceptions=True)
            raise

    async def watch(self) -> AsyncGenerator[Indexed, None]:
        """Brings the memory up to date with the folder, and again after each change: `async for indexed in memory.watch()`. The
        report of the first run is given, and of each that changed something.

        While it waits for a change, other tasks may ask. It ends where the loop over it does or is cancelled, and where the memory
        is closed. A run that fails for a reason that may pass, such as a full disk, is warned of by a `RetriedWarning`, and tried
        again.
        """
        watching = Watching(await self._run(self._memory._native.changes))
        self._memory._watches.append(watching.changes)
        try:
            while not self.closed and await asyncio.to_thread(watching.changes.wait):
                try:
                    ran = await self.index()
                except Closed:
                    return
                except PASSING as error:
                    watching.failed(error)
                    continue
                if watching.is_news(ran):
                    yield ran
        finally:
            # The thread that waits sees it within moments.
            watching.changes.stop()
            self._memory._watches.remove(watching.changes)

    async def _ask(self, question: str, *arguments: object) -> Any:
        return await self._run(lambda: self._memory._ask(question, *arguments))

    async def remember(
        self,
        text: str,
        *,
        channel: str = "",
        origin: Origin | None = None,
        session: str = "",
        branch: str = "",
        task: str = "",
        time: int | None = None,
        event_id: str | None = None,
        parents: Sequence[str] = (),
        metadata: Mapping[str, Any] | None = None,
        at: Sequence[str | os.PathLike[str]] = (),
    ) -> Remembered:
        """Remembers a note about this project, in the user's data folder.

        Args:
            text: What to remember, 1 to 65,536 bytes.
            channel: What it belongs to, at most 128 bytes. Default: `""`, which stands for `_global`.
            origin: Who said it, where that is relied on less than who speaks to the memory. Default: `None`, who speaks.
            session: The session in which it was said. Default: `""`, none.
            branch: The branch of the repository that was checked out, at most 255 bytes. Default: `""`, none.
            task: The task for which it was said, at most 128 bytes. Default: `""`, none.
            time: When it happened, in milliseconds since 1970. Default: now.
            event_id: What tells this event from every other, 1 to 256 bytes: one that is told again is not added again.
                Default: a new event.
            parents: The ids of records that it was derived from, at most 100. Default: none.
            metadata: At most 32 members and 16,384 bytes of JSON; those that are texts, numbers or booleans can be asked for.
                Default: none.
            at: Files that it speaks of, at most 100. Default: none.
        """
        return await self._run(
            lambda: self._memory.remember(
                text,
                channel=channel,
                origin=origin,
                session=session,
                branch=branch,
                task=task,
                time=time,
                event_id=event_id,
                parents=parents,
                metadata=metadata,
                at=at,
            )
        )

    async def record(self, events: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> tuple[Remembered, ...]:
        """Records what happened: one event or up to 1,000, all of them or, with an error, none.

        An event is a dictionary: `{"kind": "tool_call", "tool": "bash", "success": True}`. Its members have the names of the
        records in `scrubjay.records`: those of `Event`, beside those of its kind, which is the word of one of `EventBody`, as
        `note`, `tool_call` or `task_step`. What is not given is empty;
        `time` is now, `origin` an agent, and `event_id` a new one. `metadata` is a dictionary, and `parameters` any JSON. No event is
        relied on more than who speaks to the memory, whatever its `origin`.

        The text of an error names the first event that is refused by its number, from 1 on.

        Args:
            events: One event or up to 1,000.
        """
        return await self._run(lambda: self._memory.record(events))

    async def update(self, id: str, text: str, *, metadata: Mapping[str, Any] | None = None) -> bool:
        """Replaces what a note says: its text, of 1 to 65,536 bytes, and its metadata; its id, event and time stay. It is trusted
        no further than before, and than who updates it. Whether there is such a note.

        Args:
            id: The id of the note.
            text: What it says from now on, 1 to 65,536 bytes.
            metadata: What takes the place of its metadata. Default: `None`, it has none from now on.
        """
        return await self._run(lambda: self._memory.update(id, text, metadata=metadata))

    def export_lines(self) -> Export:
        """All records without loss, as lines of JSON in pieces of about 1 MiB: `async for text in memory.export_lines()`. The last
        line is a trailer, by which a text that was cut or changed is noticed. What is recorded meanwhile may be among them. Behind
        the last piece `n_damaged` says how many records were left out, because their rows are damaged. The whole file is verified
        first: of one that is damaged, which is warned of, what can be read comes without a trailer, and counts as one left out at
        least.
        """
        return Export(self, "episodes.export-lines")

    def export_csv(self, kind: EventKind) -> Export:
        """The records of a kind as comma-separated values in pieces of whole lines, the names of the columns first: the bytes that
        `scrubjay memory export --format csv` writes. A table is for looking at, and is not imported again. Write it to a file that
        was opened with `newline=""`. Behind the last piece `n_damaged` says how many records of any kind were left out, because
        their rows are damaged. The whole file is verified first: one that is damaged is warned of, and counts as one left out at least.

        Args:
            kind: The kind of the records.
        """
        return Export(self, "episodes.export-csv", kind)

    async def export_parquet(self, kind: EventKind, file: str | os.PathLike[str]) -> int:
        """Writes the records of a kind into a new Parquet file, with the columns of `export_csv`: times are timestamps in
        milliseconds of UTC, numbers whole, `success` true or false, all else text, and what is empty is null. How many records of
        any kind were left out, because their rows are damaged.

        Args:
            kind: The kind of the records.
            file: The file, which there must not be yet.
        """
        return await self._run(lambda: self._memory.export_parquet(kind, file))

    async def import_lines(self, lines: str | Iterable[str], *, format: LineFormat = "jsonl", mine: bool = False) -> Imported:
        """Takes in what `export_lines` gave, here or elsewhere, each record once; what was forgotten here stays forgotten. `lines`
        is the text, or pieces of it, cut anywhere, as an open file gives them. A line that is refused is left out alone, and told;
        a line has at most 1,048,576 bytes. A text that ends before its trailer is not `is_whole`, nor is one whose lines were
        changed: its trailer is refused. `format="mcp"` reads the file of the Model Context Protocol's reference memory server, of
        which each observation and relation becomes a note; it says of none who spoke.

        Args:
            lines: The text, or pieces of it.
            format: Whose lines they are. Default: `"jsonl"`.
            mine: The records are your own: who spoke, and how far each is trusted, stays as it was. Default: `False`, all of them
                come from an import, untrusted.
        """
        run = Import(lines, format, mine)
        while await self._run(lambda: run.step(self._memory._native.import_lines)):
            pass
        return run.done()

    async def merge(self, file: str | os.PathLike[str], *, mine: bool = False) -> Merged:
        """Takes in the records of another memory's file, each once; what was forgotten here stays forgotten. The file is only read;
        what waits in a spool beside it is not in it yet.

        Args:
            file: The other memory's file.
            mine: The records are your own: who spoke, and how far each is trusted, stays as it was. Default: `False`, all of them
                come from an import, untrusted.
        """
        return await self._run(lambda: self._memory.merge(file, mine=mine))

    async def forget(self, ids: str | Sequence[str], *, dry_run: bool = False) -> Forgetting:
        """Forgets records for good, by their ids, with all that was derived from them. `dry_run` says what would become of them, and
        changes nothing.

        Args:
            ids: The id of a record, or those of several.
            dry_run: Says what would become of them, and changes nothing. Default: `False`.
        """
        return await self._run(lambda: self._memory.forget(ids, dry_run=dry_run))

    async def rollback(
        self,
        *,
        session: str = "",
        principal: str = "",
        channel: str = "",
        origin: Origin | None = None,
        since: int | None = None,
        dry_run: bool = False,
    ) -> Forgetting:
        """Forgets the records of a selection, up to 100,000, with all that was derived from them, in one change.

        Args:
            session: Of this session, at most 128 bytes. Default: `""`, any.
            principal: Of this principal, at most 128 bytes. Default: `""`, any.
            channel: Of this channel, at most 128 bytes. Default: `""`, any.
            origin: Of this origin. Default: any.
            since: Of what happened then or later, in milliseconds since 1970. Default: any time.
            dry_run: Says what would become of them, and changes nothing. Default: `False`.

        A selection of which nothing is said is refused.
        """
        return await self._run(
            lambda: self._memory.rollback(
                session=session, principal=principal, channel=channel, origin=origin, since=since, dry_run=dry_run
            )
        )

    async def erase(
        self,
        ids: str | Sequence[str] = (),
        *,
        session: str = "",
        principal: str = "",
        channel: str = "",
        origin: Origin | None = None,
        since: int | None = None,
        dry_run: bool = False,
    ) -> Erasure:
        """Forgets records for good, by their ids or those of a selection as for `rollback`, if any are given, and lets nothing of
        what was ever forgotten remain in the files that are kept with the memory. Its file is written anew; copies of it, damaged
        files and refused batches are removed; windows lose their tasks and the bodies that they keep for restoring. Backups are
        not touched, and named. `dry_run` says what would become of them, and changes nothing.

        Args:
            ids: The id of a record, or those of several. Default: `()`, none.
            session: Of this session, at most 128 bytes. Default: `""`, any.
            principal: Of this principal, at most 128 bytes. Default: `""`, any.
            channel: Of this channel, at most 128 bytes. Default: `""`, any.
            origin: Of this origin. Default: any.
            since: Of what happened then or later, in milliseconds since 1970. Default: any time.
            dry_run: Says what would become of them, and changes nothing. Default: `False`.
        """
        return await self._run(
            lambda: self._memory.erase(
                ids,
                session=session,
                principal=principal,
                channel=channel,
                origin=origin,
                since=since,
                dry_run=dry_run,
            )
        )

    async def export(
        self,
        *,
        format: ExportFormat = "text",
        path_prefix: str | os.PathLike[str] = "",
        around: str = "",
        depth: int = 1,
    ) -> str:
        """The graph, or a part of it, as one text.

        Args:
            format: `text` is canonical, equal for equal code, whatever way it was indexed; `json` has each edge's confidence;
                `dot`, `mermaid` and `graphml` are for programs that draw or analyse. Default: `"text"`.
            path_prefix: Only files whose path begins so, and edges between them. Default: `""`, all.
            around: Only a symbol or file, as people type it, with what edges join it to. Default: `""`, all.
            depth: How many edges away from it, from 1 to 10. Default: 1.
        """
        return await self._run(
            lambda: self._memory.export(format=format, path_prefix=path_prefix, around=around, depth=depth)
        )

    async def extent(self) -> Extent:
        """How much of the folder the memory answers for: after an index run that was cut short, a part."""
        return await self._run(self._memory.extent)

    async def damaged(self) -> tuple[DamagedRow, ...]:
        """Rows that could not be read since the memory was last opened: what the answers since then were given without."""
        return await self._run(self._memory.damaged)

    async def close(self) -> None:
        """Closes the memory, and ends its thread. A closed one may be closed again."""
        try:
            if not self._memory.closed:
                await self._run(self._memory.close)
        finally:
            # A memory is closed also where its store says that something went wrong; not where the closing was cancelled.
            if self._memory.closed:
                self._thread.shutdown(wait=False)

    @property
    def n_changed(self) -> int | None:
        """With `fresh`, how many files had changed when the last question was asked that its answer does not know of: 0, unless
        there were too many to wait for, or another process was writing. `None` where nobody looked: without `fresh`, and before
        the first question.
        """
        return self._memory.n_changed

    @property
    def purpose(self) -> Purpose:
        """What the memory was opened for: `reading` also where `or_read` had to."""
        return self._memory.purpose

    @property
    def closed(self) -> bool:
        """Whether the memory was closed, or belongs to another process."""
        return self._memory.closed

    @property
    def root(self) -> str:
        """The folder, by its canonical path."""
        return self._memory.root

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="scrubjay")
