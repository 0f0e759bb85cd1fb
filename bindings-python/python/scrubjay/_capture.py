"""What of a conversation is recorded, as events: turns, calls with how they ended, and files that calls name.

The same conversation gives the same events, also in another process and in JavaScript (`bindings-js/src/messages/capture.ts`):
`tests/messages.json` holds both to it. Not here: reading messages (`_conversation`) and recording events (`messages`).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ._arguments import as_json
from ._conversation import Answered, Called, Part, Said

Event = dict[str, Any]

MAX_TURN_BYTES = 32_768
MAX_OUTPUT_BYTES = 4_096
"""Of what a tool gave: a result is there to be read once, and what is found again is what was said of it."""
MAX_ARGUMENT_BYTES = 1_024
MAX_PARAMETERS_BYTES = 16_384
MAX_NAME_BYTES = 128
MAX_DEPTH = 8
# About the longest word that is a secret.
_MAX_WORD = 512

_OWN = frozenset({"find", "show", "prepare", "recall", "restore", "notes", "work", "session", "map"})
"""Tools that show what a memory holds already: what they gave is not recorded again."""

_PATHS = ("file_path", "filePath", "filepath", "path", "file", "filename", "file_name", "fileName", "notebook_path", "target_file")
"""Arguments that name a file, the likeliest first."""

_OPERATIONS = {
    "edit": ("edit", "replace", "insert", "append", "patch", "modify"),
    "write": ("write", "create", "save"),
    "read": ("read", "view", "cat"),
}
"""What a tool does with a file, by a word of its name: the first that fits."""

_NO_FILE = frozenset({"dir", "directory", "folder", "url", "web", "page"})
"""Words of tools whose path is no file's."""


class Capture:
    """Makes events of one session's conversation, whose parts come in their order."""

    def __init__(self, session: str, metadata: Mapping[str, Any] | None = None) -> None:
        self._name = session
        self._common: Event = {"session": session_of(session), **({"metadata": dict(metadata)} if metadata else {})}
        self._counts: Counter[tuple[str, ...]] = Counter()
        self._calls: dict[str, tuple[Called, str]] = {}
        """Calls by their ids, with those of their events: the last one of each."""
        self._answered: set[str] = set()

    def is_open(self, call: str) -> bool:
        """Whether a call of this id was asked for."""
        return call in self._calls

    def events(self, parts: Iterable[Part]) -> Iterator[Event]:
        """What the parts give."""
        for part in parts:
            if isinstance(part, Said):
                yield self._turn(part)
            elif isinstance(part, Called):
                self._called(part)
            elif self.is_open(part.id):
                yield from self.ended(part)

    def ended(self, answer: Answered, duration: int | None = None, attempt: str = "") -> Iterator[Event]:
        """A call that ended, and the file that it names. `attempt` tells one that failed from what came of the call at last."""
        call, id = self._calls[answer.id]
        self._answered.add(answer.id)
        id = f"{id}-{_hash(attempt)[:8]}" if attempt else id
        event: Event = {"kind": "tool_call", "event_id": id, "origin": "tool", **self._common, "tool": _name(call.tool)}
        if (parameters := _parameters(call.arguments)) is not None:
            event["parameters"] = parameters
        is_error = answer.refused or answer.success is False
        text = cut(answer.text, MAX_OUTPUT_BYTES)
        told: Event = {"error" if is_error else "output": "" if call.tool.lower() in _OWN and not is_error else text}
        told |= {"refused": answer.refused or None, "success": None if answer.refused else answer.success}
        told |= {"duration": duration, "context_tokens": call.context_tokens}
        event.update({name: value for name, value in told.items() if value is not None and value != ""})
        yield event
        # A call that failed has touched nothing.
        if not is_error and (touched := touched_by(call.tool, call.arguments)):
            path, operation = touched
            touch = {"kind": "file_touch", "event_id": f"{id}-file", "origin": "agent", **self._common}
            yield {**touch, "path": path, "operation": operation}

    def _called(self, call: Called) -> None:
        # One that is told again before its result is there is the same.
        is_known = call.id in self._calls and call.id not in self._answered
        self._calls[call.id] = (call, self._calls[call.id][1] if is_known else self._id("call", call.id))
        self._answered.discard(call.id)

    def _turn(self, said: Said) -> Event:
        session = self._common["session"]
        text = cut(said.text, MAX_TURN_BYTES)
        event = {"kind": "turn", "event_id": self._id("turn", said.role, text), "origin": "agent", **self._common}
        event |= {"conversation": session, "role": said.role, "text": text}
        told = {"model": _name(said.model), "tokens": said.tokens}
        return {**event, **{name: value for name, value in told.items() if value}}

    def _id(self, *of: str) -> str:
        """The id of an event: what is told again, in whatever form and whoever's ids, has the same one. Of what stands several times
        each has its own."""
        self._counts[of] += 1
        return f"message-{_hash(chr(0x1F).join((self._name, *of, str(self._counts[of]))))[:32]}"


def session_of(name: str) -> str:
    """A session's name as records may have it: without slashes, and of a long one the beginning and a hash."""
    plain = re.sub(r"[/\x00-\x1f\x7f-\x9f]", "-", _bytes(name).decode())
    is_long = len(plain.encode()) > MAX_NAME_BYTES
    return f"{plain.encode()[: MAX_NAME_BYTES - 33].decode(errors='ignore')}-{_hash(name)[:32]}" if is_long else plain


def touched_by(tool: str, arguments: Any) -> tuple[str, str] | None:
    """The file that a call names, and what it does with it; none where that is not plain."""
    if not isinstance(arguments, dict):
        return None
    words = re.findall("[a-z]+", re.sub("([a-z])([A-Z])", r"\1 \2", tool).lower())
    if _NO_FILE.intersection(words):
        return None
    # An editor of many commands says which one it is called for.
    command = arguments.get("command")
    words = re.findall("[a-z]+", command.lower()) if isinstance(command, str) and "edit" in words else words
    operation = next((name for name, own in _OPERATIONS.items() if set(own).intersection(words)), None)
    path = next((arguments[name] for name in _PATHS if isinstance(arguments.get(name), str)), "")
    is_path = 0 < len(_bytes(path)) <= 1_024 and not re.search(r"[\x00-\x1f\x7f-\x9f]|://|(^|[/\\])\.\.([/\\]|$)|[/\\]$", path)
    return (path, operation) if operation and is_path and path.strip(" .") else None


def cut(text: str, max_bytes: int) -> str:
    """A text of at most so many bytes: of a longer one the beginning and the end, and between them how much was left out."""
    whole = _bytes(text)
    if len(whole) <= max_bytes:
        return whole.decode()
    half = (max_bytes - 64) // 2
    begin = _begins_whole(whole[:half].decode(errors="ignore"))
    end = _ends_whole(whole[-half:].decode(errors="ignore"))
    n_left = len(whole) - len(begin.encode()) - len(end.encode())
    return f"{begin}\n[… {n_left} bytes left out …]\n{end}"


def _begins_whole(text: str) -> str:
    """Without the word at its end, and a private key that has no end: of a secret that is cut no form would be known any more."""
    last = re.search(r"[!-~]+$", text[-_MAX_WORD:])
    text = text[: -len(last[0])] if last else text
    key = text.rfind("-----BEGIN")
    return text if key < 0 or "-----END" in text[key:] else text[:key]


def _ends_whole(text: str) -> str:
    """The same of the word at its beginning, and of a private key that began before."""
    first = re.match(r"[!-~]+", text[:_MAX_WORD])
    text = text[len(first[0]) :] if first else text
    key = text.find("-----END")
    return text if key < 0 or "-----BEGIN" in text[:key] else text[key:].partition("\n")[2]


def _name(text: str) -> str:
    return _bytes(text)[:MAX_NAME_BYTES].decode(errors="ignore")


def _parameters(arguments: Any) -> Any:
    if arguments is None:
        return None
    # A text would be read as JSON.
    short = _shortened({"input": arguments} if isinstance(arguments, str) else arguments, MAX_DEPTH)
    return short if len(as_json(short, "messages").encode()) <= MAX_PARAMETERS_BYTES else None


def _shortened(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return cut(value, MAX_ARGUMENT_BYTES)
    if not isinstance(value, (dict, list)):
        return value
    if depth == 0:
        return "…"
    if isinstance(value, list):
        return [_shortened(one, depth - 1) for one in value]
    return {_name(name): _shortened(one, depth - 1) for name, one in value.items()}


def _bytes(text: str) -> bytes:
    # No text has half of a pair of UTF-16, and no record a NUL.
    try:
        whole = text.encode()
    except UnicodeEncodeError:
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
    return whole.replace(b"\0", chr(0xFFFD).encode())


def _hash(text: str) -> str:
    return hashlib.sha256(_bytes(text)).hexdigest()
