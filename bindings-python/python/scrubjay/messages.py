"""Records conversations that agents had, from their messages: `record_messages`."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from ._arguments import as_json, maybe_json_of, of_type
from ._capture import Capture, Event
from ._conversation import parts
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
_MAX_EVENTS = 32
"""Events of one batch: it stays under the limit of its bytes also where JSON writes each byte as six."""

_TURN = threading.Lock()
_next_time = 0
"""The first millisecond since 1970 that no event has that was recorded here."""


@dataclass(frozen=True, slots=True)
class RecordedMessages(Record):
    """What became of what messages say."""

    n_added: int
    """Records that were added."""
    n_known: int
    """Events that were recorded before, or were forgotten since: they were not added. One that was told otherwise before stays so."""
    n_waiting: int
    """Records that are durable beside the store, because another process is writing."""
    refused: tuple[ScrubjayError, ...]
    """Why events were left out, each alone."""


def record_messages(
    memory: AnyMemory,
    messages: Sequence[Any] | Mapping[str, Any],
    *,
    format: MessageFormat,
    session: str,
    metadata: Mapping[str, Any] | None = None,
) -> RecordedMessages:
    """Records what the messages of a conversation say, each once, however often and by whomever it is told: turns of the user and of
    the assistant, calls of tools with how they ended, and files that calls name. Prompts of a program are not recorded.

    Who speaks is an agent, as its program hands on what a user said; what a tool gave is a tool's. Long outputs and arguments are kept
    in part. It waits for the store: where an event loop runs, `await asyncio.to_thread(record_messages, …)`.

    Args:
        memory: The memory or records.
        messages: The messages, or a dictionary with a member `messages`. The newest state of a conversation holds all of it.
        format: Whose messages they are: `anthropic`, `openai_chat`, `openai_responses`, `langchain` or `ai_sdk`.
        session: The conversation's name. One that records may not have as a session, as with slashes, is known by its hash.
        metadata: Members of each record. Default: none.
    """
    records = records_of(memory)
    if format not in _FORMATS:
        why = f"it is one of {', '.join(_FORMATS)}"
        raise Invalid(f"format is not valid: {why}", "format", why)
    if not of_type(session, "session", str):
        raise Invalid("session is not valid: it must not be empty", "session", "it must not be empty")
    maybe_json_of(metadata, "metadata")
    listed = messages.get("messages") if isinstance(messages, Mapping) else messages
    given = list(of_type(listed, "messages", Sequence))
    return record_each(records, list(Capture(session, metadata).events(parts(given, format))))


def records_of(memory: Any) -> Recording:
    """What is recorded in. One call at a time is made of it, from whichever thread: an asynchronous one needs no other care."""
    own = getattr(memory, "_plain", memory)
    if not isinstance(own, Recording):
        raise TypeError(f"argument 'memory' must be a memory or records, not {type(memory).__name__}")
    return own


def record_each(records: Recording, events: Sequence[Event]) -> RecordedMessages:
    """Records events, each alone."""
    counts = {"added": 0, "known": 0, "waiting": 0}
    refused: list[ScrubjayError] = []
    for lines in _batches(_timed(events)):
        taken, left_out = records._records.record_each(lines)
        for _, state in taken:
            counts[state] += 1
        for _, error in left_out:
            # Told before, by somebody who knew more or less of it.
            is_known = isinstance(error, Invalid) and error.argument == "event_id"
            counts["known"] += is_known
            refused += [] if is_known else [error]
    return RecordedMessages(counts["added"], counts["known"], counts["waiting"], tuple(refused))


def _timed(events: Sequence[Event]) -> list[Event]:
    """Events with their times: each is later than whatever was recorded here before, so that their order is kept."""
    global _next_time
    with _TURN:
        first = max(_next_time, round(time.time() * 1_000))
        _next_time = first + len(events)
    return [{"time": first + at, **event} for at, event in enumerate(events)]


def _batches(events: Sequence[Event]) -> Iterator[str]:
    for at in range(0, len(events), _MAX_EVENTS):
        yield "\n".join(as_json(event, "messages", ensure_ascii=True) for event in events[at : at + _MAX_EVENTS])
