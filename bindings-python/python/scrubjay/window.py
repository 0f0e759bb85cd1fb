"""The class `Window`: an agent's conversation under a budget of tokens."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, TypeVar, final, overload

from . import _native
from ._arguments import ids_of, of_type
from ._messages import message_json, read_edited
from ._record import Record
from ._pushed import PushedMessages
from .errors import Conflict, Invalid
from .records import (
    BodyForm,
    Edit,
    Explanation,
    ItemKind,
    LearningPage,
    MessageFormat,
    Policy,
    Pushed,
    RecoveredWindow,
    Restored,
    SnapshotComparison,
    SnapshotOfWindow,
    SnapshotPage,
    StubKind,
    VisibleItem,
    WindowOpened,
    WindowPage,
    WindowStatus,
)

__all__ = ["CodePlace", "OnFloor", "Part", "Pruned", "Window", "windows"]

OnFloor = Literal["raise", "send"]
"""What to do if the messages cannot be pruned to the budget.

- `raise`: `Floor` is raised.
- `send`: The messages are pruned as far as possible.
"""
Message = TypeVar("Message")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Pruned(Record):
    """The current edits, and the figures of the prune."""

    edits: tuple[Edit, ...]
    """All current edits, also of earlier prunes, in the order of the conversation."""
    n_pruned: int
    """How many parts this prune pruned."""
    tokens_before: int
    """Tokens before the prune, corrected by the provider's count."""
    tokens_after: int
    """Tokens after the prune."""
    first_changed: int | None
    """The index of the first message that this prune changed; messages before it can be read from the prompt cache. `None`: no message."""
    expected_saving: float
    """The expected saving, in tokens at the price without a cache; below 0 if the budget forced an unprofitable prune."""
    snapshot: int
    """The number of this prune's snapshot, for `find_snapshot`; 0 if nothing was pruned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePlace(Record):
    """Lines of a file that a part quotes, counted from 1, the last one included; both 0 for the whole file."""

    path: str
    first_line: int = 0
    last_line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(Record):
    """A part of a message of no known format, for `Window.push`."""

    kind: ItemKind
    message: int
    """The index of its message, from 0; must not decrease from part to part."""
    text: str
    """The text that the model reads; for a tool call, the JSON of its arguments."""
    pointer: str = ""
    """The JSON pointer (RFC 6901) of its value in the message, which its edit repeats."""
    original: str = ""
    """The JSON of its value. Default: what follows from the text and the form, as for `text` and `object_text` a JSON string."""
    form: BodyForm = "plain"
    """How its stub is written once it is pruned."""
    response: int = 0
    """The number of the model's response, the same for all parts of a response."""
    tool: str = ""
    """The tool of a call or a result."""
    call_id: str = ""
    """The id that joins a call with its result."""
    is_error: bool = False
    """Whether the tool failed."""
    tokens: int | None = None
    """The exact number of tokens; `None` to estimate it."""
    task: str = ""
    """The task that it belongs to."""
    is_pinned: bool = False
    """Whether it is never pruned."""
    relevance: float = 1.0
    """Its relevance as judged by the caller, 0.0 to 1.0."""
    dependencies: Sequence[str] = ()
    """Ids of parts that this part depends on, at most 1,000."""
    time: int | None = None
    """When it was said, in milliseconds since 1970. Default: now."""
    places: Sequence[CodePlace] = ()
    """The places of the code that it quotes, at most 100, for its stub and `learnings`. Default: those named in a text from
    `prepare`."""


def sends_at_floor(on_floor: OnFloor) -> bool:
    """Checks `on_floor`, and returns whether messages that cannot be pruned to the budget are sent anyway."""
    if not isinstance(on_floor, str):
        raise TypeError(f"argument 'on_floor' must be str, not {type(on_floor).__name__}")
    if on_floor not in ("raise", "send"):
        raise Invalid("on_floor: neither raise nor send", "on_floor", "neither raise nor send")
    return on_floor == "send"


@final
class Window:
    """A conversation under a budget of tokens: before each request, `fit` returns the messages to send.

        window = Window(max_tokens=50_000)
        response = client.messages.create(messages=window.fit(messages), ...)

    The caller's messages are not changed. A stub replaces each pruned part, with an id by which `restore` returns the part, byte by byte.
    Any thread may use the window; calls run one after the other. After a fork only the process that opened it may use it.

    Without a memory, a window lasts until it is closed; `save` returns its state for another window. With `memory` or `project` it is
    stored in a memory's file, which any number of processes share. If another process changed the same window, `fit` continues from
    there, and other changes raise `Conflict` until the next `fit`.

    Args:
        policy: The rule that chooses the parts to prune. Default: `"evidence"`.
        max_tokens: The most tokens of a request, 1,000 to 100,000,000. Default: 200,000.
        threshold: The share of `max_tokens` at which a prune begins, 0.05 to 1.0. Default: 0.8.
        low: What a prune by `evidence` or `lru` leaves, as a share of the tokens at which it begins, 0.05 to 1.0. `evidence` also leaves
            what the last steps brought. Default: 0.66.
        recap_share: What stubs may take, as a share of the tokens at which a prune begins, 0.0 to 0.5. Beyond it, recaps replace the
            oldest messages as a whole; all recaps together take no more than this share. 0: no message is replaced. Default: 0.1.
        keep_last: How many results of tools the policy `keep_last` keeps. Default: 3.
        stub: What a stub contains besides its id. Default: `"outline"`.
        cache_read: The price of a token read from the prompt cache; a token without a cache costs 1. Default: 0.1.
        cache_write: The price of a token written to the prompt cache; a token without a cache costs 1. Default: 1.25.
        cache_lifetime: How long the provider keeps an unused prompt cache, in milliseconds. Default: 300,000.
        max_body_bytes: The most bytes of one part that are stored for restoring; larger parts are pruned only with `caller_keeps`.
            Default: 8,388,608.
        max_window_bytes: The most bytes of all parts together that are stored for restoring; beyond it, the oldest are deleted.
            Default: 67,108,864.
        body_lifetime: How long parts are stored for restoring, in milliseconds. Default: 604,800,000, seven days.
        caller_keeps: Whether the caller itself keeps the pruned parts. Default: `False`.
        immutable: Whether the caller never changes messages in place, including those that `fit` returned. If so, the same object at the
            same index counts as unchanged, and `fit` reads only new messages. Default: `False`: contents are compared.
        memory: The file of a memory in which the window is stored. Default: `None`.
        project: The folder of a project, in whose memory the window is stored. Default: `None`.
        name: The window's name in a memory, 1 to 128 bytes.
        tenant: The memory's tenant, at most 128 bytes. Default: `""`.
        principal: Who is using the window, at most 128 bytes. Default: `""`.
        saved: The state that `save` of a window without a memory returned. Default: none, a new window.
    """

    __slots__ = ("__weakref__", "_edits_by_message", "_native", "_pushed", "last")

    last: Pruned | None
    """The result of the last `fit` or `prune`; `None` before the first."""

    def __init__(
        self,
        *,
        policy: Policy = "evidence",
        max_tokens: int = 200_000,
        threshold: float = 0.8,
        low: float = 0.66,
        recap_share: float = 0.1,
        keep_last: int = 3,
        stub: StubKind = "outline",
        cache_read: float = 0.1,
        cache_write: float = 1.25,
        cache_lifetime: int = 300_000,
        max_body_bytes: int = 8_388_608,
        max_window_bytes: int = 67_108_864,
        body_lifetime: int = 604_800_000,
        caller_keeps: bool = False,
        immutable: bool = False,
        memory: str | os.PathLike[str] | None = None,
        project: str | os.PathLike[str] | None = None,
        name: str = "",
        tenant: str = "",
        principal: str = "",
        saved: bytes = b"",
    ) -> None:
        settings = (
            policy, max_tokens, threshold, low, recap_share, keep_last, stub, cache_read, cache_write, cache_lifetime,
            max_body_bytes, max_window_bytes, body_lifetime, caller_keeps,
        )
        self._native = _native.Window(settings, saved, memory, project, (tenant, principal, name))
        self.last = None
        self._pushed = PushedMessages(of_type(immutable, "immutable", bool))
        self._edits_by_message: dict[int, tuple[int, list[Edit], str]] = {}

    @overload
    def fit(
        self, messages: Mapping[str, Any], format: MessageFormat = "anthropic", *, on_floor: OnFloor = "raise"
    ) -> dict[str, Any]: ...
    @overload
    def fit(
        self, messages: Sequence[Message], format: MessageFormat = "anthropic", *, on_floor: OnFloor = "raise"
    ) -> list[Message]: ...
    def fit(self, messages: Any, format: MessageFormat = "anthropic", *, on_floor: OnFloor = "raise") -> Any:
        """Returns the messages to send, pruned if the budget demands it. Call it before each request.

        Unpruned messages are the same objects in the result; the given list is not changed. `last` is the result of the prune.

        Args:
            messages: All messages of the conversation as the provider's library takes them: dictionaries, or objects of
                LangChain or of Pydantic; or a whole request, a dictionary with `messages` or `input`, which is returned edited.
            format: The format of the messages. Default: `"anthropic"`.
            on_floor: What to do if the messages cannot be pruned to the budget. Default: `"raise"`.

        Raises:
            Floor: The messages cannot be pruned to the budget.
            Conflict: Other processes changed the window during each of ten attempts.
            Invalid: The messages do not have the format, or are no valid conversation.
        """
        sends_anyway = sends_at_floor(on_floor)
        if not isinstance(of_type(messages, "messages", Mapping, Sequence), Mapping):
            return self._fit_list([], messages, format, sends_anyway)
        name = next((name for name in ("messages", "input") if name in messages), "messages")
        message_list = messages.get(name)
        if not isinstance(message_list, Sequence) or isinstance(message_list, str):
            self._pushed.forget()
            self._keep_pruned(self._native.fit(format, message_json({"input": message_list}), sends_anyway))
            return dict(messages)
        instructions = [f'"{key}":{message_json(messages[key])}' for key in ("system", "instructions") if key in messages]
        return {**messages, name: self._fit_list(instructions, message_list, format, sends_anyway)}

    def _fit_list(self, instructions: list[str], given_messages: Sequence[Any], format: MessageFormat, sends_anyway: bool) -> list[Any]:
        messages = list(given_messages)
        hashes = self._pushed.hashes(messages)
        pruned = self._keep_pruned(retry_on_conflict(lambda: self._push_and_prune(instructions, messages, hashes, format, sends_anyway)))
        edits: dict[int, list[Edit]] = {}
        for edit in pruned.edits:
            edits.setdefault(edit.message, []).append(edit)
        fitted: list[Any] = []
        edited_messages: dict[int, tuple[int, list[Edit], str]] = {}
        for number, message in enumerate(messages):
            message_edits = edits.get(number)
            if message_edits is None:
                fitted.append(message)
                continue
            edited_messages[number] = edited_message = self._edit_message(number, message, hashes[number], message_edits)
            if edited_message[2] != _PRUNED_MESSAGE:
                fitted.extend(read_edited(message, value, message_edits) for value in json.loads(edited_message[2]))
        self._edits_by_message = edited_messages
        return fitted

    def _push_and_prune(
        self, instructions: list[str], messages: list[Any], hashes: list[int], format: MessageFormat, sends_anyway: bool
    ) -> tuple[Any, ...]:
        """Pushes new and changed messages to the engine, and prunes."""
        setting = (format, instructions)
        # The last message is always pushed. By it the engine notices messages removed from the end, or refuses if it has lost others.
        first = min(self._pushed.n_same(setting, hashes), len(messages) - 1)
        if first > 0:
            try:
                self._native.push_messages(format, _list(messages[first:]), first)
            except Conflict:
                first = 0
        if first <= 0:
            self._pushed.forget()
            request_json = _list(messages)
            if instructions:
                request_json = f'{{{",".join(instructions)},"messages":{request_json}}}'
            if not messages:
                return self._native.fit(format, request_json, sends_anyway)
            self._native.push_messages(format, request_json, 0)
        self._pushed.keep(setting, hashes, messages)
        return self._native.prune(sends_anyway)

    def _edit_message(self, number: int, message: Any, content_hash: int, edits: list[Edit]) -> tuple[int, list[Edit], str]:
        """Applies edits to a message. Caches the result until the message or its edits change."""
        cached = self._edits_by_message.get(number)
        if cached is not None and cached[0] == content_hash and cached[1] == edits:
            return cached
        edit_tuples = [(edit.message, edit.pointer, edit.replacement, edit.id) for edit in edits]
        return content_hash, edits, self._native.edit_messages(_list([message]), number, edit_tuples)

    def push(self, parts: Sequence[Part]) -> Pushed:
        """Pushes the parts of messages of no known format, in the order of the conversation. Afterwards `prune` returns the edits, which
        the caller applies.

        Args:
            parts: New parts, or replacements for all parts from a pushed message on.
        """
        self._pushed.forget()
        now = time.time_ns() // 1_000_000
        part_list = [of_type(part, "parts", Part) for part in of_type(parts, "parts", Iterable)]
        part_values = [[getattr(part, name) for name in _MEMBERS] for part in part_list]
        return self._native.push([(*members, now if at is None else at, places) for *members, at, places in part_values])

    def push_messages(self, messages: Sequence[Any], format: MessageFormat = "anthropic", *, first: int = 0) -> Pushed:
        """Pushes messages without pruning. `fit` does so itself.

        Args:
            messages: New messages, or replacements for all from a pushed message on, as the provider's library takes them.
            format: The format of the messages. Default: `"anthropic"`.
            first: The index of the first of these messages in the conversation, from 0. Default: 0.
        """
        self._pushed.forget()
        return self._native.push_messages(format, _list(of_type(messages, "messages", Iterable)), first)

    def prune(self, *, on_floor: OnFloor = "raise") -> Pruned:
        """Prunes if the budget demands it, or if a cold prompt cache makes it cheap. `fit` does so itself.

        Args:
            on_floor: What to do if the messages cannot be pruned to the budget. Default: `"raise"`.
        """
        return self._keep_pruned(self._native.prune(sends_at_floor(on_floor)))

    def restore(self, id: str) -> Restored:
        """Returns the content of a part, pruned or not: its text, and the JSON of its value. The conversation is not changed.

        Args:
            id: The id that a stub names.
        """
        return self._native.restore(id)

    def already_visible(self, content: str) -> VisibleItem | None:
        """The newest part that is this text, or that is prepared code with this text in it, among those that the edited conversation still
        shows; `None` if there is no such part.

        Args:
            content: The text.
        """
        return self._native.already_visible(content)

    def report_usage(self, input_tokens: int) -> None:
        """Corrects the estimate of tokens by the provider's count.

        Args:
            input_tokens: All input tokens of the last request, cached ones included.
        """
        self._native.report_usage(input_tokens)

    def set_relevance(self, relevance: Mapping[str, float]) -> None:
        """Sets the relevance of parts, as the caller judges it. The values of the parts are multiplied by it.

        Args:
            relevance: The relevance of each part, 0.0 to 1.0, by its id; unknown ids are ignored.
        """
        self._native.set_relevance(list(of_type(relevance, "relevance", Mapping).items()))

    def pin(self, ids: str | Sequence[str], *, pinned: bool = True) -> None:
        """Pins parts, so that they are never pruned, or unpins them.

        Args:
            ids: The id of a part, or the ids of several.
            pinned: Whether they are pinned from now on. Default: `True`.
        """
        self._native.pin(ids_of(ids), pinned)

    def set_task(self, task: str) -> None:
        """Sets the task that the conversation is about from now on. Makes a snapshot.

        Args:
            task: The task, at most 128 bytes; `""`: none.
        """
        self._native.set_task(task)

    def snapshot(self) -> None:
        """Makes a snapshot of the window's parts and their values."""
        self._native.snapshot()

    def snapshots(self, *, limit: int = 10, before: int = 0) -> SnapshotPage:
        """Lists snapshots, newest first.

        Args:
            limit: How many at most, 1 to 100. Default: 10.
            before: Only snapshots with a number below this one; 0 for all. Default: 0.
        """
        return self._native.snapshots(limit, before)

    def find_snapshot(self, number: int | None = None) -> SnapshotOfWindow | None:
        """A snapshot, by default that of the newest prune: which parts were pruned, and why. `None` if it is not stored.

        Args:
            number: The number of the snapshot. Default: `None`, the snapshot of the newest prune.
        """
        return self._native.find_snapshot(number)

    def explain(self, id: str) -> Explanation | None:
        """What the newest snapshot that judged a part says of it: its value, the factors of the value, and its fate.
        `None` if none judged it.

        Args:
            id: The id of the part, from a stub or a snapshot.
        """
        return self._native.explain(id)

    def what_if(self, max_tokens: int) -> SnapshotOfWindow:
        """Simulates a prune with another `max_tokens`: returns the snapshot that it would make, with the number 0. Changes nothing.

        Args:
            max_tokens: The most tokens of a request, 1,000 to 100,000,000.
        """
        return self._native.what_if(max_tokens)

    def compare_snapshots(self, older: int, newer: int | None = None) -> SnapshotComparison:
        """Compares two snapshots: parts that are in only one of them, or pruned in only one.

        Args:
            older: The number of the older snapshot.
            newer: The number of the newer snapshot. Default: `None`, the newest of all.
        """
        return self._native.compare_snapshots(older, newer)

    def recover_snapshot(self, number: int) -> RecoveredWindow:
        """Returns the edits of the original messages as of a snapshot. Changes nothing.

        Args:
            number: The number of the snapshot.
        """
        return self._native.recover_snapshot(number)

    def learnings(self, *, limit: int = 20) -> LearningPage:
        """Learnings from pruned parts, newest first.

        Args:
            limit: How many at most, 1 to 1,000. Default: 20.
        """
        return self._native.learnings(limit)

    def status(self) -> WindowStatus:
        """The current status of the window, such as its tokens and prunes."""
        return self._native.status()

    def save(self) -> bytes:
        """Returns the state of a window without a memory, for `saved`. The messages are not included."""
        return self._native.save()

    def end(self) -> None:
        """Ends the window for good: nothing of it can be restored. Its learnings stay."""
        self._pushed.forget()
        self._native.end()

    def close(self) -> None:
        """Closes the window. Closing again does nothing."""
        self._native.close()

    @property
    def found(self) -> WindowOpened:
        """What opening found: whether the window was there already, and how many prunes and pruned parts it had."""
        return self._native.found()

    def _keep_pruned(self, fields: tuple[Any, ...]) -> Pruned:
        self.last = Pruned(*fields)
        return self.last

    def __enter__(self) -> Window:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


_MAX_TRIES = 10
"""The most attempts at a change if other processes change the window meanwhile."""


def retry_on_conflict(change: Callable[[], Result]) -> Result:
    """Makes a change of a window. Retries if another process changed the window meanwhile: `_MAX_TRIES` attempts in all."""
    for _ in range(_MAX_TRIES - 1):
        try:
            return change()
        except Conflict:
            pass
    return change()


_MEMBERS = (
    "kind", "message", "pointer", "text", "original", "form", "response", "tool", "call_id", "is_error", "tokens", "task",
    "is_pinned", "relevance", "dependencies", "time", "places",
)
"""The members of a part, in the interface's order."""


_PRUNED_MESSAGE = "[]"
"""The JSON of an edited list of one message if the message was pruned as a whole."""


def _list(messages: Iterable[Any]) -> str:
    """The JSON list of messages that the engine takes."""
    return f"[{','.join(map(message_json, messages))}]"


def windows(
    *,
    memory: str | os.PathLike[str] | None = None,
    project: str | os.PathLike[str] | None = None,
    tenant: str = "",
    limit: int = 100,
    after: str = "",
) -> WindowPage:
    """Lists the windows in the file of a memory, or in a project's memory, sorted by name: at most `limit`, behind the name `after`."""
    return _native.windows(memory, project, tenant, limit, after)
