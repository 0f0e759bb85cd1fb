"""The asynchronous twins of `Memory`, `Records` and `Window`: calls run one after the other on a thread of each one's own.

Cancelling a call that waits takes it out of the queue; cancelling an index run stops it and waits for it, so that the memory
can be used at once; any other call that runs ends by itself within moments, and its answer is dropped.

Not here: methods that only run those of the class on the thread (`_twins`).
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, final

from ._arguments import of_type
from ._twins import (
    AsyncChangesCalls,
    AsyncContextsCalls,
    AsyncMemoryCalls,
    AsyncMendingCalls,
    AsyncQuestionsCalls,
    AsyncRecordingCalls,
    AsyncRecordQuestionsCalls,
    AsyncRecordsCalls,
    AsyncSessionsCalls,
    AsyncWindowCalls,
)
from ._watching import PASSING, Watching
from .errors import Closed
from .memory import Memory
from .notes import Records
from .records import WindowOpened
from .report import Indexed, Progress
from .window import Pruned, Window

__all__ = ["AsyncMemory", "AsyncRecords", "AsyncWindow"]


class _Cancelled(Exception):
    """Stops an index run from within; nobody outside sees it."""


class AsyncMemory(
    AsyncContextsCalls,
    AsyncChangesCalls,
    AsyncSessionsCalls,
    AsyncMendingCalls,
    AsyncRecordingCalls,
    AsyncMemoryCalls,
    AsyncRecordQuestionsCalls,
    AsyncQuestionsCalls,
):
    """A memory of the code in a folder, for asyncio.

    Open one by `async with AsyncMemory.open(…) as memory`, or by `await`, and close it then; so by `reading` and `in_memory`.
    """

    _plain: Memory
    _what = "the memory is"

    def __init__(self, memory: Memory, thread: ThreadPoolExecutor | None = None) -> None:
        """Takes over an open memory."""
        super().__init__(of_type(memory, "memory", Memory), thread)

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

        queued = self._queue(lambda: self._plain.index(tell, paths=paths, wait=wait))
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
        watching = Watching(await self._run(self._plain._native.changes))
        self._plain._watches.append(watching.changes)
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
            self._plain._watches.remove(watching.changes)

    async def close(self) -> None:
        """Closes the memory, and ends its thread. A closed one may be closed again."""
        try:
            if not self._plain.closed:
                await self._run(self._plain.close)
        finally:
            # A memory is closed also where its store says that something went wrong; not where the closing was cancelled.
            if self._plain.closed:
                self._thread.shutdown(wait=False)

    def _is_closed(self) -> bool:
        return self._plain.closed


@final
class AsyncRecords(
    AsyncChangesCalls,
    AsyncSessionsCalls,
    AsyncMendingCalls,
    AsyncRecordingCalls,
    AsyncRecordsCalls,
    AsyncRecordQuestionsCalls,
):
    """Records in a file of one's own, for asyncio.

    Open them by `async with AsyncRecords.open(…) as records`, or by `await`, and close them then.
    """

    _plain: Records
    _what = "the records are"

    def __init__(self, records: Records | str | os.PathLike[str] | None = None, **options: Any) -> None:
        """Takes over open records, or opens those that `Records(…)` does with the same arguments: at once, where `open` leaves that to
        a thread.
        """
        if records is None or isinstance(records, (str, os.PathLike)):
            records = Records(records, **options)
        elif options:
            raise TypeError("records are taken over as they are: options are of those that are opened")
        super().__init__(of_type(records, "records", Records))


@final
class AsyncWindow(AsyncWindowCalls):
    """A conversation under a budget, for asyncio.

    Open one by `async with AsyncWindow.open(…) as window`, or by `await`, and close it then.
    """

    _what = "the window is"

    def __init__(self, window: Window | None = None, **settings: Any) -> None:
        """Takes over an open window, or opens one that `Window(…)` does with the same arguments: at once, where `open` leaves that to a
        thread.
        """
        if window is not None and settings:
            raise TypeError("a window is taken over as it is: settings are of a new one")
        super().__init__(Window(**settings) if window is None else of_type(window, "window", Window))

    @property
    def last(self) -> Pruned | None:
        """What the last `fit` or `prune` did."""
        return self._plain.last

    async def found(self) -> WindowOpened:
        """What opening found."""
        return await self._run(lambda: self._plain.found)
