"""Converts messages to JSON for the engine, hashes them to detect changes, and converts edited ones back."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Sequence
from typing import Any

from ._arguments import as_json
from .records import Edit

_MEMBERS = ("content", "tool_calls", "invalid_tool_calls", "tool_call_id", "name", "status", "role")
"""The members of LangChain's messages that are written. JSON may lack a form for others: an artifact can be any object of a tool."""

_MARSHAL_VERSION = 2
"""The newest version of marshal whose bytes depend only on values: later versions mark an object that occurs twice."""


def message_json(message: Any) -> str:
    """The JSON of a message; of a LangChain message, only the members that the engine reads."""
    if not _is_langchain(message):
        return as_json(message, "messages", default=_plain)
    # The same form as that of LangChain's `message_to_dict`.
    data = message.model_dump(include=set(_MEMBERS))
    if calls := message.additional_kwargs.get("tool_calls"):
        data["additional_kwargs"] = {"tool_calls": calls}
    return as_json({"type": message.type, "data": data}, "messages", default=_plain)


def hash_of(message: Any) -> int:
    """The hash of a message's content. Messages with different JSON have different hashes.

    Hashes the bytes of marshal, because that takes a fifth of the time of JSON. A message that marshal cannot write is hashed as JSON.
    """
    content = message
    if _is_langchain(message):
        members = vars(message)
        content = [message.type, message.additional_kwargs.get("tool_calls"), *map(members.get, _MEMBERS)]
    try:
        return hash(marshal.dumps(content, _MARSHAL_VERSION))
    except ValueError:
        return hash(message_json(message))


def read_edited(message: Any, edited: Any, edits: Sequence[Edit]) -> Any:
    """Converts an edited message to the form in which the caller gave the message. A LangChain message keeps its class, its id and all
    members without an edit.
    """
    if not _is_langchain(message):
        return edited
    # The pointer of an edit begins with `/data/` and the name of a member.
    data = edited["data"]
    changed_members = {name: data[name] for name in (edit.pointer.split("/")[2] for edit in edits)}
    if calls := changed_members.pop("additional_kwargs", None):
        changed_members["additional_kwargs"] = {**message.additional_kwargs, **calls}
    return message.model_copy(update=changed_members)


def _is_langchain(message: Any) -> bool:
    # If there is such a message, LangChain is loaded already, so it need not be imported.
    langchain = None if type(message) is dict else sys.modules.get("langchain_core.messages")
    return langchain is not None and isinstance(message, langchain.BaseMessage)


def _plain(value: Any) -> Any:
    """Converts a model of Pydantic to a dictionary, for `json`: providers' libraries return such models."""
    dump = getattr(value, "model_dump", None)
    if dump is None:
        raise TypeError(f"an object of type {type(value).__name__} is no part of a message")
    return dump(mode="json", exclude_unset=True)
