"""Messages as the engine reads them: their JSON, a hash by which they are known, and edited ones as their caller had them."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Sequence
from typing import Any

from ._arguments import as_json
from .records import Edit

_READ = ("content", "tool_calls", "invalid_tool_calls", "tool_call_id", "name", "status", "role")
"""The members of LangChain's messages that are read. Others may hold what no JSON has: an artifact is any object of a tool."""

_BY_VALUE = 2
"""The newest version of marshal whose bytes follow from values alone: later ones tell one object that stands twice from two."""


def written(message: Any) -> str:
    """A message as JSON."""
    if not _is_langchain(message):
        return as_json(message, "messages", default=_plain)
    # The form of LangChain's own `message_to_dict`.
    data = message.model_dump(include=set(_READ))
    if calls := message.additional_kwargs.get("tool_calls"):
        data["additional_kwargs"] = {"tool_calls": calls}
    return as_json({"type": message.type, "data": data}, "messages", default=_plain)


def hash_of(message: Any) -> int:
    """The hash of a message's content: another one for whatever changes its JSON.

    Its bytes are made in a fifth of the time that its JSON takes. What has none holds an object of a class, and is known by its JSON.
    """
    content = message
    if _is_langchain(message):
        members = vars(message)
        content = [message.type, message.additional_kwargs.get("tool_calls"), *map(members.get, _READ)]
    try:
        return hash(marshal.dumps(content, _BY_VALUE))
    except ValueError:
        return hash(written(message))


def read(message: Any, edited: Any, edits: Sequence[Edit]) -> Any:
    """An edited message as its caller had it: one of LangChain's classes keeps its class, its id and all else."""
    if not _is_langchain(message):
        return edited
    # A pointer begins with `/data/` and the name of a member.
    data = edited["data"]
    changed = {name: data[name] for name in (edit.pointer.split("/")[2] for edit in edits)}
    if calls := changed.pop("additional_kwargs", None):
        changed["additional_kwargs"] = {**message.additional_kwargs, **calls}
    return message.model_copy(update=changed)


def _is_langchain(message: Any) -> bool:
    # Whoever has such a message has loaded LangChain: nothing is imported here.
    langchain = None if type(message) is dict else sys.modules.get("langchain_core.messages")
    return langchain is not None and isinstance(message, langchain.BaseMessage)


def _plain(value: Any) -> Any:
    """What the providers' own libraries return: models of Pydantic, in messages or as ones."""
    dump = getattr(value, "model_dump", None)
    if dump is None:
        raise TypeError(f"an object of type {type(value).__name__} is no part of a message")
    return dump(mode="json", exclude_unset=True)
