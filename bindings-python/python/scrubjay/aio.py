"""The asynchronous variants of `Memory`, `Records` and `Window`: calls run one after the other on a thread of each object.

Cancelling a queued call removes it from the queue. Cancelling an index run stops it and waits for its end, so that the memory
can be used at once. Any other running call ends by itself within moments, and its answer is dropped.

Not here: methods that only call the synchronous ones on the thread (`_twins`).
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
from ._watching import RETRIED_ERRORS, WatchState
from .errors import Closed
from .memory import Memory
from .notes import Records
from .records import WindowOpened
from .report import Indexed, Progress
from .window import Pruned, Window

__all__ = ["AsyncMemory", "AsyncRecords", "AsyncWindow"]


class _Cancelled(Exception):
    """Raised by the progress callback to stop an index run; never leaves this module."""


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

    Open a memory by `async with AsyncMemory.open(…) as memory`, or by `await AsyncMemory.open(…)`, and then close it later. `reading`,
    `in_memory` and `from_files` are used in the same way.
    """

    _plain: Memory
    _name_and_verb = "the memory is"

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
        """Indexes the files of the folder that changed since the last run.

        `progress` is called several times a second, on the event loop; its exceptions do not stop the run. Cancelling stops the run: what
        was committed stays, and the next run continues from there.

        `paths` are files or folders that may have changed, absolute or relative to the memory's folder. Only these are examined
        and reported.

        If another process is indexing the folder, this waits at most `wait` seconds before `Locked` is raised.

        Args:
            progress: A function that is called with the progress of the run. Default: `None`.
            paths: Files or folders that may have changed. Default: `None`, all of the folder.
            wait: How many seconds to wait for another process. Default: 600.
        """
        if progress is not None:
            of_type(progress, "progress", Callable)
        loop = asyncio.get_running_loop()
        stop_requested = threading.Event()

        def tell(stage: Progress) -> None:
            if stop_requested.is_set():
                raise _Cancelled
            if progress is not None:
                loop.call_soon_threadsafe(progress, stage)

        queued = self._queue(lambda: self._plain.index(tell, paths=paths, wait=wait))
        index_run = asyncio.wrap_future(queued)
        try:
            return await asyncio.shield(index_run)
        except asyncio.CancelledError:
            stop_requested.set()
            if not queued.cancel():
                # The run is in progress, and ends at the next file. Its result is dropped.
                await asyncio.gather(index_run, return_exceptions=True)
            raise

    async def watch(self) -> AsyncGenerator[Indexed, None]:
        """Indexes the folder, and again after each change: `async for indexed in memory.watch()`. Yields the report of the first run, and
        of each further one that changed something.

        While the watch waits for a change, other tasks can use the memory. The watch ends when the loop ends or is cancelled, or when
        the memory is closed. A run that fails for a reason that may pass, such as a full disk, is retried after a `RetriedWarning`.
        """
        watching = WatchState(await self._run(self._plain._native.changes))
        self._plain._watches.append(watching.changes)
        try:
            while not self.closed and await asyncio.to_thread(watching.changes.wait):
                try:
                    indexed = await self.index()
                except Closed:
                    return
                except RETRIED_ERRORS as error:
                    watching.note_failure(error)
                    continue
                if watching.note_run(indexed):
                    yield indexed
        finally:
            # The waiting thread notices within moments.
            watching.changes.stop()
            self._plain._watches.remove(watching.changes)

    async def close(self) -> None:
        """Closes the memory, and ends its thread. Closing again does nothing."""
        try:
            if not self._plain.closed:
                await self._run(self._plain.close)
        finally:
            # The memory counts as closed even if closing raised an error of the store, but not if closing was cancelled.
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
    """Records without a project, for asyncio: in a file, or, without a file, in memory.

    Open them by `async with AsyncRecords.open(…) as records`, or by `await AsyncRecords.open(…)` and close them later.
    """

    _plain: Records
    _name_and_verb = "the records are"

    def __init__(self, records: Records | str | os.PathLike[str] | None = None, **options: Any) -> None:
        """Takes over open records, or opens records as `Records(…)` does with the same arguments. Opening here blocks; `open` opens on a
        thread.
        """
        if records is None or isinstance(records, (str, os.PathLike)):
            records = Records(records, **options)
        elif options:
            raise TypeError("records are taken over as they are: options are of those that are opened")
        super().__init__(of_type(records, "records", Records))


@final
class AsyncWindow(AsyncWindowCalls):
    """A conversation under a budget, for asyncio.

    Open one by `async with AsyncWindow.open(…) as window`, or by `await AsyncWindow.open(…)` and close it later.
    """

    _name_and_verb = "the window is"

    def __init__(self, window: Window | None = None, **settings: Any) -> None:
        """Takes over an open window, or opens a window as `Window(…)` does with the same arguments. Opening here blocks; `open` opens
        on a thread.
        """
        if window is not None and settings:
            raise TypeError("a window is taken over as it is: settings are of a new one")
        super().__init__(Window(**settings) if window is None else of_type(window, "window", Window))

    @property
    def last(self) -> Pruned | None:
        """The result of the last `fit` or `prune`; `None` before the first."""
        return self._plain.last

    async def found(self) -> WindowOpened:
        """What opening found: whether the window was there already, and how many prunes and pruned parts it had."""
        return await self._run(lambda: self._plain.found)
