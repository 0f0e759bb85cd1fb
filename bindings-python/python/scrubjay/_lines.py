"""Writes a conversation as lines of JSON for `capture_lines`: one about the conversation, and one for each message.

Not here: what is recorded of a message, which the engine decides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ._arguments import as_json
from ._messages import _is_langchain, _plain
from ._offered import offered_tools

_MEMBERS = ("content", "tool_calls", "tool_call_id", "status", "usage_metadata", "response_metadata", "additional_kwargs")
"""The members of LangChain's messages that are written. JSON may lack a form for others: an artifact can be any object of a tool."""


def head_line(format: str, session: str, parent: str = "", metadata: Mapping[str, Any] | None = None) -> str:
    """The first line of a conversation, before its messages. `parent` is the session of the agent that called this one."""
    conversation = {"format": format, "session": session, "parent": parent, "metadata": dict(metadata or {})}
    return _line({"conversation": {**conversation, "own_tools": offered_tools()}})


def message_line(message: Any, durations: Mapping[str, int] | None = None, is_attempt: bool = False) -> str:
    """The line of a message. `durations`: how many milliseconds each call took whose result the message contains, by the call's id.
    `is_attempt`: the result is of an attempt, which a retry may follow."""
    if _is_langchain(message):
        data = {name: getattr(message, name, None) for name in _MEMBERS}
        return _line({"message": {"type": message.type, "data": data}, "durations": durations, "is_attempt": is_attempt}, str)
    return _line({"message": message, "durations": durations, "is_attempt": is_attempt})


_MAX_LINE = 1 << 20
"""The length in characters up to which every line is written unchanged."""
_MAX_TEXT = 128 << 10
"""The length in characters to which each text of a longer line is shortened. The engine records less of a text anyway."""


def _line(members: dict[str, Any], default: Any = _plain) -> str:
    # Python's UTF-8 has no lone surrogates, but escapes in JSON can represent them.
    line = as_json({name: value for name, value in members.items() if value}, "messages", default=default, ensure_ascii=True)
    # Shortening could cut off the end of a private section. Only the engine can remove such sections, so the line stays whole.
    is_unchanged = len(line) <= _MAX_LINE or "private" in line.lower()
    return (line if is_unchanged else json.dumps(_without_middles(json.loads(line)))) + "\n"


def _without_middles(value: Any) -> Any:
    """The value, with each text in it shortened that is longer than `_MAX_TEXT`, such as an encoded image."""
    if isinstance(value, str):
        return value if len(value) <= _MAX_TEXT else f"{value[: _MAX_TEXT // 2]}…{value[-_MAX_TEXT // 2 :]}"
    if isinstance(value, list):
        return [_without_middles(item) for item in value]
    return {name: _without_middles(one) for name, one in value.items()} if isinstance(value, dict) else value
