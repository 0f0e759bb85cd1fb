"""The asynchronous twin of `Memory`: calls run one after the other on a thread of its own.

Cancelling a call that waits takes it out of the queue; cancelling an index run stops it and waits for it, so that the memory
can be used at once; any other call that runs ends by itself within moments, and its answer is dropped.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import TypeVar

from ._native import Memory
from .errors import Closed
from .records import (
    DamagedRow,
    DependencyPage,
    EdgeKind,
    FileOutline,
    FindPage,
    HierarchyPage,
    MemoryStatus,
    PathPage,
    Prepared,
    RepositoryMap,
    SymbolKind,
    WalkPage,
)
from .report import Indexed, Progress

Answer = TypeVar("Answer")


class _Cancelled(Exception):
    """Stops an index run from within; nobody outside sees it."""


class AsyncMemory:
    """A memory of the code in a folder, for asyncio.

    Open one by `await AsyncMemory.open(…)`, `reading` or `in_memory`, and close it, best by `async with`.
    """

    def __init__(self, memory: Memory, thread: ThreadPoolExecutor | None = None) -> None:
        """Takes over an open memory."""
        self._memory = memory
        self._thread = thread or _thread()

    @classmethod
    async def open(
        cls, root: str | os.PathLike[str], *, check: bool = False, rebuild: bool = False
    ) -> AsyncMemory:
        """As `Memory.open`."""
        return await cls._opened(lambda: Memory.open(root, check=check, rebuild=rebuild))

    @classmethod
    async def reading(cls, root: str | os.PathLike[str]) -> AsyncMemory:
        """As `Memory.reading`."""
        return await cls._opened(lambda: Memory.reading(root))

    @classmethod
    async def in_memory(cls, root: str | os.PathLike[str]) -> AsyncMemory:
        """As `Memory.in_memory`."""
        return await cls._opened(lambda: Memory.in_memory(root))

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
    ) -> Indexed:
        """As `Memory.index`; `progress` is called on the event loop, and what it raises does not stop the run."""
        loop = asyncio.get_running_loop()
        stopped = threading.Event()

        def tell(far: Progress) -> None:
            if stopped.is_set():
                raise _Cancelled
            if progress is not None:
                loop.call_soon_threadsafe(progress, far)

        queued = self._queue(lambda: self._memory.index(tell, paths=paths))
        run = asyncio.wrap_future(queued)
        try:
            return await asyncio.shield(run)
        except asyncio.CancelledError:
            stopped.set()
            if not queued.cancel():
                # It runs: it ends at the next file, and how it ends is nobody's business any more.
                await asyncio.gather(run, return_exceptions=True)
            raise

    async def find(
        self,
        text: str,
        *,
        kinds: Sequence[SymbolKind] = (),
        path_prefix: str | None = None,
        most: int = 20,
        explain: bool = False,
    ) -> FindPage:
        """As `Memory.find`."""
        return await self._run(
            lambda: self._memory.find(text, kinds=kinds, path_prefix=path_prefix, most=most, explain=explain)
        )

    async def outline(self, path: str) -> FileOutline:
        """As `Memory.outline`."""
        return await self._run(lambda: self._memory.outline(path))

    async def callers(
        self, name: str, *, depth: int = 1, most: int = 100, least_confidence: float = 0.0
    ) -> WalkPage:
        """As `Memory.callers`."""
        return await self._run(
            lambda: self._memory.callers(name, depth=depth, most=most, least_confidence=least_confidence)
        )

    async def callees(
        self, name: str, *, depth: int = 1, most: int = 100, least_confidence: float = 0.0
    ) -> WalkPage:
        """As `Memory.callees`."""
        return await self._run(
            lambda: self._memory.callees(name, depth=depth, most=most, least_confidence=least_confidence)
        )

    async def references(
        self, name: str, *, depth: int = 1, most: int = 100, least_confidence: float = 0.0
    ) -> WalkPage:
        """As `Memory.references`."""
        return await self._run(
            lambda: self._memory.references(name, depth=depth, most=most, least_confidence=least_confidence)
        )

    async def impact(
        self, name: str, *, depth: int = 1, most: int = 100, least_confidence: float = 0.0
    ) -> WalkPage:
        """As `Memory.impact`."""
        return await self._run(
            lambda: self._memory.impact(name, depth=depth, most=most, least_confidence=least_confidence)
        )

    async def hierarchy(
        self, name: str, *, depth: int = 1, most: int = 100, least_confidence: float = 0.0
    ) -> HierarchyPage:
        """As `Memory.hierarchy`."""
        return await self._run(
            lambda: self._memory.hierarchy(name, depth=depth, most=most, least_confidence=least_confidence)
        )

    async def path(
        self,
        source: str,
        target: str,
        *,
        depth: int = 10,
        kinds: Sequence[EdgeKind] = (),
        least_confidence: float = 0.0,
    ) -> PathPage:
        """As `Memory.path`."""
        return await self._run(
            lambda: self._memory.path(source, target, depth=depth, kinds=kinds, least_confidence=least_confidence)
        )

    async def dependencies(self, path: str, *, depth: int = 1, most: int = 100) -> DependencyPage:
        """As `Memory.dependencies`."""
        return await self._run(lambda: self._memory.dependencies(path, depth=depth, most=most))

    async def dependents(self, path: str, *, depth: int = 1, most: int = 100) -> DependencyPage:
        """As `Memory.dependents`."""
        return await self._run(lambda: self._memory.dependents(path, depth=depth, most=most))

    async def map(self, *, budget: int = 2000, focus: Sequence[str] = ()) -> RepositoryMap:
        """As `Memory.map`."""
        return await self._run(lambda: self._memory.map(budget=budget, focus=focus))

    async def export(self) -> str:
        """As `Memory.export`."""
        return await self._run(self._memory.export)

    async def prepare(self, task: str, *, budget: int = 8000, focus: Sequence[str] = ()) -> Prepared:
        """As `Memory.prepare`."""
        return await self._run(lambda: self._memory.prepare(task, budget=budget, focus=focus))

    async def status(self) -> MemoryStatus:
        """As `Memory.status`."""
        return await self._run(self._memory.status)

    async def damaged(self) -> tuple[DamagedRow, ...]:
        """As `Memory.damaged`."""
        return await self._run(self._memory.damaged)

    async def close(self) -> None:
        """As `Memory.close`; the thread ends too."""
        try:
            if not self._memory.closed:
                await self._run(self._memory.close)
        finally:
            # A memory is closed also where its store says that something went wrong; not where the closing was cancelled.
            if self._memory.closed:
                self._thread.shutdown(wait=False)

    @property
    def closed(self) -> bool:
        """As `Memory.closed`."""
        return self._memory.closed

    @property
    def root(self) -> str:
        """As `Memory.root`."""
        return self._memory.root

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="scrubjay")
