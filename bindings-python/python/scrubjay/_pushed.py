"""Remembers which messages of a conversation the engine has, so that the next request pushes only new ones.

Messages are compared by the hash of their content, so that one changed in place is detected. If the caller promises not to change
messages, the same object at the same index counts as unchanged without hashing.
"""

from __future__ import annotations

from typing import Any

from ._messages import hash_of


class PushedMessages:
    """The messages that the engine has, by their hashes."""

    __slots__ = ("_about", "_given", "_hashes", "_immutable")

    def __init__(self, immutable: bool) -> None:
        self._immutable = immutable
        self.forget()

    def forget(self) -> None:
        """Forgets all messages, because the engine may have others."""
        self._about: object = None
        self._hashes: list[int] = []
        self._given: list[Any] = []

    def hashes(self, messages: list[Any]) -> list[int]:
        """The hash of each message. With `immutable`, an object that was kept at the same index is not hashed again."""
        known = [
            before if message is given else hash_of(message)
            for message, given, before in zip(messages, self._given, self._hashes)
        ]
        return known + [hash_of(message) for message in messages[len(known) :]]

    def n_same(self, about: object, hashes: list[int]) -> int:
        """How many of the messages with these hashes the engine has, from the first one on. 0 if `about` is not what was pushed."""
        if about != self._about:
            return 0
        n_compared = min(len(hashes), len(self._hashes))
        if hashes[:n_compared] == self._hashes[:n_compared]:
            return n_compared
        return next(at for at in range(n_compared) if hashes[at] != self._hashes[at])

    def keep(self, about: object, hashes: list[int], messages: list[Any]) -> None:
        """Remembers that the engine has these messages. `about` is what was pushed with them, such as the format and the system prompt."""
        self._about = about
        self._hashes = hashes
        self._given = messages if self._immutable else []
