"""Records conversations of agents from their messages: `record_messages`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from ._arguments import maybe_json_of, of_type
from ._lines import head_line, message_line
from ._record import Record
from .errors import Invalid, ScrubjayError
from .records import MessageFormat
from .recording import Recording

if TYPE_CHECKING:
    from .aio import AsyncMemory, AsyncRecords
    from .memory import Memory
    from .notes import Records

    AnyMemory = Union[Memory, Records, AsyncMemory, AsyncRecords]

__all__ = ["RecordedMessages", "record_messages"]

_FORMATS = ("anthropic", "openai_chat", "openai_responses", "langchain", "ai_sdk")


@dataclass(frozen=True, slots=True)
class RecordedMessages(Record):
    """How many events of the messages were added, known or waiting, and why others were left out."""

    n_added: int
    """Records that were added."""
    n_known: int
    """Events that were known or forgotten already, and were not added. If an event is different now, its record stays as it is."""
    n_waiting: int
    """Records that are stored durably outside the store, until the process that is writing it is done."""
    refused: tuple[ScrubjayError, ...]
    """Why single events were left out: the first 100 for each 16 MiB of messages."""


def record_messages(
    memory: AnyMemory,
    messages: Sequence[Any] | Mapping[str, Any],
    *,
    format: MessageFormat,
    session: str,
    metadata: Mapping[str, Any] | None = None,
) -> RecordedMessages:
    """Records a conversation from its messages: turns of the user and of the assistant, tool calls with their outcome, and files that calls
    name, as `capture_lines` does for a transcript. Each is recorded once, even if messages are passed again. System prompts are not
    recorded, and neither are results of tools that `tools` or `restore_tool` made in this process.

    The origin of all records is an agent, because the program passes on what a user said. Long outputs and arguments are shortened. The
    call waits for the store: on an event loop use `await asyncio.to_thread(record_messages, …)`.

    Args:
        memory: The memory or records.
        messages: All messages of the conversation so far, or a dictionary that has them as `messages`.
        format: The format of the messages: `anthropic`, `openai_chat`, `openai_responses`, `langchain` or `ai_sdk`.
        session: The conversation's name, which becomes the session. A name that is no valid session, as with slashes, is changed and then
            ends with a hash.
        metadata: The metadata of each record: a dictionary of at most 16 KiB as JSON. Default: none.
    """
    records = records_of(memory)
    if format not in _FORMATS:
        why = f"it is one of {', '.join(_FORMATS)}"
        raise Invalid(f"format is not valid: {why}", "format", why)
    if not of_type(session, "session", str):
        raise Invalid("session is not valid: it must not be empty", "session", "it must not be empty")
    maybe_json_of(metadata, "metadata")
    found_messages = messages.get("messages") if isinstance(messages, Mapping) else messages
    message_list = list(of_type(found_messages, "messages", Sequence))
    lines = [head_line(format, session, metadata=metadata), *map(message_line, message_list)]
    captured = records.capture_lines("".join(lines), harness="messages")
    return RecordedMessages(captured.n_added, captured.n_known, captured.n_waiting, tuple(refusal.error for refusal in captured.refused))


def records_of(memory: Any) -> Recording:
    """The synchronous object to record in, for a memory or records of either kind. It may be used from any thread."""
    sync_records = getattr(memory, "_plain", memory)
    if not isinstance(sync_records, Recording):
        raise TypeError(f"argument 'memory' must be a memory or records, not {type(memory).__name__}")
    return sync_records
