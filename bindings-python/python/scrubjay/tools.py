"""Tools for agents: functions over a memory, which any framework converts to tools by their signatures and docstrings.

    from scrubjay import Memory
    from scrubjay.tools import tools

    agent = Agent(model, tools=tools(Memory.open(".", fresh=True)))

The tools have the names and arguments of the program's server for agents (`scrubjay mcp`): a small set, or on request
all. Each returns the text that the command line prints, which says at its end what was left out, if anything. An error
that a model can correct with another call (an ambiguous or unknown name, a number out of range) is returned as a text
too; any other error is raised.
"""

# No `from __future__ import annotations` here: frameworks evaluate the annotations in other modules.

import functools
import inspect
import json
import re
from collections.abc import Callable, Sequence
from typing import Any, List, Literal, Optional, Tuple, Union

from ._offered import note_offered_tool
from ._tools import ALL, DEFAULT, Tools
from .aio import AsyncMemory, AsyncWindow
from .errors import BY_CODE, Expired, Failed, Invalid, Unknown, Withheld
from .memory import Memory
from .window import Window

__all__ = ["Toolset", "restore_tool", "tools"]

_MAX_RESTORED = 20_000
"""The most characters in one answer of `restore`: some 6,000 tokens, so that restoring does not fill the window."""

_CORRECTABLE_CODES = frozenset(
    {
        "ambiguous",
        "unknown",
        "invalid",
        "too_large",
        "outside_root",
        "left_out",
        "no_file",
        "folder",
        "usage",
        "full",
        "not_unicode",
    }
)
"""The codes of the errors that a model can correct by another call, and so gets as answers."""

Toolset = Literal["default", "all"]
"""The tools to offer if none are named."""


def tools(
    memory: Union[Memory, AsyncMemory],
    *,
    only: Sequence[str] = (),
    toolset: Toolset = "default",
    prefix: str = "",
) -> List[Callable[..., Any]]:
    """The tools of a memory as functions, which are asynchronous for an `AsyncMemory`.

    Args:
        memory: The memory. If it was opened with `fresh=True`, each question about code first indexes changed files.
        only: The names of the tools, in the wanted order; each costs tokens in every request. Default: `()`, those of `toolset`.
        toolset: `"default"`, the tools that agents need most, or `"all"`. Default: `"default"`.
        prefix: A prefix of the tools' names: letters, digits, `_` and `-`, at most 32. Default: `""`.
    """
    sync_memory = memory._plain if isinstance(memory, AsyncMemory) else memory
    if not isinstance(sync_memory, Memory):
        raise TypeError(f"argument 'memory' must be Memory or AsyncMemory, not {type(memory).__name__}")
    for name in only:
        if name not in ALL:
            raise _invalid("only", f"there is no tool `{name}`: there are {', '.join(ALL)}")
    if toolset not in ("default", "all"):
        raise _invalid("toolset", "it is `default` or `all`")
    if not re.fullmatch("[A-Za-z0-9_-]{0,32}", prefix):
        raise _invalid("prefix", "letters, digits, `_` and `-`, 32 at most")
    names = tuple(only) or (ALL if toolset == "all" else DEFAULT)
    for name in names:
        note_offered_tool(prefix + name)
    offered_tools = _OfferedTools(sync_memory, names, prefix)
    methods = [getattr(offered_tools, name) for name in names]
    if isinstance(memory, AsyncMemory):
        return [_rename(_as_asynchronous(tool, memory), prefix) for tool in methods]
    return [_rename(_as_function(tool), prefix) for tool in methods] if prefix else methods


def _invalid(argument: str, why: str) -> Invalid:
    return Invalid(f"{argument} is not valid: {why}", argument, why)


def _as_asynchronous(tool: Callable[..., str], memory: AsyncMemory) -> Callable[..., Any]:
    """Makes a tool asynchronous: runs it on the thread of an asynchronous memory."""

    @functools.wraps(tool)
    async def twin(*arguments: Any, **keywords: Any) -> str:
        return await memory._run(functools.partial(tool, *arguments, **keywords))

    return twin


def _as_function(tool: Callable[..., str]) -> Callable[..., str]:
    """Wraps a tool, which is a method, in a function, whose name can be changed."""

    @functools.wraps(tool)
    def function(*arguments: Any, **keywords: Any) -> str:
        return tool(*arguments, **keywords)

    return function


def _rename(tool: Callable[..., Any], prefix: str) -> Callable[..., Any]:
    tool.__name__ = prefix + tool.__name__
    tool.__qualname__ = tool.__name__
    return tool


def restore_tool(window: Union[Window, AsyncWindow]) -> Callable[..., Any]:
    """Creates the tool `restore`, by which a model reads what a window pruned; for an `AsyncWindow` an asynchronous function.

    An answer has at most 20,000 characters of the text and, if more follow, says how to continue. Errors for an invalid
    or unknown id, and for a text that was never stored or is no longer stored, are returned as answers.

    Args:
        window: The window that the agent's conversation is fitted into.
    """
    if isinstance(window, AsyncWindow):

        async def restore(id: str, skip: int = 0) -> str:
            try:
                return _part((await window.restore(id)).text, skip)
            except (Expired, Invalid, Unknown, Withheld) as error:
                return str(error)

    elif isinstance(window, Window):

        def restore(id: str, skip: int = 0) -> str:  # type: ignore[misc]
            try:
                return _part(window.restore(id).text, skip)
            except (Expired, Invalid, Unknown, Withheld) as error:
                return str(error)

    else:
        raise TypeError(f"argument 'window' must be Window or AsyncWindow, not {type(window).__name__}")
    note_offered_tool("restore")
    restore.__doc__ = inspect.getdoc(Tools.restore)
    restore.__annotations__ = dict(Tools.restore.__annotations__)
    return restore


def _part(text: str, skip: int) -> str:
    if not 0 <= skip <= len(text):
        return f"skip: from 0 to {len(text)}, which are all characters"
    end = skip + _MAX_RESTORED
    n_left = len(text) - end
    return text[skip:end] + (f"\n[{n_left} more characters: skip={end}]" if n_left > 0 else "")


class _OfferedTools(Tools):
    """The implementation of the offered tools. Hints in answers name only the offered tools, with the prefix."""

    def __init__(self, memory: Memory, names: Tuple[str, ...], prefix: str) -> None:
        self._memory = memory
        self._names = list(names)
        self._prefix = prefix

    def _answer(self, tool: str, arguments: "dict[str, Any]") -> str:
        try:
            arguments_json = json.dumps(arguments)
        except TypeError as error:
            return f"error: an argument is no JSON: {error}"
        return _text_or_raise(*self._memory._tool(tool, arguments_json, self._names, self._prefix))


def _text_or_raise(text: str, code: Optional[str]) -> str:
    """The text of an answer. Raises the error with this code if a model cannot mend it."""
    if code is not None and code not in _CORRECTABLE_CODES:
        raise BY_CODE.get(code, Failed)(text.strip())
    return text.rstrip("\n")
