"""Remembers which messages of a conversation the engine has, so that the next request pushes only new ones.

Messages are compared by the hash of their content, so that one changed in place is detected. If the caller promises not to change
messages, the same object at the same index counts as unchanged without hashing.
"""

from __future__ import annotations

from typing import Any

from ._messages import hash_of


class PushedMessages:
    """The messages that the engine has, by their hashes."""

    __slots__ = ("_hashes", "_immutable", "_kept_messages", "_setting")

    def __init__(self, immutable: bool) -> None:
        self._immutable = immutable
        self.forget()

    def forget(self) -> None:
        """Forgets all messages, because the engine may have others."""
        self._setting: object = None
        self._hashes: list[int] = []
        self._kept_messages: list[Any] = []

    def hashes(self, messages: list[Any]) -> list[int]:
        """The hash of each message. With `immutable`, an object that was kept at the same index is not hashed again."""
        known_hashes = [
            kept_hash if message is kept_message else hash_of(message)
            for message, kept_message, kept_hash in zip(messages, self._kept_messages, self._hashes)
        ]
        return known_hashes + [hash_of(message) for message in messages[len(known_hashes) :]]

    def n_same(self, setting: object, hashes: list[int]) -> int:
        """How many of the messages with these hashes the engine has, from the first one on. 0 if `setting` is not what was pushed."""
        if setting != self._setting:
            return 0
        n_compared = min(len(hashes), len(self._hashes))
        if hashes[:n_compared] == self._hashes[:n_compared]:
            return n_compared
        return next(at for at in range(n_compared) if hashes[at] != self._hashes[at])

    def keep(self, setting: object, hashes: list[int], messages: list[Any]) -> None:
        """Remembers that the engine has these messages. `setting` is what was pushed with them, such as the format and the system
        prompt."""
        self._setting = setting
        self._hashes = hashes
        self._kept_messages = messages if self._immutable else []
