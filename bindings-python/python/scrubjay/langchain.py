"""Windows in agents of LangChain: `create_agent` with a middleware around each request.

    from scrubjay import Window
    from scrubjay.langchain import WindowMiddleware

    agent = create_agent(model, tools, middleware=[WindowMiddleware(Window(max_tokens=100_000))])

It needs LangChain, which `pip install "scrubjay[langchain]"` brings along.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse

from ._agents import Fitting, OnFloor
from ._async_window import AsyncWindow
from .window import Window

__all__ = ["OnFloor", "WindowMiddleware"]


class WindowMiddleware(AgentMiddleware[AgentState[Any], Any, Any]):
    """Sends the model the messages of each request fitted into a window.

    The agent's state keeps all messages as they are; the prompt is counted, and what the provider counted is told to the window.
    It serves `invoke` and `ainvoke`. Of several middlewares the last is next to the model, which is the place for this one.

    Args:
        window: The window. One with a `memory` or `project` is shared with other processes, and goes on after this one.
        on_floor: What happens where the most tokens cannot be met. Default: `"raise"`.
    """

    def __init__(self, window: Window | AsyncWindow, *, on_floor: OnFloor = "raise") -> None:
        super().__init__()
        self._fitting = Fitting(window, on_floor)

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Calls the model with what is fitted."""
        return handler(self._fitted(request))

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Calls the model with what is fitted, on a thread beside the event loop."""
        return await handler(await asyncio.to_thread(self._fitted, request))

    def _fitted(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        system = () if request.system_message is None else (request.system_message,)
        return request.override(messages=self._fitting(request.messages, system))
