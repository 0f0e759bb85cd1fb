"""Reads an agent's messages as what was said, what was called and what was answered, whatever the library that they are of.

Not here: what of it is recorded (`_capture`). `bindings-js/src/messages/conversation.ts` reads the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

from ._arguments import as_json
from ._messages import _is_langchain, _plain

_TEXTS = ("text", "input_text", "output_text")
_CALLS = {
    "tool_use": ("id", "name", "input"),
    "tool_call": ("id", "name", "args"),
    "tool-call": ("toolCallId", "toolName", "input"),
    "function_call": ("call_id", "name", "arguments"),
    "custom_tool_call": ("call_id", "name", "input"),
}
"""Where each kind of call has its id, its tool and its arguments."""

_RESULTS = {
    "tool_result": ("tool_use_id", "content"),
    "tool-result": ("toolCallId", "output"),
    "function_call_output": ("call_id", "output"),
    "custom_tool_call_output": ("call_id", "output"),
}
"""Where each kind of result has its call's id and what the tool gave."""

_READ = ("content", "tool_calls", "tool_call_id", "status", "usage_metadata", "response_metadata", "additional_kwargs")
"""The members of LangChain's messages that are read."""

_ROLES = {"human": "user", "user": "user", "ai": "assistant", "assistant": "assistant", "tool": "tool", "function": "tool"}
_CLASSES = {"HumanMessage": "user", "AIMessage": "assistant", "ToolMessage": "tool"}
"""Classes of LangChain, those of pieces (`AIMessageChunk`) included."""


@dataclass(frozen=True, slots=True)
class Said:
    """A turn."""

    role: str
    text: str
    model: str = ""
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """A call that a model asked for."""

    id: str
    tool: str
    arguments: Any
    context_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a call."""

    id: str
    text: str
    success: bool | None = None
    """None where nobody said."""
    refused: bool = False


Part = Union[Said, Called, Answered]


def parts(messages: Sequence[Any], format: str) -> Iterator[Part]:
    """What the messages hold, in their order. What has no known shape is passed over."""
    asked: dict[str, str] = {}
    for given in messages:
        message = _unwrapped(_as_json(given)) if format == "langchain" else _as_json(given)
        if isinstance(message, dict):
            yield from _of_message(message)
            yield from _denied(message, asked)


def json_text(value: Any) -> str:
    """A text, or JSON as such."""
    return value if isinstance(value, str) else "" if value is None else as_json(value, "messages")


def text_of(content: Any) -> str:
    """The text of a content, or of what a tool gave."""
    if isinstance(content, list):
        texts = [block if isinstance(block, str) else _text(block) for block in content]
        return "\n".join(text for text in texts if text)
    return json_text(content)


def _as_json(message: Any) -> Any:
    if not _is_langchain(message):
        return json.loads(as_json(message, "messages", default=_plain))
    members = {name: getattr(message, name, None) for name in _READ}
    return json.loads(as_json({**members, "role": message.type}, "messages", default=str))


def _unwrapped(message: Any) -> Any:
    """A message of LangChain without what it is serialized in."""
    if not isinstance(message, dict):
        return message
    inner, role = message, message.get("role") or message.get("type")
    if isinstance(message.get("kwargs"), dict):
        name = str((message.get("id") or [""])[-1])
        inner, role = message["kwargs"], _CLASSES.get(name.removesuffix("Chunk"))
    elif isinstance(message.get("data"), dict):
        inner = message["data"]
    said = _mapping(inner.get("response_metadata"))
    usage = inner.get("usage") or inner.get("usage_metadata")
    model = inner.get("model") or said.get("model_name") or said.get("model")
    return {**inner, "usage": usage, "model": model, "role": role, "type": "message"}


def _of_message(message: dict[str, Any]) -> Iterator[Part]:
    kwargs = _mapping(message.get("additional_kwargs"))
    if kwargs.get("lc_source") == "summarization":
        # What a program wrote of turns that were recorded.
        return
    usage = _mapping(message.get("usage"))
    role = _ROLES.get(str(message.get("role") or ""))
    content = message.get("content")
    if role == "tool" and not isinstance(message.get("tool_call_id"), str):
        blocks = content if isinstance(content, list) else []
    elif role == "tool":
        success = {"success": True, "error": False}.get(str(message.get("status")))
        yield Answered(message["tool_call_id"], text_of(content), success)
        return
    else:
        # Of OpenAI's responses a call or a result is an item beside the messages.
        blocks = content if isinstance(content, list) else [message]
    blocks = [block for block in blocks if isinstance(block, dict)]
    yield from (answer for block in blocks if (answer := _answered(block)))
    text = text_of(content) if isinstance(content, (str, list)) else ""
    if role in ("user", "assistant") and text.strip():
        is_answer = role == "assistant"
        yield Said(role, text, _named(message.get("model")) if is_answer else "", _count(usage.get("output_tokens")) if is_answer else None)
    yield from _calls(message, blocks, _count(usage.get("input_tokens")))


def _calls(message: dict[str, Any], blocks: Sequence[dict[str, Any]], context_tokens: int | None) -> Iterator[Called]:
    known = set()
    for call in [*_beside(message), *blocks]:
        if (names := _CALLS.get(str(call.get("type")))) is None:
            continue
        id, tool, arguments = (call.get(name) for name in names)
        arguments = call.get("args") if arguments is None else arguments
        # LangChain has a call in the content, as the provider said it, and beside it, as it runs.
        if isinstance(tool, str) and tool and (not id or id not in known):
            known.add(id)
            yield Called(_named(id), tool, _parsed(arguments), context_tokens)


def _beside(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Calls beside the content, in one form."""
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict):
            made = _mapping(call.get("function") or call.get("custom") or call)
            arguments = next((made[name] for name in ("arguments", "input", "args") if name in made), None)
            yield {"type": "tool_call", "id": call.get("id"), "name": made.get("name"), "args": arguments}


def _answered(block: dict[str, Any]) -> Answered | None:
    if (names := _RESULTS.get(str(block.get("type")))) is None:
        return None
    id, given = (block.get(name) for name in names)
    if block["type"] == "tool_result":
        return Answered(_named(id), text_of(given), not block.get("is_error"))
    if block["type"] != "tool-result":
        return Answered(_named(id), text_of(given))
    output = _mapping(given)
    kind = str(output.get("type"))
    if kind == "execution-denied":
        return Answered(_named(id), text_of(output.get("reason")), refused=True)
    text = (text_of if kind == "content" else json_text)(output.get("value"))
    return Answered(_named(id), text, not kind.startswith("error"))


def _denied(message: dict[str, Any], asked: dict[str, str]) -> Iterator[Answered]:
    """Calls that a person was asked for and did not let run; `asked` has the call of each question so far."""
    content = message.get("content")
    for block in content if isinstance(content, list) else ():
        kind, id = (block.get("type"), _named(block.get("approvalId"))) if isinstance(block, dict) else ("", "")
        if kind == "tool-approval-request":
            asked[id] = _named(block.get("toolCallId"))
        if kind == "tool-approval-response" and block.get("approved") is False and id in asked:
            yield Answered(asked[id], _named(block.get("reason")), refused=True)


def _text(block: Any) -> str:
    is_text = isinstance(block, dict) and block.get("type") in _TEXTS
    return block["text"] if is_text and isinstance(block.get("text"), str) else ""


def _parsed(arguments: Any) -> Any:
    """Some providers write arguments as a text of JSON."""
    if isinstance(arguments, str):
        try:
            return json.loads(arguments)
        except (ValueError, RecursionError):
            return arguments
    return arguments


def _mapping(given: Any) -> dict[str, Any]:
    return given if isinstance(given, dict) else {}


def _named(given: Any) -> str:
    return given if isinstance(given, str) else ""


def _count(given: Any) -> int | None:
    return given if isinstance(given, int) and not isinstance(given, bool) and 0 < given < 1 << 32 else None
