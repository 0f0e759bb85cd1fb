"""Long conversations of agents: a chat model that answers by a script, with checks of the requests that it gets.

Steps cycle through the shapes of real models' answers, and depend on their number alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool, ToolException, tool

from scrubjay import Window

N_STEPS = 300
N_OF_TURN = 50
"""The number of steps in a turn, the last of which answers the user."""
PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def numbered_text(name: str, n_lines: int) -> str:
    """A text of `n_lines` lines; no two names give the same."""
    return "\n".join(f"{name} line {line}: value_{line * 7 % 97} = read({name})" for line in range(n_lines))


@tool
def read(path: str, lines: int = 1) -> str:
    """Reads a file."""
    return numbered_text(path, lines)


@tool
def write(path: str, text: str) -> str:
    """Writes a file, and says nothing."""
    return ""


@tool
def rows(n: int) -> list[dict[str, Any]]:
    """Returns rows as a list of blocks instead of a text."""
    return [{"type": "text", "text": f"row {at} of {n}"} for at in range(12)]


@tool
def fail(command: str) -> str:
    """Fails."""
    raise ToolException(f"error[E0308]: mismatched types in {command}\n{numbered_text(command, 3)}")


fail.handle_tool_error = True
TOOLS: list[BaseTool] = [read, write, rows, fail]

Call = dict[str, Any]


def _read_call(id: str, lines: int) -> Call:
    return {"id": id, "name": "read", "args": {"path": f"src/part_{id}.py", "lines": lines}}


def _failing_call(id: str) -> Call:
    return {"id": id, "name": "fail", "args": {"command": f"make {id}"}}


def _message(text: str, *calls: Call) -> AIMessage:
    return AIMessage(text, tool_calls=list(calls))


def _block_message(blocks: list[Any], *calls: Call) -> AIMessage:
    """A message in the form of LangChain's library for Anthropic: each call is in `tool_calls`, and among the blocks of the content."""
    call_blocks = [{"type": "tool_use", "id": call["id"], "name": call["name"], "input": call["args"]} for call in calls]
    return AIMessage([*blocks, *call_blocks], tool_calls=list(calls))


def _thinking_block(text: str) -> dict[str, Any]:
    return {"type": "thinking", "thinking": text, "signature": "c2lnbmVk"}


def _search_blocks(at: int) -> list[dict[str, Any]]:
    """The blocks of a search that the provider ran."""
    search_result = {"type": "web_search_result", "url": "https://example.org", "title": numbered_text(f"found {at}", 4)}
    return [
        {"type": "server_tool_use", "id": f"s{at}", "name": "web_search", "input": {"query": f"what is {at}"}},
        {"type": "web_search_tool_result", "tool_use_id": f"s{at}", "content": [search_result]},
    ]


def _text_block(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _reasoning_block(at: int) -> dict[str, Any]:
    return {"type": "reasoning", "id": f"rs_{at}", "summary": [{"type": "summary_text", "text": f"Tied {at}."}]}


SHAPES: tuple[Callable[[int], AIMessage], ...] = (
    lambda at: _message("", _read_call(f"c{at}", 12)),
    lambda at: _message(f"Step {at}: three at once.", _read_call(f"a{at}", 4), _failing_call(f"b{at}"), _read_call(f"c{at}", 9)),
    lambda at: _block_message([_thinking_block(f"What does {at} need? {numbered_text(f'thought {at}', 2)}"), _text_block(f"So {at}.")], _read_call(f"c{at}", 6)),
    lambda at: _message("", {"id": f"c{at}", "name": "write", "args": {"path": f"src/{at}.py", "text": numbered_text(f"made {at}", 9)}}),
    lambda at: _block_message([*_search_blocks(at), _text_block(f"The web says so of {at}.")], _read_call(f"c{at}", 3)),
    lambda at: _message(f"Rows of {at}.", {"id": f"c{at}", "name": "rows", "args": {"n": at}}),
    lambda at: AIMessage([_reasoning_block(at), _text_block(f"It is {at}.")], tool_calls=[_read_call(f"c{at}", 45 if at % 60 == 6 else 15)]),
    # Texts that are no blocks stand among blocks.
    lambda at: _block_message([f"As I said in {at}:", _text_block(f"it is {at}.")], _read_call(f"c{at}", 5)),
    lambda at: _block_message([_text_block(f"Step {at}.")], _failing_call(f"c{at}"), _read_call(f"d{at}", 2)),
)


def answer(at: int) -> AIMessage:
    """The model's message in a step, by the number of the step."""
    if (at + 1) % N_OF_TURN == 0:
        return AIMessage(f"The turn that ends with step {at} is done.")
    return SHAPES[at % len(SHAPES)](at)


def user_message(turn: int, n_files: int) -> HumanMessage:
    """The user's message before a turn: a text, with a file in the first `n_files` turns, which a small window can hold."""
    words = f"Turn {turn}: mend case_{turn}, and leave what is green as it is."
    if turn >= n_files:
        return HumanMessage(words)
    url = f"data:image/png;base64,{PICTURE}"
    files: list[dict[str, Any]] = [
        {"type": "image_url", "image_url": {"url": url}},
        {"type": "file", "base64": PICTURE, "mime_type": "application/pdf"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PICTURE}},
    ]
    return HumanMessage([_text_block(words), files[turn % len(files)]])


class Living(BaseChatModel):
    """Answers by the script. The model's counts of tokens differ from a window's estimates, so that the estimates are corrected."""

    sent: list[list[BaseMessage]] = []
    counted: list[int] = []

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> Runnable[Any, BaseMessage]:  # type: ignore[override]
        return self

    def _generate(self, messages: list[BaseMessage], stop: Any = None, run_manager: Any = None, **_: Any) -> ChatResult:
        message = answer(len(self.sent))
        self.sent.append(list(messages))
        count = sum(len(json.dumps([m.content, getattr(m, "tool_calls", 0)])) for m in messages) // 4
        self.counted.append(count)
        message.usage_metadata = {"input_tokens": count, "output_tokens": 9, "total_tokens": count + 9}
        return ChatResult(generations=[ChatGeneration(message=message)])

    @property
    def _llm_type(self) -> str:
        return "living"


def judge(messages: Sequence[BaseMessage]) -> None:
    """Raises if a provider would refuse the messages: results follow their call at once, and only tools speak twice in a row."""
    open_calls: list[str] = []
    last_type = ""
    for at, message in enumerate(messages):
        if isinstance(message, ToolMessage):
            assert message.tool_call_id in open_calls, f"message {at} answers no call"
            open_calls.remove(message.tool_call_id)
        else:
            assert not open_calls, f"message {at}: {open_calls} are not answered before it"
            assert message.type != last_type, f"message {at}: two in a row"
        last_type = message.type
        if isinstance(message, AIMessage):
            assert message.content or message.tool_calls, f"message {at} says nothing"
            open_calls = [str(call["id"]) for call in message.tool_calls]
            assert len(set(open_calls)) == len(open_calls), f"message {at}: one id twice"
            blocks = [block for block in message.content if isinstance(block, dict)]
            assert all(block["text"].strip() for block in blocks if block["type"] == "text"), f"message {at}: an empty text"
            assert all(block.get("signature") for block in blocks if block["type"] == "thinking"), f"message {at}"
    assert not open_calls


def plain_step(at: int) -> list[dict[str, Any]]:
    """The messages of a step in a loop of one's own, in the format of Anthropic's library."""
    message = answer(at)
    blocks = [_text_block(message.content)] if isinstance(message.content, str) and message.content else list(message.content or [])
    kept_blocks = [block for block in blocks if isinstance(block, dict) and block["type"] in ("text", "thinking")]
    call_blocks = [{"type": "tool_use", "id": call["id"], "name": call["name"], "input": call["args"]} for call in message.tool_calls]
    results = [
        {"type": "tool_result", "tool_use_id": call["id"], "content": numbered_text(str(call["id"]), 12), "is_error": call["name"] == "fail"}
        for call in message.tool_calls
    ]
    step_messages = [{"role": "assistant", "content": [*kept_blocks, *call_blocks]}]
    return [*step_messages, {"role": "user", "content": results}] if results else step_messages


def judge_plain(messages: Sequence[dict[str, Any]]) -> None:
    """Raises if Anthropic would refuse the messages."""
    open_ids: list[str] = []
    for at, message in enumerate(messages):
        assert message["role"] == ("assistant" if at % 2 else "user"), f"message {at}: two in a row"
        content = message["content"]
        blocks = [_text_block(content)] if isinstance(content, str) else content
        assert blocks, f"message {at} is empty"
        assert all(block["text"].strip() for block in blocks if block["type"] == "text"), f"message {at}: an empty text"
        if message["role"] == "user":
            answered_ids = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
            assert answered_ids == open_ids, f"message {at} answers {answered_ids}, and not {open_ids}"
        open_ids = [block["id"] for block in blocks if block["type"] == "tool_use"]


_RANGE = re.compile(r'restore "(\w{13}\.\.\w{13})" lists')
_NEXT = re.compile(r'\[\d+ more: restore "(.+)"\]')


def ids_in(window: Window, range: str) -> list[str]:
    """The ids of all parts of a range, however many pages its list has."""
    ids: list[str] = []
    page = f"{range} *"
    while page:
        lines = window.restore(page).text.split("\n")
        next_page = _NEXT.fullmatch(lines[-1])
        ids += [line.split(":")[0] for line in (lines[:-1] if next_page else lines)]
        page = next_page[1] if next_page else ""
    return ids


def texts_in(value: Any) -> set[str]:
    """All texts in a value: its strings, the JSON of every other value in it, and the joined texts of every list of blocks."""
    texts = {value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)}
    if isinstance(value, list):
        texts.add("\n".join(block["text"] for block in value if isinstance(block, dict) and "text" in block))
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        texts |= texts_in(inner)
    return texts


def _plain(message: Any) -> dict[str, Any]:
    return message if isinstance(message, dict) else message.model_dump(include={"content", "tool_calls"})


def _part_texts(message: Any) -> list[str]:
    """The texts of a message's parts: a window must be able to restore each of them."""
    content = _plain(message)["content"]
    blocks = content if isinstance(content, list) else [content]
    blocks = [{"text": block} if isinstance(block, str) else block for block in blocks]
    calls = _plain(message).get("tool_calls", [])
    block_texts = [block.get(name) for block in blocks for name in ("text", "thinking", "content")]
    call_inputs = [call["args"] for call in calls] or [block["input"] for block in blocks if block.get("type") == "tool_use"]
    return [text for text in [*block_texts, *(json.dumps(call_input, separators=(",", ":")) for call_input in call_inputs)] if isinstance(text, str) and text]


def restore_all(window: Window, messages: Sequence[Any], sent: Sequence[Any]) -> int:
    """Restores all pruned parts, by the ids in stubs and recaps. Raises if a part cannot be restored. Returns the number of ids."""
    assert window.last
    gone_numbers = sorted({edit.message for edit in window.last.edits if edit.pointer == ""})
    assert len(sent) == len(messages) - len(gone_numbers)
    words = json.dumps([_plain(message) for message in sent], ensure_ascii=False).replace('\\"', '"')
    ids = [id for range in _RANGE.findall(words) for id in ids_in(window, range)]
    texts = {id: window.restore(id).text for id in {*ids, *(edit.id for edit in window.last.edits)}}
    for edit in window.last.edits:
        # Of an image its text says what it is, and its bytes are what stood there.
        original_texts, restored = texts_in(_plain(messages[edit.message])), window.restore(edit.id)
        assert restored.text in original_texts or restored.original in original_texts, f"{edit.id} of message {edit.message}: {restored.text}"
    listed_texts = "\n".join(texts[id] for id in ids)
    for number in gone_numbers:
        for part_text in _part_texts(messages[number]):
            assert part_text in listed_texts, f"message {number} left, and no recap leads to: {part_text}"
    return len(texts)
