"""A chat model that reads one file after the other, and records the messages that it gets."""

from __future__ import annotations

import json
import re
import unittest
from collections.abc import Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool, tool


def body(path: str) -> str:
    """About 750 tokens of text; no two paths give the same."""
    return "\n".join(f"{path} line {line}: a result of a tool" for line in range(60))


@tool(response_format="content_and_artifact")
def read(path: str) -> tuple[str, bytes]:
    """Reads a file."""
    # No JSON has what stands beside the text.
    return body(path), path.encode()


class Scripted(BaseChatModel):
    """Calls `read` once in each of `n_steps` steps after the user's last message, and then says that it is done."""

    n_steps: int
    per_token: int = 1
    tells: bool = True
    sent: list[list[BaseMessage]] = []
    counted: list[int] = []

    def bind_tools(self, tools: Sequence[BaseTool | dict[str, Any]], **_: Any) -> Runnable[Any, BaseMessage]:  # type: ignore[override]
        return self

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any) -> ChatResult:
        self.sent.append(list(messages))
        user_index = max(number for number, message in enumerate(messages) if message.type == "human")
        step = sum(message.type == "tool" for message in messages[user_index:])
        # Its own way of counting, and no window's.
        self.counted.append(sum(len(json.dumps([m.content, getattr(m, "tool_calls", 0)])) for m in messages) // 4 * self.per_token)
        usage = {"input_tokens": self.counted[-1], "output_tokens": 9, "total_tokens": self.counted[-1] + 9,
                 "input_token_details": {"cache_read": self.counted[-1] - 1}}
        calls = [{"id": f"{user_index}-{step}", "name": "read", "args": {"path": f"{user_index}-{step}"}}] if step < self.n_steps else []
        answer = AIMessage("" if calls else "Done.", tool_calls=calls, usage_metadata=usage if self.tells else None)
        return ChatResult(generations=[ChatGeneration(message=answer)])

    @property
    def _llm_type(self) -> str:
        return "scripted"


def scripted(n_steps: int, **settings: Any) -> Scripted:
    return Scripted(n_steps=n_steps, sent=[], counted=[], **settings)


class Conversations(unittest.TestCase):
    """A test that examines the messages that a model got."""

    def results(self, messages: Sequence[AnyMessage | BaseMessage]) -> dict[str, str]:
        """The result of each call in messages. Fails unless the results follow the message with the calls at once."""
        results: dict[str, str] = {}
        open_calls: list[str] = []
        for message in messages:
            if isinstance(message, ToolMessage):
                self.assertEqual(message.tool_call_id, open_calls.pop(0))
                self.assertNotIn(message.tool_call_id, results)
                results[message.tool_call_id] = str(message.content)
            else:
                self.assertEqual(open_calls, [])
            if isinstance(message, AIMessage):
                open_calls = [str(call["id"]) for call in message.tool_calls]
        self.assertEqual(open_calls, [])
        return results


def id_in(text: str) -> str | None:
    """The id that a stub names."""
    stub_match = re.match(r"\[pruned (\w{13})", text)
    return stub_match and stub_match[1]
