"""A conversation as the lines that a memory reads: whose it is, and each message, in the format that its library has.

Not here: what a message says and what of it is recorded, which is the engine's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ._arguments import as_json
from ._messages import _is_langchain, _plain
from ._made import tools_made_here

_READ = ("content", "tool_calls", "tool_call_id", "status", "usage_metadata", "response_metadata", "additional_kwargs")
"""The members of LangChain's messages that are read. Others may hold what no JSON has: an artifact is any object of a tool."""


def head_line(format: str, session: str, parent: str = "", metadata: Mapping[str, Any] | None = None) -> str:
    """The line before all messages. `parent` is the session of the agent that asked this one."""
    told = {"format": format, "session": session, "parent": parent, "metadata": dict(metadata or {})}
    return _line({"conversation": {**told, "own_tools": tools_made_here()}})


def message_line(message: Any, durations: Mapping[str, int] | None = None, is_attempt: bool = False) -> str:
    """The line of a message; `durations` has the milliseconds of each call whose result it has, and `is_attempt` says that the call may
    be made again."""
    if _is_langchain(message):
        data = {name: getattr(message, name, None) for name in _READ}
        return _line({"message": {"type": message.type, "data": data}, "durations": durations, "is_attempt": is_attempt}, str)
    return _line({"message": message, "durations": durations, "is_attempt": is_attempt})


_MAX_LINE = 1 << 20
_MAX_TEXT = 128 << 10
"""The longest line that is written as it is, and of a longer one the longest text, in letters: of a text less is kept."""


def _line(told: dict[str, Any], default: Any = _plain) -> str:
    # No text has half of a pair of UTF-16, but JSON has.
    line = as_json({name: value for name, value in told.items() if value}, "messages", default=default, ensure_ascii=True)
    # Of a private part that ends elsewhere nothing may be left out but by who knows where.
    is_whole = len(line) <= _MAX_LINE or "private" in line.lower()
    return (line if is_whole else json.dumps(_without_middles(json.loads(line)))) + "\n"


def _without_middles(value: Any) -> Any:
    """An image as text says nothing, and would make its message longer than a line may be."""
    if isinstance(value, str):
        return value if len(value) <= _MAX_TEXT else f"{value[: _MAX_TEXT // 2]}…{value[-_MAX_TEXT // 2 :]}"
    if isinstance(value, list):
        return [_without_middles(one) for one in value]
    return {name: _without_middles(one) for name, one in value.items()} if isinstance(value, dict) else value
