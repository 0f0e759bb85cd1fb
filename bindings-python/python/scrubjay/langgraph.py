"""Windows in agents of LangGraph: `create_react_agent` with a hook before each request.

    from scrubjay import Window
    from scrubjay.langgraph import pre_model_hook

    agent = create_react_agent(model, tools, pre_model_hook=pre_model_hook(Window(max_tokens=100_000)))

`pip install "scrubjay[langgraph]"` installs LangGraph too; nothing is imported from it. For `create_agent` of LangChain use
`scrubjay.langchain`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._agents import Fitting
from .aio import AsyncWindow
from .window import OnFloor, Window

__all__ = ["OnFloor", "pre_model_hook"]


def pre_model_hook(
    window: Window | AsyncWindow, *, system: Any = None, on_floor: OnFloor = "raise"
) -> Callable[[Any], dict[str, list[Any]]]:
    """Creates a node to run before the model, which fits the messages of the state into a window.

    The state keeps all messages unchanged. The provider's count of tokens is reported to the window. `invoke` and `ainvoke` are
    supported, and any graph whose model reads `llm_input_messages`.

    Args:
        window: The window. With a `memory` or `project`, it is shared with other processes, and outlives this process.
        system: The agent's prompt, a text or a message, whose tokens are counted. Default: `None`.
        on_floor: What to do if the messages cannot be pruned to the budget. Default: `"raise"`.
    """
    fitting = Fitting(window, on_floor)
    prompt: Sequence[Any] = () if system is None else ({"role": "system", "content": system} if isinstance(system, str) else system,)

    def hook(state: Any) -> dict[str, list[Any]]:
        messages = state["messages"] if isinstance(state, Mapping) else state.messages
        return {"llm_input_messages": fitting(messages, prompt)}

    return hook
