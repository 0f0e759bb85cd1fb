"""LangChain: middlewares that record agents and fit their requests into a window, and memories as tools and retrievers.

    from scrubjay import Memory, Window
    from scrubjay.langchain import RecordingMiddleware, WindowMiddleware, tools

    memory, window = Memory.open(".", fresh=True), Window(max_tokens=100_000)

    agent = create_agent(model, tools(memory), middleware=[RecordingMiddleware(memory), WindowMiddleware(window)])

Needs LangChain, which `pip install "scrubjay[langchain]"` installs too.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import BaseTool, StructuredTool

from . import tools as plain
from ._agents import Fitting
from ._langchain import RecordingMiddleware
from .aio import AsyncMemory, AsyncWindow
from .errors import Invalid
from .memory import Memory
from .records import Prepared, Recalled
from .window import OnFloor, Window

__all__ = ["MemoryRetriever", "OnFloor", "RecallRetriever", "RecordingMiddleware", "WindowMiddleware", "tools"]


def tools(
    memory: Memory | AsyncMemory,
    *,
    only: Sequence[str] = (),
    toolset: plain.Toolset = "default",
    prefix: str = "",
) -> list[BaseTool]:
    """The tools of `scrubjay.tools` as LangChain tools. Those of an `AsyncMemory` are asynchronous.

    Args:
        memory: The memory. If it was opened with `fresh=True`, each question about code first indexes changed files.
        only: The names of the tools, in the wanted order. Default: `()`, those of `toolset`.
        toolset: `"default"`, the tools that agents need most, or `"all"`. Default: `"default"`.
        prefix: A prefix of the tools' names. Default: `""`.
    """
    keyword = "coroutine" if isinstance(memory, AsyncMemory) else "func"
    functions = plain.tools(memory, only=only, toolset=toolset, prefix=prefix)
    return [StructuredTool.from_function(**{keyword: tool}, parse_docstring=True) for tool in functions]  # type: ignore[arg-type]


class MemoryRetriever(BaseRetriever):
    """Retrieves the code that a task needs by `Memory.prepare`: a document for each piece, with its path, lines, score and reason.

    Args:
        memory: A `Memory`; or an `AsyncMemory`, which supports only `ainvoke`.
        budget: The most tokens of all pieces. Default: 8,000.
        focus: Paths that the task is about. Default: none.
        k: The most pieces: those with the greatest scores. `invoke` takes `k` too. Default: `None`, as many as the budget allows.
    """

    memory: Any
    budget: int = 8_000
    focus: tuple[str, ...] = ()
    k: int | None = None

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        if isinstance(self.memory, AsyncMemory):
            raise TypeError(_AWAITED_MESSAGE)
        return _pieces(self.memory.prepare(query, budget=self.budget, focus=self.focus), self.k if k is None else k)

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        if isinstance(self.memory, AsyncMemory):
            prepared = await self.memory.prepare(query, budget=self.budget, focus=self.focus)
        else:
            prepared = await asyncio.to_thread(self.memory.prepare, query, budget=self.budget, focus=self.focus)
        return _pieces(prepared, self.k if k is None else k)


class RecallRetriever(BaseRetriever):
    """Retrieves records by `Memory.recall`: a document for each hit, best first, with the excerpt of the hit's text that fits best, and its
    id, kind, time, session, channel, trust, score and fit. A question without hits, or without letters and digits, gives no documents.

    Args:
        memory: A `Memory` or `Records`; or an `AsyncMemory`, which supports only `ainvoke`.
        k: The most hits, 1 to 100; `invoke` takes it too. Default: 10.
        options: Other arguments of `recall`, such as `{"kinds": ["note"], "since": 1764000000000}`. Default: none.
    """

    memory: Any
    k: int = 10
    options: dict[str, Any] = {}

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        if isinstance(self.memory, AsyncMemory):
            raise TypeError(_AWAITED_MESSAGE)
        if not _has_words(query):
            return []
        return _hits(self.memory.recall(query, **{**self.options, "limit": self.k if k is None else k}))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        options = {**self.options, "limit": self.k if k is None else k}
        if not _has_words(query):
            return []
        if isinstance(self.memory, AsyncMemory):
            return _hits(await self.memory.recall(query, **options))
        return _hits(await asyncio.to_thread(functools.partial(self.memory.recall, query, **options)))


_AWAITED_MESSAGE = "an AsyncMemory is retrieved from by ainvoke"


def _has_words(query: str) -> bool:
    """Whether a question has letters or digits. `recall` refuses others; a retriever finds nothing for them, so that a chain goes on."""
    return any(letter.isalnum() for letter in query)


def _pieces(prepared: Prepared, k: int | None) -> list[Document]:
    if k is not None and k < 1:
        why = "it must be 1 or more"
        raise Invalid(f"k is not valid: {why}", "k", why)
    best_pieces = sorted(prepared.pieces, key=lambda piece: -piece.score)[:k]
    documents = []
    for piece in (piece for piece in prepared.pieces if piece in best_pieces):
        metadata = piece.to_dict()
        del metadata["text"], metadata["factors"]
        documents.append(Document(page_content=piece.text, metadata=metadata))
    return documents


def _hits(recalled: Recalled) -> list[Document]:
    documents = []
    for hit in recalled.hits:
        recorded, event = hit.event, hit.event.event
        metadata = {
            "kind": recorded.kind,
            "time": event.time,
            "session": event.session,
            "channel": event.channel,
            "trust": recorded.trust,
            "score": hit.score,
            "fit": hit.fit,
        }
        documents.append(Document(id=recorded.id, page_content=hit.excerpt, metadata={"id": recorded.id, **metadata}))
    return documents


class WindowMiddleware(AgentMiddleware[AgentState[Any], Any, Any]):
    """Fits the messages of each request to the model into a window.

    The agent's state keeps all messages unchanged. The prompt's tokens are counted, and the provider's count is reported to the window.
    `invoke` and `ainvoke` are supported. Put this middleware last: the last one is next to the model.

    Args:
        window: The window. With a `memory` or `project`, it is shared with other processes, and outlives this process.
        on_floor: What to do if the messages cannot be pruned to the budget. Default: `"raise"`.
    """

    def __init__(self, window: Window | AsyncWindow, *, on_floor: OnFloor = "raise") -> None:
        super().__init__()
        self._fitting = Fitting(window, on_floor)

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Calls the model with the fitted messages; the state keeps the original ones."""
        return handler(self._fitted(request))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Calls the model with the fitted messages. Fitting runs on a thread, so that it does not block the event loop."""
        return await handler(await asyncio.to_thread(self._fitted, request))

    def _fitted(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        system = () if request.system_message is None else (request.system_message,)
        return request.override(messages=self._fitting(request.messages, system))
