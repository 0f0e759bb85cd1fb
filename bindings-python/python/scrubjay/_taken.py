"""What of a conversation was taken in last, message by message, so that the next request costs what is new.

A message is known by the hash of its content: one that its caller changed in place is another one. Where the caller promises to change
none, the same object at the same place is known without a look at it.
"""

from __future__ import annotations

from typing import Any

from ._messages import hash_of


class Taken:
    """The conversation that the engine has."""

    __slots__ = ("_about", "_given", "_hashes", "_immutable")

    def __init__(self, immutable: bool) -> None:
        self._immutable = immutable
        self.forget()

    def forget(self) -> None:
        """It has one of which nothing is known here."""
        self._about: object = None
        self._hashes: list[int] = []
        self._given: list[Any] = []

    def hashes(self, messages: list[Any]) -> list[int]:
        """The hash of each message."""
        known = [
            before if message is given else hash_of(message)
            for message, given, before in zip(messages, self._given, self._hashes)
        ]
        return known + [hash_of(message) for message in messages[len(known) :]]

    def n_same(self, about: object, hashes: list[int]) -> int:
        """With how many of the messages it has these ones begin; 0 where it is about something else: a format, a system prompt."""
        if about != self._about:
            return 0
        n_both = min(len(hashes), len(self._hashes))
        if hashes[:n_both] == self._hashes[:n_both]:
            return n_both
        return next(at for at in range(n_both) if hashes[at] != self._hashes[at])

    def keep(self, about: object, hashes: list[int], messages: list[Any]) -> None:
        """It has these."""
        self._about = about
        self._hashes = hashes
        self._given = messages if self._immutable else []
