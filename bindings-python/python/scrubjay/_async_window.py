"""The asynchronous twin of `Window`: its calls run one after the other on a thread of its own, and the event loop goes on meanwhile.

Cancelling a call that waits takes it out of the queue; one that runs ends by itself within moments, and its answer is dropped.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, TypeVar, final, overload

from ._arguments import of_type
from .errors import Closed
from .records import (
    Explanation,
    LearningPage,
    MessageFormat,
    Policy,
    Pushed,
    RecoveredWindow,
    Restored,
    SnapshotComparison,
    SnapshotOfWindow,
    SnapshotPage,
    StubKind,
    VisibleItem,
    WindowOpened,
    WindowStatus,
)
from .window import Part, Pruned, Window

Answer = TypeVar("Answer")
Message = TypeVar("Message")


@final
class AsyncWindow:
    """A conversation under a budget, for asyncio.

    Open one by `await AsyncWindow.open(…)`, and close it, best by `async with`.
    """

    def __init__(self, window: Window) -> None:
        """Takes over an open window."""
        self._window: Window = of_type(window, "window", Window)
        self._thread: ThreadPoolExecutor | None = ThreadPoolExecutor(max_workers=1, thread_name_prefix="scrubjay")

    @classmethod
    async def open(
        cls,
        *,
        policy: Policy = "evidence",
        max_tokens: int = 200_000,
        threshold: float = 0.8,
        low: float = 0.66,
        recap_share: float = 0.1,
        keep_last: int = 3,
        stub: StubKind = "outline",
        cache_read: float = 0.1,
        cache_write: float = 1.25,
        cache_lifetime: int = 300_000,
        max_body_bytes: int = 1_048_576,
        max_window_bytes: int = 67_108_864,
        body_lifetime: int = 604_800_000,
        caller_keeps: bool = False,
        immutable: bool = False,
        memory: str | os.PathLike[str] | None = None,
        project: str | os.PathLike[str] | None = None,
        name: str = "",
        tenant: str = "",
        principal: str = "",
        saved: bytes = b"",
    ) -> AsyncWindow:
        """Opens a window.

        Args:
            policy: Who decides. Default: `"evidence"`.
            max_tokens: The most tokens of a request, 1,000 to 100,000,000. Default: 200,000.
            threshold: The share of them at which a prune begins, 0.05 to 1.0. Default: 0.8.
            low: The share of that which a prune leaves, beside what the last steps brought, 0.05 to 1.0. Default: 0.66.
            recap_share: The share of the tokens at which a prune begins that stubs may take, 0.0 to 0.5: beyond, the oldest messages
                leave whole into recaps, which all together take no more than it. 0: none does. Default: 0.1.
            keep_last: How many results the policy `keep_last` keeps. Default: 3.
            stub: What is left of a pruned part. Default: `"outline"`.
            cache_read: The price of a token read from the prompt cache, as a share of one without a cache. Default: 0.1.
            cache_write: The price of a token written into it. Default: 1.25.
            cache_lifetime: How long the provider keeps a cache that is not used, in milliseconds. Default: 300,000.
            max_body_bytes: The most bytes of one part that are kept for restoring; a larger part is only pruned where
                `caller_keeps`. Default: 1,048,576.
            max_window_bytes: The most bytes that are kept of all parts; beyond, the oldest are given up. Default: 67,108,864.
            body_lifetime: How long they are kept, in milliseconds. Default: 604,800,000, seven days.
            caller_keeps: The caller keeps what is pruned itself. Default: `False`.
            immutable: The caller changes no message in place, and none that `fit` gave: a message that is the same object as before,
                at the same place, is taken to be unchanged. `fit` then costs what is new. Default: `False`: the content is compared.
            memory: The file of a memory in which the window is kept. Default: `None`.
            project: The folder of a project in whose memory it is kept. Default: `None`.
            name: Its name in a memory, 1 to 128 bytes.
            tenant: Whose memory it is, at most 128 bytes. Default: `""`.
            principal: Who has it open, at most 128 bytes. Default: `""`.
            saved: What `save` gave, of a window without a memory. Default: none.
        """
        opener = lambda: Window(
            policy=policy,
            max_tokens=max_tokens,
            threshold=threshold,
            low=low,
            recap_share=recap_share,
            keep_last=keep_last,
            stub=stub,
            cache_read=cache_read,
            cache_write=cache_write,
            cache_lifetime=cache_lifetime,
            max_body_bytes=max_body_bytes,
            max_window_bytes=max_window_bytes,
            body_lifetime=body_lifetime,
            caller_keeps=caller_keeps,
            immutable=immutable,
            memory=memory,
            project=project,
            name=name,
            tenant=tenant,
            principal=principal,
            saved=saved,
        )
        return cls(await asyncio.to_thread(opener))

    async def _run(self, call: Callable[[], Answer]) -> Answer:
        if self._thread is None:
            raise Closed("the window is closed")
        return await asyncio.wrap_future(self._thread.submit(call))

    @overload
    async def fit(self, messages: Mapping[str, Any], format: MessageFormat = "anthropic") -> dict[str, Any]: ...
    @overload
    async def fit(self, messages: Sequence[Message], format: MessageFormat = "anthropic") -> list[Message]: ...
    async def fit(self, messages: Any, format: MessageFormat = "anthropic") -> Any:
        """The messages as they are to be sent: pruned where the budget demands it. Called before each request.

        Messages that nothing is pruned of are the same objects; the given list is not changed. `last` says what was done.

        Args:
            messages: All messages of the conversation as the provider's library takes them: dictionaries, or objects of
                LangChain or of Pydantic; or a whole request, a dictionary with `messages` or `input`, which comes back as one.
            format: Whose messages they are. Default: `"anthropic"`.

        Raises:
            Floor: The budget cannot be met.
            Conflict: Another process changed the window: call again.
            Invalid: The messages are not what the format says, or were no valid conversation.
        """
        return await self._run(lambda: self._window.fit(messages, format))

    async def push(self, parts: Sequence[Part]) -> Pushed:
        """Takes parts in, of messages of no known format, in the order of the conversation. After it `prune` gives the edits of all
        that is pruned, which the caller makes.

        Args:
            parts: New ones, or those from a message on that was known.
        """
        return await self._run(lambda: self._window.push(parts))

    async def push_messages(
        self, messages: Sequence[Any], format: MessageFormat = "anthropic", *, first: int = 0
    ) -> Pushed:
        """Takes messages in without pruning. `fit` does so by itself.

        Args:
            messages: New ones, or those from a message on that was known, as the provider's library takes them.
            format: Whose messages they are. Default: `"anthropic"`.
            first: The number of the first of them in the conversation, from 0. Default: 0.
        """
        return await self._run(lambda: self._window.push_messages(messages, format, first=first))

    async def prune(self) -> Pruned:
        """Prunes where the budget demands it, or where a cold prompt cache makes it cheap. `fit` does so by itself."""
        return await self._run(self._window.prune)

    async def restore(self, id: str) -> Restored:
        """What a part held, pruned or not: its text, and the JSON of its value. Who wants it back in the conversation appends it.

        Args:
            id: The id that a stub names.
        """
        return await self._run(lambda: self._window.restore(id))

    async def already_visible(self, content: str) -> VisibleItem | None:
        """The newest part of a text, as long as it can be read in the conversation as it is edited.

        Args:
            content: The text.
        """
        return await self._run(lambda: self._window.already_visible(content))

    async def report_usage(self, input_tokens: int) -> None:
        """Holds the total to what the provider counted.

        Args:
            input_tokens: All input tokens of the last request, cached ones included.
        """
        await self._run(lambda: self._window.report_usage(input_tokens))

    async def set_relevance(self, relevance: Mapping[str, float]) -> None:
        """Has the values of parts multiplied by how relevant something else holds them.

        Args:
            relevance: 0.0 to 1.0, by id.
        """
        await self._run(lambda: self._window.set_relevance(relevance))

    async def pin(self, ids: str | Sequence[str], *, pinned: bool = True) -> None:
        """Pins parts, which then never leave, or lets go of them.

        Args:
            ids: The id of a part, or those of several.
            pinned: Whether they are pinned from now on. Default: `True`.
        """
        await self._run(lambda: self._window.pin(ids, pinned=pinned))

    async def set_task(self, task: str) -> None:
        """Says which task the conversation is about from now on. Makes a snapshot.

        Args:
            task: The task, at most 128 bytes; `""`: none.
        """
        await self._run(lambda: self._window.set_task(task))

    async def snapshot(self) -> None:
        """Makes a snapshot."""
        await self._run(self._window.snapshot)

    async def snapshots(self, *, limit: int = 10, before: int = 0) -> SnapshotPage:
        """Snapshots, newest first.

        Args:
            limit: How many at most, 1 to 100. Default: 10.
            before: Of those before this number; 0: of all. Default: 0.
        """
        return await self._run(lambda: self._window.snapshots(limit=limit, before=before))

    async def find_snapshot(self, number: int | None = None) -> SnapshotOfWindow | None:
        """What left at a prune, why, and what stayed. `None` if there is none.

        Args:
            number: The number of its snapshot. Default: `None`, the newest prune.
        """
        return await self._run(lambda: self._window.find_snapshot(number))

    async def explain(self, id: str) -> Explanation | None:
        """What the newest snapshot that judged a part says of it: its value, what that consists of, and what became of it.

        Args:
            id: The part, by the id that a stub or a snapshot names.
        """
        return await self._run(lambda: self._window.explain(id))

    async def what_if(self, max_tokens: int) -> SnapshotOfWindow:
        """What a prune would do now at another budget, as the snapshot that it would make, with the number 0. Nothing is changed.

        Args:
            max_tokens: The most tokens of a request, 1,000 to 100,000,000.
        """
        return await self._run(lambda: self._window.what_if(max_tokens))

    async def compare_snapshots(self, older: int, newer: int | None = None) -> SnapshotComparison:
        """Which parts left or came between two snapshots.

        Args:
            older: The number of the one.
            newer: The number of the other. Default: `None`, the newest.
        """
        return await self._run(lambda: self._window.compare_snapshots(older, newer))

    async def recover_snapshot(self, number: int) -> RecoveredWindow:
        """The edits as they were at a snapshot, of the messages as they were given. The window stays as it is.

        Args:
            number: The number of the snapshot.
        """
        return await self._run(lambda: self._window.recover_snapshot(number))

    async def learnings(self, *, limit: int = 20) -> LearningPage:
        """What the parts taught that were pruned, newest first.

        Args:
            limit: How many at most, 1 to 1,000. Default: 20.
        """
        return await self._run(lambda: self._window.learnings(limit=limit))

    async def status(self) -> WindowStatus:
        """How the window stands."""
        return await self._run(self._window.status)

    async def save(self) -> bytes:
        """All that a window without a memory keeps, for `saved`. Not the messages, which are the caller's."""
        return await self._run(self._window.save)

    async def end(self) -> None:
        """Ends the window: nothing of it can be restored. What it taught stays."""
        await self._run(self._window.end)

    async def found(self) -> WindowOpened:
        """What opening found."""
        return await self._run(lambda: self._window.found)

    @property
    def last(self) -> Pruned | None:
        """What the last `fit` or `prune` did."""
        return self._window.last

    async def close(self) -> None:
        """Waits for the calls before, closes the window, and ends its thread. A closed one may be closed again."""
        if self._thread is not None:
            thread, self._thread = self._thread, None
            closing = thread.submit(self._window.close)
            thread.shutdown(wait=False)
            await asyncio.wrap_future(closing)

    async def __aenter__(self) -> AsyncWindow:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
