"""The base classes of the asynchronous variants: calls run one after the other on a thread of each object.

Cancelling a queued call removes it from the queue; a running one ends by itself within moments, and its answer is dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Any, TypeVar

from ._arguments import of_type
from .errors import Closed
from .lines import Export, Import, Imported, LineFormat
from .records import EventKind, ModelRequest, SummaryDraft
from .sessions import checked_model_text

Answer = TypeVar("Answer")
Self = TypeVar("Self", bound="Twin")


class Opening(Coroutine[Any, Any, Self]):
    """An asynchronous object that is being opened: use `await`, or `async with`, which closes it too."""

    def __init__(self, opening: Coroutine[Any, Any, Self]) -> None:
        self._coroutine = opening

    def __await__(self) -> Generator[Any, None, Self]:
        return self._coroutine.__await__()

    def send(self, value: Any) -> Any:
        return self._coroutine.send(value)

    def throw(self, *exceptions: Any) -> Any:
        return self._coroutine.throw(*exceptions)

    def close(self) -> None:
        self._coroutine.close()

    async def __aenter__(self) -> Self:
        self._twin = await self._coroutine
        return await self._twin.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._twin.__aexit__(kind, raised, trace)


class Twin:
    """The asynchronous variant of an object: runs the object's methods on a thread."""

    _plain: Any
    """The synchronous object. Only the thread calls those of its methods that may block."""
    _name_and_verb: str
    """The subject and verb of the error for a closed object: "the memory is"."""

    def __init__(self, plain: Any, thread: ThreadPoolExecutor | None = None) -> None:
        self._plain = plain
        self._thread = thread or _thread()
        self._has_ended = False

    @classmethod
    def _opening(cls: type[Self], opener: Callable[[], Any]) -> Opening[Self]:
        return Opening(cls._opened(opener))

    @classmethod
    async def _opened(cls: type[Self], opener: Callable[[], Any]) -> Self:
        thread = _thread()
        twin = cls(await asyncio.get_running_loop().run_in_executor(thread, opener))
        twin._thread = thread
        return twin

    def _is_closed(self) -> bool:
        return self._has_ended

    def _queue(self, call: Callable[[], Answer]) -> Future[Answer]:
        # A closed object's thread has ended, so the error cannot come from a call on it.
        if self._is_closed():
            raise Closed(f"{self._name_and_verb} closed")
        return self._thread.submit(call)

    async def _run(self, call: Callable[[], Answer]) -> Answer:
        return await asyncio.wrap_future(self._queue(call))

    async def close(self) -> None:
        """Closes the object after earlier calls, and ends its thread. Closing again does nothing."""
        if not self._has_ended:
            closing_future = self._queue(self._plain.close)
            self._has_ended = True
            self._thread.shutdown(wait=False)
            await asyncio.wrap_future(closing_future)

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class RecordingTwin(Twin):
    """The asynchronous variant of an object with records: methods that need more than one call on the thread."""

    def export_lines(self) -> Export:
        """Exports all records without loss, as lines of JSON in pieces of about 1 MiB: `async for text in memory.export_lines()`. The
        last line is a trailer, by which `import_lines` detects a cut or changed text. Events recorded meanwhile may be included.
        After the last piece `n_damaged` is how many records were left out, because their rows are damaged. The whole file is
        verified first. If it is damaged, a warning is issued, the trailer says `is_damaged` and confirms nothing, and at least one
        record counts as left out.
        """
        return Export(self, "episodes.export-lines")

    def export_csv(self, kind: EventKind) -> Export:
        """Exports the records of a kind as comma-separated values, in pieces of whole lines, after a line of column names: the same
        bytes as `scrubjay memory export --format csv`. A table cannot be imported. Write it to a file that was opened with
        `newline=""`. After the last piece `n_damaged` is how many records of any kind were left out, because their rows are
        damaged. The whole file is verified first. If it is damaged, a warning is issued, and at least one record counts as left out.

        Args:
            kind: The kind of the records.
        """
        return Export(self, "episodes.export-csv", kind)

    async def summarise_session_with(
        self,
        id: str,
        model: Callable[[ModelRequest], Awaitable[str]],
        *,
        max_entries: int = 50,
        keep_entries: int = 30,
        max_tokens: int = 100_000,
        is_manual: bool = False,
    ) -> SummaryDraft:
        """Drafts the summary of the entries that a compaction would remove, by a model, which is asked at most once and may use this
        memory meanwhile. The answer is recorded at once, and is reused for the same entries.

        The model is awaited on the event loop: cancelling ends it. Exceptions of the model are raised, and nothing is changed. Raises
        `Stale` if the entries changed meanwhile, and `Invalid` if the answer is no summary that `compact_session` would accept.

        Args:
            id: The session, 1 to 128 bytes.
            model: A function that gets the request and returns the summary.
            max_entries: The most entries; with more, the oldest are removed. From 1 to 100,000,000. Default: 50.
            keep_entries: How many of the newest entries stay then. From 1 to 100,000,000. Default: 30.
            max_tokens: The most tokens of the history. From 1 to 100,000,000. Default: 100,000.
            is_manual: Whether all but the newest are removed even if no limit is exceeded. Default: `False`.
        """
        of_type(model, "model", Callable)
        native: Any = self._plain._records
        question = (id, max_entries, keep_entries, max_tokens, is_manual)
        reply: SummaryDraft | ModelRequest = await self._run(lambda: native.summarise_session(question, None))
        if isinstance(reply, SummaryDraft):
            return reply
        model_answer = (reply.texts, checked_model_text(await model(reply)))
        draft: SummaryDraft = await self._run(lambda: native.summarise_session(question, model_answer))
        return draft

    async def _import_lines(self, lines: str | Iterable[str], *, format: LineFormat, mine: bool) -> Imported:
        run = Import(lines, format, mine)
        while await self._run(lambda: run.step(self._plain._records.import_lines)):
            pass
        return run.result()

    async def _ask(self, question: str, *arguments: object) -> Any:
        return await self._run(lambda: self._plain._ask(question, *arguments))

    async def _is_damaged(self) -> bool:
        is_damaged: Callable[[], bool] = self._plain._is_damaged
        return await self._run(is_damaged)

    async def _is_known_damaged(self) -> bool:
        is_known_damaged: Callable[[], bool] = self._plain._is_known_damaged
        return await self._run(is_known_damaged)


def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="scrubjay")
